using System.ComponentModel;
using System.Reflection;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>
/// Members that hide those of a base class: what an attribute leaves out hides none. What gives another value under the name is refused,
/// for XmlSerializer would write that one.
/// </summary>
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
    public void What_shows_another_value_is_refused() =>
        Assert.Throws<NotSupportedException>(() => Xml.ToText(new Shadowing(), XmlOptions.LikeXmlSerializer));

    [XmlInclude(typeof(SettingItems))]
    public class GettingItems
    {
        public System.Collections.ObjectModel.Collection<SettingItems> Items => [];
        public List<int> Numbers { get; } = [5];
    }

    public class SettingItems : GettingItems
    {
        public new System.Collections.ObjectModel.Collection<SettingItems>? Items { get; set; }
        public new List<int>? Numbers { get; set; }
    }

    /// <summary>A list with a setter that hides one with a getter alone is made where it is null, as any other.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("<Items/><Numbers/>")]
    [InlineData("<Items><SettingItems/><SettingItems/></Items><Numbers><int>1</int><int>2</int></Numbers>")]
    public void A_setter_over_a_getter_is_called(string content)
    {
        foreach (var type in (Type[])[typeof(GettingItems), typeof(SettingItems)])
        {
            string document = $"<{type.Name} xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:type='SettingItems'>{content}</{type.Name}>";
            var theirs = (SettingItems)new XmlSerializer(type).Deserialize(new StringReader(document))!;
            var ours = (SettingItems)new IsomerXmlSerializer(type).Deserialize(new StringReader(document))!;
            Assert.NotNull(theirs.Items);
            Assert.Equal(theirs.Items?.Count, ours.Items?.Count);
            Assert.Equal(theirs.Numbers, ours.Numbers);
        }
    }

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

    /// <summary>
    /// XmlSerializer takes what hides another, in its place, where it comes upon the derived class while it looks at the base, and refuses
    /// it otherwise.
    /// </summary>
    public class Over
    {
        public int P;
        [XmlElement("xx")] public int X { get; set; } = 1;
        [XmlElement("yy")] public int Y = 1;
        public int Z = 1;
        public int Q;
        [XmlElement("vv")] public virtual int V { get; set; } = 1;
        public Under? D;
        public List<Under>? L = [];
    }

    public class Under : Over
    {
        public int R = 2;
        public new int X { get; set; } = 2;
        [XmlAttribute] public new int Y = 2;
        [XmlElement("zz")] public new int Z = 2;
        public override int V { get; set; } = 2;
    }

    [Fact]
    public void What_hides_another_takes_its_place()
    {
        Assert.Null(
            XmlOracle.Compare(new Over { D = new Under { D = new Under() }, L = [new Under { X = 5, Y = 6, Z = 7, V = 9, R = 10 }] },
                typeof(Over)));
        Assert.Null(XmlOracle.Compare(new Under { X = 5 }, typeof(Over)));
        Assert.Throws<InvalidOperationException>(() => new XmlSerializer(typeof(Under)));
        foreach (var convention in XmlOracle.Tiers)
        {
            var options = XmlOptions.LikeXmlSerializer with { Convention = convention };
            var back =
                Xml.Deserialize<Under>(Xml.Serialize(new Under { X = 5, Y = 6, Z = 7, V = 9, R = 10 }, options), options);
            Assert.Equal((5, 6, 7, 9, 10, 1), (back.X, back.Y, back.Z, back.V, back.R, ((Over)back).X));
        }
    }

    [Fact]
    public void What_stands_elsewhere_is_taken_where_XmlSerializer_refuses_it()
    {
        foreach (var (value, text) in ((object, string)[])[(new Renaming { V = 2 }, "<V>2</V>"), (new AsElement { At = 2 }, "<At>2</At>"),
            (new AsAttribute { V = 2 }, " V=\"2\""), (new Texts { T = "t" }, ">t</Texts>"), (new Nilling(), "<T xsi:nil=\"true\" />"),
            (new Plain { V = 2 }, "<V>2</V>")])
        {
            Assert.Throws<InvalidOperationException>(() => new XmlSerializer(value.GetType()));
            foreach (var convention in XmlOracle.Tiers)
                Assert.Contains(text,
                    Xml.ToText(value, value.GetType(), XmlOptions.LikeXmlSerializer with { Convention = convention }),
                    StringComparison.Ordinal);
        }
        foreach (var value in (object[])[new Repeating { V = 2 }, new Alike { V = 2 }])
            Assert.Null(XmlOracle.Compare(value, value.GetType()));
    }

    public class Told { public int V { get; set; } public List<int>? L { get; set; } public bool ShouldSerializeV() => V != 3; }
    public class OwnCompanion : Told { public new int V { get; set; } [XmlIgnore] public bool VSpecified; }
    public class OwnProperty : Told { public new int V { get; set; } [XmlIgnore] public bool VSpecified { get; set; } }
    public class OwnCondition : Told { public new int V { get; set; } public new bool ShouldSerializeV() => V != 4; }
    public class OwnDefault : Told { [DefaultValue(4)] public new int V { get; set; } }
    public class Virtual { [DefaultValue(3)] public virtual int V { get; set; } [XmlIgnore] public bool VSpecified; }
    public class Overriding : Virtual { public override int V { get; set; } }
    public class OverridingBoth : Virtual { public override int V { get; set; } [XmlIgnore] public new bool VSpecified; }
    public class Lists : Told { public new List<int>? L { get; set; } [XmlIgnore] public bool LSpecified; }

    /// <summary>
    /// Whether a member is written that hides another, or overrides it, its own class says: by a companion, which is set at reading, by
    /// ShouldSerialize, or by a default.
    /// </summary>
    [Theory]
    [InlineData(typeof(OwnCompanion))]
    [InlineData(typeof(OwnProperty))]
    [InlineData(typeof(OwnCondition))]
    [InlineData(typeof(OwnDefault))]
    [InlineData(typeof(Overriding))]
    [InlineData(typeof(OverridingBoth))]
    [InlineData(typeof(Lists))]
    public void What_hides_another_says_when_it_is_written(Type type)
    {
        foreach (int number in (int[])[0, 3, 4])
            foreach (bool isSpecified in (bool[])[false, true])
            {
                object value = Activator.CreateInstance(type)!;
                type.GetProperties().First(p => p.Name == "V" && p.DeclaringType == (type == typeof(Lists) ? typeof(Told) : type))
                    .SetValue(value, number);
                type.GetProperty("L", BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
                    ?.SetValue(value, (List<int>)[number]);
                type.GetField("VSpecified")?.SetValue(value, isSpecified);
                type.GetField("LSpecified")?.SetValue(value, isSpecified);
                type.GetProperty("VSpecified")?.SetValue(value, isSpecified);
                Assert.Null(XmlOracle.Compare(value, type));
            }
        foreach (string inside in (string[])["<V>5</V>", "", "<L><int>1</int></L>", "<V/>"])
            Assert.Null(XmlOracle.CompareReading($"<{type.Name}>{inside}</{type.Name}>", type));
    }

    public class Seen
    {
        [XmlElement("Vv")] public float V { get; set; }
        [XmlAttribute] public float At { get; set; }
    }

    public class Hiding : Seen
    {
        public new float V => 7;
        public new float At { get; } = 7;
    }

    /// <summary>
    /// What hides a member and is none, for it has no setter: XmlSerializer writes its value in the place of the hidden one, which is lost.
    /// </summary>
    [Fact]
    public void What_is_hidden_by_none_keeps_its_value()
    {
        var value = new Hiding();
        ((Seen)value).V = 3;
        ((Seen)value).At = 4;
        var text = new StringWriter();
        new XmlSerializer(typeof(Hiding)).Serialize(text, value);
        Assert.Contains(
            "<Hiding xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" At=\"7\">",
            text.ToString(), StringComparison.Ordinal);
        foreach (var convention in XmlOracle.Tiers)
        {
            var options = XmlOptions.LikeXmlSerializer with { Convention = convention };
            Seen back = Xml.Deserialize<Hiding>(Xml.Serialize(value, options), options);
            Assert.Equal((3f, 4f), (back.V, back.At));
        }
    }

    [Fact]
    public void What_is_left_out_hides_none()
    {
        // XmlSerializer's generator fails at such a class by itself.
        Assert.Null(XmlOracle.Compare(new Above(), typeof(Above)));
        foreach (var convention in XmlOracle.Tiers)
        {
            var options = XmlOptions.LikeXmlSerializer with { Convention = convention };
            string text = Xml.ToText(new Below(), options);
            Assert.Contains("<Text>a</Text>", text, StringComparison.Ordinal);
            var back = Xml.FromText<Below>("<Below><Text>b</Text><More>6</More></Below>", options);
            Assert.Equal(("b", 2, 6), (((Above)back).Text, back.Text, back.More));
        }
    }

    public class Getting
    {
        public Gotten? D;
        [XmlElement("f")] public virtual List<int> L { get; set; } = [];
        public virtual List<int> M { get; set; } = [];
        [XmlAnyElement] public virtual List<object?> N { get; set; } = [];
    }

    public class Gotten : Getting
    {
        public override List<int> L => base.L;
        [XmlElement("g")] public override List<int> M => base.M;
        public override List<object?> N => base.N;
    }

    /// <summary>
    /// An override of the getter alone of a collection says what the member is in the derived class, as one of both accessors does.
    /// </summary>
    [Fact]
    public void An_override_of_a_collection_s_getter_says_what_it_is()
    {
        var gotten = new Gotten();
        gotten.L.AddRange([1, 2]);
        gotten.M.AddRange([3, 4]);
        gotten.N.AddRange([null, true]);
        XmlOracle.Same(new Getting { D = gotten, L = [5], M = [6] });
        // Alone the original refuses it.
        Assert.Throws<InvalidOperationException>(() => new XmlSerializer(typeof(Gotten)));
        foreach (var tier in XmlOracle.Tiers)
        {
            var read = Xml.FromText<Gotten>(Xml.ToText(gotten, new XmlOptions { Convention = tier }),
                new XmlOptions { Convention = tier });
            Assert.Equal([1, 2], read.L);
            Assert.Equal([3, 4], read.M);
            Assert.Equal([null, true], read.N);
        }
    }
}
