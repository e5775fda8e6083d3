using Isomer.Nodes;

namespace Isomer.Wire.Xml;

/// <summary>Prefixes in scope while nodes are written, and which names they allow.</summary>
internal sealed class NodeXmlPrefixes
{
    /// <summary>Below what a scanner takes (XmlRules).</summary>
    const int MostDeclarations = 200;

    readonly List<(string Prefix, string Uri)> _scope = [];

    public static bool IsAttribute(string name) => name.StartsWith('@');

    /// <summary>All prefixes that a tree declares anywhere.</summary>
    public static void Collect(Node? node, HashSet<string> prefixes, int depth)
    {
        if (depth == 0)
            return;
        if (node is NodeObject o)
        {
            foreach (var (name, value) in o)
            {
                if (name.StartsWith("@xmlns:", StringComparison.Ordinal))
                    prefixes.Add(name[7..]);
                else
                    Collect(value, prefixes, depth - 1);
            }
        }
        foreach (Node? item in node as NodeArray ?? [])
            Collect(item, prefixes, depth - 1);
    }

    /// <summary>Takes declarations in; the result gives them back.</summary>
    public int Enter(List<(string Prefix, string Uri)> declarations)
    {
        int outside = _scope.Count;
        _scope.AddRange(declarations);
        return outside;
    }

    public void Leave(int outside) => _scope.RemoveRange(outside, _scope.Count - outside);

    public string? UriOf(string prefix) => prefix == "xml" ? XmlNamespaces.XmlUri : _scope.FindLast(s => s.Prefix == prefix).Uri;

    /// <summary>A prefix that stands for the namespace here.</summary>
    public string? PrefixOf(string uri) => _scope.FindLast(s => s.Uri == uri && s.Prefix.Length > 0 && UriOf(s.Prefix) == uri).Prefix;

    public bool CanDeclare(string prefix, string uri, int more) =>
        _scope.Count + more < MostDeclarations && uri is not (XmlNamespaces.XmlUri or XmlNamespaces.XmlnsUri or XmlNodes.Uri)
        && XmlNodes.CanStand(uri)
        && (prefix.Length == 0 || (uri.Length > 0 && prefix is not ("xml" or "xmlns") && XmlNodes.IsName(prefix)));

    /// <summary>Whether an element may be called so here.</summary>
    public bool IsElementName(string name) => TrySplit(name, out string prefix, out _) && prefix != "xml";

    /// <summary>The parts of a name whose prefix is declared here.</summary>
    public bool TrySplit(string name, out string prefix, out string local)
    {
        int colon = name.IndexOf(':', StringComparison.Ordinal);
        prefix = colon < 0 ? "" : name[..colon];
        local = name[(colon + 1)..];
        return XmlNodes.IsName(local) && (colon < 0 || (XmlNodes.IsName(prefix) && UriOf(prefix) is not null));
    }
}

/// <summary>How the members of an object stand in its element: which are attributes, which are not elements but its content.</summary>
internal sealed class NodeXmlParts
{
    /// <summary>Below what a scanner takes (XmlRules).</summary>
    const int MostAttributes = 200;

    static readonly NodeXmlParts s_none = new();

    public List<(string Prefix, string Uri)> Declarations { get; } = [];

    public List<(string Name, string Value)> Attributes { get; } = [];

    /// <summary>Members that are elements.</summary>
    public List<KeyValuePair<string, Node?>> Members { get; } = [];

    public string? Text { get; private set; }

    public NodeArray? Content { get; private set; }

    /// <summary>Whether the element must say that it is an object, or would be read as something else.</summary>
    public bool NeedsMark { get; private set; }

    public static NodeXmlParts Of(NodeObject? o, NodeXmlPrefixes scope)
    {
        if (o is null)
            return s_none;
        var parts = new NodeXmlParts();
        parts.Declare(o, scope);
        int outside = scope.Enter(parts.Declarations);
        parts.Divide(o, scope);
        scope.Leave(outside);
        return parts;
    }

    void Declare(NodeObject o, NodeXmlPrefixes scope)
    {
        foreach (var (name, value) in o)
        {
            string? prefix = name == "@xmlns" ? "" : name.StartsWith("@xmlns:", StringComparison.Ordinal) ? name[7..] : null;
            if (prefix is not null && value is NodeValue { Value: string uri } && scope.CanDeclare(prefix, uri, Declarations.Count))
                Declarations.Add((prefix, uri));
        }
    }

    void Divide(NodeObject o, NodeXmlPrefixes scope)
    {
        string? nil = null, type = null;
        int meant = 0;
        var names = new HashSet<(string? Uri, string Local)>();
        foreach (var member in o)
        {
            string name = member.Key;
            if (Declarations.Exists(d => name == (d.Prefix.Length == 0 ? "@xmlns" : "@xmlns:" + d.Prefix)))
                continue;
            if (!NodeXmlPrefixes.IsAttribute(name) || Attributes.Count >= MostAttributes
                || member.Value is not NodeValue { Value: string value } || !XmlNodes.CanStand(value)
                || !scope.TrySplit(name[1..], out string prefix, out string local) || (prefix.Length == 0 && local == "xmlns")
                || prefix == "xmlns"
                || !names.Add((prefix.Length == 0 ? null : scope.UriOf(prefix), local)))
            {
                Members.Add(member);
                continue;
            }
            Attributes.Add((name[1..], value));
            if (prefix.Length > 0 && scope.UriOf(prefix) == XmlNamespaces.SchemaInstanceUri && local is "nil" or "type")
                (nil, type, meant) = (local == "nil" ? value : nil, local == "type" ? SchemaType(value, scope) : type, meant + 1);
        }
        if (Members is [{ Key: "#text", Value: NodeValue { Value: string { Length: > 0 } text } }]
            && Attributes.Count + Declarations.Count > 0 && XmlNodes.CanStand(text))
        {
            Text = text;
            Members.Clear();
        }
        else if (Members is [{ Key: "#content", Value: NodeArray content }] && IsContent(content))
        {
            Content = content;
            Members.Clear();
        }
        bool isBare = Members.Count == 0 && Content is null;
        NeedsMark = isBare && (Attributes.Count + Declarations.Count == 0
            || (meant == Attributes.Count && Declarations.Count == 0 && XmlNodes.TryMeaning(nil, type, Text ?? "", out _)));
    }

    static string? SchemaType(string value, NodeXmlPrefixes scope)
    {
        int colon = value.IndexOf(':', StringComparison.Ordinal);
        return colon > 0 && scope.UriOf(value[..colon]) == XmlNamespaces.SchemaUri ? value[(colon + 1)..] : null;
    }

    /// <summary>Whether an array is what the reader gives for content that is no object: it would give members for the rest.</summary>
    bool IsContent(NodeArray content)
    {
        bool isMixed = false, isScattered = false, afterText = false;
        string? last = null;
        var seen = new HashSet<string>();
        foreach (Node? part in content)
        {
            if (part is NodeValue { Value: string text } && !afterText && text.Length > 0 && XmlNodes.CanStand(text))
            {
                isMixed |= !XmlChars.IsWhite(text);
                afterText = true;
                continue;
            }
            if (part is not NodeObject { Members: [var (name, _)] })
                return false;
            isScattered |= (name != last && !seen.Add(name)) || Attributes.Exists(a => "@" + a.Name == name);
            (last, afterText) = (name, false);
        }
        return seen.Count > 0 && (isMixed || (isScattered && !content.Any(p => p is NodeValue)));
    }
}
