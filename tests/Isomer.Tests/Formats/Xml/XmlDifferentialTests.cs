using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Serialization;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>
/// Random types with XmlSerializer's attributes, values, namespaces and edited documents: the same bytes, the same values, the same
/// refusals.
/// </summary>
public class XmlDifferentialTests(ITestOutputHelper output)
{
    [Fact]
    public void Random_types_are_written_and_read_as_by_the_original() => new DifferentialRun(new XmlDialect(), output.WriteLine).Run(80);
}

sealed class XmlGrammar : Grammar
{
    protected override bool WritesByHand => true;

    protected override bool WritesXml => true;

    protected override bool DeclaresBases => true;

    /// <summary>XmlSerializer refuses queues and their like, and what has no Add that all may call.</summary>
    protected override IReadOnlyList<string> CollectionsWritten { get; } = ["list add", "list twice", "collection", "collection add", "set",
        "enumerable", "interface", "list add", "explicit"];

    protected override IReadOnlyList<string> Scalars { get; } =
        ["int", "string", "bool", "double", "long", "decimal", "DateTime", "Guid", "byte", "char", "float", "short", "uint", "ulong",
            "sbyte", "ushort", "TimeSpan", "DateTimeOffset", "byte[]", "DateOnly", "TimeOnly", "XmlQualifiedName", "XmlElement",
            NodeValues.Linq];

    protected override IReadOnlyList<string> Collections { get; } = ["List<{0}>", "{0}[]", "Collection<{0}>"];

    protected override IReadOnlyList<string> Maps { get; } = [];

    protected override IReadOnlyList<MemberForm> Forms { get; } = [MemberForm.Property, MemberForm.Field, MemberForm.Property,
        MemberForm.Init, MemberForm.GetOnly, MemberForm.ReadOnlyField, MemberForm.Computed];

    protected override IReadOnlyList<string> Keywords { get; } = ["class", "enum", "class", "struct", "class", "record"];

    protected override string EnumName(string name, int at, Choices choices) =>
        (choices.Below(5) == 4 ? $"[XmlEnum(\"x {name}\")] " : "") + base.EnumName(name, at, choices);

    /// <summary>Some cases have two types of one name, which XmlSerializer refuses where both are met, or one of a list's name.</summary>
    public override List<TypePlan> Make(Choices choices)
    {
        var plans = base.Make(choices);
        if (choices.Once(8))
            TakeName(plans, choices);
        return plans;
    }

    static void TakeName(List<TypePlan> plans, Choices choices)
    {
        var named = plans.Where(p => !p.IsGeneric && p.Keyword != "interface" && p.Collects is null).ToList();
        var taker = named[choices.Below(named.Count)];
        var other = named[choices.Below(named.Count)];
        string said = TypeOf(other) ?? "";
        string name = Regex.Match(said, "TypeName = \"([^\"]*)\"") is { Success: true } own ? own.Groups[1].Value : other.Name;
        string space = Regex.Match(said, "Namespace = \"[^\"]*\"").Value;
        name = choices.Below(6) switch
        {
            4 => "ArrayOf" + name,
            5 => choices.Of("ArrayOfInt", "ArrayOfString", "ArrayOfAnyType"),
            _ => name
        };
        taker.Attributes.RemoveAll(a => a.StartsWith("[XmlType(", StringComparison.Ordinal));
        taker.Attributes.Add($"[XmlType(TypeName = \"{name}\"{(space.Length == 0 ? "" : ", " + space)})]");
    }

    static string? TypeOf(TypePlan plan) => plan.Attributes.Find(a => a.StartsWith("[XmlType(", StringComparison.Ordinal));

    protected override void Mark(TypePlan plan, Choices choices)
    {
        if (plan.IsEnum)
        {
            if (choices.Once(5))
                plan.Attributes.Add("[XmlType(Namespace = \"urn:e\")]");
            return;
        }
        foreach (var derived in plan.Derived)
            if (choices.Below(3) > 0)
                plan.Attributes.Add($"[XmlInclude(typeof({derived.Name}))]");
        string ns = choices.Of("", "", "", ", Namespace = \"urn:a\"", ", Namespace = \"urn:b\"", ", Namespace = \"\"");
        switch (choices.Below(6))
        {
            case 4:
                plan.Attributes.Add($"[XmlType(TypeName = \"N{plan.Name}\"{ns})]");
                break;
            case 5:
                plan.Attributes.Add(
                    $"[XmlRoot(ElementName = \"r{plan.Name}\"{ns}{choices.Of("", ", IsNullable = false", ", IsNullable = true")})]");
                break;
        }
    }

