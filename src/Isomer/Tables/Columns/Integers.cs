using System.Buffers;
using System.Runtime.Intrinsics;

namespace Isomer.Tabular;

/// <summary>How a list of integers is packed.</summary>
internal enum IntegerForm
{
    /// <summary>All are the same.</summary>
    Constant,
    /// <summary>A start, and multiples of a step above it, in as many bits as the largest needs.</summary>
    Packed,
    /// <summary>Differences from one to the next as a start, and multiples of a step above it.</summary>
    Delta,
    /// <summary>Each once, with how often it comes in a row.</summary>
    Runs,
    /// <summary>The different ones, and the place of each among them.</summary>
    Places,
}

/// <summary>
/// Lists of integers, which is what nearly every column is made of: numbers, dates, scaled decimals, bits of doubles, lengths, places. The
/// form is the one that takes the fewest bytes; all are measured, without writing those of constant, packed and delta.
/// </summary>
/// <remarks>How many there are is known to both ends, and nothing is made here that is longer than that.</remarks>
internal static class Integers
{
    /// <summary>Of all forms the smallest; of two of one size the simpler one.</summary>
    public static void Write(PackedWriter to, ReadOnlySpan<long> numbers) => Write(to, numbers, isInner: false);

    static void Write(PackedWriter to, ReadOnlySpan<long> numbers, bool isInner)
    {
        if (numbers.Length < 2)
        {
            WriteConstant(to, numbers.Length == 0 ? 0 : numbers[0]);
            return;
        }
        var shape = new IntegerShape(numbers);
        if (shape.Changes == 0)
        {
            WriteConstant(to, numbers[0]);
            return;
        }
        long packed = PackedSize(numbers.Length, shape), delta = DeltaSize(numbers, shape);
        long best = Math.Min(packed, delta);
        int start = to.Count;
        if (!isInner && IntegerRuns.MayPay(numbers.Length, shape.Changes))
        {
            IntegerRuns.Write(to, numbers, shape.Changes + 1);
            if (to.Count - start < best)
                best = to.Count - start;
            else
                to.CutTo(start);
        }
        if (!isInner && IntegerPlaces.MayPay(numbers.Length, best))
        {
            // The runs stay until it is known whether the places are fewer bytes.
            int before = to.Count;
            if (IntegerPlaces.TryWrite(to, numbers, best))
            {
                best = to.Count - before;
                to.KeepLast(start, before);
            }
        }
        if (to.Count > start)
            return;
        if (packed <= delta)
            WritePacked(to, numbers, shape);
        else
            WriteDelta(to, numbers, shape);
    }

    /// <summary>In this form, whatever it takes: tests. False where the numbers cannot be.</summary>
    public static bool TryWrite(PackedWriter to, ReadOnlySpan<long> numbers, IntegerForm form)
    {
        var shape = numbers.Length < 2 ? default : new IntegerShape(numbers);
        switch (form)
        {
            case IntegerForm.Constant when numbers.Length < 2 || shape.Changes == 0:
                WriteConstant(to, numbers.Length == 0 ? 0 : numbers[0]);
                return true;
            case IntegerForm.Packed when numbers.Length >= 2:
                WritePacked(to, numbers, shape);
                return true;
            case IntegerForm.Delta when numbers.Length >= 2:
                WriteDelta(to, numbers, shape);
                return true;
            case IntegerForm.Runs when numbers.Length >= 2:
                IntegerRuns.Write(to, numbers, shape.Changes + 1);
                return true;
            case IntegerForm.Places when numbers.Length >= 2:
                return IntegerPlaces.TryWrite(to, numbers, long.MaxValue);
            default:
                return false;
        }
    }

    public static void WriteInner(PackedWriter to, ReadOnlySpan<long> numbers) => Write(to, numbers, isInner: true);

    public static void WriteConstant(PackedWriter to, long number)
    {
        to.Byte((int)IntegerForm.Constant);
        to.Signed(number);
    }

    static int WidthOf(in IntegerShape shape) => BitPacking.Width(shape.Range / shape.Step);

    static int DeltaWidthOf(in IntegerShape shape) => BitPacking.Width((ulong)(shape.GreatestDelta - shape.LeastDelta) / shape.Step);

    static long PackedSize(int count, in IntegerShape shape) =>
        2 + PackedWriter.SizeOfSigned(shape.Least) + Formats.CompactVarint.Length(shape.Step) + BitPacking.Bytes(count, WidthOf(shape));

