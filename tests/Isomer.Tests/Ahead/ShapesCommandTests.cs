using System.Reflection;
using System.Runtime.Loader;
using Isomer.Tests.Cli;
using Xunit;

namespace Isomer.Tests.Ahead;

/// <summary>`isomer shapes` over an assembly on disk: which roots it finds, what it writes, what it refuses.</summary>
public class ShapesCommandTests
{
    const string Code = """
        [assembly: IsomerShape(typeof(List<Shapes.Order>), Families = ShapeFamilies.Plain)]
        [assembly: IsomerShape(typeof(Dictionary<string, int>), Families = ShapeFamilies.All)]
        namespace Shapes
        {
            [IsomerShape(Families = ShapeFamilies.Plain | ShapeFamilies.Lossless | ShapeFamilies.XmlAttributes)] public class Order { public int Id { get; set; } public Line? Line; }
            public class Line { public decimal Price { get; set; } }
            [IsomerShape] class Hidden { public int X { get; set; } [IsomerShape] class Inner { public int Y { get; set; } } }
            [IsomerShape(typeof(Box<int>))] public class Box<T> { public T? Value { get; set; } }
            public class Unmarked { }
        }
        """;

    [Fact]
    public void The_application_itself_is_not_written_over()
    {
        using var folder = new TemporaryFolder();
        string name = "App" + Guid.NewGuid().ToString("N");
        string dll = folder.Write(name + ".dll", Versions.Compile(name, "[IsomerShape] public class Order { public int Id; }"));
        byte[] before = File.ReadAllBytes(dll);
        var made = Tool.Run("shapes", dll, "-o", dll);
        Assert.Equal(2, made.Code);
        Assert.Contains("the application's own assembly", made.Error, StringComparison.Ordinal);
        Assert.Equal(before, File.ReadAllBytes(dll));
    }

