using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>
/// Members of which the constructor may keep another value than it is given: <c>Percent(decimal value) => _value = value / 100</c> with
/// <c>Value => _value</c>. Only what is a field by itself, for nothing else can be set: a property that computes what it tells of the field
/// comes back by the constructor alone. And only plain values: a collection that the constructor makes of another one may be seen through
/// others of its fields.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class ChangedArguments
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <summary>Marks them; gives the construction, with whether its constructor does nothing but keep what it is given.</summary>
    public static Construction Mark(ImmutableArray<MemberModel> members, Construction construction)
    {
        if (construction.Method is not ConstructorInfo constructor || !construction.IsParameterised)
            return construction;
        // Most do, and nothing is compared then.
        var stored = HandedOutFields.StoredBy(constructor);
        // It is called once more to know whether it brings values into a form: not with objects that it may change, or attach to itself.
        bool isAskedAgain = construction.Arguments.All(static a => IsPlain(a.Type));
        for (int place = 0; place < construction.Arguments.Length; place++)
        {
            if (construction.Arguments[place].MemberIndex is not (>= 0 and var index)
                || members[index] is not { CanGet: true, IsNeverRead: false, IsExtra: false, Surrogate: null } member
                || !IsPlain(member.Type))
                continue;
            // The getter is asked in the midst of reading: one that is more than its field might need what comes behind.
            if (FieldOf(member) is not { } own || stored?.GetValueOrDefault(place)?.Name == own.Name)
                continue;
            if (!isAskedAgain && member is not { CanSet: true, IsSetHidden: false })
                continue;
            member.IsRestored = true;
            member.HandedOut = member.CanSet ? null : own;
        }
        return construction with { OnlyStores = stored is not null };
    }

    static bool IsPlain(Type type) => (Nullable.GetUnderlyingType(type) ?? type) is var plain
        && (plain.IsEnum || Scalars.Of(plain) is not (Scalar.None or Scalar.Bytes));

    static FieldInfo? FieldOf(MemberModel member) => member.Member switch
    {
        FieldInfo field => field,
        PropertyInfo { GetMethod: { IsVirtual: false } or { IsFinal: true } } property =>
            property.GetMethod!.IsDefined(typeof(CompilerGeneratedAttribute), false)
                ? ReflectionAccess.FieldBehind(property)
                : HandedOutFields.Of(property.GetMethod, property.DeclaringType!.GetFields(Own), property.Name),
        _ => null,
    };
}
