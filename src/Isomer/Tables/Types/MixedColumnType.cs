namespace Isomer.Tabular;

/// <summary>
/// Columns of type object, and other places where any type of the closed set may stand: each value keeps its exact type, in
/// every format, for the values are split into one vector for each type.
/// </summary>
internal sealed class MixedColumnType(ColumnTypes types) : ColumnType("Object", typeof(object))
{
    public override ColumnBuilder NewBuilder(bool measures = false, bool isKeptHere = false) =>
        new MixedBuilder(types) { Measures = measures, IsKeptHere = isKeptHere };

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

        public override TableValues Build(PackedWriter? packing = null)
        {
            var values = new TableValues { Kinds = [.. _kinds] };
            if (_parts.Count > 0)
                values.Parts = [.. _parts.Select(part => Part(part, packing))];
            if (Measures)
                Bounds = new ColumnBounds(null, null, _kinds.Count(k => k == 0), _kinds.Count);
            _kinds.Clear();
            _parts.Clear();
            _kindOf.Clear();
            return values;
        }

        static TableValues Part((ColumnType Type, ColumnBuilder Builder) part, PackedWriter? packing)
        {
            var values = part.Builder.Build(packing);
            values.Type = part.Type.Name;
            return values;
        }
    }

    sealed class MixedCursor : ColumnCursor
    {
        readonly byte[] _kinds;
        readonly Func<ColumnCursor[]> _open;
        ColumnCursor[] _parts;
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
                    throw new WireFormatException(
                        $"A column of type Object has values of {parts.Length} types, and a value of type number {kind}.");
                if (kind > 0)
                    counts[kind - 1]++;
            }
            _open = () => Open(types, parts, counts);
            _parts = _open();
        }

        static ColumnCursor[] Open(ColumnTypes types, TableValues[] parts, int[] counts)
        {
            var cursors = new ColumnCursor[parts.Length];
            for (int i = 0; i < parts.Length; i++)
            {
                var part = parts[i] ?? throw new WireFormatException("A column of type Object has null in place of values.");
                var type = types.Named(part.Type);
                if (type is MixedColumnType)
                    throw new WireFormatException("The values of a column of type Object cannot be of type Object themselves.");
                cursors[i] = type.Open(part, counts[i]);
            }
            return cursors;
        }

        public override void SelectNulls(Span<bool> records, bool isNull) => Each(records, value => value is null == isNull);

        /// <summary>Of each type what is between the ends, where these are values of it.</summary>
        public override void SelectRange(Span<bool> records, object? least, object? greatest, bool isOpen) => Each(records, value =>
            value is IComparable && TryBound(least, value, out object? low) && TryBound(greatest, value, out object? high)
                && IsWithin(value, low, high, isOpen));

        static bool TryBound(object? bound, object value, out object? converted)
        {
            converted = null;
            return bound is null || FilterValues.TryConvert(bound, value.GetType(), out converted);
        }

        void Each(Span<bool> records, Func<object?, bool> holds)
        {
            for (int i = 0; i < records.Length; i++)
            {
                Next();
                records[i] = holds(IsNull ? null : Value);
            }
            // From the beginning again.
            (Passed, _parts) = (0, _open());
        }

        public override object Value => IsNull ? DBNull.Value : _current!.Value;

        public override void Next()
        {
            int kind = _kinds[Passed++];
            _current = kind == 0 ? null : _parts[kind - 1];
            _current?.Next();
            IsNull = _current?.IsNull != false;
        }
    }
}
