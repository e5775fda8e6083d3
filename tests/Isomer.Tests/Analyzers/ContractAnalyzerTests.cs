using Xunit;

namespace Isomer.Tests.Analyzers;

/// <summary>
/// Each rule on more kinds of types than its page has: what is told of loses or is refused when the very program runs, and what is not told
/// of keeps.
/// </summary>
public class ContractAnalyzerTests
{
    const string Shapes = " public class Circle : Shape { public double R { get; set; } }";
    const string Drawing = "public class Drawing { public Shape? Shape { get; set; } }";

    static string Trip(string format, string type, string value, string test) =>
        $"var back = {format}.Deserialize<{type}>({format}.Serialize<{type}>({value})); return {test} ? 0 : 1;\n";

    static string DrawingBy(string format) =>
        Trip(format, "Drawing", "new Drawing { Shape = new Circle { R = 2 } }", "back.Shape is Circle { R: 2 }");

    public static TheoryData<string, string> Told => new()
    {
        { "ISO0001",
            Trip("Compact", "List<IShape>", "[new Circle()]", "back[0] is Circle")
                + "public interface IShape; public class Circle : IShape;" },
        { "ISO0001",
            Trip("Json", "Dictionary<string, Shape[]>", "new() { [\"a\"] = [new Circle { R = 2 }] }", "back[\"a\"][0] is Circle { R: 2 }")
                + "public abstract class Shape;" + Shapes },
        { "ISO0001", Trip("Json", "Shape", "new Circle { R = 2 }", "back is Circle { R: 2 }") + "public abstract class Shape;" + Shapes },
        { "ISO0001", DrawingBy("Xml") + "public abstract class Shape;" + Shapes + Drawing },
        { "ISO0001", DrawingBy("Xml") + "public interface Shape;" + Shapes + Drawing },
        { "ISO0001", DrawingBy("ContractXml") + "public abstract class Shape;" + Shapes + Drawing },
        { "ISO0001", DrawingBy("ContractJson") + "public interface Shape;" + Shapes + Drawing },
        // From the other side it counts only where a convention registers it.
        { "ISO0001",
            DrawingBy("Json")
                + "public abstract class Shape; [SubtypeOf(typeof(Shape), \"c\")] public class Circle : Shape { public double R { get; set; } }"
                + Drawing },
        { "ISO0001", Trip("Protobuf", "Drawing", "new Drawing { Shape = new Circle { R = 2 } }", "back.Shape is Circle { R: 2 }")
            + "[ProtobufContract] public abstract class Shape; [ProtobufContract] public class Circle : Shape { [ProtobufMember(1)] public double R { get; set; } } [ProtobufContract] public class Drawing { [ProtobufMember(1)] public Shape? Shape { get; set; } }" },
        // Two levels down, in a type that is declared as a subtype.
        { "ISO0001",
            Trip("Json", "Base", "new Derived { Shape = new Circle() }", "back is Derived { Shape: Circle }")
                + "[Subtype(typeof(Derived), \"d\")] public abstract class Base; public class Derived : Base { public Shape? Shape { get; set; } } public abstract class Shape;"
                + Shapes },

        { "ISO0002",
            Trip("Json", "Box", "Box.Of(7)", "back.Value == 7")
                + "public class Box { public Box() { } Box(int v) => Value = v; public static Box Of(int v) => new(v); public readonly int Value; }" },
        { "ISO0002",
            Trip("Json", "Box", "Box.Of(7)", "back.Value == 7")
                + "public class Box { public Box() { } Box(int v) => Value = v; public static Box Of(int v) => new(v); public int Value { get; } }" },
        { "ISO0002",
            Trip("Xml", "Box", "Box.Of(7)", "back.Value == 7")
                + "public class Box { public Box() { } Box(int v) => Value = v; public static Box Of(int v) => new(v); public int Value { get; } }" },
        { "ISO0002",
            Trip("Xml", "Box", "Box.Of(7)", "back.Value == 7")
                + "public class Box { public static Box Of(int v) => new() { Value = v }; public int Value { get; private set; } }" },
        { "ISO0002",
            Trip("ContractXml", "Box", "Box.Of(7)", "back.Value == 7")
                + "public class Box { public static Box Of(int v) => new() { Value = v }; public int Value { get; private set; } }" },
        { "ISO0002",
            Trip("Json", "Box", "Box.Of(7)", "back.Inner.Value == 7")
                + "public class Box { public static Box Of(int v) { var b = new Box(); b.Inner.Value = v; return b; } public Inner Inner { get; } = new(); } public class Inner { public int Value { get; set; } }" },

        // What a getter hands out is a field that no format carries of a class.
        { "ISO0002", Trip("Json", "Box", "Box.Of(7)", "back.Value == 7") + Hiding + "=> _v; }" },
        { "ISO0002", Trip("Compact", "Box", "Box.Of(7)", "back.Value == 7") + Hiding + "{ get { return this._v; } } }" },
        { "ISO0002", Trip("Xml", "Box", "Box.Of(7)", "back.Value == 7") + Hiding + "{ get => _v; } }" },

        { "ISO0003",
            Trip("Protobuf", "Log", "new Log { At = [DateTime.UtcNow] }", "back.At[0].Kind == DateTimeKind.Utc")
                + "[ProtobufContract] public class Log { [ProtobufMember(1)] public List<DateTime> At { get; set; } = []; }" },
        { "ISO0003",
            Trip("Protobuf", "Log", "new Log { At = DateTime.Now }", "back.At!.Value.Kind == DateTimeKind.Local")
                + "[ProtobufContract] public class Log { [ProtobufMember(1, DataFormat = ProtobufFormat.FixedSize)] public DateTime? At { get; set; } }" },

        { "ISO0004",
            Trip("Protobuf", "A", "new A { X = 1 }", "back.X == 1")
                + "[ProtobufContract, ProtobufInclude(1, typeof(B))] public class A { [ProtobufMember(1)] public int X { get; set; } } [ProtobufContract] public class B : A;" },
        { "ISO0004",
            Trip("Protobuf", "A", "new A { X = 1 }", "back.X == 1")
                + "[ProtobufContract, ProtobufReserved(3, 5)] public class A { [ProtobufMember(4)] public int X { get; set; } }" },
        { "ISO0004",
            Trip("Protobuf", "A", "new A { X = 1 }", "back.X == 1")
                + "[ProtobufContract] public class A { [ProtobufMember(0)] public int X { get; set; } }" },
        { "ISO0004",
            Trip("Protobuf", "A", "new A { X = 1 }", "back.X == 1")
                + "[ProtobufContract] public class A { [ProtobufMember(2)] public int X { get; set; } [ProtobufCase(2, typeof(C))] public S? S { get; set; } } public abstract class S; [ProtobufContract] public class C : S;" },

        { "ISO0005",
            Trip("Compact", "P", "new P(1)", "back.X == 1")
                + "public class P { public P(int x) => X = x; public P(string x) { } public int X { get; set; } }" },
        { "ISO0005",
            Trip("Json", "P", "P.Of(1)", "back.X == 1")
                + "public class P { P(int a) => X = a; public static P Of(int a) => new(a); public int X { get; set; } }" },
        { "ISO0005", Trip("Json", "P", "new P(1)", "back.X == 1") + "public class P(long x) { public int X { get; set; } = (int)x; }" },
        { "ISO0005", Trip("Xml", "P", "new P(1)", "back.X == 1") + "public class P(int x) { public int X { get; set; } = x; }" },
        { "ISO0005", Trip("ContractJson", "P", "new P(1)", "back.X == 1") + "public class P(int x) { public int X { get; set; } = x; }" },

        { "ISO0006",
            Trip("Protobuf", "A", "new A { X = 3 }", "back.X == 3")
                + "[ProtobufContract] public class A { [ProtobufMember(1), System.ComponentModel.DefaultValue(3)] public int X { get; set; } = 5; }" },
        { "ISO0006",
            Trip("Protobuf", "A", "new A { X = 3 }", "back.X == 3")
                + "[ProtobufContract] public class A { [ProtobufMember(1), System.ComponentModel.DefaultValue(3)] public int X { get; set; } }" },
        { "ISO0006",
            Trip("Protobuf", "A", "new A { X = 0 }", "back.X == 0")
                + "[ProtobufContract] public class A { [ProtobufMember(1)] public double X = 0.5; }" },
        { "ISO0006",
            Trip("Protobuf", "A", "new A { X = null }", "back.X == null")
                + "[ProtobufContract] public class A { [ProtobufMember(1)] public string? X { get; set; } = \"x\"; }" },
        { "ISO0006",
            Trip("Protobuf", "A", "new A { X = [9] }", "back.X is [9]")
                + "[ProtobufContract] public class A { [ProtobufMember(1)] public int[] X { get; set; } = [1, 2]; }" },
        { "ISO0006",
            Trip("Protobuf", "A", "new A { X = [9] }", "back.X is [9]")
                + "[ProtobufContract] public class A { [ProtobufMember(1)] public List<int> X { get; set; } = new() { 1, 2 }; }" },
        { "ISO0006",
            Trip("Xml", "A", "new A { X = [9] }", "back.X is [9]") + "public class A { public List<int> X { get; set; } = [1, 2]; }" },
        { "ISO0006",
            Trip("Xml", "A", "new A { X = 3 }", "back.X == 3")
                + "public class A { [System.ComponentModel.DefaultValue(3)] public int X { get; set; } = 5; }" },
        { "ISO0006",
            Trip("Xml", "A", "new A { X = null }", "back.X == null") + "public class A { public string? X { get; set; } = \"x\"; }" },
        { "ISO0006",
            Trip("Json", "A", "new A { X = 0 }", "back.X == 0")
                + "using System.Text.Json.Serialization; public class A { [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] public int X { get; set; } = 5; }" },
        { "ISO0006",
            Trip("Json", "A", "new A { X = null }", "back.X == null")
                + "public class A { [System.Text.Json.Serialization.JsonIgnore(Condition = System.Text.Json.Serialization.JsonIgnoreCondition.WhenWritingNull)] public string? X { get; set; } = \"x\"; }" },

        { "ISO0007",
            Trip("Compact", "A", "new A { X = 1 }", "back.X == 1")
                + "public class A { [Newtonsoft.Json.JsonIgnore] public int X { get; set; } }" },
        { "ISO0007",
            Trip("Json", "A", "new A { X = 1 }", "back.X == 1")
                + "[Newtonsoft.Json.JsonObject(Newtonsoft.Json.MemberSerialization.OptIn)] public class A { public int X { get; set; } }" },
        { "ISO0007", Trip("Protobuf", "A", "new A { X = 1 }", "back.X == 1")
            + "[ProtoBuf.ProtoContract] public class A { [ProtoBuf.ProtoMember(1, AsReference = true)] public int X { get; set; } } namespace ProtoBuf { public class ProtoContractAttribute : Attribute; public class ProtoMemberAttribute(int tag) : Attribute { public int Tag => tag; public bool AsReference { get; set; } } }" },
        { "ISO0001",
            Trip("ContractXml", "Made", "new Made { Shape = new Circle() }", "back.Shape is Circle")
                + "[IsomerShape(Families = ShapeFamilies.DataContract)] public class Made { public Shape? Shape { get; set; } } public abstract class Shape;"
                + Shapes },

        // A hidden field of a struct of which nothing says what it holds.
        { "ISO0002", Trip("Compact", "Box", "Box.Of(7)", "back.Value == 7") + Keeping + "Func<int>? _f; public static Box Of(int v) => new() { _f = () => v }; "
            + "public int Value => _f?.Invoke() ?? 0; }" },
        { "ISO0002", Trip("Compact", "Box", "Box.Of(7)", "back.Value == 7") + Keeping + "object? _f; public static Box Of(int v) => new() { _f = v }; "
            + "public int Value => (int?)_f ?? 0; }" },
        { "ISO0002", Trip("Compact", "Box", "Box.Of(7)", "back.Value == 7") + Keeping + "Part? _f; public static Box Of(int v) => new() { _f = new Whole { V = v } }; "
            + "public int Value => _f?.V ?? 0; } public abstract class Part { public int V { get; set; } } public class Whole : Part;" },
    };