    static long DeltaSize(ReadOnlySpan<long> numbers, in IntegerShape shape) => !HasDeltas(shape) ? long.MaxValue
        : 2 + PackedWriter.SizeOfSigned(numbers[0]) + PackedWriter.SizeOfSigned(shape.LeastDelta) + Formats.CompactVarint.Length(shape.Step)
            + BitPacking.Bytes(numbers.Length - 1, DeltaWidthOf(shape));

    /// <summary>Differences that go round the end of 64 bits are in an order of their own, and may be no multiples of the step.</summary>
    static bool HasDeltas(in IntegerShape shape) => shape.Range <= long.MaxValue;

    static void WritePacked(PackedWriter to, ReadOnlySpan<long> numbers, in IntegerShape shape)
    {
        int bits = WidthOf(shape);
        to.Byte((int)IntegerForm.Packed);
        to.Signed(shape.Least);
        to.Varint(shape.Step);
        to.Byte(bits);
        ulong[] places = ArrayPool<ulong>.Shared.Rent(numbers.Length);
        Quotients(numbers, shape.Least, shape.Step, places);
        BitPacking.Pack(places.AsSpan(0, numbers.Length), bits, to.Take((int)BitPacking.Bytes(numbers.Length, bits)));
        ArrayPool<ulong>.Shared.Return(places);
    }

    /// <summary>How many steps each is above the least.</summary>
    static void Quotients(ReadOnlySpan<long> numbers, long least, ulong step, Span<ulong> to)
    {
        int i = 0;
        if (step == 1)
        {
            var start = Vector256.Create(least);
            for (; Vector256.IsHardwareAccelerated && i <= numbers.Length - Vector256<long>.Count; i += Vector256<long>.Count)
                (Vector256.Create(numbers[i..]) - start).AsUInt64().CopyTo(to[i..]);
        }
        var by = new ExactDivision(step);
        for (; i < numbers.Length; i++)
            to[i] = by.Divide((ulong)(numbers[i] - least));
    }

    static void WriteDelta(PackedWriter to, ReadOnlySpan<long> numbers, in IntegerShape shape)
    {
        // Without a step where the differences are of another order.
        ulong step = HasDeltas(shape) ? shape.Step : 1;
        int bits = HasDeltas(shape) ? DeltaWidthOf(shape) : 64;
        to.Byte((int)IntegerForm.Delta);
        to.Signed(numbers[0]);
        to.Signed(shape.LeastDelta);
        to.Varint(step);
        to.Byte(bits);
        int count = numbers.Length - 1;
        ulong[] deltas = ArrayPool<ulong>.Shared.Rent(count);
        var by = new ExactDivision(step);
        for (int i = 0; i < count; i++)
            deltas[i] = by.Divide((ulong)(numbers[i + 1] - numbers[i] - shape.LeastDelta));
        BitPacking.Pack(deltas.AsSpan(0, count), bits, to.Take((int)BitPacking.Bytes(count, bits)));
        ArrayPool<ulong>.Shared.Return(deltas);
    }

    public static void Read(ref PackedReader from, Span<long> numbers) => Read(ref from, numbers, isInner: false);

    public static void ReadInner(ref PackedReader from, Span<long> numbers) => Read(ref from, numbers, isInner: true);

    static void Read(ref PackedReader from, Span<long> numbers, bool isInner)
    {
        int form = from.Byte();
        switch ((IntegerForm)form)
        {
            case IntegerForm.Constant:
                numbers.Fill(from.Signed());
                return;
            case IntegerForm.Packed:
                ReadPacked(ref from, numbers, from.Signed());
                return;
            case IntegerForm.Delta when numbers.Length > 0:
                ReadDelta(ref from, numbers);
                return;
            case IntegerForm.Runs when !isInner:
                IntegerRuns.Read(ref from, numbers);
                return;
            case IntegerForm.Places when !isInner:
                IntegerPlaces.Read(ref from, numbers);
                return;
            default:
                throw from.Wrong($"{form} is no form of {numbers.Length} integers here");
        }
    }

    static void ReadPacked(ref PackedReader from, Span<long> numbers, long start)
    {
        long step = (long)from.Varint();
        int bits = from.Byte();
        if (!BitPacking.IsWidth(bits))
            throw from.Wrong($"a width of {bits} bits");
        BitPacking.Unpack(from.Take(BitPacking.Bytes(numbers.Length, bits)), bits, numbers, start, step);
    }

    static void ReadDelta(ref PackedReader from, Span<long> numbers)
    {
        long here = numbers[0] = from.Signed();
        ReadPacked(ref from, numbers[1..], from.Signed());
        for (int i = 1; i < numbers.Length; i++)
            numbers[i] = here += numbers[i];
    }
}
