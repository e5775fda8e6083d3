using System.Xml;
using System.Xml.Serialization;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfSoap;

#pragma warning disable CS0649, CA1051, CA1819

/// <summary>Mappings of members in the encoding of SOAP: the parameters of a call, with and without an element around them.</summary>
public class SoapMembersTests
{
    public class Body
    {
        public int Value; public string? Text; public Body? Next; public int[]? Ints; public List<int>? List;
        public List<string>? Texts;
    }
    public enum Kind { One, Two }
    [SoapType("special", "urn:s")] public class Special : Body { public bool More; }

    static XmlReflectionMember Member(string name, Type type, Action<XmlReflectionMember>? further = null)
    {
        var member = new XmlReflectionMember { MemberName = name, MemberType = type };
        further?.Invoke(member);
        return member;
    }

    static XmlReflectionMember Member<T>(string name, Action<XmlReflectionMember>? further = null) => Member(name, typeof(T), further);

    static SoapOracle Of(XmlReflectionMember[] members, bool wrapper = true, bool accessors = true, bool validate = false,
        string? ns = "urn:call", string? defaultNamespace = "urn:enc", string? name = "call", params Type[] included)
    {
        var importer = new SoapReflectionImporter(defaultNamespace);
        foreach (var type in included)
            importer.IncludeType(type);
        return new SoapOracle(importer.ImportMembersMapping(name, ns, members, wrapper, accessors, validate));
    }