    [Fact]
    public void What_runs_for_a_type_is_printed()
    {
        using var folder = new TemporaryFolder();
        string name = "App" + Guid.NewGuid().ToString("N");
        string dll = folder.Write(name + ".dll", Versions.Compile(name, Code));
        var made = Tool.Run("shapes", dll, "--as", "csharp", "--type", "Order");
        Assert.Equal((0, ""), (made.Code, made.Error));
        foreach (string family in (string[])["Plain", "Plain.Lossless", "XmlAttributes:"])
            Assert.Contains($"// Shapes.Order, as {family}\npublic struct Shape", made.Output.ReplaceLineEndings("\n"), StringComparison.Ordinal);
        Assert.Contains("= value.Id;", made.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("IShape<Line>", made.Output, StringComparison.Ordinal);
        Assert.Equal([dll], Directory.GetFiles(folder.Path));

        string all = folder["all.cs"];
        made = Tool.Run("shapes", dll, "--as", "csharp", "-o", all);
        Assert.Equal((0, ""), (made.Code, made.Output));
        Assert.Contains("IShape<Line>", File.ReadAllText(all), StringComparison.Ordinal);
        Assert.Contains("// Shapes.Hidden+Inner, as Plain", File.ReadAllText(all), StringComparison.Ordinal);

        made = Tool.Run("shapes", dll, "--as", "csharp", "--type", "Nothing");
        Assert.Equal(2, made.Code);
        Assert.Contains("There are those of ", made.Error, StringComparison.Ordinal);
        Assert.Equal(2, Tool.Run("shapes", dll, "--type", "Order").Code);
    }

    /// <summary>Names that double with each type.</summary>
    [Fact]
    public void More_than_fits_into_an_assembly_is_told()
    {
        using var folder = new TemporaryFolder();
        string name = "App" + Guid.NewGuid().ToString("N");
        string leaf = "C" + new string('x', 900);
        string code = $"public class {leaf} {{ public int A; }}\npublic class Pair<A, B> {{ public A? First; public B? Second; }}\n"
            + "public class L0<T> { public T? Value; }\n"
            + string.Join('\n', Enumerable.Range(1, 12).Select(i => $"public class L{i}<T> {{ public L{i - 1}<Pair<T, T>>? Next; }}"))
            + $"\n[IsomerShape(Families = ShapeFamilies.Plain)] public class Root {{ public L12<{leaf}>? All; }}";
        var made = Tool.Run("shapes", folder.Write(name + ".dll", Versions.Compile(name, code)));
        Assert.Equal(2, made.Code);
        Assert.Contains("Name fewer roots", made.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(folder[name + ".Isomer.dll"]));
    }

    /// <summary>Types that reach each other are in one batch: 400 took 12 MB, and a thousand did not fit.</summary>
    [Theory]
    [InlineData(40), InlineData(160)]
    public void Types_that_reach_each_other_share_what_names_them(int count)
    {
        using var folder = new TemporaryFolder();
        string name = "App" + Guid.NewGuid().ToString("N");
        // And two that reach them all, but are reached by none.
        string code = "[IsomerShape(Families = ShapeFamilies.Plain)] public class Top { public C0? First; public int T; }\n"
            + "[IsomerShape(Families = ShapeFamilies.Plain)] public class Other { public C1? First; public Top? Top; }\n"
            + string.Join('\n', Enumerable.Range(0, count).Select(i =>
                $"[IsomerShape(Families = ShapeFamilies.Plain)] public class C{i} {{ public C{(i + 1) % count}? Next; public int I; }}"));
        string dll = folder.Write(name + ".dll", Versions.Compile(name, code));
        var made = Tool.Run("shapes", dll);
        Assert.True(made.Code == 0, made.Error);
        Assert.InRange(new FileInfo(folder[name + ".Isomer.dll"]).Length, 1, 60_000 + (7_000 * count));
        var context = new AssemblyLoadContext(name);
        var app = context.LoadFromAssemblyPath(dll);
        ReadyUnderTest.Load(File.ReadAllBytes(folder[name + ".Isomer.dll"]), context);
        foreach (string type in (string[])["C3", "C0", "Other", "Top", $"C{count - 1}"])
            Assert.True(ReadyMade.Serves(app.GetType(type, true)!, ShapeFamilies.Plain), string.Join("\n", ReadyMade.Refused));
        Assert.DoesNotContain(ReadyMade.Refused, r => r.StartsWith(name, StringComparison.Ordinal));
        object value = Json.Deserialize("""{"Top":{"First":{"Next":{"I":7}}}}"""u8, app.GetType("Other", true)!)!;
        Assert.StartsWith("""{"First":null,"Top":{"First":{"Next":{"Next":null,"I":7},"I":0},"T":0}}""", Json.ToText(value, value.GetType()),
            StringComparison.Ordinal);
    }

    /// <summary>Roots that reach many and are reached by few have batches of their own, in which a type is a number.</summary>
    [Fact]
    public void A_chain_of_roots_names_each_type_once()
    {
        using var folder = new TemporaryFolder();
        string name = "App" + Guid.NewGuid().ToString("N");
        string rest = new('x', 400);
        string code = string.Join('\n', Enumerable.Range(0, 100).Select(i =>
            $"[IsomerShape(Families = ShapeFamilies.Plain)] public class C{i}{rest} {{ public int I; {(i == 0 ? "" : $"public C{i - 1}{rest}? Next;")} }}"));
        string dll = folder.Write(name + ".dll", Versions.Compile(name, code));
        var made = Tool.Run("shapes", dll);
        Assert.True(made.Code == 0, made.Error);
        // Each pair of them was 900 bytes of text alone: 4.5 MB.
        Assert.InRange(new FileInfo(folder[name + ".Isomer.dll"]).Length, 1, 1_200_000);
        var context = new AssemblyLoadContext(name);
        var app = context.LoadFromAssemblyPath(dll);
        ReadyUnderTest.Load(File.ReadAllBytes(folder[name + ".Isomer.dll"]), context);
        foreach (int i in (int[])[0, 1, 50, 99])
            Assert.True(ReadyMade.Serves(app.GetType($"C{i}{rest}", true)!, ShapeFamilies.Plain), string.Join("\n", ReadyMade.Refused));
        Assert.DoesNotContain(ReadyMade.Refused, r => r.StartsWith(name, StringComparison.Ordinal));
    }

    [Fact]
    public void Shapes_are_made_of_the_types_that_ask_for_them()
    {
        using var folder = new TemporaryFolder();
        string name = "App" + Guid.NewGuid().ToString("N");
        string dll = folder.Write(name + ".dll", Versions.Compile(name, Code));
        var made = Tool.Run("shapes", dll);
        Assert.True(made.Code == 0, made.Error);
        Assert.Contains("shapes of 6 types in", made.Error, StringComparison.Ordinal);

        var context = new AssemblyLoadContext(name);
        var app = context.LoadFromAssemblyPath(dll);
        ReadyUnderTest.Load(File.ReadAllBytes(folder[name + ".Isomer.dll"]), context);
        static bool Has(ShapeFamilies family, Type type) => ReadyMade.Serves(type, family);
        var order = app.GetType("Shapes.Order", true)!;
        Assert.All((ShapeFamilies[])[ShapeFamilies.Plain, ShapeFamilies.Lossless, ShapeFamilies.XmlAttributes],
            family => Assert.True(Has(family, order), $"{family}: {string.Join("\n", ReadyMade.Refused)}"));
        Assert.True(Has(ShapeFamilies.Plain, typeof(List<>).MakeGenericType(order)));
        Assert.True(
            Has(ShapeFamilies.Plain, app.GetType("Shapes.Hidden+Inner", true)!)
                && Has(ShapeFamilies.Plain, app.GetType("Shapes.Box`1", true)!.MakeGenericType(typeof(int))));
        Assert.False(Has(ShapeFamilies.Protobuf, order));
        Assert.False(Has(ShapeFamilies.Plain, app.GetType("Shapes.Unmarked", true)!));
        Assert.DoesNotContain(ReadyMade.Refused, r => r.StartsWith(name, StringComparison.Ordinal));
        object value = Json.Deserialize("""{"Id":7,"Line":{"Price":2.50}}"""u8, order)!;
        Assert.Equal("""{"Id":7,"Line":{"Price":2.50}}""", Json.ToText(value, order));
    }

    const string OwnConventions = """
        [assembly: IsomerShape(typeof(List<Own.Order>), ConventionOf = typeof(Own.Conventions), Convention = "Plain")]
        namespace Own
        {
            public record struct Money(decimal Amount);
            public sealed class MoneySurrogate : Surrogate<Money, string>
            {
                public override string ToCarrier(Money value) => value.Amount.ToString(System.Globalization.CultureInfo.InvariantCulture) + " EUR";
                public override Money FromCarrier(string carrier) =>
                    new(decimal.Parse(carrier.Split(' ')[0], System.Globalization.CultureInfo.InvariantCulture));
            }
            public class Animal { public string? Name { get; set; } }
            public class Dog : Animal { public int Barks { get; set; } }

            static class Conventions
            {
                public static PlainConvention Plain { get; } = Convention.Plain.WithSurrogate(new MoneySurrogate()).WithSubtype<Animal, Dog>("dog");
                internal static Convention Xml { get; } = Convention.XmlAttributes.With(typeof(Dog)).WithNamespace("urn:own");
                static DataContractConvention Contracts { get; } = Convention.DataContract.WithSurrogate(new MoneySurrogate());
                public static FastJsonConvention Fast { get; } = Convention.FastJson.WithSurrogate(new MoneySurrogate());
                public static Convention Fields { get; } = Convention.Fields.WithUnmarkedTypes().WithSurrogate(new MoneySurrogate());
            }

            [IsomerShape(ConventionOf = typeof(Conventions), Convention = "Plain")]
            [IsomerShape(ConventionOf = typeof(Conventions), Convention = "Contracts")]
            [IsomerShape(ConventionOf = typeof(Conventions), Convention = "Fast")]
            public class Order { public int Id { get; set; } public Money Price { get; set; } public Animal? Pet { get; set; } }

            [IsomerShape(ConventionOf = typeof(Conventions), Convention = "Xml")]
            [IsomerShape(ConventionOf = typeof(Conventions), Convention = "Fields")]
            public class Line { public int Id { get; set; } public Animal? Pet { get; set; } }
        }
        """;

    /// <summary>Surrogates, subtypes and settings of an application's own, by the property that has them.</summary>
    [Fact]
    public void Shapes_are_made_under_conventions_that_properties_give()
    {
        using var folder = new TemporaryFolder();
        string name = "App" + Guid.NewGuid().ToString("N");
        string dll = folder.Write(name + ".dll", Versions.Compile(name, OwnConventions));
        var made = Tool.Run("shapes", dll);
        Assert.True(made.Code == 0, made.Error);
        var context = new AssemblyLoadContext(name);
        var app = context.LoadFromAssemblyPath(dll);
        ReadyUnderTest.Load(File.ReadAllBytes(folder[name + ".Isomer.dll"]), context);
        var (order, line) = (app.GetType("Own.Order", true)!, app.GetType("Own.Line", true)!);
        T Of<T>(string property) where T : Convention => (T)app.GetType("Own.Conventions", true)!
            .GetProperty(property, BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic)!.GetValue(null)!;
        var plain = Of<PlainConvention>("Plain");
        foreach (var (type, property) in new[] { (order, "Plain"), (typeof(List<>).MakeGenericType(order), "Plain"), (order, "Contracts"),
            (order, "Fast"), (line, "Xml"), (line, "Fields") })
            Assert.True(ReadyMade.Serves(type, Of<Convention>(property)), $"{property}: {string.Join('\n', ReadyMade.Refused)}");
        Assert.NotNull(Isomer.Ahead.ReadyShapes.Of(plain.Lossless.ModelOf(order)));
        // Another convention, if it says the same, is another; and so are those of formats, and a type that nobody named.
        Assert.False(ReadyMade.Serves(order, plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsBase)));
        Assert.False(ReadyMade.Serves(order, ShapeFamilies.Plain));
        Assert.False(ReadyMade.Serves(line, plain));
        Assert.DoesNotContain(ReadyMade.Refused, r => r.Contains(name, StringComparison.Ordinal));

        const string Text = """{"Id":7,"Price":"2.50 EUR","Pet":{"$type":"dog","Barks":3,"Name":"d"}}""";
        var ready = new JsonOptions { Convention = plain };
        object value = Json.Deserialize(System.Text.Encoding.UTF8.GetBytes(Text), order, ready)!;
        Assert.Equal(Text, Json.ToText(value, order, ready));
        var emitted = new CompactOptions { Convention = plain.WithTier(ShapeTier.Emitted) };
        var compact = new CompactOptions { Convention = plain };
        Assert.Equal(Compact.Serialize(value, order, emitted), Compact.Serialize(value, order, compact));
        Assert.Equal(Text, Json.ToText(Compact.Deserialize(Compact.Serialize(value, order, compact), order, compact)!, order, ready));
        var contracts = Of<DataContractConvention>("Contracts");
        object plainPet = Json.Deserialize("""{"Id":7,"Price":"2.50 EUR"}"""u8, order, ready)!;
        Assert.Equal(ContractXml.Serialize(plainPet, order, new() { Convention = contracts.WithTier(ShapeTier.Emitted) }),
            ContractXml.Serialize(plainPet, order, new() { Convention = contracts }));
        var xml = (XmlAttributesConvention)Of<Convention>("Xml");
        object of = Json.Deserialize("""{"Id":7}"""u8, line)!;
        Assert.Equal(Xml.Serialize(of, line, new() { Convention = xml.WithTier(ShapeTier.Emitted) }),
            Xml.Serialize(of, line, new() { Convention = xml }));
    }

