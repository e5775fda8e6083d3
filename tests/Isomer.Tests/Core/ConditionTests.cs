using System.ComponentModel;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>A member may have several reasons not to be written: each of them suffices.</summary>
public class ConditionTests
{
    public class Both
    {
        public int A { get; set; } = 1;
        [XmlIgnore] public bool ASpecified { get; set; }
        bool _should;
        public bool ShouldSerializeA() => _should;
        public Both Should(bool should) { _should = should; return this; }
    }

    [Theory]
    [InlineData(false, false, "{}")]
    [InlineData(true, false, "{}")]
    [InlineData(false, true, "{}")]
    [InlineData(true, true, """{"A":1}""")]
    public void ShouldSerialize_and_Specified_must_both_agree(bool should, bool specified, string expected) =>
        Assert.Equal(expected, Wires.ToJson(new Both { ASpecified = specified }.Should(should)));

    public class WithDefault
    {
        [DefaultValue(5)]
        [System.Text.Json.Serialization.JsonIgnore(Condition = System.Text.Json.Serialization.JsonIgnoreCondition.WhenWritingDefault)]
        public int A { get; set; } = 5;
        public bool ShouldSerializeA() => true;
    }

    [Theory]
    [InlineData(5, "{}")]
    [InlineData(6, """{"A":6}""")]
    public void A_conditional_member_at_its_default_is_omitted_where_defaults_are(int value, string expected) =>
        Assert.Equal(expected, Wires.ToJson(new WithDefault { A = value }));
}
