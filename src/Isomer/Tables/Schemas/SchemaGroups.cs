using System.Xml;

namespace Isomer.Tabular;

/// <summary>
/// How much the groups of a schema unfold to. A group, and a group of attributes, stands in each place that refers to it: sixteen groups,
/// each of which refers twice to that before it, are 65,536 elements of 2,000 characters, which the framework compares with each other for
/// 2.6 s (eighteen: 44 s).
/// </summary>
/// <remarks>What one type or group holds is a content: elements, attributes, and all that is in the groups that it refers to.</remarks>
internal static class SchemaGroups
{
    const long Most = 1_000_000;

    /// <summary>
    /// So many tables groups may put into others. Each place of a table in another is a relation, a column, and a key, which the framework
    /// compares with those that are there: 1,770 of them take it 0.4 s, 7,140 2.7 s, and ours 5.7 s (20 KB of schema).
    /// </summary>
    const long MostPlaces = 2_500;

    /// <summary>What the framework compares, as pairs of elements: the squares of what each content of the schemas unfolds to.</summary>
    public static long PairsOf(XmlTape tape, List<(int From, int To)> schemas)
    {
        var contents = new List<Content>();
        var named = new Dictionary<string, List<Content>>(StringComparer.Ordinal);
        foreach (var (from, to) in schemas)
            Gather(tape, tape.Events[from..to], contents, named);
        foreach (var content in contents)
            content.OwnTables += content.Types.Count(named.ContainsKey);
        long pairs = 0, places = 0;
        foreach (var content in contents)
            if (content.Names.Exists(named.ContainsKey))
            {
                var (elements, tables) = SizeOf(content, named, 0);
                pairs += elements * elements;
                if (content.IsType)
                    places += tables;
            }
        return places <= MostPlaces ? pairs
            : throw new WireFormatException(
                $"The groups of the schema of a DataSet put tables into others at {places} places, more than {MostPlaces}.");
    }

    sealed class Content
    {
        /// <summary>Whether it is a type, and no group.</summary>
        public bool IsType;

        /// <summary>What stands in it by itself.</summary>
        public long Own;

        /// <summary>How many of these elements have a content of their own, and so are tables.</summary>
        public long OwnTables;

        /// <summary>The types of the others, by name: those of contents make tables of them.</summary>
        public readonly List<string> Types = [];

        /// <summary>What it refers to.</summary>
        public readonly List<string> Names = [];

        /// <summary>
        /// With all that is in these; nothing while they are looked at: a group within itself is refused by the framework.
        /// </summary>
        public (long Elements, long Tables)? Size;
    }

    static void Gather(XmlTape tape, Span<XmlTape.Event> schema, List<Content> contents, Dictionary<string, List<Content>> named)
    {
        var outermost = new Content();
        int outside = schema[0].Depth;
        // The content in which children of the element at a depth stand, and whether that element is or may refer to a content.
        var open = new Stack<(int Depth, Content Content, Content Around, bool IsContent)>();
        foreach (ref var part in schema)
        {
            if (part.Type is not (XmlNodeType.Element or XmlNodeType.Attribute))
                continue;
            while (open.TryPeek(out var last) && last.Depth >= part.Depth)
                open.Pop();
            var inside = open.TryPeek(out var parent) ? parent.Content : outermost;
            var name = tape.NameOf(part);
            if (part.Type == XmlNodeType.Attribute)
            {
                if (name is { Prefix: "", Local: "type" } && !parent.IsContent)
                    inside.Types.Add(SchemaText.NameIn(tape, part));
                if (name.Prefix.Length > 0 || (!parent.IsContent && name.Local != "base"))
                    continue;
                // Only what stands outermost can be referred to.
                if (name.Local == "name" && parent.Depth == outside + 1)
                    Named(named, SchemaText.NameIn(tape, part)).Add(inside);
                else if (name.Local is "ref" or "base")
                    (name.Local == "ref" ? parent.Around : inside).Names.Add(SchemaText.NameIn(tape, part));
                continue;
            }
            bool isContent = name.Namespace == SchemaText.Xs && name.Local is ("complexType" or "group" or "attributeGroup");
            // A group that is empty counts as well: it is looked at in each place.
            inside.Own += name.Local is "element" or "attribute" or "any" or "group" or "attributeGroup" ? 1 : 0;
            // An element outermost is a table once, whatever it holds.
            if (isContent && name.Local == "complexType" && part.Depth > outside + 1)
                inside.OwnTables++;
            if (isContent)
                contents.Add(new Content { IsType = name.Local == "complexType" });
            open.Push((part.Depth, isContent ? contents[^1] : inside, inside, isContent));
        }
    }

    static List<Content> Named(Dictionary<string, List<Content>> named, string name) =>
        named.TryGetValue(name, out var all) ? all : named[name] = [];

    /// <summary>No deeper than <see cref="SchemaText"/> lets names lead.</summary>
    static (long Elements, long Tables) SizeOf(Content content, Dictionary<string, List<Content>> named, int level)
    {
        if (level > SchemaText.MaxNaming)
            throw new WireFormatException($"Groups of the schema of a DataSet refer to others more than {SchemaText.MaxNaming} levels deep.");
        if (content.Size is { } known)
            return known;
        content.Size = (0, 0);
        var size = (Elements: content.Own, Tables: content.OwnTables);
        foreach (string name in content.Names)
        {
            if (!named.TryGetValue(name, out var all))
                continue;
            foreach (var one in all)
            {
                var (elements, tables) = SizeOf(one, named, level + 1);
                size = (Math.Min(size.Elements + elements, Most), Math.Min(size.Tables + tables, Most));
            }
        }
        content.Size = size;
        return size;
    }
}
