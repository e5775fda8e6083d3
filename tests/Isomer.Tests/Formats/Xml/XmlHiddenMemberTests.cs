using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.Xml;

/// <summary>Members that hide those of a base class: what is no member hides none, as for XmlSerializer.</summary>
public class XmlHiddenMemberTests
{
    public class Above
    {
        public int? Field = 1;
        public string? Text { get; set; } = "a";
    }

    public class Below : Above
    {
        public new TimeSpan Field { get; }
        [XmlIgnore] public new int Text { get; set; } = 2;
        public int More { get; set; } = 3;
    }

    [Fact]
    public void What_is_no_member_hides_none()
    {
        // XmlSerializer's generator fails at such a class by itself.
        Assert.Null(XmlOracle.Compare(new Above(), typeof(Above)));
        foreach (var convention in XmlOracle.Tiers)
        {
            var options = XmlOptions.LikeXmlSerializer with { Convention = convention };
            string text = Isomer.Xml.ToText(new Below(), options);
            Assert.Contains("<Field>1</Field>", text, StringComparison.Ordinal);
            Assert.Contains("<Text>a</Text>", text, StringComparison.Ordinal);
            var back = Isomer.Xml.FromText<Below>("<Below><Field>5</Field><Text>b</Text><More>6</More></Below>", options);
            Assert.Equal((5, "b", 2, 6), (((Above)back).Field, ((Above)back).Text, back.Text, back.More));
        }
    }
}
