using System.Xml;

namespace Isomer.Formats;

// Objects, their members, and the parameters of a mapping of members.
internal sealed partial class SoapReader
{
    /// <summary>Where the values of members go: into an object, or into the parameters.</summary>
    sealed class Target(object owner, object?[]? parameters)
    {
        public object Owner { get; } = owner;

        public object?[]? Parameters { get; } = parameters;
    }

    object ReadStruct(SoapType type)
    {
        if (type.IsAbstract)
            throw new WireFormatException($"'{type.Type}' is abstract: the element has to name a derived type (xsi:type).");
        var target = new Target(Create(type.Type), null);
        Fixup? fixup = null;
        ReadAttributes(type, target);
        if (reader.IsEmptyElement)
        {
            reader.Skip();
            return target.Owner;
        }
        reader.ReadStartElement();
        reader.MoveToContent();
        while (reader.NodeType is not (XmlNodeType.EndElement or XmlNodeType.None))
        {
            int index = reader.NodeType == XmlNodeType.Element ? Find(type.Settable) : -1;
            if (index < 0)
                UnknownNode(null);
            else
                ReadMember(target, type.Settable, index, ref fixup);
            reader.MoveToContent();
        }
        ReadEnd();
        return target.Owner;
    }

    int Find(IReadOnlyList<SoapMember> members)
    {
        string name = reader.LocalName;
        for (int i = 0; i < members.Count; i++)
            if (members[i].Element is { } element && element.Name == name && (element.NamespaceInUse ?? "") == reader.NamespaceURI)
                return i;
        return -1;
    }

    void ReadMember(Target target, IReadOnlyList<SoapMember> members, int index, ref Fixup? fixup)
    {
        var place = reader.Here;
        try
        {
            ReadMemberHere(target, members, index, ref fixup);
        }
        catch (Exception) when (reader.Fails(place))
        {
            throw;
        }
    }

    void ReadMemberHere(Target target, IReadOnlyList<SoapMember> members, int index, ref Fixup? fixup)
    {
        var member = members[index];
        var type = member.Element!.Type;
        string? href = null;
        object? value = type.Kind != SoapKind.Nullable
            ? ReadReferring(type, out href)
            : ReadNil() ? null : ReadReferring(type.Base!, out href);
        if (href is not null)
        {
            if (fixup is null)
                _fixups.Add(fixup = new MemberFixup(this, target, members));
            ((MemberFixup)fixup).Add(index, href);
        }
        // Of an array that stands in its member the original says that nothing points to it.
        if (type.Kind != SoapKind.Array)
            Referenced(value);
        // What is referred to comes later; until then a collection is there, empty.
        if (href is null || !type.Type.IsValueType)
            Assign(target, members, index, value);
        if (target.Parameters is { } parameters && member.SetsSpecified && type.Kind is SoapKind.Array or SoapKind.Nullable
            && mapping.CompanionOf(index) is >= 0 and var companion)
            parameters[companion] = true;
    }

    /// <summary>Sets a member. A collection is there already, or is made, and gets the items when they are all known.</summary>
    void Assign(Target target, IReadOnlyList<SoapMember> members, int index, object? value)
    {
        var member = members[index];
        if (target.Parameters is { } parameters)
        {
            if (value is not null && !member.Type.IsInstanceOfType(value))
            {
                if (!member.IsCollection || value is not Array)
                    throw new WireFormatException(
                        $"The parameter '{member.Name}' of type '{member.Type}' cannot hold a value of type '{value.GetType()}'.");
                object list = Create(member.Type);
                _collections.Add(new CollectionFixup(list, value));
                value = list;
            }
            parameters[index] = value;
            return;
        }
        if (!member.IsCollection)
        {
            if (!member.IsReadOnly)
                member.Set(target.Owner, value);
            return;
        }
        object? collection = member.Get(target.Owner);
        if (collection is null)
        {
            if (member.IsReadOnly || member.Setter is null)
                throw new WireFormatException(
                    $"The collection '{target.Owner.GetType()}.{member.Name}' has no setter and was not made by the constructor.");
            collection = Create(member.Type);
            member.Set(target.Owner, collection);
            // What a getter hands out may be another one than was set.
            collection = member.Get(target.Owner) ?? collection;
        }
        if (value is not null)
            _collections.Add(new CollectionFixup(collection, value));
    }

