using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>
/// Rules of contracts that providers of surrogates and nodes beside dictionaries asked for (<see cref="DialectRuleTests"/>), and what the
/// dialect asks beside its documents.
/// </summary>
public class ContractMoreRuleTests
{
    static ContractXmlDialect Xml => new(ContractXmlForm.Text);

    const string Start = "<T0 xmlns='http://schemas.datacontract.org/2004/07/C0' xmlns:q='http://schemas.microsoft.com/2003/10/Serialization/Arrays'>";

    /// <summary>An array of nodes keeps the white space of elements that have the name of a member outside of it.</summary>
    [Fact]
    public void White_space_as_text_beside_an_array_of_nodes()
    {
        var types = new DialectCase(Xml,
            "public class T0\n{\npublic XmlNode[] A0 { get; set; }\npublic T0 B0 { get; set; }\npublic int C0 { get; set; }\n}\n",
            0, 0, 0, 0, 0, 0, 1, XmlWays.Document);
        var finding = types.Read($"{Start} <A0><B0> <C0/> </B0></A0> <B0> <C0>3</C0> </B0> <C0>2</C0> </T0>");
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("white space that a reader gives as text", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">4<"));
        types.DoesNotExcuse(types.As(finding, "<B0> <C0", "<B0><C0"));
    }

    /// <summary>The original reads it, and cannot write it again: a prefix of what it keeps as XML is declared twice.</summary>
    [Fact]
    public void Kept_elements_whose_prefixes_the_original_cannot_write()
    {
        const string Document = "<T0 xmlns='urn:a'><A>1</A><u><r xmlns='urn:b'><p:q xmlns:p='urn:o'><q x='1'>t</q>t</p:q></r></u></T0>";
        var types = new DialectCase(Xml, KeptMixedRuleTests.Keeps);
        var finding = types.Read(Document);
        Assert.StartsWith("The prefix '' is bound", finding.Original!.ToString(), StringComparison.Ordinal);
        Assert.StartsWith("what is kept can be written again, whatever its prefixes", types.Reason(finding), StringComparison.Ordinal);
        types.DoesNotExcuse(types.As(finding, "x=\"1\"", "x=\"2\""));
        types.DoesNotExcuse(types.As(finding, ">t</q>t<", ">t</q><"));
        types.DoesNotExcuse(types.As(finding, "xmlns=\"urn:b\"", "xmlns=\"urn:c\""));
    }

    /// <summary>The choices before those of a provider, and that there is one.</summary>
    static readonly int[] s_provided = [.. new int[13], 5];

    static DialectCase Provided(string types, params int[] choices) => new(Xml, types, [.. s_provided, .. choices]);

    static byte[] Written(Finding finding) => (byte[])finding.Original!.Result!;

    /// <summary>The original writes an identity of a struct that a class with references carries, and does not read it.</summary>
    [Fact]
    public void A_struct_that_a_class_carries()
    {
        // The second type alone, by the third carrier, which has its first field twice.
        var types = Provided("public class T0\n{\npublic T1 A0 { get; set; }\npublic int B0 { get; set; }\n}\npublic struct T1\n{\npublic int A1;\n}\n",
            0, 2, 2, 0, 0);
        var written = types.Write(root => root);
        Assert.Equal("none", written.Difference);
        var finding = types.Read(Written(written));
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("a struct that a class carries has the identity of that", finding);
        types.DoesNotExcuse(types.As(finding, "<A1>0", "<A1>1"));
        types.DoesNotExcuse(types.As(finding, "<B0>0", "<B0>1"));
    }

    [Fact]
    public void What_a_carried_type_makes_known()
    {
        var types = Provided("[DataContract]\n[KnownType(typeof(T1))]\npublic class T0\n{\n[DataMember] public int A0;\n}\n[DataContract]\npublic class T1 : T0\n{\n[DataMember] public int A1;\n}\n",
            2, 0, 0, 0);
        var written = types.Write(root => Activator.CreateInstance(root.GetType().Assembly.GetType("C0.T1"))!);
        Assert.Equal("none", written.Difference);
        var finding = types.Read(Written(written));
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("what a carried type makes known is known at a root of it", finding);
        types.DoesNotExcuse(types.As(finding, "<A1>0", "<A1>1"));
    }

    /// <summary>As if the original had written an object once more.</summary>
    [Fact]
    public void An_identity_that_the_original_forgets()
    {
        var types = Provided("public class T0\n{\npublic T1 A0 { get; set; }\n}\npublic class T1\n{\npublic int A1;\n}\n", 0, 2, 0, 0, 0);
        var written = types.Write(root =>
        {
            root.A0 = Activator.CreateInstance(root.GetType().Assembly.GetType("C0.T1"));
            return root;
        });
        Assert.Equal("none", written.Difference);
        var finding = written with { Original = new Outcome((byte[])[.. Written(written), 1], null), Difference = "the bytes differ" };
        types.Excuses("the original forgets an identity where a provider of surrogates carries objects", finding);
        types.DoesNotExcuse(types.As(written, ">0<", ">1<"));
    }

    /// <summary>A method makes the type known whose member has no getter.</summary>
    [Fact]
    public void A_blind_type_that_a_method_makes_known()
    {
        var types = new DialectCase(Xml, """
            [DataContract]
            [KnownType("KnownOfT0")]
            public class T0
            {
            [DataMember] public object A0 { get; set; }
            public static IEnumerable<Type> KnownOfT0() => new[] { typeof(T1), typeof(T2) };
            }
            [DataContract]
            public class T1
            {
            [DataMember] public int A1 { get; set; }
            }
            [DataContract]
            public class T2
            {
            [DataMember] public int A2 { set { } }
            }
            """);
        var finding = types.Write(root =>
        {
            root.A0 = Activator.CreateInstance(root.GetType().Assembly.GetType("C0.T1"));
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("a known type with a data member without a getter is refused when a value of it is met", finding);
        types.DoesNotExcuse(types.As(finding, ">0<", ">1<"));
    }

    /// <summary>An interface that is none of collections to the original, and in it a collection of the contract of a known one.</summary>
    [Fact]
    public void An_alike_collection_behind_another_interface()
    {
        var types = new DialectCase(new ContractJsonDialect(),
            "public class T0\n{\npublic IReadOnlyList<object> A0 { get; set; }\npublic int B0 { get; set; }\n}\n", 0, 3, 2);
        var finding = types.Write(root =>
        {
            root.A0 = new object[] { new SortedDictionary<string, object> { ["k"] = 5 } };
            return root;
        });
        Assert.Equal("none", finding.Difference);
    }

    const int Several = 2, Threads = 3, Filled = 4;

    static DialectCase Asking(int more, string body) => new(Xml, $"public class T0\n{{\n{body}\n}}\n", [.. new int[14], more]);

    /// <summary>A getter that gives another number each time is what a serializer would be that keeps something of its last call.</summary>
    [Theory]
    [InlineData(Several, "several documents: ")]
    [InlineData(Threads, "two threads write: ")]
    public void What_differs_from_call_to_call_is_told_at_writing(int more, string told)
    {
        Assert.Null(Asking(more, "public int A0 { get; set; }").Further(root => root));
        Assert.StartsWith(told, Asking(more, "static int s_count;\npublic int A0 { get => ++s_count; set { } }").Further(root => root),
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(Several, "several documents read: ")]
    [InlineData(Threads, "two threads read: ")]
    [InlineData(Filled, "Fill of what is filled differs between tiers: ")]
    public void What_differs_from_call_to_call_is_told_at_reading(int more, string told)
    {
        const string Document = "<T0 xmlns='http://schemas.datacontract.org/2004/07/C0'><A0>1</A0></T0>";
        Assert.Null(Asking(more, "public int A0 { get; set; }").FurtherRead(Document));
        const string Counting = "static int s_count;\npublic int A0 { get => _a; set => _a = value + ++s_count; }\nint _a;";
        Assert.StartsWith(told, Asking(more, Counting).FurtherRead(Document), StringComparison.Ordinal);
    }

    /// <summary>The second document of a session has numbers for its names, and is read by itself.</summary>
    [Theory]
    [InlineData(0, 3)]
    [InlineData(3, 0, 3)]
    [InlineData(3, 0, 0)]
    public void Documents_with_numbers_for_names(params int[] names)
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Binary), "public class T0\n{\npublic int Number { get; set; }\n}\n",
            [.. new int[14], .. names]);
        var written = types.Write(root =>
        {
            root.Number = 70000;
            return root;
        });
        Assert.Equal("none", written.Difference);
        var (document, session) = Conversation.Read(Written(written));
        Assert.Equal(-1, document.AsSpan().IndexOf("Number"u8));
        Assert.Equal(names[^1] == 0, session is null);
        var read = types.Read(Written(written));
        Assert.Equal("none", read.Difference);
        Assert.Contains(">70000<", read.Ours!.ToString(), StringComparison.Ordinal);
        types.DoesNotExcuse(types.As(read, ">70000<", ">70001<"));
    }
}
