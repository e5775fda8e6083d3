using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Serialization;
using Isomer.Tests.Differential;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>
/// The rule for included types that XmlSerializer does not find where their base stands in another namespace: of the same types, and the
/// document, in no namespace it must make what ours makes of them as they are.
/// </summary>
sealed partial class XmlDialect
{
    bool IsOfIncludedElsewhere(Finding finding)
    {
        if (finding.Original?.Refusal is not { } refusal
            || Regex.Match(XmlOracle.Innermost(refusal),
                @"The type C\d+\.(\w+) was not expected|The specified type was not recognized: name='(\w+)'") is not { Success: true } named
            || !finding.Code.Contains($"[XmlInclude(typeof({named.Groups[1].Value}{named.Groups[2].Value}))]", StringComparison.Ordinal)
            || MadeOf(Regex.Replace(finding.Code, @"Namespace = ""[^""]*"", |(, )?Namespace = ""[^""]*""", ""), finding.Type) is not { } made)
            return false;
        var pair = (Pair)finding.Options.Original!;
        var given = (XmlOptions)finding.Options.Ours!;
        var options = finding.Options with
        {
            Original = pair.InNone(),
            Ours = given with
            {
                Convention = given.Convention.WithNamespace(""),
                Root = given.Root is null ? null : new XmlRootAttribute(given.Root.ElementName),
            },
        };
        var assembly = Objects.RootOf(made).Assembly;
        var other = finding with { Type = made, Options = options };
        if (finding.Step == "write")
        {
            object? value = Objects.Moved(finding.Value, assembly);
            var (original, ours) = (Outcome.Of(() => OriginalWrite(value, made, options)), Outcome.Of(() => OurWrite(value, made, options)));
            // Both refuse it in the same words then: those of the value's own code, or of a writer's.
            if (finding.Ours!.Refusal is { } own)
                return ours.Refusal?.Message == own.Message && original.Refusal is { } theirs
                    && XmlOracle.Innermost(theirs) == XmlOracle.Innermost(own);
            return ours.Refusal is null
                && Undeclared(InNone(WrittenOf(ours))) == Undeclared(InNone(WrittenOf(finding.Ours)))
                && (Difference(original, ours) is not { } difference
                    || IsTold(other with { Original = original, Ours = ours, Difference = difference, Value = value }));
        }
        if (finding.Difference != "only the original refuses" || DocumentOf(finding) is not { } root)
            return false;
        byte[] document = Bytes(InNone(root));
        var read = Outcome.Of(() => OriginalRead(document, made, options));
        var moved = new Outcome(Objects.Moved(finding.Ours!.Result, assembly), null);
        return Difference(read, moved) is not { } differs
            || IsTold(other with { Document = document, Original = read, Ours = moved, Difference = differs, IsOursOfDocument = false });
    }

    /// <summary>With all its elements and attributes in no namespace, and the types that it names, but for those of XML Schema.</summary>
    static XElement InNone(XElement root)
    {
        foreach (var type in root.DescendantsAndSelf().Attributes(Xsi + "type").ToList())
        {
            string[] parts = type.Value.Trim().Split(':');
            var ns = parts.Length == 2 ? type.Parent!.GetNamespaceOfPrefix(parts[0]) : null;
            if (ns is not null && ns != XmlSchema)
                type.Value = parts[1];
        }
        foreach (var element in root.DescendantsAndSelf().ToList())
        {
            element.Name = element.Name.LocalName;
            // A default namespace cannot be declared on an element that is in none.
            element.ReplaceAttributes(element.Attributes().Where(a => !a.IsNamespaceDeclaration || a.Name.Namespace == XNamespace.Xmlns)
                .Select(a => a.IsNamespaceDeclaration || a.Name.Namespace == Xsi || a.Name.Namespace == XNamespace.Xml
                    ? a
                    : new XAttribute(a.Name.LocalName, a.Value)).DistinctBy(a => a.Name).ToList());
        }
        return root;
    }

    static readonly XNamespace XmlSchema = "http://www.w3.org/2001/XMLSchema";
}
