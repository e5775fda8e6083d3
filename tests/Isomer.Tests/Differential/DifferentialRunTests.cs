using System.Text;
using System.Text.Json;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>The run itself: what is equal passes, and a planted difference is found and shrunk to its core.</summary>
public class DifferentialRunTests(ITestOutputHelper output)
{
    /// <summary>System.Text.Json against itself, with a fault where asked for.</summary>
    sealed class Mirror(Func<string, string> fault) : Dialect
    {
        static readonly JsonSerializerOptions Settings = new() { IncludeFields = true };

        public override string Name => "System.Text.Json against itself";
        public override OptionPair Options(Choices choices, IReadOnlyList<Type> types) => new(null, null, "none");
        public override byte[] OriginalWrite(object? value, Type type, OptionPair options) =>
            JsonSerializer.SerializeToUtf8Bytes(value, type, Settings);
        public override byte[] OurWrite(object? value, Type type, OptionPair options) =>
            Encoding.UTF8.GetBytes(fault(Encoding.UTF8.GetString(OriginalWrite(value, type, options))));
        public override object? OriginalRead(byte[] bytes, Type type, OptionPair options) =>
            JsonSerializer.Deserialize(bytes, type, Settings);
        public override object? OurRead(byte[] bytes, Type type, OptionPair options) => OriginalRead(bytes, type, options);
        public override byte[] Edit(byte[] document, Choices choices) =>
            Encoding.UTF8.GetBytes(new JsonEdits(choices).Edit(Encoding.UTF8.GetString(document)));
        // The other side throws what System.Text.Json throws.
        public override string? Documented(Finding finding) =>
            finding.Difference == "an exception of another kind" ? "the exceptions of System.Text.Json" : null;
    }

    [Fact]
    public void What_is_equal_passes() => new DifferentialRun(new Mirror(text => text), output.WriteLine).Run(80);

    [Fact]
    public void A_planted_difference_is_found_and_shrunk()
    {
        var findings =
            new DifferentialRun(new Mirror(text => text.Replace("1.50", "1.5", StringComparison.Ordinal)), output.WriteLine).Find(400, 1);
        var finding = Assert.Single(findings);
        Assert.Equal("write", finding.Step);
        output.WriteLine(finding.ToString());
        // One type with one member is enough, and the shrinker comes near it.
        Assert.True(finding.Code.Split("public ").Length <= 8, finding.Code);
    }

    [Fact]
    public void Edits_of_documents_are_reached_by_choices()
    {
        var kinds = new HashSet<string>();
        for (int seed = 0; seed < 300; seed++)
        {
            kinds.Add(new JsonEdits(new Choices(seed)).Edit("""{"a":[1,"b",{"c":null}],"d":1.5}"""));
            kinds.Add(new XmlEdits(new Choices(seed)).Edit("<a xmlns='urn:a'><b>1</b><c x='2'><d/></c></a>"));
        }
        Assert.True(kinds.Count > 400, kinds.Count.ToString());
    }
}
