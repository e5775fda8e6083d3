using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Tabular;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>Columns that are packed: each form, each type, and what damaged ones do.</summary>
public class PackedColumnTests
{
    public static TheoryData<Type> Types =>
        [typeof(bool), typeof(char), typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long),
            typeof(ulong), typeof(Half), typeof(TimeSpan),
        typeof(DateOnly), typeof(TimeOnly), typeof(DateTime), typeof(DateTimeOffset), typeof(float), typeof(double), typeof(decimal),
        typeof(Guid), typeof(Int128), typeof(UInt128), typeof(string), typeof(byte[])];

    static void RoundTrip<T>(int seed)
    {
        var random = new PackedColumns(seed);
        int records = random.Count();
        var values = (T[])random.Of(typeof(T), records);
        bool[] areNull = random.Nulls(records);
        var (items, nulls) = Split(values, areNull);
        var coding = ColumnCodings.Of<T>()!;
        byte[] packed = ColumnPacking.Pack(new PackedWriter(), coding, items, nulls, records)!;
        var (readItems, readNulls) = ColumnPacking.Unpack(coding, packed, records);
        Assert.True(SameBits(items, readItems), $"{typeof(T)}, seed {seed}, {records} records: not the same");
        Assert.Equal(nulls, readNulls);
    }

    static bool SameBits<T>(T[] a, T[] b) =>
        a.Length == b.Length && (RuntimeHelpers.IsReferenceOrContainsReferences<T>() || typeof(T) == typeof(DateTimeOffset)
        ? a.Zip(b).All(p => TableDifference.Same(p.First, p.Second))
        : Bytes(a).SequenceEqual(Bytes(b)));

    static ReadOnlySpan<byte> Bytes<T>(T[] items) =>
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<T, byte>(ref MemoryMarshal.GetArrayDataReference(items)),
            items.Length * Unsafe.SizeOf<T>());

    static (T[] Items, byte[]? Nulls) Split<T>(T[] values, bool[] areNull)
    {
        if (!typeof(T).IsValueType)
            return ([.. values.Select((v, i) => areNull[i] ? default! : v)], null);
        byte[]? nulls = null;
        for (int i = 0; i < values.Length; i++)
            if (areNull[i])
                (nulls ??= new byte[(values.Length + 7) / 8])[i / 8] |= (byte)(1 << (i % 8));
        return ([.. values.Where((_, i) => !areNull[i])], nulls);
    }

    [Theory, MemberData(nameof(Types))]
    public void Every_type_comes_back(Type type)
    {
        var roundTrip = typeof(PackedColumnTests).GetMethod(nameof(RoundTrip),
            System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static)!.MakeGenericMethod(type)
                .CreateDelegate<Action<int>>();
        for (int seed = 0; seed < 250; seed++)
            roundTrip(seed);
    }

    /// <summary>Few letters and digits: pieces that begin alike, end elsewhere, or are missing in one text.</summary>
    [Fact]
    public void Texts_of_parts_that_are_nearly_alike_come_back()
    {
        int written = 0;
        for (int seed = 0; seed < 20_000; seed++)
        {
            var random = new Random(seed);
            string shape = new([.. Enumerable.Range(0, random.Next(1, 7)).Select(_ => "ab1-"[random.Next(4)])]);
            string?[] texts = new string?[random.Next(2, 12)];
            for (int i = 0; i < texts.Length; i++)
            {
                // Digits differ; now and then one character more or less.
                texts[i] = new([.. shape.Select(c => c == '1' ? (char)('0' + random.Next(10)) : c)]);
                if (random.Next(8) == 0)
                    texts[i] = texts[i]!.Insert(random.Next(texts[i]!.Length + 1), "ab1"[random.Next(3)].ToString());
            }
            var to = new PackedWriter();
            if (!TextCoding.TryWrite(to, texts, TextForm.Parts))
                continue;
            written++;
            string?[] back = new string?[texts.Length];
            var from = new PackedReader(to.Written.ToArray());
            new TextCoding().Read(ref from, back);
            Assert.True(texts.SequenceEqual(back), $"seed {seed}: {string.Join(", ", texts)} became {string.Join(", ", back)}");
        }
        Assert.True(written > 2000, $"{written}");
    }

    [Fact]
    public void Every_form_of_integers_comes_back()
    {
        int[] written = new int[5];
        for (int seed = 0; seed < 1000; seed++)
        {
            var random = new PackedColumns(seed);
            long[] numbers = random.Integers(random.Count());
            long smallest = long.MaxValue;
            foreach (var form in Enum.GetValues<IntegerForm>())
            {
                var to = new PackedWriter();
                if (!Integers.TryWrite(to, numbers, form))
                    continue;
                written[(int)form]++;
                smallest = Math.Min(smallest, to.Count);
                Same(numbers, to);
            }
            var chosen = new PackedWriter();
            Integers.Write(chosen, numbers);
            Same(numbers, chosen);
            // Many different numbers are not tried as places.
            Assert.True(chosen.Count <= smallest || numbers.Distinct().Count() > numbers.Length / 2 || numbers.Length < 16,
                $"seed {seed}: {chosen.Count} bytes, and {smallest} in another form");
        }
        Assert.All(written, w => Assert.True(w > 50));

        static void Same(long[] numbers, PackedWriter to)
        {
            var from = new PackedReader(to.Written);
            long[] read = new long[numbers.Length];
            Integers.Read(ref from, read);
            Assert.Equal(numbers, read);
            Assert.Equal(0, from.Left);
        }
    }

    [Fact]
    public void Every_form_of_texts_comes_back()
    {
        int[] written = new int[4];
        for (int seed = 0; seed < 1000; seed++)
        {
            var random = new PackedColumns(seed);
            string[] texts = random.Texts(random.Count());
            long smallest = long.MaxValue;
            foreach (var form in Enum.GetValues<TextForm>())
            {
                var to = new PackedWriter();
                if (!TextCoding.TryWrite(to, texts, form))
                    continue;
                written[(int)form]++;
                smallest = Math.Min(smallest, to.Count);
                var from = new PackedReader(to.Written);
                string?[] read = new string?[texts.Length];
                new TextCoding().Read(ref from, read);
                from.End();
                Assert.Equal(texts, read);
            }
            var chosen = new PackedWriter();
            Assert.True(new TextCoding().TryWrite(chosen, texts));
            // Texts that repeat are one object in memory, for which up to a third more is taken: where each comes three times nothing else
            // is tried. Of texts of no characters the places take four bytes more. Measured of 3,000 columns: 1.31.
            Assert.True(chosen.Count <= (smallest * 4 / 3) + 4, $"seed {seed}: {chosen.Count} bytes, and {smallest} in another form");
        }
        Assert.All(written, w => Assert.True(w > 50));
    }

    /// <summary>The smallest and largest, and what is one more than fits, in each width.</summary>
    [Fact]
    public void Bits_of_every_width()
    {
        for (int bits = 0; bits <= 64; bits++)
        {
            if (!BitPacking.IsWidth(bits))
                continue;
            ulong most = bits == 0 ? 0 : ulong.MaxValue >> (64 - bits);
            for (int count = 0; count < 40; count++)
            {
                ulong[] numbers = new PackedColumns(count).Fill(count,
                    i => (i % 3) switch { 0 => most, 1 => 0UL, _ => (ulong)i * 0x9E3779B97F4A7C15 & most });
                byte[] bytes = new byte[BitPacking.Bytes(count, bits)];
                BitPacking.Pack(numbers, bits, bytes);
                long[] read = new long[count];
                BitPacking.Unpack(bytes, bits, read, 0, 1);
                Assert.Equal(numbers, read.Select(r => (ulong)r));
            }
        }
    }

    /// <summary>A width that is never written is no way to say numbers, though some of them could be read (57: a mutant lived).</summary>
    [Fact]
    public void Other_widths_are_refused()
    {
        for (int bits = 0; bits <= byte.MaxValue; bits++)
        {
            var to = new PackedWriter();
            to.Byte((int)IntegerForm.Packed);
            to.Signed(7);
            to.Varint(1);
            to.Byte(bits);
            to.Take(256).Clear();
            string? refused = Refused(to.ToArray());
            if (bits <= 56 || bits == 64)
                Assert.Null(refused);
            else
                Assert.Contains($"a width of {bits} bits", refused, StringComparison.Ordinal);
        }

        static string? Refused(byte[] bytes)
        {
            long[] numbers = new long[8];
            try
            {
                var from = new PackedReader(bytes);
                Integers.Read(ref from, numbers);
                Assert.All(numbers, n => Assert.Equal(7, n));
                return null;
            }
            catch (WireFormatException e)
            {
                return e.Message;
            }
        }
    }

    static void Mutate<T>(int seed, Action<Exception> other)
    {
        var random = new PackedColumns(seed);
        int records = Math.Min(200, random.Count());
        var (items, nulls) = Split((T[])random.Of(typeof(T), records), random.Nulls(records));
        var coding = ColumnCodings.Of<T>()!;
        byte[] packed = ColumnPacking.Pack(new PackedWriter(), coding, items, nulls, records)!;
        var chance = new Random(seed);
        for (int i = 0; i < 60; i++)
        {
            byte[] damaged = [.. packed];
            for (int k = chance.Next(3); k >= 0 && damaged.Length > 0; k--)
                damaged[chance.Next(damaged.Length)] = (byte)chance.Next(256);
            if (chance.Next(4) == 0)
                damaged = damaged[..chance.Next(damaged.Length + 1)];
            try
            {
                ColumnPacking.Unpack(coding, damaged, chance.Next(8) == 0 ? chance.Next(1000) : records);
            }
            catch (WireFormatException)
            {
            }
            catch (Exception e)
            {
                other(e);
            }
        }
    }

    [Theory, MemberData(nameof(Types))]
    public void Damaged_columns_are_values_or_errors(Type type)
    {
        var mutate = typeof(PackedColumnTests).GetMethod(nameof(Mutate),
            System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static)!.MakeGenericMethod(type)
                .CreateDelegate<Action<int, Action<Exception>>>();
        for (int seed = 0; seed < 200; seed++)
            mutate(seed, e => Assert.Fail($"{type}, seed {seed}: {e}"));
    }
}
