using System.Runtime.Serialization;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace Isomer.Tests.Differential;

/// <summary>Rules for members that are nodes of XML, and for nodes that are kept.</summary>
public sealed partial class ContractXmlDialect
{
    /// <summary>The elements whose content is a node, or nodes: members and items that are declared so.</summary>
    static List<XElement> AroundNodes(Finding finding, XElement root, string type)
    {
        // A generic type of the case has members of whatever it is closed over.
        string declared = Regex.IsMatch(finding.Code, $@"\bT\d+<[^;={{(]*\b{type}\b") ? $"(?:{type}|T)" : type;
        var names = finding.Code.Split('\n').Where(l => Regex.IsMatch(l, $@"\b{declared}[^\w]"))
            .SelectMany(l => Regex.Matches(l, @"Name = ""([^""]*)""").Select(m => m.Groups[1].Value)
                .Append(Regex.Match(l, $@"\b{declared}\b[^ ]* (\w+)").Groups[1].Value))
            // A [Serializable] type has the fields behind its members.
            .SelectMany(n => (string[])[n, $"<{n}>k__BackingField", "_of" + n])
            .Concat([type, "Key", "Value"]).ToHashSet();
        return [.. root.Descendants().Where(e => Called(e).Any(names.Contains))];
    }

    /// <summary>
    /// Whether an element that has none in it is null where a node is declared, at which the original fails or loses its place: of the
    /// document in which it says that it is nil the original makes what ours makes of it.
    /// </summary>
    bool IsOfEmptyNode(Finding finding)
    {
        if (finding.Difference != "only the original refuses" || finding.Step == "write" || Parsed(finding) is not { } root)
            return false;
        // A collection of nodes is called as its member is, and an entry's value as each other's.
        var places = EmptyIn(root).Select(Place).Distinct().ToList();
        return places.Count > 0 && Some(places).Any(some =>
        {
            var altered = new XElement(root);
            foreach (var element in EmptyIn(altered).Where(e => some.Contains(Place(e))).ToList())
            {
                element.RemoveNodes();
                element.SetAttributeValue(Xsi + "nil", "true");
                // What is null has no identity, and what refers to it is null.
                foreach (var reference in altered.Descendants().Attributes(Serialization + "Ref")
                    .Where(r => r.Value == element.Attribute(Serialization + "Id")?.Value).ToList())
                {
                    reference.Parent!.SetAttributeValue(Xsi + "nil", "true");
                    reference.Remove();
                }
                element.SetAttributeValue(Serialization + "Id", null);
            }
            return MakesTheSameOf(finding, Printed(altered));
        });

        IEnumerable<XElement> EmptyIn(XElement root) =>
            AroundNodes(finding, root, "XElement").Concat(AroundNodes(finding, root, "XmlElement")).Distinct()
                .Where(e => e.Attribute(Xsi + "nil")?.Value.Trim() is not ("true" or "1") && !e.HasElements
                    && string.IsNullOrWhiteSpace(e.Value));

        static (XName, XName?, int) Place(XElement element) => (element.Name, element.Parent?.Name, element.Ancestors().Count());
    }

    /// <summary>
    /// Whether nodes say that they are of any type (xsd:anyType), which the original takes for an object: of the document in which they say
    /// no type the original makes what ours makes of it.
    /// </summary>
    bool IsOfTypedNodes(Finding finding)
    {
        if (finding.Difference != "only the original refuses" || finding.Step == "write" || Parsed(finding) is not { } root)
            return false;
        var typed = AroundNodes(finding, root, "XmlNode").Append(root).Where(e =>
            e.Attribute(Xsi + "type")?.Value.Trim().Split(':') is [var prefix, "anyType"]
                && e.GetNamespaceOfPrefix(prefix)?.NamespaceName == XmlSchemaUri).ToList();
        typed.ForEach(e => e.Attribute(Xsi + "type")!.Remove());
        return typed.Count > 0 && MakesTheSameOf(finding, Printed(root));
    }

    const string XmlSchemaUri = "http://www.w3.org/2001/XMLSchema";

