using System.Collections.Immutable;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Which members a type itself declares for the Protobuf convention, in ascending order of their numbers. Inherited ones
/// belong to the layer of the base, which is there only where the base declares the type as derived.
/// </summary>
internal static class ProtobufMembers
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    public const int MaxNumber = (1 << 29) - 1;

    /// <summary>What keeps unknown fields needs no number; it comes last.</summary>
    const int UnknownNumber = int.MaxValue;

    /// <summary>A member of the contract and what is said about it.</summary>
    sealed record Marked(MemberInfo Member, ProtobufMark Mark);

    /// <summary>Whether the type itself has a member that counts.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static bool HasAny(ProtobufContract contract) =>
        contract.Type.GetMembers(Own)
            .Any(m =>
                TypeOf(m) is not null
                    && (ProtobufMarks.MarkOf(m, contract, IsImplied(m, contract))
                        ?? ProtobufCases.MarksOf(m, contract).FirstOrDefault()) is not null);

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static List<MemberModel> Of(ProtobufConvention convention, ProtobufContract contract, ProtobufSettings settings, int layer)
    {
        var found = new List<Marked>();
        foreach (var member in contract.Type.GetMembers(Own))
            if (TypeOf(member) == typeof(UnknownFields) && !member.Name.StartsWith('<') && !ProtobufMarks.Bears(member, "Ignore"))
                found.Add(new Marked(member, new ProtobufMark { Number = UnknownNumber }));
            else if (ProtobufCases.MarksOf(member, contract) is { IsEmpty: false } cases)
                found.AddRange(cases.Select(c => new Marked(member, c)));
            else if (TypeOf(member) is { } type && type != typeof(UnknownFields) && !typeof(Delegate).IsAssignableFrom(type)
                && ProtobufMarks.MarkOf(member, contract, IsImplied(member, contract)) is { } mark)
                found.Add(new Marked(member, mark));
        // What is registered by name may be a base's, which this type then writes as its own.
        foreach (var (name, mark) in contract.Partial)
            if (!found.Exists(f => f.Member.Name == name) && Inherited(contract.Type, name) is { } inherited)
                found.Add(new Marked(inherited, mark));
        foreach (string name in contract.Partial.Keys.Concat(contract.Cases.Keys))
            if (!found.Exists(f => f.Member.Name == name))
                throw new NotSupportedException(
                    $"Type '{contract.Type}' has no field or property '{name}', which is registered as a field. Correct the name.");
        Number(found, contract);
        Check(found, contract);
        return [.. found.OrderBy(f => f.Mark.Number).Select(f => Create(convention, contract, settings, layer, f.Member, f.Mark))];
    }

    /// <summary>The members of a tuple: what its constructor takes, in that order; every one of them is written.</summary>
    public static ImmutableArray<MemberModel> OfTuple(Convention convention, IEnumerable<MemberInfo> members,
        ProtobufSettings settings) =>
        [.. members.Select((m, i) => new MemberModel(convention, m, TypeOf(m)!)
        {
            CanSet = m is FieldInfo { IsInitOnly: false } or PropertyInfo { SetMethod: not null },
            Details = new ProtobufMemberFacts
            {
                Number = i + 1,
                Level = settings.TupleLevel != ProtobufLevel.NotSpecified ? settings.TupleLevel : settings.Level,
                CommonLevel = settings.Level,
                WritesKind = settings.WritesKind,
            },
        })];

    /// <summary>
    /// A member that no contract numbers, of a type under another convention for one: its place is its number. There are no bytes
    /// of others to meet, so a date keeps its Kind.
    /// </summary>
    public static ProtobufMemberFacts Numbered(MemberModel member, int index, ProtobufSettings? settings) => new()
    {
        Number = index + 1,
        IsOfCarrier = member.Member.DeclaringType?.Assembly == typeof(ProtobufMembers).Assembly,
        Level = settings?.Level ?? ProtobufLevel.Level200,
        CommonLevel = settings?.Level ?? ProtobufLevel.Level200,
        WritesKind = true,
        OmitsZero = settings?.OmitsZeros == true && !member.IsOptional,
        ValueWrap = member.Member is { } m && ProtobufMarks.Bears(m, "NullWrappedValue") ? ProtobufWrap.Length : ProtobufWrap.None,
    };

    public static Type? TypeOf(MemberInfo member) => member switch
    {
        FieldInfo field => field.FieldType,
        PropertyInfo property when property.GetIndexParameters().Length == 0 => property.PropertyType,
        _ => null,
    };

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static MemberInfo? Inherited(Type type, string name)
    {
        for (var t = type.BaseType; t is not null && t != typeof(object); t = t.BaseType)
            if (t.GetMember(name, MemberTypes.Field | MemberTypes.Property, Own).FirstOrDefault(m => TypeOf(m) is not null) is { } member)
                return member;
        return null;
    }

    static bool IsImplied(MemberInfo member, ProtobufContract contract) => contract.Implicit switch
    {
        ProtobufImplicit.AllPublic => member is FieldInfo { IsPublic: true } or PropertyInfo { GetMethod.IsPublic: true },
        ProtobufImplicit.AllFields => member is FieldInfo,
        _ => false,
    };

    /// <summary>Numbers what has none: by order (of DataMember), then by name.</summary>
    static void Number(List<Marked> found, ProtobufContract contract)
    {
        int next = contract.ImplicitFirst;
        foreach (var (member, mark) in found.Where(f => !f.Mark.IsPinned).OrderBy(f => f.Mark.Number)
            .ThenBy(f => f.Member.Name, StringComparer.Ordinal).ToList())
            found[found.FindIndex(f => f.Member == member)] = new Marked(member, mark with { Number = next++ });
    }

    static void Check(List<Marked> found, ProtobufContract contract)
    {
        var byNumber = new Dictionary<int, string>();
        foreach (var (member, mark) in found)
            if (mark.Number != UnknownNumber)
                Take(mark.Number, mark.Case is { } type ? $"case '{type}' of member '{member.Name}'" : $"member '{member.Name}'",
                    mark.Name ?? member.Name);
        foreach (var include in contract.Includes)
            Take(include.Number, $"derived type '{include.Type}'", include.Type.Name);

        void Take(int number, string what, string name)
        {
            if (number is < 1 or > MaxNumber)
                throw new NotSupportedException(
                    $"In '{contract.Type}' the {what} has the field number {number}. Numbers go from 1 to {MaxNumber}.");
            if (!byNumber.TryAdd(number, what))
                throw new NotSupportedException(
                    $"In '{contract.Type}' the {byNumber[number]} and the {what} have the same field number {number}. Give one another number.");
            if (contract.Reserved.FirstOrDefault(r => (number >= r.From && number <= r.To) || r.Name == name) is { } reserved)
                throw new NotSupportedException(
                    $"In '{contract.Type}' the {what} with field number {number} clashes with the reservation of {(reserved.Name is { } text ? $"the name '{text}'" : $"{reserved.From} to {reserved.To}")}. Give it another.");
        }
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static MemberModel Create(ProtobufConvention convention, ProtobufContract contract, ProtobufSettings settings, int layer,
        MemberInfo member, ProtobufMark mark)
    {
        var type = TypeOf(member)!;
        if (type == typeof(object))
            throw new NotSupportedException(
                $"Member '{contract.Type}.{member.Name}' is declared as object: nothing on the wire would say what it is. Declare a base type with [ProtobufInclude], or leave it out.");
        if (mark.Case is null)
            convention.CheckAttributes(member);
        var accessed = Accessed(member);
        var (specified, shouldWrite) = Conditions(member);
        bool conditional = specified is not null || shouldWrite is not null;
        bool canSet = accessed is FieldInfo or PropertyInfo { SetMethod: not null };
        object? constant = mark.Default is null || mark.IsRequired || conditional ? null : ConstantOf(member, type, mark.Default);
        var level = mark.Level != ProtobufLevel.NotSpecified
            ? mark.Level
            : contract.Level != ProtobufLevel.NotSpecified ? contract.Level : settings.Level;
        if (mark.Format == ProtobufFormat.WellKnown && level < ProtobufLevel.Level240)
            level = ProtobufLevel.Level240;
        return new MemberModel(convention.WithTuplesAt(level, type), accessed, type)
        {
            Name = member.Name,
            CanSet = canSet,
            Default = constant,
            Replaces = mark.Overwrites && canSet,
            Specified = specified,
            ShouldWrite = shouldWrite,
            Surrogate = mark.Case is { } of ? ProtobufCases.CarrierOf(convention, contract, member, of) : null,
            Details = new ProtobufMemberFacts
            {
                Number = mark.Number,
                Format = mark.Format,
                Level = level,
                CommonLevel = settings.Level,
                IsPacked = mark.IsPacked,
                OmitsZero = settings.OmitsZeros && !mark.IsRequired && !conditional && mark.Default is null,
                WritesKind = settings.WritesKind,
                WritesZeros = !settings.OmitsZeros,
                KeyFormat = mark.KeyFormat,
                ValueFormat = mark.ValueFormat,
                DisablesMap = mark.DisablesMap,
                ValueWrap = mark.ValueWrap,
                CollectionWrap = mark.CollectionWrap == ProtobufWrap.None && settings.WrapsCollections
                    ? ProtobufWrap.Length
                    : mark.CollectionWrap,
                Layer = layer,
                OneOf = mark.OneOf,
                SchemaName = mark.Name,
                JsonName = mark.JsonName,
                IsRequired = mark.IsRequired,
                IsUnknownFields = type == typeof(UnknownFields),
                IsGoogle = contract.IsGoogle || settings.IsGoogle,
            },
        };
    }

    /// <summary>
    /// A property is set by a public method SetX where there is one, as by protobuf-net; else by its setter, or through the field behind
    /// it.
    /// </summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static MemberInfo Accessed(MemberInfo member)
    {
        if (member is not PropertyInfo property)
            return member;
        if (property.GetMethod is null)
            throw new NotSupportedException(
                $"Property '{property.DeclaringType}.{property.Name}' has no getter, so it cannot be written. Leave it out or add one.");
        if (property.ReflectedType!.GetMethod("Set" + property.Name, BindingFlags.Public | BindingFlags.Instance,
            [property.PropertyType]) is { } setter && setter.ReturnType == typeof(void))
            return new PropertySetByMethod(property, setter);
        if (property.SetMethod is not null)
            return property;
        return (MemberInfo?)property.DeclaringType!.GetField($"<{property.Name}>k__BackingField", Own) ?? property;
    }

    /// <summary>What says whether the member is written: a bool XSpecified, or else a method ShouldSerializeX.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static (MemberInfo? Specified, MethodInfo? ShouldWrite) Conditions(MemberInfo member)
    {
        var owner = member.DeclaringType!;
        var companion = owner.GetProperty(member.Name + "Specified", Own);
        if (companion is { GetMethod: not null } && companion.PropertyType == typeof(bool))
            return (companion, null);
        var method = owner.GetMethod("ShouldSerialize" + member.Name, Own, []);
        return (null, method?.ReturnType == typeof(bool) ? method : null);
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static object ConstantOf(MemberInfo member, Type type, object value)
    {
        var target = Nullable.GetUnderlyingType(type) ?? type;
        try
        {
            return target.IsInstanceOfType(value) ? value
                : target.IsEnum ? value is string name ? Enum.Parse(target, name) : Enum.ToObject(target, value)
                : value is string text && TypeDescriptor.GetConverter(target) is { } converter && converter.CanConvertFrom(typeof(string))
                    ? converter.ConvertFromInvariantString(text)!
                : Convert.ChangeType(value, target, CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is InvalidCastException or FormatException or OverflowException or ArgumentException)
        {
            throw new NotSupportedException(
                $"The [DefaultValue({value})] of '{member.DeclaringType}.{member.Name}' is not a {target}. Correct it.", e);
        }
    }
}
