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
        if (next != (byte)'[')
            return source.NodeScalar();
        source.Take();
        return ReadArray(ref source);
    }

    static NodeObject ReadObject(ref JsonSource source)
    {
        source.EnterNode();
        var result = new NodeObject();
        for (bool first = true; JsonRowReader.NextName(ref source, first); first = false)
        {
            string name = source.Name();
            if (source.RefusesDuplicates && result.Contains(name))
                source.FailDuplicate(name);
            // The last of two wins, in the place of the first.
            result[name] = Read(ref source);
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
