using System.Runtime.CompilerServices;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>
/// <see cref="JsonOptions.Graph"/>: values behind object and base types with their types, <c>{"$type":"long","$value":5}</c> and
/// <c>{"$type":"Dog","Name":"a"}</c>; and $id only where a $ref leads to.
/// </summary>
/// <remarks>
/// Whether an object needs an $id is known only when it comes again. So its place is kept, and the few that are needed are put in
/// when all is written: an object that nothing refers to costs a look into a table and no byte.
/// </remarks>
internal ref partial struct JsonSink
{
    /// <summary>Where an object is in the text, and the identity that it was given when something referred to it.</summary>
    internal struct GraphEntry
    {
        public int Start;
        public int End;
        public int Id;
        /// <summary>The items of an array, which is made before them only if their number is known.</summary>
        public int Count;
        public GraphPart Part;
        /// <summary>Made at reading only when all that is in it is there; until then nothing can refer to it.</summary>
        public bool IsMadeLate;
        public bool ContainsItself;
    }

    /// <summary>What an identity is put into, or around.</summary>
    internal enum GraphPart : byte
    {
        Object,
        Items,
        /// <summary>An array of bytes, or the carrier of a surrogate.</summary>
        Value,
        /// <summary>What was carried as null: nothing can refer to it.</summary>
        Null,
    }

    /// <summary>What the bookkeeping of one text takes, lent by the thread.</summary>
    internal sealed class GraphScratch : Lent<GraphScratch>
    {
        const int KeepSize = 1 << 14;

        public GraphEntry[] Entries { get; private set; } = new GraphEntry[64];

        public Stack<int> Numbers { get; } = new();

        public Stack<bool> Wrapped { get; } = new();

        public void Return(GraphEntry[] entries)
        {
            Entries = entries.Length <= KeepSize ? entries : new GraphEntry[64];
            // An error may have left something open.
            Numbers.Clear();
            Wrapped.Clear();
            GiveBack();
        }
    }

    /// <summary>Untyped keys keep their types too, as pairs.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    readonly JsonKeys KeysOf(TypeModel map) =>
        JsonMapForm.KeysOf(map) is var keys && keys == JsonKeys.Dynamic && _keepsTypes ? JsonKeys.Pairs : keys;

    bool ReferenceLazily(object value)
    {
        if ((_pending & Pending.Lazy) != 0)
            return false;
        int number = _numbers!.Find(value, out int place, out int hash);
        if (number == 0)
        {
            _pending |= Pending.Lazy;
            _pendingObject = value;
            (_place, _hash) = (place, hash);
            return false;
        }
        // All empty arrays of a type are one in .NET, and as good as any other.
        if (value is Array { Length: 0 })
            return false;
        ref var entry = ref _entries![number - 1];
        if (entry.Part == GraphPart.Null)
        {
            Null();
            return true;
        }
        if (entry.End == 0)
            ReferToOpen(ref entry, value);
        if (entry.Id == 0)
            entry.Id = ++_ids;
        _out.Put((byte)'{');
        _depth++;
        Separate('{');
        _out.Write("\"$ref\""u8);
        Colon();
        WriteText(entry.Id.ToString(System.Globalization.CultureInfo.InvariantCulture));
        Close('{', '}');
        return true;
    }

    /// <summary>What refers to itself must exist before what is in it is read.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly void ReferToOpen(ref GraphEntry entry, object value)
    {
        entry.ContainsItself = entry.Part == GraphPart.Items;
        if (!entry.IsMadeLate)
            return;
        // The ends of objects are not kept, for few ask.
        if (entry.Part == GraphPart.Object && IsClosed(_out.Written[entry.Start..]))
            entry.IsMadeLate = false;
        else
            throw new NotSupportedException(
                $"A '{value.GetType()}' contains itself, and could not be read back: it is made only when all that is in it is there. "
                + "Give it a setter in place of the constructor's parameter, use a List in place of the collection, or no surrogate.");
    }

    /// <summary>Whether the object that begins a text ends in it.</summary>
    static bool IsClosed(ReadOnlySpan<byte> text)
    {
        int depth = 0;
        for (int i = 0; i < text.Length; i++)
        {
            switch (text[i])
            {
                case (byte)'"':
                    for (i++; i < text.Length && text[i] != (byte)'"'; i++)
                        if (text[i] == (byte)'\\')
                            i++;
                    break;
                case (byte)'{' or (byte)'[':
                    depth++;
                    break;
                case (byte)'}' or (byte)']' when --depth == 0:
                    return true;
            }
        }
        return false;
    }

    /// <summary>The object that was announced begins here, with a brace or, if it is of items, a bracket.</summary>
    void Enter(GraphPart part, bool isMadeLate, int count = 0)
    {
        _pending &= ~Pending.Lazy;
        int number = _numbers!.Add(_pendingObject!, _place, _hash);
        _pendingObject = null;
        if (number > _entries!.Length)
            Array.Resize(ref _entries, number * 2);
        _entries[number - 1] = new GraphEntry { Start = _out.Position, Part = part, IsMadeLate = isMadeLate || _isCarried, Count = count };
        _isCarried = false;
        if (part != GraphPart.Object)
            _wrappedNumbers!.Push(number);
    }

    static bool IsMadeLate(Build build) => build.Kind is not (BuildKind.Array or BuildKind.List or BuildKind.Add);

    /// <summary>An array or list begins; it is closed by <see cref="EndLazily"/>.</summary>
    void BeginLazily(CollectionModel model, int count)
    {
        if ((_pending & Pending.Lazy) != 0)
            EnterCollection(model, GraphPart.Items, model.Build.Kind == BuildKind.Array ? count : -1);
        else
            _wrappedNumbers!.Push(0);
    }

    void EnterCollection(CollectionModel model, GraphPart part, int count = -1)
    {
        object value = _pendingObject!;
        Enter(part, IsMadeLate(model.Build), count);
        _pendingComparer = CollectionComparers.CodeOf(model, value);
        if (_pendingComparer != ComparerCode.Default)
            _pending |= Pending.Comparer;
    }

    /// <summary>An array of bytes is a value to the shapes, and an object to those who share it.</summary>
    void BytesLazily(byte[] value)
    {
        if (ReferenceLazily(value))
            return;
        if ((_pending & Pending.Lazy) != 0)
            Enter(GraphPart.Value, isMadeLate: true);
        else
            _wrappedNumbers!.Push(0);
        WriteBytes(value);
        EndLazily();
    }

    void EndLazily()
    {
        int number = _wrappedNumbers!.Pop();
        if (number > 0)
            _entries![number - 1].End = _out.Position;
    }

    /// <summary>All that was written, with the identities that are needed.</summary>
    public readonly byte[] ToArray() => _profile.IsLazy && _profile.Options.Indented
        ? JsonBeautifier.Indent(_ids == 0 ? _out.Written : WithIdentities(), _profile.Options)
        : _ids == 0 ? _out.ToArray() : WithIdentities();

    /// <summary>
    /// The whole text, which may have to wait for the identities in it: it is made first, and copied only where something is put in.
    /// </summary>
    public readonly void SendTo(OutputTarget target) =>
        target.Write(_ids != 0 || (_profile.IsLazy && _profile.Options.Indented) ? ToArray() : _out.Written);

    readonly byte[] WithIdentities()
    {
        var inserts = new List<(int At, int Order, string Text)>();
        foreach (var entry in _entries.AsSpan(0, _numbers!.Count))
        {
            if (entry.Id == 0)
                continue;
            var written = _out.Written;
            string length = entry.ContainsItself && entry.Count >= 0 ? $"\"$length\":{entry.Count}," : "";
            // Items that have other metadata stand in an object already.
            if (entry.Part == GraphPart.Value || (entry.Part == GraphPart.Items && written[entry.Start] != (byte)'{'))
            {
                inserts.Add(
                    (entry.Start, inserts.Count,
                        $"{{\"$id\":\"{entry.Id}\",{length}\"{(entry.Part == GraphPart.Items ? "$values" : "$value")}\":"));
                inserts.Add((entry.End, -1, "}"));
            }
            else
            {
                inserts.Add(
                    (entry.Start + 1, inserts.Count, $"\"$id\":\"{entry.Id}\"{(written[entry.Start + 1] == (byte)'}' ? "" : ",")}{length}"));
            }
        }
        return Insert(_out.Written, inserts);
    }

    static byte[] Insert(ReadOnlySpan<byte> written, List<(int At, int Order, string Text)> inserts)
    {
        // What ends somewhere ends before what begins there; a value that is carried begins before its carrier.
        inserts.Sort(static (a, b) => a.At != b.At ? a.At.CompareTo(b.At) : a.Order.CompareTo(b.Order));
        byte[] result = new byte[written.Length + inserts.Sum(i => i.Text.Length)];
        int from = 0, to = 0;
        foreach (var (at, _, text) in inserts)
        {
            written[from..at].CopyTo(result.AsSpan(to));
            to += at - from;
            from = at;
            to += Encoding.ASCII.GetBytes(text, result.AsSpan(to));
        }
        written[from..].CopyTo(result.AsSpan(to));
        return result;
    }

    /// <summary>
    /// A value of a declared base type, where types are not kept: objects are refused, collections are what they are declared as.
    /// </summary>
    bool WritesAsDeclared(object value, TypeModel declared)
    {
        if (declared is ObjectModel)
        {
            if (!_keepsTypes && _typeNames == JsonTypeNames.None)
                Refusals.UnknownSubtype(value, declared);
            return false;
        }
        return declared is CollectionModel
            && ((!_keepsTypes && _typeNames == JsonTypeNames.None) || (_keepsTypes && value.GetType() == Merging.TargetOf(declared))
            || FrameworkClasses.PublicTypeOf(value.GetType()) == declared.Type
            || declared.Convention.ModelOf(TypeToTell(value)) is CollectionModel { Build.Kind: BuildKind.None });
    }

    /// <summary>Whether its text has a point or an exponent.</summary>
    static bool SaysDouble(double number)
    {
        // From here to there it depends on the digits.
        const double Plain = 1e15, Exponent = 1e17;
        if (number != Math.Truncate(number) || Math.Abs(number) >= Exponent)
            return true;
        Span<byte> text = stackalloc byte[Utf8Floats.MaxDoubleLength];
        return Math.Abs(number) >= Plain && text[..Utf8Floats.WriteDouble(ref text[0], number)].Contains((byte)'E');
    }

    void WriteDeclared(object value, TypeModel declared)
    {
        if (!Reference(value))
            Codecs<JsonSink, JsonSource>.Of(declared).WriteExactObject(ref this, value);
    }

    /// <summary>A value with its type; null, strings, bools, ints and doubles with a point say theirs by themselves.</summary>
    void WriteTyped(object value, TypeModel declared)
    {
        switch (value)
        {
            case bool truth:
                Boolean(truth);
                return;
            case int number:
                Int32(number);
                return;
            case double number when double.IsFinite(number) && SaysDouble(number):
                Double(number);
                return;
        }
        var type = TypeToTell(value);
        var model = type == typeof(object) ? declared : declared.Convention.ModelOf(type);
        if (model is DynamicModel && type != typeof(object))
            throw HasNone(type);
        string name = GraphTypes.Of(_root!).NameOf(model is DynamicModel ? type : model.Type, _profile.Options.Types)
            ?? throw new NotSupportedException(
            $"A '{type}' stands where '{declared.Type}' is declared, and could not be read back: it is not declared anywhere in '{_root!.Type}'. " +
            $"Register it: JsonOptions.Graph with {{ Types = JsonTypes.None.With<{PlainSubtypes.NameFor(type)}>() }}.");
        if (model is ObjectModel)
        {
            if (Reference(value))
                return;
            _pending |= Pending.Type;
            (_pendingName, _pendingType) = ("$type", name);
            Codecs<JsonSink, JsonSource>.Of(model).WriteExactObject(ref this, value);
            return;
        }
        if (type == typeof(object) && Reference(value))
            return;
        if ((_pending & Pending.Lazy) != 0)
            Enter(GraphPart.Object, isMadeLate: false);
        _out.Put((byte)'{');
        _depth++;
        WriteMetadata();
        Separate('{');
        _out.Write("\"$type\""u8);
        Colon();
        WriteText(name);
        if (type != typeof(object))
        {
            Separate('{');
            _out.Write("\"$value\""u8);
            Colon();
            WriteTold(value, model);
        }
        Close('{', '}');
    }

    /// <summary>The type by which a value is known: not the class that a FrozenSet has within the framework.</summary>
    static Type TypeToTell(object value) => value.GetType() is var type && FrameworkClasses.PublicTypeOf(type) is { } known ? known : type;

    /// <summary>A value whose type is told, which is none that stands where another is declared.</summary>
    void WriteTold(object value, TypeModel model)
    {
        if (model.Type == value.GetType() || model is not CollectionModel)
            Codecs<JsonSink, JsonSource>.Of(model).WriteObject(ref this, value);
        else
            WriteDeclared(value, model);
    }
}
