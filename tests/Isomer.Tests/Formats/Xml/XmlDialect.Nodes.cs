using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using Isomer.Tests.Differential;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>Rules for members that are nodes of XML, and for flat arrays that come in runs.</summary>
sealed partial class XmlDialect
{
    /// <summary>
    /// The elements in which one stands that is a node, as a member or an item, also of a flat collection by hand.
    /// </summary>
    static List<XElement> AroundNodes(Finding finding, XElement root)
    {
        List<string> names = [.. NamesOf(finding.Code, "XElement"), .. NamesOf(finding.Code, "XmlElement")];
        foreach (Match hand in Regex.Matches(finding.Code, @"class (T\d+) : [^\n]*\b(XElement|XmlElement)>"))
            names.AddRange(finding.Code.Split('\n')
                .Select(line => Regex.Match(line, $@"\[XmlElement\b[^\n]* public [^({{=;]*\b{hand.Groups[1].Value} (\w+)"))
                .Where(m => m.Success).SelectMany(m => CalledAs(finding, m.Groups[1].Value)));
        return [.. root.Descendants().Where(e => names.Contains(XmlConvert.DecodeName(e.Name.LocalName)!))];
    }

    /// <summary>
    /// Whether an element that has none in it, or is nil, is null where a node is declared, at which the original fails or loses its place.
    /// No document says null to it there: of the document in which a node of one name stands in each such element it makes what ours makes
    /// of the document as it is, but that it has those nodes where ours has null.
    /// </summary>
    bool IsOfEmptyNode(Finding finding)
    {
        if (!finding.Code.Contains("XElement", StringComparison.Ordinal) && !finding.Code.Contains("XmlElement", StringComparison.Ordinal)
            || DocumentOf(finding) is not { } document)
            return false;
        // One of these names may stand in a node.
        var names = AroundNodes(finding, document).Where(IsEmpty).Select(Place).Distinct().ToList();
        return names.Count > 0 && Some(names).Any(some =>
        {
            var root = new XElement(document);
            foreach (var element in AroundNodes(finding, root).Where(e => IsEmpty(e) && some.Contains(Place(e))).ToList())
            {
                element.Attribute(Xsi + "nil")?.Remove();
                element.ReplaceNodes(new XElement(Mark));
            }
            var original = Outcome.Of(() => OriginalRead(Bytes(root), finding.Type, finding.Options));
            // What follows it the original may not have come to.
            if (original.Refusal is not null && finding.Difference == "only ours refuses")
                return Outcome.Of(() => OurRead(Bytes(root), finding.Type, finding.Options)).Refusal is { } again
                    && Words(again) == Words(finding.Ours!.Refusal!);
            return original.Refusal is null && (Difference(original, finding.Ours!) is not { } difference
                || IsTold(finding with
                {
                    Document = Bytes(root),
                    Original = original,
                    Difference = difference,
                    IsOursOfDocument = false
                }));
        });

        static (string, int) Place(XElement element) => (element.Name.LocalName, element.Ancestors().Count());

        static bool IsEmpty(XElement element) => IsNil(element) || (!element.HasElements && string.IsNullOrWhiteSpace(element.Value));
    }

    const string Mark = "stands-for-null";

    /// <summary>A node of that name, or what reads itself and has read it.</summary>
    static bool IsMark(object? value) =>
        value is XElement { Name.LocalName: Mark } or XmlElement { LocalName: Mark }
            || (value is System.Xml.Serialization.IXmlSerializable && value is not XElement
                && value.GetType().GetField("A")?.GetValue(value) is string read && read.Contains(Mark, StringComparison.Ordinal));

    /// <summary>What stands for null is null: no document says it to the original in these places.</summary>
    static object? WithoutMarks(object? value)
    {
        TakeOut(value);
        return Objects.Change(value, (_, content) =>
        {
            TakeOut(content);
            return IsMark(content) ? null : content;
        });

        static void TakeOut(object? content)
        {
            if (content is not System.Collections.IList { IsReadOnly: false } list)
                return;
            for (int i = 0; i < list.Count; i++)
                if (IsMark(list[i]))
                    list[i] = null;
                else
                    TakeOut(list[i]);
        }
    }

