namespace Isomer.Tests.Formats.Containers;

/// <summary>Payloads of empty ArrayLists with a member that no ArrayList has, which is the next list.</summary>
static class LinkedLists
{
    const int Array = 1_000_000;

    /// <param name="lists">How many.</param>
    /// <param name="isRound">Whether the last refers to the first; else it refers to none.</param>
    public static byte[] Chained(int lists, bool isRound)
    {
        var stream = new MemoryStream();
        using var w = new BinaryWriter(stream);
        w.Write((byte)0);
        foreach (int part in (int[])[1, -1, 1, 0])
            w.Write(part);
        for (int i = 1; i <= lists; i++)
        {
            w.Write((byte)(i == 1 ? 4 : 1));
            w.Write(i);
            if (i == 1)
            {
                w.Write("System.Collections.ArrayList");
                w.Write(4);
                foreach (string member in (string[])["_items", "_size", "_version", "x"])
                    w.Write(member);
                w.Write((byte[])[5, 0, 0, 2, 8, 8]);
            }
            else
            {
                w.Write(1);
            }
            w.Write((byte)9);
            w.Write(Array);
            w.Write(0L);
            if (i == lists && !isRound)
            {
                w.Write((byte)10);
                continue;
            }
            w.Write((byte)9);
            w.Write(i == lists ? 1 : i + 1);
        }
        w.Write((byte)16);
        w.Write(Array);
        w.Write(0);
        w.Write((byte)11);
        return stream.ToArray();
    }
}