    /// <summary>
    /// A property is asked when a type of its shapes is first used under a convention that has no name yet, and again where it throws.
    /// </summary>
    [Fact]
    public void A_property_is_asked_when_a_type_of_its_shapes_is_used()
    {
        using var folder = new TemporaryFolder();
        string name = "App" + Guid.NewGuid().ToString("N");
        string dll = folder.Write(name + ".dll", Versions.Compile(name, """
            namespace Late
            {
                public class Order { public int Id { get; set; } }
                public class Other { public int Id { get; set; } }
                public static class Shop
                {
                    public static int Asked;
                    static readonly PlainConvention s_its = Convention.Plain.WithSubtype<object, Order>("o");
                    public static PlainConvention Same => s_its;
                    [IsomerShape(typeof(Order), ConventionOf = typeof(Shop), Convention = "Its")] public class Named;
                    public static PlainConvention Its => (++Asked, AppContext.TryGetSwitch("Late.Shop", out bool throws) && throws)
                        is (_, true) ? throw new InvalidOperationException("not yet") : s_its;
                }
            }
            """));
        var made = Tool.Run("shapes", dll);
        Assert.True(made.Code == 0, made.Error);
        var context = new AssemblyLoadContext(name);
        var app = context.LoadFromAssemblyPath(dll);
        ReadyUnderTest.Load(File.ReadAllBytes(folder[name + ".Isomer.dll"]), context);
        var (order, other, shop) = (app.GetType("Late.Order", true)!, app.GetType("Late.Other", true)!, app.GetType("Late.Shop", true)!);
        var its = (PlainConvention)shop.GetProperty("Same")!.GetValue(null)!;
        int Asked() => (int)shop.GetField("Asked")!.GetValue(null)!;
        AppContext.SetSwitch("Late.Shop", true);
        try
        {
            Assert.False(ReadyMade.Serves(other, its));
            Assert.Equal(0, Asked());
            Assert.False(ReadyMade.Serves(order, its));
            Assert.Equal(1, Asked());
            Assert.Contains(ReadyMade.Refused, r => r.Contains("not yet", StringComparison.Ordinal));
        }
        finally
        {
            AppContext.SetSwitch("Late.Shop", false);
        }
        Assert.True(ReadyMade.Serves(order, its));
        Assert.False(ReadyMade.Serves(other, its));
        Assert.Equal(2, Asked());
    }

