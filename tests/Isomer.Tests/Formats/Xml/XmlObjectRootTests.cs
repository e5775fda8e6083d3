using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>
/// A root that is declared object: what XmlSerializer leaves to its writer (arrays, scalars, qualified names) declares nothing, and what
/// the root would declare waits for the first element below that is an object or null. Each value alone and within arrays, with prefixes
/// given and without.
/// </summary>
public partial class XmlObjectRootTests
{
    [GeneratedRegex(@"\bp[0-9]+\b")]
    private static partial Regex MadePrefix();

    public class Item
    {
        public int X;
        public object? Any = 1;
        public string? None = "";
        [XmlElement(IsNullable = true)]
        public string? Nil;
    }

    [XmlType(Namespace = "urn:far")]
    public class Far
    {
        public Item? Item = new();
        [XmlAttribute]
        public string? A = "a";
    }

    public enum Colour
    {
        Red,
        Blue,
    }

    public class Own : IXmlSerializable
    {
        public System.Xml.Schema.XmlSchema? GetSchema() => null;
        public void ReadXml(XmlReader reader) => reader.Skip();
        public void WriteXml(XmlWriter writer) => writer.WriteElementString("own", "x");
    }

    static readonly Type[] s_types =
    [
        typeof(Item), typeof(Far), typeof(Colour), typeof(Item[]), typeof(Far[]), typeof(int[]), typeof(string[]), typeof(object[]),
        typeof(Colour[]), typeof(int?[]),
        typeof(DateTime[]), typeof(XmlQualifiedName[]), typeof(byte[][]), typeof(Own[]), typeof(Guid[]),
    ];

    static readonly object?[] s_values =
    [
        1, "a", "", Colour.Blue, new Item(), new Far(), new byte[] { 1 }, Guid.Empty, new DateTime(2020, 1, 2),
        new XmlQualifiedName("a", "urn:b"), new XmlQualifiedName("a"), null,
        new int[] { 1, 2 }, new string?[] { "a", null, "" }, new Item?[] { new(), null }, new Far[] { new() }, new Colour[] { Colour.Red },
        new int?[] { 1, null, 2 },
        new XmlQualifiedName[] { new("a", "urn:b"), new("c") }, new byte[][] { [1], [] }, new Own[] { new() }, new Guid[] { Guid.Empty },
        new Item[0], new object(), new DateTime[] { new(2020, 1, 1) },
    ];

    static IEnumerable<object?> Roots()
    {
        foreach (object? value in s_values)
            yield return value;
        foreach (object? first in s_values)
            foreach (object? second in s_values)
                yield return new object?[] { first, second };
        yield return new object?[] { new object?[] { 1, new object?[] { null } }, new Item() };
    }

    static XmlSerializerNamespaces? Given(int which)
    {
        if (which == 0)
            return null;
        return new XmlSerializerNamespaces(which switch
        {
            1 => [new XmlQualifiedName("", "")],
            2 => [new XmlQualifiedName("f", "urn:far"), new XmlQualifiedName("q1", "urn:q")],
            _ => [new XmlQualifiedName("x", "http://www.w3.org/2001/XMLSchema")],
        });
    }

    static string Try(Action<Stream> write)
    {
        using var stream = new MemoryStream();
        try
        {
            write(stream);
            return Encoding.UTF8.GetString(stream.ToArray());
        }
        catch (Exception e) when (e is InvalidOperationException or NotSupportedException)
        {
            return "!";
        }
    }

    [Fact]
    public void As_the_original()
    {
        var original = new XmlSerializer(typeof(object), s_types);
        var ours = new IsomerXmlSerializer(typeof(object), s_types);
        var differences = new List<string>();
        int count = 0;
        foreach (object? value in Roots())
            for (int given = 0; given < 4; given++)
                foreach (bool throughWriter in (bool[])[false, true])
                {
                    var namespaces = Given(given);
                    string expected = Try(s => Write(s, throughWriter, (stream, writer) =>
                    {
                        if (writer is null)
                            original.Serialize(stream!, value, namespaces);
                        else
                            original.Serialize(writer, value, namespaces);
                    }));
                    string found = Try(s => Write(s, throughWriter, (stream, writer) =>
                    {
                        if (writer is null)
                            ours.Serialize(stream!, value, namespaces);
                        else
                            ours.Serialize(writer, value, namespaces);
                    }));
                    count++;
                    // A prefix of the writer's own making has the number of namespaces in scope, which a writer does not tell.
                    if (throughWriter)
                        (expected, found) = (MadePrefix().Replace(expected, "p"), MadePrefix().Replace(found, "p"));
                    if (expected != found)
                        differences.Add($"{value} given {given}, {(throughWriter ? "writer" : "stream")}\n{expected}\n{found}");
                }
        Assert.True(count > 5000);
        Assert.True(differences.Count == 0, $"{differences.Count} differences of {count}\n" + string.Join("\n", differences.Take(8)));
    }

