using System.Reflection;
using System.Runtime.Loader;
using Isomer.Tests.Cli;
using Xunit;

namespace Isomer.Tests.Ahead;

/// <summary>
/// Conventions that switches alone make of those that formats have: saved shapes call them by their switches, so that they are found
/// whoever set them, and what the handles of Xml and Protobuf, <see cref="JsonOptions.Graph"/> and <see cref="DeepCopy"/> see has shapes.
/// </summary>
public class NamedBySwitchesTests
{
    /// <summary>Makes the shapes of a program and loads both.</summary>
    static Assembly Made(string code, string? warning = null)
    {
        using var folder = new TemporaryFolder();
        string name = "App" + Guid.NewGuid().ToString("N");
        string dll = folder.Write(name + ".dll", Versions.Compile(name, code));
        var made = Tool.Run("shapes", dll);
        Assert.True(made.Code == 0, made.Error);
        if (warning is null)
            Assert.DoesNotContain("warn", made.Error, StringComparison.OrdinalIgnoreCase);
        else
            Assert.Contains(warning, made.Error, StringComparison.Ordinal);
        var context = new AssemblyLoadContext(name);
        var app = context.LoadFromAssemblyPath(dll);
        ReadyUnderTest.Load(File.ReadAllBytes(folder[name + ".Isomer.dll"]), context);
        return app;
    }

    /// <summary>One convention for both, which the first file alone would have been told the name of.</summary>
    [Fact]
    public void Two_files_may_name_one_convention_by_properties_of_their_own()
    {
        foreach (string space in new[] { "First", "Second" })
        {
            var app = Made($$"""
                namespace {{space}}
                {
                    public static class Shop
                    {
                        public static FieldsConvention Fields { get; } = Convention.Fields.WithUnmarkedTypes();
                        public static XmlAttributesConvention Xml { get; } = Convention.XmlAttributes.With(XmlExtensions.Dictionaries);
                        public static PlainConvention Plain { get; } = Convention.Plain.WithoutFields();
                    }
                    [IsomerShape(ConventionOf = typeof(Shop), Convention = "Fields")]
                    [IsomerShape(ConventionOf = typeof(Shop), Convention = "Xml")]
                    [IsomerShape(ConventionOf = typeof(Shop), Convention = "Plain")]
                    public class Order { public int Id { get; set; } public Dictionary<string, int> Tags { get; set; } = []; }
                }
                """);
            var order = app.GetType(space + ".Order", true)!;
            Assert.All(
                (Convention[])[Convention.Fields.WithUnmarkedTypes(), Convention.XmlAttributes.With(XmlExtensions.Dictionaries),
                    Convention.Plain.WithoutFields(),
                    Convention.Plain.WithTier(ShapeTier.Emitted).WithoutFields().WithTier(ShapeTier.Auto)],
                convention => Assert.True(ReadyMade.Serves(order, convention), string.Join('\n', ReadyMade.Refused)));
            Assert.NotNull(Isomer.Ahead.ReadyShapes.Of(Convention.Plain.WithoutFields().Lossless.ModelOf(order)));
            Assert.False(ReadyMade.Serves(order, Convention.Plain.WithoutFields().WithRequiredParameters()));
            Assert.False(ReadyMade.Serves(order, ShapeFamilies.Plain));
        }
    }

    /// <summary>A tuple has a model for each level of members that hold it, and each of these has a shape.</summary>
    [Fact]
    public void Tuples_of_another_level_have_shapes()
    {
        var app = Made("""
            [IsomerShape(Families = ShapeFamilies.Protobuf)]
            [ProtobufContract, ProtobufCompatibilityLevel(ProtobufLevel.Level300)] public class Order
            {
                [ProtobufMember(1)] public (decimal, int) Price { get; set; }
                [ProtobufMember(2)] public List<KeyValuePair<string, decimal>> Taxes { get; set; } = [];
                [ProtobufMember(3), ProtobufCompatibilityLevel(ProtobufLevel.Level200)] public (decimal, int) Old { get; set; }
            }
            """);
        var order = app.GetType("Order", true)!;
        Assert.True(ReadyMade.Serves(order, ShapeFamilies.Protobuf), string.Join('\n', ReadyMade.Refused));
        byte[] bytes = Convert.FromHexString("0A070A03312E35100112080A01611203312E351A080A04080F18021001");
        object value = Protobuf.Deserialize(bytes, order)!;
        Assert.Equal(bytes, Protobuf.Serialize(value, order));
        var emitted = new ProtobufOptions { Convention = Convention.Protobuf.WithTier(ShapeTier.Emitted) };
        Assert.Equal(bytes, Protobuf.Serialize(value, order, emitted));
        Assert.Equal((1.5m, 1), order.GetProperty("Price")!.GetValue(value));
        Assert.Equal((1.5m, 1), order.GetProperty("Old")!.GetValue(value));
        var leveled = Convention.Protobuf.WithTuplesAt(ProtobufLevel.Level300, typeof((decimal, int))).ModelOf(typeof((decimal, int)));
        Assert.NotSame(leveled, Convention.Protobuf.ModelOf(typeof((decimal, int))));
        Assert.NotNull(Isomer.Ahead.ReadyShapes.Of(leveled));
        Assert.NotNull(Isomer.Ahead.ReadyShapes.Of(Convention.Protobuf.ModelOf(typeof((decimal, int)))));
    }

