using Isomer.Model;
using Isomer.Nodes;
using Isomer.Shapes;

namespace Isomer.Custom;

/// <summary>Nodes as events, for a format that has a form for values without types.</summary>
public static class NodeEvents
{
    /// <summary>
    /// Writes a node: objects as maps of names, arrays as lists, and each value through <see cref="FormatWriter{TTraits}.Dynamic"/>, which
    /// is given scalars and nodes there.
    /// </summary>
    /// <param name="writer">Where to.</param>
    /// <param name="node">What is written.</param>
    /// <param name="declared">The model of object, or of Node.</param>
    public static void WriteNode<TTraits>(this FormatWriter<TTraits> writer, Node? node, TypeModel declared)
        where TTraits : struct, IClassTraits
    {
        ArgumentNullException.ThrowIfNull(declared);
        var sink = new WriterSink<TTraits>(writer);
        NodeWriter<WriterSink<TTraits>>.Write(ref sink, node, declared);
    }
}
