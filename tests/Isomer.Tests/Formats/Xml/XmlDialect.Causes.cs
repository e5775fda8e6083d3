using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Serialization;
using Isomer.Tests.Differential;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>
/// Rules that find out whether a difference has the cause that docs/xml.md tells: the cause is taken out of the document, the value, the
/// way or the types, and the original must then do what ours does with it.
/// </summary>
sealed partial class XmlDialect
{
    static byte[] Bytes(XElement root) => XmlWays.Printed(root);

    /// <summary>The document that was read; null where it is no XML, or where none was.</summary>
    static XElement? DocumentOf(Finding finding)
    {
        if (finding.Document is null || finding.Step == "write")
            return null;
        try
        {
            using var reader = XmlReader.Create(new StringReader(Encoding.UTF8.GetString(finding.Document).TrimStart('\ufeff')),
                new XmlReaderSettings { CheckCharacters = false });
            return XElement.Load(reader, LoadOptions.PreserveWhitespace);
        }
        catch (XmlException)
        {
            return null;
        }
    }

    /// <summary>What was written, without the white space that sets it out: that of a text which is nothing else is kept.</summary>
    static XElement WrittenOf(Outcome outcome)
    {
        var root = LoadedOf(outcome, LoadOptions.PreserveWhitespace);
        root.DescendantNodes().OfType<XText>().Where(t => t.Parent!.HasElements && string.IsNullOrWhiteSpace(t.Value)).ToList()
            .ForEach(t => t.Remove());
        return root;
    }

    /// <summary>What was written, also with characters that XML has no place for, which some writers take.</summary>
    static XElement LoadedOf(Outcome outcome, LoadOptions options)
    {
        using var reader = XmlReader.Create(new MemoryStream((byte[])outcome.Result!),
            new XmlReaderSettings { CheckCharacters = false, IgnoreWhitespace = options == LoadOptions.None });
        return XElement.Load(reader, options);
    }

    /// <summary>
    /// What was written, whatever its prefixes are, and whether what holds nothing is one tag or two: types, and names in values, whose
    /// prefixes are numbered through the whole document, are given in full.
    /// </summary>
    static string Undeclared(XElement root)
    {
        foreach (var element in root.DescendantsAndSelf().ToList())
        {
            foreach (var attribute in element.Attributes().Where(a => !a.IsNamespaceDeclaration))
                attribute.Value = InFull(attribute.Value, element);
            if (!element.HasElements && InFull(element.Value, element) is var full && full != element.Value)
                element.Value = full;
        }
        root.DescendantsAndSelf().Attributes().Where(a => a.IsNamespaceDeclaration).ToList().ForEach(a => a.Remove());
        root.DescendantsAndSelf().Where(e => !e.Nodes().Any()).ToList().ForEach(e => e.Add(""));
        return Encoding.UTF8.GetString(Bytes(root));

        static string InFull(string value, XElement place) => Regex.Replace(value, @"(?<!\S)([^\s:]+):(?=[^\s:]+(\s|$))", m =>
            place.GetNamespaceOfPrefix(m.Groups[1].Value) is { } ns ? $"{{{ns}}}" : m.Value);
    }

    static bool IsNil(XElement element) => element.Attribute(Xsi + "nil")?.Value.Trim() is "true" or "1";

    /// <summary>
    /// The names that an element may have which holds a value of this type: as a root or an item, as a member, and as an item under a name
    /// of its own.
    /// </summary>
    static List<string> NamesOf(string code, string type) =>
        [.. code.Split('\n').Where(line => Regex.IsMatch(line, $@"^\s+(\[.*\] )?public [^({{=;]*\b{type}\b"))
            .SelectMany(
                line => Regex.Matches(line, @"(?:ElementName = |\[Xml(?:ArrayItem|Element|Array)\()""([^""]*)""").Select(m => m.Groups[1].Value)
                    .Append(Regex.Match(line, $@"\b{type}\b[^ ]* (\w+)").Groups[1].Value))
            .Append(type).Append("n").Where(name => name.Length > 0).Distinct()];

    static IEnumerable<XElement> Of(XElement root, List<string> names, string type) =>
        root.DescendantsAndSelf()
            .Where(e =>
                names.Contains(XmlConvert.DecodeName(e.Name.LocalName)!) || e.Attribute(Xsi + "type")?.Value.Split(':')[^1] == type);

    const string LeavesEarly = "A = r.GetAttribute(\"x\"); r.ReadStartElement(); }";

