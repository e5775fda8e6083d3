using Isomer.Nodes;

namespace Isomer.Formats;

/// <summary>Reads any JSON into nodes; depth is bounded by the source.</summary>
internal static class JsonNodeReader
{
    /// <summary>The value that comes next, and where it stands, for who asks.</summary>
    public static Node? Read(ref JsonSource source, NodePlaces? places = null)
    {
        byte next = source.PeekByte();
        int start = source.Position;
        Node? node;
        bool opened = source.TakeOpened();
        if (opened || next == (byte)'{')
        {
            if (!opened)
                source.Take();
            node = !opened && source.TryTypedScalar(out var scalar) ? scalar : ReadObject(ref source, places);
        }
        else if (next == (byte)'[')
        {
            source.Take();
            node = ReadArray(ref source, places);
        }
        else
        {
            node = source.NodeScalar();
        }
        if (places is not null && node is not null)
            places.Add(node, start, source.Position - start);
        return node;
    }

    static NodeObject ReadObject(ref JsonSource source, NodePlaces? places)
    {
        source.EnterNode();
        var result = new NodeObject();
        for (bool first = true; JsonRowReader.NextName(ref source, first); first = false)
        {
            string name = source.Name();
            if (source.RefusesDuplicates && result.Contains(name))
                source.FailDuplicate(name);
            // The last of two wins, in the place of the first.
            result[name] = Read(ref source, places);
        }
        source.Take();
        source.LeaveNode();
        return result;
    }

    static NodeArray ReadArray(ref JsonSource source, NodePlaces? places)
    {
        source.EnterNode();
        var result = new NodeArray();
        for (int i = 0; source.NextItem(i, -1); i++)
            result.Items.Add(Read(ref source, places));
        source.LeaveNode();
        return result;
    }
}
