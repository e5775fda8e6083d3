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

    public class Named
    {
        [XmlElement("Vv")] public int V = 1;
        [XmlAttribute] public int At { get; set; }
    }

    public class Renaming : Named { public new int V; }
    public class Repeating : Named { [XmlElement("Vv")] public new int V; }
    public class AsElement : Named { [XmlElement] public new int At { get; set; } }
    public class AsAttribute : Named { [XmlAttribute("V")] public new int V; }
    public class AsText { public string? T { get; set; } }
    public class Texts : AsText { [XmlText] public new string? T { get; set; } }
    public class Nil { public string? T { get; set; } }
    public class Nilling : Nil { [XmlElement(IsNullable = true)] public new string? T { get; set; } }
    public abstract class Open { [XmlElement("x")] public abstract int V { get; set; } }
    public class Plain : Open { public override int V { get; set; } }
    public class Alike : Open { [XmlElement("x")] public override int V { get; set; } }

    /// <summary>What hides another must say the same of its place; XmlSerializer refuses it otherwise.</summary>
    [Fact]
    public void What_hides_another_stands_where_that_stands()
    {
        foreach (var value in (object[])[new Renaming { V = 2 }, new Repeating { V = 2 }, new AsElement { At = 2 }, new AsAttribute { V = 2 }, new Texts { T = "t" }, new Nilling(), new Plain { V = 2 }, new Alike { V = 2 }])
            Assert.Null(XmlOracle.Compare(value, value.GetType()));
        Assert.Throws<NotSupportedException>(() => Isomer.Xml.ToText(new Renaming()));
    }

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