    const string Keeping = "public struct Box { public int V; ";

    [Theory, MemberData(nameof(Told))]
    public async Task What_is_told_of_is_lost_or_refused(string id, string code)
    {
        var program = new Analyzed(Ordered(code));
        Assert.Empty(program.Errors);
        Assert.Equal([id], await program.IdsAsync());
        Assert.False(program.Keeps());
    }

    /// <summary>A using directive within the text goes to the front.</summary>
    static string Ordered(string code) =>
        code.IndexOf("using System.Text", StringComparison.Ordinal) is > 0 and var at
            ? code[at..(code.IndexOf(';', at) + 1)] + code[..at] + code[(code.IndexOf(';', at) + 1)..]
            : code;

    const string Hiding = "public class Box { int _v; public static Box Of(int v) => new() { _v = v }; public int Value ";

    public static TheoryData<string> NotTold => new()
    {
        // A field that is handed out comes back by another member, by a constructor, of a struct, or is always the same.
        Trip("Json", "Box", "Box.Of(7)", "back.Value == 7") + Hiding + "=> _v; public int Set { get => _v; set => _v = value; } }",
        Trip("Compact", "Box", "new Box(7)", "back.Value == 7")
            + "public class Box { int _v; public Box(int value) { _v = value; _v++; _v--; } public int Value => _v; }",
        Trip("Compact", "Box", "Box.Of(7)", "back.Value == 7") + Hiding.Replace("class", "struct", StringComparison.Ordinal) + "=> _v; }",
        Trip("Compact", "Box", "new Box(7)", "back.Value == 7") + Keeping + "object? _f; public Box(int value) { V = 0; _f = value; } public int Value => (int?)_f ?? 0; }",
        Trip("Compact", "Box", "Box.Of(7)", "back.Value == 7") + Keeping + "object? _f; public static Box Of(int v) => new() { Value = v }; "
            + "public int Value { get => (int?)_f ?? 0; set => _f = value; } }",
        Trip("Compact", "Box", "Box.Of(7)", "back.Value == 7") + Keeping + "Part? _f; public static Box Of(int v) => new() { _f = new Whole { V = v } }; "
            + "public int Value => _f?.V ?? 0; } [Subtype(typeof(Whole), \"w\")] public abstract class Part { public int V { get; set; } } public class Whole : Part;",
        Trip("Compact", "Box", "Box.Of(7)", "back.Value == 7") + Keeping + "IReadOnlyList<int>? _f; public static Box Of(int v) => new() { _f = [v] }; "
            + "public int Value => _f?[0] ?? 0; }",
        Trip("Json", "Box", "new Box()", "back.Value == 7") + "public class Box { readonly int _v = 7; public int Value => _v; }",
        Trip("Compact", "Box", "Box.Of(7)", "back.Value is [7]")
            + "public class Box { List<int> _v = []; public static Box Of(int v) => new() { _v = [v] }; public List<int> Value => _v; }",
        Trip("Compact", "Box", "Box.Of(7)", "back.Twice == 14")
            + "public class Box { public int V { get; set; } int? _t; public static Box Of(int v) => new() { V = v }; public int Twice => _t ??= 2 * V; }",
        DrawingBy("Json") + "[System.Text.Json.Serialization.JsonDerivedType(typeof(Circle), \"c\")] public abstract class Shape;" + Shapes
            + Drawing,
        DrawingBy("Compact") + "[System.Runtime.Serialization.KnownType(typeof(Circle))] public abstract class Shape;" + Shapes + Drawing,
        DrawingBy("Xml") + "[System.Xml.Serialization.XmlInclude(typeof(Circle))] public abstract class Shape;" + Shapes + Drawing,
        DrawingBy("Xml") + "public abstract class Shape;" + Shapes
            + "public class Drawing { [System.Xml.Serialization.XmlElement(typeof(Circle))] public Shape? Shape { get; set; } }",
        DrawingBy("ContractXml") + "public abstract class Shape;" + Shapes + "[System.Runtime.Serialization.KnownType(typeof(Circle))]"
            + Drawing,
        DrawingBy("ContractJson") + "[System.Runtime.Serialization.KnownType(typeof(Circle))] public abstract class Shape;" + Shapes
            + Drawing,
        Trip("Protobuf", "Drawing", "new Drawing { Shape = new Circle { R = 2 } }", "back.Shape is Circle { R: 2 }")
            + "[ProtobufContract, ProtobufInclude(2, typeof(Circle))] public abstract class Shape; [ProtobufContract] public class Circle : Shape { [ProtobufMember(1)] public double R { get; set; } } [ProtobufContract] public class Drawing { [ProtobufMember(1)] public Shape? Shape { get; set; } }",
        Trip("Protobuf", "Drawing", "new Drawing { Shape = new Circle { R = 2 } }", "back.Shape is Circle { R: 2 }")
            + "public abstract class Shape; [ProtobufContract] public class Circle : Shape { [ProtobufMember(1)] public double R { get; set; } } [ProtobufContract] public class Drawing { [ProtobufCase(2, typeof(Circle))] public Shape? Shape { get; set; } }",
        // The options' convention declares what the type does not.
        "var options = new JsonOptions { Convention = Convention.Plain.WithSubtype<Shape, Circle>(\"c\") }; return Json.Deserialize<Shape>(Json.Serialize<Shape>(new Circle { R = 2 }, options), options) is Circle { R: 2 } ? 0 : 1;\npublic abstract class Shape;"
            + Shapes,
        // Carried as another type.
        Trip("Json", "Money", "new Euro { V = 5 }", "back is Euro { V: 5 }")
            + "[CarriedBy(typeof(By))] public abstract class Money; public class Euro : Money { public int V { get; set; } } public class By : Surrogate<Money, int> { public override int ToCarrier(Money m) => ((Euro)m).V; public override Money FromCarrier(int v) => new Euro { V = v }; }",
        Trip("Json", "A", "new A { X = [1, 2] }", "back.X is [1, 2]") + "public class A { public IReadOnlyList<int>? X { get; set; } }",
        // Nobody hands it to Isomer.
        "return 0;\npublic abstract class Shape;" + Shapes + Drawing
            + "[ProtobufContract] public class Log { [ProtobufMember(1)] public DateTime At { get; set; } [ProtobufMember(2)] public bool On { get; set; } = true; }",
        "string text = Json.ToText(Box.Of(7)); return text == \"{\\\"Value\\\":7}\" ? 0 : 1;\npublic class Box { public static Box Of(int v) => new() { Value = v }; public int Value { get; private set; } }",

        Trip("Json", "Box", "new Box(7)", "back.Value == 7") + "public record Box(int Value);",
        Trip("Json", "Box", "new Box(7)", "back.Value == 7")
            + "public class Box(int value) { public int Value { get; } = value; public int Twice => Value * 2; }",
        Trip("Json", "Box", "new Box { Value = 7 }", "back.Value == 7") + "public class Box { public int Value { get; init; } }",
        Trip("Json", "Box", "Box.Of(7)", "back.Values is [7]")
            + "public class Box { public static Box Of(int v) { var b = new Box(); b.Values.Add(v); return b; } public List<int> Values { get; } = []; }",
        Trip("Json", "Box", "Box.Of(7)", "back.Value == 7")
            + "public class Box { public static Box Of(int v) => new() { Value = v }; [System.Text.Json.Serialization.JsonInclude] public int Value { get; private set; } }",
        Trip("Compact", "Box", "Box.Of(7)", "back.Value == 7")
            + "public class Box { public Box() { } Box(int v) => Value = v; public static Box Of(int v) => new(v); public int Value { get; } }",
        Trip("ContractXml", "Box", "Box.Of(7)", "back.Value == 7")
            + "[System.Runtime.Serialization.DataContract] public class Box { public static Box Of(int v) => new() { Value = v }; [System.Runtime.Serialization.DataMember] public int Value { get; private set; } }",
        Trip("Xml", "Box", "new Box { Value = 7 }", "back.Value == 7")
            + "public class Box { public int Value; [System.Xml.Serialization.XmlIgnore] public int Other { get; } }",
        Trip("Json", "(int A, Box B)", "(1, new Box { Value = 7 })", "back.A == 1 && back.B.Value == 7")
            + "public class Box { public required int Value { get; init; } }",

        Trip("Protobuf", "Log", "new Log { At = DateTime.UtcNow }", "back.At.Kind == DateTimeKind.Utc")
            + "[ProtobufContract, ProtobufCompatibilityLevel(ProtobufLevel.Level300)] public class Log { [ProtobufMember(1)] public DateTime At { get; set; } }",
        Trip("Json", "Log", "new Log { At = DateTime.UtcNow }", "back.At.Kind == DateTimeKind.Utc")
            + "public class Log { public DateTime At { get; set; } }",
        Trip("Xml", "Log", "new Log { At = DateTime.Now }", "back.At.Kind == DateTimeKind.Local")
            + "public class Log { public DateTime At { get; set; } }",

        Trip("Json", "P", "new P(1)", "back.X == 1")
            + "public class P { [Creator] public P(int x) => X = x; public P(string x) { } public int X { get; } }",
        Trip("Json", "P", "new P(1)", "back.X == 1") + "public struct P(int x) { public int X { get; } = x; }",
        Trip("Json", "P", "P.Of(1)", "back.X == 1")
            + "public class P { P() { } public static P Of(int x) => new() { X = x }; public int X { get; set; } }",
        Trip("Json", "P", "new P(1, 2)", "back.X == 1")
            + "public class P(int x, int factor = 1) { public int X { get; } = x; public int F() => factor; }",
        Trip("Json", "P", "new P(1, 2)", "back.X == 1")
            + "public class P(int x, int y) { public int X { get; } = x; [Skip] public int Y { get; } = y; }",
        Trip("ContractXml", "P", "new P(1)", "back.X == 1")
            + "[System.Runtime.Serialization.DataContract] public class P(int x) { [System.Runtime.Serialization.DataMember] public int X { get; set; } = x; }",
        Trip("Xml", "P", "P.Of(1)", "back.X == 1")
            + "public class P { P() { } public static P Of(int x) => new() { X = x }; public int X { get; set; } }",

        Trip("Protobuf", "A", "new A { X = 0 }", "back.X == 0")
            + "[ProtobufContract] public class A { [ProtobufMember(1, IsRequired = true)] public int X { get; set; } = 5; }",
        Trip("Protobuf", "A", "new A { X = 0 }", "back.X == 0")
            + "[ProtobufContract] public class A { [ProtobufMember(1)] public int? X { get; set; } = 5; }",
        Trip("Protobuf", "A", "new A { X = [9] }", "back.X is [9]")
            + "[ProtobufContract] public class A { [ProtobufMember(1, OverwriteList = true)] public List<int> X { get; set; } = [1, 2]; }",
        Trip("Protobuf", "A", "new A { X = [9] }", "back.X is [9]")
            + "[ProtobufContract] public class A { [ProtobufMember(1)] public byte[] X { get; set; } = [1, 2]; }",
        Trip("Xml", "A", "new A { X = [9] }", "back.X is [9]") + "public class A { public int[] X { get; set; } = [1, 2]; }",
        Trip("Xml", "A", "new A { X = null }", "back.X == null")
            + "public class A { [System.Xml.Serialization.XmlElement(IsNullable = true)] public string? X { get; set; } = \"x\"; }",
        Trip("Json", "A", "new A { X = 0 }", "back.X == 0")
            + "public class A { [System.ComponentModel.DefaultValue(3)] public int X { get; set; } = 5; }",
        Trip("Compact", "A", "new A { X = 0 }", "back.X == 0")
            + "public class A { [System.Text.Json.Serialization.JsonIgnore(Condition = System.Text.Json.Serialization.JsonIgnoreCondition.WhenWritingDefault)] public int X { get; set; } = 5; }",

        Trip("Json", "A", "new A { X = 1 }", "back.X == 1")
            + "public class A { [Newtonsoft.Json.JsonProperty] public int X { get; set; } }",
        Trip("Xml", "A", "new A { X = 1 }", "back.X == 1")
            + "public class A { [Newtonsoft.Json.JsonProperty(\"x\")] public int X { get; set; } }",
    };

