using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>
/// Unknown elements with each mixture of two or three parts (elements of several namespaces, texts, white space, sections, comments), kept
/// with references and without: whatever the original makes of one, refuses, or cannot write again, ours makes the same or a rule tells it.
/// </summary>
public class KeptMixedRuleTests(ITestOutputHelper output)
{
    internal const string Keeps = """
        [DataContract(Namespace = "urn:a")]
        public class T0 : IExtensibleDataObject
        {
        [DataMember] public string A { get; set; }
        public ExtensionDataObject ExtensionData { get; set; }
        }
        """;

    static readonly string[] s_heads = ["<u>", "<u xmlns=\"urn:o\">", "<u xmlns=\"\">", "<p:u xmlns:p=\"urn:o\">", "<u x=\"1\">", "<p:u xmlns:p=\"urn:o\" p:x=\"1\">"];

    static readonly string[] s_parts = ["<q>5</q>", "<q xmlns=\"\">5</q>", "<q xmlns=\"urn:o\"/>", "<p:q xmlns:p=\"urn:o\">a</p:q>", "t", " ", "<![CDATA[c]]>", "<!-- c -->"];

    [Theory]
    [InlineData(ContractXmlForm.Text, 0)]
    [InlineData(ContractXmlForm.Text, 3)]
    [InlineData(ContractXmlForm.Binary, 0)]
    public void What_is_kept_is_the_same_or_told(ContractXmlForm form, int preserves)
    {
        var (same, told) = Look(form, preserves, from head in s_heads
                                                 from first in s_parts
                                                 from second in s_parts
                                                 from third in (string[])["", .. s_parts]
                                                 select (head, first + second + third));
        Assert.True(same > 100 && told > 100);
    }

    /// <summary>How many documents are read as the original reads them, and how many are told; none is neither.</summary>
    (int Same, int Told) Look(ContractXmlForm form, int preserves, IEnumerable<(string Head, string Within)> elements)
    {
        var dialect = new ContractXmlDialect(form);
        var made = new DialectCase(dialect, Keeps, 0, 0, preserves);
        var untold = new List<string>();
        int told = 0, same = 0;
        foreach (var (head, within) in elements)
        {
            string name = head[1..head.IndexOfAny([' ', '>'])];
            string document = $"<T0 xmlns=\"urn:a\"><A>1</A>{head}{within}</{name}></T0>";
            var finding = made.Read(dialect.AsForm(document));
            if (finding.Difference == "none")
                same++;
            else if (made.Reason(finding) is null)
                untold.Add($"{document}: {finding.Difference}\n  {finding.Original}\n  {finding.Ours}");
            else
                told++;
        }
        output.WriteLine($"{same} the same, {told} told, {untold.Count} untold");
        Assert.True(untold.Count == 0,
            $"{same} the same, {told} told, {untold.Count} untold\n" + string.Join("\n", untold.OrderBy(u => u.Length).Take(12)));
        return (same, told);
    }

    static readonly string[] s_elements = ["q", "p:q xmlns:p=\"urn:o\"", "q xmlns=\"urn:o\"", "q xmlns=\"\"", "r xmlns=\"urn:b\"", "q x=\"1\"",
        "p:q xmlns:p=\"urn:o\" p:x=\"1\""];

    static string Parts(Choices choices, int depth)
    {
        var parts = new System.Text.StringBuilder();
        for (int i = choices.Below(4); i > 0; i--)
        {
            if (depth > 2 || choices.Once(3))
            {
                parts.Append(choices.Of("t", "5"));
                continue;
            }
            string element = choices.Of(s_elements), within = Parts(choices, depth + 1);
            parts.Append('<').Append(element)
                .Append(within.Length == 0 ? "/>" : $">{within}</{element.Split(' ')[0]}>");
        }
        return parts.ToString();
    }

    /// <summary>Deeper ones, drawn: of elements and text alone, lest more causes meet in one than rules are asked for.</summary>
    [Theory]
    [InlineData(ContractXmlForm.Text, 0, 600)]
    [InlineData(ContractXmlForm.Text, 3, 300)]
    [InlineData(ContractXmlForm.Binary, 0, 300)]
    public void What_is_kept_deeper_is_the_same_or_told(ContractXmlForm form, int preserves, int count)
    {
        int times = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int more) ? more : count;
        var (same, told) = Look(form, preserves, Enumerable.Range(0, times).Select(seed =>
        {
            var choices = new Choices(seed);
            return (choices.Of(s_heads), Parts(choices, 0));
        }));
        Assert.True(same > count / 10 && told > count / 10);
    }
}
