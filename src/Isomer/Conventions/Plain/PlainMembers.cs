using System.Collections.Immutable;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Text.Json;
using System.Text.Json.Serialization;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>One look at a type: what is asked once for all of its members.</summary>
internal sealed record PlainSight(Convention Convention, Type Owner, PlainSettings Settings, bool RequiredByKeyword, bool IsConditional,
    bool? Merges, List<MemberModel> Ignored, HashSet<MemberInfo>? Required);

/// <summary>
/// What is said of a member: whether an attribute that the convention knows stands on it, and what the program's rule says.
/// </summary>
internal readonly record struct Said(bool ByAttribute, MemberRule? Rule)
{
    public bool Anything => ByAttribute || Rule is not null;
}

/// <summary>How a member can be got and set; hidden is a setter that only its own type uses.</summary>
internal readonly record struct Accesses(bool Get, bool Set, bool IsHidden);

/// <summary>
/// Which members a type has for the plain convention: most derived class first; in each class public properties, then
/// public fields, in declared order; then, stably, by explicit order. An explicit attribute brings a private member in.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class PlainMembers
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <param name="convention">The convention.</param>
    /// <param name="type">The type.</param>
    /// <param name="settings">What the convention was told.</param>
    /// <param name="requiredByKeyword">Whether the keyword <c>required</c> counts.</param>
    /// <param name="ignored">Gets the members that attributes leave out: their names are known, and what comes under them is
    /// dropped.</param>
    /// <param name="required">Members that must be there at reading whatever is said of them; null for none.</param>
    public static ImmutableArray<MemberModel> Of(Convention convention, Type type, PlainSettings settings, bool requiredByKeyword,
        List<MemberModel> ignored, HashSet<MemberInfo>? required = null)
    {
        var sight = new PlainSight(convention, type, settings, requiredByKeyword, !settings.IsTheirsAlone && HasConditions(type),
            PlainFacts.MergesOf(type), ignored, required);
        var found = new FoundMembers();
        var seen = new FoundNames();
        // Asked once for each member: most have no attributes.
        foreach (var level in Levels(type))
        {
            foreach (var property in level.GetProperties(Own))
            {
                var said = Of(property, Marks.IsMarked(property), settings);
                if (property.GetIndexParameters().Length == 0 && IsSeen(property, said)
                    && seen.Add(property.Name, WireNameOf(property, said), HidesAll(settings, property, said))
                    && !Add(sight, found, FromProperty(sight, property, said), property, said))
                    seen.LeaveOut(property.Name, WireNameOf(property, said), hidesAll: IsOverride(property));
            }
            foreach (var field in level.GetFields(Own))
            {
                if (field.Name.StartsWith('<') && !field.IsPublic)
                    continue;
                var said = Of(field, Marks.IsMarked(field), settings);
                if ((field.IsPublic || IsIncluded(field, said))
                    && seen.Add(field.Name, WireNameOf(field, said), HidesAll(settings, field, said))
                    && !Add(sight, found, FromField(sight, field, said), field, said))
                    seen.LeaveOut(field.Name, WireNameOf(field, said), hidesAll: false);
            }
        }
        var members = found.InOrder();
        CheckNames(type, members);
        return members;
    }

    static Said Of(MemberInfo member, bool marked, PlainSettings settings)
    {
        var said = new Said(marked, settings.RuleOf(member));
        if (marked && said.Rule is not ({ IsLeftOut: true } or { Surrogate: not null } or { Converter: not null }))
            CheckAttributes(member, settings);
        return said;
    }

    /// <summary>The type and its bases, or an interface and those it extends.</summary>
    static IEnumerable<Type> Levels(Type type)
    {
        if (type.IsInterface)
            return [type, .. type.GetInterfaces()];
        var levels = new List<Type>();
        for (var t = type; t is not null && t != typeof(object) && t != typeof(ValueType); t = t.BaseType)
            levels.Add(t);
        return levels;
    }

    /// <summary>Whether it is a member; what is said to be none keeps its place for another one of its name.</summary>
    static bool Add(PlainSight sight, FoundMembers found, MemberModel? member, MemberInfo info, Said said)
    {
        if (member is not null)
            found.Add(member, said.Rule?.Order ?? (said.ByAttribute ? OrderOf(info) : 0), WireNameOf(info, said));
        else if (!sight.Settings.KeepsAll && (info is PropertyInfo || sight.Settings.Fields || IsIncluded(info, said)) && said.Anything
            && (said.Rule?.IsLeftOut ?? IsIgnored(info, sight.Settings)))
            found.LeaveOut(WireNameOf(info, said));
        return member is not null;
    }

    /// <summary>
    /// Whether no member of a base class is another one beside it, whatever their names on the wire are. System.Text.Json takes those for
    /// two that it would write under two names, in plain JSON we do as well. Formats that give back all that they took have one for each
    /// value: an override, and a new one that has nothing of its own, is that of the base class. A name of Isomer's own attributes and
    /// rules renames.
    /// </summary>
    static bool HidesAll(PlainSettings settings, MemberInfo member, Said said) =>
        (!settings.IsTheirsAlone && IsRenamedHere(member, said))
            || (settings.KeepsAll && member is PropertyInfo property && (IsOverride(property) || !HasOwnValue(property)));

    static bool IsRenamedHere(MemberInfo member, Said said) => said.Anything
        && (said.Rule?.Name is not null
            || (member.GetCustomAttribute<MemberAttribute>(false) is { } own && (own.Name is not null || own.Aliases.Length > 0)));

    /// <summary>An auto-property keeps a value of its own; a covariant override that is one keeps that of the base class.</summary>
    static bool HasOwnValue(PropertyInfo property) => (property.GetMethod ?? property.SetMethod) is { } accessor
        && accessor.IsDefined(typeof(System.Runtime.CompilerServices.CompilerGeneratedAttribute), false)
        && !accessor.IsDefined(typeof(System.Runtime.CompilerServices.PreserveBaseOverridesAttribute), false);

    static bool IsOverride(PropertyInfo property) =>
        (property.GetMethod ?? property.SetMethod) is { IsVirtual: true } accessor && accessor.GetBaseDefinition() != accessor;

    /// <summary>The name that is said of it, or its own.</summary>
    static string WireNameOf(MemberInfo member, Said said) => NameSaidOf(member, said) ?? member.Name;

    static string? NameSaidOf(MemberInfo member, Said said) => !said.Anything ? null
        : said.Rule?.Name ?? member.GetCustomAttribute<MemberAttribute>(false)?.Name
            ?? member.GetCustomAttribute<JsonPropertyNameAttribute>(false)?.Name;

    static int OrderOf(MemberInfo info) =>
        info.GetCustomAttribute<JsonPropertyOrderAttribute>(false)?.Order ?? info.GetCustomAttribute<MemberAttribute>(false)?.Order ?? 0;

    /// <summary>A private member is none, and hides none of a base class.</summary>
    static bool IsSeen(PropertyInfo property, Said said) =>
        property.GetMethod?.IsPublic == true || property.SetMethod?.IsPublic == true || IsIncluded(property, said);

    static MemberModel? FromProperty(PlainSight sight, PropertyInfo property, Said said)
    {
        var whole = sight.Settings.IsTheirsAlone ? property : WithBothAccessors(property);
        bool included = IsIncluded(property, said);
        bool get = whole.GetMethod is { } getter && (included || getter.IsPublic);
        bool set = whole.SetMethod is { } setter && (included || setter.IsPublic);
        MemberInfo accessed = whole;
        bool hidden = false;
        if (!set && get && sight.Settings.HiddenSetters == true)
        {
            hidden = whole.SetMethod is not null;
            if (!hidden && ReflectionAccess.BackingFieldOf(whole) is { } field)
                (accessed, hidden) = (field, true);
        }
        return Create(sight, property, accessed, property.PropertyType, new Accesses(get, set || hidden, hidden), said);
    }

    /// <summary>
    /// An override of one accessor alone leaves the other to the base class: there the property is whole, and calls are virtual.
    /// System.Text.Json sees what the override has.
    /// </summary>
    static PropertyInfo WithBothAccessors(PropertyInfo property)
    {
        if ((property.GetMethod is not null && property.SetMethod is not null)
            || (property.GetMethod ?? property.SetMethod) is not { IsVirtual: true } only || only.GetBaseDefinition() == only)
            return property;
        for (var t = property.DeclaringType!.BaseType; t is not null; t = t.BaseType)
            if (t.GetProperty(property.Name, Own) is { GetMethod: not null, SetMethod: not null } whole
                && whole.PropertyType == property.PropertyType)
                return whole;
        return property;
    }

    static MemberModel? FromField(PlainSight sight, FieldInfo field, Said said)
    {
        bool included = IsIncluded(field, said);
        if (!included
            && (!sight.Settings.Fields || !field.IsPublic
                || (!sight.Settings.IsTheirsAlone && field.IsDefined(typeof(NonSerializedAttribute), false))))
            return null;
        bool hidden = field.IsInitOnly && !included && sight.Settings.HiddenSetters == true;
        return Create(sight, field, field, field.FieldType, new Accesses(true, !field.IsInitOnly || included || hidden, hidden), said);
    }

    /// <param name="sight">The type that is described, which may be derived from the member's, and how.</param>
    /// <param name="member">What the attributes stand on.</param>
    /// <param name="accessed">What is got and set; almost always the same.</param>
    /// <param name="type">The member's type.</param>
    /// <param name="can">How it can be got and set.</param>
    /// <param name="said">What is said of it.</param>
    static MemberModel? Create(PlainSight sight, MemberInfo member, MemberInfo accessed, Type type, Accesses can, Said said)
    {
        var conditions = sight.IsConditional ? Conditions(sight.Owner, member) : default;
        bool isRequired = sight.Required?.Contains(accessed) == true;
        bool isGot = can.Get;
        if (IsOmittedAsReadOnly(sight.Settings, member, type, can, said))
            can = can with { Get = false };
        if (!said.Anything)
            return new MemberModel(sight.Convention, accessed, type)
            {
                Name = member.Name,
                CanGet = can.Get,
                CanSet = can.Set,
                IsSetHidden = can.IsHidden,
                IsRequired = isRequired,
                ShouldWrite = conditions.Method,
                Specified = conditions.Companion,
                Merges = sight.Merges == true && CanBeMerged(type) && !IsLeftAlone(sight.Settings, member, type, can),
                Replaces = sight.Merges == false || (sight.Merges is null && !can.Set && !sight.Settings.FillsWithoutSetter)
                    || IsLeftAlone(sight.Settings, member, type, can),
                Empties = sight.Merges is null && !can.Set,
                IsPopulatedByType = IsPopulatedByType(sight, isGot, can),
            };
        var own = member.GetCustomAttribute<MemberAttribute>(false);
        var rule = said.Rule;
        string? name = NameSaidOf(member, said);
        if (rule?.IsLeftOut ?? IsIgnored(member, sight.Settings))
        {
            sight.Ignored.Add(new MemberModel(sight.Convention, accessed, type) { Name = name ?? member.Name, IsNamed = name is not null });
            return null;
        }
        var ignore = rule?.IsLeftOut == false ? null : member.GetCustomAttribute<JsonIgnoreAttribute>(false)?.Condition;
        if (rule is not null)
            CheckRule(member, rule);
        bool neverRead = ignore == JsonIgnoreCondition.WhenReading;
        bool extra = member.IsDefined(typeof(JsonExtensionDataAttribute), false);
        bool? merges = PlainFacts.MergesOf(member)
            ?? (IsLeftAlone(sight.Settings, member, type, can) ? false : sight.Merges == true && !CanBeMerged(type) ? null : sight.Merges);
        return new MemberModel(sight.Convention, accessed, type)
        {
            Name = name ?? member.Name,
            IsNamed = name is not null,
            Aliases = own is null ? [] : [.. own.Aliases],
            CanGet = can.Get && ignore != JsonIgnoreCondition.WhenWriting,
            CanSet = can.Set && !neverRead,
            IsSetHidden = can.IsHidden,
            IsNeverRead = neverRead,
            IsPopulatedUnseen = !isGot && PlainFacts.IsToldPopulated(member, sight.Settings.IgnoredAttributes),
            IsToldPopulated = PlainFacts.IsToldPopulated(member, sight.Settings.IgnoredAttributes),
            IsPopulatedByType = PlainFacts.MergesOf(member) is null && IsPopulatedByType(sight, isGot, can),
            IsRequired = isRequired
                || (rule?.IsRequired
                    ?? own?.Required == true || member.IsDefined(typeof(JsonRequiredAttribute), false)
                        || (sight.RequiredByKeyword && member.IsDefined(typeof(RequiredMemberAttribute), false))),
            Omit = rule?.Omit ?? OmitOf(ignore),
            Default = (rule?.Default ?? member.GetCustomAttribute<DefaultValueAttribute>(false)?.Value) is { } value
                ? DefaultOf(sight.Owner, member, type, value)
                : null,
            ShouldWrite = conditions.Method,
            WrittenWhen = rule?.WrittenWhen,
            Specified = conditions.Companion,
            Surrogate = rule?.Surrogate is { } given
                ? SurrogateTypes.For(type, given)
                : own?.Surrogate is { } surrogate ? SurrogateTypes.Create(surrogate, type) : null,
            IsExtra = extra,
            ExtraForm = extra ? ExtraForms.Of(sight.Owner, member.Name, type) : null,
            Merges = merges == true,
            Replaces = merges == false || (merges is null && !can.Set && !sight.Settings.FillsWithoutSetter),
            Empties = merges is null && !can.Set,
            Details = PlainFacts.NumbersOf(member),
            OwnModel = rule?.Converter is { } converter
                ? Converters.OfMember(sight.Convention, type, converter, sight.Settings.ConverterOptions ?? JsonSerializerOptions.Default)
                : own?.Surrogate is null && rule?.Surrogate is null
                    ? Converters.OfMember(sight.Convention, member, type, sight.Settings.ConverterOptions)
                    : null,
        };
    }

    /// <summary>
    /// Whether an attribute on the type says that what the member holds is read into, and that is obeyed. As System.Text.Json has it, it
    /// says so of what can be got and set.
    /// </summary>
    static bool IsPopulatedByType(PlainSight sight, bool isGot, Accesses can) =>
        sight.Merges == true && isGot && can.Set && PlainFacts.IsToldPopulated(sight.Owner, sight.Settings.IgnoredAttributes);

    /// <summary>Refuses a rule that says two things of one matter, or what nothing would obey.</summary>
    static void CheckRule(MemberInfo member, MemberRule rule)
    {
        string? wrong = rule is { Surrogate: not null, Converter: not null }
            ? "a Surrogate and a Converter: one of the two carries its values"
            : rule is { WrittenWhen: not null, Omit: not null }
                ? "WrittenWhen and Omit: the function alone decides, and may look at the value"
            : rule.WrittenWhen is not null && member.IsDefined(typeof(JsonExtensionDataAttribute), false)
                ? "WrittenWhen of extension data, whose entries stand among the members: give an empty dictionary where nothing is to be written"
            : null;
        if (wrong is not null)
            throw new NotSupportedException($"The rule for '{member.DeclaringType}.{member.Name}' says {wrong}.");
    }

    /// <summary>As System.Text.Json has it: collections are written all the same, and what bears [JsonIgnore] of any condition.</summary>
    static bool IsOmittedAsReadOnly(PlainSettings settings, MemberInfo member, Type type, Accesses can, Said said) =>
        IsLeftAlone(settings, member, type, can) && !(said.ByAttribute && member.IsDefined(typeof(JsonIgnoreAttribute), false));

    /// <summary>
    /// Whether the member cannot be set and the settings leave such members out: what it holds is not read into either, unless it says so
    /// itself. A collection is (System.Text.Json would write its items and drop them at reading).
    /// </summary>
    static bool IsLeftAlone(PlainSettings settings, MemberInfo member, Type type, Accesses can) =>
        (!can.Set || can.IsHidden) && (member is PropertyInfo ? settings.OmitsReadOnlyProperties : settings.OmitsReadOnlyFields)
        && !IsMemory(type)
        && !(typeof(System.Collections.IEnumerable).IsAssignableFrom(type) && type != typeof(string) && type != typeof(byte[])
            && !typeof(System.Text.Json.Nodes.JsonNode).IsAssignableFrom(type));

    /// <summary>A collection to System.Text.Json, unless it is one of bytes.</summary>
    static bool IsMemory(Type type) => type.IsGenericType && type.GetGenericArguments()[0] != typeof(byte)
        && (type.GetGenericTypeDefinition() == typeof(Memory<>) || type.GetGenericTypeDefinition() == typeof(ReadOnlyMemory<>));

    /// <summary>What System.Text.Json fills where a type asks for it: classes and collections, not scalars.</summary>
    static bool CanBeMerged(Type type) => Scalars.Of(type) == Scalar.None && !type.IsArray && !type.IsEnum;

    /// <summary>
    /// A member whose form an attribute asks for that cannot be had is refused, unless a surrogate of its own gives it one.
    /// </summary>
    static void CheckAttributes(MemberInfo member, PlainSettings settings)
    {
        if (member.GetCustomAttribute<MemberAttribute>(false)?.Surrogate is null && !member.IsDefined(typeof(SkipAttribute), false)
            && member.GetCustomAttribute<JsonIgnoreAttribute>(false) is not { Condition: JsonIgnoreCondition.Always })
            ForeignAttributes.Check(member, settings.IgnoredAttributes, PlainForeign.RemedyOf, "Convention.Plain");
    }

    /// <summary>What else says whether the member is written: a method ShouldSerializeX, a bool XSpecified.</summary>
    static (MethodInfo? Method, MemberInfo? Companion) Conditions(Type owner, MemberInfo member) =>
        (Find(owner, "ShouldSerialize" + member.Name) is MethodInfo m && m.ReturnType == typeof(bool) ? m : null,
            SpecifiedOf(owner, member));

    /// <summary>Whether any member that <see cref="Conditions"/> could find is there.</summary>
    static bool HasConditions(Type owner)
    {
        for (var t = owner; t is not null && t != typeof(object); t = t.BaseType)
            foreach (var member in t.GetMembers(Own))
                if (member.Name.StartsWith("ShouldSerialize", StringComparison.Ordinal)
                    || member.Name.EndsWith("Specified", StringComparison.Ordinal))
                    return true;
        return false;
    }

    static bool IsIncluded(MemberInfo member, Said said) =>
        said.Rule?.IsIncluded == true
            || said.ByAttribute
                && (member.IsDefined(typeof(MemberAttribute), false) || member.IsDefined(typeof(JsonIncludeAttribute), false));

    static bool IsIgnored(MemberInfo member, PlainSettings settings) =>
        member.IsDefined(typeof(SkipAttribute), false)
        || member.GetCustomAttribute<JsonIgnoreAttribute>(false) is { Condition: JsonIgnoreCondition.Always }
        // The companion of another member, as xsd.exe writes it: it says whether that is written, and is none itself.
        || (!settings.IsTheirsAlone && member.Name.EndsWith("Specified", StringComparison.Ordinal) && IsCompanion(member)
            && Find(member.DeclaringType!, member.Name[..^9]) is FieldInfo or PropertyInfo);

    static MemberInfo? SpecifiedOf(Type owner, MemberInfo member)
    {
        var companion = Find(owner, member.Name + "Specified");
        bool fits = companion is PropertyInfo { PropertyType: var p, GetMethod: not null }
            ? p == typeof(bool)
            : companion is FieldInfo f && f.FieldType == typeof(bool);
        return fits && IsCompanion(companion!) ? companion : null;
    }

    static bool IsCompanion(MemberInfo member) =>
        Marks.Bears(member, "System.Xml.Serialization.XmlIgnoreAttribute") || member.IsDefined(typeof(IgnoreDataMemberAttribute), false)
        || member.IsDefined(typeof(SkipAttribute), false) || member.IsDefined(typeof(JsonIgnoreAttribute), false);

    static Omit OmitOf(JsonIgnoreCondition? condition) => condition switch
    {
        // What says anything is not asked what the options say.
        JsonIgnoreCondition.Never or JsonIgnoreCondition.WhenReading => Omit.Never,
        JsonIgnoreCondition.WhenWritingNull => Omit.WhenNull,
        JsonIgnoreCondition.WhenWritingDefault => Omit.WhenDefault,
        _ => Omit.ByOptions,
    };

    static object? DefaultOf(Type owner, MemberInfo member, Type type, object value)
    {
        var target = Nullable.GetUnderlyingType(type) ?? type;
        try
        {
            return target.IsInstanceOfType(value) ? value
                : target.IsEnum ? Enum.ToObject(target, value)
                : TypeDescriptor.GetConverter(target) is { } converter && value is string text && converter.CanConvertFrom(typeof(string))
                    ? converter.ConvertFromInvariantString(text)
                : Convert.ChangeType(value, target, System.Globalization.CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is InvalidCastException or FormatException or OverflowException or ArgumentException)
        {
            throw new NotSupportedException($"The [DefaultValue({value})] of '{owner}.{member.Name}' is not a {target}. Correct it.", e);
        }
    }

    /// <summary>The field, property or parameterless method of this name on the type or a base of it.</summary>
    static MemberInfo? Find(Type owner, string name)
    {
        for (var t = owner; t is not null && t != typeof(object); t = t.BaseType)
            foreach (var member in t.GetMember(name, Own))
                if (member is FieldInfo or PropertyInfo
                    || (member is MethodInfo method && method.GetParameters().Length == 0 && !method.IsGenericMethodDefinition))
                    return member;
        return null;
    }

    static void CheckNames(Type type, ImmutableArray<MemberModel> members)
    {
        var byName = new Dictionary<string, MemberModel>(StringComparer.Ordinal);
        foreach (var member in members)
            foreach (string name in member.Aliases.Prepend(member.Name))
                if (!byName.TryAdd(name, member))
                    throw new NotSupportedException(
                        $"Members '{byName[name].ClrName}' and '{member.ClrName}' of '{type}' have the same name '{name}' on the wire. Give one another [Member] name.");
    }
}