    public static TheoryData<bool, bool, bool, string?> Ways
    {
        get
        {
            var ways = new TheoryData<bool, bool, bool, string?>();
            foreach (bool wrapper in new[] { true, false })
                foreach (bool accessors in new[] { true, false })
                    foreach (bool validate in new[] { true, false })
                        foreach (string? ns in new[] { "urn:call", "", null })
                            ways.Add(wrapper, accessors, validate, ns);
            return ways;
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void With_and_without_wrapper_and_accessors(bool wrapper, bool accessors, bool validate, string? ns)
    {
        var body = new Body { Value = 3, Text = "t", Next = new Body { Ints = [1, 2] } };
        // What it wrote without a namespace the original does not find again.
        bool isRead = ns is not null;
        foreach (string? style in new[] { null, SoapOracle.Soap12 })
        {
            Of([Member<int>("value")], wrapper, accessors, validate, ns).Same(new object[] { 3 }, style, isRead: isRead);
            Of([Member<Body>("body")], wrapper, accessors, validate, ns).Same(new object[] { body }, style, isRead: isRead);
            Of([Member<Body>("body"), Member<string>("s"), Member<Kind>("k"), Member<int?>("n"), Member<DateTime>("d")], wrapper, accessors,
                validate, ns).Same(new object?[] { body, "s", Kind.Two, 5, new DateTime(2020, 1, 2) }, style, isRead: isRead);
            Of([Member<Body>("a"), Member<Body>("b")], wrapper, accessors, validate, ns)
                .Same(new object[] { body, body }, style, isRead: isRead);
            Of([Member<int>("r", m => m.IsReturnValue = true), Member<int>("value")], wrapper, accessors, validate, ns)
                .Same(new object[] { 1, 2 }, style, isRead: isRead);
            Of([Member<string>("a"), Member<object>("o")], wrapper, accessors, validate, ns)
                .Same(new object?[] { null, null }, style, isRead: isRead);
            Of([Member<int[]>("a"), Member<object>("o")], wrapper, accessors, validate, ns)
                .Same(new object?[] { new[] { 1, 2 }, "x" }, style, isRead: isRead);
            Of([Member<Body[]>("a")], wrapper, accessors, validate, ns).Same(new object?[] { new[] { body, null } }, style, isRead: isRead);
            Of([Member<Body>("a")], wrapper, accessors, validate, ns, null, "call", typeof(Special))
                .Same(new object?[] { new Special { More = true, Value = 4 } }, style, isRead: isRead);
            Of([Member<Body>("a")], wrapper, accessors, validate, ns, null, null).Same(new object?[] { body }, style, isRead: isRead);
            Of([], wrapper, accessors, validate, ns).Same(Array.Empty<object>(), style, isRead: isRead);
        }
    }

    [Fact]
    public void Numbers_of_values_need_not_be_those_of_members()
    {
        var members = new[] { Member<int>("a"), Member<string>("b") };
        foreach (bool wrapper in new[] { true, false })
            foreach (bool accessors in new[] { true, false })
            {
                Of(members, wrapper, accessors).Same(new object[] { 1 });
                Of(members, wrapper, accessors).Same(new object?[] { 1, "b", 2.5, null, new Body(), "further" });
                Of(members, wrapper, accessors).Same(Array.Empty<object>());
                Of(members, wrapper, accessors).Same(new object[] { "no number", "b" });
                Of(members, wrapper, accessors).Same(null);
                Of(members, wrapper, accessors).Same(5);
            }
    }

    [Fact]
    public void Companions_say_what_is_written()
    {
        var members = new[] { Member<string>("a"), Member<bool>("aSpecified"), Member<int[]>("l"), Member<bool>("lSpecified"),
            Member<int?>("n"), Member<bool>("nSpecified") };
        Of(members).Same(new object?[] { "x", true, new[] { 1 }, true, 5, true });
        Of(members).Same(new object?[] { "x", false, new[] { 1 }, false, 5, false });
        Of(members).Same(new object?[] { "x" });
        Of(members, wrapper: false).Same(new object?[] { "x", true, new[] { 1 }, true, 5, true });
    }

    [Fact]
    public void Attributes_of_members_count()
    {
        var members = new[]
        {
            Member<string>("a", m => m.SoapAttributes.SoapElement = new SoapElementAttribute("renamed") { IsNullable = true }),
            Member<DateTime>("d", m => m.SoapAttributes.SoapElement = new SoapElementAttribute { DataType = "date" }),
            Member<int>("at", m => m.SoapAttributes.SoapAttribute = new SoapAttributeAttribute("at")),
            Member<string>("at2", m => m.SoapAttributes.SoapAttribute = new SoapAttributeAttribute { Namespace = "urn:at" }),
            Member<string>("s",
                m => { m.SoapAttributes.SoapElement = new SoapElementAttribute { IsNullable = true }; m.OverrideIsNullable = true; }),
                    Member<Body>("b", m => m.SoapAttributes.SoapElement = new SoapElementAttribute { IsNullable = true }),
        };
        Of(members).Same(new object?[] { "x", new DateTime(2020, 1, 2), 5, "y", "z", new Body() }, isRead: false);
        Of(members).Same(new object?[] { null, new DateTime(2020, 1, 2), 5, null, null, null }, isRead: false);
    }

    /// <summary>The original gives the array for a parameter that is a list; the caller's cast would fail.</summary>
    [Fact]
    public void Lists_come_back_as_lists()
    {
        var oracle = Of([Member<List<int>>("list"), Member<Body>("body")]);
        string document = oracle.Same(new object[] { new List<int> { 1, 2 }, new Body { List = [3], Texts = ["a"] } }, isRead: false);
        Assert.Contains("Int32[][Int32 1, Int32 2, ]", oracle.ReadByOriginal(document), StringComparison.Ordinal);
        Assert.Contains("List`1[Int32 1, Int32 2, ]", oracle.ReadByOurs(document), StringComparison.Ordinal);
        Assert.Equal(oracle.ReadByOriginal(document).Split("Body")[1], oracle.ReadByOurs(document).Split("Body")[1]);
    }

    const string Head = "<root xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:xsd='http://www.w3.org/2001/XMLSchema' xmlns:e='http://schemas.xmlsoap.org/soap/encoding/' xmlns:c='urn:call' xmlns:n='urn:enc'>";

    public static TheoryData<string> Documents => [
        "<c:call><value>1</value><body href='#a'/></c:call><n:Body id='a'><Value>2</Value></n:Body>",
        "<n:Body id='a' e:root='0'><Value>2</Value></n:Body><c:call><value>1</value><body href='#a'/></c:call>",
        "<n:Body id='a' e:root='false'/><c:call e:root='1'><body href='#a'/></c:call>",
        "<c:other><value>1</value></c:other>", "<call><value>1</value></call>", "<c:call/>", "<c:call></c:call>", "", "text",
        "<c:call><body href='#a'/></c:call>", "<c:call><value>1</value><value>2</value><unknown/>text</c:call>", "<c:call at='1'/>",
        "<c:call><value xsi:nil='true'/></c:call>", "<c:call><body xsi:type='n:Body'><Next href='#a'/></body></c:call><n:Body id='a'/>",
        "<value>1</value>", "<n:Body id='a'><Value>1</Value></n:Body><xsd:int>5</xsd:int>", "<xsd:int>5</xsd:int><n:Body/>",
        "<x href='#a'/><n:Body id='a' e:root='0'/>", "<x href='#a'/>", "<x href='#a'/><n:Body id='a'><Value>7</Value></n:Body>",
        "<c:value>1</c:value><c:body href='#a'/>",
        "<xsd:string>s</xsd:string>", "<e:Array e:arrayType='xsd:int[1]'><i>1</i></e:Array>",
    ];

    [Theory]
    [MemberData(nameof(Documents))]
    public void Documents_are_read_as_there(string content)
    {
        XmlReflectionMember[] members = [Member<int>("value"), Member<Body>("body")];
        foreach (bool wrapper in new[] { true, false })
            foreach (bool accessors in new[] { true, false })
                foreach (bool validate in new[] { true, false })
                    foreach (string? style in new[] { null, SoapOracle.Soap12 })
                        Of(members, wrapper, accessors, validate).SameRead(Head + content + "</root>", style);
    }

    /// <summary>The original hands over whatever the document names, though the parameter is of another type.</summary>
    [Fact]
    public void Parameters_of_another_type_are_refused()
    {
        var oracle = Of([Member<int>("value")]);
        const string Document = Head + "<c:call><value xsi:type='xsd:string'>s</value></c:call></root>";
        Assert.DoesNotContain("refused", oracle.ReadByOriginal(Document), StringComparison.Ordinal);
        Assert.Equal("!refused", oracle.ReadByOurs(Document));
    }

    /// <summary>The original compares a null namespace with an empty one and finds nothing.</summary>
    [Fact]
    public void Without_a_namespace_it_comes_back()
    {
        var oracle = Of([Member<int>("value")], wrapper: false, ns: null);
        string document = oracle.Same(new object[] { 3 }, isRead: false);
        Assert.StartsWith("Object[][Int32 0, ]", oracle.ReadByOriginal(document), StringComparison.Ordinal);
        Assert.StartsWith("Object[][Int32 3, ]", oracle.ReadByOurs(document), StringComparison.Ordinal);
    }

    [Fact]
    public void Mappings_for_one_direction()
    {
        var importer = new SoapReflectionImporter();
        new SoapOracle(importer.ImportMembersMapping("c", "", [Member<int>("a")], true, true, false, XmlMappingAccess.Read)).Same(
            new object[] { 1 });
        new SoapOracle(importer.ImportMembersMapping("c", "", [Member<int>("a")], true, true, false, XmlMappingAccess.Write)).Same(
            new object[] { 1 });
    }
}