    [Theory, MemberData(nameof(NotTold))]
    public async Task What_is_not_told_of_comes_back(string code)
    {
        var program = new Analyzed(code);
        Assert.Empty(program.Errors);
        Assert.Empty(await program.DiagnosticsAsync());
        Assert.True(program.Keeps());
    }

    /// <summary>Where no format is called the same types are nobody's business, and a type that is handed over by typeof is.</summary>
    [Fact]
    public async Task Types_are_found_by_typeof_and_by_what_is_inferred()
    {
        const string Types = "public class Drawing { public Shape? Shape { get; set; } } public abstract class Shape;";
        Assert.Equal(["ISO0001"], await new Analyzed("Json.Deserialize(\"{}\"u8, typeof(Drawing)); return 0;\n" + Types).IdsAsync());
        Assert.Equal(["ISO0001"],
            await new Analyzed("var d = new Drawing(); await Json.SerializeAsync(Stream.Null, d); return 0;\n" + Types).IdsAsync());
        Assert.Equal(["ISO0001"], await new Analyzed("Json.Serialize(new Drawing(), JsonOptions.Web); return 0;\n" + Types).IdsAsync());
        Assert.Empty(await new Analyzed("object d = new Drawing(); Json.Serialize(d, new JsonOptions()); return 0;\n" + Types).IdsAsync());
        Assert.Equal(["ISO0001"], await new Analyzed("[assembly: IsomerShape(typeof(Drawing))]\n" + Types).IdsAsync());
        Assert.Empty(await new Analyzed("[assembly: IsomerShape(typeof(Drawing), Families = ShapeFamilies.All)]\n" + Types).IdsAsync());
    }