    const string Library = """
        namespace Lib
        {
            public class InLibrary { public int X { get; set; } }
            public static class Store { public static byte[] Save(InLibrary value) => Compact.Serialize(value); }
        }
        """;

    const string Calls = """
        namespace Calls
        {
            public class InPlain { public int X { get; set; } }
            public class InFast { public int X { get; set; } }
            public class InLists { public int X { get; set; } }
            public class ByHandle { public int X { get; set; } }
            public class HandedOn { public int X { get; set; } }
            public class Refused { public int X { get; set; } public Action? Do { get; set; } }
            static class Program
            {
                static void Main()
                {
                    Json.Serialize(new InPlain());
                    Func<byte[], List<InLists>?> later = bytes => Compact.Deserialize<List<InLists>>(bytes);
                    Format format = ContractJson.Format;
                    format.Serialize(new ByHandle());
                    Open(new HandedOn());
                    Protobuf.Serialize(new Refused());
                    Lib.Store.Save(new Lib.InLibrary());
                }

                static byte[] Open<T>(T value) => Json.Serialize(value);
            }
        }
        """;

    /// <summary>
    /// Under the conventions of the formats that are called, in the application's assembly and in one beside it, and by a generic method
    /// that hands them on.
    /// </summary>
    [Fact]
    public void Types_that_calls_hand_to_Isomer_have_shapes()
    {
        using var folder = new TemporaryFolder();
        string name = "App" + Guid.NewGuid().ToString("N"), part = "Lib" + Guid.NewGuid().ToString("N");
        byte[] library = Versions.Compile(part, Library);
        folder.Write(part + ".dll", library);
        string dll = folder.Write(name + ".dll", Versions.Compile(name, Calls, library));
        var made = Tool.Run("shapes", dll);
        Assert.True(made.Code == 0, made.Error);
        Assert.Contains("shapes of 6 types in", made.Error, StringComparison.Ordinal);
        Assert.Contains("Calls.Refused, Protobuf: ", made.Error, StringComparison.Ordinal);

        var context = new AssemblyLoadContext(name);
        var shared = context.LoadFromAssemblyPath(folder[part + ".dll"]);
        var app = context.LoadFromAssemblyPath(dll);
        ReadyUnderTest.Load(File.ReadAllBytes(folder[name + ".Isomer.dll"]), context);
        ShapeFamilies Of(Type type) =>
            Enum.GetValues<ShapeFamilies>().Where(f => f != ShapeFamilies.All && ReadyMade.Serves(type, f))
                .Aggregate((ShapeFamilies)0, static (all, f) => all | f);
        Type Named(string type) => app.GetType("Calls." + type, true)!;
        Assert.Equal(ShapeFamilies.Plain, Of(Named("InPlain")));
        Assert.Equal(ShapeFamilies.Lossless, Of(typeof(List<>).MakeGenericType(Named("InLists"))));
        Assert.Equal(ShapeFamilies.DataContract, Of(Named("ByHandle")));
        Assert.Equal(ShapeFamilies.Lossless, Of(shared.GetType("Lib.InLibrary", true)!));
        Assert.Equal(ShapeFamilies.Plain, Of(Named("HandedOn")));
        Assert.Equal((ShapeFamilies)0, Of(Named("Refused")));
    }

