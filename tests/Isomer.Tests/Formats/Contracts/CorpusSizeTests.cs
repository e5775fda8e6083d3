using Isomer.Tests.Formats.OfXml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// What the differential tests compare with the originals is as much as was promised: 300 types and 1,500 values, each in both tiers.
/// </summary>
public sealed class CorpusSizeTests
{
    [Fact]
    public void The_corpus_is_no_smaller_than_promised()
    {
        var contracts = CorpusValues.All().ToArray();
        Type[] types =
        [
            .. contracts.Select(v => v.Type).Concat(XmlTypeCorpus.All.Select(t => t.Type)).Concat(XmlScalarCorpus.All.Select(v => v.Type))
                .Distinct(),
        ];
        int values = contracts.Length + XmlTypeCorpus.All.Sum(t => t.Values.Length) + XmlScalarCorpus.All.Count();
        Assert.True(types.Length >= 300 && values >= 1500, $"{types.Length} types, {values} values");
    }
}
