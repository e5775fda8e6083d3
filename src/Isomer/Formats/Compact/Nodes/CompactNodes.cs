using Isomer.Formats;
using Isomer.Nodes;
using Isomer.Wire;

namespace Isomer;

/// <summary>Reading without CLR types.</summary>
public static partial class Compact
{
    /// <summary>
    /// Any payload as a node, by the layout that it carries: for tools, and to turn Compact into JSON
    /// (<c>Json.Serialize(Compact.ParseNode(bytes))</c>). Null for null.
    /// </summary>
    /// <remarks>
    /// <para>
    /// With <see cref="CompactSchema.Embedded"/> members, subtypes and enum values have their names; with
    /// <see cref="CompactSchema.Hashed"/> members are called <c>#</c> and eight hexadecimal digits, and enums are numbers.
    /// Scalars keep their CLR kind. A subtype has the member <c>$type</c> first.
    /// </para>
    /// <para>
    /// An object that is referred to again is the same node. A node is never inside of itself: where an object refers to one
    /// that contains it, there is <c>{"$ref": id}</c>, and that object has <c>$id</c>, as in JSON with references preserved.
    /// </para>
    /// </remarks>
    /// <exception cref="WireFormatException">
    /// The payload is damaged; or it has <see cref="CompactSchema.Fingerprint"/>, which says nothing about its types; or it
    /// is no tree that could be written out: a collection contains itself, or shared objects would make it huge.
    /// </exception>
    public static Node? ParseNode(ReadOnlySpan<byte> payload, CompactOptions? options = null) => ParseNode(payload, options, null);

    static Node? ParseNode(ReadOnlySpan<byte> payload, CompactOptions? options, NodePlaces? places)
    {
        if (!BitConverter.IsLittleEndian)
            throw BigEndian();
        options ??= CompactOptions.Default;
        CompactFrame frame;
        CompactLayout layout;
        try
        {
            frame = CompactHeader.Open(payload, out layout);
        }
        catch (WireFormatException e)
        {
            AtHeader(e);
            throw;
        }
        var reader = new CompactNodeReader(layout, frame, options, payload, places);
        Exception error;
        try
        {
            return reader.Read();
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            error = e;
        }
        // Not within the catch: until that is left, the stack of what failed is still in use, and it may be deep.
        throw CompactErrors.Wrap(error, reader.Position, payload, frame, layout, null, options);
    }
}