    protected override void Mark(MemberPlan member, Choices choices)
    {
        var (kind, code, name) = (member.Type.Kind, member.Type.Code, member.Name);
        // An override has what its base's says; what says something odd of what cannot be got is refused there and passed over here.
        if (member.Modifier is "override " || member.Body?.Contains("private get", StringComparison.Ordinal) == true)
            return;
        if (member.Owner.IsValueType == false && choices.Once(12))
            member.Owner.Further.Add($"public bool ShouldSerialize{name}() => {choices.Of("true", "false")};");
        else if (kind != UseKind.Collection && choices.Once(14))
            // A list with a companion is a difference that xml.md names.
            member.Owner.Further.Add($"[XmlIgnore] public bool {name}Specified;");
        string ns = choices.Of("", "", "", ", Namespace = \"urn:m\"", ", Namespace = \"\"", ", Form = XmlSchemaForm.Qualified",
            ", Form = XmlSchemaForm.Unqualified");
        string nullable = member.Type.MayBeNull && choices.Once(3) ? ", IsNullable = true" : "";
        switch (choices.Below(9))
        {
            // At most one member takes what no other does.
            case 2 or 3 when code is "XmlElement[]" or "List<XmlElement>" or "XmlElement" or NodeValues.Linq or $"{NodeValues.Linq}[]"
                && !member.Owner.Members.Any(m => m.Attributes.Contains("XmlAny", StringComparison.Ordinal)):
                member.Attributes = "[XmlAnyElement]";
                break;
            case 3 when kind == UseKind.Collection:
                string item =
                    $"[XmlArrayItem(ElementName = \"i{choices.Of("", "x", name)}\"{choices.Of("", "", ns, ", IsNullable = false")})]";
                member.Attributes = choices.Of($"[XmlElement(ElementName = \"f{name}\"{ns})]", item,
                    $"[XmlArray(ElementName = \"a{name}\"{ns}{nullable})]", $"[XmlArray(ElementName = \"a{name}\"{ns})]{item}",
                    "[XmlAttribute]", $"[XmlElement]", $"{item}[XmlArrayItem(ElementName = \"n\", NestingLevel = 1)]");
                break;
            case 3 or 4 when kind is UseKind.Number or UseKind.Text or UseKind.Other or UseKind.Enum && !code.EndsWith('?'):
                member.Attributes = $"[XmlAttribute(AttributeName = \"t{name}\"{ns})]";
                break;
            case 4 or 5:
                member.Attributes = $"[XmlElement(ElementName = \"e{name}\"{ns}{nullable})]";
                break;
            case 6 when kind is UseKind.Number && !code.EndsWith('?'):
                member.Attributes = $"[DefaultValue(({code}){choices.Of("0", "1", "10")})]".Replace("(decimal)0", "typeof(decimal), \"0\"",
                    StringComparison.Ordinal).Replace("(decimal)10", "typeof(decimal), \"10\"", StringComparison.Ordinal)
                        .Replace("(decimal)1", "typeof(decimal), \"1\"", StringComparison.Ordinal);
                break;
            case 6 when code == "string":
                member.Attributes = choices.Of("[DefaultValue(\"a\")]", "[XmlElement(DataType = \"token\")]",
                    "[XmlElement(DataType = \"NMTOKEN\")]", "[XmlAttribute(DataType = \"NMTOKENS\")]",
                    "[XmlElement(DataType = \"anyURI\")]", "[DefaultValue(null)]");
                break;
            case 6 when code == "DateTime":
                member.Attributes = choices.Of("[XmlElement(DataType = \"date\")]", "[XmlElement(DataType = \"time\")]",
                    "[XmlAttribute(DataType = \"date\")]");
                break;
            case 6 when code == "byte[]":
                member.Attributes =
                    choices.Of("[XmlElement(DataType = \"hexBinary\")]", "[XmlAttribute(DataType = \"hexBinary\")]", "[XmlArray]");
                break;
            case 6 when kind == UseKind.Any:
                member.Attributes = $"[XmlElement(\"o{name}\", typeof(int)), XmlElement(\"s{name}\", typeof(string)), XmlElement(\"d{name}\", typeof(DateTime))]";
                break;
            case 7 when choices.Once(3):
                member.Attributes = "[XmlIgnore]";
                break;
            case 7 when code is "string" or "int" or "string[]" or "List<string>"
                && !member.Owner.Members.Any(m => m.Attributes.Contains("XmlText", StringComparison.Ordinal)):
                member.Attributes = "[XmlText]";
                break;
            case 8 when choices.Once(3):
                // What does not fit: obeyed or refused by both.
                member.Attributes = choices.Of("[XmlAttribute, XmlElement]", "[XmlAttribute(Type = typeof(string))]",
                    "[XmlElement(Type = typeof(int))]", "[XmlArray]", "[XmlArrayItem(\"z\")]", "[XmlText(DataType = \"date\")]",
                    "[XmlAnyAttribute]", "[XmlAnyElement]", "[XmlNamespaceDeclarations]", "[XmlChoiceIdentifier(\"no\")]",
                    "[XmlElement(DataType = \"int\")]", "[XmlElement(IsNullable = true)]", "[SoapElement(\"z\")]");
                break;
        }
    }

    /// <summary>A list in a struct that nobody can set holds nothing: XmlSerializer passes over its element, ours reads it first.</summary>
    protected override MemberPlan Member(TypePlan plan, int at, List<TypePlan> plans, Choices choices)
    {
        var made = base.Member(plan, at, plans, choices);
        return plan.IsValueType && made.Form is MemberForm.GetOnly ? new(made.Name, made.Type, MemberForm.Property, plan) : made;
    }

    protected override string Name(int at, Choices choices) => choices.Of("A", "B", "a", "Name", "_x", "é", "Id") + at;
}

sealed partial class XmlDialect : Dialect
{
    public override string Name => "Xml and XmlSerializer";

    public override Grammar Grammar { get; } = new XmlGrammar();

    public override RandomValues Values(Choices choices, IReadOnlyList<Type> types) => new XmlValues(choices, types);

