using System.Reflection;
using System.Runtime.Serialization;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace Isomer.Tests.Differential;

/// <summary>Rules that find out whether a difference has the cause that docs/contractxml.md tells.</summary>
public sealed partial class ContractXmlDialect
{
    static readonly XNamespace Xsi = "http://www.w3.org/2001/XMLSchema-instance";

    /// <summary>
    /// Whether the original refuses an attribute nil that is neither true nor false, or an identity of no characters, of an element that is
    /// passed over: without that element, it makes what ours makes of the document. Of an element that means something it would make
    /// another thing.
    /// </summary>
    bool IsOfUnreadNil(Finding finding)
    {
        if (finding.Difference != "only the original refuses" || !IsOfWord(finding.Original!.Refusal!.ToString())
            || finding.Step == "write" || Parsed(finding) is not { } root)
            return false;
        root.Descendants().Where(e => e.Attribute(Xsi + "nil") is { } nil && nil.Value.Trim() is not ("true" or "false" or "1" or "0")
                || e.Attribute(Serialization + "Id")?.Value.Length == 0)
            .ToList().ForEach(e => e.Remove());
        return MakesTheSameOf(finding, Printed(root));

        static bool IsOfWord(string refusal) =>
            refusal.Contains("cannot be parsed as the type 'Boolean'", StringComparison.Ordinal)
                || refusal.Contains("is not a valid Boolean value", StringComparison.Ordinal)
                || refusal.Contains("Invalid Id ''. Must not be null or empty", StringComparison.Ordinal);
    }

    /// <summary>What was written or shown as XML, and what is to be seen of it behind that; null where it is no XML.</summary>
    (XElement Root, string Behind)? XmlOf(Finding finding, Outcome outcome)
    {
        byte[] bytes = (byte[])outcome.Result!;
        bool isShown = finding.Step != "write";
        int end = isShown ? bytes.AsSpan().LastIndexOf((byte)'>') + 1 : bytes.Length;
        return Parsed(finding with { Document = bytes[..end] }, isShown || form == ContractXmlForm.Text) is { } root
            ? (root, Encoding.UTF8.GetString(bytes.AsSpan(end)))
            : null;
    }

    /// <summary>Both as XML, and their elements in pairs; null where there are not as many.</summary>
    (XElement Theirs, XElement Ours, List<(XElement Theirs, XElement Ours)> Pairs, string Behind)? InPairs(Finding finding)
    {
        if (finding.Difference != "the bytes differ" || XmlOf(finding, finding.Original!) is not var (theirs, behind)
            || XmlOf(finding, finding.Ours!) is not var (ours, ourBehind) || behind != ourBehind)
            return null;
        List<XElement> left = [.. theirs.DescendantsAndSelf()], right = [.. ours.DescendantsAndSelf()];
        return left.Count == right.Count ? (theirs, ours, [.. left.Zip(right)], behind) : null;
    }

    /// <summary>
    /// Whether the original does not show unknown elements that it kept behind a member which is left out, having its default: of types
    /// whose members are never left out both show the same, and ours shows what the original shows but for elements that the original shows
    /// then.
    /// </summary>
    bool IsOfKeptBehindDefault(Finding finding)
    {
        if (finding.Difference != "the bytes differ" || finding.Step == "write"
            || !finding.Code.Contains("EmitDefaultValue = false", StringComparison.Ordinal)
            || !finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal)
            || XmlOf(finding, finding.Original!) is not var (theirs, behind) || XmlOf(finding, finding.Ours!) is not var (ours, ourBehind)
            || behind != ourBehind
            || ByOtherCode(finding, finding.Code.Replace("EmitDefaultValue = false", "EmitDefaultValue = true", StringComparison.Ordinal),
                _ => true) is not { Original.Result: byte[] } whole
            || (whole.Difference.Length > 0 && !IsTold(whole)) || XmlOf(whole, whole.Original!) is not var (all, _))
            return false;
        var shown = all.Descendants().Select(Plain).ToHashSet();
        int altered = 0;
        return Matched(theirs, ours) && AreEqualOrTold(finding, theirs, ours, behind, altered);

