using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>One of the cases that a member has: the field, and the type that is in it.</summary>
internal sealed record ProtobufCaseOf(int Number, Type Type);

/// <summary>
/// A member whose declared type is a base, and whose value is one of a closed set of cases: in protobuf a oneof of messages in
/// the owner itself, as anyone would declare it there, with no message for the base. The model has one member for each case, all
/// of the same property; each carries the value if it is its case, and else nothing.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class ProtobufCases
{
    /// <summary>A mark for each case; the most derived first, as each takes what the ones before have not.</summary>
    public static ImmutableArray<ProtobufMark> MarksOf(MemberInfo member, ProtobufContract contract)
    {
        var cases = contract.Cases.GetValueOrDefault(member.Name, ProtobufMarks.CasesOf(member));
        if (cases.Length == 0)
            return [];
        var declared = ProtobufMembers.TypeOf(member)!;
        foreach (var (number, type) in cases)
        {
            if (!type.IsClass || !declared.IsAssignableFrom(type))
                throw new NotSupportedException(
                    $"Member '{contract.Type}.{member.Name}' has the case '{type}' (field {number}), which is not a class that a '{declared}' can be. Remove the case.");
            if (cases.Count(c => c.Type == type) > 1)
                throw new NotSupportedException($"Member '{contract.Type}.{member.Name}' has the case '{type}' twice. Remove one.");
        }
        return [.. cases.Select(c => new ProtobufMark { Number = c.Number, Name = NameOf(c.Type), OneOf = member.Name, Case = c.Type })];
    }

    static string NameOf(Type type) =>
        ProtobufMarks.ContractOf(type).Name is { } name && name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_')
            ? name
            : PlainSubtypes.NameFor(type);

    /// <summary>What carries a value of the member as this case.</summary>
    public static Surrogate CarrierOf(ProtobufConvention convention, ProtobufContract contract, MemberInfo member, Type type)
    {
        RefuseLostMembers(convention, contract, member, type);
        ImmutableArray<Type> cases = [.. MarksOf(member, contract).Select(m => m.Case!)];
        return (Surrogate)Activator.CreateInstance(typeof(Case<,>).MakeGenericType(ProtobufMembers.TypeOf(member)!, type),
            $"{contract.Type}.{member.Name}", cases)!;
    }

    /// <summary>A message has the members that its own type declares. Where a base has some, they would be lost without a word.</summary>
    static void RefuseLostMembers(ProtobufConvention convention, ProtobufContract contract, MemberInfo member, Type type)
    {
        if (convention.ParentOf(type) is not null)
            return;
        for (var t = type.BaseType; t is not null && t != typeof(object); t = t.BaseType)
            if (convention.ContractOf(t) is { IsAny: true } lost && ProtobufMembers.HasAny(lost))
                throw new NotSupportedException(
                    $"Member '{contract.Type}.{member.Name}' has the case '{type}', whose base '{t}' has members of its own, for which the case's message has no place. Declare them in each case (an abstract property, overridden), or declare the case on its base with [ProtobufInclude].");
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class Case<T, [DynamicallyAccessedMembers(Trimming.Carried)] TCase>(
        string member, ImmutableArray<Type> cases) : Surrogate<T, TCase?> where T : class where TCase : class, T
    {
        public override TCase? ToCarrier(T value) =>
            value.GetType() == typeof(TCase) || NearestTo(value.GetType()) == typeof(TCase) ? (TCase)value : null;

        public override T FromCarrier(TCase? carrier) => carrier!;

        /// <summary>A case that comes again is read into what is there; another takes its place.</summary>
        internal override bool Merges => true;

        internal override TCase? CarrierIn(T value) => CaseOf(value.GetType()) == typeof(TCase) ? (TCase)value : null;

        /// <summary>The case that a value is written as: its type, or the nearest of its bases.</summary>
        Type NearestTo(Type type) =>
            CaseOf(type)
                ?? throw new NotSupportedException(
                    $"Member '{member}' holds a '{type}', which is none of its cases: {string.Join(", ", cases.Select(c => $"'{c}'"))}. Add a [ProtobufCase] for it.");

        Type? CaseOf(Type? type)
        {
            while (type is not null && !cases.Contains(type))
                type = type.BaseType;
            return type;
        }
    }
}