    static void Write(Stream stream, bool throughWriter, Action<Stream?, XmlWriter?> write)
    {
        if (!throughWriter)
        {
            write(stream, null);
            return;
        }
        using var writer = XmlWriter.Create(stream, new XmlWriterSettings { OmitXmlDeclaration = true });
        writer.WriteStartElement("o", "urn:far");
        write(null, writer);
        writer.WriteEndElement();
    }

    /// <summary>
    /// A qualified name at the root, and null: XmlSerializer has code of its own where the type alone is given, and makes it otherwise.
    /// </summary>
    [Fact]
    public void A_scalar_as_the_original_by_every_constructor()
    {
        var differences = new List<string>();
        foreach (var root in new XmlRootAttribute?[] { null, new("r"), new("r") { Namespace = "urn:r" }, new() { Namespace = "urn:b" },
            new("r") { IsNullable = false } })
            foreach (var type in new[] { typeof(XmlQualifiedName), typeof(string), typeof(byte[]) })
            {
                (XmlSerializer, IsomerXmlSerializer)[] pairs = root is not null ? [(new(type, root), new(type, root))]
                    : [(new(type), new(type)), (new(type, root), new(type, root)), (new(type, Type.EmptyTypes), new(type, Type.EmptyTypes)),
                        (new(type, [typeof(int)]), new(type, [typeof(int)])), (new(type, "urn:d"), new(type, "urn:d")),
                        (new(type, ""), new(type, "")), (new(type, null, null, null, null), new(type, null, null, null, null))];
                object?[] values = type == typeof(string) ? [null, "", "a"] : type == typeof(byte[]) ? [null, new byte[] { 1 }]
                    : [new XmlQualifiedName("p"), new XmlQualifiedName("p", "urn:b"), new XmlQualifiedName("p", "urn:r"), XmlQualifiedName.Empty,
                        new XmlQualifiedName("a b"), null, new XmlQualifiedName("p", "http://www.w3.org/2001/XMLSchema")];
                for (int by = 0; by < pairs.Length; by++)
                    foreach (object? value in values)
                        for (int given = 0; given < 4; given++)
                        {
                            string expected = Try(s => pairs[by].Item1.Serialize(s, value, Given(given)));
                            string actual = Try(s => pairs[by].Item2.Serialize(s, value, Given(given)));
                            if (expected != actual)
                                differences.Add($"{root?.ElementName} {root?.Namespace}, {by}, {value}, {given}:\n{expected}\n{actual}");
                        }
            }
        Assert.True(differences.Count == 0, string.Join('\n', differences.Take(10)));
    }

    /// <summary>Without the drop-in, too, further types make a scalar one for which XmlSerializer makes code.</summary>
    [Fact]
    public void A_scalar_under_a_convention_with_further_types()
    {
        foreach (var type in new[] { typeof(string), typeof(byte[]), typeof(XmlQualifiedName), typeof(int) })
            foreach (var types in new Type[][] { [], [typeof(Item)] })
            {
                var original = types.Length == 0 ? new XmlSerializer(type) : new XmlSerializer(type, types);
                var options = XmlOptions.LikeXmlSerializer with { Convention = XmlOptions.LikeXmlSerializer.Convention.With(types) };
                foreach (object? value in new[] { null, type == typeof(string) ? "a" : type == typeof(int) ? 5
                    : type == typeof(byte[]) ? new byte[] { 1 } : (object)new XmlQualifiedName("p") })
                    if (value is not null || type != typeof(int))
                        Assert.Equal(Try(s => original.Serialize(s, value)), Try(s => s.Write(Xml.Serialize(value, type, options))));
            }
    }
}
