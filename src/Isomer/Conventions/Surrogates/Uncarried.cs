using System.Diagnostics.CodeAnalysis;

namespace Isomer.Conventions;

/// <summary>
/// Types that are no data, in fastJSON's form: its objects may have members of them, which mostly hold nothing. So a null is written as any
/// other null and a struct that is its default (a CancellationToken) as an object without members, and all else is refused; where other
/// conventions refuse the type.
/// </summary>
internal static class Uncarried
{
    public static bool Is(Type type) =>
        !type.IsPointer && !type.IsByRef && !type.IsByRefLike && type != typeof(void) && !type.ContainsGenericParameters
        && WhyNot(type) is not null;

    /// <summary>Whether a value is a struct that is its default.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = "The default of a struct needs none of its constructors.")]
    public static bool HoldsNothing(object value) =>
        value is ValueType && value.Equals(System.Runtime.CompilerServices.RuntimeHelpers.GetUninitializedObject(value.GetType()));

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
