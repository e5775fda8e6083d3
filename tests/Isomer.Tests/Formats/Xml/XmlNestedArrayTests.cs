using System.Xml.Schema;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CA1051, CA1002

/// <summary>
/// What is within an inner array is in the namespace of the outermost, whatever the elements of the items between say. Ours had it in
/// theirs, and lost the items of a document of the original's without a word.
/// </summary>
public class XmlNestedArrayTests
{
    public class Point
    {
        public int X;
        public List<int>? L;
        [XmlElement(Namespace = "urn:p")] public int Y;
    }

    public class OfItem { [XmlArrayItem("i", Namespace = "urn:i")] public List<List<int>>? L; }

    public class OfArray { [XmlArray(Namespace = "urn:w"), XmlArrayItem("i", Namespace = "urn:i")] public List<List<int>>? L; }

    public class OfInner { [XmlArrayItem("i", Namespace = "urn:i"), XmlArrayItem("j", NestingLevel = 1)] public List<List<int>>? L; }

    public class OfBoth
    {
        [XmlArray(Form = XmlSchemaForm.Unqualified), XmlArrayItem("i", Namespace = "urn:i"),
            XmlArrayItem("j", NestingLevel = 1, Namespace = "urn:j")]
        public List<List<int>>? L;
    }

    [XmlType(Namespace = "urn:t")]
    public class OfType
    {
        [XmlArray(Form = XmlSchemaForm.Unqualified), XmlArrayItem("i", Namespace = "urn:i")]
        public List<List<int>>? L;
    }

    [XmlRoot(Namespace = "urn:r")]
    public class OfRoot { [XmlArrayItem("i", Namespace = "")] public List<List<Point>>? L; }

    public class OfPoints { [XmlArray(Namespace = "urn:w"), XmlArrayItem("i", Namespace = "urn:i")] public Point[][]? L; }

    [XmlRoot(Namespace = "urn:r")]
    public class OfThree
    {
        [XmlArrayItem("i", Namespace = "urn:i"), XmlArrayItem("j", Namespace = "urn:j", NestingLevel = 1)]
        public List<List<List<Point>>>? L;
    }

    [XmlRoot(Namespace = "urn:r")]
    public class OfInnermost { [XmlArrayItem("i", Namespace = "urn:i", NestingLevel = 1)] public int[][][]? L; }

    static List<List<int>> Numbers() => [[1, 2], []];

    static List<List<Point>> Points() => [[new() { X = 1, L = [2], Y = 3 }], []];

    public static TheoryData<object> Values { get; } =
    [
        new OfItem { L = Numbers() }, new OfArray { L = Numbers() }, new OfInner { L = Numbers() }, new OfBoth { L = Numbers() },
        new OfType { L = Numbers() }, new OfRoot { L = Points() }, new OfPoints { L = [[new() { X = 1, L = [2] }]] },
        new OfThree { L = [Points()] }, new OfInnermost { L = [[[1], [2, 3]]] }
    ];

    [Theory]
    [MemberData(nameof(Values))]
    public void It_is_written_and_read_as_there(object value)
    {
        foreach (string? ns in (string?[])[null, "urn:d"])
        {
            var original = new XmlSerializer(value.GetType(), ns);
            string written = Written(original.Serialize, value);
            foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
            {
                var ours = new IsomerXmlSerializer(value.GetType(), XmlOptions.LikeXmlSerializer with
                {
                    Convention = Convention.XmlAttributes.WithTier(tier).WithNamespace(ns ?? "")
                });
                Assert.Equal(written, Written(ours.Serialize, value));
                Assert.Equal(written, Written(original.Serialize, ours.Deserialize(new StringReader(written))!));
            }
        }

        static string Written(Action<TextWriter, object> write, object value)
        {
            using var text = new StringWriter(System.Globalization.CultureInfo.InvariantCulture);
            write(text, value);
            return text.ToString();
        }
    }
}
