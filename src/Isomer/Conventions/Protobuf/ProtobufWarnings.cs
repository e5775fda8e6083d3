using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// What a contract allows and its author hardly meant: values that are left out at writing and that the constructor does not
/// give back. An object of each type is made to see what its constructor sets.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class ProtobufWarnings
{
    public static List<string> Of(TypeModel root)
    {
        var found = new List<string>();
        foreach (var model in ModelGraph.Reach(root, static _ => false))
            if (model is ObjectModel { Details: ProtobufTypeFacts } o)
                Add(o);
        return found;

        void Add(ObjectModel o)
        {
            if (LosesUnknown(o) is { } lost)
                found.Add(lost);
            for (int i = 0; i < o.Members.Length; i++)
                if (Merging.IsDropped(o, i, merges: true))
                    found.Add($"'{o.Members[i].Member.DeclaringType}.{o.Members[i].ClrName}' has no setter: what is written of it is lost at reading (protobuf-net refuses it). Add one, which may be private, or let a constructor take it, if it is no view of other members.");
            foreach (var member in o.Members)
                if (InMap(member) is { } warning && !found.Contains(warning))
                    found.Add(warning);
            if (New(o) is not { } fresh)
                return;
            for (int i = 0; i < o.Members.Length; i++)
                if ((Of(o.Members[i], fresh) ?? BehindGetter(o, i, fresh)) is { } warning && !found.Contains(warning))
                    found.Add(warning);
        }
    }

    /// <summary>What protobuf-net's own base class keeps: it is found by name, and its store is not looked into.</summary>
    static string? LosesUnknown(ObjectModel model) =>
        Array.Exists(model.Type.GetInterfaces(), i => i.FullName is "ProtoBuf.IExtensible" or "ProtoBuf.ITypedExtensible")
            && !model.Members.Any(m => m.Details is ProtobufMemberFacts { IsUnknownFields: true })
            ? $"'{model.Type}' keeps unknown fields with protobuf-net (IExtensible), and here drops them. Add a property of type UnknownFields."
            : null;

    static string? InMap(MemberModel member) =>
        member is { Details: ProtobufMemberFacts { WritesZeros: false }, Model: MapModel { Value: OptionalModel { Value: var value } } }
            && Formats.ProtobufScalars.IsLeftOutOfMaps(value)
            ? $"'{member.Member.DeclaringType}.{member.ClrName}': a value of the map that is zero is not written, as by protobuf-net, and comes back as null. Take Convention.Protobuf.WithZeros()."
            : null;

    static object? New(ObjectModel model)
    {
        try
        {
            return model.Construction switch
            {
                { Refusal: not null } or { IsParameterised: true } or { IsUninitialised: true } => null,
                { Method: ConstructorInfo constructor } => constructor.Invoke([]),
                { Method: MethodInfo { IsStatic: true } factory } => factory.Invoke(null, []),
                _ => null,
            };
        }
        catch (TargetInvocationException)
        {
            return null;
        }
    }

    static string? Of(MemberModel member, object fresh)
    {
        if (member.Details is not ProtobufMemberFacts facts || !member.CanGet || !member.CanSet)
            return null;
        object? first = member.Member switch
        {
            PropertyInfo property => property.GetValue(fresh),
            FieldInfo field => field.GetValue(fresh),
            _ => null,
        };
        string name = $"{member.Member.DeclaringType}.{member.ClrName}";
        if (first is ICollection { Count: > 0 } items && first is not byte[] && !member.Replaces)
            return string.Create(CultureInfo.InvariantCulture,
                $"'{name}' has {items.Count} items from its constructor, to which reading adds. Say OverwriteList = true, or leave it empty.");
        if (member.Default is { } constant)
            return constant.Equals(first) ? null
                : string.Create(CultureInfo.InvariantCulture,
                    $"'{name}' is not written where it is {constant}, as its [DefaultValue] says, but the constructor makes it {first ?? "null"}: so that is what it comes back as. Set it to {constant}, or remove the attribute.");
        bool isZero = first is null
            || first.Equals(Activator.CreateInstance(first.GetType().IsValueType ? first.GetType() : typeof(object)));
        return facts.OmitsZero && first is ValueType && !isZero && IsScalar(member.Model)
            ? string.Create(CultureInfo.InvariantCulture,
                $"'{name}' is {first} from its constructor, and zero is not written: what is written as zero comes back as {first}. Say IsRequired = true, [DefaultValue({first})], or take Convention.Protobuf.WithZeros().")
            : null;
    }

    /// <summary>What is read without a setter goes into the object that the getter gives, if that is the owner's and takes it.</summary>
    static string? BehindGetter(ObjectModel owner, int index, object fresh)
    {
        var member = owner.Members[index];
        if (member.CanSet || member.Member is not PropertyInfo property || owner.Construction.Arguments.Any(a => a.MemberIndex == index)
            || Merging.IsDropped(owner, index, merges: true))
            return null;
        string? why;
        try
        {
            object? first = property.GetValue(fresh);
            why = first is null ? "the constructor leaves it null"
                : !ReferenceEquals(first, property.GetValue(fresh)) ? "its getter gives another object each time"
                : first is Array || (first is IList { IsReadOnly: true }) || member.Model is SurrogateModel ? $"nothing can be read into a '{first.GetType()}'"
                : null;
        }
        catch (TargetInvocationException)
        {
            return null;
        }
        return why is null ? null
            : $"'{member.Member.DeclaringType}.{member.ClrName}' has no setter, and {why}: what is written of it is lost at reading. Add one, which may be private, or let a constructor take it.";
    }

    static bool IsScalar(TypeModel model) => model is EnumModel || (model is ScalarModel && Formats.ProtobufScalars.HasZero(model));
}