    sealed class XmlValues(Choices choices, IReadOnlyList<Type> types) : RandomValues(choices, types)
    {
        protected override IReadOnlyList<object> Others =>
            [.. base.Others, .. NodeValues.Made, new XmlQualifiedName("a", "urn:x"), new XmlQualifiedName("b"),
                new XmlQualifiedName("c", "urn:a"), XmlQualifiedName.Empty];

        // An array may be known where object is declared; what is in it is the same question again.
        protected override object? Any(int depth) => base.Any(depth) is { } value and not System.Collections.IDictionary ? value : null;

        /// <summary>
        /// Objects that several members hold, or that hold themselves: lists do not, for the original goes through one that does until the
        /// process ends.
        /// </summary>
        public override object? Of(Type type, int depth = 0)
        {
            object? value = base.Of(type, depth);
            if (depth == 0 && value is not null && Choices.Once(5))
                SharedParts.Tie(value, Choices, takesCollections: false);
            return value;
        }

        /// <summary>A collection of a class that derives from the declared one.</summary>
        protected override object? Many(Type type, int depth)
        {
            if (!type.IsGenericType || !Choices.Once(4))
                return base.Many(type, depth);
            var others = ((Type[])[.. type.GetGenericArguments() is [var item]
                ? [typeof(System.Collections.ObjectModel.ObservableCollection<>).MakeGenericType(item)] : (Type[])[], .. Types])
                .Where(t => t != type && type.IsAssignableFrom(t) && !t.IsAbstract && !t.ContainsGenericParameters).ToList();
            return base.Many(others.Count > 0 ? others[Choices.Below(others.Count)] : type, depth);
        }
    }

    public override Type Root(Type root, Choices choices) => choices.Below(6) switch
    {
        4 => typeof(List<>).MakeGenericType(root),
        5 => root.MakeArrayType(),
        _ => root,
    };

    sealed class Pair(string? defaultNamespace, XmlRootAttribute? root, XmlSerializerNamespaces? prefixes, int way)
    {
        public int Way => way;

        /// <summary>The same by another way, or for other types.</summary>
        public Pair By(int another) => new(defaultNamespace, root, prefixes, another);

        /// <summary>The same way without the root that the options name, for another type.</summary>
        public Pair Plain() => new(defaultNamespace, null, prefixes, way);

        /// <summary>The same way with all that the options name in no namespace, for another type.</summary>
        public Pair InNone() => new(null, root is null ? null : new XmlRootAttribute(root.ElementName), prefixes, way);

        public static bool IsOfWriter(OptionPair options) => ((Pair)options.Original!).Way > XmlWays.Text;

        XmlSerializer? _serializer;
        Exception? _refusal;

        public XmlSerializerNamespaces? Prefixes => prefixes;

        public XmlSerializer Of(Type type)
        {
            // Refused once, it is refused again, and to find that out costs as much as the first time.
            if (_refusal is not null)
                throw _refusal;
            try
            {
                return _serializer ??= root is null
                    ? new XmlSerializer(type, defaultNamespace)
                    : new XmlSerializer(type, null, null, root, defaultNamespace);
            }
            catch (Exception e)
            {
                _refusal = e;
                throw;
            }
        }
    }

    public override OptionPair Options(Choices choices, IReadOnlyList<Type> types)
    {
        string? ns = choices.Of<string?>(null, null, null, null, "urn:d", "urn:a");
        var root = choices.Once(8) ? new XmlRootAttribute("given") { Namespace = choices.Of<string?>(null, "urn:g", "") } : null;
        XmlSerializerNamespaces? prefixes = null;
        if (choices.Once(5))
        {
            prefixes = new XmlSerializerNamespaces();
            for (int i = choices.Below(3); i >= 0; i--)
                prefixes.Add(choices.Of("", "a", "p", "xsi"),
                    choices.Of("urn:a", "urn:d", "urn:m", "http://www.w3.org/2001/XMLSchema-instance"));
        }
        var convention = Convention.XmlAttributes.WithTier(choices.Of(ShapeTier.Reflection, ShapeTier.Emitted, ShapeTier.Auto))
            .WithNamespace(ns ?? "");
        int way = XmlWays.Draw(choices);
        return new OptionPair(new Pair(ns, root, prefixes, way),
            XmlOptions.LikeXmlSerializer with { Convention = convention, Root = root, Namespaces = prefixes },
            $"default namespace '{ns}', root {root?.ElementName} '{root?.Namespace}', prefixes {string.Join(' ', prefixes?.ToArray().Select(p => $"{p.Name}={p.Namespace}") ?? [])}, {convention.Tier}, {XmlWays.NameOf(way)}");
    }

    public override byte[] OriginalWrite(object? value, Type type, OptionPair options)
    {
        var pair = (Pair)options.Original!;
        var serializer = pair.Of(type);
        return pair.Way switch
        {
            XmlWays.Bytes or XmlWays.Stream => XmlOracle.Write(serializer, value, pair.Prefixes),
            XmlWays.Text => Printed(w => serializer.Serialize(w, value, pair.Prefixes)),
            _ => XmlWays.Write(pair.Way, w => serializer.Serialize(w, value, pair.Prefixes)),
        };
    }

