using System.Collections.Immutable;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Reflection;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>The member that [XmlChoiceIdentifier] names: an enum, or an array of it, whose names are those of the elements.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class XmlChoices
{
    const BindingFlags All = BindingFlags.Public | BindingFlags.Instance;

    /// <summary>A member for it that stands before the choice: what it holds must be known before that is written.</summary>
    public static MemberModel NamesMember(XmlAttributesConvention convention, Type owner, MemberModel choice, string name)
    {
        MemberInfo? member = owner.GetField(name, All);
        member ??= owner.GetProperty(name, All);
        if (member is null)
            throw new NotSupportedException($"Member '{choice}' is a choice named by '{name}', which '{owner}' does not have.");
        var type = member is FieldInfo field ? field.FieldType : ((PropertyInfo)member).PropertyType;
        var facts = (XmlMemberFacts)choice.Details!;
        var item = facts.IsFlat && type.IsArray ? type.GetElementType()! : type;
        if (!item.IsEnum || facts.IsFlat != type.IsArray)
            throw new NotSupportedException(
                $"Member '{choice}' is a choice named by '{name}', which must be {(facts.IsFlat ? "an array of an enum" : "an enum")}.");
        var model = convention.ModelOf(type);
        var names = (EnumModel)convention.ModelOf(item);
        return new MemberModel(convention, member, type)
        {
            Name = name,
            IsNamed = true,
            CanSet = true,
            Details = new XmlMemberFacts { Role = XmlRole.ChoiceNames, ChoiceValues = [.. facts.Elements.Select(ValueOf)] },
            OwnModel = model,
        };

        long ValueOf(XmlElementFacts element)
        {
            foreach (var (known, value) in names.Named)
                if (known == element.Name || known == $"{element.Namespace}:{element.Name}"
                    || (element.IsAny && element.Name.Length == 0 && known == "##any:"))
                    return value;
            throw new NotSupportedException(
                $"Member '{choice}': '{item}' has no value for the element '{element.Name}'. Add one, or name it with [XmlEnum].");
        }
    }
}

/// <summary>[DefaultValue], as a value of the member's type.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class XmlDefaults
{
    public static object? Of(MemberInfo info, Type type, XmlAttributes? marks)
    {
        if (marks?.XmlDefaultValue is not { } value || value is DBNull)
            return null;
        // That of a Nullable, a char and a Guid is ignored, as XmlSerializer does; and no value equals NaN.
        var target = type;
        if ((Scalars.Of(target) is Scalar.None or Scalar.Char or Scalar.Guid && !target.IsEnum) || value is double.NaN or float.NaN)
            return null;
        try
        {
            return target.IsInstanceOfType(value) ? value
                : target.IsEnum ? value is string name ? Enum.Parse(target, name) : Enum.ToObject(target, value)
                : TypeDescriptor.GetConverter(target) is { } converter && value is string text && converter.CanConvertFrom(typeof(string))
                    ? converter.ConvertFromInvariantString(text)
                : Convert.ChangeType(value, target, CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is InvalidCastException or FormatException or OverflowException or ArgumentException)
        {
            throw new NotSupportedException(
                $"The [DefaultValue({value})] of '{info.DeclaringType}.{info.Name}' is not a {target}. Correct it.", e);
        }
    }
}
