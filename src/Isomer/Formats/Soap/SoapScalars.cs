using System.Collections.Frozen;

namespace Isomer.Formats;

/// <summary>What values are called: the types of XML Schema and of SOAP's encoding that stand for CLR types.</summary>
internal static class SoapScalars
{
    static readonly (Type Type, string Name)[] s_written =
    [
        (typeof(short), "short"), (typeof(ushort), "unsignedShort"), (typeof(int), "int"), (typeof(uint), "unsignedInt"),
        (typeof(long), "long"), (typeof(ulong), "unsignedLong"), (typeof(decimal), "decimal"),
        (typeof(sbyte), "byte"), (typeof(byte), "unsignedByte"), (typeof(DateTime), "dateTime"), (typeof(TimeSpan), "duration"),
        (typeof(double), "double"), (typeof(bool), "boolean"),
        (typeof(float), "float"), (typeof(object), "anyType"), (typeof(string), "string"),
    ];

    // What other writers, drafts of XML Schema and remoting's types say beside these.
    static readonly FrozenDictionary<string, Type> s_read = ((IEnumerable<(Type Type, string Name)>)
    [
        .. s_written, (typeof(char), "char"), (typeof(TimeSpan), "timeDuration"), (typeof(DateTime), "timeInstant"),
        (typeof(object), "ur-type"), (typeof(byte[]), "base64Binary"), (typeof(decimal), "integer"),
        (typeof(decimal), "nonNegativeInteger"),
        (typeof(decimal), "positiveInteger"), (typeof(decimal), "negativeInteger"), (typeof(decimal), "nonPositiveInteger"),
        (typeof(string), "anyURI"), (typeof(string), "normalizedString"), (typeof(string), "token"),
        (typeof(string), "language"), (typeof(string), "Name"), (typeof(string), "NCName"), (typeof(string), "NMTOKEN"),
        (typeof(string), "ID"), (typeof(string), "IDREF"), (typeof(string), "ENTITY"),
    ]).ToFrozenDictionary(static t => t.Name, static t => t.Type, StringComparer.Ordinal);

    static readonly FrozenDictionary<Type, string> s_names = s_written.ToFrozenDictionary(static t => t.Type, static t => t.Name);

    /// <summary>The name in XML Schema; null of a type that has none.</summary>
    public static string? NameOf(Type type) => s_names.GetValueOrDefault(type);

    /// <summary>The type that a name of XML Schema, or of SOAP's encoding, stands for.</summary>
    public static Type? TypeOf(string name) => s_read.GetValueOrDefault(name) ?? (name == "base64" ? typeof(byte[]) : null);

    /// <summary>Whether it is a number without a fraction, which an enum may be written as.</summary>
    public static bool IsInteger(Type type) => !type.IsEnum && Type.GetTypeCode(type) is >= TypeCode.SByte and <= TypeCode.UInt64;
}