    /// <summary>
    /// Whether white space that a reader gives as text before a node is passed over: without it the original makes what ours makes of the
    /// document.
    /// </summary>
    bool IsOfWhiteBeforeNode(Finding finding)
    {
        if (Way(finding.Options) != XmlWays.Document || finding.Difference != "only the original refuses" || finding.Step == "write"
            || Parsed(finding) is not { } root)
            return false;
        var white = AroundNodes(finding, root, "XElement").Concat(AroundNodes(finding, root, "XmlElement")).Distinct()
            .SelectMany(e => e.Nodes().TakeWhile(n => n is not XElement)).OfType<XText>().Where(t => string.IsNullOrWhiteSpace(t.Value))
            .ToList();
        white.ForEach(t => t.Remove());
        return white.Count > 0 && MakesTheSameOf(finding, Printed(root));
    }

    /// <summary>
    /// Whether the original refuses white space which a reader gives as text where elements are expected: without that in elements of some
    /// names it makes what ours makes of the document as it is.
    /// </summary>
    bool IsOfWhiteText(Finding finding)
    {
        if (Way(finding.Options) <= XmlWays.Text || finding.Difference != "only the original refuses"
            || finding.Step == "write" || Parsed(finding) is not { } document)
            return false;
        var names = White(document).Select(t => t.Parent!.Name).Distinct().ToList();
        // Nodes keep theirs.
        var outside = names.Except(((string[])["XElement", "XmlElement"]).SelectMany(n => AroundNodes(finding, document, n))
            .Where(e => e.Name.LocalName is not ("Key" or "Value")).Elements().DescendantsAndSelf().Select(e => e.Name)).ToList();
        return names.Count > 0 && (Some(names).Append(outside).Any(some => IsSo(t => some.Contains(t.Parent!.Name)))
            // All that stands between elements: white space alone in one is its value, and within nodes it is theirs.
            || IsSo(t => t.Parent!.HasElements)
            || IsSo(t => t.Parent!.HasElements && outside.Contains(t.Parent.Name))
            || IsOutsideOfNodes());

        // By place: what is in an XmlNode[] has names that are found outside of it, too.
        bool IsOutsideOfNodes()
        {
            var root = new XElement(document);
            var nodes = ((string[])["XElement", "XmlElement", "XmlNode"]).SelectMany(n => AroundNodes(finding, root, n))
                .Where(e => e.Name.LocalName is not ("Key" or "Value")).ToHashSet();
            var white = White(root).Where(t => !t.Ancestors().Any(nodes.Contains)).ToList();
            white.ForEach(t => t.Remove());
            return nodes.Count > 0 && white.Count > 0 && MakesTheSameOf(finding, Printed(root));
        }

        bool IsSo(Func<XText, bool> isCause)
        {
            var root = new XElement(document);
            White(root).Where(isCause).ToList().ForEach(t => t.Remove());
            return MakesTheSameOf(finding, Printed(root));
        }

        static IEnumerable<XText> White(XElement root) =>
            root.DescendantNodes().OfType<XText>().Where(t => string.IsNullOrWhiteSpace(t.Value));
    }

    /// <summary>
    /// Whether the original keeps an element with a prefix, in which another one is in the namespace without a prefix, and cannot write it
    /// again: of the document in which no element has a prefix it makes what ours makes of it as it is.
    /// </summary>
    bool IsOfBoundPrefix(Finding finding)
    {
        if (finding.Difference != "the bytes differ" || finding.Step == "write" || finding.Original!.Result is not byte[] shown
            || !shown.AsSpan().StartsWith("The prefix '' is bound to the namespace"u8) || Parsed(finding) is not { } root)
            return false;
        foreach (var element in root.DescendantsAndSelf())
        {
            // Attributes alone need prefixes then.
            element.Attributes().Where(a => a.IsNamespaceDeclaration && a.Name.LocalName != "xmlns"
                && !element.DescendantsAndSelf().Attributes().Any(o => o.Name.NamespaceName == a.Value)).Remove();
            if (element.GetDefaultNamespace() == element.Name.Namespace)
                continue;
            // The last declaration of a namespace is the one that is taken.
            element.SetAttributeValue("xmlns", null);
            element.Add(new XAttribute("xmlns", element.Name.NamespaceName));
        }
        return MakesTheSameOf(finding, Printed(root));
    }

