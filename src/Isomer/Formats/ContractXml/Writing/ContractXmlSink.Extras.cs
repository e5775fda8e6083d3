using System.Text;
using Isomer.Conventions;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Unknown elements that an object kept when it was read: written back at their places.</summary>
internal ref partial struct ContractXmlSink<TEmit, TScan>
{
    /// <summary>Those of the object that was announced last.</summary>
    readonly ContractExtras? TakeExtras() => _profile.Options.IgnoreExtensionDataObject ? null : ContractExtras.Of(_object);

    /// <summary>Those that stood between the member that was written last and this one.</summary>
    void WriteExtras(ContractExtras extras, int before)
    {
        ref var frame = ref _state.Frames[_depth - 1];
        int depth = _depth;
        for (int next = frame.NextExtra; next < extras.Elements.Count && extras.Elements[next].After < before; next++)
        {
            _state.Frames[depth - 1].NextExtra = next + 1;
            WriteExtra(extras.Elements[next]);
        }
    }

    void WriteExtra(ContractExtra extra)
    {
        if (extra.Name.Length == 0)
            throw new NotSupportedException(
                $"An unknown member that an object kept has an empty name, which XML has no place for. Set {nameof(ContractXmlOptions.IgnoreExtensionDataObject)} to leave it out.");
        var names = new ContractXmlTable(extra.Form == ContractExtraForm.Element ? extra.Name : ContractNames.Encode(extra.Name));
        int? known = extra.Target is { } referred && _profile.Preserves ? _state.References?.Find(referred) : null;
        // What only refers to something has none of it: neither a type nor a text.
        Open(names, extra.Namespace,
            extra.Target is null ? extra : known is null ? (extra.Target as ContractExtraIdentity)?.Element : null);
        if (extra.Target is { } target)
        {
            if (known is not null)
            {
                WriteMark("Ref"u8, false, known.Value);
                Null();
            }
            else if (target is ContractExtraIdentity { Element: { } element })
            {
                WriteContent(element);
            }
            else if (target is string text)
            {
                Text(text);
            }
            else
            {
                Dynamic(target, _profile.Convention.ModelOf(typeof(object)));
            }
            return;
        }
        WriteContent(extra);
    }

    /// <summary>What is in the element that is open.</summary>
    void WriteContent(ContractExtra extra)
    {
        if (_profile.Preserves && extra.Identity is { } identity
            && !(_state.References ??= new ReferenceTracker()).Seen(identity, out int number))
            WriteMark("Id"u8, false, number);
        ContractExtraAttribute? type = null, size = null;
        int letter = FirstLetter;
        foreach (var attribute in extra.Attributes)
        {
            if (attribute.TypeNamespace is not null)
            {
                type = attribute;
                continue;
            }
            if (attribute is { Name: "Size", Namespace: ContractInfo.Serialization })
            {
                size = attribute;
                continue;
            }
            string prefix = DeclareFor(attribute, extra.Namespace);
            if (TEmit.IsWriter && _emit.IsTaken(prefix, attribute.Namespace))
                prefix = Encoding.ASCII.GetString(ContractXmlState.Letter(letter = Unused(extra, Unused(extra, letter) + 1)).AsSpan(..^1));
            _emit.Attribute(prefix, attribute.Name, attribute.Namespace, attribute.Value);
        }
        // Last, as in the original: its prefix is chosen among those that are declared by then.
        if (type is { TypeNamespace: { } ns } && TEmit.IsWriter)
            WriteType(type.Value, ns, Declare(Encoding.UTF8.GetBytes(ns)));
        else if (type is { TypeNamespace: { } uri })
            _emit.Attribute(DeclareFor(type, extra.Namespace), type.Name, type.Namespace,
                Encoding.UTF8.GetString(Declare(Encoding.UTF8.GetBytes(uri))) + type.Value);
        // Behind the type, as the original has it. It counts items where references are kept; of a text the original would read none again.
        if (size is not null && _profile.Preserves && extra.Text is not { Length: > 0 })
            _emit.Attribute(DeclareFor(size, extra.Namespace), size.Name, size.Namespace, size.Value);
        if (extra.Elements is null)
        {
            Text(extra.Text ?? "");
            return;
        }
        Enter(ContractXmlTable.Nameless, 0);
        var last = extra.Elements.Count > 0 && extra.Elements[^1].Form == ContractExtraForm.Run ? extra.Elements[^1] : null;
        foreach (var element in extra.Elements)
            if (element.Form != ContractExtraForm.Run)
                WriteExtra(element);
            else if (element != (object?)last)
                WriteRun(element.Text!);
        if (last is null)
            Leave();
        else
            LeaveWith(last.Text!);
    }

    void WriteRun(string text)
    {
        if (_tagOpen)
            CloseTag();
        _emit.Run(text);
    }

    /// <summary>An element of a namespace that may be none of a type's.</summary>
    /// <remarks>
    /// A text that is a qualified name keeps its prefix, which is declared before others are chosen; behind the element's own, where that
    /// cannot be in its way, for there a prefix stands that was chosen for a type and only happens to be the text's, and what is read and
    /// written again stays as it was. And a type without a namespace is named by xmlns="", a qualified name without a prefix by the default
    /// namespace: an element without a prefix would leave its own namespace by that (as in the original, where it does not fail), so it has
    /// a prefix.
    /// </remarks>
    void Open(ContractXmlTable names, string ns, ContractExtra? content)
    {
        if (_tagOpen)
            CloseTag();
        _outside = _prefixes;
        byte[] uri = Encoding.UTF8.GetBytes(ns);
        int number = XmlNamespaces.Find(uri);
        string? standard = content?.Qualifier is ("", var meant)
            ? meant
            : content?.Attributes.Exists(a => a.TypeNamespace is "") == true ? "" : null;
        bool isPrefixed = ns.Length > 0 && standard is not null && standard != ns;
        if (TEmit.IsWriter)
        {
            // Nobody asks the writer for its prefixes: where one is in the way, the element gets one that is not.
            bool isFree = ns.Length == 0 || (!isPrefixed && content?.Qualifier is null);
            _tag.Prefix = isFree ? ContractXmlState.NoPrefix : ContractXmlState.Letter(Unused(content!, FirstLetter));
            Start(names, 0, number, number >= 0 ? null : uri);
            DeclareQualifier(content);
            return;
        }
        bool isFirst = isPrefixed || content?.Qualifier is { Prefix.Length: 0 } || Find(uri) is { Length: > 0 };
        if (isFirst)
            DeclareQualifier(content);
        var found = Find(uri);
        if (found is { Length: 0 } && isPrefixed)
            found = FindPrefixed(number, uri);
        _tag.Prefix = found ?? Bind(isPrefixed ? FreePrefix() : ContractXmlState.NoPrefix, number, number >= 0 ? null : uri);
        if (!isFirst)
            DeclareQualifier(content);
        Start(names, 0, number, number >= 0 ? null : uri);
    }

    /// <summary>Declares the prefix that the text of an element begins with, as it was declared where the element stood.</summary>
    void DeclareQualifier(ContractExtra? content)
    {
        if (content?.Qualifier is var (prefix, uri))
            Declare(Encoding.UTF8.GetBytes(prefix.Length == 0 ? "" : prefix + ":"), Encoding.UTF8.GetBytes(uri));
    }

    const int FirstLetter = 4;

    /// <summary>A letter from this one on that is no prefix of this content.</summary>
    static int Unused(ContractExtra content, int letter)
    {
        while (letter < 25
            && (IsPrefix(content.Qualifier?.Prefix, letter) || IsPrefix("i", letter)
                || content.Attributes.Exists(a => IsPrefix(a.Prefix, letter))))
            letter++;
        return letter;
    }

    static bool IsPrefix(string? prefix, int letter) => prefix is { Length: 1 } && prefix[0] == 'a' + letter;

    /// <summary>Declares an attribute's own prefix; another where that is taken on its element. The prefix.</summary>
    string DeclareFor(ContractExtraAttribute attribute, string elementNamespace)
    {
        if (attribute.Prefix.Length == 0 || attribute.Namespace == XmlNamespaces.XmlUri)
            return attribute.Prefix;
        byte[] prefix = Encoding.UTF8.GetBytes(attribute.Prefix + ":"), uri = Encoding.UTF8.GetBytes(attribute.Namespace);
        if (TEmit.IsWriter)
            return attribute.Prefix;
        bool isTaken = _tag.Prefix.AsSpan().SequenceEqual(prefix) && attribute.Namespace != elementNamespace;
        for (int i = _outside; i < _prefixes && !isTaken; i++)
            isTaken = _state.Prefixes[i].Prefix.AsSpan().SequenceEqual(prefix)
                && !uri.AsSpan().SequenceEqual(_state.Prefixes[i].Uri ?? XmlNamespaces.Text(_state.Prefixes[i].Number));
        // Not one of an element around: a later attribute may hide that.
        if (isTaken)
            prefix = FreePrefix();
        Declare(prefix, uri);
        return Encoding.UTF8.GetString(prefix.AsSpan(..^1));
    }

    /// <summary>Declares a prefix that content brings along, unless it is declared so. It may hide one of an element around.</summary>
    void Declare(byte[] prefix, byte[] uri)
    {
        for (int i = _prefixes - 1; i >= 0; i--)
        {
            ref var binding = ref _state.Prefixes[i];
            if (!binding.Prefix.AsSpan().SequenceEqual(prefix))
                continue;
            if (uri.AsSpan().SequenceEqual(binding.Uri ?? XmlNamespaces.Text(binding.Number)))
                return;
            _hides = true;
            break;
        }
        int number = XmlNamespaces.Find(uri);
        Bind(prefix, number, number >= 0 ? null : uri);
    }
}
