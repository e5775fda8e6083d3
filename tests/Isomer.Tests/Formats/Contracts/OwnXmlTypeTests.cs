using System.Runtime.Serialization;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Schema;
using System.Xml.Serialization;
using Isomer.Calls;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

#pragma warning disable CA1051, CA1710

/// <summary>
/// Classes that write their own XML and derive from one another: which of them it is stands in i:type, and must be known, as in the
/// original.
/// </summary>
public class OwnXmlTypeTests
{
    public class Own : IXmlSerializable
    {
        public string? A;
        public XmlSchema? GetSchema() => null;
        public void WriteXml(XmlWriter writer) => writer.WriteElementString("e", A);
        public void ReadXml(XmlReader reader)
        {
            bool isEmpty = reader.IsEmptyElement;
            reader.ReadStartElement();
            A = isEmpty ? null : reader.ReadElementContentAsString();
            if (!isEmpty)
                reader.ReadEndElement();
        }
    }

    public class Derived : Own;

    [KnownType(typeof(Derived))]
    public class Holder
    {
        public Own? One;
        public List<Own?>? Many;
        public Dictionary<string, Own>? Named;
        public object? Any;
    }

    public class Closed { public Own? One; }

    static string Of(string inside) =>
        $"<OwnXmlTypeTests.Closed xmlns:i='http://www.w3.org/2001/XMLSchema-instance' xmlns:x='http://www.w3.org/2001/XMLSchema' xmlns='http://schemas.datacontract.org/2004/07/Isomer.Tests.Formats.Contracts'>{inside}</OwnXmlTypeTests.Closed>";

    [Fact]
    public void A_derived_one_is_named()
    {
        foreach (bool preserves in (bool[])[false, true])
        {
            var oracle = new ContractOracle("xb") { Preserves = preserves };
            oracle.Check(
                new Holder
                {
                    One = new Derived { A = "a" },
                    Many = [new Own { A = "b" }, new Derived { A = "c" }, null],
                    Named = new() { ["d"] = new Derived { A = "e" } },
                    Any = new Derived { A = "f" }
                });
            oracle.Check(new Holder { One = new Own { A = "a" } });
            oracle.Check(new Closed { One = new Derived { A = "a" } });
            oracle.Check(new List<Own> { new Derived { A = "a" } });
            oracle.Done();
        }
    }

    public class Worn { public string? A; }

    sealed class AsOwn : Surrogate<Worn, Own>
    {
        public override Own ToCarrier(Worn value) => new() { A = value.A };

        public override Worn FromCarrier(Own carrier) => new() { A = carrier.A };
    }

    public class Wearer { public Worn? One; public object? Any; public List<object>? Many; }

