using System.Xml;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>What entities become is counted: of each node its name, its text, and one more, so that empty nodes are not free.</summary>
public class XmlEntityBudgetTests
{
    const int Most = 10_000_000, Each = 1000;

    [Theory]
    [InlineData(XmlNodeType.Element)]
    [InlineData(XmlNodeType.Text)]
    public void Names_and_texts_count_and_one_more(XmlNodeType type)
    {
        string long999 = new('n', Each - 1);
        using var reader = new XmlTextReader(new StringReader($"<!DOCTYPE r [<!ENTITY e '<{long999}/>{long999}'>]><r>&e;</r>"));
        reader.EntityHandling = EntityHandling.ExpandCharEntities;
        while (reader.NodeType != XmlNodeType.EntityReference)
            Assert.True(reader.Read());
        var budget = new XmlEntityBudget();
        budget.Resolve(reader);
        while (reader.NodeType != type)
            Assert.True(reader.Read());
        for (int i = 0; i < Most / Each; i++)
            budget.Count(reader);
        Assert.Throws<WireFormatException>(() => budget.Count(reader));
    }
}
