using System.Globalization;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Unknown members, which objects keep that can (IExtensibleDataObject).</summary>
internal sealed unsafe partial class ContractJsonReader
{
    public override void Register(int identity, object value)
    {
        ref var frame = ref _frames[_depth];
        if (frame is { KeepsExtensions: true, Object: null })
            frame.Object = value;
    }

    /// <summary>Keeps the member whose name was just read.</summary>
    void Keep(int after)
    {
        var extra = ReadExtra(after, NameText());
        (_frames[_depth].Extras ??= new ContractExtras()).Elements.Add(extra);
    }

    void GiveExtras()
    {
        ref var frame = ref _frames[_depth];
        if (frame.Extras is { } extras && frame.Object is IExtensibleDataObject target)
            extras.GiveTo(target);
        frame.KeepsExtensions = false;
        frame.Extras = null;
        frame.Object = null;
    }

    ContractExtra ReadExtra(int after, string name)
    {
        switch (Peek())
        {
            case (byte)'{':
                return ReadExtras(after, name, ContractJsonForm.Object);
            case (byte)'[':
                return ReadExtras(after, name, ContractJsonForm.Array);
            case (byte)'"':
                return new ContractExtra(after, name, "", [], String(), null) { Form = ContractExtraForm.String };
            case (byte)'n':
                ReadNull();
                var nil = new ContractExtraAttribute("i", "nil", XmlNamespaces.SchemaInstanceUri, "true", null);
                return new ContractExtra(after, name, "", [nil], "", null) { Form = ContractExtraForm.Null };
            default:
                // As the original writes it back: the value, not the text.
                string text = ReadNumber() switch
                {
                    bool truth => truth ? "true" : "false",
                    double d when double.IsInfinity(d) => d > 0 ? "INF" : "-INF",
                    var number => ((IFormattable)number).ToString(null, CultureInfo.InvariantCulture),
                };
                return new ContractExtra(after, name, "", [], text, null) { Form = ContractExtraForm.Bare };
        }
    }

    /// <summary>The members of an object, or the items of an array; __type in front is kept as what it says.</summary>
    ContractExtra ReadExtras(int after, string name, ContractJsonForm form)
    {
        Enter();
        ref var frame = ref _frames[_depth];
        frame.Form = form;
        frame.KeepsExtensions = false;
        _position++;
        var inside = new List<ContractExtra>();
        var attributes = new List<ContractExtraAttribute>();
        byte close = CloseOf(_depth);
        while (Peek() is var next && next != close)
        {
            if (inside.Count + attributes.Count > 0)
            {
                if (next != (byte)',')
                    Fail($"',' or '{(char)close}'");
                _position++;
                if (Peek() == close && !_profile.Options.IsStrict)
                    break;
            }
            string inner = "item";
            if (form == ContractJsonForm.Object)
            {
                ReadName();
                inner = NameText();
                if (inside.Count + attributes.Count == 0 && inner == "__type" && Peek() == (byte)'"')
                {
                    var (type, ns) = SplitTypeName(String()!);
                    attributes.Add(new ContractExtraAttribute("i", "type", XmlNamespaces.SchemaInstanceUri, type, ns));
                    continue;
                }
            }
            inside.Add(ReadExtra(-1, inner));
        }
        _position++;
        _depth--;
        return new ContractExtra(after, name, "", attributes, null, inside)
        { Form = form == ContractJsonForm.Object ? ContractExtraForm.Object : ContractExtraForm.Array };
    }

    /// <summary>Name and namespace of "Name:#Rest", "Name:namespace" or "Name".</summary>
    static (string Name, string Namespace) SplitTypeName(string typeName)
    {
        int colon = typeName.IndexOf(':', StringComparison.Ordinal);
        string ns = colon < 0 ? "" : typeName[(colon + 1)..];
        return (colon < 0 ? typeName : typeName[..colon], ns.StartsWith('#') ? ContractInfo.Defaults + ns[1..] : ns);
    }
}
