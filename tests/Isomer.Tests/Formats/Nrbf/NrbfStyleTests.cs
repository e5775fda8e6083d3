using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters;
using System.Runtime.Serialization.Formatters.Binary;
using System.Text;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0050 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>BinaryFormatter's properties, and names that are others in payloads.</summary>
public class NrbfStyleTests
{
    internal static byte[] Original(object graph, FormatterTypeStyle style, FormatterAssemblyStyle assemblies,
        SerializationBinder? binder = null)
    {
        var stream = new MemoryStream();
        new BinaryFormatter { TypeFormat = style, AssemblyFormat = assemblies, Binder = binder }.Serialize(stream, graph);
        return stream.ToArray();
    }

    public static TheoryData<string, NrbfTypeStyle> Cases()
    {
        var cases = new TheoryData<string, NrbfTypeStyle>();
        foreach (string name in NrbfGraphs.All.Keys)
            foreach (var style in (NrbfTypeStyle[])[NrbfTypeStyle.TypesWhenNeeded, NrbfTypeStyle.XsdString,
                NrbfTypeStyle.XsdString | NrbfTypeStyle.TypesAlways])
                cases.Add(name, style);
        return cases;
    }

    [Theory, MemberData(nameof(Cases))]
    public void Styles_are_the_originals(string name, NrbfTypeStyle style)
    {
        byte[] payload = Original(NrbfGraphs.All[name](), (FormatterTypeStyle)style, FormatterAssemblyStyle.Full);
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var options = NrbfTests.Options with { TypeStyle = style, Convention = Convention.Fields.WithTier(tier) };
            Assert.Equal(Convert.ToHexString(payload), Convert.ToHexString(Nrbf.Serialize(NrbfGraphs.All[name](), options)));
            // Every style is read whatever the options say.
            Assert.Null(
                SameGraph.Difference(NrbfTests.Original(payload),
                    Nrbf.Deserialize<object>(payload, options with { TypeStyle = NrbfTypeStyle.TypesAlways })));
        }
    }

    [Theory, MemberData(nameof(Cases))]
    public void Without_types_too_any_mutation_is_read_or_refused(string name, NrbfTypeStyle style)
    {
        byte[] payload = Nrbf.Serialize(NrbfGraphs.All[name](), NrbfTests.Options with { TypeStyle = style });
        var random = new Random(payload.Length);
        for (int i = 0; i < 60; i++)
        {
            byte[] damaged = [.. payload];
            for (int n = random.Next(1, 4); n > 0; n--)
                damaged[random.Next(17, damaged.Length)] = random.Next(3) == 0 ? (byte)random.Next(24) : (byte)random.Next(256);
            var error = Record.Exception(() => Nrbf.Deserialize<object>(damaged, NrbfTests.Options));
            Assert.True(error is null or WireFormatException { Format: "Nrbf", Offset: >= 0, Path: not null }, $"{error}");
        }
    }

    [Fact]
    public void The_style_of_assemblies_changes_no_byte()
    {
        foreach (string name in NrbfGraphs.All.Keys)
            Assert.Equal(Original(NrbfGraphs.All[name](), FormatterTypeStyle.TypesAlways, FormatterAssemblyStyle.Simple),
                Nrbf.Serialize(NrbfGraphs.All[name](), NrbfTests.Options));
    }

    [Fact]
    public void A_member_that_no_one_knows_cannot_be_passed_over_without_its_type()
    {
        byte[] payload = Original(new Link { Value = 1 }, FormatterTypeStyle.TypesWhenNeeded, FormatterAssemblyStyle.Simple);
        payload[payload.AsSpan().IndexOf("Value"u8)] = (byte)'v';
        var error = Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<Link>(payload));
        Assert.Contains("'value'", error.Message, StringComparison.Ordinal);
    }

    sealed class OldNames : SerializationBinder
    {
        public override void BindToName(Type type, out string? assemblyName, out string? typeName)
        {
            bool isOurs = type == typeof(Link) || type == typeof(Place);
            (assemblyName, typeName) = isOurs
                ? (type == typeof(Link) ? Library : Other, type == typeof(Link) ? "Old.Chain" : "Isomer.Tests.Formats.OfNrbf.Place")
                : (null, null);
        }

        public override Type? BindToType(string assemblyName, string typeName) =>
            typeName == "Old.Chain" ? typeof(Link) : typeName == typeof(Place).FullName ? typeof(Place) : null;
    }

    const string Library = "Old, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null";
    const string Other = "Isomer.Before, Version=2.0.0.0, Culture=neutral, PublicKeyToken=null";

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Types_and_libraries_have_their_old_names_both_ways(ShapeTier tier)
    {
        var options = new NrbfOptions
        {
            Convention = Convention.Fields.WithTier(tier),
            KnownTypes = [typeof(Place)],
            Renames = [FormatterRename.OfType(typeof(Link), "Old.Chain", Library), FormatterRename.OfLibrary("Isomer.Tests", Other)],
        };
        object graph = new object[] { new Link { Value = 1, Next = new Link() }, new Place { X = 1 } };
        byte[] payload = Original(graph, FormatterTypeStyle.TypesAlways, FormatterAssemblyStyle.Simple, new OldNames());
        Assert.Equal(Convert.ToHexString(payload), Convert.ToHexString(Nrbf.Serialize(graph, options)));
        Assert.Null(SameGraph.Difference(graph, Nrbf.Deserialize<object>(payload, options)));
        // What nobody renamed is read by its own name still.
        Assert.Null(SameGraph.Difference(graph, Nrbf.Deserialize<object>(NrbfTests.Original(graph), options)));
        // In generic arguments too, where a binder does not come.
        var list = new List<Link> { new() { Value = 5 } };
        payload = Nrbf.Serialize(list, options);
        Assert.Contains("List`1[[Old.Chain, Old, Version", Encoding.Latin1.GetString(payload), StringComparison.Ordinal);
        Assert.DoesNotContain("Isomer", Encoding.Latin1.GetString(payload), StringComparison.Ordinal);
        Assert.Null(SameGraph.Difference(list, Nrbf.Deserialize<object>(payload, options)));
        // Others do not know the old name.
        Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(payload, NrbfTests.Options));
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Members_have_their_old_names_both_ways(ShapeTier tier)
    {
        var options = NrbfTests.Options with
        {
            Convention = Convention.Fields.WithTier(tier).WithAllFieldsRequired(),
            Renames = [FormatterRename.OfMember(typeof(Link), "Value", "m_nValue"),
                FormatterRename.OfMember(typeof(Places), "Title", "m_strTitle"),
                FormatterRename.OfMember(typeof(Upper), "<Auto>k__BackingField", "auto")],
        };
        object graph =
            new object[] { new Link { Value = 1, Next = new Link { Value = 2 } }, new Places { Title = "t" }, new Upper { Auto = "a" } };
        byte[] payload = Nrbf.Serialize(graph, options);
        string text = Encoding.Latin1.GetString(payload);
        Assert.Contains("m_nValue", text, StringComparison.Ordinal);
        Assert.Contains("m_strTitle", text, StringComparison.Ordinal);
        Assert.Contains("\u0004auto", text, StringComparison.Ordinal);
        Assert.DoesNotContain("BackingField", text, StringComparison.Ordinal);
        Assert.Null(SameGraph.Difference(graph, Nrbf.Deserialize<object>(payload, options)));
        Assert.Null(SameGraph.Difference(graph, Nrbf.Deserialize<object>(NrbfTests.Original(graph), options)));
        Assert.Throws<WireFormatException>(
            () => Nrbf.Deserialize<object>(payload,
                NrbfTests.Options with { Convention = Convention.Fields.WithAllFieldsRequired() }));
    }

    [Theory]
    // A call: no context, its arguments as an array, which comes as an object; with a context and two arguments inline; a return of a value
    // in it.
    [InlineData("15" + "14000000" + "12" + "0353756D" + "12" + "0141", true)]
    [InlineData("15" + "22000000" + "12" + "0353756D" + "12" + "0141" + "12" + "0163" + "02000000" + "08" + "05000000" + "12" + "0178",
        false)]
    [InlineData("16" + "11080000" + "08" + "05000000", false)]
    public void Calls_of_remoting_are_passed_over(string call, bool hasObject)
    {
        string array = hasObject ? "1001000000" + "02000000" + "0808" + "05000000" + "0A" : "";
        byte[] payload = Convert.FromHexString("0001000000FFFFFFFF0100000000000000" + call + array + "0B");
        if (hasObject)
            Assert.Equal(new object?[] { 5, null }, Nrbf.Deserialize<object?[]>(payload));
        else
            Assert.Contains("remoting", Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(payload)).Message,
                StringComparison.Ordinal);
        for (int length = 17; length < payload.Length; length++)
            Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(payload[..length]));
    }
}