    /// <summary>A text says that it is UTF-16.</summary>
    static byte[] Printed(Action<TextWriter> write)
    {
        var text = new StringWriter(System.Globalization.CultureInfo.InvariantCulture);
        write(text);
        return Encoding.UTF8.GetBytes(text.ToString().Replace("encoding=\"utf-16\"", "encoding=\"utf-8\"", StringComparison.Ordinal));
    }

    static IsomerXmlSerializer DropIn(Type type, OptionPair options) => new(type, (XmlOptions)options.Ours!);

    public override byte[] OurWrite(object? value, Type type, OptionPair options)
    {
        var pair = (Pair)options.Original!;
        switch (pair.Way)
        {
            case XmlWays.Bytes:
                return Xml.Serialize(value, type, (XmlOptions)options.Ours!);
            case XmlWays.Stream:
                return DrawnWays.Write(typeof(Xml), options.Ours!, value, type);
            case XmlWays.Text:
                return Printed(w => DropIn(type, options).Serialize(w, value, pair.Prefixes));
            default:
                return XmlWays.Write(pair.Way, w => DropIn(type, options).Serialize(w, value, pair.Prefixes));
        }
    }

    public override object? OriginalRead(byte[] bytes, Type type, OptionPair options)
    {
        var pair = (Pair)options.Original!;
        var serializer = pair.Of(type);
        object? read = pair.Way switch
        {
            XmlWays.Bytes or XmlWays.Stream => serializer.Deserialize(new MemoryStream(bytes)),
            XmlWays.Text => serializer.Deserialize(new StringReader(Encoding.UTF8.GetString(bytes))),
            _ => XmlWays.Read(pair.Way, bytes, serializer.Deserialize),
        };
        return bytes.AsSpan().IndexOf(s_mark) >= 0 ? WithoutMarks(read) : read;
    }

    static readonly byte[] s_mark = Encoding.UTF8.GetBytes(Mark);

    public override object? OurRead(byte[] bytes, Type type, OptionPair options)
    {
        int way = ((Pair)options.Original!).Way;
        return way switch
        {
            XmlWays.Bytes => Xml.Deserialize(bytes, type, (XmlOptions)options.Ours!),
            XmlWays.Stream => DrawnWays.Read(typeof(Xml), options.Ours!, bytes, type),
            XmlWays.Text => DropIn(type, options).Deserialize(new StringReader(Encoding.UTF8.GetString(bytes))),
            _ => XmlWays.Read(way, bytes, DropIn(type, options).Deserialize),
        };
    }

    public override byte[] Edit(byte[] document, Choices choices) =>
        Encoding.UTF8.GetBytes(new XmlEdits(choices, isWide: true).Edit(Encoding.UTF8.GetString(document)));

    public override string? Further(object? value, byte[] ours, Type type, OptionPair options)
    {
        var given = (XmlOptions)options.Ours!;
        if (((Pair)options.Original!).Way > XmlWays.Stream)
            return null;
        foreach (var tier in new[] { ShapeTier.Reflection, ShapeTier.Emitted })
        {
            try
            {
                if (tier != given.Convention.Tier
                    && !Xml.Serialize(value, type, given with { Convention = given.Convention.WithTier(tier) }).AsSpan()
                        .SequenceEqual(ours))
                    return $"The tier {tier} writes other bytes.";
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                return $"The tier {tier} fails: {e.GetType().Name}: {e.Message}";
            }
        }
        return null;
    }

    /// <summary>Deserialize sets arrays without an element of their own to null that do not come; Fill leaves the object's.</summary>
    public override string? FurtherRead(byte[] document, Type type, OptionPair options) =>
        ((Pair)options.Original!).Way > XmlWays.Text || HasFlatArray(type) ? null
            : DrawnFill.Difference(typeof(Xml), options.Ours!, document, type, isUnmade: _ => false, Difference);

    static bool HasFlatArray(Type type) =>
        type.GetMembers().Any(m => (m as System.Reflection.PropertyInfo)?.PropertyType.IsArray == true
            && m.GetCustomAttributes(true).Any(a => a is XmlElementAttribute or XmlAttributeAttribute or XmlTextAttribute
                or XmlAnyElementAttribute or XmlAnyAttributeAttribute));