    /// <summary>
    /// Whether the original takes what stands behind a node for what follows, and loses its place by that: without it the original makes
    /// what ours makes of the document.
    /// </summary>
    bool IsOfBehindNode(Finding finding)
    {
        if (DocumentOf(finding) is not { } document)
            return false;
        // A list is called as its member is, and items stand behind its first.
        var names = AroundNodes(finding, document).Where(e => Behind(e).Any()).Select(e => e.Name.LocalName).Distinct().ToList();
        return names.Count > 0 && Some(names).Any(some => IsWithout(some, isOfFirst: false) || IsWithout(some, isOfFirst: true));

        // A member takes the first of its name; what comes again is kept whole where unknown elements are.
        bool IsWithout(IReadOnlyCollection<string> some, bool isOfFirst)
        {
            var root = new XElement(document);
            AroundNodes(finding, root).Where(e => some.Contains(e.Name.LocalName) && !(isOfFirst && e.ElementsBeforeSelf(e.Name).Any()))
                .SelectMany(Behind).ToList().Where(n => n.Parent is not null).ToList().ForEach(n => n.Remove());
            return MakesTheSameOf(finding, Bytes(root), comesFurther: true);
        }

        static IEnumerable<XNode> Behind(XElement element) => element.Nodes().SkipWhile(n => n is not XElement).Skip(1);
    }

    /// <summary>
    /// Whether the original passes over white space that a binary reader gives as text between nodes behind object: without such nodes of
    /// text both are the same.
    /// </summary>
    bool IsOfWhiteNodes(Finding finding)
    {
        if (((Pair)finding.Options.Original!).Way != XmlWays.DictionaryBinary || finding.Step == "write"
            || !finding.Difference.StartsWith("the values differ", StringComparison.Ordinal))
            return false;
        int taken = 0;
        var ours = Outcome.Of(() => OurReadAgain(finding));
        if (ours.Refusal is not null || Difference(ours, finding.Ours!) is not null)
            return false;
        object? without = Objects.Change(TakeOut(ours.Result), (_, content) => TakeOut(content));
        return taken > 0 && (Difference(finding.Original!, ours with { Result = without }) is not { } difference
            || IsTold(finding with { Ours = new Outcome(without, null), Difference = difference }));

        object? TakeOut(object? content)
        {
            if (content is XmlNode[] nodes)
            {
                XmlNode[] left = [.. nodes.Where(n => n is not XmlText || !string.IsNullOrWhiteSpace(n.Value))];
                taken += nodes.Length - left.Length;
                return left;
            }
            if (content is System.Collections.IList { IsReadOnly: false } list && content is not XmlNode[])
                for (int i = 0; i < list.Count; i++)
                    if (list[i] is XmlNode[])
                        list[i] = TakeOut(list[i]);
            return content;
        }
    }

    /// <summary>
    /// Whether an override of one accessor has the other of its base class here, where the original takes it for a member without: of types
    /// whose overrides declare both it makes what ours makes of them as they are.
    /// </summary>
    bool IsOfOneAccessor(Finding finding)
    {
        string code = Regex.Replace(finding.Code, @"(override [^\n]* (\w+)) \{ (?:get => base\.\w+|set => base\.\w+ = value); \}",
            "$1 { get => base.$2; set => base.$2 = value; }");
        if (code == finding.Code || MadeOf(code, finding.Type) is not { } made)
            return false;
        var pair = (Pair)finding.Options.Original!;
        if (finding.Step == "write")
            return finding.Difference == "the bytes differ" && IsWithoutOverride(finding, pair);
        var (options, own) = (finding.Options with { Original = pair.By(pair.Way) }, Objects.RootOf(finding.Type).Assembly);
        var original = Outcome.Of(() => Objects.Moved(OriginalRead(finding.Document!, made, options), own));
        // What is in it the original may refuse as ours does.
        return original.Refusal is null ? Difference(original, finding.Ours!) is null
            : finding.Difference == "only ours refuses"
                && Outcome.Of(() => OurRead(finding.Document!, made, options)).Refusal is { } again
                && Words(again) == Words(finding.Ours!.Refusal!);
    }