    /// <summary>
    /// Whether the original refuses an array that tells another size than it has: of the document in which each tells its own, or none tells
    /// any, for not each element need be an item, the original makes what ours makes of it.
    /// </summary>
    bool IsOfAnotherSize(Finding finding)
    {
        if (finding.Difference != "only the original refuses" || finding.Step == "write" || Parsed(finding) is not { } root)
            return false;
        bool IsSo() => MakesTheSameOf(finding, Printed(root)) || IsSoOfKept(finding, Printed(root));
        int altered = 0;
        var sizes = root.DescendantsAndSelf().Attributes(Serialization + "Size").ToList();
        foreach (var size in sizes)
        {
            string own = size.Parent!.Elements().Count().ToString(System.Globalization.CultureInfo.InvariantCulture);
            altered += size.Value == own ? 0 : 1;
            size.Value = own;
        }
        if (altered > 0 && IsSo())
            return true;
        // A text has none.
        var texts = sizes.Where(s => !s.Parent!.HasElements && !string.IsNullOrWhiteSpace(s.Parent.Value)).ToList();
        texts.ForEach(s => s.Remove());
        if (texts.Count > 0 && IsSo())
            return true;
        sizes.Where(s => s.Parent is not null).ToList().ForEach(s => s.Remove());
        return sizes.Count > 0 && IsSo();
    }