    public override string? Documented(Finding finding)
    {
        if (Rule(finding) is { } rule)
            return rule;
        if (IsOfIncludedElsewhere(finding))
            return "An included type is found where its base stands in another namespace.";
        if (IsOfEmptyNode(finding))
            return "An element without one in it is null where a node is declared.";
        if (IsOfWhiteBeforeNode(finding))
            return "White space before a node is passed over.";
        if (IsOfBehindNode(finding))
            return "What stands behind a node is passed over.";
        if (IsOfOneAccessor(finding))
            return "An override of one accessor has the other of its base.";
        if (IsOfLaterRuns(finding))
            return "A flat array is set at the end of each run of its elements.";
        if (IsOfEmptyDefault(finding))
            return "An empty element of a struct with a default and a companion is refused.";
        if (IsOfListWithCompanion(finding))
            return "A list with a companion that the document does not have stays as it is.";
        if (IsOfArraysOfArrays(finding))
            return "Arrays of arrays of object have an element each.";
        if (IsOfHiddenByNone(finding) || IsOfHiddenRefused(finding))
            return "A member that one without a setter hides keeps its own value.";
        if (IsOfLayout(finding, "w.WriteString(A); w.WriteElementString"))
            return "An empty text beside elements of an IXmlSerializable is none.";
        if (IsOfRawOverNodes(finding))
            return "What an IXmlSerializable writes raw is what it means over every writer.";
        if (IsOfLayout(finding, "w.WriteRaw("))
            return "What an IXmlSerializable writes raw is set out as what it means.";
        if (IsOfEarlyEnd(finding))
            return "What an IXmlSerializable leaves of its element is passed over.";
        if (IsOfAbsentCollection(finding))
            return "Items for a flat collection that is not there are dropped.";
        if (IsOfNilItem(finding))
            return "An item that is nil is null, without ReadXml.";
        if (IsOfNodes(finding))
            return "A type that is named in nodes is found.";
        if (IsOfSerializableBehindObject(finding))
            return "An IXmlSerializable behind object is written.";
        if (IsOfListsBehindObject(finding))
            return "A class that is a list of lists is written behind object.";
        if (IsOfClosedIncluded(finding))
            return "An included class with a setter that is not public is refused at first use.";
        if (IsOfNullOfOneType(finding))
            return "Null where one value type is declared on an object is left out.";
        if (IsUnmadeFor(finding, line => s_inPlaceOf.IsMatch(line)))
            return "XmlSerializer fails at some members that hide others, and at overrides of one accessor.";
        if (IsUnmadeFor(finding, line => line.Contains(">[]", StringComparison.Ordinal), flattens: true))
            return "Arrays of lists are written.";
        if (IsUnmadeFor(finding,
            line => Regex.Match(line,
                @"\[Xml(?:Element|Attribute|Text)[^\n]*\] public (?:readonly )?\w+<(T\d)> |\b(?<1>T\d)\[\]") is { Success: true } hand
                    && Regex.IsMatch(finding.Code, $@"class {hand.Groups[1].Value} : (IEnumerable|ICollection|List|Collection|HashSet)<")))
            return "Types that XmlSerializer's code generator fails at.";
        if (IsUnmadeFor(finding,
            line => Regex.Match(line, @"\[Xml(?:Element|Attribute|Text)[^\n]*\] public (?:readonly )?(T\d) ") is { Success: true } hand
                && Regex.IsMatch(finding.Code, $@"class {hand.Groups[1].Value} : (IEnumerable|ICollection|List|Collection|HashSet)<")))
            return "Types that XmlSerializer's code generator fails at.";
        if (IsUnmadeFor(finding,
            line => Regex.Matches(line, @"\bpublic [^({;=]*\b(T\d+)\b")
                .Any(m => Regex.IsMatch(finding.Code, $@"class {m.Groups[1].Value} : (HashSet|IEnumerable|ICollection)<[^\n]*\?>"))))
            return "Types that XmlSerializer's code generator fails at.";
        if (finding.Original?.Refusal is { } unmade && Regex.Match(XmlOracle.Innermost(unmade),
            @"The (?:global XML attribute|top XML element) '([^']+)'.* references distinct types") is { Success: true } global
            && IsUnmadeFor(finding, line => line.Contains($"\"{global.Groups[1].Value}\"", StringComparison.Ordinal)))
            return "An attribute, or an element, with a namespace of its own may have several types.";
        if (IsOfHiddenText(finding))
            return "A member that one without a setter hides keeps its own value.";
        if (IsOfEqualStructs(finding))
            return "A struct whose getter makes what it holds may stand twice.";
        if (IsUnmadeFor(finding,
            line => line.Contains("{ private get", StringComparison.Ordinal) || Regex.IsMatch(line, " (protected|private|internal) set ")))
            return "Collections with an accessor that is not public.";
        if (IsOfEmptyTags(finding))
            return "An empty text is two tags on every writer.";
        if (IsOfDocumentType(finding))
            return "A document type is refused.";
        if (IsOfDeclaredEncoding(finding))
            return "The encoding that a text declares is not looked at.";
        if (IsOfNamesOfFlags(finding))
            return "Names of flags with white space in them are read.";
        if (IsOfEmptyList(finding))
            return "An empty list in an attribute is read as empty.";
        if (IsOfBinaryContent(finding))
            return "Bytes are read from a reader that gives none.";
        if (IsOfPlaceless(finding))
            return "Characters that XML 1.0 has no place for are refused on every writer.";
        if (IsOfInvalidSpace(finding))
            return "What xml:space says is looked at over every reader.";
        if (IsOfEndingZeros(finding))
            return "U+0000 behind the root is refused.";
        if (IsOfComments(finding))
            return "Comments and instructions in a simple value are passed over everywhere.";
        if (IsOfWhiteText(finding) || IsOfWhiteNodes(finding))
            return "White space that a reader gives as text is text.";
        if (IsOfTextInPieces(finding))
            return "Text that a reader gives in pieces is one.";
        // The same document said otherwise.
        if (finding.Document is null || finding.Step == "write")
            return null;
        foreach (var (document, reason) in XmlSaidOtherwise.Of(Encoding.UTF8.GetString(finding.Document)))
            // What it does not come to, for it makes nodes of the element, it may refuse.
            if (MakesTheSameOf(finding, Encoding.UTF8.GetBytes(document), comesFurther: true)
                || MakesTheSameButDeclarations(finding, Encoding.UTF8.GetBytes(document)))
                return reason;
        return null;
    }