    /// <summary>
    /// What an override of one accessor says of its member the original takes from that alone, without what its base class says: of types
    /// without such overrides it writes what ours writes of them as they are.
    /// </summary>
    bool IsWithoutOverride(Finding finding, Pair pair)
    {
        string code = Regex.Replace(finding.Code, @"\n[^\n]* override [^\n]* \{ (?:get => base\.\w+|set => base\.\w+ = value); \}(?=\n)", "");
        if (code == finding.Code || MadeOf(code, finding.Type) is not { } made)
            return false;
        object? value = Objects.Moved(finding.Value, Objects.RootOf(made).Assembly);
        var original = Outcome.Of(() => OriginalWrite(value, made, finding.Options with { Original = pair.By(pair.Way) }));
        return original.Refusal is null && Difference(original, finding.Ours!) is null;
    }

    /// <summary>
    /// Whether ours refuses a text beside that of a member which one without a setter hides, and which keeps its own value here: where the
    /// hidden one is no text both write the same, and what the original writes of the types as they are.
    /// </summary>
    bool IsOfHiddenText(Finding finding)
    {
        if (finding is not { Step: "write", Difference: "only ours refuses" }
            || !XmlOracle.Innermost(finding.Ours!.Refusal!).Contains("has more than one member with [XmlText]", StringComparison.Ordinal))
            return false;
        string code = finding.Code;
        foreach (Match hiding in Regex.Matches(finding.Code, @"public new [^\n({;=]*? (\w+) (?:\{ get; \}|=>)"))
            code = Regex.Replace(code, $@"\[XmlText\] (public (?!new )[^\n]* {hiding.Groups[1].Value} )", "[XmlIgnore] $1");
        if (code == finding.Code || MadeOf(code, finding.Type) is not { } made)
            return false;
        var pair = (Pair)finding.Options.Original!;
        var options = finding.Options with { Original = pair.By(pair.Way) };
        object? value = Objects.Moved(finding.Value, Objects.RootOf(made).Assembly);
        var (original, ours) = (Outcome.Of(() => OriginalWrite(value, made, options)), Outcome.Of(() => OurWrite(value, made, options)));
        return original.Refusal is null && Difference(original, ours) is null && Difference(original, finding.Original!) is null;
    }

    /// <summary>
    /// Whether white space before a node is passed over, which a reader gives as text or which stands in a section: without it the original
    /// makes what ours makes of the document.
    /// </summary>
    bool IsOfWhiteBeforeNode(Finding finding)
    {
        if (DocumentOf(finding) is not { } document)
            return false;
        // In a node, an element of such a name keeps the white space that it has.
        var places = White(document).Select(Place).Distinct().ToList();
        return places.Count > 0 && Some(places).Any(some =>
        {
            var root = new XElement(document);
            White(root).Where(t => some.Contains(Place(t))).ToList().ForEach(t => t.Remove());
            return MakesTheSameOf(finding, Bytes(root));
        });

        IEnumerable<XText> White(XElement root) =>
            AroundNodes(finding, root).SelectMany(e => e.Nodes().TakeWhile(n => n is not XElement)).OfType<XText>()
                .Where(t => string.IsNullOrWhiteSpace(t.Value));

        static (string, int) Place(XText text) => (text.Parent!.Name.LocalName, text.Ancestors().Count());
    }

