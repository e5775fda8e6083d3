namespace Isomer.Tabular;

/// <summary>
/// Columns of type object, and other places where any type of the closed set may stand: each value keeps its exact type, in
/// every format, for the values are split into one vector for each type.
/// </summary>
internal sealed class MixedColumnType(ColumnTypes types) : ColumnType("Object", typeof(object))
{
    public override ColumnBuilder NewBuilder() => new MixedBuilder(types);

    public override ColumnCursor Open(TableValues values, int records) => new MixedCursor(types, values, records);

    sealed class MixedBuilder(ColumnTypes types) : ColumnBuilder
    {
        readonly Dictionary<Type, int> _kindOf = [];
        readonly List<(ColumnType Type, ColumnBuilder Builder)> _parts = [];
        readonly List<byte> _kinds = [];

        public override void Add(object? value)
        {
            if (value is null or DBNull)
            {
                _kinds.Add(0);
                return;
            }
            if (!_kindOf.TryGetValue(value.GetType(), out int kind))
            {
                var type = types.Of(value.GetType());
                if (_parts.Count == byte.MaxValue)
                    throw new NotSupportedException("A column holds values of more than 255 types.");
                _parts.Add((type, type.NewBuilder()));
                _kindOf.Add(value.GetType(), kind = _parts.Count);
            }
            _parts[kind - 1].Builder.Add(value);
            _kinds.Add((byte)kind);
        }

        public override TableValues Build()
        {
            var values = new TableValues { Kinds = [.. _kinds] };
            if (_parts.Count > 0)
                values.Parts = [.. _parts.Select(Part)];
            _kinds.Clear();
            _parts.Clear();
            _kindOf.Clear();
            return values;
        }

        static TableValues Part((ColumnType Type, ColumnBuilder Builder) part)
        {
            var values = part.Builder.Build();
            values.Type = part.Type.Name;
            return values;
        }
    }

    sealed class MixedCursor : ColumnCursor
    {
        readonly byte[] _kinds;
        readonly ColumnCursor[] _parts;
        int _record;
        ColumnCursor? _current;

        public MixedCursor(ColumnTypes types, TableValues values, int records)
        {
            _kinds = values.Kinds ?? [];
            if (_kinds.Length != records)
                throw new WireFormatException($"A column of type Object has {_kinds.Length} kinds for {records} records.");
            var parts = values.Parts ?? [];
            int[] counts = new int[parts.Length];
            foreach (byte kind in _kinds)
            {
                if (kind > parts.Length)
                    throw new WireFormatException($"A column of type Object has values of {parts.Length} types, and a value of type number {kind}.");
                if (kind > 0)
                    counts[kind - 1]++;
            }
            _parts = new ColumnCursor[parts.Length];
            for (int i = 0; i < parts.Length; i++)
            {
                var part = parts[i] ?? throw new WireFormatException("A column of type Object has null in place of values.");
                var type = types.Named(part.Type);
                if (type is MixedColumnType)
                    throw new WireFormatException("The values of a column of type Object cannot be of type Object themselves.");
                _parts[i] = type.Open(part, counts[i]);
            }
        }

        public override object Value => IsNull ? DBNull.Value : _current!.Value;

        public override void Next()
        {
            int kind = _kinds[_record++];
            _current = kind == 0 ? null : _parts[kind - 1];
            _current?.Next();
            IsNull = _current?.IsNull != false;
        }
    }
}
