using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// What the annotations of nullable reference types say of an object's members (<see cref="JsonOptions.NullableAnnotations"/>).
/// </summary>
/// <param name="RefusesNull">Of each member, whether what is read for it must not be null: as its setter says, or the constructor's
/// parameter that takes it.</param>
/// <param name="NeverNull">Of each member, whether what its getter gives must not be null.</param>
internal sealed record Nullability(bool[] RefusesNull, bool[] NeverNull)
{
    /// <summary>Null where nothing is said of any.</summary>
    public static Nullability? Of(ObjectModel model)
    {
        var result = new Nullability(new bool[model.Members.Length], new bool[model.Members.Length]);
        // Not for several threads, and small: one for each type.
        var context = new NullabilityInfoContext();
        bool any = false;
        for (int i = 0; i < model.Members.Length; i++)
        {
            var member = model.Members[i];
            if (member.Type.IsValueType || InfoOf(context, member.Member) is not { } info)
                continue;
            result.NeverNull[i] = info.ReadState == NullabilityState.NotNull;
            result.RefusesNull[i] = info.WriteState == NullabilityState.NotNull;
            any |= result.NeverNull[i] || result.RefusesNull[i];
        }
        foreach (var argument in model.Construction.Arguments)
            if (argument.MemberIndex >= 0 && !argument.Type.IsValueType)
                any |= result.RefusesNull[argument.MemberIndex] = context.Create(argument.Parameter).WriteState == NullabilityState.NotNull;
        return any ? result : null;
    }

    static NullabilityInfo? InfoOf(NullabilityInfoContext context, MemberInfo member) => member switch
    {
        PropertyInfo property => context.Create(property),
        FieldInfo field => context.Create(field),
        _ => null,
    };
}