    /// <summary>
    /// Whether a type that reads its own XML ends before its element does: of the document in which elements of that type are empty the
    /// original makes what ours makes of it as it is. Of a document that ends within such an element's parent the original may see no more:
    /// of what comes before the place where it is no XML, it must then make what it makes of all of it.
    /// </summary>
    bool IsOfEarlyEnd(Finding finding)
    {
        if (finding.Document is null || finding.Step == "write")
            return false;
        var pair = (Pair)finding.Options.Original!;
        foreach (Match early in Regex.Matches(finding.Code,
            @"class (T\d+) : IXmlSerializable\s*\{[^\n]*\n(?:(?!    \}\n)[^\n]*\n)*?[^\n]*" + Regex.Escape(LeavesEarly)))
        {
            string type = early.Groups[1].Value;
            var names = NamesOf(finding.Code, type);
            if (DocumentOf(finding) is not { } document)
            {
                if (finding.Difference == "only ours refuses" && UntilFault(finding.Document, names, type) is { } read
                    && IsOfUnseenFault(finding, read))
                    return true;
                continue;
            }
            var met = names.Where(n => document.Descendants().Any(e => e.Name.LocalName == n)).ToList();
            foreach (var some in Some(met))
                // An element that names the type may be one of a member that has another.
                foreach (bool byType in (bool[])[true, false])
                {
                    var root = new XElement(document);
                    foreach (var element in Of(root, some, byType ? type : "").Where(e => e.Parent is not null).ToList())
                        element.RemoveNodes();
                    // A binary reader gives an end to what is empty, before which such a type ends as well.
                    if (MakesTheSameOf(finding, Bytes(root), comesFurther: true) || (pair.Way == XmlWays.DictionaryBinary && MakesTheSameOf(
                        finding with { Options = finding.Options with { Original = pair.By(XmlWays.PlainReader) } }, Bytes(root), true)))
                        return true;
                }
        }
        return false;
    }

    /// <summary>
    /// Whether the original never came to where the document stops being XML, and the same is to be said of what comes before that.
    /// </summary>
    bool IsOfUnseenFault(Finding finding, byte[] read)
    {
        var (original, ours) = (Outcome.Of(() => OriginalRead(read, finding.Type, finding.Options)),
            Outcome.Of(() => OurRead(read, finding.Type, finding.Options)));
        return Difference(original, finding.Original!) is null
            && (Difference(original, ours) is not { } difference
                || IsOfEarlyEnd(finding with { Document = read, Original = original, Ours = ours, Difference = difference }));
    }

    /// <summary>
    /// What comes before the document stops being XML, with all elements closed; null where no element of the type, with something in it,
    /// begins before that.
    /// </summary>
    static byte[]? UntilFault(byte[] document, List<string> names, string type)
    {
        bool opens = false;
        var stream = new MemoryStream();
        using (var writer = XmlWriter.Create(stream, new XmlWriterSettings { Encoding = new UTF8Encoding(false), CheckCharacters = false }))
            try
            {
                using var reader = XmlReader.Create(new MemoryStream(document), new XmlReaderSettings { CheckCharacters = false });
                while (reader.Read())
                    switch (reader.NodeType)
                    {
                        case XmlNodeType.Element:
                            opens |= !reader.IsEmptyElement
                                && (names.Contains(XmlConvert.DecodeName(reader.LocalName)!)
                                    || reader.GetAttribute("type", Xsi.NamespaceName)?.Split(':')[^1] == type);
                            writer.WriteStartElement(reader.Prefix, reader.LocalName, reader.NamespaceURI);
                            bool isEmpty = reader.IsEmptyElement;
                            writer.WriteAttributes(reader, false);
                            if (isEmpty)
                                writer.WriteEndElement();
                            break;
                        case XmlNodeType.EndElement:
                            writer.WriteFullEndElement();
                            break;
                        case XmlNodeType.Text or XmlNodeType.Whitespace or XmlNodeType.SignificantWhitespace:
                            writer.WriteString(reader.Value);
                            break;
                        case XmlNodeType.CDATA:
                            writer.WriteCData(reader.Value);
                            break;
                        case XmlNodeType.Comment:
                            writer.WriteComment(reader.Value);
                            break;
                        case XmlNodeType.ProcessingInstruction:
                            writer.WriteProcessingInstruction(reader.Name, reader.Value);
                            break;
                    }
                return null;
            }
            catch (Exception e) when (e is XmlException or InvalidOperationException)
            {
                // No XML, or text before the root.
            }
        return opens ? stream.ToArray() : null;
    }

    /// <summary>
    /// Whether the field belongs to a member that a derived class of the case hides by a property without a public setter.
    /// </summary>
    static bool IsHiddenByNone(FieldInfo field, Finding finding) =>
        Objects.TypesOf(finding).Any(t => t.IsSubclassOf(field.DeclaringType!)
            && t.GetProperty(Objects.NameOf(field),
                BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly) is { } own
                    && own.SetMethod?.IsPublic != true);