    /// <summary>
    /// Whether a setter keeps the first value, so that a flat array whose elements come in runs is the first run, where the original sets
    /// all of it once: without the later runs the original makes what ours makes of the document, but for how often setters were called.
    /// </summary>
    bool IsOfLaterRuns(Finding finding)
    {
        if (finding.Step == "write" || DocumentOf(finding) is not { } document
            || !finding.Difference.StartsWith("the values differ", StringComparison.Ordinal))
            return false;
        var members = Regex.Matches(finding.Code, @"\[Xml(?:Element|Text)[^\n]*\[\] (\w+) \{").Select(m => m.Groups[1].Value).Distinct();
        return members.Any(member =>
        {
            var (root, names) = (new XElement(document), CalledAs(finding, member));
            var later = root.DescendantsAndSelf().ToList().SelectMany(parent =>
                parent.Elements().SkipWhile(e => !Is(e)).SkipWhile(Is).Where(Is)).ToList();
            later.ForEach(e => e.Remove());
            var original = Outcome.Of(() => OriginalRead(Bytes(root), finding.Type, finding.Options));
            var ours = Outcome.Of(() => OurReadAgain(finding));
            return later.Count > 0 && original.Refusal is null && ours.Refusal is null && Difference(ours, finding.Ours!) is null
                && Difference(original with { Result = Objects.Without(original.Result, IsLog) },
                    ours with { Result = Objects.Without(ours.Result, IsLog) }) is null;

            bool Is(XElement element) => names.Contains(XmlConvert.DecodeName(element.Name.LocalName)!);
        });

        static bool IsLog(FieldInfo field) => field.Name == "_log";
    }

    static readonly Regex s_defaults =
        new(@"\[DefaultValue\([^\n]* (\S+) \{ get(?:; (?:set|init); \}| =>)|\[DefaultValue\([^\n]* (\S+);");

    /// <summary>
    /// Whether ours refuses an element without a text for a struct that has a default and a companion, which the original passes over:
    /// without such elements both make the same, and the original what it makes of the document, but for the companions.
    /// </summary>
    bool IsOfEmptyDefault(Finding finding)
    {
        if (finding.Difference != "only ours refuses" || !XmlOracle.Innermost(finding.Ours!.Refusal!).Contains("'' is not ",
            StringComparison.Ordinal) && !finding.Ours.Refusal!.ToString().Contains("'' is not ", StringComparison.Ordinal)
            || DocumentOf(finding) is not { } root)
            return false;
        var names = s_defaults.Matches(finding.Code).Select(m => m.Groups[1].Value + m.Groups[2].Value)
            .Where(n => finding.Code.Contains($"public bool {n}Specified;", StringComparison.Ordinal))
            .SelectMany(n => CalledAs(finding, n)).ToHashSet();
        var empty = root.Descendants()
            .Where(e => names.Contains(XmlConvert.DecodeName(e.Name.LocalName)!) && !e.HasElements && e.Value.Length == 0).ToList();
        empty.ForEach(e => e.Remove());
        return empty.Count > 0 && BothMakeTheSameOf(finding, Bytes(root));
    }

    /// <summary>
    /// Whether a list with a companion that the document does not have is null here, and an empty one there: where all that are empty are
    /// none both are the same.
    /// </summary>
    bool IsOfListWithCompanion(Finding finding)
    {
        if (finding.Step == "write" || !finding.Difference.EndsWith(" became null", StringComparison.Ordinal)
            || !finding.Code.Contains("Specified;", StringComparison.Ordinal))
            return false;
        var (original, ours) = (Outcome.Of(() => OriginalRead(finding.Document!, finding.Type, finding.Options)),
            Outcome.Of(() => OurReadAgain(finding)));
        return original.Refusal is null && ours.Refusal is null && Difference(ours, finding.Ours!) is null
            && (Difference(original with { Result = Emptied(original.Result) }, ours with { Result = Emptied(ours.Result) })
                is not { } difference
                || IsTold(finding with { Original = original, Ours = ours, Difference = difference, IsOursOfDocument = false }));

        static object? Emptied(object? value) => Objects.Change(value, (field, content) =>
            content is System.Collections.ICollection { Count: 0 } and not Array
                && field.DeclaringType!.GetField(Objects.NameOf(field) + "Specified") is not null ? null : content);
    }

