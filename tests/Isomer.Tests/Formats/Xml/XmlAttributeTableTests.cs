using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;
using Isomer.Conventions;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfXml
{
#pragma warning disable CS0649, CA1051

    /// <summary>
    /// Each attribute of XmlSerializer's family is obeyed, or says nothing of this form, or is an error that names the remedy.
    /// </summary>
    public class XmlAttributeTableTests
    {
        public class Bears { [System.Xml.Serialization.XmlOfTomorrow] public int A; }
        [System.Xml.Serialization.XmlOfTomorrow] public class BearsOnType { public int A; }
        public class Marked
        {
            [MyElement] public int A; [SoapElement("q")] public int B; [SoapIgnore] public int C; [SoapAttribute]
            public int D;
        }
        public sealed class MyElementAttribute() : XmlElementAttribute("mine");

        /// <summary>A new one of the framework, which nobody has thought of, fails here.</summary>
        [Fact]
        public void All_attributes_of_the_namespace_are_known()
        {
            var all = typeof(XmlElementAttribute).Assembly.GetExportedTypes()
                .Where(t => typeof(Attribute).IsAssignableFrom(t) && t.Namespace == "System.Xml.Serialization").ToList();
            Assert.True(all.Count > 20);
            foreach (var attribute in all)
                Assert.True(XmlForeign.RemedyOf(attribute.Name) is null, attribute.Name);
        }

        [Fact]
        public void One_that_is_not_known_is_refused_with_the_remedy()
        {
            foreach (var type in new[] { typeof(Bears), typeof(BearsOnType) })
            {
                var error = Assert.Throws<NotSupportedException>(() => Xml.Serialize(Activator.CreateInstance(type), type));
                Assert.Contains("[XmlOfTomorrow]", error.Message, StringComparison.Ordinal);
                Assert.Contains("Convention.XmlAttributes.WithIgnoredAttributes(\"System.Xml.Serialization.XmlOfTomorrowAttribute\")",
                    error.Message, StringComparison.Ordinal);
                var ignoring = new XmlOptions
                { Convention = Convention.XmlAttributes.WithIgnoredAttributes("System.Xml.Serialization.XmlOfTomorrowAttribute") };
                Assert.Contains("<A>0</A>",
                    System.Text.Encoding.UTF8.GetString(Xml.Serialize(Activator.CreateInstance(type), type, ignoring)),
                    StringComparison.Ordinal);
            }
        }

        [Fact]
        public void Those_that_derive_are_obeyed_and_those_of_soap_passed_over() =>
            XmlOracle.Same(new Marked { A = 1, B = 2, C = 3, D = 4 });

        public class Combined1 { [XmlAttribute, XmlElement] public int O; }
        public class Combined2 { [XmlAttribute, XmlText] public int O; }
        public class Combined3 { [XmlArray, XmlAttribute] public int[]? O; }
        public class Combined4 { [XmlArray, XmlElement] public int[]? O; }
        public class Combined5 { [XmlAnyElement, XmlAttribute] public XmlElement[]? O; }
        public class Typed1 { [XmlAttribute(Type = typeof(string))] public object? O; }
        public class Typed2 { [XmlAttribute(Type = typeof(int))] public int O; }
        public class Typed3 { [XmlText(Type = typeof(int))] public object? O; }
        public class Typed4 { [XmlElement(Type = typeof(int))] public object? O; }
        public class Wrong1 { [XmlAnyAttribute] public int O; }
        public class Wrong2 { [XmlAnyElement("x")] public int O; }
        public class Wrong3 { [XmlChoiceIdentifier("no")] public int O; }
        public class Wrong4 { [XmlElement(DataType = "date")] public int O; }
        public class Wrong5 { [XmlText] public int[]? O; }
        public class Wrong6 { [XmlArrayItem("z")] public int O; }
        [XmlRoot(DataType = "date")] public class OfDate { public DateTime O; }
        [XmlType(IncludeInSchema = false)] public class Hidden { public int O; }
        public class DataTypes
        {
            [XmlArrayItem(DataType = "date")] public DateTime[]? O; [XmlArrayItem(DataType = "hexBinary")]
            public byte[][]? P; [XmlElement(DataType = "hexBinary")] public byte[][]? Q; [XmlAttribute(DataType = "hexBinary")]
            public byte[]? R; [XmlArrayItem(DataType = "unsignedByte")] public byte[]? Z; [XmlAttribute(DataType = "date")]
            public DateTime[]? D; [XmlAttribute(DataType = "NMTOKENS")] public string? N; [XmlAttribute(DataType = "NMTOKENS")]
            public string[]? M; [XmlElement("l", Form = XmlSchemaForm.Qualified)] public int L;
        }

        [Fact]
        public void What_they_say_together_is_obeyed_or_refused_by_both()
        {
            XmlOracle.Same(new Combined1());
            XmlOracle.Same(new Combined2());
            XmlOracle.Same(new Combined3());
            XmlOracle.Same(new Combined4());
            XmlOracle.Same(new Combined5());
            XmlOracle.Same(new Typed1 { O = "a" });
            XmlOracle.Same(new Typed2());
            XmlOracle.Same(new Typed3 { O = 1 });
            XmlOracle.Same(new Typed4 { O = 1 });
            XmlOracle.Same(new Wrong1());
            XmlOracle.Same(new Wrong2());
            XmlOracle.Same(new Wrong3());
            XmlOracle.Same(new Wrong4());
            XmlOracle.Same(new Wrong5());
            XmlOracle.Same(new Wrong6());
            XmlOracle.Same(new OfDate());
            XmlOracle.Same(new Hidden { O = 1 });
            XmlOracle.Same(
                new DataTypes
                { O = [default], P = [[1]], Q = [[1], [2, 3]], R = [4], Z = [1, 2], D = [default], N = "a b  c", M = ["a", "b c"] });
            XmlOracle.SameReading<DataTypes>("<DataTypes N=' a  b ' M='a  b'/>");
        }
    }
}

namespace System.Xml.Serialization
{
    /// <summary>One that the framework does not have yet.</summary>
    [AttributeUsage(AttributeTargets.All)]
    public sealed class XmlOfTomorrowAttribute : Attribute;
}