    /// <summary>A type that is made of ever larger ones of itself, or a collection of itself, has no end, and the analyzer one.</summary>
    [Theory]
    [InlineData("Json.Serialize(new A<int>());",
        "public class A<T> { public A<B<T>>? X { get; set; } public A<C<T>>? Y { get; set; } } public class B<T>; public class C<T>;")]
    [InlineData("Json.Serialize(new A<int>());", "public class A<T> { public A<T[]>? X { get; set; } }")]
    [InlineData("Json.Serialize(new Outer<int>.Inner());",
        "public class Outer<T> { public class Inner { public Outer<List<T>>.Inner? Next { get; set; } } }")]
    [InlineData("Json.Serialize(new Tree());", "public class Tree : List<Tree>;")]
    [InlineData("Json.Serialize(new Tree());", "public class Tree : Dictionary<string, Tree>;")]
    [InlineData("Json.Serialize(new Pair<int>());", "public class Pair<T> : List<Pair<T[]>>;")]
    [InlineData("Json.Serialize(new Holder());", "public class Holder { public Newtonsoft.Json.Linq.JToken? Extra { get; set; } }")]
    [InlineData("Json.Serialize(new Holder());",
        "public class Holder { public First? X { get; set; } } public class First : List<Second>; public class Second : List<First>;")]
    public async Task Types_without_end_are_left(string calls, string types) =>
        Assert.Empty(await new Analyzed(calls + " return 0;\n" + types).IdsAsync());