    /// <summary>
    /// Whether the original makes of another document what ours makes of the finding's, but that elements behind object, which it keeps as
    /// nodes, declare a default namespace there in which they stand here by what is around them.
    /// </summary>
    bool MakesTheSameButDeclarations(Finding finding, byte[] altered)
    {
        if (!finding.Difference.StartsWith("the values differ", StringComparison.Ordinal))
            return false;
        int taken = 0;
        var original = Outcome.Of(() => OriginalRead(altered, finding.Type, finding.Options));
        if (original.Refusal is not null)
            return false;
        object? without = Objects.Change(TakeOut(original.Result), (_, content) => TakeOut(content));
        return taken > 0 && Difference(original with { Result = without }, finding.Ours!) is null;

        object? TakeOut(object? content)
        {
            if (content is XmlNode[] nodes)
            {
                XmlNode[] left = [.. nodes.Where(n => n is not XmlAttribute { Name: "xmlns" })];
                taken += nodes.Length - left.Length;
                return left;
            }
            if (content is System.Collections.IList { IsReadOnly: false } list)
                for (int i = 0; i < list.Count; i++)
                    if (list[i] is XmlNode[])
                        list[i] = TakeOut(list[i]);
            return content;
        }
    }

    static readonly Regex s_arraysOfArrays = new(@"\[XmlElement[(\]][^\n]*public (?:readonly |required )*object\[\]\[\] (\w+)");

    /// <summary>
    /// Whether nothing differs but an object[][] without an element of its own: what is written without the elements of such members is the
    /// same, and of the document without them the original makes what ours makes of it with them, but for what is in them.
    /// </summary>
    bool IsOfArraysOfArrays(Finding finding)
    {
        var members = s_arraysOfArrays.Matches(finding.Code).Select(m => m.Groups[1].Value).ToHashSet();
        if (members.Count == 0 || finding.Difference == "only ours refuses")
            return false;
        var names = members.SelectMany(m => CalledAs(finding, m)).ToHashSet();
        if (finding.Step == "write")
            return finding.Difference == "the bytes differ" ? Without(finding.Original!) == Without(finding.Ours!)
                : IsUnmadeFor(finding, line => s_arraysOfArrays.IsMatch(line));
        if (DocumentOf(finding) is not { } root)
            return false;
        root.Descendants().Where(e => names.Contains(XmlConvert.DecodeName(e.Name.LocalName)!)).ToList().ForEach(e => e.Remove());
        var (original, ours) = (Outcome.Of(() => OriginalRead(Bytes(root), finding.Type, finding.Options)),
            Outcome.Of(() => OurReadAgain(finding)));
        return original.Refusal is null && ours.Refusal is null && Difference(ours, finding.Ours!) is null
            && Difference(original with { Result = Objects.Without(original.Result, IsOf) },
                ours with { Result = Objects.Without(ours.Result, IsOf) }) is null;

        bool IsOf(FieldInfo field) => members.Contains(Objects.NameOf(field));

        string Without(Outcome outcome)
        {
            var written = WrittenOf(outcome);
            written.Descendants().Where(e => names.Contains(XmlConvert.DecodeName(e.Name.LocalName)!)).ToList().ForEach(e => e.Remove());
            return Undeclared(written);
        }
    }

    /// <summary>
    /// Whether ours refuses to write the value of a member that one without a setter hides, in whose place the original writes another:
    /// without it ours writes what the original writes, but for the elements and attributes of such members.
    /// </summary>
    bool IsOfHiddenRefused(Finding finding)
    {
        if (finding is not { Step: "write", Difference: "only ours refuses" }
            || !finding.Code.Contains("public new ", StringComparison.Ordinal))
            return false;
        int hidden = 0;
        object? value = Objects.Change(Objects.Moved(finding.Value, Objects.RootOf(finding.Type).Assembly), (field, content) =>
        {
            if (content is null || !IsHiddenByNone(field, finding))
                return content;
            hidden++;
            return field.FieldType.IsValueType ? Activator.CreateInstance(field.FieldType) : null;
        });
        return hidden > 0 && Outcome.Of(() => OurWrite(value, finding.Type, finding.Options)) is { Refusal: null } ours
            && IsOfHiddenByNone(finding with { Difference = "the bytes differ", Ours = ours });
    }
}
