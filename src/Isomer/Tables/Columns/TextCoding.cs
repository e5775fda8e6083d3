using System.Buffers;

namespace Isomer.Tabular;

/// <summary>How a list of texts is packed.</summary>
internal enum TextForm
{
    /// <summary>The lengths, then all characters.</summary>
    Plain,
    /// <summary>The different ones, and the place of each among them.</summary>
    Places,
    /// <summary>Numbers, and the pieces of text around them.</summary>
    Parts,
    /// <summary>How many characters are those of the text before, and the rest.</summary>
    Front,
}

/// <summary>
/// Texts. Where they repeat, each stands once; where they are made of numbers (telephones, addresses, codes) the numbers are lists of
/// integers. What is smallest is taken, but for one thing: texts that repeat are one object in memory, so they may be a little larger.
/// </summary>
internal sealed class TextCoding : ColumnCoding<string?>
{
    const long MostChars = 1 << 28;

    /// <summary>Places may be so much larger than parts, in hundredths.</summary>
    const int Preference = 115;

    public override void Write(PackedWriter to, ReadOnlySpan<string?> values)
    {
        if (!TryWrite(to, values))
            throw new NotSupportedException($"The texts of a column have {MostChars} characters and more.");
    }

    public override bool TryWrite(PackedWriter to, ReadOnlySpan<string?> values)
    {
        long[] lent = ArrayPool<long>.Shared.Rent(Math.Max(1, values.Length));
        var places = lent.AsSpan(0, values.Length);
        // Each text is touched once for its length, its hash and its place.
        string[]? different = TextPlaces.Index(values, places, out long length);
        bool isWritten = length < MostChars;
        if (isWritten)
            to.PadTo(PackedBounds.BytesFor(Write(to, values, length, different, places)));
        ArrayPool<long>.Shared.Return(lent);
        return isWritten;
    }

    /// <summary>The characters that a reader makes of fewer bytes, which are bounded.</summary>
    static long Write(PackedWriter to, ReadOnlySpan<string?> values, long length, string[]? repeated, ReadOnlySpan<long> places)
    {
        int start = to.Count;
        long best = long.MaxValue, chars = 0;
        int different = values.Length;
        if (repeated is not null)
        {
            different = repeated.Length;
            long made = WritePlaces(to, repeated, places);
            (best, chars) = (Math.Max(to.Count - start, PackedBounds.BytesFor(made)), made);
        }
        int before = to.Count;
        // Where each comes three times there is little to gain by taking them apart, and much time to lose.
        if (different * 3 > values.Length && TextParts.TryWrite(to, values, out long ofParts))
        {
            long size = Math.Max(to.Count - before, PackedBounds.BytesFor(ofParts));
            if (best == long.MaxValue || size * Preference < best * 100)
            {
                to.KeepLast(start, before);
                (best, chars) = (size, ofParts);
            }
            else
            {
                to.CutTo(before);
            }
        }
        // The other two have a byte at least for each character that they write. So they are not written where that is seen to be more
        // before: 8,000 texts that repeat took 0.9 ms, and take 0.4.
        if (best < values.Length)
            return chars;
        before = to.Count;
        if (TextFront.TryWrite(to, values, out long ofFront, best))
        {
            long size = Math.Max(to.Count - before, PackedBounds.BytesFor(ofFront));
            if (size < best)
            {
                to.KeepLast(start, before);
                (best, chars) = (size, ofFront);
            }
            else
            {
                to.CutTo(before);
            }
        }
        before = to.Count;
        if (best < long.MaxValue && length >= best)
            return chars;
        to.Byte((int)TextForm.Plain);
        TextPlain.Write(to, values, []);
        if (to.Count - before < best)
        {
            to.KeepLast(start, before);
            chars = 0;
        }
        else
        {
            to.CutTo(before);
        }
        return chars;
    }

    static long LengthOf(ReadOnlySpan<string?> values)
    {
        long length = 0;
        foreach (string? value in values)
            length += value!.Length;
        return length;
    }

    static long WritePlaces(PackedWriter to, string[] different, ReadOnlySpan<long> places)
    {
        to.Byte((int)TextForm.Places);
        to.Varint((ulong)different.Length);
        long chars = Write(to, different, LengthOf(different), repeated: null, places: []);
        Integers.Write(to, places);
        return chars;
    }

    /// <summary>In this form, whatever it takes: tests. False where the texts cannot be.</summary>
    public static bool TryWrite(PackedWriter to, ReadOnlySpan<string?> values, TextForm form)
    {
        long chars = 0;
        switch (form)
        {
            case TextForm.Places:
                long[] places = new long[values.Length];
                chars = WritePlaces(to, TextPlaces.Index(values, places, out _, isForced: true)!, places);
                break;
            case TextForm.Parts:
                if (!TextParts.TryWrite(to, values, out chars))
                    return false;
                break;
            case TextForm.Front:
                if (!TextFront.TryWrite(to, values, out chars, long.MaxValue, isForced: true))
                    return false;
                break;
            default:
                to.Byte((int)TextForm.Plain);
                TextPlain.Write(to, values, []);
                break;
        }
        to.PadTo(PackedBounds.BytesFor(chars));
        return true;
    }

    public override void Read(ref PackedReader from, Span<string?> values)
    {
        int form = from.Byte();
        if (form == (int)TextForm.Places)
            TextPlaces.Read(ref from, values);
        else
            Read(ref from, form, values);
    }

    /// <summary>Of any form but places.</summary>
    public static void Read(ref PackedReader from, int form, Span<string?> values)
    {
        switch ((TextForm)form)
        {
            case TextForm.Plain:
                TextPlain.Read(ref from, values);
                break;
            case TextForm.Parts:
                TextParts.Read(ref from, values);
                break;
            case TextForm.Front:
                TextFront.Read(ref from, values);
                break;
            default:
                throw from.Wrong($"{form} is no form of texts here");
        }
    }
}
