using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// A property that no type declares: two static methods, of which one takes its owner and the other its owner and a value.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class FunctionProperty(Type owner, string name, MethodInfo get, MethodInfo set) : PropertyInfo
{
    public override string Name => name;

    public override Type PropertyType => get.ReturnType;

    public override Type? DeclaringType => owner;

    public override Type? ReflectedType => owner;

    public override Module Module => owner.Module;

    public override PropertyAttributes Attributes => PropertyAttributes.None;

    public override bool CanRead => true;

    public override bool CanWrite => true;

    public override MethodInfo GetMethod => get;

    public override MethodInfo SetMethod => set;

    public override MethodInfo GetGetMethod(bool nonPublic) => get;

    public override MethodInfo GetSetMethod(bool nonPublic) => set;

    public override MethodInfo[] GetAccessors(bool nonPublic) => [get, set];

    public override ParameterInfo[] GetIndexParameters() => [];

    public override object? GetValue(object? obj, BindingFlags invokeAttr, Binder? binder, object?[]? index, CultureInfo? culture) =>
        get.Invoke(null, invokeAttr, binder, [obj], culture);

    public override void SetValue(object? obj, object? value, BindingFlags invokeAttr, Binder? binder, object?[]? index,
        CultureInfo? culture) =>
        set.Invoke(null, invokeAttr, binder, [obj, value], culture);

    public override object[] GetCustomAttributes(bool inherit) => [];

    public override object[] GetCustomAttributes(Type attributeType, bool inherit) => (object[])Array.CreateInstance(attributeType, 0);

    public override IList<CustomAttributeData> GetCustomAttributesData() => [];

    public override bool IsDefined(Type attributeType, bool inherit) => false;
}
