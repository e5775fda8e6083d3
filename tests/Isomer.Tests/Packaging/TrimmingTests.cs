using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;
using Isomer.Tests.Cli;
using Xunit;

namespace Isomer.Tests.Packaging;

/// <summary>
/// A trimmed application loses members that only a serializer uses: nothing of that is silent. The application is really published
/// and trimmed; where the trimmer and the framework for it cannot be had, that part is skipped.
/// </summary>
[BeginsEarly]
public class TrimmingTests
{
    const string Program = """
        using Isomer;
        var order = new Order { Id = 1, Line = new Line { Price = 2.50m } };
        Try(() => System.Text.Encoding.UTF8.GetString(Json.Serialize(order)));
        Try(() => Json.Deserialize<Order>("{\"Id\":1,\"Line\":{\"Price\":2.50}}"u8).Line.Price.ToString(System.Globalization.CultureInfo.InvariantCulture));
        Try(() => Compact.Deserialize<Order>(Compact.Serialize(order)).Line.Price.ToString(System.Globalization.CultureInfo.InvariantCulture));
        Try(() => System.Text.Encoding.UTF8.GetString(ContractXml.Serialize(order)));
        Try(() => System.Text.Encoding.UTF8.GetString(Json.Serialize(new[] { 1, 2 })));
        Try(() =>
        {
            var mapping = new System.Xml.Serialization.SoapReflectionImporter().ImportTypeMapping(typeof(Flat));
            var text = new StringWriter();
            new IsomerXmlSerializer(mapping).Serialize(text, new Flat { Price = 2.50m });
            return text.ToString().ReplaceLineEndings(" ");
        });
        var net = new ContractXmlOptions { NetDataContract = true, KnownTypes = [typeof(Order)] };
        var rows = new System.Data.DataTable("Rows");
        rows.Columns.Add("Name", typeof(string));
        rows.Rows.Add("Ann");
        Both("Json", () => Json.Serialize(order), b => Json.Deserialize<Order>(b), "{\"Id\":1,\"Line\":{\"Price\":2.50}}");
        Both("Graph", () => Json.Serialize(order, JsonOptions.Graph), b => Json.Deserialize<Order>(b, JsonOptions.Graph), "{\"Id\":1,\"Line\":{\"Price\":2.50}}");
        Both("FastJson", () => Json.Serialize(order, JsonOptions.FastJson), b => Json.Deserialize<Order>(b, JsonOptions.FastJson), "{\"Id\":1,\"Line\":{\"Price\":2.50}}");
        Both("Compact", () => Compact.Serialize(order), b => Compact.Deserialize<Order>(b), "");
        Both("Xml", () => Xml.Serialize(order), b => Xml.Deserialize<Order>(b), "<Order><Id>1</Id><Line><Price>2.50</Price></Line></Order>");
        Both("ContractXml", () => ContractXml.Serialize(order), b => ContractXml.Deserialize<Order>(b), "<Order xmlns='http://schemas.datacontract.org/2004/07/'><Id>1</Id><Line><Price>2.50</Price></Line></Order>");
        Both("Binary", () => ContractXml.Serialize(order, ContractXmlOptions.Binary), b => ContractXml.Deserialize<Order>(b, ContractXmlOptions.Binary), "");
        Both("ContractJson", () => ContractJson.Serialize(order), b => ContractJson.Deserialize<Order>(b), "{\"Id\":1,\"Line\":{\"Price\":2.50}}");
        Both("NetDataContract", () => ContractXml.Serialize(order, net), b => ContractXml.Deserialize<Order>(b, net), "");
        Both("Protobuf", () => Protobuf.Serialize(order), b => Protobuf.Deserialize<Order>(b), "");
        Both("Soap", () => Soap.Serialize(order), b => Soap.Deserialize<Order>(b), "");
        Both("Nrbf", () => Nrbf.Serialize(order), b => Nrbf.Deserialize<Order>(b), "");
        Both("DeepCopy", () => System.Text.Encoding.UTF8.GetBytes(Shown(DeepCopy.Of(order))), null, "");
        Both("Tables", () => Json.Serialize(rows), null, "");
        Both("ContractXmlSerializer", () => Stream(s => new ContractXmlSerializer(typeof(Order)).WriteObject(s, order)), b => (Order)new ContractXmlSerializer(typeof(Order)).ReadObject(new MemoryStream(b)), "");
        Both("NetContractXmlSerializer", () => Stream(s => new NetContractXmlSerializer(net).WriteObject(s, order)), b => (Order)new NetContractXmlSerializer(net).ReadObject(new MemoryStream(b)), "");
        Both("ContractJsonSerializer", () => Stream(s => new ContractJsonSerializer(typeof(Order)).WriteObject(s, order)), b => (Order)new ContractJsonSerializer(typeof(Order)).ReadObject(new MemoryStream(b)), "");
        Both("IsomerXmlSerializer", () => Stream(s => new IsomerXmlSerializer(typeof(Order)).Serialize(s, order)), b => (Order)new IsomerXmlSerializer(typeof(Order)).Deserialize(new MemoryStream(b)), "");
        Both("IsomerBinaryFormatter", () => Stream(s => new IsomerBinaryFormatter(new NrbfOptions { KnownTypes = [typeof(Order)] }).Serialize(s, order)), b => (Order)new IsomerBinaryFormatter(new NrbfOptions { KnownTypes = [typeof(Order)] }).Deserialize(new MemoryStream(b)), "");
        Both("IsomerSoapFormatter", () => Stream(s => new IsomerSoapFormatter(new SoapOptions { KnownTypes = [typeof(Order)] }).Serialize(s, order)), b => (Order)new IsomerSoapFormatter(new SoapOptions { KnownTypes = [typeof(Order)] }).Deserialize(new MemoryStream(b)), "");
        static byte[] Stream(Action<Stream> write) { var s = new MemoryStream(); write(s); return s.ToArray(); }
        static string Shown(Order o) => string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{o.Id} {o.Line?.Price}");
        // What is read: a document by hand, or what was written.
        static void Both(string name, Func<byte[]> write, Func<byte[], Order> read, string document)
        {
            byte[] bytes = System.Text.Encoding.UTF8.GetBytes(document);
            Try(() =>
            {
                byte[] written = write();
                if (document == "")
                    bytes = written;
                return name + " wrote " + string.Concat(System.Text.Encoding.Latin1.GetString(written).Select(c => c < ' ' ? '.' : c));
            });
            if (read is not null)
                Try(() => name + " read " + Shown(read(bytes)));
        }
        static void Try(Func<string> what)
        {
            try { Console.WriteLine(what()); } catch (Exception e) { while (e.InnerException is { } inner) e = inner; Console.WriteLine("refused: " + e.Message); }
        }
        [Serializable, System.Runtime.Serialization.DataContract(Namespace = "http://schemas.datacontract.org/2004/07/")]
        public class Order { [System.Runtime.Serialization.DataMember(Order = 1)] public int Id { get; set; } [System.Runtime.Serialization.DataMember(Order = 2)] public Line Line { get; set; } }
        [Serializable, System.Runtime.Serialization.DataContract(Namespace = "http://schemas.datacontract.org/2004/07/")]
        public class Line { [System.Runtime.Serialization.DataMember(Order = 1)] public decimal Price { get; set; } }
        public class Flat { public decimal Price { get; set; } }
        """;

