using System.Globalization;
using System.Reflection;

namespace Isomer.Conventions;

/// <summary>A property without a setter of its own, which a method beside it sets: <c>X</c> and <c>SetX(value)</c>.</summary>
internal sealed class PropertySetByMethod(PropertyInfo property, MethodInfo setter) : PropertyInfo
{
    public override string Name => property.Name;

    public override Type PropertyType => property.PropertyType;

    public override Type? DeclaringType => property.DeclaringType;

    public override Type? ReflectedType => property.ReflectedType;

    public override Module Module => property.Module;

    public override int MetadataToken => property.MetadataToken;

    public override PropertyAttributes Attributes => property.Attributes;

    public override bool CanRead => true;

    public override bool CanWrite => true;

    public override MethodInfo? GetMethod => property.GetMethod;

    public override MethodInfo? SetMethod => setter;

    public override MethodInfo? GetGetMethod(bool nonPublic) => property.GetGetMethod(nonPublic);

    public override MethodInfo? GetSetMethod(bool nonPublic) => setter;

    public override MethodInfo[] GetAccessors(bool nonPublic) => [.. property.GetAccessors(nonPublic), setter];

    public override ParameterInfo[] GetIndexParameters() => [];

    public override object? GetValue(object? obj, BindingFlags invokeAttr, Binder? binder, object?[]? index, CultureInfo? culture) =>
        property.GetValue(obj, invokeAttr, binder, index, culture);

    public override void SetValue(object? obj, object? value, BindingFlags invokeAttr, Binder? binder, object?[]? index,
        CultureInfo? culture) =>
        setter.Invoke(obj, invokeAttr, binder, [value], culture);

    public override object[] GetCustomAttributes(bool inherit) => property.GetCustomAttributes(inherit);

    public override object[] GetCustomAttributes(Type attributeType, bool inherit) => property.GetCustomAttributes(attributeType, inherit);

    public override IList<CustomAttributeData> GetCustomAttributesData() => property.GetCustomAttributesData();

    public override bool IsDefined(Type attributeType, bool inherit) => property.IsDefined(attributeType, inherit);
}