    void ReadAttributes(SoapType type, Target target)
    {
        while (reader.MoveToNextAttribute())
        {
            SoapMember? found = null;
            foreach (var member in type.Settable)
                if (member.Attribute is { } attribute && attribute.Name == reader.LocalName
                    && (attribute.Namespace ?? "") == reader.NamespaceURI)
                {
                    found = member;
                    break;
                }
            if (found is not null)
            {
                if (!found.IsReadOnly)
                    found.Set(target.Owner, ReadAttribute(found.Attribute!.Type));
            }
            else if (!IsDeclaration(reader.Name))
            {
                UnknownNode(target.Owner);
            }
        }
        reader.MoveToElement();
    }

    object ReadAttribute(SoapType type) => type.Kind == SoapKind.Enum ? type.Enum!.Parse(reader.Value)
        : type.Scalar!.IsQName ? ToName(reader.Value, isEncoded: true)
        : type.Scalar.Parse(reader.Value);

    static bool IsDeclaration(string name) => name == "xmlns" || name.StartsWith("xmlns:", StringComparison.Ordinal);

    object?[] ReadMembers()
    {
        var members = mapping.Members;
        object?[] values = new object?[members.Length];
        for (int i = 0; i < values.Length; i++)
            if (members[i].Type.IsValueType)
                values[i] = Activator.CreateInstance(members[i].Type);
        bool isEmpty = true;
        if (mapping.HasWrapper)
        {
            while (reader.NodeType == XmlNodeType.Element && reader.GetAttribute("root", SoapNames.Encoding) is { } root
                && !XmlConvert.ToBoolean(root))
            {
                ReadReferring(null, null, elementIsType: false, out _);
                reader.MoveToContent();
            }
            if (mapping.ChecksWrapper
                && (reader.LocalName != mapping.Root.Name || reader.NamespaceURI != (mapping.Root.NamespaceInUse ?? "")))
                throw new WireFormatException(
                    $"The element '{Short(reader.LocalName)}' is not the expected '{mapping.Root.Name}' of the namespace '{mapping.Root.NamespaceInUse}'.");
            isEmpty = reader.IsEmptyElement;
            reader.ReadStartElement();
        }
        var target = new Target(values, values);
        Fixup? fixup = null;
        // Without wrapper and accessors an element is named by its type, and goes to the first parameter that takes it.
        var byType = mapping.HasWrapper || mapping.WritesAccessors ? null : new List<(string? Href, object? Value)>();
        reader.MoveToContent();
        while (reader.NodeType is not (XmlNodeType.EndElement or XmlNodeType.None))
        {
            if (reader.NodeType != XmlNodeType.Element)
                UnknownNode(values);
            else if (byType is null)
                ReadParameter(target, ref fixup);
            else if (reader.GetAttribute("root", SoapNames.Encoding) != "0")
                byType.Add((ReadReferring(null, null, elementIsType: true, out string? href) is { } value ? (null, value) : (href, null)));
            else if (reader.GetAttribute("id", null) is not null)
                ReadReferring(null, null, elementIsType: false, out _);
            else
                UnknownNode(values);
            reader.MoveToContent();
        }
        if (!isEmpty)
            ReadEnd();
        foreach (var (href, value) in byType ?? [])
            if (href is not null || value is not null)
                AssignByType(values, href is null ? value! : TargetOf(href), isDirect: href is null);
        return values;
    }

    void ReadParameter(Target target, ref Fixup? fixup)
    {
        int index = Find(mapping.Members);
        if (index < 0)
            UnknownNode(target.Owner);
        else
            ReadMember(target, mapping.Members, index, ref fixup);
    }

    void AssignByType(object?[] values, object value, bool isDirect)
    {
        for (int i = 0; i < values.Length; i++)
        {
            if (mapping.Members[i].Element is not { } element)
                continue;
            var type = element.Type.Kind == SoapKind.Nullable ? element.Type.Base!.Type : element.Type.Type;
            bool isList = element.Type is { Kind: SoapKind.Array, IsCollection: true } && value is Array;
            if (!type.IsInstanceOfType(value) && !isList)
                continue;
            Assign(new Target(values, values), mapping.Members, i, value);
            if (isDirect)
                Referenced(value);
            return;
        }
    }
}