    // It keeps its types and says so; what one does that says nothing is asked of the same application without that option.
    static readonly string s_project = $"""
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings><AssemblyName>Trimmed</AssemblyName>
            <PublishTrimmed>true</PublishTrimmed><SelfContained>true</SelfContained><UseCurrentRuntimeIdentifier>true</UseCurrentRuntimeIdentifier>
            <SuppressTrimAnalysisWarnings>false</SuppressTrimAnalysisWarnings><NuGetAudit>false</NuGetAudit>
          </PropertyGroup>
          <ItemGroup>
            <Reference Include="{typeof(Json).Assembly.Location}" />
            <TrimmerRootAssembly Include="Trimmed" />
            <RuntimeHostConfigurationOption Include="Isomer.MembersAreKept" Value="true" />
          </ItemGroup>
        </Project>
        """;

    static string[] Run(TemporaryFolder folder)
    {
        var run = Tool.Execute(folder[Path.Combine("out", OperatingSystem.IsWindows() ? "Trimmed.exe" : "Trimmed")], [], []);
        Assert.True(run.Code == 0, run.Output);
        return run.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
    }

    /// <summary>
    /// The build itself fails where code warns (IsAotCompatible, warnings as errors). This is what the library says of itself in turn, and
    /// that nothing is silenced without a reason, or for a whole assembly.
    /// </summary>
    [Fact]
    public void The_library_says_that_it_can_be_trimmed_and_why_what_is_silenced_is_true()
    {
        var library = typeof(Json).Assembly;
        Assert.Contains(library.GetCustomAttributes<AssemblyMetadataAttribute>(), m => m is { Key: "IsTrimmable", Value: "True" });
        Assert.Empty(library.GetCustomAttributes<UnconditionalSuppressMessageAttribute>());
        const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance
            | BindingFlags.DeclaredOnly;
        // What lambdas and iterators become has the attributes of the method that they are of.
        var members = library.GetTypes().SelectMany(t => t.GetMembers(All).Prepend(t));
        var silenced = members.SelectMany(m => m.GetCustomAttributes<UnconditionalSuppressMessageAttribute>(false)).ToArray();
        Assert.True(silenced.Length > 50, $"{silenced.Length}");
        Assert.All(silenced, s =>
        {
            Assert.Matches("^IL[23][0-9]{3}$", s.CheckId);
            Assert.Equal(s.CheckId.StartsWith("IL3", StringComparison.Ordinal) ? "AOT" : "Trimming", s.Category);
            Assert.True(s.Justification?.Split(' ').Length >= 4, $"{s.CheckId}: {s.Justification}");
        });
    }