    /// <summary>
    /// Whether all that differs is the value of a member that a derived class hides by one without a public setter. What is written cannot
    /// be altered so that both write the same: the value that hides may be computed. There the two documents must be equal without the
    /// elements and attributes of such members.
    /// </summary>
    bool IsOfHiddenByNone(Finding finding)
    {
        if (!finding.Code.Contains("public new ", StringComparison.Ordinal))
            return false;
        if (finding.Step != "write")
            return DifferOnlyIn(finding, field => IsHiddenByNone(field, finding));
        if (finding.Difference != "the bytes differ")
            return false;
        var hidden = Objects.TypesOf(finding)
            .SelectMany(
                t => t.GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
                    .Where(p => p.SetMethod?.IsPublic != true && IsHiding(t, p.Name)).Select(p => p.Name)).ToHashSet();
        var names = hidden.Concat(
            finding.Code.Split('\n').Where(l => hidden.Any(h => Regex.IsMatch(l, $@" {h}\b")))
                .SelectMany(l => Regex.Matches(l, "Name = \"([^\"]+)\"").Select(m => m.Groups[1].Value))).ToHashSet();
        // Where such a member takes elements of any name, what it holds has names of its own.
        Objects.Change(Objects.Moved(finding.Value, Objects.RootOf(finding.Type).Assembly), (field, content) =>
        {
            if (content is XmlElement or XElement && hidden.Contains(Objects.NameOf(field)))
                names.Add(content is XmlElement node ? node.LocalName : ((XElement)content).Name.LocalName);
            return content;
        });
        return hidden.Count > 0 && Without(finding.Original!) == Without(finding.Ours!);

        string Without(Outcome outcome)
        {
            var root = WrittenOf(outcome);
            root.DescendantsAndSelf().Attributes().Where(a => names.Contains(a.Name.LocalName)).ToList().ForEach(a => a.Remove());
            root.Descendants().Where(e => names.Contains(e.Name.LocalName)).ToList().ForEach(e => e.Remove());
            return Encoding.UTF8.GetString(Bytes(root));
        }
    }

    static bool IsHiding(Type type, string name)
    {
        for (var above = type.BaseType; above is not null && above != typeof(object); above = above.BaseType)
            if (above.GetMember(name, BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly).Length > 0)
                return true;
        return false;
    }

