using System.Globalization;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer;

/// <summary>Reads any JSON into nodes; depth is bounded by the source.</summary>
internal static class JsonNodeReader
{
    public static Node? Read(ref JsonSource source)
    {
        byte next = source.PeekByte();
        bool opened = source.TakeOpened();
        if (opened || next == (byte)'{')
        {
            if (!opened)
                source.Take();
            return ReadObject(ref source);
        }
        if (next == (byte)'[')
        {
            source.Take();
            return ReadArray(ref source);
        }
        object? scalar = source.Dynamic(s_object);
        return scalar is null ? null : new NodeValue(scalar);
    }

    static readonly TypeModel s_object = Conventions.Convention.Plain.ModelOf(typeof(object));

    static NodeObject ReadObject(ref JsonSource source)
    {
        source.EnterNode();
        var result = new NodeObject();
        for (bool first = true; source.PeekByte() != (byte)'}'; first = false)
        {
            if (!first)
            {
                if (source.PeekByte() != (byte)',')
                    source.FailHere("',' or '}'");
                source.Take();
                if (source.TrailingCommas && source.PeekByte() == (byte)'}')
                    break;
            }
            string name = source.Name();
            result.Add(name, Read(ref source));
        }
        source.Take();
        source.LeaveNode();
        return result;
    }

    static NodeArray ReadArray(ref JsonSource source)
    {
        source.EnterNode();
        var result = new NodeArray();
        for (int i = 0; source.NextItem(i, -1); i++)
            result.Items.Add(Read(ref source));
        source.LeaveNode();
        return result;
    }
}

/// <summary>Writes nodes as JSON.</summary>
internal readonly struct JsonNodeWriter(TypeModel any)
{
    public void Write(ref JsonSink sink, Node? node)
    {
        switch (node)
        {
            case null:
                sink.Null();
                break;
            case NodeValue value:
                sink.Dynamic(value.Value, any);
                break;
            case NodeArray array:
                sink.BeginArray(any, array.Items.Count);
                for (int i = 0; i < array.Items.Count; i++)
                {
                    sink.Item(i);
                    Write(ref sink, array.Items[i]);
                }
                sink.EndArray(any);
                break;
            case NodeObject o:
                var map = any.Convention.ModelOf(typeof(Dictionary<string, object>));
                sink.BeginMap(map, o.Members.Count);
                for (int i = 0; i < o.Members.Count; i++)
                {
                    sink.Key(map, i);
                    sink.String(o.Members[i].Key);
                    sink.MapValue(map);
                    Write(ref sink, o.Members[i].Value);
                }
                sink.EndMap(map, o.Members.Count);
                break;
        }
    }
}