    /// <summary>A carrier that writes its own XML stands under the name of what it carries.</summary>
    [Fact]
    public void What_carries_another_comes_back()
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
            foreach (var form in new[] { ContractXmlForm.Text, ContractXmlForm.Binary })
            {
                var options = new ContractXmlOptions
                {
                    Convention = Convention.DataContract.WithSurrogate(new AsOwn()).WithTier(tier),
                    KnownTypes = [typeof(Worn)],
                    Form = form
                };
                var back = ContractXml.Deserialize<Wearer>(
                    ContractXml.Serialize(new Wearer { One = new() { A = "a" }, Any = new Worn { A = "b" }, Many = [new Worn { A = "c" }] },
                        options), options)!;
                Assert.Equal(("a", "b", "c"), (back.One?.A, (back.Any as Worn)?.A, (back.Many![0] as Worn)?.A));
            }
    }

    [Fact]
    public void As_a_root_it_is_named_too()
    {
        var oracle = new ContractOracle("xb") { KnownTypes = [typeof(Derived)] };
        oracle.Check(new Derived { A = "a" }, typeof(Own));
        oracle.Check(new Derived { A = "a" }, typeof(object));
        oracle.Check(new Own { A = "a" }, typeof(Own));
        oracle.Done();
    }

    [Fact]
    public void It_comes_back_as_what_it_was()
    {
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var options = new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) };
            var back = ContractXml.Deserialize<Holder>(
                ContractXml.Serialize(new Holder { One = new Derived { A = "a" }, Many = [new Own { A = "b" }] }, options), options);
            Assert.Equal("a", Assert.IsType<Derived>(back.One).A);
            Assert.IsType<Own>(back.Many![0]);
        }
    }

    /// <summary>In JSON the XML is the text of a string: of a document of the declared type, whose root says which it is.</summary>
    [Fact]
    public void In_JSON_its_document_names_it()
    {
        foreach (var emits in (EmitTypeInformation[])[EmitTypeInformation.AsNeeded, EmitTypeInformation.Always, EmitTypeInformation.Never])
        {
            var oracle = new ContractOracle("j") { Emits = emits };
            oracle.Check(
                new Holder
                {
                    One = new Derived { A = "a" },
                    Many = [new Own { A = "b" }, new Derived { A = "c" }, null],
                    Named = new() { ["d"] = new Derived { A = "e" } }
                });
            oracle.Check(new Holder { Any = new Derived { A = "f" } });
            oracle.Check(new Holder { One = new Own { A = "a" } });
            oracle.Check(new Closed { One = new Derived { A = "a" } });
            oracle.Check(new List<Own> { new Derived { A = "a" } });
            foreach (string root in (string[])[
                "<OwnXmlTypeTests.Own xmlns='http://schemas.datacontract.org/2004/07/Isomer.Tests.Formats.Contracts'><e>5</e></OwnXmlTypeTests.Own>",
                "<Other><e>5</e></Other>", "<OwnXmlTypeTests.Own xmlns='urn:other'><e>5</e></OwnXmlTypeTests.Own>"])
                oracle.CheckRead('j', $$"""{"One":"{{root}}"}""", typeof(Closed));
            oracle.Done();
        }
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var options = new ContractJsonOptions { Convention = Convention.DataContract.WithTier(tier) };
            Assert.IsType<Derived>(
                ContractJson.FromText<Holder>(ContractJson.ToText(new Holder { One = new Derived { A = "a" } }, options),
                    options)!.One);
        }
    }

    [Theory]
    [InlineData("<One i:type='OwnXmlTypeTests.Own'><e>5</e></One>")]
    [InlineData("<One i:type='OwnXmlTypeTests.Derived'><e>5</e></One>")]
    [InlineData("<One i:type='T1'><e>5</e></One>")]
    [InlineData("<One i:type='x:int'><e>5</e></One>")]
    [InlineData("<One i:type=''><e>5</e></One>")]
    [InlineData("<One i:nil='true'><e>5</e></One>")]
    [InlineData("<One i:nil='false'><e>5</e></One>")]
    public void What_the_input_names_is_looked_up(string inside)
    {
        foreach (var known in (Type[][])[[], [typeof(Derived)]])
        {
            var oracle = new ContractOracle("x") { KnownTypes = known };
            oracle.CheckRead('x', Of(inside), typeof(Closed));
            oracle.Done();
        }
    }

    [DataContract(Namespace = "")]
    public class Nodes
    {
        [DataMember(Order = 1)] public XElement? Linq;
        [DataMember(Order = 2)] public XmlElement? Element;
        [DataMember(Order = 3)] public XmlNode[]? Several;
        [DataMember(Order = 4)] public int Last;
    }

    public static TheoryData<string, string> Places() =>
        [.. from member in (string[])["Linq", "Element", "Several"]
            from type in (string[])["", "T1", "x:int", "x:string", "none:T1", "OwnXmlTypeTests.Nodes", "s:XmlElement",
                "s:ArrayOfXmlNode", "l:XElement", "o:OwnXmlTypeTests.Own"]
            select new TheoryDataRow<string, string>(member, type)];

    /// <summary>A type that is named for XML of any kind is looked up: one that nobody knows was passed over.</summary>
    [Theory]
    [MemberData(nameof(Places))]
    public void What_the_input_names_of_nodes_is_looked_up(string member, string type)
    {
        foreach (string content in (string[])["<e>5</e>", "5"])
        {
            var oracle = new ContractOracle("x") { KnownTypes = [typeof(Own)] };
            oracle.CheckRead('x', $"""
                <OwnXmlTypeTests.Nodes xmlns:i='http://www.w3.org/2001/XMLSchema-instance' xmlns:x='http://www.w3.org/2001/XMLSchema' xmlns:s='http://schemas.datacontract.org/2004/07/System.Xml' xmlns:l='http://schemas.datacontract.org/2004/07/System.Xml.Linq' xmlns:o='http://schemas.datacontract.org/2004/07/Isomer.Tests.Formats.Contracts'><{member} i:type='{type}'>{content}</{member}><Last>7</Last></OwnXmlTypeTests.Nodes>
                """, typeof(Nodes));
            oracle.Done();
        }
    }

    /// <summary>
    /// A text in place of the element, or before it, was passed over, and null came of it. What stands behind the element is passed over
    /// by both.
    /// </summary>
    [Theory]
    [InlineData("5")]
    [InlineData("5<e/>")]
    [InlineData("<e/>5")]
    [InlineData("<e>5</e><f/>")]
    [InlineData("<![CDATA[5]]><e/>")]
    [InlineData(" <!-- c --><?pi x?> <e>5</e> <!-- c --> ")]
    public void A_text_is_no_element(string content)
    {
        var oracle = new ContractOracle("x");
        foreach (string member in (string[])["Linq", "Element", "Several"])
            oracle.CheckRead('x', $"<OwnXmlTypeTests.Nodes><{member}>{content}</{member}><Last>7</Last></OwnXmlTypeTests.Nodes>",
                typeof(Nodes));
        oracle.Done();
    }

    [Theory]
    [InlineData(typeof(XElement))]
    [InlineData(typeof(XmlElement))]
    public void A_root_that_is_nodes_says_what_it_likes_of_its_type(Type type)
    {
        var oracle = new ContractOracle("x");
        oracle.CheckRead('x', "<r xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='T1'><e>5</e></r>", type);
        oracle.Done();
    }
}