    static string? Rule(Finding finding)
    {
        string refusal = finding.Original?.Refusal is { } e ? XmlOracle.Innermost(e) : "";
        string document = finding.Document is { } bytes ? Encoding.UTF8.GetString(bytes) : "";
        if (refusal.Contains("has no public setter", StringComparison.Ordinal)
            || refusal.Contains("MethodAccessException", StringComparison.Ordinal))
            return "Collections with an accessor that is not public.";
        if (finding.Difference == "only ours refuses"
            && ((Pair)finding.Options.Original!).Way is XmlWays.TextReader or >= XmlWays.DictionaryText
            && finding.Ours!.Refusal!.ToString().Contains("A character reference is not valid", StringComparison.Ordinal)
            && Regex.IsMatch(document,
                "&#(x(0?[0-8bcBCeEfF]|1[0-9a-fA-F]|[dD][89a-fA-F]..|[fF]{3}[eEfF])|[0-8]|1[124-9]|2[0-9]|3[01]|6553[45]);"))
            return "Characters that XML 1.0 has no place for are refused over every reader.";
        if (finding.Difference == "only ours refuses"
            && Regex.Match(XmlOracle.Innermost(finding.Ours!.Refusal!),
                @"Type '[^']*\.(T\d+)' cannot be read: its property '[^']+' has no public setter") is { Success: true } closed
                    && finding.Code.Contains($"[XmlInclude(typeof({closed.Groups[1].Value}))]", StringComparison.Ordinal))
            return "An included class with a setter that is not public is refused at first use.";
        if (Regex.Match(finding.Difference, @"\._of(\w+): 0 items became") is { Success: true } copied
            && Regex.IsMatch(finding.Code, $@" {Regex.Escape(copied.Groups[1].Value)} \{{ get => _of\w+ is null \? null : (new |\()"))
            return "Items are kept where the getter gives a copy.";
        if (finding.Step == "write" && finding.Difference == "only the original refuses" && Pair.IsOfWriter(finding.Options)
            && refusal.Contains("does not support base64 encoded data", StringComparison.Ordinal))
            return "Bytes are text to a writer that takes none.";
        if (finding.Difference == "only ours refuses"
            && Regex.Match(XmlOracle.Innermost(finding.Ours!.Refusal!),
                @"Member '[^']*\.(\w+)' hides one of its base class that has another type") is { Success: true } another
                    && Regex.IsMatch(finding.Code, $@"public new [^;{{=(]+ {Regex.Escape(another.Groups[1].Value)}\b"))
            return "A member that hides one of another type is refused at first use.";
        if (Regex.Match(finding.Difference, @"\._log: (.*) became (.*)$") is { Success: true } called
            && IsLaterArray(called.Groups[1].Value.Split(' ', StringSplitOptions.RemoveEmptyEntries),
                called.Groups[2].Value.Split(' ', StringSplitOptions.RemoveEmptyEntries), finding))
            return "Arrays that come are set where they end, and lists where they come or at the end.";
        if (finding.Difference == "only the original refuses" && refusal.Contains("hides inherited member", StringComparison.Ordinal))
            return "A member that hides another and stands elsewhere is taken.";
        if (finding.Difference == "only ours refuses" && document.Contains("&#x;", StringComparison.Ordinal)
            && finding.Ours!.Refusal!.ToString().Contains("A character reference is not valid", StringComparison.Ordinal))
            return "A character reference without digits is refused.";
        if (finding.Difference == "the bytes differ" && finding.Step == "write" && Pair.IsOfWriter(finding.Options)
            && InOneTag(finding.Original!.ToString()) == InOneTag(finding.Ours!.ToString()))
            return "An empty text is two tags on every writer.";
        if (finding.Difference == "the bytes differ" && finding.Step == "write" && Pair.IsOfWriter(finding.Options)
            && MadeUp.Replace(finding.Original!.ToString(), "$1P") == MadeUp.Replace(finding.Ours!.ToString(), "$1P"))
            return "Prefixes that are made up are p3 on every writer.";
        if (finding.Difference == "only ours refuses" && XmlOracle.Innermost(finding.Ours!.Refusal!) is var refused
            && (refused.Contains("names another type than that of the items", StringComparison.Ordinal)
                || refused.Contains("[XmlElement] names the type", StringComparison.Ordinal)))
            return "An attribute on a list that names another type than that of the items is refused.";
        if (finding.Difference == "only ours refuses"
            && XmlOracle.Innermost(finding.Ours!.Refusal!).Contains("[XmlAnyAttribute] needs a member", StringComparison.Ordinal))
            return "[XmlAnyAttribute] on a collection of anything else is refused.";
        if (Regex.Match(finding.Difference, @"(\w+)Specified: False became True") is { Success: true } companion
            && Regex.IsMatch(finding.Code, $@"\[XmlText\] public (readonly )?\S+ {Regex.Escape(companion.Groups[1].Value)}\b"))
            return "The companion of a member with [XmlText] says whether there was text.";
        if (finding.Difference.Contains(": 0 items became", StringComparison.Ordinal) && IsOfArraysWithoutSetter(finding))
            return "Arrays in a collection without a setter come back.";
        if (finding.Difference == "only ours refuses"
            && (finding.Ours!.Refusal as WireFormatException
                ?? finding.Ours.Refusal!.InnerException as WireFormatException) is { Path: { } path }
            && path.Split('.').Select(step => Regex.Replace(step, @"\[\d+\]", ""))
                .Any(step => HasArraysWithoutSetter(finding.Code, step) || s_arraysCalled.Matches(finding.Code)
                    .Any(m => m.Groups[1].Value == step && HasArraysWithoutSetter(finding.Code, m.Groups[2].Value))))
            return "Arrays in a collection without a setter come back.";
        if (finding.Difference == "only ours refuses"
            && Regex.Match(finding.Ours!.Refusal!.ToString(), @"\bA 'C\d+\.(\w+)' stands where the element") is { Success: true } enumerated
            && finding.Code.Contains($"enum {enumerated.Groups[1].Value}", StringComparison.Ordinal))
            return "An enum in an object member that is declared as a number is refused.";
        if (finding.Difference == "only ours refuses"
            && finding.Ours!.Refusal!.ToString().Contains("Expected the end of", StringComparison.Ordinal)
            && Elements(document)
                .Any(e => e.HasElements && e.Attribute(Xsi + "type")?.Value.Contains(':', StringComparison.Ordinal) == true))
            return "Elements in a simple value are refused.";
        if (finding.Difference == "only ours refuses" && XmlOracle.Innermost(finding.Ours!.Refusal!) is { } message
            && (finding.Ours.Refusal!.ToString().Contains("is not base64Binary", StringComparison.Ordinal)
                || finding.Ours.Refusal.ToString().Contains("is not hexBinary", StringComparison.Ordinal)
                || message.Contains("is not base64Binary", StringComparison.Ordinal)
                || message.Contains("is not hexBinary", StringComparison.Ordinal)))
            return "Base64 and hexadecimal text whose last digits are missing is refused.";
        if (finding.Difference == "only the original refuses" && refusal.Contains("Index (zero based) must be", StringComparison.Ordinal)
            && finding.Code.Contains("[Flags]", StringComparison.Ordinal)
            && Regex.IsMatch(finding.Code, @"\[XmlAttribute[^\n]*(<T\d>|T\d\[\])"))
            return "Types that XmlSerializer's code generator fails at.";
        if (finding.Original?.Refusal is not null && refusal.Contains("collectible assembly", StringComparison.Ordinal)
            && finding.Type.GetGenericArguments().Append(finding.Type.GetElementType() ?? finding.Type).Any(t => t.IsCollectible))
            return "Types of a collectible assembly, which XmlSerializer generates none for.";
        if (finding.Original?.Refusal is not null
            && (refusal.Contains("Also fail in IEnumerable", StringComparison.Ordinal)
                || refusal.Contains("CodeGenError", StringComparison.Ordinal)) && s_unmade.IsMatch(finding.Code))
            return "Types that XmlSerializer's code generator fails at.";
        return null;
    }

