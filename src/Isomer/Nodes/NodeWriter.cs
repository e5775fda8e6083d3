using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Nodes;

/// <summary>
/// Writes nodes into any sink: objects as the map of string to object that they are, arrays as lists of object, scalars by
/// their CLR type. Children go through <see cref="ISink.Dynamic"/>, where the sink tags them as it needs, and which hands
/// nodes back to this.
/// </summary>
internal static class NodeWriter<TSink> where TSink : struct, ISink, allows ref struct
{
    /// <summary>Writes the node; <paramref name="any"/> is the model of object, or of Node.</summary>
    public static void Write(ref TSink sink, Node? node, TypeModel any)
    {
        switch (node)
        {
            case null:
                sink.Null();
                break;
            case NodeValue value:
                sink.Dynamic(value.Value, any);
                break;
            case ForeignNode foreign:
                sink.Dynamic(foreign.Whole, any);
                break;
            case NodeArray array:
                var list = any.Convention.ModelOf(typeof(List<object>));
                sink.BeginArray(list, array.Count);
                for (int i = 0; i < array.Count; i++)
                {
                    sink.Item(i);
                    sink.Dynamic(array.Items[i], any);
                }
                sink.EndArray(list);
                break;
            case NodeObject o:
                var map = any.Convention.ModelOf(typeof(Dictionary<string, object>));
                if ((TSink.Traits & SinkTraits.KeepsComparers) != 0)
                    sink.Comparer(ComparerCode.Default);
                sink.BeginMap(map, o.Count);
                for (int i = 0; i < o.Count; i++)
                {
                    var (name, value) = o.Members[i];
                    sink.Key(map, i);
                    sink.String(name);
                    sink.MapValue(map);
                    sink.Dynamic(value, any);
                }
                sink.EndMap(map, o.Count);
                break;
        }
    }
}
