using global::Google.Protobuf;
using Isomer.Calls;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;
using Made = Isomer.Tests.Everything;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>A closed hierarchy as a oneof of messages in its owner, as Google's generated code has it.</summary>
public class ProtobufCasesTests
{
    [ProtobufContract]
    public class Drawing
    {
        [ProtobufMember(1, Name = "title")] public string? Title { get; set; }
        [ProtobufCase(2, typeof(Circle)), ProtobufCase(3, typeof(Square)), ProtobufCase(4, typeof(Word))] public IShape? Shape { get; set; }
        [ProtobufMember(5, OneOf = "Shape", Name = "free")] public string? Free { get; set; }
        [ProtobufMember(6, Name = "z")] public int Z { get; set; }
    }

    public interface IShape;

    public abstract class Round : IShape;

    [ProtobufContract(Name = "Circle", IgnoreUnknownSubTypes = true)]
    public class Circle : Round
    {
        [ProtobufMember(1, Name = "radius")] public double Radius { get; set; }
    }

    public class Dot : Circle;

    [ProtobufContract]
    public class Square : IShape
    {
        [ProtobufMember(1, Name = "side")] public int Side { get; set; }
        [ProtobufMember(2, Name = "marks", IsPacked = true)] public int[]? Marks { get; set; }
    }

    [ProtobufContract]
    public record Word([property: ProtobufMember(1)] string Text) : IShape;

    public class Triangle : IShape;

    static Made.Drawing Theirs(Random random)
    {
        var drawing = new Made.Drawing { Title = random.Next(2) == 0 ? "" : "t" + random.Next(9), Z = random.Next(3) };
        switch (random.Next(5))
        {
            case 0:
                drawing.Circle = new() { Radius = random.Next(3) };
                break;
            case 1:
                drawing.Square = new() { Side = random.Next(3), Marks = { Enumerable.Range(0, random.Next(2) * random.Next(2, 4)) } };
                break;
            case 2:
                drawing.Word = new() { Text = "w" + random.Next(9) };
                break;
            case 3:
                drawing.Free = "f" + random.Next(9);
                break;
        }
        return drawing;
    }

    [Fact]
    public void The_bytes_are_those_of_Googles_code_and_many_in_a_row_are_merged_alike()
    {
        var random = new Random(3);
        foreach (var tier in Tiers())
            for (int run = 0; run < 400; run++)
            {
                byte[] bytes = Theirs(random).ToByteArray();
                Assert.Equal(bytes, Protobuf.Serialize(Protobuf.Deserialize<Drawing>(bytes, tier), tier));
                // Each again and again is one message, in which the last of the oneof counts, and the same ones add up.
                bytes = [.. Enumerable.Range(0, random.Next(2, 5)).SelectMany(_ => Theirs(random).ToByteArray())];
                var theirs = Made.Drawing.Parser.ParseFrom(bytes);
                foreach (var ours in new[] { Protobuf.Deserialize<Drawing>(bytes, tier),
                    Protobuf.Deserialize<Drawing>(new Drip(bytes), tier) })
                    Assert.Equal(theirs, Made.Drawing.Parser.ParseFrom(Protobuf.Serialize(ours, tier)));
            }
    }

    [Fact]
    public void Filling_merges_the_same_case_and_replaces_another_as_Googles_code_does()
    {
        var random = new Random(5);
        foreach (var tier in Tiers())
            for (int run = 0; run < 400; run++)
            {
                var theirs = new Made.Drawing();
                var ours = new Drawing();
                for (int piece = random.Next(2, 6); piece > 0; piece--)
                {
                    byte[] bytes = [.. Enumerable.Range(0, random.Next(1, 3)).SelectMany(_ => Theirs(random).ToByteArray())];
                    var (before, was) = (ours.Shape, theirs.ShapeCase);
                    theirs.MergeFrom(bytes);
                    Assert.Same(ours, random.Next(2) == 0 ? Protobuf.Fill(ours, bytes, tier) : Protobuf.Merge(ours, new Drip(bytes), tier));
                    Assert.Equal(theirs, Made.Drawing.Parser.ParseFrom(Protobuf.Serialize(ours, tier)));
                    // The object itself stays, where its case came again and no other between.
                    if (before is not null && CasesIn(bytes).All(c => c == (int)was))
                        Assert.Same(before, ours.Shape);
                }
            }
    }

    static IEnumerable<int> CasesIn(byte[] bytes)
    {
        var input = new CodedInputStream(bytes);
        for (uint tag; (tag = input.ReadTag()) != 0; input.SkipLastField())
            if (WireFormat.GetTagFieldNumber(tag) is >= 2 and <= 5 and var number)
                yield return number;
    }

