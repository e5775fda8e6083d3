using System.Text;
using Isomer.Conventions;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer;

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
            throw new NotSupportedException($"An unknown member that an object kept has an empty name, which XML has no place for. Set {nameof(ContractXmlOptions.IgnoreExtensionDataObject)} to leave it out.");
        Open(new ContractXmlTable(extra.Form == ContractExtraForm.Element ? extra.Name : ContractNames.Encode(extra.Name)), 0, extra.Namespace);
        if (extra.Target is { } target)
        {
            if (_profile.Preserves && _state.References?.Find(target) is { } known)
            {
                WriteMark("Ref"u8, false, known);
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
        if (_profile.Preserves && extra.Identity is { } identity && !(_state.References ??= new ReferenceTracker()).Seen(identity, out int number))
            WriteMark("Id"u8, false, number);
        if (extra.Qualifier is var (prefix, uri))
            Declare(Encoding.UTF8.GetBytes(prefix.Length == 0 ? "" : prefix + ":"), Encoding.UTF8.GetBytes(uri));
        foreach (var attribute in extra.Attributes)
        {
            string value = attribute.Value;
            if (TEmit.IsWriter && attribute.TypeNamespace is { } typeNamespace)
            {
                WriteType(value, typeNamespace, Declare(Encoding.UTF8.GetBytes(typeNamespace)));
                continue;
            }
            if (attribute.TypeNamespace is { } ns)
                value = Encoding.ASCII.GetString(Declare(Encoding.UTF8.GetBytes(ns))) + value;
            if (attribute.Prefix.Length > 0)
                Declare(Encoding.UTF8.GetBytes(attribute.Prefix + ":"), Encoding.UTF8.GetBytes(attribute.Namespace));
            _emit.Attribute(attribute.Prefix, attribute.Name, attribute.Namespace, value);
        }
        if (extra.Elements is null)
        {
            Text(extra.Text ?? "");
            return;
        }
        Enter(ContractXmlTable.Nameless, 0);
        foreach (var element in extra.Elements)
            WriteExtra(element);
        Leave();
    }

    /// <summary>An element of a namespace that may be none of a type's.</summary>
    void Open(ContractXmlTable names, int index, string ns)
    {
        byte[] uri = Encoding.UTF8.GetBytes(ns);
        if (XmlNamespaces.Find(uri) is >= 0 and var number)
        {
            Open(names, index, number, false);
            return;
        }
        if (_tagOpen)
            CloseTag();
        _outside = _prefixes;
        _tag.Prefix = TEmit.IsWriter ? ContractXmlState.NoPrefix : Find(uri) ?? Bind(ContractXmlState.NoPrefix, -1, uri);
        Start(names, index, -1, uri);
    }

    void Declare(byte[] prefix, byte[] uri)
    {
        if (XmlNamespaces.Find(uri) is >= 0 and var number)
        {
            Declare(prefix, number);
            return;
        }
        if (!(Find(uri) is { } known && known.AsSpan().SequenceEqual(prefix)))
            Bind(prefix, -1, uri);
    }
}
