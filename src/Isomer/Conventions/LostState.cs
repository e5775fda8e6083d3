using System.Collections.Immutable;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Types whose state no member brings back, for formats that give back all that they took:
/// <code>readonly struct Money(long cents) { readonly long _cents = cents; public decimal Amount =&gt; _cents / 100m; }</code>
/// is written as its Amount, which nothing takes at reading: the money would be gone without a word. Such are also Color, Regex, SqlGuid, BitVector32 and inline arrays.
/// </summary>
internal static class LostState
{
    public static void Check(Type type, ImmutableArray<MemberModel> members, Construction construction)
    {
        if (type.IsAbstract || construction.Refusal is not null || members.Any(IsTaken) || construction.Arguments.Any(a => a.MemberIndex >= 0))
            return;
        // A class of which nothing is written at all is a mark; a struct is always a value.
        if (!type.IsValueType && members.IsEmpty)
            return;
        if (StateOf(type) is { } field)
            throw new NotSupportedException(
                $"'{type}' would not come back: nothing sets its field '{field.Name}', for none of its members has a setter or is taken by a constructor. Register a Surrogate for it, give a member a setter or " +
                "[JsonInclude], or let a constructor take what the members give. Where that may be lost, Convention.Plain.WithHiddenSetters(false) gives Json's rule.");
    }

    /// <summary>Of a collection alone is it asked what may be done with it: another object may be of a type that is being looked at, by way of this one.</summary>
    static bool IsTaken(MemberModel member) => member.CanSet || member.IsExtra || CollectionMembers.CanHave(member.Type) || (member.Model is CollectionModel && Merging.IsFilled(member));

    /// <summary>A field that is more than what keeps threads apart or listens.</summary>
    static FieldInfo? StateOf(Type type)
    {
        for (var level = type; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
            foreach (var field in level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                if (!field.IsDefined(typeof(NonSerializedAttribute), false) && field.FieldType != typeof(object) && field.FieldType != typeof(Lock) && !typeof(Delegate).IsAssignableFrom(field.FieldType))
                    return field;
        return null;
    }
}