    static readonly ShapeFamilies[] s_beyondAll =
        [ShapeFamilies.Graph, ShapeFamilies.DeepCopy, ShapeFamilies.XmlHandle, ShapeFamilies.ProtobufHandle];

    /// <summary>By an attribute and by calls; bytes are those of emitted shapes, and what is read is what was written.</summary>
    [Theory]
    [InlineData("[IsomerShape(Families = ShapeFamilies.Graph | ShapeFamilies.DeepCopy | ShapeFamilies.XmlHandle | ShapeFamilies.ProtobufHandle)]", "")]
    [InlineData("", "Json.Serialize(new Order(), JsonOptions.Graph); DeepCopy.Of(new Order()); Xml.Format.Serialize(new Order()); var f = Protobuf.Format;")]
    public void What_handles_graphs_and_copies_see_has_shapes(string mark, string calls)
    {
        var app = Made($$"""
            {{mark}} public class Order { public int Id { get; set; } public string? Name { get; private set; } = "n"; public Line? Line { get; set; }
                public Dictionary<string, Line> Lines { get; set; } = []; }
            public class Line { public int Count { get; set; } public double Price { get; set; } }
            static class Program { static void Main() { {{calls}} } }
            """);
        var order = app.GetType("Order", true)!;
        Assert.All(s_beyondAll, family => Assert.True(ReadyMade.Serves(order, family), $"{family}: {string.Join('\n', ReadyMade.Refused)}"));
        object value = Json.Deserialize("""{"Id":7,"Line":{"Count":1,"Price":2.5},"Lines":{"a":{"Count":2}}}"""u8, order)!;
        var graph = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType);
        (Format Ready, Format Emitted)[] handles =
        [
            (Json.Format.With(JsonOptions.Graph),
                Json.Format.With(JsonOptions.Graph with { Convention = graph.WithTier(ShapeTier.Emitted) })),
            (Xml.Format, Xml.Format.With(new XmlOptions
            {
                Convention = Convention.XmlAttributes.With(XmlExtensions.All).WithTier(ShapeTier.Emitted)
            })),
            (Protobuf.Format, Protobuf.Format.With(new ProtobufOptions
            {
                Convention = Convention.Protobuf.WithNumberedMembers().WithTier(ShapeTier.Emitted)
            })),
        ];
        foreach (var (ready, emitted) in handles)
        {
            byte[] bytes = emitted.Serialize(value, order);
            Assert.Equal(bytes, ready.Serialize(value, order));
            Assert.Equal(bytes, emitted.Serialize(ready.Deserialize(bytes, order)!, order));
        }
        object copy = DeepCopy.Of(value, order)!;
        Assert.NotSame(value, copy);
        Assert.Equal(Compact.Serialize(value, order), Compact.Serialize(copy, order));
    }

    /// <summary>What the generator says of a call is no error of the build where it cannot be.</summary>
    [Theory]
    [InlineData("Families = ShapeFamilies.Protobuf", "Order, Protobuf: ")]
    [InlineData("ConventionOf = typeof(Shop), Convention = \"Plain\"", "Order, Plain of Shop: ")]
    [InlineData("ConventionOf = typeof(Shop), Convention = \"Usual\"", "Order: ")]
    [InlineData("ConventionOf = typeof(Shop), Convention = \"Throwing\"", "Order: ")]
    public void What_a_call_asks_for_and_cannot_be_is_warned_of(string asked, string warning)
    {
        var app = Made($$"""
            [assembly: IsomerShape(typeof(Order), {{asked}}, OfCall = true)]
            [IsomerShape] public class Other { public int Id { get; set; } }
            public class Order { public required Func<int> Do { get; set; } }
            public static class Shop
            {
                public static PlainConvention Plain { get; } = Convention.Plain.WithSubtype<object, Order>("o");
                public static PlainConvention Usual => Convention.Plain;
                public static PlainConvention Throwing => throw new InvalidOperationException("no");
            }
            """, warning);
        Assert.True(ReadyMade.Serves(app.GetType("Other", true)!, ShapeFamilies.Plain));
    }
}
