using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>The names of an enum's values: those of [EnumMember] alone where the enum has [DataContract], else all.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class DataContractEnums
{
    public static ImmutableArray<EnumName> NamesOf(Type type)
    {
        bool isMarked = type.IsDefined(typeof(DataContractAttribute), false);
        var named = ImmutableArray.CreateBuilder<EnumName>();
        foreach (var field in type.GetFields(BindingFlags.Public | BindingFlags.Static))
        {
            var attribute = field.GetCustomAttribute<EnumMemberAttribute>(false);
            if (isMarked ? attribute is null : ContractKinds.IsSkipped(field))
                continue;
            object raw = field.GetRawConstantValue()!;
            string name = isMarked && attribute!.IsValueSetExplicitly && attribute.Value is { } given ? given : field.Name;
            named.Add(new EnumName(name, raw is ulong big ? unchecked((long)big) : Convert.ToInt64(raw, null)));
        }
        return named.ToImmutable();
    }
}