    /// <summary>Whether texts of a caller's writer differ in how they write what is empty, and for another cause too.</summary>
    bool IsOfEmptyTags(Finding finding)
    {
        if (finding is not { Step: "write", Difference: "the bytes differ" } || !Pair.IsOfWriter(finding.Options))
            return false;
        var (theirs, ours) = (finding.Original!.ToString(), finding.Ours!.ToString());
        return InOneTag(ours) != ours.Replace(" />", "/>", StringComparison.Ordinal)
            && IsTold(
                finding with
                {
                    Original = new Outcome(Encoding.UTF8.GetBytes(InOneTag(theirs)), null),
                    Ours = new Outcome(Encoding.UTF8.GetBytes(InOneTag(ours)), null)
                });
    }

    /// <summary>
    /// Whether a type that writes an empty text beside elements, or raw text, makes the lines that differ, and nothing else does.
    /// </summary>
    static bool IsOfLayout(Finding finding, string writing) =>
        finding is { Step: "write", Difference: "the bytes differ" } && finding.Code.Contains(writing, StringComparison.Ordinal)
        && XNode.DeepEquals(LoadedOf(finding.Original!, LoadOptions.None), LoadedOf(finding.Ours!, LoadOptions.None));

    /// <summary>
    /// Whether the same setters were called, in another order of lists and of arrays without an element of their own. No document says when
    /// the original makes its lists: what is looked at is that all others are in order.
    /// </summary>
    static bool IsLaterArray(string[] theirs, string[] ours, Finding finding)
    {
        var lists = Objects.TypesOf(finding).SelectMany(t => t.GetProperties())
            .Where(p =>
                !p.PropertyType.IsArray && p.PropertyType != typeof(string)
                    && typeof(System.Collections.IEnumerable).IsAssignableFrom(p.PropertyType)).Select(p => p.Name).ToHashSet();
        bool IsMoved(string name) =>
            lists.Contains(name) || Regex.IsMatch(finding.Code, $@"\[Xml(Element|Attribute|Text)[^\n]*\[\] {Regex.Escape(name)} \{{");
        // Of a getter that gives a copy the setter is called once for each time that the list comes; there once, where there was none.
        bool IsCopied(string name) => Regex.IsMatch(finding.Code, $@" {Regex.Escape(name)} \{{ get => _of\w+ is null \? null : (new |\()");
        foreach (string name in theirs.Concat(ours).Where(IsCopied).Distinct())
            if (theirs.Count(n => n == name) > 1
                || ours.Count(n => n == name) is var calls
                    && (calls == 0 || calls > Math.Max(theirs.Count(n => n == name), Comes(finding, name))))
                return false;
        // A flat array is set where each run of its elements ends; there once.
        bool IsInRuns(string name) =>
            !lists.Contains(name) && IsMoved(name) && theirs.Count(n => n == name) == 1 && ours.Count(n => n == name) is > 1 and var times
                && times <= Runs(finding, name);
        string[] inRuns = [.. theirs.Distinct().Where(n => !IsCopied(n) && IsInRuns(n))];
        (theirs, ours) = ([.. theirs.Where(n => !IsCopied(n) && !inRuns.Contains(n))],
            [.. ours.Where(n => !IsCopied(n) && !inRuns.Contains(n))]);
        if (theirs.SequenceEqual(ours))
            return true;
        return theirs.Order(StringComparer.Ordinal).SequenceEqual(ours.Order(StringComparer.Ordinal)) && theirs.Any(IsMoved)
            && theirs.Where(n => !IsMoved(n)).SequenceEqual(ours.Where(n => !IsMoved(n)));
    }