    /// <summary>While code is typed, anything stands anywhere: the rules go on.</summary>
    [Theory]
    [InlineData("[IsomerShape(new[] { typeof(A) })] public class A;")]
    [InlineData("[ProtobufContract, ProtobufReserved(new[] { 4, 5 })] public class A { [ProtobufMember(new[] { 1 })] public int X { get; set; } [ProtobufMember()] public int Y { get; set; } }")]
    [InlineData("[ProtobufContract, ProtobufInclude(new[] { 1 }, typeof(A))] public class A { [ProtobufCase(1, new[] { typeof(A) })] public object? X { get; set; } }")]
    [InlineData("public class A : { [Unknown] public int X { get; set; } [Newtonsoft.Json.JsonProperty(new[] { 1 })] public Missing? Y { get; set; } }")]
    [InlineData("public class A { [Subtype(] public int X { get; [JsonIgnore(Condition = new[] { 1 })] public int Z; [System.ComponentModel.DefaultValue(new[] { 1 })] public int D { get; set; } = 5; }")]
    public async Task Code_with_errors_stops_no_rule(string types)
    {
        var program = new Analyzed("Json.Deserialize<A>(\"{}\"u8); Protobuf.Deserialize<A>(default); return 0;\n" + types);
        Assert.NotEmpty(program.Errors);
        Assert.DoesNotContain("AD0001", await program.IdsAsync());
    }

