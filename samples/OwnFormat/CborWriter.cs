using System.Buffers;

namespace OwnFormat;

/// <summary>The writing end: objects, collections, subtypes and references. CborWriter.Scalars has the values.</summary>
sealed partial class CborWriter(FormatOutput output, CborOptions options) : FormatWriter
{
    readonly bool _sorts = options.Sorted && options.References == References.None;
    readonly Dictionary<object, int>? _seen = options.References == References.None ? null : new(ReferenceEqualityComparer.Instance);

    // The entries of all maps that are open, innermost last, and where those of each begin.
    readonly List<Entry> _entries = [];
    readonly Stack<(int Start, int FirstEntry)> _open = [];

    /// <summary>An entry of a map: where its key begins and where it ends.</summary>
    record struct Entry(int Start, int KeyEnd);

    void Head(int major, ulong argument) => output.Advance(Major.Write(output.GetSpan(9), major, argument));

    public override MemberTable BeginObject(TypeModel model)
    {
        Open();
        // The place of the head; more than one byte are needed from 24 members on.
        output.WriteByte(0);
        return CborTable.Of(model);
    }

    public override void Member(MemberTable table, int index)
    {
        int start = output.Length;
        output.Write(((CborTable)table).Keys[index]);
        _entries.Add(new(start, output.Length));
    }

    public override void NullMember(MemberTable table, int index)
    {
        if (!options.OmitNulls)
            base.NullMember(table, index);
    }

    public override void EndObject(MemberTable table)
    {
        var (start, first) = _open.Peek();
        int count = _entries.Count - first;
        if (_sorts)
            Sort(first);
        Close();
        Span<byte> head = stackalloc byte[9];
        head = head[..Major.Write(head, Major.Map, (ulong)count)];
        output.Insert(start, head.Length - 1);
        head.CopyTo(output.Written[start..]);
    }

    public override void BeginArray(TypeModel model, int count)
    {
        output.Enter();
        Head(Major.Array, (ulong)count);
    }

    public override void EndArray(TypeModel model) => output.Leave();

    public override void BeginMap(TypeModel model, int count)
    {
        Open();
        Head(Major.Map, (ulong)count);
    }

    public override void Key(TypeModel model, int index) => _entries.Add(new(output.Length, 0));
    public override void MapValue(TypeModel model) => _entries[^1] = _entries[^1] with { KeyEnd = output.Length };

    public override void EndMap(TypeModel model, int count)
    {
        if (_sorts)
            Sort(_open.Peek().FirstEntry);
        Close();
    }

    void Open()
    {
        output.Enter();
        _open.Push((output.Length, _entries.Count));
    }

    void Close()
    {
        int first = _open.Pop().FirstEntry;
        _entries.RemoveRange(first, _entries.Count - first);
        output.Leave();
    }

    /// <summary>Puts the entries of the innermost map in the order of their keys' bytes; two of one key are an error.</summary>
    void Sort(int first)
    {
        var entries = System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_entries)[first..];
        bool inOrder = true;
        for (int i = 1; i < entries.Length; i++)
            inOrder &= Compare(entries[i - 1], entries[i]) < 0;
        if (inOrder)
            return;
        int begin = entries[0].Start, length = output.Length - begin;
        var order = new (Entry Entry, int End)[entries.Length];
        for (int i = 0; i < order.Length; i++)
            order[i] = (entries[i], i + 1 < order.Length ? entries[i + 1].Start : output.Length);
        Array.Sort(order, (a, b) => Compare(a.Entry, b.Entry));
        for (int i = 1; i < order.Length; i++)
            if (Compare(order[i - 1].Entry, order[i].Entry) == 0)
                throw new NotSupportedException($"Two keys of a map have one form in CBOR ({Convert.ToHexString(KeyOf(order[i].Entry))}).");
        byte[] before = ArrayPool<byte>.Shared.Rent(length);
        var content = output.Written[begin..];
        content.CopyTo(before);
        foreach (var (entry, end) in order)
        {
            before.AsSpan(entry.Start - begin, end - entry.Start).CopyTo(content);
            content = content[(end - entry.Start)..];
        }
        ArrayPool<byte>.Shared.Return(before);
    }

    Span<byte> KeyOf(Entry entry) => output.Written[entry.Start..entry.KeyEnd];

    int Compare(Entry a, Entry b) => KeyOf(a).SequenceCompareTo(KeyOf(b));
    public override void Null() => output.WriteByte(Major.Null);

    /// <summary>27(["name", value]): an object of a type that is named.</summary>
    public override void Subtype(TypeModel declared, int index)
    {
        Head(Major.Tag, 27);
        Head(Major.Array, 2);
        String(CborSubtypes.NameOf(declared.Subtypes[index]));
    }

    /// <summary>28(value) may be referred to later; 29(n) is the n-th of those.</summary>
    public override bool Reference(object value)
    {
        if (_seen is null)
            return false;
        bool known = _seen.TryGetValue(value, out int number);
        if (!known)
            _seen.Add(value, _seen.Count);
        Head(Major.Tag, known ? 29u : 28u);
        if (known)
            Head(Major.Unsigned, (ulong)number);
        return known;
    }

    public override void Dynamic(object? value, TypeModel declared)
    {
        if (value is null)
            Null();
        else if (value is Node node)
            this.WriteNode(node, declared);
        else if (CborSubtypes.IndexOf(declared, value.GetType()) is var index and >= 0)
            WriteSubtype(value, declared, index);
        else if ((declared.Type == typeof(object) && value.GetType() != typeof(object)) || declared.Type.IsAssignableTo(typeof(Node)))
            Value(declared.Convention.ModelOf(value.GetType()), value);
        else
            throw new NotSupportedException(
                $"A '{value.GetType()}' stands where '{declared.Type}' is declared: its type would be lost. Declare it with [Subtype].");
    }

    void WriteSubtype(object value, TypeModel declared, int index)
    {
        if (Reference(value))
            return;
        Subtype(declared, index);
        ExactValue(declared.Subtypes[index].Model, value);
    }
}

/// <summary>Names of subtypes: as they were registered, or by their number, or the type's own.</summary>
static class CborSubtypes
{
    public static string NameOf(Subtype subtype) =>
        subtype.Name ?? subtype.Number?.ToString(System.Globalization.CultureInfo.InvariantCulture) ?? subtype.Type.Name;

    public static int IndexOf(TypeModel declared, Type type) => IndexOf(declared, s => s.Type == type);

    public static int IndexOf(TypeModel declared, string name) => IndexOf(declared, s => NameOf(s) == name);

    static int IndexOf(TypeModel declared, Func<Subtype, bool> isIt)
    {
        for (int i = 0; i < declared.Subtypes.Length; i++)
            if (isIt(declared.Subtypes[i]))
                return i;
        return -1;
    }
}