    [Fact]
    public void What_is_filled_may_be_of_a_type_derived_from_a_case_or_of_none()
    {
        foreach (var tier in Tiers())
        {
            var dot = new Dot { Radius = 2 };
            var drawing = new Drawing { Shape = dot };
            Protobuf.Fill(drawing, Convert.FromHexString("1200"), tier);
            Assert.Same(dot, drawing.Shape);
            Assert.Equal(2, dot.Radius);
            Protobuf.Fill(drawing, Convert.FromHexString("1209" + "09000000000000F03F"), tier);
            Assert.Same(dot, drawing.Shape);
            Assert.Equal(1, dot.Radius);
            drawing.Shape = new Triangle();
            Protobuf.Fill(drawing, Convert.FromHexString("1A020801"), tier);
            Assert.Equal(1, Assert.IsType<Square>(drawing.Shape).Side);
        }
    }

    [Fact]
    public void Its_JSON_is_Googles()
    {
        var random = new Random(4);
        var text = new JsonFormatter(JsonFormatter.Settings.Default);
        for (int run = 0; run < 100; run++)
        {
            var theirs = Theirs(random);
            var ours = Protobuf.Deserialize<Drawing>(theirs.ToByteArray());
            string json = Protobuf.ToJson(ours);
            Assert.Equal(theirs,
                Made.Drawing.Parser.ParseJson(
                    json.Replace("\"Circle\"", "\"circle\"", StringComparison.Ordinal)
                        .Replace("\"Square\"", "\"square\"", StringComparison.Ordinal)
                            .Replace("\"Word\"", "\"word\"", StringComparison.Ordinal)
                                .Replace("\"Text\"", "\"text\"", StringComparison.Ordinal)));
            Assert.Equal(Protobuf.Serialize(ours), Protobuf.Serialize(Protobuf.FromJson<Drawing>(json)));
            Assert.Equal(Json.ParseNode(json)!.ToString()!.ToUpperInvariant(),
                Json.ParseNode(text.Format(theirs))!.ToString()!.ToUpperInvariant());
        }
        var e = Assert.Throws<WireFormatException>(() => Protobuf.FromJson<Drawing>("""{"Circle":{"radius":1},"Square":{}}"""));
        Assert.Contains("oneof 'Shape'", e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Its_schema_has_the_oneof() =>
        Assert.Contains("oneof Shape {\n    Circle Circle = 2;\n    Square Square = 3;\n    Word Word = 4;\n    string free = 5;\n  }",
            Protobuf.GetProto<Drawing>(), StringComparison.Ordinal);

    [Fact]
    public void A_value_of_another_type_is_its_nearest_case_or_refused()
    {
        foreach (var tier in Tiers())
        {
            var back = Protobuf.Deserialize<Drawing>(Protobuf.Serialize(new Drawing { Shape = new Dot { Radius = 2 } }, tier), tier);
            Assert.Equal(typeof(Circle), back.Shape!.GetType());
            back = Protobuf.Fill(new Drawing { Shape = new Word("old"), Free = "old" }, Convert.FromHexString("1A020801"), tier);
            Assert.Equal(1, ((Square)back.Shape!).Side);
            Assert.Null(back.Free);
        }
        NotSupported(new Drawing { Shape = new Triangle() }, "Drawing.Shape", "Triangle", "[ProtobufCase]");
        NotSupported(new Drawing { Shape = new Word("a"), Free = "b" }, "'Shape'", "both 'Shape' and 'Free'");
    }

    [ProtobufContract] public class Plain { [ProtobufMember(1)] public int A { get; set; } }
    [ProtobufContract] public class Derived : Plain { [ProtobufMember(1)] public int B { get; set; } }
    [ProtobufContract] public class Loses { [ProtobufCase(1, typeof(Derived))] public Plain? X { get; set; } }
    [ProtobufContract] public class Wrong { [ProtobufCase(1, typeof(Word))] public Plain? X { get; set; } }
    [ProtobufContract] public class Twice { [ProtobufCase(1, typeof(Plain)), ProtobufCase(2, typeof(Plain))] public Plain? X { get; set; } }
    [ProtobufContract]
    public class Clash { [ProtobufCase(1, typeof(Word)), ProtobufCase(1, typeof(Square))] public IShape? X { get; set; } }

    [Fact]
    public void What_cannot_be_is_refused_at_first_use()
    {
        NotSupported(new Loses(), "Loses.X", "Derived", "Plain", "members of its own");
        NotSupported(new Wrong(), "Wrong.X", "Word");
        NotSupported(new Twice(), "Twice.X", "Plain", "twice");
        NotSupported(new Clash(), "Word", "Square", "same field number 1");
    }

    public class Bare { public int Id { get; set; } public IShape? Shape { get; set; } }

    [Fact]
    public void Cases_are_registered_in_code_too()
    {
        var model = new ProtobufModel();
        model.Add<Bare>().Add(1, "Id").AddCase<Circle>(7, "Shape").AddCase<Square>(8, "Shape");
        var options = new ProtobufOptions { Convention = model.Build() };
        byte[] bytes = Protobuf.Serialize(new Bare { Id = 1, Shape = new Square { Side = 5 } }, options);
        Assert.Equal("0801" + "42020805", Convert.ToHexString(bytes));
        Assert.Equal(5, ((Square)Protobuf.Deserialize<Bare>(bytes, options).Shape!).Side);
    }

    [ProtobufContract]
    public class Choice
    {
        [ProtobufMember(1, OneOf = "pick")] public string? Text { get; set; }
        [ProtobufMember(2, OneOf = "pick")] public int Number { get; set; }
        [ProtobufMember(3, OneOf = "pick")] public int? Maybe { get; set; }
        [ProtobufMember(4, OneOf = "pick")] public Plain? Message { get; set; }
        [ProtobufMember(5)] public Choice? Inner { get; set; }
        [ProtobufMember(6, OneOf = "other")] public bool Truth { get; set; }
        [ProtobufMember(7, OneOf = "other")] public List<int>? NotInIt { get; set; }
    }

    [Fact]
    public void Two_of_a_oneof_are_not_written()
    {
        Is("0A0161" + "3001", new Choice { Text = "a", Truth = true });
        Is("0A00", new Choice { Text = "" });
        Is("1005" + "2A03" + "0A0162", new Choice { Number = 5, Inner = new Choice { Text = "b" } });
        NotSupported(new Choice { Text = "a", Number = 1 }, "'pick'", "'Text'", "'Number'", "Choice");
        NotSupported(new Choice { Text = "", Maybe = 0 }, "'Text'", "'Maybe'");
        NotSupported(new Choice { Maybe = 1, Message = new() }, "'Maybe'", "'Message'");
        NotSupported(new Choice { Number = 1, Inner = new() { Text = "a", Message = new() } }, "'Text'", "'Message'");
        // A stream gets nothing of it twice either, nor do groups.
        Assert.Throws<NotSupportedException>(
            () => Protobuf.Serialize(Stream.Null, new Choice { Text = new string('x', 200_000), Message = new() }));
        Assert.Throws<NotSupportedException>(() => Protobuf.Serialize(new Choice { Text = "a", Message = new() }, ProtobufOptions.Grouped));
        // And the memory that is lent is as good as before.
        Is("0A0161", new Choice { Text = "a" });
    }

    [ProtobufContract, ProtobufInclude(9, typeof(Upper))]
    public class Lower
    {
        [ProtobufMember(1, OneOf = "a")] public string? A { get; set; }
        [ProtobufMember(2, OneOf = "a")] public string? B { get; set; }
    }

    [ProtobufContract]
    public class Upper : Lower
    {
        [ProtobufMember(1, OneOf = "a")] public string? C { get; set; }
        [ProtobufMember(2, OneOf = "a")] public string? D { get; set; }
    }

    [Fact]
    public void Each_layer_has_its_own_oneofs()
    {
        Is("4A03" + "0A0163" + "0A0161", new Upper { A = "a", C = "c" });
        NotSupported(new Upper { A = "a", B = "b" }, "'A'", "'B'");
        NotSupported(new Upper { C = "c", D = "d", A = "a" }, "'C'", "'D'");
        NotSupported(new List<Lower> { new Upper { C = "c" }, new() { A = "a" }, new() { A = "a", B = "b" } }, "'A'", "'B'");
    }

    [ProtobufContract]
    public class Specified
    {
        [ProtobufMember(1, OneOf = "x")] public int A { get; set; }
        public bool ASpecified { get; set; }
        [ProtobufMember(2, OneOf = "x")] public string? B { get; set; }
        public bool BSpecified { get; set; }
    }

    [Theory]
    [InlineData("0800", "0800")]
    [InlineData("0805120161", "120161")]
    [InlineData("1201610805", "0805")]
    [InlineData("12016108051200", "1200")]
    public void Companions_are_taken_back_with_their_members(string read, string written)
    {
        foreach (var tier in Tiers())
        {
            var value = Protobuf.Deserialize<Specified>(Convert.FromHexString(read), tier);
            Assert.NotEqual(value.ASpecified, value.BSpecified);
            Assert.Equal(written, Convert.ToHexString(Protobuf.Serialize(value, tier)));
        }
        NotSupported(new Specified { ASpecified = true, BSpecified = true, B = "" }, "'A'", "'B'");
    }
}
