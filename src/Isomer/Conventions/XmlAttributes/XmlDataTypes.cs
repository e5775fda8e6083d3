using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>The names that DataType may ask for, each for one kind of scalar.</summary>
internal static class XmlDataTypes
{
    static readonly HashSet<string> Strings = new(StringComparer.Ordinal)
    {
        "string", "anyURI", "ENTITIES", "ENTITY", "gDay", "gMonth", "gMonthDay", "gYear", "gYearMonth", "ID", "IDREF", "IDREFS", "integer",
        "language", "Name", "NCName", "negativeInteger", "NMTOKEN", "NMTOKENS", "nonNegativeInteger", "nonPositiveInteger",
        "normalizedString", "NOTATION", "positiveInteger", "token", "duration",
    };

    public static bool Fits(string dataType, TypeModel model) => model switch
    {
        ScalarModel { Scalar: Scalar.String } => Strings.Contains(dataType),
        ScalarModel { Scalar: Scalar.DateTime } => dataType is "dateTime" or "date" or "time",
        ScalarModel { Scalar: Scalar.Bytes } => dataType is "base64Binary" or "hexBinary",
        ScalarModel { Scalar: Scalar.TimeOnly } => dataType is "time",
        ScalarModel { Scalar: Scalar.Char or Scalar.Guid or Scalar.TimeSpan or Scalar.DateTimeOffset or Scalar.DateOnly } => false,
        ScalarModel s => dataType == XmlTypeNames.OfScalar(s.Scalar).Name,
        DynamicModel { Details: XmlSpecialFacts { Kind: XmlSpecial.QualifiedName } } => dataType == "QName",
        SequenceModel sequence => Fits(dataType, sequence.Element),
        _ => false,
    };
}

/// <summary>Whether an attribute says something about null, which its public face does not tell when it says no.</summary>
internal static class SaysNullable
{
    const string Field = "_nullableSpecified";
    static readonly FieldInfo? Item = typeof(XmlArrayItemAttribute).GetField(Field, BindingFlags.Instance | BindingFlags.NonPublic);
    static readonly FieldInfo? Root = typeof(XmlRootAttribute).GetField(Field, BindingFlags.Instance | BindingFlags.NonPublic);

    public static bool Of(XmlArrayItemAttribute mark) => Item?.GetValue(mark) is true;

    public static bool Of(XmlRootAttribute mark) => Root?.GetValue(mark) is true;
}