        bool Matched(XElement theirs, XElement ours)
        {
            var left = new Queue<XElement>(theirs.Elements());
            foreach (var element in ours.Elements().ToList())
                if (left.TryPeek(out var next) && next.Name == element.Name)
                {
                    if (!Matched(left.Dequeue(), element))
                        return false;
                }
                else if (shown.Contains(Plain(element)))
                {
                    element.Remove();
                    altered++;
                    // In one tag, as what holds nothing is.
                    if (theirs.IsEmpty && !ours.Nodes().Any())
                        ours.RemoveNodes();
                }
                else
                {
                    return false;
                }
            return left.Count == 0;
        }

        static string Plain(XElement element)
        {
            var copy = new XElement(element);
            copy.DescendantsAndSelf().Attributes().Where(a => a.IsNamespaceDeclaration).ToList().ForEach(a => a.Remove());
            return Encoding.UTF8.GetString(XmlWays.Printed(copy));
        }
    }

    /// <summary>
    /// Those elements of what the original shows that it kept, being unknown: it does not show them where it is told to keep nothing. None,
    /// where that cannot be asked.
    /// </summary>
    HashSet<XElement> KeptOf(Finding finding, XElement shown)
    {
        var kept = new HashSet<XElement>();
        var without = Outcome.Of(
            () => OriginalRead(finding.Document!, finding.Type,
                OriginalKnowing(finding.Options, [.. Settings(finding.Options).KnownTypes!], ignores: true)));
        return without.Result is byte[] && XmlOf(finding, without) is var (known, _) && Gather(shown, known) ? kept : [];

        // What is known comes in the same order in both.
        bool Gather(XElement shown, XElement known)
        {
            var left = new Queue<XElement>(known.Elements());
            foreach (var element in shown.Elements())
                if (!left.TryPeek(out var next) || next.Name != element.Name)
                    kept.UnionWith(element.DescendantsAndSelf());
                else if (!Gather(element, left.Dequeue()))
                    return false;
            return left.Count == 0;
        }
    }

    /// <summary>
    /// Whether what both show is equal but for declarations, a rule having taken its cause out of it; or what is left has causes that are
    /// told. A rule that altered nothing leaves the question as it was.
    /// </summary>
    bool AreEqualOrTold(Finding finding, XElement theirs, XElement ours, string behind, int altered) =>
        AreEqualWithoutDeclarations(new XElement(theirs), new XElement(ours))
            || (altered > 0 && (AreEqualWithoutDeclarations(Numbered(theirs), Numbered(ours)) || IsTold(finding with
            {
                Original = ShownAgain(theirs, behind),
                Ours = ShownAgain(ours, behind),
                Difference = "the bytes differ",
                IsOursOfDocument = false
            })));

    /// <summary>A copy whose identities are numbered as they come: what is taken out may have had one.</summary>
    static XElement Numbered(XElement root)
    {
        var (copy, numbers) = (new XElement(root), new Dictionary<string, string>());
        foreach (var id in copy.DescendantsAndSelf().Attributes(Serialization + "Id"))
        {
            numbers.TryAdd(id.Value, $"{numbers.Count + 1}");
            id.Value = numbers[id.Value];
        }
        foreach (var reference in copy.DescendantsAndSelf().Attributes(Serialization + "Ref"))
            reference.Value = numbers.GetValueOrDefault(reference.Value, reference.Value);
        return copy;
    }

    static Outcome ShownAgain(XElement root, string behind) =>
        new((byte[])[.. XmlWays.Printed(root), .. Encoding.UTF8.GetBytes(behind)], null);

    static bool AreEqualWithoutDeclarations(XElement theirs, XElement ours)
    {
        foreach (var root in (XElement[])[theirs, ours])
        {
            // What a type's prefix stands for is told by the declarations alone.
            foreach (var type in root.DescendantsAndSelf().Attributes(Xsi + "type").ToList())
                if (type.Value.Split(':') is [{ Length: > 0 } prefix, var local] && type.Parent!.GetNamespaceOfPrefix(prefix) is { } ns)
                    type.Value = $"{{{ns}}}{local}";
            root.DescendantsAndSelf().Attributes().Where(a => a.IsNamespaceDeclaration).ToList().ForEach(a => a.Remove());
        }
        // Characters are in them that XML has no place for.
        return XmlWays.Printed(theirs).AsSpan().SequenceEqual(XmlWays.Printed(ours));
    }

    /// <summary>
    /// Whether ours kept attributes of an unknown element that is nil, or tells its size, or a text of one that is white space, and nothing
    /// else differs. What is kept is seen only where it is written again, so that it is what was shown that is altered: each attribute that
    /// ours has there alone must stand in the document, at an element of that name that is nil, each such text at one of that name, and
    /// each declaration must stand in the document.
    /// </summary>
    bool IsOfKeptNil(Finding finding)
    {
        if (finding.Step == "write" || !finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal)
            || Parsed(finding) is not { } document || InPairs(finding) is not var (theirs, ours, pairs, behind))
            return false;
        var declared = document.DescendantsAndSelf().Concat(theirs.DescendantsAndSelf()).Attributes().Where(a => a.IsNamespaceDeclaration)
            .Select(a => a.Value).ToHashSet();
        if (ours.DescendantsAndSelf().Attributes()
            .Any(a => a.IsNamespaceDeclaration && a.Value.Length > 0 && !declared.Contains(a.Value) && a.Value != Xsi.NamespaceName))
            return false;
        var kept = KeptOf(finding, theirs);
        int altered = 0;
        foreach (var (left, right) in pairs.Where(p => kept.Contains(p.Theirs)))
        {
            if (!left.Nodes().Any() && right is { HasElements: false, IsEmpty: false } && string.IsNullOrWhiteSpace(right.Value)
                && document.Descendants(right.Name).Any(e => !e.HasElements && e.Value == right.Value))
            {
                right.RemoveNodes();
                altered++;
                // In one tag as there, or in two.
                if (!left.IsEmpty)
                    right.Add("");
            }
            // The original takes what tells its size for a collection, which has no attributes.
            bool isSized = right.Attribute(Serialization + "Size") is not null && left.Attribute(Serialization + "Size") is not null;
            if (!isSized && (right.Attribute(Xsi + "nil")?.Value != "true" || left.Attribute(Xsi + "nil")?.Value != "true"))
                continue;
            var own = right.Attributes()
                .Where(a =>
                    !a.IsNamespaceDeclaration && left.Attribute(a.Name) is null
                        && document.Descendants(right.Name)
                            .Any(e => (isSized || IsNil(e)) && e.Attribute(a.Name) is { } stood && LocalOf(stood) == LocalOf(a))).ToList();
            own.ForEach(a => a.Remove());
            altered += own.Count;
        }
        return AreEqualOrTold(finding, theirs, ours, behind, altered);

        static bool IsNil(XElement element) => element.Attribute(Xsi + "nil")?.Value.Trim() is "true" or "1";

        // A type's prefix is another one where it is written.
        static string LocalOf(XAttribute attribute) =>
            attribute.Name == Xsi + "type" ? attribute.Value.Split(':')[^1].Trim() : attribute.Value;
    }

    /// <summary>
    /// Whether the original tells sizes of unknown elements that it kept, of other namespaces than contracts', which it takes for
    /// collections, where references are kept; nothing else differs then, or another rule excuses it. Each must be the number of the
    /// elements in it.
    /// </summary>
    bool IsOfKeptSize(Finding finding)
    {
        if (finding.Step == "write" || !Settings(finding.Options).PreserveObjectReferences
            || !finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal)
            || InPairs(finding) is not var (theirs, ours, pairs, behind))
            return false;
        var (kept, size) = (KeptOf(finding, theirs), Serialization + "Size");
        int altered = 0;
        foreach (var (left, right) in pairs.Where(p => kept.Contains(p.Theirs) && p.Ours.Attribute(size) is null))
            if (left.Attribute(size)?.Value == left.Elements().Count().ToString(System.Globalization.CultureInfo.InvariantCulture))
            {
                left.Attribute(size)!.Remove();
                altered++;
            }
        return AreEqualOrTold(finding, theirs, ours, behind, altered);
    }

    /// <summary>
    /// Whether the original takes unknown elements out of their namespace that name a type in none, by a prefix that is not declared or by
    /// none, or fails to write them, also where nothing follows the prefix: without those names it shows what ours shows without them.
    /// </summary>
    bool IsOfKeptTypeWithoutNamespace(Finding finding)
    {
        if (finding.Difference is not ("the bytes differ" or "only the original refuses") || finding.Step == "write"
            || !finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal) || Parsed(finding) is not { } root)
            return false;
        var named = root.Descendants().Where(e => e.Attribute(Xsi + "type")?.Value.Trim().Split(':') switch
        {
            [{ Length: > 0 } prefix, var local] => local.Length == 0 || e.GetNamespaceOfPrefix(prefix) is null,
            [{ Length: > 0 }] => e.GetDefaultNamespace() == XNamespace.None,
            _ => false,
        }).ToList();
        var types = named.Select(e => e.Attribute(Xsi + "type")!.Value.Trim().Split(':')[^1]).ToHashSet();
        named.ForEach(e => e.Attribute(Xsi + "type")!.Remove());
        var original = Outcome.Of(() => OriginalRead(Printed(root), finding.Type, finding.Options));
        if (named.Count == 0 || original.Refusal is not null || XmlOf(finding, original) is not var (theirs, behind)
            || XmlOf(finding, finding.Ours!) is not var (ours, ourBehind) || behind != ourBehind)
            return false;
        foreach (var element in ours.Descendants().Where(e => e.GetDefaultNamespace() == XNamespace.None))
            if (element.Attribute(Xsi + "type") is { } type && types.Contains(type.Value))
                type.Remove();
        return AreEqualOrTold(finding with { Document = Printed(root) }, theirs, ours, behind, named.Count);
    }

    /// <summary>
    /// Whether the original loses the namespace of a type deep in an unknown element, whose prefix is declared outside of that: of the
    /// document in which each element that says a type declares a prefix of its own for it the original makes what ours makes of it.
    /// </summary>
    bool IsOfKeptTypeOfOuterPrefix(Finding finding)
    {
        if (finding.Difference is not ("the bytes differ" or "only the original refuses") || finding.Step == "write"
            || !finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal) || Parsed(finding) is not { } root)
            return false;
        int count = 0;
        foreach (var type in root.DescendantsAndSelf().Attributes(Xsi + "type").ToList())
            if (type.Value.Trim().Split(':') is [var prefix, { Length: > 0 } local] && type.Parent!.GetNamespaceOfPrefix(prefix) is { } ns)
            {
                type.Value = $"own{++count}:{local}";
                type.Parent.SetAttributeValue(XNamespace.Xmlns + $"own{count}", ns.NamespaceName);
            }
        return count > 0 && MakesTheSameOf(finding, Printed(root));
    }

    /// <summary>
    /// Whether the original refuses what is no item in a collection without a setter: without the elements of one name in it the original
    /// makes what ours makes of the document as it is.
    /// </summary>
    bool IsOfNoItem(Finding finding)
    {
        if (finding.Difference != "only the original refuses" || finding.Step == "write"
            || !finding.Original!.Refusal!.Message.Contains("'Element' is an invalid XmlNodeType", StringComparison.Ordinal)
            || Parsed(finding) is not { } root)
            return false;
        var places = root.DescendantsAndSelf().Where(e => IsWithoutSetter(finding.Code, e)).ToList();
        return places.SelectMany(p => p.Elements()).Select(e => e.Name).Distinct().ToList().Exists(name =>
        {
            var copy = new XElement(root);
            copy.DescendantsAndSelf().Where(e => IsWithoutSetter(finding.Code, e))
                .SelectMany(p => p.Elements(name)).ToList().ForEach(e => e.Remove());
            return MakesTheSameOf(finding, Printed(copy));
        });
    }

    /// <summary>
    /// Whether the original names the type of members of which a derived class has another one under the same name, ours does not, and
    /// nothing else differs. The original must read both as the same: where the value is of another type than declared its name is needed.
    /// </summary>
    bool IsOfMemberAgain(Finding finding)
    {
        if (!HasMemberAgain(finding.Code) || InPairs(finding) is not var (theirs, ours, pairs, _))
            return false;
        string[] lines = finding.Code.Split('\n');
        string[] again = MembersAgain(finding.Code);
        var names = again.Concat(
            lines.Where(l => again.Any(a => Regex.IsMatch(l, $@" {a}\b")))
                .SelectMany(l => Regex.Matches(l, "Name = \"([^\"]+)\"").Select(m => m.Groups[1].Value)))
            // A [Serializable] type has the fields behind them.
            .SelectMany(n => (string[])[n, $"<{n}>k__BackingField", "_of" + n]).Select(n => XmlConvert.EncodeLocalName(n)).ToHashSet();
        foreach (var (left, right) in pairs)
            if (names.Contains(left.Name.LocalName) && right.Attribute(Xsi + "type") is null)
                left.Attribute(Xsi + "type")?.Remove();
        return AreEqualWithoutDeclarations(theirs, ours) && (MeanTheSame(finding) || (Uncounting(finding) is { } other
            && MeanTheSame(finding with { Type = other.Type, Options = other.Options })));
    }

    bool MeanTheSame(Finding finding) =>
        Difference(Outcome.Of(() => Again(finding, finding.Original!)), Outcome.Of(() => Again(finding, finding.Ours!))) is null;

    /// <summary>With types that do not count the attributes of what they read, to which the name of the type belongs.</summary>
    Finding? Uncounting(Finding finding) =>
        finding.Code.Replace(" + r.AttributeCount", "", StringComparison.Ordinal) is var code && code != finding.Code
            ? ByOtherCode(finding, code, _ => true)
            : null;

    /// <summary>What the members are called that hide one of a base class.</summary>
    static string[] MembersAgain(string code) =>
        [.. Regex.Matches(code, @"\bnew [^;{=(]+? (\w+)( \{|;| =)").Select(m => m.Groups[1].Value)];

    /// <summary>What the original reads of what was written, or of what was shown.</summary>
    object? Again(Finding finding, Outcome outcome)
    {
        if (finding.Step == "write")
            return OriginalRead((byte[])outcome.Result!, finding.Type, finding.Options);
        byte[] bytes = (byte[])outcome.Result!;
        var settings = Settings(finding.Options);
        using var reader = XmlReader.Create(new MemoryStream(bytes[..(bytes.AsSpan().LastIndexOf((byte)'>') + 1)]),
            new XmlReaderSettings { CheckCharacters = false });
        var serializer = new DataContractSerializer(finding.Type,
            new DataContractSerializerSettings
            {
                KnownTypes = ShownTypes(finding.Options),
                PreserveObjectReferences = settings.PreserveObjectReferences,
                SerializeReadOnlyTypes = ShowsReadOnly(finding.Options)
            });
        return Shown(serializer.ReadObject(reader), finding.Type, finding.Options, null);
    }

    /// <summary>
    /// Whether the original alone needs a known type for a member that a derived class has again: with the types that such members are
    /// declared as it writes what ours writes, but for the name of the type at them (<see cref="IsOfMemberAgain"/>). A type that is missed
    /// for another member stays missing.
    /// </summary>
    bool IsOfMemberAgainUnknown(Finding finding)
    {
        if (finding.Difference is not ("only the original refuses" or Another) || !HasMemberAgain(finding.Code))
            return false;
        var (declared, known, original) = (DeclaredAgain(finding), Settings(finding.Options).KnownTypes!.ToList(), finding.Original!);
        // A type more each time: what is in an object is met when the object is known.
        for (int i = 0; i < 6 && original.Refusal is { } refusal; i++)
        {
            // What it writes then the writer may refuse, to both.
            if (finding.Difference == Another && i > 0 && AreAlike(refusal, finding.Ours!.Refusal!))
                return true;
            if (Regex.Match(refusal.Message,
                @"^Type '([^']+)' with data contract name '.* is not expected\. Add any types") is not { Success: true } named)
                return i > 0 && IsTold(finding with { Original = original, Options = KnowingOnly(finding.Options, known) });
            // The stand-in of the original's for a date with an offset is its own.
            string name = named.Groups[1].Value == "System.Runtime.Serialization.DateTimeOffsetAdapter"
                ? typeof(DateTimeOffset).FullName!
                : named.Groups[1].Value;
            // A value of a derived type is known where the type is that is declared, which says so.
            if ((declared.FirstOrDefault(d => d.ToString() == name || d.FullName == name)
                ?? (TypesOf(finding).FirstOrDefault(t => t.ToString() == name) is { } missed
                    ? declared.FirstOrDefault(d => d.IsAssignableFrom(missed) && !known.Contains(d))
                    : null)) is not { } missing || known.Contains(missing))
                return false;
            known.Add(missing);
            var knowing = OriginalKnowing(finding.Options, known, Settings(finding.Options).IgnoreExtensionDataObject);
            original = Outcome.Of(
                () => finding.Step == "write"
                    ? OriginalWrite(finding.Value, finding.Type, knowing)
                    : OriginalRead(finding.Document!, finding.Type, knowing));
            if (original.Refusal is null)
                return finding.Difference != Another
                    && (Difference(original, finding.Ours!) is not { } difference
                        || IsOfMemberAgain(finding with { Original = original, Difference = difference, Options = knowing }));
        }
        return false;
    }

    /// <summary>
    /// The same where the interface of a collection is declared, by the one that hides or by the hidden one, as which the original reads
    /// another one than a list or a dictionary: of types that declare those, and of values that have lists in place of arrays, ours writes
    /// what it writes, and the original needs them known.
    /// </summary>
    bool IsOfInterfaceAgainUnknown(Finding finding)
    {
        string[] again = MembersAgain(finding.Code);
        string code = string.Join('\n', finding.Code.Split('\n').Select(line =>
            // The field behind a property too.
            !again.Any(a => Regex.IsMatch(line, $@"\b(?:public|private) [^({{=]*> (?:_of)?{a}\b"))
                ? line
                : s_interface.Replace(line, m => m.Value.Contains("Dictionary", StringComparison.Ordinal) ? "Dictionary<" : "List<", 1)));
        if (finding is not { Step: "write", Difference: "only the original refuses" } || code == finding.Code)
            return false;
        object? listed = Objects.Change(Objects.Moved(finding.Value, Objects.RootOf(finding.Type).Assembly), (field, content) =>
            content is Array items && field.FieldType.IsInterface && again.Contains(Objects.NameOf(field))
                && typeof(List<>).MakeGenericType(items.GetType().GetElementType()!) is var list && field.FieldType.IsAssignableFrom(list)
                ? Activator.CreateInstance(list, items)
                : content);
        if (ByOtherCode(finding with { Value = listed }, code, _ => true) is not { Ours.Refusal: null } other
            || finding.Ours!.Refusal is not null || XmlOf(other, other.Ours) is not var (left, _)
            || XmlOf(finding, finding.Ours) is not var (right, _))
            return false;
        // Where references are kept a list without a setter tells its size, and an interface of one does not.
        var sizes = left.Descendants().Where(e => Called(e).Any(again.Contains)).Attributes(Serialization + "Size").ToList();
        sizes.Where(_ => right.Descendants().All(e => !Called(e).Any(again.Contains) || e.Attribute(Serialization + "Size") is null))
            .ToList().ForEach(s => s.Remove());
        return AreEqualWithoutDeclarations(left, right)
            && (other.Difference.Length == 0 || IsOfMemberAgain(other) || IsOfMemberAgainUnknown(other));
    }

    static readonly Regex s_interface =
        new(@"(?<=\b(?:public|private) (?:new |readonly |required )*)I(?:ReadOnly)?(?:Dictionary|List|Collection|Enumerable)<");

    /// <summary>The types that members are declared as which hide one of another type, and those of the hidden ones.</summary>
    static List<Type> DeclaredAgain(Finding finding)
    {
        const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;
        var found = new List<Type>();
        foreach (var type in TypesOf(finding))
            foreach (var member in type.GetMembers(Own))
                foreach (var hidden in Above(type).SelectMany(t => t.GetMember(member.Name, Own)))
                    if (TypeOf(member) is { } declared && TypeOf(hidden) is { } other && declared != other)
                        found.AddRange(((Type[])[declared, other]).Where(t => t != typeof(object)));
        return found;

        static Type? TypeOf(MemberInfo member) =>
            ((member as PropertyInfo)?.PropertyType ?? (member as FieldInfo)?.FieldType) is { } type
                ? Nullable.GetUnderlyingType(type) ?? type
                : null;

        static IEnumerable<Type> Above(Type type)
        {
            for (var above = type.BaseType; above is not null && above != typeof(object); above = above.BaseType)
                yield return above;
        }
    }

    /// <summary>
    /// Whether ours refuses a reference to what an unknown element holds: with null in its place both make the same of the document.
    /// </summary>
    bool IsOfKeptReference(Finding finding)
    {
        if (finding.Difference != "only ours refuses"
            || Regex.Match(finding.Ours!.Refusal!.Message,
                "The reference '([^']*)' names an unknown element") is not { Success: true } named || Parsed(finding) is not { } root)
            return false;
        var referring = root.Descendants().Where(e => e.Attribute(Serialization + "Ref")?.Value == named.Groups[1].Value).ToList();
        foreach (var element in referring)
        {
            element.Attribute(Serialization + "Ref")!.Remove();
            element.SetAttributeValue(Xsi + "nil", "true");
        }
        return referring.Count > 0 && BothMakeTheSameOf(finding, Printed(root));
    }

    static readonly XNamespace Serialization = "http://schemas.microsoft.com/2003/10/Serialization/";
}