    /// <summary>Of another assembly neither private constructors nor initialisers are seen.</summary>
    [Fact]
    public async Task What_another_assembly_hides_is_not_missed()
    {
        const string Domain = "public class Order { Order() { } public static Order Of() => new(); [System.ComponentModel.DefaultValue(5)] public int X { get; set; } = 5; } "
            + "public class Fixed { [Creator] Fixed(int n) => N = n; public readonly int N; public static Fixed Of(int n) => new(n); }";
        const string Calls = "Json.Deserialize<Order>(\"{}\"u8); Json.Deserialize<Fixed>(\"{}\"u8); Xml.FromText<Order>(\"\"); return 0;";
        var domain = new Analyzed(Domain);
        Assert.Empty(domain.Errors);
        var program = new Analyzed(Calls, true, domain.AsReference());
        Assert.Empty(program.Errors);
        Assert.Empty(await program.IdsAsync());
    }

    [Fact]
    public async Task Options_of_ones_own_may_be_called_as_ours() =>
        Assert.Empty(
            await new Analyzed(
                "Json.Serialize(new Drawing(), Wire.Default); return 0;\npublic class Drawing { public Shape? Shape { get; set; } } public abstract class Shape; public class Circle : Shape;"
            + " static class Wire { public static JsonOptions Default { get; } = new() { Convention = Convention.Plain.WithSubtype<Shape, Circle>(\"c\") }; }").IdsAsync());

    /// <summary>Each place is told of once, however many calls there are, and the place is the member's.</summary>
    [Fact]
    public async Task A_member_is_told_of_once_where_it_stands()
    {
        var found = await new Analyzed(
            "Json.Serialize(new A()); Json.Serialize(new A()); Compact.Serialize(new B()); return 0;\npublic class A { public Shape? First { get; set; } }\npublic class B { public A? A { get; set; } }\npublic abstract class Shape;").DiagnosticsAsync();
        Assert.Equal(2, found.Length); // of Json, and of Compact
        Assert.All(found, d => Assert.Equal(1, d.Location.GetLineSpan().StartLinePosition.Line));
        Assert.Contains(found,
            d => d.GetMessage(System.Globalization.CultureInfo.InvariantCulture)
                == "'A.First' is declared as 'Shape', which is abstract, and nothing says what may stand for it: Json refuses it. Declare it on the base, [Subtype(typeof(...), \"name\")], or pass options with Convention.Plain.WithSubtype.");
    }
}
