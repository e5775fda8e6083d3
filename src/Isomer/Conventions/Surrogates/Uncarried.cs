namespace Isomer.Conventions;

/// <summary>
/// Classes that are no data, in fastJSON's form: its objects may have members of them, which are mostly null. So a null is written as any
/// other, and a value is refused; where other conventions refuse the type.
/// </summary>
internal static class Uncarried
{
    public static bool Is(Type type) =>
        !type.IsValueType && !type.IsPointer && !type.IsByRef && !type.ContainsGenericParameters && WhyNot(type) is not null;

    /// <summary>The error for a value of one of them.</summary>
    public static NotSupportedException Holds(Type type) => new(
        $"A '{type}' cannot be serialized: {WhyNot(type)}. Set it to null, leave the member out ([Skip]) or register a Surrogate<{PlainSubtypes.NameFor(type)}, ...> that carries it as something else.");

    /// <summary>The error for a text that has a value of one of them.</summary>
    public static string Stands(Type type) => $"The text has a value for a '{type}', which is never made: {WhyNot(type)}.";

    static string? WhyNot(Type type)
    {
        for (var level = type; level is not null; level = level.BaseType)
        {
            switch (level.FullName)
            {
                case "System.Exception":
                    return "fastJSON's form has neither its message nor its stack";
                case "System.Text.Encoding":
                    return "write its name instead";
                case "System.Xml.XmlNode":
                    return "it would be seen as a list of lists; write its OuterXml instead";
            }
        }
        return Refused.WhyNot(type);
    }
}