    /// <summary>
    /// The same where an unknown element tells the size, which is kept as it is: ours shows of the altered document what it shows of the
    /// document, but for sizes, and both make the same of it.
    /// </summary>
    bool IsSoOfKept(Finding finding, byte[] altered)
    {
        if (!finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal) || finding.Ours!.Refusal is not null
            || Outcome.Of(() => OurRead(altered, finding.Type, finding.Options)) is not { Refusal: null } again
            || XmlOf(finding, again) is not var (left, behind) || XmlOf(finding, finding.Ours) is not var (right, ourBehind))
            return false;
        foreach (var root in (XElement[])[left, right])
            root.DescendantsAndSelf().Attributes(Serialization + "Size").ToList().ForEach(a => a.Remove());
        return behind == ourBehind && AreEqualWithoutDeclarations(left, right) && BothMakeTheSameOf(finding, altered);
    }

    /// <summary>
    /// Whether the original takes identities for plain attributes that stand in a kept element with text among its elements, or with other
    /// attributes. It writes them again as they were, so that two objects may have one; ours numbers them, and refuses one that is given
    /// twice. Nothing but the numbers may differ, and each reference must lead to the same element; or without such identities both must
    /// make the same of the document.
    /// </summary>
    bool IsOfKeptIdentity(Finding finding)
    {
        if (finding.Step == "write" || !finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal)
            || Parsed(finding) is not { } root)
            return false;
        var inNodes = root.Descendants().Where(e => e.Attribute(Serialization + "Id") is not null && e.Ancestors().Any(IsNode)).ToList();
        if (inNodes.Count == 0)
            return false;
        if (finding.Difference == "only ours refuses"
            && Regex.Match(finding.Ours!.Refusal!.Message, "The identity '([^']*)' is given to two objects") is { Success: true } given)
        {
            inNodes = [.. inNodes.Where(e => e.Attribute(Serialization + "Id")!.Value == given.Groups[1].Value)];
            inNodes.ForEach(e => e.Attribute(Serialization + "Id")!.Remove());
            return inNodes.Count > 0 && BothMakeTheSameOf(finding, Printed(root));
        }
        if (InPairs(finding) is not var (theirs, ours, pairs, behind))
            return false;
        foreach (var (left, right) in pairs)
            if (left.Attribute(Serialization + "Ref") is { } reference && right.Attribute(Serialization + "Ref") is { } other
                && pairs.Exists(p => IdOf(p.Theirs) == reference.Value && IdOf(p.Ours) == other.Value))
                other.Value = reference.Value;
        foreach (var (left, right) in pairs)
        {
            left.Attribute(Serialization + "Id")?.Remove();
            right.Attribute(Serialization + "Id")?.Remove();
        }
        return AreEqualOrTold(finding, theirs, ours, behind, altered: inNodes.Count);

        static string? IdOf(XElement element) => element.Attribute(Serialization + "Id")?.Value;

        static bool IsNode(XElement element) =>
            element.Attributes().Any(a => !a.IsNamespaceDeclaration && a.Name.Namespace != Xsi && a.Name.Namespace != Serialization)
                || (element.HasElements && element.Nodes().OfType<XText>().Any(t => !string.IsNullOrWhiteSpace(t.Value)));
    }

    /// <summary>
    /// Whether ours refuses the name of another known type at a collection without a setter that holds nothing: of the document in which no
    /// type stands there the original makes what it makes of it, and ours does so, too.
    /// </summary>
    bool IsOfTypedWithoutSetter(Finding finding)
    {
        if (finding.Difference != "only ours refuses" || finding.Step == "write"
            || !Regex.IsMatch(finding.Ours!.Refusal!.Message, "A '[^']*' stands where a '[^']*' is expected")
            || Parsed(finding) is not { } root)
            return false;
        var typed = root.Descendants().Where(e => e.Attribute(Xsi + "type") is not null && !e.HasElements
            && IsWithoutSetter(finding.Code, e)).ToList();
        typed.ForEach(e => e.Attribute(Xsi + "type")!.Remove());
        return typed.Count > 0
            && Difference(Outcome.Of(() => OriginalRead(Printed(root), finding.Type, finding.Options)), finding.Original!) is null
            && BothMakeTheSameOf(finding, Printed(root));
    }

    /// <summary>
    /// Whether nothing differs but white space around values of unknown elements, which say that they are scalars and which the original
    /// reads as such: each must stand so in the document, and be that of the original without it.
    /// </summary>
    bool IsOfKeptScalar(Finding finding)
    {
        if (finding.Step == "write" || !finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal)
            || Parsed(finding) is not { } document || InPairs(finding) is not var (theirs, ours, pairs, behind))
            return false;
        var kept = KeptOf(finding, theirs);
        int altered = 0;
        // Of a value that it reads as such it keeps no attributes.
        foreach (var (left, right) in pairs.Where(p => kept.Contains(p.Theirs) && !p.Ours.HasElements
            && p.Ours.Attribute(Xsi + "type") is not null))
            foreach (var own in right.Attributes().Where(a => !a.IsNamespaceDeclaration && left.Attribute(a.Name) is null
                && document.Descendants(right.Name).Any(e => e.Attribute(a.Name)?.Value == a.Value)).ToList())
            {
                own.Remove();
                altered++;
            }
        foreach (var (left, right) in pairs.Where(p => kept.Contains(p.Theirs) && !p.Ours.HasElements))
            if (right.Attribute(Xsi + "type") is not null && right.Value != left.Value && right.Value.Trim() == left.Value
                && document.Descendants(right.Name).Any(e => e.Value == right.Value))
            {
                right.Value = left.Value;
                altered++;
            }
        return altered > 0 && AreEqualOrTold(finding, theirs, ours, behind, altered);
    }

    /// <summary>
    /// Whether nothing differs but that elements which the original kept as nodes, and which are empty, are in two tags there as they were
    /// read, and in one here.
    /// </summary>
    bool IsOfKeptTags(Finding finding)
    {
        if (finding.Step == "write" || !finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal)
            || InPairs(finding) is not var (theirs, ours, pairs, behind))
            return false;
        var kept = KeptOf(finding, theirs);
        int altered = 0;
        foreach (var (left, right) in pairs.Where(p => kept.Contains(p.Theirs)))
            if (!left.IsEmpty && !left.Nodes().Any() && right.IsEmpty)
            {
                right.Add("");
                altered++;
            }
        return altered > 0 && AreEqualOrTold(finding, theirs, ours, behind, altered);
    }

    /// <summary>
    /// Whether the original shows comments and instructions in kept elements, which it took for XML: what both show is the same without
    /// them, and each must stand in the document.
    /// </summary>
    bool IsOfKeptComment(Finding finding)
    {
        if (finding.Step == "write" || !finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal)
            || Parsed(finding) is not { } document || InPairs(finding) is not var (theirs, ours, pairs, behind))
            return false;
        var (kept, stood) = (KeptOf(finding, theirs), document.DescendantNodes().Where(IsComment).Select(n => n.ToString()).ToHashSet());
        var comments = pairs.Where(p => kept.Contains(p.Theirs)).SelectMany(p => p.Theirs.Nodes())
            .Where(n => IsComment(n) && stood.Contains(n.ToString())).ToList();
        comments.ForEach(n => n.Remove());
        return comments.Count > 0 && AreEqualOrTold(finding, theirs, ours, behind, comments.Count);

        static bool IsComment(XNode node) => node is XComment or XProcessingInstruction;
    }

    /// <summary>
    /// Whether white space between kept elements is shown by one alone: where they have text among them the original keeps it, or drops it
    /// at the ends. What is taken out of both must stand in the document.
    /// </summary>
    bool IsOfKeptWhite(Finding finding)
    {
        if (finding.Step == "write" || !finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal)
            || Parsed(finding) is not { } document || InPairs(finding) is not var (theirs, ours, pairs, behind))
            return false;
        var (kept, stood) = (KeptOf(finding, theirs), White(document).Select(t => (t.Parent!.Name, t.Value)).ToHashSet());
        var white = pairs.Where(p => kept.Contains(p.Theirs)).SelectMany(p => (XElement[])[p.Theirs, p.Ours])
            .SelectMany(e => e.Nodes().OfType<XText>().Where(t => e.HasElements && stood.Contains((e.Name, t.Value)))).ToList();
        white.ForEach(t => t.Remove());
        return AreEqualOrTold(finding, theirs, ours, behind, white.Count);

        static IEnumerable<XText> White(XElement root) =>
            root.DescendantNodes().OfType<XText>().Where(t => string.IsNullOrWhiteSpace(t.Value) && t.Parent!.HasElements);
    }

    /// <summary>
    /// Whether CDATA sections of unknown elements are text here, which the original keeps apart, or refuses with a text behind them: of the
    /// document in which all sections, or those of elements of one name, are text the original makes what ours makes of it.
    /// </summary>
    bool IsOfKeptSection(Finding finding)
    {
        if (finding.Difference is not ("the bytes differ" or "only the original refuses") || finding.Step == "write"
            || !finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal) || Parsed(finding) is not { } root)
            return false;
        var names = root.DescendantNodes().OfType<XCData>().Select(s => s.Parent!.Name).Distinct().ToList();
        return names.Count > 0 && Some(names).Any(some =>
        {
            var altered = new XElement(root);
            altered.DescendantNodes().OfType<XCData>().Where(s => some.Contains(s.Parent!.Name)).ToList()
                .ForEach(s => s.ReplaceWith(new XText(s.Value)));
            return MakesTheSameOf(finding, Printed(altered));
        });
    }

    /// <summary>
    /// Whether white space before a comment or an instruction, or between two, is a part of an unknown element's text here, which the
    /// original drops there alone: of the document in which nothing stands between them the original makes what ours makes of it.
    /// </summary>
    bool IsOfKeptBeforeComment(Finding finding)
    {
        if (finding.Difference != "the bytes differ" || finding.Step == "write"
            || !finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal) || Parsed(finding) is not { } root)
            return false;
        var texts = root.DescendantsAndSelf().Where(e => !e.HasElements && e.Nodes().OfType<XText>().Any(white =>
            string.IsNullOrWhiteSpace(white.Value) && (white.NextNode is XComment or XProcessingInstruction
                || white.PreviousNode is XComment or XProcessingInstruction))).ToList();
        texts.ForEach(e => e.ReplaceNodes(e.Value));
        return texts.Count > 0 && MakesTheSameOf(finding, Printed(root));
    }

    /// <summary>
    /// Whether it is the reader that gives white space before a text as a node of its own, as that of the framework's dictionaries does,
    /// and the original that drops it in an unknown element, or an IXmlSerializable that passes over it: over another reader it makes of the document what ours makes of it.
    /// </summary>
    bool IsOfKeptPieces(Finding finding)
    {
        // What is binary has an equal text.
        if ((form == ContractXmlForm.Text && Way(finding.Options) is not (<= XmlWays.Text or XmlWays.DictionaryText))
            || finding.Difference != "the bytes differ" || finding.Step == "write"
            || (form == ContractXmlForm.Text ? finding.Document : Parsed(finding) is { } root ? XmlWays.Printed(root) : null)
                is not { } document
            || !(finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal)
                || finding.Code.Contains("r.MoveToContent()", StringComparison.Ordinal))
            || XmlOf(finding, finding.Original!) is not var (_, behind))
            return false;
        var original = Outcome.Of(() => XmlWays.Read(XmlWays.AnyCharacter, document, r => (byte[])[
            .. Shown(Original(finding.Type, finding.Options).ReadObject(r), finding.Type, finding.Options, null),
            .. Encoding.UTF8.GetBytes(behind)]));
        return original.Refusal is null && Difference(original, finding.Original!) is not null
            && (Difference(original, finding.Ours!) is not { } difference
                || IsTold(finding with { Original = original, Difference = difference }));
    }

    /// <summary>
    /// Whether ours refuses text before an element of an unknown one, which the original keeps where it takes what is around for XML: without
    /// such texts both make the same of the document.
    /// </summary>
    bool IsOfTextBeforeKept(Finding finding)
    {
        if (finding.Difference != "only ours refuses" || finding.Step == "write"
            || !finding.Ours!.Refusal!.Message.Contains("has text before an element, which is not kept", StringComparison.Ordinal)
            || Parsed(finding) is not { } root)
            return false;
        var texts = root.DescendantNodes().OfType<XText>().Where(t => !string.IsNullOrWhiteSpace(t.Value)
            && !t.ElementsBeforeSelf().Any() && t.ElementsAfterSelf().Any()).ToList();
        texts.ForEach(t => t.Remove());
        return texts.Count > 0 && BothMakeTheSameOf(finding, Printed(root));
    }

    /// <summary>
    /// Whether the original refuses text behind an element of an unknown one, which it takes for an object: without such texts it makes of
    /// the document what ours makes of it as it is, but for those texts.
    /// </summary>
    bool IsOfTextBehindKept(Finding finding)
    {
        if (finding.Difference != "only the original refuses" || finding.Step == "write"
            || !finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal) || Parsed(finding) is not { } root
            || Remove(root) == 0 || XmlOf(finding, finding.Ours!) is not var (ours, behind) || Remove(ours) == 0)
            return false;
        var original = Outcome.Of(() => OriginalRead(Printed(root), finding.Type, finding.Options));
        if (original.Refusal is not null || XmlOf(finding, original) is not var (theirs, theirBehind))
            return false;
        var (left, right) = (ShownAgain(theirs, theirBehind), ShownAgain(ours, behind));
        return Difference(left, right) is not { } difference
            || IsTold(finding with
            {
                Document = Printed(root),
                Original = left,
                Ours = right,
                Difference = difference,
                IsOursOfDocument = false
            });

        static int Remove(XElement root)
        {
            var texts = root.DescendantNodes().OfType<XText>()
                .Where(t => !string.IsNullOrWhiteSpace(t.Value) && t.ElementsBeforeSelf().Any()).ToList();
            texts.ForEach(t => t.Remove());
            return texts.Count;
        }
    }

    /// <summary>
    /// Whether the original refuses the text of an unknown element that says it is a scalar or an enum, which ours keeps as that text: without such
    /// elements of one value the original makes of the document what ours makes of it as it is, but for those elements.
    /// </summary>
    bool IsOfKeptNoScalar(Finding finding)
    {
        if (finding.Difference != "only the original refuses" || finding.Step == "write"
            || !finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal)
            || !(finding.Original!.Refusal!.Message is var message
                && (message.Contains("cannot be parsed as the type", StringComparison.Ordinal)
                    || message.Contains("Invalid enum value", StringComparison.Ordinal)))
            || Parsed(finding) is not { } root || XmlOf(finding, finding.Ours!) is not var (ours, behind))
            return false;
        var typed = Typed(root).ToList();
        return typed.Select(e => e.Value).Distinct().Any(value =>
        {
            var (copy, left) = (new XElement(root), new XElement(ours));
            Typed(copy).Where(e => e.Value == value).ToList().ForEach(e => e.Remove());
            Typed(left).Where(e => e.Value == value).ToList().ForEach(e => e.Remove());
            var original = Outcome.Of(() => OriginalRead(Printed(copy), finding.Type, finding.Options));
            return original.Refusal is null && XmlOf(finding, original) is var (theirs, theirBehind) && theirBehind == behind
                && AreEqualOrTold(finding with { Document = Printed(copy) }, theirs, left, behind, altered: 1);
        });

        static IEnumerable<XElement> Typed(XElement root) =>
            root.Descendants().Where(e => !e.HasElements && e.Attribute(Xsi + "type") is not null);
    }
}
