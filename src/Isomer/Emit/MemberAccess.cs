using System.Reflection;
using System.Reflection.Emit;
using Isomer.Model;

namespace Isomer.Emit;

/// <summary>Gets and sets members of an object that stands in an argument or a local.</summary>
internal sealed class MemberAccess(Body body, Type type, Action loadTarget)
{
    /// <summary>The value of the member: target.X</summary>
    public void Get(MemberInfo member)
    {
        loadTarget();
        Cast(member);
        if (member is FieldInfo field)
            body.Il.Emit(OpCodes.Ldfld, field);
        else
            body.CallOn(TargetOf(member), ((PropertyInfo)member).GetMethod!);
    }

    /// <summary>target.X = value</summary>
    public void Set(MemberInfo member, Action loadValue)
    {
        loadTarget();
        Cast(member);
        loadValue();
        if (member is FieldInfo field)
            body.Il.Emit(OpCodes.Stfld, field);
        else
            body.CallOn(TargetOf(member), ((PropertyInfo)member).SetMethod!);
    }

    /// <summary>target.Method() or target.Method(default(StreamingContext))</summary>
    public void Invoke(MethodInfo method)
    {
        loadTarget();
        foreach (var parameter in method.GetParameters())
            body.LoadDefault(parameter.ParameterType, null);
        body.CallOn(type, method);
        if (method.ReturnType == typeof(bool) || method.ReturnType == typeof(void))
            return;
        body.Il.Emit(OpCodes.Pop);
    }

    Type TargetOf(MemberInfo member) => type.IsValueType ? type : member.DeclaringType!;

    /// <summary>A case of a union is seen as the union; its fields belong to the case's own class.</summary>
    void Cast(MemberInfo member)
    {
        if (!type.IsValueType && !member.DeclaringType!.IsAssignableFrom(type))
            body.Il.Emit(OpCodes.Castclass, member.DeclaringType);
    }

    /// <summary>Whether a member's declared type takes part in merging: reading into what is there.</summary>
    public static bool CanMerge(TypeModel model) => model switch
    {
        ObjectModel o => !o.Type.IsValueType && o.Union is null,
        SequenceModel s => !s.Type.IsValueType && s.Build.Kind is BuildKind.List or BuildKind.Add,
        MapModel m => !m.Type.IsValueType && m.Build.Kind is BuildKind.Add,
        _ => false,
    };

    /// <summary>Whether a member that cannot be set takes items none the less.</summary>
    public static bool IsFilled(MemberModel member) => !member.CanSet && member.CanGet && member.Model is not ObjectModel && CanMerge(member.Model);

    /// <summary>
    /// Whether a member that cannot be set is of a type that cannot be made, such as a computed property of an interface: a
    /// self-describing format passes over what the input has for it.
    /// </summary>
    public static bool IsPassedOver(MemberModel member) => !member.CanSet && IsUnmakeable(member.Model, 4);

    static bool IsUnmakeable(TypeModel model, int depth) => depth > 0 && !model.IsPolymorphic && model switch
    {
        ObjectModel o => o.Construction.Refusal is not null,
        SequenceModel s => s.Build.Kind == BuildKind.None || IsUnmakeable(s.Element, depth - 1),
        MapModel m => m.Build.Kind == BuildKind.None || IsUnmakeable(m.Key, depth - 1) || IsUnmakeable(m.Value, depth - 1),
        _ => false,
    };

    /// <summary>The type that an existing value must have to be read into: what would be made, where an interface is declared.</summary>
    public static Type MergeTarget(TypeModel model)
    {
        var build = model switch { SequenceModel s => s.Build, MapModel m => m.Build, _ => null };
        return build is null || !model.Type.IsInterface ? model.Type
            : build.Kind == BuildKind.List ? typeof(List<>).MakeGenericType(((SequenceModel)model).ElementType)
            : build.Constructor!.DeclaringType!;
    }
}
