using System.Text;
using System.Xml;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Values whose type stands in the data: looked up among the built-in and the known types, never by CLR name.</summary>
internal ref partial struct ContractXmlSource<TEmit, TScan>
{
    public object? Dynamic(TypeModel declared)
    {
        _identity = null;
        if (_depth == 0 && !_profile.IsNet && IsRootOfItsOwn(declared.Type))
            return ReadItself(declared);
        if ((_nil || _scan.HasAttributes) && TakeMark(declared.Type, out var head))
        {
            if (ContractRefusedException.WhyNotEvenNull(declared) is { } why)
                throw new ContractRefusedException(why);
            return head == Shapes.Head.Null ? null : _referenced;
        }
        if (declared.Type == typeof(XmlQualifiedName))
            return ReadQName();
        var info = ContractInfo.Of(declared.Type);
        ContractRefusedException.Check(declared);
        if (info.Kind == ContractKind.Xml)
            return !TakeNamed() && !IsRootOfItsOwn(declared.Type) && FindType(declared) is { } other && other != declared.Type
                ? ReadNamed(other, declared)
                : ReadItself(declared);
        if (TakeNamed() || FindType(declared) is not { } named)
        {
            CheckSaysType(declared);
            return info.Kind == ContractKind.Entries ? ReadItself(declared) : ReadUntyped();
        }
        return named == declared.Type && info.Kind == ContractKind.Entries ? ReadItself(declared) : ReadNamed(named, declared);
    }

    /// <summary>The type that i:type names; null if there is none.</summary>
    Type? FindType(TypeModel declared)
    {
        if (_profile.IsNet && FindNetType(declared) is { } net)
            return net;
        var found = NamedType(declared);
        return found is null || Fits(found, declared)
            ? found
            : throw _scan.Error($"A '{found}' stands where a '{declared.Type}' is expected.");
    }

    /// <summary>
    /// Whether i:type names a type that is none of the declared one. One that is not known is none: what is nil may name any.
    /// </summary>
    public bool NamesOther(TypeModel declared) => NamedType(declared, isAsked: false) is { } found && !Fits(found, declared);

    readonly bool Fits(Type found, TypeModel declared) =>
        found == typeof(object) || declared.Type.IsAssignableFrom(found) || Nullable.GetUnderlyingType(declared.Type) == found
            || IsReplaced(declared) || MayBeProvided(declared);

    /// <summary>
    /// Whether a provider of surrogates may make of any type what is declared: what it made is looked at (<see cref="ReadNamed"/>).
    /// </summary>
    readonly bool MayBeProvided(TypeModel declared) => _profile.Options.Convention.HasProvider && !declared.Type.IsSealed;

    /// <param name="declared">What is declared.</param>
    /// <param name="isAsked">Whether a name that is not known is an error.</param>
    Type? NamedType(TypeModel declared, bool isAsked = true)
    {
        int at = _scan.FindAttribute(XmlNamespaces.SchemaInstance, "type"u8);
        if (at < 0)
            return null;
        var value = _scan.AttributeValue(at);
        // As the original has it, no name is no type, and white space is a part of one.
        if (value.IsEmpty)
            return null;
        int colon = value.IndexOf((byte)':');
        string name = ContractNamesRead.Of(value[(colon + 1)..]);
        string uri = NamespaceOfType(colon < 0 ? default : value[..colon]);
        var found = ContractXmlResolving.Find(_profile, _state, _depth, name, uri, declared.Type);
        if (found is null && !isAsked)
            return null;
        _ = found ?? throw _scan.Error($"The type '{name}' of namespace '{uri}' is not known where '{declared.Type}' is declared.");
        ContractNamesRead.Keep(name);
        return found;
    }

    /// <summary>As the original has it, a type whose prefix is not declared is in no namespace.</summary>
    string NamespaceOfType(ReadOnlySpan<byte> prefix) => _scan.Resolve(prefix) is var ns && ns == XmlNamespaces.Undeclared ? ""
        : ns >= 0 ? XmlNamespaces.DictionaryText(ns).Value : _scan.NamespaceText(ns);

    /// <summary>A value of a type that was named: what a provider of surrogates makes of it must be of the declared type.</summary>
    object? ReadNamed(Type type, TypeModel declared)
    {
        object? value = ReadAs(type, declared);
        return value is null || declared.Type.IsInstanceOfType(value) || !_profile.Options.Convention.HasProvider
            || (IsReplaced(declared) && !_profile.Options.Convention.IsProvided(declared))
            ? value
            : throw _scan.Error($"A '{value.GetType()}' stands where a '{declared.Type}' is expected.");
    }

    object? ReadAs(Type type, TypeModel declared)
    {
        if (type == typeof(object))
            return ReadUntyped();
        string? identity = _identity;
        var model = _profile.Convention.ModelOf(type);
        ContractRefusedException.Check(model);
        if (model is DynamicModel)
            return type == typeof(XmlQualifiedName) ? ReadQName() : Check(ReadItself(model), declared);
        // What a provider leaves as it is may refer to itself, and is known as soon as it is made.
        if (model is SurrogateModel { Surrogate: IProvidedByItself itself, Carrier: ObjectModel or CollectionModel } && !type.IsValueType)
        {
            var own = ((SurrogateModel)model).Carrier;
            object read = Codecs<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>.Of(own).ReadExactObject(ref this);
            return Exchanged(read, itself.Replace(read), identity);
        }
        bool isNumbered = model is ScalarModel or EnumModel or SurrogateModel { Surrogate.IsInPlace: false } || type.IsValueType;
        var codec = Codecs<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>.Of(model);
        if (!isNumbered)
            return Deserialized(codec.ReadExactObject(ref this), declared, identity);
        _identity = null;
        _isCarrier = identity is not null && model is SurrogateModel;
        _isNamed = true;
        // What it stands for may be of another type than it itself.
        object value = model is SurrogateModel { Surrogate: IReplacing replacing, Carrier: var carrier }
            ? replacing.Replace(
                Codecs<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>.Of(carrier).ReadExactObject(ref this))
            : Deserialized(codec.ReadExactObject(ref this), declared, identity);
        _isCarrier = _isNamed = false;
        // A text, and what a carrier stands for, have been given the identity as they were read.
        if (identity is not null
            && ((type.IsValueType && model is not SurrogateModel) || _state.Known?.ContainsKey(identity) != true
                || _state.Free?.Contains(identity) == true))
            Know(identity, value);
        return value;
    }

    /// <summary>What a provider of surrogates makes of what was read; references lead to that.</summary>
    readonly object Deserialized(object value, TypeModel declared, string? identity)
    {
        if (declared is SurrogateModel)
            return value;
        return Exchanged(value, _profile.Options.Convention.Deserialized(value, declared.Type), identity);
    }

    readonly object Exchanged(object value, object given, string? identity)
    {
        if (identity is not null && given != value && _state.Known?.TryGetValue(identity, out object? known) == true && known == value)
            _state.Known[identity] = given;
        return given;
    }

    /// <summary>Without a type: an object that is nothing but an object, or the nodes of what there is.</summary>
    object ReadUntyped()
    {
        string? identity = _identity;
        _identity = null;
        object result;
        // A caller's reader cannot be looked into before its attributes are taken.
        if (!TScan.IsReader && _scan.Peek() == XmlToken.End)
        {
            result = new object();
            _scan.ReadEnd();
        }
        else
        {
            var nodes = (XmlNode[])ReadNodes();
            result = Array.TrueForAll(nodes, IsNothing) ? new object() : nodes;
        }
        if (identity is not null)
            Know(identity, result);
        return result;
    }

    /// <summary>The framework's reader of bytes gives no node for an empty section, a caller's may.</summary>
    static bool IsNothing(XmlNode node) =>
        node is XmlAttribute or XmlComment or XmlProcessingInstruction or XmlWhitespace
            || (!TScan.IsReader && node is XmlCDataSection { Length: 0 });

    XmlQualifiedName ReadQName()
    {
        var text = XmlChars.Trim(_scan.ReadText());
        if (text.Length == 0)
        {
            // One of its own, as the original has it: it is an object, and others may refer to it.
            var empty = new XmlQualifiedName();
            KnowBoxed(empty);
            return Close(empty);
        }
        int colon = text.IndexOf((byte)':');
        int ns = _scan.Resolve(colon < 0 ? default : text[..colon]);
        if (ns == XmlNamespaces.Undeclared)
            throw _scan.Error("The prefix of a qualified name is not declared.");
        string name = Encoding.UTF8.GetString(XmlChars.Trim(text[(colon + 1)..]));
        if (name.Contains(':', StringComparison.Ordinal))
            throw _scan.Error("A qualified name has one colon.");
        var value = new XmlQualifiedName(name, _scan.NamespaceText(ns));
        KnowBoxed(value);
        return Close(value);
    }

    /// <summary>
    /// Of a text that may be a qualified name, the prefix and what it stands for here. Without a prefix only what says that it is one has
    /// one.
    /// </summary>
    (string Prefix, string Namespace)? QualifierOf(string text, bool isName)
    {
        int colon = text.IndexOf(':', StringComparison.Ordinal);
        string prefix = colon < 0 ? "" : text[..colon].Trim();
        if (colon < 0 ? !isName : prefix.Length == 0 || prefix.Length > 256)
            return null;
        int ns = _scan.Resolve(Encoding.UTF8.GetBytes(prefix));
        return ns == XmlNamespaces.Undeclared || (colon < 0 && ns == XmlNamespaces.None) ? null : (prefix, _scan.NamespaceText(ns));
    }

    /// <summary>
    /// As the original, which takes what begins with a text for a value, unless it has attributes that contracts know nothing of; text
    /// behind an element is kept.
    /// </summary>
    readonly WireFormatException MixedContent(string name) => _scan.Error(
        $"The unknown element '{name}' has text before an element, which is not kept. Set {nameof(ContractXmlOptions.IgnoreExtensionDataObject)} to leave out what the type does not know.");

    /// <summary>An unknown element, the open one.</summary>
    /// <param name="after">The index of the member behind which it stands.</param>
    /// <param name="isNode">Whether it stands in one that has attributes of others: the original keeps all of that as nodes.</param>
    ContractExtra ReadExtra(int after, bool isNode = false)
    {
        var attributes = new List<ContractExtraAttribute>();
        string name = Encoding.UTF8.GetString(_scan.LocalName);
        string ns = _scan.NamespaceText(_scan.Namespace);
        string? id = null;
        object? target = null;
        bool isName = false, isNil = false, isInNode = isNode;
        for (int i = 0; i < _scan.AttributeCount; i++)
        {
            string value = XmlScanner.ToUtf16(_scan.AttributeValue(i));
            string? typeNamespace = null;
            if (_scan.AttributeNamespace(i) == ContractXmlState.Serialization && _scan.AttributeName(i).SequenceEqual("Id"u8))
            {
                id = value;
                continue;
            }
            if (_scan.AttributeNamespace(i) == ContractXmlState.Serialization && _scan.AttributeName(i).SequenceEqual("Ref"u8))
            {
                if (!(_state.Extras?.TryGetValue(value, out target) ?? false) && !(_state.Known?.TryGetValue(value, out target) ?? false))
                    throw _scan.Error($"The reference '{value}' names no object that was read before.");
                continue;
            }
            // In a node it is an attribute as any other, and what stands there is kept.
            if (!isInNode && _scan.AttributeNamespace(i) == XmlNamespaces.SchemaInstance && _scan.AttributeName(i).SequenceEqual("nil"u8))
            {
                string nil = value.Trim(' ', '\t', '\r', '\n');
                // What is not nil need not say so, and the original forgets that it did.
                if (nil is "false" or "0")
                    continue;
                isNil = nil is "true" or "1";
                value = isNil ? "true" : throw _scan.Error("The attribute nil is neither true nor false.");
            }
            if (_scan.AttributeNamespace(i) == XmlNamespaces.SchemaInstance && _scan.AttributeName(i).SequenceEqual("type"u8))
            {
                int colon = value.IndexOf(':', StringComparison.Ordinal);
                (value, typeNamespace) = (value[(colon + 1)..], NamespaceOfType(Encoding.UTF8.GetBytes(colon < 0 ? "" : value[..colon])));
                // Kept without its prefix, it would be written as a name with another one.
                if (value.Contains(':', StringComparison.Ordinal))
                    throw _scan.Error($"'{value}' is no name of a type.");
                isName = typeNamespace == ContractInfo.Schema && value == "QName";
                // No name is no type, as in the original, which fails over one that is nothing but a prefix.
                if (value.Length == 0)
                    continue;
            }
            // What contracts say of themselves is said anew; a size counts where references are kept.
            if (_scan.AttributeNamespace(i) == ContractXmlState.Serialization && !_scan.AttributeName(i).SequenceEqual("Size"u8))
                continue;
            isNode |= _scan.AttributeNamespace(i) != XmlNamespaces.SchemaInstance
                && _scan.AttributeNamespace(i) != ContractXmlState.Serialization;
            attributes.Add(new ContractExtraAttribute(
                // What says nil or a type says it with i, as all that is written does.
                _scan.AttributeNamespace(i) == XmlNamespaces.SchemaInstance ? "i" : Encoding.UTF8.GetString(_scan.AttributePrefix(i)),
                Encoding.UTF8.GetString(_scan.AttributeName(i)), _scan.NamespaceText(_scan.AttributeNamespace(i)), value, typeNamespace));
        }
        if (target is not null || isNil)
        {
            // As the original, which looks at nothing in what is nil or refers to another: neither holds anything.
            _scan.SkipRest();
            return new ContractExtra(after, name, ns, attributes, "", null) { Target = target };
        }
        ContractExtraIdentity? identity = null;
        if (id is not null)
            Release(id);
        if (id is not null
            && (_state.Known?.ContainsKey(id) == true || !(_state.Extras ??= []).TryAdd(id, identity = new ContractExtraIdentity())))
            throw _scan.Error($"The identity '{id}' is given to two objects.");
        if (++_depth > _profile.MaxDepth || (_depth & 15) == 0)
            CheckDepth();
        string text = "";
        List<ContractExtra>? elements = null;
        bool isMixed = false;
        for (XmlToken token; (token = _scan.PeekText()) != XmlToken.End;)
        {
            if (token == XmlToken.Start)
            {
                if (elements is null && text.AsSpan().ContainsAnyExcept(" \t\r\n"))
                {
                    isMixed = isNode ? true : throw MixedContent(name);
                    elements = [RunOf(text)];
                }
                _scan.ReadStart();
                (elements ??= []).Add(ReadExtra(-1, isNode));
            }
            else if (elements is not null)
            {
                // Each by itself: gathered, each would copy all before it.
                var run = _scan.ReadText();
                isMixed |= !XmlChars.IsWhite(run);
                elements.Add(RunOf(XmlScanner.ToUtf16(run)));
            }
            else
            {
                text += XmlScanner.ToUtf16(_scan.ReadText());
            }
        }
        _depth--;
        // White space counts where text does, but not to a reader of nodes; else it lays out.
        if (!isMixed || isNode)
            elements?.RemoveAll(static e => e.Form == ContractExtraForm.Run && !e.Text.AsSpan().ContainsAnyExcept(" \t\r\n"));
        var qualifier = elements is null ? QualifierOf(text, isName) : null;
        _scan.ReadEnd();
        var extra = new ContractExtra(after, name, ns, attributes, elements is null ? text : null, elements)
        { Identity = identity, Target = target, Qualifier = qualifier };
        identity?.Element = extra;
        return extra;

        static ContractExtra RunOf(string text) => new(-1, "", "", [], text, null) { Form = ContractExtraForm.Run };
    }
}
