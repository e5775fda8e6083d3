using System.Runtime.CompilerServices;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Nodes;
using Isomer.Shapes;

namespace Isomer;

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
        public bool IsWrapped;
    }

    public static bool KeepsRuntimeTypes => true;

    /// <summary>Untyped keys keep their types too, as pairs.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    readonly JsonKeys KeysOf(TypeModel map) => JsonMapForm.KeysOf(map) is var keys && keys == JsonKeys.Dynamic && _keepsTypes ? JsonKeys.Pairs : keys;

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
        ref var entry = ref _entries![number - 1];
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

    /// <summary>The object that was announced begins here, with a brace or (wrapped) a bracket.</summary>
    void Enter(bool isWrapped)
    {
        _pending &= ~Pending.Lazy;
        int number = _numbers!.Add(_pendingObject!, _place, _hash);
        _pendingObject = null;
        if (_entries is null || number > _entries.Length)
            Array.Resize(ref _entries, Math.Max(64, number * 2));
        _entries[number - 1] = new GraphEntry { Start = _out.Position, IsWrapped = isWrapped };
        if (isWrapped)
            _wrappedNumbers!.Push(number);
    }

    /// <summary>An array or list begins; it is closed by <see cref="EndLazily"/>.</summary>
    void BeginLazily(Build build)
    {
        bool isReferable = build.Kind is BuildKind.List or BuildKind.Add;
        if ((_pending & Pending.Lazy) != 0 && isReferable)
            Enter(isWrapped: true);
        else
            _wrappedNumbers!.Push(0);
        // What is made only when its items are there cannot be referred to, and is written again.
        _pending &= ~Pending.Lazy;
    }

    void EndLazily()
    {
        int number = _wrappedNumbers!.Pop();
        if (number > 0)
            _entries![number - 1].End = _out.Position;
    }

    /// <summary>All that was written, with the identities that are needed.</summary>
    public readonly byte[] ToArray()
    {
        if (_ids == 0)
            return _out.ToArray();
        var inserts = new List<(int At, bool IsEnd, string Text)>();
        foreach (var entry in _entries.AsSpan(0, _numbers!.Count))
        {
            if (entry.Id == 0)
                continue;
            var written = _out.Written;
            if (entry.IsWrapped)
            {
                inserts.Add((entry.Start, false, $"{{\"$id\":\"{entry.Id}\",\"$values\":"));
                inserts.Add((entry.End, true, "}"));
            }
            else
            {
                inserts.Add((entry.Start + 1, false, $"\"$id\":\"{entry.Id}\"{(written[entry.Start + 1] == (byte)'}' ? "" : ",")}"));
            }
        }
        return Insert(_out.Written, inserts);
    }

    static byte[] Insert(ReadOnlySpan<byte> written, List<(int At, bool IsEnd, string Text)> inserts)
    {
        // What ends somewhere ends before what begins there.
        inserts.Sort(static (a, b) => a.At != b.At ? a.At.CompareTo(b.At) : b.IsEnd.CompareTo(a.IsEnd));
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

    /// <summary>A value of a declared base type, where types are not kept: objects are refused, collections are what they are declared as.</summary>
    bool WritesAsDeclared(object value, TypeModel declared)
    {
        if (declared is ObjectModel)
        {
            if (!_keepsTypes)
                Refusals.UnknownSubtype(value, declared);
            return false;
        }
        return declared is CollectionModel && (!_keepsTypes || value.GetType() == Merging.TargetOf(declared)
            || declared.Convention.ModelOf(value.GetType()) is CollectionModel { Build.Kind: BuildKind.None });
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
            case double number when double.IsFinite(number) && (number != Math.Truncate(number) || Math.Abs(number) >= 1e15):
                Double(number);
                return;
        }
        var type = value.GetType();
        var model = type == typeof(object) ? declared : declared.Convention.ModelOf(type);
        string name = GraphTypes.Of(_root!).NameOf(model is DynamicModel ? type : model.Type, _profile.Options.Types) ?? throw new NotSupportedException(
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
            Enter(isWrapped: false);
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
            Codecs<JsonSink, JsonSource>.Of(model).WriteObject(ref this, value);
        }
        Close('{', '}');
    }
}
