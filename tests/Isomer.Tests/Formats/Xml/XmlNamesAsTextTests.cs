using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CA1051

/// <summary>
/// Strings that a schema has as names or lists of them: what is no name is encoded, each name by itself (a mutant of the table of types
/// lived).
/// </summary>
public class XmlNamesAsTextTests
{
    public sealed class Names
    {
        [XmlElement(DataType = "Name")] public string? Name;
        [XmlElement(DataType = "NCName")] public string? Local;
        [XmlElement(DataType = "NMTOKEN")] public string? Token;
        [XmlElement(DataType = "NMTOKENS")] public string? Tokens;
        [XmlElement(DataType = "ENTITIES")] public string? Entities;
        [XmlElement(DataType = "IDREFS")] public string? References;
        [XmlElement(DataType = "ENTITY")] public string? Entity;
        [XmlElement(DataType = "ID")] public string? Id;
        [XmlElement(DataType = "language")] public string? Language;
        [XmlAttribute(DataType = "NMTOKENS")] public string? TokensThere;
        [XmlAttribute(DataType = "ENTITIES")] public string? EntitiesThere;
        [XmlAttribute(DataType = "IDREFS")] public string? ReferencesThere;
    }

    [Theory]
    [InlineData("a")]
    [InlineData("a b")]
    [InlineData(" a  b ")]
    [InlineData("1:é/x 2!")]
    [InlineData("_x0020_ a_x")]
    [InlineData("")]
    public void Are_written_and_read_as_by_the_original(string text)
    {
        var names = new Names();
        foreach (var field in typeof(Names).GetFields())
            field.SetValue(names, text);
        XmlOracle.Same(names);
    }
}
