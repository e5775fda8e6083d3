namespace Isomer.Cli.Converting.Shards;

/// <summary>
/// A part of a file of lines, by its bytes: each line is of the part in which it begins, whatever its length, so that every line is
/// of just one part and a part may be empty.
/// </summary>
static class LineRange
{
    public static (long Start, long End) Of(Stream file, Shard shard) =>
        (LineFrom(file, shard.Number - 1, shard.Count), LineFrom(file, shard.Number, shard.Count));

    /// <summary>Where the first line begins at or behind a part's first byte.</summary>
    static long LineFrom(Stream file, int part, int count)
    {
        long length = file.Length, place = (long)((Int128)length * part / count);
        if (place == 0 || place == length)
            return place;
        // The byte before it may be the line feed that ends the line before.
        file.Position = --place;
        byte[] buffer = new byte[1 << 16];
        while (true)
        {
            int read = file.Read(buffer);
            if (read == 0)
                return length;
            int end = buffer.AsSpan(0, read).IndexOf((byte)'\n');
            if (end >= 0)
                return place + end + 1;
            place += read;
        }
    }
}