    const ShapeFamilies OfHandles = (ShapeFamilies.All & ~(ShapeFamilies.XmlAttributes | ShapeFamilies.Protobuf))
        | ShapeFamilies.XmlHandle | ShapeFamilies.ProtobufHandle;

    /// <summary>What is asked for by a handle is what the handle obeys.</summary>
    [Fact]
    public void Handles_write_by_the_conventions_that_shapes_are_made_for()
    {
        Convention?[] saved = [Convention.Plain, Convention.Plain.Lossless, Convention.DataContract, Convention.FastJson,
            Convention.Fields, Convention.XmlAttributes.With(XmlExtensions.All), Convention.Protobuf.WithNumberedMembers()];
        Assert.All(
            (Format[])[Json.Format, Compact.Format, ContractJson.Format, ContractXml.Format, ContractXml.BinaryFormat,
                Json.Format.With(JsonOptions.FastJson), Nrbf.Format, Soap.Format, Xml.Format, Protobuf.Format],
            format => Assert.Contains(ConventionOf(format), saved));
    }

    static Convention? ConventionOf(Format format)
    {
        object options = format.GetType().GetProperty("Options", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(format)!;
        return (Convention?)options.GetType().GetProperty("Convention")!.GetValue(options);
    }

    /// <summary>The handle of a library, which the application calls; and a library of which a part is not there.</summary>
    [Fact]
    public void Handles_and_calls_may_stand_in_different_assemblies()
    {
        using var folder = new TemporaryFolder();
        string name = "App" + Guid.NewGuid().ToString("N"), part = "Lib" + Guid.NewGuid().ToString("N"),
            absent = "Absent" + Guid.NewGuid().ToString("N");
        byte[] gone = Versions.Compile(absent, "namespace Gone { public class Base { } public class MarkAttribute : Attribute { } }");
        byte[] library = Versions.Compile(part,
            "namespace Lib { public static class Wire { public static Format Default => Json.Format; } public class Derived : Gone.Base { } [Gone.Mark] public class Marked { } }",
            gone);
        folder.Write(part + ".dll", library);
        string dll = folder.Write(name + ".dll",
            Versions.Compile(name,
                "public class A { public int X { get; set; } } static class P { static void Main() => Lib.Wire.Default.Serialize(new A()); }",
                library));
        var root = Assert.Single(Isomer.Cli.Ahead.ShapeRoots.Of(Isomer.Cli.Payloads.UserTypes.Load(new FileInfo(dll)), Assert.Fail));
        Assert.Equal(ShapeFamilies.Plain, root.Called);
    }

    /// <summary>A library that is about answers alone refers to Isomer.AspNetCore and not to Isomer.</summary>
    [Fact]
    public void Answers_of_a_library_have_shapes()
    {
        using var folder = new TemporaryFolder();
        string name = "App" + Guid.NewGuid().ToString("N"), part = "Lib" + Guid.NewGuid().ToString("N");
        byte[] library = Versions.Compile(part,
            "namespace Lib { public class Own { } public static class Answers { public static object Get() => Isomer.AspNetCore.IsomerResults.Ok(new Own()); } }");
        folder.Write(part + ".dll", library);
        string dll = folder.Write(name + ".dll",
            Versions.Compile(name, "static class P { static void Main() { Json.Format.ToString(); Lib.Answers.Get(); } }", library));
        var root = Assert.Single(Isomer.Cli.Ahead.ShapeRoots.Of(Isomer.Cli.Payloads.UserTypes.Load(new FileInfo(dll)), Assert.Fail));
        Assert.Equal(("Own", ShapeFamilies.Plain), (root.Type.Name, root.Called));
    }

    /// <summary>A call says FastJson by its options, Format.Find and Format.All any format.</summary>
    [Theory]
    [InlineData("Json.Serialize(new A(), JsonOptions.FastJson);", ShapeFamilies.Plain | ShapeFamilies.FastJson)]
    [InlineData("Format.Find(\"xml\")!.Serialize(new A());", OfHandles)]
    [InlineData("foreach (var f in new[] { Compact.Format, ContractXml.BinaryFormat }) f.Deserialize<A>(System.IO.Stream.Null);",
        ShapeFamilies.Lossless | ShapeFamilies.DataContract)]
    [InlineData("new System.Net.Http.HttpClient().GetFromIsomerAsync<A>(\"\", Compact.Format);", ShapeFamilies.Lossless)]
    [InlineData("Json.Format.With(JsonOptions.FastJson).Serialize(new A());", ShapeFamilies.Plain | ShapeFamilies.FastJson)]
    [InlineData("foreach (var f in new[] { Xml.Format, Protobuf.Format, Nrbf.Format }) f.Serialize(new A());",
        ShapeFamilies.Fields | ShapeFamilies.XmlHandle | ShapeFamilies.ProtobufHandle)]
    [InlineData("Xml.Format.Serialize(new A());", ShapeFamilies.XmlHandle)]
    [InlineData("DeepCopy.Of(new A());", ShapeFamilies.DeepCopy)]
    [InlineData("Json.Serialize(new A(), JsonOptions.Graph);", ShapeFamilies.Plain | ShapeFamilies.Graph)]
    [InlineData("Json.WriteArrayAsync(System.IO.Stream.Null, (IAsyncEnumerable<A>)null!);", ShapeFamilies.Plain)]
    [InlineData("new Microsoft.Extensions.DependencyInjection.ServiceCollection().AddIsomer(); IsomerResults.Ok<IAsyncEnumerable<A>>(null!);",
        OfHandles)]
    [InlineData("new Microsoft.Extensions.DependencyInjection.ServiceCollection().AddIsomer(); Action<IsomerBody<A>> post = b => _ = b.Value;",
        OfHandles)]
    [InlineData("Nrbf.Serialize(new A()); ContractJson.Serialize(new A());", ShapeFamilies.Fields | ShapeFamilies.DataContract)]
    public void Which_conventions_a_call_asks_for(string call, ShapeFamilies families)
    {
        using var folder = new TemporaryFolder();
        string name = "App" + Guid.NewGuid().ToString("N");
        string dll = folder.Write(name + ".dll",
            Versions.Compile(name,
                $"using Isomer.AspNetCore; using Isomer.Http; using Microsoft.Extensions.DependencyInjection; [Serializable] public class A {{ public int X {{ get; set; }} }} static class P {{ static void Main() {{ {call} }} }}"));
        // Behind a stream of items there is the stream, too (HandedOnTests).
        var root = Assert.Single(Isomer.Cli.Ahead.ShapeRoots.Of(Isomer.Cli.Payloads.UserTypes.Load(new FileInfo(dll)), Assert.Fail),
            static r => r.Type.Name == "A");
        Assert.Equal((0, families), ((int)root.Named, root.Called | root.Any));
    }

    [Theory]
    [InlineData("public class Nothing { }", "asks for shapes, and none is handed to Isomer by a call. Mark one with [IsomerShape]")]
    [InlineData("[IsomerShape] public class Open<T> { }", "is not closed")]
    [InlineData("[assembly: IsomerShape]", "names no type")]
    [InlineData("[IsomerShape(Families = ShapeFamilies.Protobuf)] public class Bad { public int X { get; set; } public Action? Do { get; set; } } ",
        "Bad, Protobuf: ")]
    [InlineData("[IsomerShape(Convention = \"Its\")] public class Bad { public int X { get; set; } }", "no static property 'Its'")]
    [InlineData("[IsomerShape(Convention = \"Its\")] public class Bad { public static string Its => \"\"; }", "no static property 'Its'")]
    [InlineData("[IsomerShape(Convention = \"Its\")] public class Bad { public static Convention Its => Convention.Plain; }", "have by default")]
    [InlineData("[IsomerShape(Convention = \"Its\")] public class Bad { public static Convention Its => Convention.Plain.WithSubtype<object, Bad>(\"b\"); }",
        "another each time")]
    [InlineData("[IsomerShape(Convention = \"Its\")] public class Bad { public static Convention Its => throw new Exception(\"no\"); }", "throws: no")]
    [InlineData("[IsomerShape(Convention = \"Its\")] public class Bad { public static Convention Its { get; } = Convention.Plain.WithTier(ShapeTier.Emitted); }",
        "WithTier")]
    [InlineData("[IsomerShape(Convention = \"Its\")] public class Bad { public Action? Do { get; set; } public static Convention Its { get; } = Convention.Plain.WithSubtype<object, Bad>(\"b\"); }",
        "Bad, Its of Bad: ")]
    public void What_cannot_be_made_is_told_when_the_application_is_built(string code, string words)
    {
        using var folder = new TemporaryFolder();
        string dll = folder.Write("Bad.dll", Versions.Compile("Bad", code));
        var made = Tool.Run("shapes", dll);
        Assert.Equal(2, made.Code);
        Assert.Contains(words, made.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(folder["Bad.Isomer.dll"]));
    }
}