    /// <summary>
    /// Published once, which is half a minute of a machine. What is refused is refused because nobody said that members are kept, not
    /// because they are gone: an application that lost them is among <see cref="Ahead.PublishedTests"/>.
    /// </summary>
    [Fact]
    public void A_trimmed_application_is_refused_types_with_members_unless_it_says_that_it_keeps_them()
    {
        using var folder = new TemporaryFolder();
        folder.Write("Trimmed.csproj", s_project);
        folder.Write("Program.cs", Program);
        var built = Tool.Execute("dotnet", ["publish", folder.Path, "-c", "Release", "-o", folder["out"], "-v", "q", "--nologo"], []);
        Assert.SkipWhen(
            built.Output.Contains("NU110", StringComparison.Ordinal) || built.Output.Contains("NU130", StringComparison.Ordinal),
            "the trimmer or its framework cannot be restored here");
        Assert.True(built.Code == 0, built.Output);
        // What the compiler and the trimmer warned of.
        Assert.Contains("IL2026", built.Output, StringComparison.Ordinal);
        CheckKept(Run(folder));

        string options = folder[Path.Combine("out", "Trimmed.runtimeconfig.json")], said = File.ReadAllText(options);
        string unsaid = said.Replace("\"Isomer.MembersAreKept\": true", "\"Isomer.MembersAreKept\": false", StringComparison.Ordinal);
        Assert.NotEqual(said, unsaid);
        File.WriteAllText(options, unsaid);
        CheckRefused(Run(folder));
    }

    static void CheckRefused(string[] lines)
    {
        Assert.All(lines[..4], line => Assert.StartsWith("refused: Type 'Order' cannot be serialized: this application was trimmed", line));
        // What has no members has lost none.
        Assert.Equal("[1,2]", lines[4]);
        // By a mapping of the framework's importer no model is made, which would ask: the SOAP encoding asks by itself.
        Assert.StartsWith("refused: Type 'Flat' cannot be serialized: this application was trimmed", lines[5]);
        // Every other facade and drop-in, writing and reading. A table's columns are none of a type's members.
        string[] others = [.. lines[6..].Where(l => !l.StartsWith("Tables ", StringComparison.Ordinal))];
        Assert.Equal(37, others.Length);
        // Three drop-ins look at their input before they know a type, and what was refused wrote none.
        string[] unread = [
            .. others.Where(
                l => l.Contains("Expected the root element", StringComparison.Ordinal)
                    || l.Contains("This is no NRBF", StringComparison.Ordinal) || l.Contains("This is no SOAP", StringComparison.Ordinal))];
        Assert.Equal(3, unread.Length);
        Assert.Equal(others.Length + 1, lines.Length - 6);
        Assert.All(others.Except(unread),
            line => Assert.Matches("^refused: Type '(Order|Line)' cannot be serialized: this application was trimmed", line));
    }

    static void CheckKept(string[] lines)
    {
        Assert.Equal("""{"Id":1,"Line":{"Price":2.50}}""", lines[0]);
        Assert.Equal("2.50", lines[1]);
        Assert.Equal("2.50", lines[2]);
        Assert.Contains("<Line><Price>2.50</Price></Line>", lines[3], StringComparison.Ordinal);
        Assert.Equal("[1,2]", lines[4]);
        Assert.Contains(">2.50</Price>", lines[5], StringComparison.Ordinal);
        string[] others = lines[6..];
        Assert.Equal(38, others.Length);
        Assert.All(others,
            line => Assert.True(line.Contains(" read ", StringComparison.Ordinal) || line.Contains(" wrote ", StringComparison.Ordinal),
                line));
        Assert.All(others.Where(l => l.Contains(" read ", StringComparison.Ordinal)), line => Assert.EndsWith(" read 1 2.50", line));
        // A decimal is its digits, or its bits: 250 at scale 2.
        Assert.All(others.Where(l => l.Contains(" wrote ", StringComparison.Ordinal)), line => Assert.Matches("2\\.50|\u00fa|Ann", line));
    }

