using Isomer.Formats;

namespace Isomer;

/// <summary>
/// A payload of BinaryFormatter as records, without any type of it: names, members and items, read where they are asked for. What
/// <see cref="Nrbf.Read"/> gives.
/// </summary>
/// <remarks>
/// A value is null, a primitive, a string, a <see cref="NrbfClassRecord"/> or an <see cref="NrbfArrayRecord"/>; an object that is referred
/// to twice is the same record twice. Not for several threads at once: what has been read is kept.
/// </remarks>
public sealed class NrbfDocument
{
    readonly byte[] _payload;
    readonly int _longest;
    readonly NrbfIndex _index;
    readonly Dictionary<int, object> _values = [];
    readonly Dictionary<int, NrbfClassHeader> _headers = [];

    internal NrbfDocument(byte[] payload, NrbfOptions options, NrbfIndex? outer = null)
    {
        _payload = payload;
        _longest = options.Limits.MaxStringLength;
        _index = NrbfIndex.Of(payload, options, outer);
        var bytes = new NrbfBytes(payload, 17);
        var parts = new NrbfMessageParts();
        if (NrbfRemoting.Read(ref bytes, parts))
            Message = new NrbfMessage(parts, !_index.HasRoot ? [] : Root is NrbfArrayRecord array ? array.Items : [Root]);
    }

    /// <summary>
    /// The object that was serialized; of a message of remoting the array of what does not stand in the message itself, or the message.
    /// </summary>
    public object Root => _index.HasRoot ? Placed(() => At(_index.OffsetOf(_index.Root, 1))) : Message!;

    /// <summary>The call or return that remoting wrote; null in what a formatter wrote by itself.</summary>
    public NrbfMessage? Message { get; }

    /// <summary>Every object of the payload that has a number (structs within others have one below 0, or none): in no order.</summary>
    public IEnumerable<object> Objects => _index.Ids.Select(id => Placed(() => At(_index.OffsetOf(id, 1))));

    /// <summary>An error with the format's name: what is read late fails late.</summary>
    internal static T Placed<T>(Func<T> read)
    {
        try
        {
            return read();
        }
        catch (WireFormatException e)
        {
            e.Format ??= Nrbf.FormatName;
            e.Path ??= "$";
            throw;
        }
    }

    internal NrbfBytes Bytes(int at) => new(_payload, at);

    /// <summary>The object whose record stands here.</summary>
    internal object At(int start)
    {
        if (_values.TryGetValue(start, out object? known))
            return known;
        var bytes = Bytes(start);
        object made = bytes.Peek() switch
        {
            NrbfRecord.String => Text(ref bytes),
            NrbfRecord.PrimitiveArray or NrbfRecord.ObjectArray or NrbfRecord.StringArray or NrbfRecord.Array =>
                new NrbfArrayRecord(this, start),
            _ => new NrbfClassRecord(this, start) is var record && NrbfFramework.PrimitiveOf(record) is { } primitive ? primitive : record,
        };
        _values.Add(start, made);
        return made;
    }

    string Text(ref NrbfBytes bytes)
    {
        bytes.Byte();
        bytes.Int32();
        return bytes.String(_longest);
    }

    /// <summary>The value that stands here, and goes behind it. A run of nulls is its reader's.</summary>
    internal object? Value(ref NrbfBytes bytes, NrbfKind kind, NrbfPrimitive primitive)
    {
        if (kind == NrbfKind.Primitive)
            return NrbfBoxes.Read(ref bytes, primitive);
        bytes.SkipLibraries();
        int start = bytes.At;
        switch (bytes.Peek())
        {
            case NrbfRecord.Null:
                bytes.At++;
                return null;
            case NrbfRecord.Reference:
                bytes.At++;
                return At(_index.OffsetOf(bytes.Int32(), start));
            case NrbfRecord.PrimitiveTyped:
                bytes.At++;
                return NrbfBoxes.Read(ref bytes, bytes.Primitive());
            case NrbfRecord.String:
                object text = At(start);
                bytes.At += 5;
                bytes.Text();
                return text;
            default:
                bytes.At = _index.EndOf(start);
                return At(start);
        }
    }

    /// <summary>What the items of the array are whose head has been read up to there.</summary>
    internal NrbfMemberType ItemOf(ref NrbfBytes bytes) => NrbfMemberType.Read(ref bytes, _index, "", bytes.Kind());

    /// <summary>What the class record that stands here says of its members, or the one that it refers to.</summary>
    internal NrbfClassHeader HeaderOf(int start)
    {
        if (_headers.TryGetValue(start, out var known))
            return known;
        var bytes = Bytes(start);
        if (bytes.Peek() != NrbfRecord.ClassWithId)
            return _headers[start] = bytes.Peek() is NrbfRecord.SystemClassWithMembers or NrbfRecord.ClassWithMembers
                ? NrbfClassHeader.OfDeclared(ref bytes, _index, start)
                : NrbfClassHeader.Read(ref bytes, _index);
        bytes.At += 5;
        return HeaderOf(_index.OffsetOf(bytes.Int32(), start));
    }
}
