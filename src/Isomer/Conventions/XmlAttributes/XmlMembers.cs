using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Which members a type has for XmlSerializer and in which order: base class first, in each class fields before properties;
/// by Order where a class gives it. What stands in the start tag is moved to the front, for it is written first.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class XmlMembers
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly;
    const BindingFlags All = BindingFlags.Public | BindingFlags.Instance;

    public static ObjectParts Describe(XmlAttributesConvention convention, ObjectModel model)
    {
        var type = model.Type;
        var settings = convention.Settings;
        var found = new List<MemberModel>();
        bool isOrdered = false;
        var levels = Levels(type);
        // A base that says nothing is in the namespace of the class that derives from it, which need not be the last one's.
        var worlds = new XmlAttributesConvention[levels.Count];
        for (int i = levels.Count - 1; i >= 0; i--)
            worlds[i] = convention.In(
                XmlTypes.NamespaceOf(convention, levels[i]) ?? (i + 1 < worlds.Length ? worlds[i + 1] : convention).Namespace);
        foreach (var (level, world) in levels.Zip(worlds))
        {
            var own = new List<MemberModel>();
            foreach (var info in MembersOf(level))
                if (!IsShadow(world, info, found, type) && Create(world, type, info) is { } member)
                    own.Add(member);
            isOrdered |= InOrder(own, type);
            found.AddRange(own);
        }
        if (model.Details is XmlTypeFacts facts)
            facts.IsOrdered = isOrdered;
        CheckNames(type, found);
        var members = Arrange(convention, type, found);
        var construction = Construct(settings, type, members);
        if (members.IsEmpty)
            CheckLoss(settings, type);
        return new ObjectParts(members, construction, Callbacks.None, XmlSubtypes.Of(convention, type), UnknownSubtypes.Refuse,
            ShowsOpenBases: false);
    }

    static List<Type> Levels(Type type)
    {
        var levels = new List<Type>();
        for (var t = type; t is not null && t != typeof(object) && t != typeof(ValueType); t = t.BaseType)
            levels.Insert(0, t);
        return levels;
    }

    static IEnumerable<MemberInfo> MembersOf(Type level)
    {
        foreach (var field in level.GetFields(Own))
            yield return field;
        foreach (var property in level.GetProperties(Own))
            yield return property;
    }

    /// <summary>
    /// An override, or a new member of the same type: it has the place of the one that it hides, and says itself what it is there, where
    /// that is something else. What an attribute leaves out hides none.
    /// </summary>
    /// <remarks>
    /// XmlSerializer refuses a member that hides one with other attributes, unless it comes upon the derived class while it looks at
    /// the members of the base; then it does this.
    /// </remarks>
    static bool IsShadow(XmlAttributesConvention world, MemberInfo info, List<MemberModel> found, Type owner)
    {
        int index = found.FindIndex(m => m.Member.Name == info.Name && (m.Details as XmlMemberFacts)?.Role != XmlRole.ChoiceNames);
        if (index < 0)
            return false;
        var hidden = found[index];
        if (TypeOf(info) != hidden.Type && world.Settings.MarksOf(info)?.XmlIgnore == true)
            return true;
        if (TypeOf(info) != hidden.Type)
            throw new NotSupportedException(
                $"Member '{owner}.{info.Name}' hides one of its base class that has another type ('{hidden.Type}'). Give it another name, or mark one with [XmlIgnore].");
        // Of a collection an override of the getter alone is a member too: it has its base's setter.
        bool isOfGetter = info is PropertyInfo { GetMethod: { IsPublic: true, IsVirtual: true } getter, SetMethod: null }
            && getter.GetBaseDefinition() != getter && XmlTypes.IsArrayLike(hidden.Type) && !hidden.Type.IsArray;
        var own = isOfGetter || info is FieldInfo or PropertyInfo { GetMethod.IsPublic: true, SetMethod.IsPublic: true }
            ? Create(world, owner, info)
            : null;
        found[index] = own is null || IsPlacedAlike(Facts(hidden), Facts(own))
            ? Copy(hidden, info, own)
            : isOfGetter ? Copy(own, hidden.Member, own, hidden.CanSet) : own;
        return true;
    }

    /// <summary>
    /// Whether two members say the same of where they stand. Namespaces, which follow from the class too, are not compared.
    /// </summary>
    static bool IsPlacedAlike(XmlMemberFacts hidden, XmlMemberFacts own)
    {
        var (theirs, ours) = (hidden.Elements.Select(e => (e.Name, e.IsNullable)), own.Elements.Select(e => (e.Name, e.IsNullable)));
        if (!hidden.Elements.IsEmpty && !theirs.SequenceEqual(ours))
            return false;
        return hidden.Attribute?.Name == own.Attribute?.Name && hidden.Text is null == own.Text is null;
    }

    static Type TypeOf(MemberInfo info) => info is FieldInfo field ? field.FieldType : ((PropertyInfo)info).PropertyType;

    /// <summary>The member where another one stands; <paramref name="own"/> says when it is written, and has the companion.</summary>
    static MemberModel Copy(MemberModel from, MemberInfo member, MemberModel? own, bool? canSet = null) =>
        new(from.Convention, member is PropertyInfo { GetMethod: not null, SetMethod: not null } or FieldInfo ? member : from.Member,
            from.Type)
        {
            Name = from.Name,
            IsNamed = true,
            // What hides a getter alone and has a setter is set: a list that is null would lose its items otherwise.
            CanSet = canSet ?? (from.CanSet || own?.CanSet == true),
            SkipsIfNull = from.SkipsIfNull,
            CanGet = from.CanGet,
            Omit = (own ?? from).Omit,
            Default = (own ?? from).Default,
            ShouldWrite = (own ?? from).ShouldWrite,
            Specified = (own ?? from).Specified,
            Details = own is null ? from.Details : Facts(from) with { KeepsEmpty = Facts(own).KeepsEmpty },
            OwnModel = from.Model,
        };

    static MemberModel? Create(XmlAttributesConvention world, Type owner, MemberInfo info)
    {
        var marks = world.Settings.MarksOf(info);
        if (marks?.XmlIgnore == true)
            return null;
        if (marks is not null)
            world.Check(info);
        var type = TypeOf(info);
        bool canSet = info is FieldInfo { IsInitOnly: false };
        if (info is PropertyInfo property)
        {
            if (property.GetIndexParameters().Length > 0 || property.GetMethod?.IsPublic != true)
                return null;
            canSet = property.SetMethod?.IsPublic == true;
            if (!canSet && property.SetMethod is not null && !XmlTypes.IsArrayLike(type) && !world.Settings.Has(XmlExtensions.Constructors))
                throw new NotSupportedException(
                    $"Type '{owner}' cannot be read: its property '{info.Name}' has no public setter. Add one, or leave the member out ([XmlIgnore]).");
        }
        bool isCollection = XmlTypes.IsArrayLike(type) && !type.IsArray;
        if (!canSet && !isCollection && !(world.Settings.Has(XmlExtensions.Constructors) && IsArgument(owner, info)))
            return null;
        try
        {
            return Create(world, info, type, marks, canSet);
        }
        catch (NotSupportedException e)
        {
            throw new NotSupportedException($"Member '{owner}.{info.Name}': {e.Message}", e);
        }
    }

    static MemberModel Create(XmlAttributesConvention world, MemberInfo info, Type type, XmlAttributes? marks, bool canSet)
    {
        var (facts, model) = new XmlPlaces(world, type, info.Name, marks).Find();
        object? standard = XmlDefaults.Of(info, type, marks);
        return new MemberModel(world, info, type)
        {
            Name = facts.Attribute?.Name ?? (facts.Elements.IsEmpty ? info.Name : facts.Elements[0].Name),
            IsNamed = true,
            CanSet = canSet,
            SkipsIfNull = !canSet && !facts.IsFlat,
            Omit = standard is null ? Omit.Never : Omit.WhenDefault,
            Default = standard,
            ShouldWrite = info.DeclaringType!.GetMethod("ShouldSerialize" + info.Name, All, Type.EmptyTypes) is { } method
                && method.ReturnType == typeof(bool) ? method : null,
            Specified = SpecifiedOf(info),
            Details = facts with
            {
                KeepsEmpty = marks?.XmlDefaultValue is not (null or DBNull) && type.IsValueType
                && Nullable.GetUnderlyingType(type) is null
            },
            OwnModel = model,
        };
    }

    static MemberInfo? SpecifiedOf(MemberInfo info)
    {
        string name = info.Name + "Specified";
        MemberInfo? companion = info.DeclaringType!.GetField(name, All);
        companion ??= info.DeclaringType.GetProperty(name, All) is { GetMethod: not null } property
            && property.GetIndexParameters().Length == 0 ? property : null;
        if (companion is not null && TypeOf(companion) != typeof(bool))
            throw new NotSupportedException($"'{name}' says whether a member is written and must be a bool.");
        return companion;
    }

    static bool IsArgument(Type owner, MemberInfo info) =>
        owner.GetConstructors(All)
            .Any(c => c.GetParameters().Any(p => string.Equals(p.Name, info.Name, StringComparison.OrdinalIgnoreCase)));

    /// <summary>By Order, if any member of the class has one; then all must. Text and attributes have none.</summary>
    static bool InOrder(List<MemberModel> members, Type type)
    {
        if (!members.Exists(m => Facts(m).Order >= 0))
            return false;
        foreach (var member in members)
            if (Facts(member) is { Role: XmlRole.Content, Elements.IsEmpty: false, Order: < 0 })
                throw new NotSupportedException(
                    $"Member '{type}.{member.Member.Name}' has no Order, and others of its class have: give it to all elements or to none.");
        var sorted = members.OrderBy(m => Facts(m) is { Role: XmlRole.Content } f ? f.Order < 0 ? int.MaxValue : f.Order : -1).ToList();
        for (int i = 1; i < sorted.Count; i++)
            if (Facts(sorted[i]) is { Role: XmlRole.Content, Order: >= 0 and var order }
                && Facts(sorted[i - 1]) is { Role: XmlRole.Content, Order: var before } && before == order)
                throw new NotSupportedException(
                    $"Members '{sorted[i - 1].Member.Name}' and '{sorted[i].Member.Name}' of '{type}' have the same Order.");
        members.Clear();
        members.AddRange(sorted);
        return true;
    }

    static XmlMemberFacts Facts(MemberModel member) => (XmlMemberFacts)member.Details!;

    /// <summary>Declarations, then attributes, then the names of choices, then content.</summary>
    static ImmutableArray<MemberModel> Arrange(XmlAttributesConvention convention, Type type, List<MemberModel> found)
    {
        var members = ImmutableArray.CreateBuilder<MemberModel>(found.Count);
        members.AddRange(found.Where(m => Facts(m).Role == XmlRole.Namespaces));
        members.AddRange(found.Where(m => Facts(m).Role is XmlRole.Attribute or XmlRole.AnyAttributes));
        foreach (var choice in found)
        {
            if (convention.Settings.MarksOf(choice.Member)?.XmlChoiceIdentifier is not { MemberName: var name })
                continue;
            Facts(choice).NamedBy = members.Count;
            members.Add(XmlChoices.NamesMember(convention, type, choice, name));
        }
        members.AddRange(found.Where(m => Facts(m).Role == XmlRole.Content));
        return members.ToImmutable();
    }

    static Construction Construct(XmlSettings settings, Type type, ImmutableArray<MemberModel> members)
    {
        if (type.IsAbstract)
            return new Construction(null, [], $"'{type}' is abstract: the input must say with xsi:type which derived type it is");
        if (type.IsValueType && !settings.Has(XmlExtensions.Constructors))
            return new Construction(null, []);
        if (type.GetConstructor(All | BindingFlags.NonPublic, Type.EmptyTypes) is { } simple)
            return new Construction(simple, []);
        if (settings.Has(XmlExtensions.Constructors))
            return Constructions.Choose(type, members);
        throw new NotSupportedException(
            $"'{type}' has no constructor without parameters, so XmlSerializer does not take it. "
            + (BuiltInSurrogates.Find(type) is not null
                ? "Carry it with Convention.XmlAttributes.With(XmlExtensions.Scalars)."
                : "Add one, or use Convention.XmlAttributes.With(XmlExtensions.Constructors)."));
    }

    static void CheckNames(Type type, List<MemberModel> members)
    {
        var elements = new Dictionary<string, MemberModel>(StringComparer.Ordinal);
        var attributes = new Dictionary<string, MemberModel>(StringComparer.Ordinal);
        int texts = 0;
        foreach (var member in members)
        {
            var facts = Facts(member);
            if (facts.Attribute is { } attribute)
                Add(attributes, attribute, member);
            foreach (var element in facts.Elements)
                Add(elements, element, member);
            if (facts.Text is not null && ++texts > 1)
                throw new NotSupportedException($"Type '{type}' has more than one member with [XmlText].");
        }
        IsSimple(type, members);

        void Add(Dictionary<string, MemberModel> names, XmlElementFacts place, MemberModel member)
        {
            if (place.IsAny && place.Name.Length == 0)
                return;
            string key = $"{place.Name} {place.Namespace}";
            if (!names.TryAdd(key, member) && names[key] != member)
                throw new NotSupportedException(
                    $"Members '{names[key].Member.Name}' and '{member.Member.Name}' of '{type}' have the same name '{place.Name}' in XML. Give one another name with [XmlElement] or [XmlAttribute].");
        }
    }

    /// <summary>
    /// Whether all there is in an element of the type is the text of a value. Text that is no string cannot stand beside elements.
    /// </summary>
    static bool IsSimple(Type type, List<MemberModel> members)
    {
        var own = members.Where(m => m.Member.DeclaringType == type).ToList();
        bool hasElements = own.Exists(m => !Facts(m).Elements.IsEmpty);
        var text = own.Find(m => Facts(m).Text is not null);
        bool hasBase = !type.IsValueType && type.BaseType is { } parent && parent != typeof(object);
        bool isSimple = hasBase ? IsSimple(type.BaseType!, members) : !hasElements && text is not null && !Facts(text).IsFlat;
        if (hasBase && isSimple && (hasElements || text is not null))
            throw new NotSupportedException(
                $"'{type.BaseType}' is a simple value with attributes, and '{type}' adds {(text is null ? "elements" : "text")} to it: it can add attributes only.");
        if (!isSimple && !hasBase && text is not null
            && Facts(text).Text!.Model is EnumModel or ScalarModel { Scalar: not Scalar.String }
                or DynamicModel { Details: XmlSpecialFacts { Kind: XmlSpecial.QualifiedName } })
            throw new NotSupportedException(
                $"'{type}' has elements beside the [XmlText] member '{text.Member.Name}', which then can only be a string or an array of strings.");
        return isSimple;
    }

    /// <summary>A type of the framework without anything to set is data that would be lost: Version and its like.</summary>
    static void CheckLoss(XmlSettings settings, Type type)
    {
        if (!settings.Has(XmlExtensions.SilentLoss) && type.Namespace?.StartsWith("System", StringComparison.Ordinal) == true
            && type.GetProperties(All).Any(p => p.GetMethod is not null && p.GetIndexParameters().Length == 0))
            throw XmlTypes.Lost(type, "none of its members can be set, so XmlSerializer writes an empty element", XmlExtensions.Scalars);
    }
}
