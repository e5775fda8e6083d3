using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>What is told of a member before the members are written (<see cref="SinkTraits.Foretells"/>).</summary>
internal static class Foretelling
{
    /// <summary>Whether something is told of the member: what it holds, or whether it is written at all.</summary>
    public static bool IsTold(MemberModel member) => member.CanGet && (member.IsOptional || HasType(member));

    /// <summary>
    /// Whether the member may hold another type than the declared one, or a nullable that holds nothing. DBNull is sealed, and has another
    /// name where it is there than where it is only declared.
    /// </summary>
    public static bool HasType(MemberModel member) =>
        Nullable.GetUnderlyingType(member.Type) is not null
            || (!member.Type.IsValueType && (!member.Type.IsSealed || IsCovariant(member.Type) || member.Type == typeof(DBNull)));

    /// <summary>
    /// Whether an array type, which counts as sealed, may be that of an array of other items: an <c>object[]</c> may be a <c>string[]</c>.
    /// </summary>
    static bool IsCovariant(Type type)
    {
        bool isArray = type.IsArray;
        while (type.IsArray)
            type = type.GetElementType()!;
        return isArray && !type.IsValueType && !type.IsSealed;
    }

    /// <summary>The type of what a member holds; null if it holds null.</summary>
    public static Type? Of<T>(T value) where T : class => value?.GetType();

    /// <summary>The type of what a nullable holds; null if it holds nothing.</summary>
    public static Type? OfNullable<T>(T? value) where T : struct => value is null ? null : typeof(T);
}
