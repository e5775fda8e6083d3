namespace Isomer.Fuzz.Mutating;

/// <summary>A part of an input that means something.</summary>
/// <param name="Kind">Parts of one kind can stand for one another: values, members, elements, fields.</param>
/// <param name="Parent">The part around it whose length is written before it; -1 if there is none.</param>
/// <param name="LengthAt">Where the length of this part is written; -1 if it has none.</param>
readonly record struct Part(int Start, int End, int Kind, int Parent = -1, int LengthAt = -1)
{
    public int Length => End - Start;
}

/// <summary>How inputs of a language are taken apart. Damaged input is taken apart as far as it goes.</summary>
abstract class Structure
{
    /// <summary>Words of the language and values at the borders of what it allows.</summary>
    public abstract IReadOnlyList<byte[]> Words { get; }

    public abstract void Find(ReadOnlySpan<byte> input, List<Part> parts);

    /// <summary>What a part becomes deep inside of others of its kind.</summary>
    public abstract byte[] Nest(ReadOnlySpan<byte> part, int kind, int depth, Rng random);

    /// <summary>A length as the language writes it, where parts have any.</summary>
    public virtual byte[] Length(int length) => [];

    /// <summary>How many bytes the length at a place takes.</summary>
    public virtual int LengthSize(ReadOnlySpan<byte> input, int at) => 0;

    /// <summary>What must be right for the rest to be looked at: a checksum.</summary>
    public virtual byte[] Finish(byte[] input) => input;

    protected static byte[][] Texts(params string[] words) => [.. words.Select(System.Text.Encoding.UTF8.GetBytes)];

    /// <summary>Inputs with a part exchanged, and with the lengths of all that is around it put right.</summary>
    public byte[] Replace(byte[] input, List<Part> parts, int index, ReadOnlySpan<byte> with)
    {
        Part part = parts[index];
        return Lengthen(Splice(input, part.Start, part.End, with), parts, part, with.Length - part.Length, index);
    }

    byte[] Lengthen(byte[] input, List<Part> parts, Part part, int grown, int index)
    {
        for (int around = part.LengthAt >= 0 ? index : part.Parent; around >= 0; around = parts[around].Parent)
        {
            Part holder = parts[around];
            if (holder.LengthAt < 0)
                continue;
            byte[] length = Length(holder.Length + grown);
            int old = LengthSize(input, holder.LengthAt);
            input = Splice(input, holder.LengthAt, Math.Min(holder.LengthAt + old, input.Length), length);
            grown += length.Length - old;
        }
        return input;
    }

    public static byte[] Splice(byte[] input, int start, int end, ReadOnlySpan<byte> with)
    {
        byte[] result = new byte[input.Length - (end - start) + with.Length];
        input.AsSpan(0, start).CopyTo(result);
        with.CopyTo(result.AsSpan(start));
        input.AsSpan(end).CopyTo(result.AsSpan(start + with.Length));
        return result;
    }
}