    /// <summary>How often an element of a member comes in the document.</summary>
    static int Comes(Finding finding, string name)
    {
        var names = CalledAs(finding, name);
        return Elements(Encoding.UTF8.GetString(finding.Document!).TrimStart('\ufeff'))
            .Count(e => names.Contains(XmlConvert.DecodeName(e.Name.LocalName)!));
    }

    /// <summary>In how many runs, without another element or text between, the elements of a member come at most in one object.</summary>
    static int Runs(Finding finding, string name)
    {
        var names = CalledAs(finding, name);
        return Elements(Encoding.UTF8.GetString(finding.Document!).TrimStart('\ufeff'))
            .Select(parent =>
                parent.Elements().Count(e => Is(e) && (e.NodesBeforeSelf().LastOrDefault(Counts) is not XElement before || !Is(before))))
                    .DefaultIfEmpty().Max();

        static bool Counts(XNode node) =>
            node is XElement or XCData || (node is XText text && !string.IsNullOrWhiteSpace(text.Value));

        bool Is(XElement element) => names.Contains(XmlConvert.DecodeName(element.Name.LocalName)!);
    }

    static HashSet<string> CalledAs(Finding finding, string name) =>
        finding.Code.Split('\n').Where(l => Regex.IsMatch(l, $@" {Regex.Escape(name)}( \{{|;| = )"))
            .SelectMany(l => Regex.Matches(l, "Name = \"([^\"]+)\"").Select(m => m.Groups[1].Value)).Append(name).ToHashSet();

    static string InOneTag(string xml) => InTwoTags.Replace(xml, "<$1$2/>").Replace(" />", "/>", StringComparison.Ordinal);

    static readonly Regex InTwoTags = new(@"<([^<>\s/]+)([^<>]*)(?<!/)></\1>");

    static readonly Regex MadeUp = new("([</ :])(p[0-9]+|d[0-9]+p[0-9]+|[a-z])(?=[:=])");

    /// <summary>
    /// Arrays of lists, arrays of arrays without an element around them, sets in attributes, defaults of another type, lists of a nullable
    /// as a list of what it holds.
    /// </summary>
    static readonly Regex s_unmade = new(
        @"\[XmlElement\(Type = typeof\(int\)\)\] public (readonly )?(\w+<int\?>|int\?\[\]|int\? )|(List|Collection|HashSet)<[^\n;]*>\[\]|\[Xml(Element|Attribute|Text)[^\n]*\] public (readonly )?[^\n;{]*(\[\](\[\]|>)|<[^\n;{]*>>)|\[Xml(Attribute|Text)[^\n]*\] public (readonly )?[^\n;{]*<|\[DefaultValue\(""[^\n]*\] public (readonly )?(?!string)");

    /// <summary>Whether the values differ in a member that is a collection of arrays and has no setter.</summary>
    static bool IsOfArraysWithoutSetter(Finding finding)
    {
        var steps = Regex.Matches(finding.Difference, @"(?:_of)?([^.<\[]+?)(>k__BackingField)?\[");
        return steps.Any(s => HasArraysWithoutSetter(finding.Code, s.Groups[1].Value));
    }

    static readonly Regex s_arraysCalled = new(@"ElementName = ""([^""]+)""[^\n]*\[\]>+ (\w+) ");

    static bool HasArraysWithoutSetter(string code, string name) =>
        Regex.IsMatch(code, $@"\[\]>+ {Regex.Escape(name)} (\{{ get( => [^;]*)?; \}}|=>)")
            || Regex.IsMatch(code, $@"readonly \w+<[^;]*\[\]> {Regex.Escape(name)}\b")
        // Of a class that is such a collection.
        || (Regex.Match(code, $@"public (readonly )?(T\d+) {Regex.Escape(name)} ?(\{{ get; \}}|=>|;|= )") is { Success: true } member
            && (member.Groups[1].Success || !member.Groups[3].Value.StartsWith(';'))
            && Regex.IsMatch(code, $@"class {member.Groups[2].Value} : \w+<[^\n]*\[\]>"));

    static readonly XNamespace Xsi = "http://www.w3.org/2001/XMLSchema-instance";

    static IEnumerable<XElement> Elements(string document)
    {
        try
        {
            return XElement.Parse(document).DescendantsAndSelf();
        }
        catch (XmlException)
        {
            return [];
        }
    }
}