    static readonly Assembly[] Libraries = [typeof(Json).Assembly, typeof(AspNetCore.WebFormat).Assembly];

    /// <summary>
    /// Methods that carry a value of any type: generic ones, and those that are given its type, or object, and a place to write to or read
    /// from.
    /// </summary>
    static bool Carries(MethodBase method) =>
        (method.IsGenericMethodDefinition
            && method.GetGenericArguments()
                .Any(a => method.GetParameters().Any(p => p.ParameterType == a) || (method as MethodInfo)?.ReturnType == a))
        || (method.GetParameters().Any(p => p.ParameterType == typeof(Type) || p.ParameterType == typeof(object)) && method.Name is var name
            && Array.Exists(["Serialize", "Deserialize", "Read", "Write", "Copy", "Of", "Load", "Save", ".ctor"],
                word => name.StartsWith(word, StringComparison.Ordinal)));

    /// <summary>Those that need no members, and why.</summary>
    static readonly Dictionary<string, string> Without = new()
    {
        ["FormatterRename"] = "names types and members, and carries none",
        ["JsonTokenWriter"] = "a scalar, or a node",
        ["NrbfClassRecord"] = "gives what was read",
        ["SoapFault"] = "holds a detail, which the format writes",
        ["Node"] = "a scalar directly; of anything else a trimmed application is told by name when it asks",
        ["NodeValue"] = "a scalar",
        ["Scalars"] = "tells what a type is",
    };

    static IEnumerable<Type> Exported =>
        Libraries.SelectMany(a => a.GetExportedTypes())
            .Where(t => !t.IsInterface && !t.IsEnum && !typeof(Attribute).IsAssignableFrom(t) && !typeof(Delegate).IsAssignableFrom(t));

    static IEnumerable<MethodBase> CarriersOf(Type type) =>
        type.GetMembers(BindingFlags.Public | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly).OfType<MethodBase>()
            // What takes numbers of fixed width alone needs nothing of them.
            .Where(m =>
                Carries(m)
                    && !(m.IsGenericMethodDefinition
                        && m.GetGenericArguments()
                            .All(a => (a.GenericParameterAttributes & GenericParameterAttributes.NotNullableValueTypeConstraint) != 0)));

    static bool Warns(MemberInfo member) =>
        member.IsDefined(typeof(RequiresUnreferencedCodeAttribute), false) && member.IsDefined(typeof(RequiresDynamicCodeAttribute), false);

    /// <summary>The compiler warns at each call of a facade in an application that is to be trimmed or compiled ahead of time.</summary>
    [Fact]
    public void Every_facade_says_that_it_needs_members_and_code() =>
        Assert.Empty(Exported.Where(t => !Warns(t) && !Without.ContainsKey(t.Name))
        .SelectMany(CarriersOf).Where(m => !Warns(m)).Select(m => $"{m.DeclaringType}.{m.Name}").Distinct());

    /// <summary>A reason that nothing needs any more is an error too.</summary>
    [Fact]
    public void Reasons_are_needed() =>
        Assert.All(Without.Keys, name => Assert.Contains(Exported, t => t.Name == name && !Warns(t) && CarriersOf(t).Any(m => !Warns(m))));

    [Fact]
    public void All_formats_are_among_them() => Assert.Superset(
        new HashSet<string>([
            "Json", "Compact", "Protobuf", "ContractXml", "ContractJson", "Xml", "Nrbf", "Soap", "Format", "DeepCopy", "Tables", "DataXml",
            "ContractXmlSerializer", "NetContractXmlSerializer", "ContractJsonSerializer", "IsomerXmlSerializer",
            "IsomerXmlSerializerFactory", "IsomerBinaryFormatter", "IsomerSoapFormatter",
            "HttpClientExtensions", "IsomerContent", "CustomFormat`1", "ClassFormat`1", "ClassFormat`2", "StructFormat`3", "Values`2",
            "IsomerServices", "IsomerResults", "IsomerResult`1", "WebFormat",
        ]),
        // Of IsomerBody`1, which generated code alone calls, an analyzer warns (ISO0201, ShapedHandlerTests).
        // A class that a trimmed application may have warns by the members that need more.
        Exported.Where(t => Warns(t) || t.GetMembers().Any(Warns)).Select(t => t.Name).ToHashSet());
}