    /// <summary>
    /// Whether the original fails at items for a flat collection that has no setter and is not there: without them it makes what ours makes
    /// of the document. Or ours refuses what is in them, and the original does not look at it: without them it makes the same, and so does
    /// ours.
    /// </summary>
    bool IsOfAbsentCollection(Finding finding)
    {
        bool isOurs = finding.Difference == "only ours refuses";
        if (!(isOurs
            || (finding.Difference == "only the original refuses"
                && XmlOracle.Innermost(finding.Original!.Refusal!).StartsWith("NullReferenceException", StringComparison.Ordinal)))
                    || DocumentOf(finding) is not { } document)
            return false;
        var names = Objects.TypesOf(finding)
            .SelectMany(t => t.GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly))
            .Where(p =>
                p.SetMethod?.IsPublic != true && !p.PropertyType.IsArray && p.PropertyType != typeof(string)
                    && typeof(System.Collections.IEnumerable).IsAssignableFrom(p.PropertyType))
            .SelectMany(p => p.GetCustomAttributes<XmlElementAttribute>().Select(a => a.ElementName.Length > 0 ? a.ElementName : p.Name))
                .Distinct().ToList();
        return Some(names).Any(some =>
        {
            var root = new XElement(document);
            var items = root.Descendants().Where(e => some.Contains(XmlConvert.DecodeName(e.Name.LocalName)!)).ToList();
            items.ForEach(e => e.Remove());
            return items.Count > 0 && (!isOurs ? MakesTheSameOf(finding, Bytes(root))
                : Difference(Outcome.Of(() => OriginalRead(Bytes(root), finding.Type, finding.Options)), finding.Original!) is null
                    && BothMakeTheSameOf(finding, Bytes(root)));
        });
    }

    /// <summary>
    /// Whether an item, or a member, that is nil is null here, where the original calls its ReadXml. No document says null to the original
    /// there, so that both must make the same of the one without such items, and the first difference must be such an item. Without a
    /// member the original has null, too: it must make what ours makes of the document as it is.
    /// </summary>
    bool IsOfNilItem(Finding finding)
    {
        if (Regex.Match(finding.Difference, @"(\])?: C\d+\.(T\d+) became null$") is not { Success: true } nil
            || !Regex.IsMatch(finding.Code, $@"class {nil.Groups[2].Value} : IXmlSerializable\b") || DocumentOf(finding) is not { } root)
            return false;
        string type = nil.Groups[2].Value;
        var items = Of(root, NamesOf(finding.Code, type), type).Where(e => IsNil(e) && e.Parent is not null).ToList();
        items.ForEach(e => e.Remove());
        if (items.Count == 0 || nil.Groups[1].Success)
            return items.Count > 0 && MakesNullOfMarked(finding, type);
        // The setter is called with null, where there is no such member it is not.
        var (original, ours) = (Outcome.Of(() => OriginalRead(Bytes(root), finding.Type, finding.Options)),
            Outcome.Of(() => OurReadAgain(finding)));
        return MakesTheSameOf(finding, Bytes(root)) || (original.Refusal is null && ours.Refusal is null
            && Difference(ours, finding.Ours!) is null
            && Difference(original with { Result = Objects.Without(original.Result, f => f.Name == "_log") },
                ours with { Result = Objects.Without(ours.Result, f => f.Name == "_log") }) is null);
    }

    /// <summary>
    /// Whether the original makes of the document in which a mark stands in each nil item of the type what ours makes of it, but that it has
    /// objects with that mark where ours has null.
    /// </summary>
    bool MakesNullOfMarked(Finding finding, string type)
    {
        var root = DocumentOf(finding)!;
        // In an attribute too, for some look at nothing else; one that leaves its element early would lose its place by what is in it.
        bool leavesEarly = Regex.IsMatch(finding.Code,
            $@"class {type} : IXmlSerializable\s*\{{[^\n]*\n(?:(?!    \}}\n)[^\n]*\n)*?[^\n]*" + Regex.Escape(LeavesEarly));
        foreach (var item in Of(root, NamesOf(finding.Code, type), type).Where(IsNil))
        {
            item.Attribute(Xsi + "nil")!.Remove();
            item.ReplaceNodes(leavesEarly ? null : Mark);
            item.SetAttributeValue("x", Mark);
        }
        var original = Outcome.Of(() => OriginalRead(Bytes(root), finding.Type, finding.Options));
        return original.Refusal is null && (Difference(original, finding.Ours!) is not { } difference
            || IsTold(finding with { Document = Bytes(root), Original = original, Difference = difference, IsOursOfDocument = false }));
    }

    /// <summary>
    /// Whether it is the reader over nodes through which the original does not find a type: by another reader it makes of the document what
    /// ours makes of the nodes. By those it fails at comments and instructions in a simple value, which it is then given without.
    /// </summary>
    bool IsOfNodes(Finding finding)
    {
        var pair = (Pair)finding.Options.Original!;
        if (pair.Way != XmlWays.Nodes || DocumentOf(finding) is not { } root || !root.DescendantsAndSelf().Attributes(Xsi + "type").Any())
            return false;
        // Nodes keep ends of lines as they are.
        byte[] document = Encoding.UTF8.GetBytes(
            Encoding.UTF8.GetString(finding.Document!).Replace("\r", "&#xD;", StringComparison.Ordinal));
        foreach (int way in (int[])[XmlWays.PlainReader, XmlWays.Document, XmlWays.Bytes])
        {
            var other = finding with { Options = finding.Options with { Original = pair.By(way) } };
            if (MakesTheSameOf(other, document)
                || (Outcome.Of(() => OriginalRead(document, finding.Type, other.Options)).Refusal is not null
                    && WithoutComments(finding) is { } without && MakesTheSameOf(other, without)))
                return true;
        }
        return false;
    }

    /// <summary>
    /// Whether it is the writer over nodes that takes raw text for text: by another writer the original writes what ours writes by this one.
    /// </summary>
    bool IsOfRawOverNodes(Finding finding)
    {
        var pair = (Pair)finding.Options.Original!;
        if (finding is not { Step: "write", Difference: "the bytes differ" } || pair.Way is not (XmlWays.Nodes or XmlWays.Document or XmlWays.DictionaryBinary)
            || !finding.Code.Contains("w.WriteRaw(", StringComparison.Ordinal))
            return false;
        var options = finding.Options with { Original = pair.By(XmlWays.PlainReader) };
        var original = Outcome.Of(() => OriginalWrite(finding.Value, finding.Type, options));
        return original.Refusal is null
            && XNode.DeepEquals(LoadedOf(original, LoadOptions.None), LoadedOf(finding.Ours!, LoadOptions.None));
    }

    /// <summary>
    /// Whether it is the reader that gives no bytes, as those over nodes of XDocument do not: by another reader the original makes of the
    /// document what ours makes of it by this one.
    /// </summary>
    bool IsOfBinaryContent(Finding finding)
    {
        var pair = (Pair)finding.Options.Original!;
        return pair.Way == XmlWays.Document && finding.Step != "write" && finding.Original!.Refusal is { } refusal
            && XmlOracle.Innermost(refusal).Contains("method is not supported on this XmlReader", StringComparison.Ordinal)
            && MakesTheSameOf(finding with { Options = finding.Options with { Original = pair.By(XmlWays.PlainReader) } },
                finding.Document!);
    }

    /// <summary>
    /// Whether the original fails at a null where an object is declared as one value type: with a number in its place both write the same.
    /// </summary>
    bool IsOfNullOfOneType(Finding finding)
    {
        if (finding.Step != "write" || finding.Difference != "only the original refuses" || finding.Value is not { } value
            || !XmlOracle.Innermost(finding.Original!.Refusal!).StartsWith("NullReferenceException", StringComparison.Ordinal))
            return false;
        int nulls = 0;
        var (names, put) = (new HashSet<string>(), new HashSet<object>(ReferenceEqualityComparer.Instance));
        object One(Type type)
        {
            nulls++;
            object made = Activator.CreateInstance(type)!;
            put.Add(made);
            return made;
        }

        object? filled = Objects.Change(value, (field, content) =>
        {
            if (Objects.MemberOf(field)?.GetCustomAttributes<XmlElementAttribute>()
                .ToList() is not [{ Type: { IsValueType: true } one } attribute])
                return content;
            names.Add(attribute.ElementName.Length > 0 ? attribute.ElementName : Objects.NameOf(field));
            if (content is null && field.FieldType == typeof(object))
                return One(one);
            if (content is System.Collections.IList { IsReadOnly: false } list
                && (content is object[] || field.FieldType.GetGenericArguments() is [var item] && item == typeof(object)))
                for (int i = 0; i < list.Count; i++)
                    if (list[i] is null)
                        list[i] = One(one);
            return content;
        });
        var original = Outcome.Of(() => OriginalWrite(filled, finding.Type, finding.Options));
        // The value is looked at again: it is as it was.
        Objects.Change(filled, (_, content) =>
        {
            if (content is System.Collections.IList { IsReadOnly: false } list)
                for (int i = 0; i < list.Count; i++)
                    if (list[i] is { } item && put.Contains(item))
                        list[i] = null;
            return content is not null && put.Contains(content) ? null : content;
        });
        return nulls > 0 && original.Refusal is null && Without(original) == Without(finding.Ours!);

        string Without(Outcome outcome)
        {
            var root = WrittenOf(outcome);
            root.Descendants().Where(e => names.Contains(XmlConvert.DecodeName(e.Name.LocalName)!)).ToList().ForEach(e => e.Remove());
            // An element in which nothing else was is one tag in one of them, and two in the other.
            root.DescendantsAndSelf().Where(e => !e.Nodes().Any()).ToList().ForEach(e => e.Add(""));
            return Encoding.UTF8.GetString(Bytes(root));
        }
    }

    /// <summary>
    /// Whether the original refuses a value that writes itself where object is declared: with null in its place both write the same, and
    /// ours what it writes but for what stands there.
    /// </summary>
    bool IsOfSerializableBehindObject(Finding finding) =>
        Objects.TypesOf(finding).Where(typeof(IXmlSerializable).IsAssignableFrom).Select(t => t.Name).ToHashSet() is var names
            && IsOfBehindObject(finding, "it cannot be object", value => value is IXmlSerializable, names.Contains);

    /// <summary>
    /// Whether the original takes a class that is a list of lists for one of those where object is declared, in the way told of values that
    /// write themselves.
    /// </summary>
    bool IsOfListsBehindObject(Finding finding) => IsOfBehindObject(finding, "InvalidCastException", value =>
        value.GetType().Assembly == Objects.RootOf(finding.Type).Assembly && value is System.Collections.IList
            && value.GetType().BaseType is { IsGenericType: true } above && above.GetGenericArguments()[0] != typeof(string)
            && typeof(System.Collections.IEnumerable).IsAssignableFrom(above.GetGenericArguments()[0]),
        name => name.StartsWith("ArrayOfArrayOf", StringComparison.Ordinal));

    bool IsOfBehindObject(Finding finding, string words, Func<object, bool> isOf, Func<string, bool> isNamed)
    {
        if (finding.Step != "write" || finding.Difference is not ("only the original refuses" or "an exception of another kind")
            || !XmlOracle.Innermost(finding.Original!.Refusal!).Contains(words, StringComparison.Ordinal))
            return false;
        var written = new List<object>();
        int taken = 0;
        object? value = Objects.Change(Objects.Moved(finding.Value, Objects.RootOf(finding.Type).Assembly), (field, content) =>
        {
            if (content is not null && field.FieldType == typeof(object) && isOf(content))
            {
                taken++;
                written.Add(content);
                return null;
            }
            TakeOut(content);
            return content;
        });
        var (original, ours) = (Outcome.Of(() => OriginalWrite(value, finding.Type, finding.Options)),
            Outcome.Of(() => OurWrite(value, finding.Type, finding.Options)));
        // What follows, or what the value writes itself, the writer refuses: the original comes to that without it, or where it is the root.
        if (finding.Ours!.Refusal is { } refusal)
            return IsOf(original) || written.Exists(w => IsOf(Outcome.Of(
                () => OriginalWrite(w, w.GetType(), finding.Options with { Original = ((Pair)finding.Options.Original!).Plain() }))));
        return taken > 0 && ours.Refusal is null && Without(ours) == Without(finding.Ours!)
            && (Difference(original, ours) is not { } difference
                || IsTold(finding with { Original = original, Ours = ours, Difference = difference, Value = value }));

        void TakeOut(object? content)
        {
            if (content is not System.Collections.IList { IsReadOnly: false } list)
                return;
            bool isOfObjects = content is object?[] && content.GetType().GetElementType() == typeof(object)
                || content.GetType().GetGenericArguments() is [var item] && item == typeof(object);
            for (int i = 0; i < list.Count; i++)
                if (isOfObjects && list[i] is { } own && isOf(own))
                {
                    (list[i], taken) = (null, taken + 1);
                    written.Add(own);
                }
                else
                    TakeOut(list[i]);
        }

        bool IsOf(Outcome outcome) =>
            taken > 0 && outcome.Refusal is { } theirs && XmlOracle.Innermost(theirs) == XmlOracle.Innermost(finding.Ours!.Refusal!);

        // Null is nil, or nothing.
        string Without(Outcome outcome)
        {
            var root = WrittenOf(outcome);
            root.Descendants().Where(e => IsNil(e) || (e.Attribute(Xsi + "type") is { } type && isNamed(type.Value.Split(':')[^1])))
                .ToList().ForEach(e => e.Remove());
            return Undeclared(root);
        }
    }

    /// <summary>
    /// Whether ours refuses a class with a setter that is not public, which is met in an included one alone: of types that include no
    /// others both write the same, and it is what the original writes of the types as they are. What is read is asked in that way, too.
    /// </summary>
    bool IsOfClosedIncluded(Finding finding)
    {
        if (finding.Difference != "only ours refuses"
            || !XmlOracle.Innermost(finding.Ours!.Refusal!).Contains("has no public setter", StringComparison.Ordinal))
            return false;
        string without = Regex.Replace(finding.Code, @"\s*\[XmlInclude\(typeof\(\w+\)\)\]", "");
        if (without == finding.Code || MadeOf(without, finding.Type) is not { } made)
            return false;
        var (pair, own, other) = ((Pair)finding.Options.Original!, Objects.RootOf(finding.Type).Assembly, Objects.RootOf(made).Assembly);
        var options = finding.Options with { Original = pair.By(pair.Way) };
        var (original, ours) = finding.Step == "write" ? Both(Objects.Moved(finding.Value, other))
            : (Outcome.Of(() => Objects.Moved(OriginalRead(finding.Document!, made, options), own)),
                Outcome.Of(() => Objects.Moved(OurRead(finding.Document!, made, options), own)));
        return original.Refusal is null && Difference(original, ours) is null && Difference(original, finding.Original!) is null;

        (Outcome, Outcome) Both(object? value) =>
            (Outcome.Of(() => OriginalWrite(value, made, options)), Outcome.Of(() => OurWrite(value, made, options)));
    }

    /// <summary>
    /// Whether ours refuses to write a character that XML has no place for, or half a surrogate pair, which the caller's writer would take:
    /// with another one in its place both write the same.
    /// </summary>
    bool IsOfPlaceless(Finding finding)
    {
        if (finding is not { Step: "write", Difference: "only ours refuses" } || !Pair.IsOfWriter(finding.Options)
            || !s_placeless.IsMatch(XmlOracle.Innermost(finding.Ours!.Refusal!)))
            return false;
        int taken = 0;
        object? value = Objects.Change(Objects.Moved(finding.Value, Objects.RootOf(finding.Type).Assembly), (_, content) =>
        {
            TakeOut(content);
            return content is string text ? Placed(text) : content;
        });
        var (original, ours) = (Outcome.Of(() => OriginalWrite(value, finding.Type, finding.Options)),
            Outcome.Of(() => OurWrite(value, finding.Type, finding.Options)));
        return taken > 0 && original.Refusal is null && ours.Refusal is null
            && (Difference(original, ours) is not { } difference
                || IsTold(finding with { Original = original, Ours = ours, Difference = difference, Value = value }));

        void TakeOut(object? content)
        {
            if (content is not System.Collections.IList { IsReadOnly: false } list)
                return;
            for (int i = 0; i < list.Count; i++)
                if (list[i] is string text)
                    list[i] = Placed(text);
                else
                    TakeOut(list[i]);
        }

        string Placed(string text)
        {
            var placed = new StringBuilder();
            for (int i = 0; i < text.Length; i++)
                if (i + 1 < text.Length && XmlConvert.IsXmlSurrogatePair(text[i + 1], text[i]))
                    placed.Append(text[i]).Append(text[++i]);
                else if (XmlConvert.IsXmlChar(text[i]))
                    placed.Append(text[i]);
                else
                    (_, taken) = (placed.Append('x'), taken + 1);
            return placed.ToString();
        }
    }

    static readonly Regex s_placeless = new(
        @"XML has no place for the character U\+|hexadecimal value 0x[0-9A-F]+, is an invalid character|The surrogate pair is invalid|Invalid (high|low) surrogate");

    /// <summary>Whether ours refuses what xml:space says, which such a reader does not look at: without it both make the same.</summary>
    bool IsOfInvalidSpace(Finding finding)
    {
        if (finding.Difference != "only ours refuses" || finding.Step == "write"
            || !finding.Ours!.Refusal!.ToString().Contains("is an invalid xml:space value", StringComparison.Ordinal))
            return false;
        // No plain reader takes the document.
        string document = Encoding.UTF8.GetString(finding.Document!),
            without = Regex.Replace(document, """\sxml:space=("(?!(?:default|preserve)")[^"]*"|'(?!(?:default|preserve)')[^']*')""", "");
        return without != document && BothMakeTheSameOf(finding, Encoding.UTF8.GetBytes(without));
    }

    /// <summary>
    /// Whether ours refuses zeros behind the root, which the framework's reader takes for the end of a text: without them both make the
    /// same.
    /// </summary>
    bool IsOfEndingZeros(Finding finding) =>
        finding is { Difference: "only ours refuses", Document: [.., 0] document } && finding.Step != "write"
            && BothMakeTheSameOf(finding, document.AsSpan().TrimEnd((byte)0).ToArray());

    /// <summary>Whether ours refuses a document type, which the original takes of a text: without it both make the same.</summary>
    bool IsOfDocumentType(Finding finding) =>
        finding.Difference == "only ours refuses" && finding.Step != "write"
            && finding.Ours!.Refusal!.ToString().Contains("A document type is refused", StringComparison.Ordinal)
        && Regex.Replace(Encoding.UTF8.GetString(finding.Document!), @"<!DOCTYPE[^>\[]*(\[[^\]]*\])?\s*>", "") is var without
        && without.Length < finding.Document!.Length && BothMakeTheSameOf(finding, Encoding.UTF8.GetBytes(without));

    /// <summary>Whether the original refuses the encoding that a text declares: of the text that declares none it makes what ours makes.</summary>
    bool IsOfDeclaredEncoding(Finding finding) =>
        finding.Difference == "only the original refuses" && finding.Step != "write"
            && ((Pair)finding.Options.Original!).Way == XmlWays.Text
        && Regex.Replace(Encoding.UTF8.GetString(finding.Document!), """^(<\?xml version="1\.0")\s+encoding="[^"]*"\s*""", "$1") is var without
        && without.Length < Encoding.UTF8.GetString(finding.Document!).Length
        && MakesTheSameOf(finding, Encoding.UTF8.GetBytes(without));

    static readonly Regex s_spaced = new("""(?<=\[XmlEnum\(")[^"]*\s[^"]*(?="\)\])""");

    /// <summary>
    /// Whether the original divides a name of flags at the white space in it: where another character stands in place of that, in the types
    /// and in the document, it makes what ours makes of them as they are.
    /// </summary>
    bool IsOfNamesOfFlags(Finding finding)
    {
        if (finding.Difference != "only the original refuses" || finding.Step == "write"
            || !finding.Code.Contains("[Flags]", StringComparison.Ordinal) || !s_spaced.IsMatch(finding.Code)
            || DocumentOf(finding) is not { } root)
            return false;
        string code = s_spaced.Replace(finding.Code, m => Whole(m.Value));
        if (MadeOf(code, finding.Type) is not { } made)
            return false;
        foreach (Match name in s_spaced.Matches(finding.Code))
        {
            foreach (var text in root.DescendantNodes().OfType<XText>())
                text.Value = text.Value.Replace(name.Value, Whole(name.Value), StringComparison.Ordinal);
            foreach (var attribute in root.DescendantsAndSelf().Attributes().Where(a => !a.IsNamespaceDeclaration))
                attribute.Value = attribute.Value.Replace(name.Value, Whole(name.Value), StringComparison.Ordinal);
        }
        var pair = (Pair)finding.Options.Original!;
        var options = finding.Options with { Original = pair.By(pair.Way) };
        var (original, ours) = (Outcome.Of(() => OriginalRead(Bytes(root), made, options)),
            new Outcome(Objects.Moved(finding.Ours!.Result, Objects.RootOf(made).Assembly), null));
        return Difference(original, ours) is not { } difference
            || IsTold(finding with
            {
                Document = Bytes(root),
                Code = code,
                Type = made,
                Options = options,
                Original = original,
                Ours = ours,
                Difference = difference,
                IsOursOfDocument = false
            });

        static string Whole(string name) => Regex.Replace(name, @"\s", "_");
    }

    /// <summary>
    /// Whether the original refuses an empty list in an attribute: of the document without such attributes it makes what ours makes of it,
    /// but that ours has empty lists in place of none.
    /// </summary>
    bool IsOfEmptyList(Finding finding)
    {
        if (finding.Difference != "only the original refuses" || finding.Step == "write" || DocumentOf(finding) is not { } root)
            return false;
        var members = Regex.Matches(finding.Code, @"\[XmlAttribute[^\n]* public (?:new |virtual |override |readonly |required )*\S+(?:\[\]|>) (\w+)")
            .Select(m => m.Groups[1].Value).ToHashSet();
        var names = members.SelectMany(m => CalledAs(finding, m)).ToHashSet();
        var empty = root.DescendantsAndSelf().Attributes()
            .Where(a => !a.IsNamespaceDeclaration && a.Value.Trim().Length == 0 && names.Contains(XmlConvert.DecodeName(a.Name.LocalName)!))
            .ToList();
        empty.ForEach(a => a.Remove());
        if (empty.Count == 0)
            return false;
        var (original, ours) = (Outcome.Of(() => OriginalRead(Bytes(root), finding.Type, finding.Options)),
            Outcome.Of(() => OurReadAgain(finding)));
        return original.Refusal is null && ours.Refusal is null && Difference(ours, finding.Ours!) is null
            && (Difference(original with { Result = Emptied(original.Result) }, ours with { Result = Emptied(ours.Result) })
                is not { } difference
                || IsTold(finding with { Original = original, Ours = ours, Difference = difference, IsOursOfDocument = false }));

        // Setters were called with those.
        object? Emptied(object? value) => Objects.Change(value, (field, content) =>
            field.Name == "_log" && content is string log
                ? string.Concat(log.Split(' ').Where(n => !members.Contains(n)))
                : content is System.Collections.ICollection { Count: 0 } && members.Contains(Objects.NameOf(field)) ? null : content);
    }

    /// <summary>
    /// Whether the original fails at a comment or an instruction: without them it makes what ours makes of the document with them.
    /// </summary>
    bool IsOfComments(Finding finding) =>
        finding.Difference == "only the original refuses" && WithoutComments(finding) is { } without && MakesTheSameOf(finding, without);

    /// <summary>The document without comments and instructions, but for those in nodes; null where it has none.</summary>
    static byte[]? WithoutComments(Finding finding)
    {
        if (DocumentOf(finding) is not { } root)
            return null;
        var nodes = AroundNodes(finding, root).Elements().ToHashSet();
        var between = root.DescendantNodes()
            .Where(n => n is XComment or XProcessingInstruction && !n.Ancestors().Any(nodes.Contains)).ToList();
        between.ForEach(n => n.Remove());
        return between.Count > 0 ? Bytes(root) : null;
    }

    /// <summary>
    /// Whether the original passes over white space that a binary reader gives as text: of the document in which it stands in sections,
    /// which are text to every reader, it makes by another one what ours makes of the document as it is.
    /// </summary>
    bool IsOfWhiteText(Finding finding)
    {
        var pair = (Pair)finding.Options.Original!;
        if (pair.Way != XmlWays.DictionaryBinary
            || !(finding.Code.Contains("[XmlText", StringComparison.Ordinal)
                || finding.Code.Contains("r.MoveToContent()", StringComparison.Ordinal))
            || DocumentOf(finding) is not { } root)
            return false;
        var white = root.DescendantNodes().OfType<XText>().Where(t => string.IsNullOrWhiteSpace(t.Value)).ToList();
        white.ForEach(t => t.ReplaceWith(new XCData(t.Value)));
        return white.Count > 0
            && MakesTheSameOf(finding with { Options = finding.Options with { Original = pair.By(XmlWays.PlainReader) } }, Bytes(root));
    }

    /// <summary>
    /// Whether it is the reader that divides a text at references and behind white space, or gives none for an empty CDATA section, as
    /// those of the framework's dictionaries do, or at comments that it leaves out: by another reader, or of the document without those
    /// comments, the original makes what ours makes of it by this one.
    /// </summary>
    bool IsOfTextInPieces(Finding finding)
    {
        var pair = (Pair)finding.Options.Original!;
        if (finding.Step == "write" || finding.Document is not { } document)
            return false;
        if (pair.Way == XmlWays.WithoutComments && DocumentOf(finding) is { } root)
        {
            var between = root.DescendantNodes().Where(n => n is XComment or XProcessingInstruction).ToList();
            between.ForEach(n => n.Remove());
            return between.Count > 0 && MakesTheSameOf(finding, Bytes(root));
        }
        // A section is a text of its own to a binary reader.
        if (pair.Way == XmlWays.DictionaryBinary && DocumentOf(finding) is { } sections)
        {
            var found = sections.DescendantNodes().OfType<XCData>().ToList();
            found.ForEach(c => c.ReplaceWith(new XText(c.Value)));
            if (found.Count > 0 && MakesTheSameOf(finding, Bytes(sections)))
                return true;
        }
        return pair.Way >= XmlWays.DictionaryText
            && (document.AsSpan().IndexOf((byte)'&') >= 0 || document.AsSpan().IndexOf("<![CDATA["u8) >= 0
                || (pair.Way == XmlWays.DictionaryText && finding.Code.Contains("seen.Append($", StringComparison.Ordinal)))
            && MakesTheSameOf(finding with { Options = finding.Options with { Original = pair.By(XmlWays.PlainReader) } }, document);
    }
}
