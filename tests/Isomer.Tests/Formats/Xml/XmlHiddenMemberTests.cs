using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.Xml;

/// <summary>Members that hide those of a base class: what an attribute leaves out hides none. What gives another value under the name is refused, for XmlSerializer would write that one.</summary>
public class XmlHiddenMemberTests
{
    public class Above
    {
        public string? Text { get; set; } = "a";
    }

    public class Below : Above
    {
        [XmlIgnore] public new int Text { get; set; } = 2;
        public int More { get; set; } = 3;
    }

    public class Shadowing : Above
    {
        public new object Text => "q";
    }

    [Fact]
    public void What_shows_another_value_is_refused() => Assert.Throws<NotSupportedException>(() => Isomer.Xml.ToText(new Shadowing(), XmlOptions.LikeXmlSerializer));

    [Fact]
    public void What_is_left_out_hides_none()
    {
        // XmlSerializer's generator fails at such a class by itself.
        Assert.Null(XmlOracle.Compare(new Above(), typeof(Above)));
        foreach (var convention in XmlOracle.Tiers)
        {
            var options = XmlOptions.LikeXmlSerializer with { Convention = convention };
            string text = Isomer.Xml.ToText(new Below(), options);
            Assert.Contains("<Text>a</Text>", text, StringComparison.Ordinal);
            var back = Isomer.Xml.FromText<Below>("<Below><Text>b</Text><More>6</More></Below>", options);
            Assert.Equal(("b", 2, 6), (((Above)back).Text, back.Text, back.More));
        }
    }
}
