using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>Gets and sets members of an object that stands in an argument or a local.</summary>
internal sealed class MemberAccess(Body body, Type type, Action loadTarget)
{
    /// <summary>The value of the member: target.X</summary>
    public void Get(MemberInfo member)
    {
        if (member is FieldInfo { IsStatic: true } global)
        {
            body.Il.Emit(OpCodes.Ldsfld, global);
            return;
        }
        if (member is FunctionProperty function)
        {
            loadTarget();
            body.Il.Emit(OpCodes.Call, function.GetMethod);
            return;
        }
        if (member is PropertyInfo { GetMethod: { IsStatic: true } getter })
        {
            body.Il.Emit(OpCodes.Call, getter);
            return;
        }
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
        else if (member is FunctionProperty function)
            body.Il.Emit(OpCodes.Call, function.SetMethod);
        else
            body.CallOn(TargetOf(member), ((PropertyInfo)member).SetMethod!);
    }

    /// <summary>target.Method() or target.Method(CallbackContext.Current); Method(target) of a check, which is static.</summary>
    public void Invoke(MethodInfo method)
    {
        if (method.IsStatic)
        {
            LoadBoxed();
            body.Il.Emit(OpCodes.Call, method);
            return;
        }
        loadTarget();
        foreach (var parameter in method.GetParameters())
        {
            if (parameter.ParameterType == typeof(StreamingContext))
                body.CallStatic(typeof(CallbackContext), "get_" + nameof(CallbackContext.Current));
            else
                body.LoadDefault(parameter.ParameterType, null);
        }
        body.CallOn(type, method);
        if (method.ReturnType == typeof(bool) || method.ReturnType == typeof(void))
            return;
        body.Il.Emit(OpCodes.Pop);
    }

    /// <summary>The target as an object.</summary>
    public void LoadBoxed()
    {
        loadTarget();
        if (!type.IsValueType)
            return;
        body.Il.Emit(OpCodes.Ldobj, type);
        body.Il.Emit(OpCodes.Box, type);
    }

    Type TargetOf(MemberInfo member) => type.IsValueType ? type : member.DeclaringType!;

    /// <summary>A case of a union is seen as the union; its fields belong to the case's own class.</summary>
    void Cast(MemberInfo member)
    {
        if (!type.IsValueType && !member.DeclaringType!.IsAssignableFrom(type))
            body.Il.Emit(OpCodes.Castclass, member.DeclaringType);
    }
}
