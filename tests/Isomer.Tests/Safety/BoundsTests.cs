using System.Runtime.InteropServices;
using System.Text;
using Isomer.Conventions;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// Inputs that lie right before memory that cannot be read, and right behind it: one byte too far ends the process. Where
/// the system has no mmap of Linux, the inputs are read all the same.
/// </summary>
public sealed unsafe class BoundsTests : IDisposable
{
    const int Size = 1 << 16;
    const int Page = 1 << 16;
    const int ReadWrite = 3;
    const int PrivateAnonymous = 0x22;

    readonly byte* _memory;

    public BoundsTests()
    {
        if (!OperatingSystem.IsLinux())
            return;
        _memory = (byte*)Map(null, Size + (2 * Page), ReadWrite, PrivateAnonymous, -1, 0);
        Assert.Equal(0, Protect(_memory, Page, 0));
        Assert.Equal(0, Protect(_memory + Page + Size, Page, 0));
    }

    [Subtype(typeof(Leaf), "Leaf")]
    public class Tree
    {
        public string? Name { get; set; }

        public Tree? Left { get; set; }

        public object? Any { get; set; }

        public Guid Id { get; set; }

        public decimal Price { get; set; }

        public DateTimeOffset At { get; set; }

        public double[] Numbers { get; set; } = [];

        public Dictionary<int, TimeSpan> Map { get; set; } = [];

        public int AMemberNameThatIsLongerThanThirtyTwoBytes { get; set; }
    }

    public sealed class Leaf : Tree
    {
        public char Letter { get; set; } = 'x';
    }

    public void Dispose()
    {
        if (_memory is not null)
            Unmap(_memory, Size + (2 * Page));
    }

    [Fact]
    public void NoPrefixIsReadBeyondItsEnds()
    {
        var tree = new Leaf
        {
            Name = "a \"näme\" that is longer than one vector of thirty-two bytes",
            Left = new Leaf { Name = "b" },
            Id = Guid.Parse("01234567-89ab-cdef-0123-456789abcdef"),
            Price = 79228162514264337593543950335m,
            At = new DateTimeOffset(2024, 1, 2, 3, 4, 5, 678, TimeSpan.FromHours(-5)),
            Numbers = [1e300, 0.1, double.Epsilon],
            Map = new() { [-1] = TimeSpan.FromTicks(123_456_789) },
        };
        foreach (var tier in new[] { Convention.Plain, Convention.Plain.WithTier(ShapeTier.Reflection) })
        {
            foreach (var options in new JsonOptions[] { new(), new() { References = References.Preserve, TypeAnywhere = true },
                new() { Leniency = (JsonLeniency)7, Numbers = JsonNumbers.ReadFromString | JsonNumbers.NamedFloats } })
            {
                var json = options with { Convention = tier };
                EveryPrefix(Json.Serialize<Tree>(tree, json), bytes => Json.Deserialize<Tree>(bytes, json));
            }
            foreach (var options in new CompactOptions[] { new(),
                new() { References = References.Preserve, Schema = CompactSchema.Embedded }, new() { Schema = CompactSchema.Fingerprint } })
            {
                var compact = options with { Convention = tier };
                EveryPrefix(Compact.Serialize<Tree>(tree, compact), bytes => Compact.Deserialize<Tree>(bytes, compact));
                EveryPrefix(Compact.Serialize<Tree>(tree, compact), bytes => Compact.Deserialize<Leaf>(bytes, compact));
            }
        }
    }

    [Fact]
    public void NothingStandsBehindADiscriminatorsColon() =>
        EveryPrefix("""{"$type":"Leaf"}"""u8.ToArray(), bytes => Json.Deserialize<Tree>(bytes));

    public sealed class Texts
    {
        public string? Text { get; set; }

        public List<string> More { get; set; } = [];

        public DateTime Day { get; set; }

        public decimal Price { get; set; }

        public Guid Id { get; set; }

        public double[] Numbers { get; set; } = [];

        public List<bool> Flags { get; set; } = [];
    }

    static Texts TextsOf(string text) => new()
    {
        Text = text,
        More = ["", "b", "äö", text],
        Day = new(2024, 1, 2),
        Price = 12.5m,
        Id = Guid.Parse("01234567-89ab-cdef-0123-456789abcdef"),
        Numbers = [1, 0.1, 1e300],
        Flags = [true, false, true],
    };

    public static TheoryData<string> Lengths => ["x", Of(31), Of(32), Of(33), new string('ä', 16), Of(30) + "ä", Of(29) + "€"];

    static string Of(int length) => new('x', length);

    [Theory]
    [MemberData(nameof(Lengths))]
    public void NoPrefixOfProtobufOrXmlIsReadBeyondItsEnds(string text)
    {
        var value = TextsOf(text);
        foreach (var tier in new[] { ShapeTier.Auto, ShapeTier.Reflection })
        {
            var protobuf = new ProtobufOptions { Convention = Convention.Plain.WithTier(tier) };
            EveryPrefix(Protobuf.Serialize(value, protobuf), bytes => Protobuf.Deserialize<Texts>(bytes, protobuf));
            var xml = new XmlOptions { Convention = Convention.XmlAttributes.WithTier(tier) };
            EveryPrefix(Xml.Serialize(value, xml), bytes => Xml.Deserialize<Texts>(bytes, xml));
        }
        foreach (var form in new[] { ContractXmlForm.Text, ContractXmlForm.Binary })
        {
            var contract = new ContractXmlOptions { Form = form };
            EveryPrefix(ContractXml.Serialize(value, contract), bytes => ContractXml.Deserialize<Texts>(bytes, contract));
        }
    }

    [Fact]
    public void APairThatBeginsWithTheLastByteIsNotReadBeyondIt()
    {
        var options = new ProtobufOptions { Convention = Convention.Plain };
        // Field 1, 32 bytes, of which the last begins a character that does not come.
        byte[] bytes = [0x0A, 32, .. Enumerable.Repeat((byte)'x', 31), 0xC3];
        EveryPrefix(bytes, b => Protobuf.Deserialize<Texts>(b, options));
        Assert.Equal(new string('x', 31) + '\uFFFD', Protobuf.Deserialize<Texts>(bytes, options)!.Text);
    }

    delegate void Reader(ReadOnlySpan<byte> bytes);

    void EveryPrefix(byte[] bytes, Reader read)
    {
        for (int length = 0; length <= bytes.Length; length++)
        {
            foreach (int at in (ReadOnlySpan<int>)[Page, Page + Size - length])
            {
                var place = _memory is null ? new byte[length] : new Span<byte>(_memory + at, length);
                bytes.AsSpan(0, length).CopyTo(place);
                try
                {
                    read(place);
                }
                catch (WireFormatException e)
                {
                    Assert.True(e.Offset >= 0 && e.Offset <= length, Encoding.UTF8.GetString(place));
                }
            }
        }
    }

    [DllImport("libc", EntryPoint = "mmap")]
    static extern void* Map(void* address, nint length, int protection, int flags, int file, nint offset);

    [DllImport("libc", EntryPoint = "mprotect")]
    static extern int Protect(void* address, nint length, int protection);

    [DllImport("libc", EntryPoint = "munmap")]
    static extern int Unmap(void* address, nint length);
}
