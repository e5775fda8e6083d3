using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace Isomer.Tests.Differential;

/// <summary>
/// Data contracts against the framework's serializers. What is read is compared by what the original writes of it again: collections that are declared
/// as interfaces come back as lists here, as arrays there.
/// </summary>
public abstract partial class ContractDialect(string name) : Dialect
{
    /// <summary>What the original loses in silence is compared too.</summary>
    static readonly DataContractConvention[] Conventions =
        [Convention.DataContract.WithLosses().WithTier(ShapeTier.Promoted), Convention.DataContract.WithLosses().WithTier(ShapeTier.Emitted), Convention.DataContract.WithLosses().WithTier(ShapeTier.Reflection)];

    public override string Name => name;

    public override Grammar Grammar { get; } = new ContractGrammar(keepsUnknown: false);

    public override RandomValues Values(Choices choices, IReadOnlyList<Type> types) => new ContractRandomValues(choices, types);

    protected static DataContractConvention Draw(Choices choices) => choices.Of(Conventions);

    protected static Type[] Known(Choices choices, IReadOnlyList<Type> types)
    {
        var known = new List<Type>();
        if (choices.Once(2))
            foreach (var type in types)
                if (!choices.Once(4))
                    known.Add(type);
        if (choices.Once(4))
            known.Add(choices.Of(typeof(int[]), typeof(List<object>), typeof(Dictionary<string, object>), typeof(DateTimeOffset)));
        return [.. known];
    }

    /// <summary>The value as the original writes it: of XML, which shows more, where it has any.</summary>
    protected static byte[] Shown(object? value, Type type, Type[] known, bool preserves)
    {
        if (value is null)
            return [];
        using var stream = new MemoryStream();
        try
        {
            new DataContractSerializer(type, new DataContractSerializerSettings { KnownTypes = known, PreserveObjectReferences = preserves }).WriteObject(stream, value);
        }
        catch (ArgumentException e)
        {
            // Without the root that the options name there is a prefix too few.
            return Encoding.UTF8.GetBytes(e.Message);
        }
        stream.Write(Encoding.UTF8.GetBytes(ByHand.LogsOf(value)));
        return stream.ToArray();
    }

    [GeneratedRegex(@"found '\s*\d{4}-\d\d-\d\d")]
    private static partial Regex DateTime();

    /// <summary>Whether the original makes of the document without the white space in one of its names what ours makes of it as it is.</summary>
    bool IsOfWhiteSpaceInNames(Finding finding)
    {
        if (finding.Step != "read edited" || !finding.Code.Contains("XmlQualifiedName", StringComparison.Ordinal) || Parsed(finding) is not { } root)
            return false;
        foreach (var leaf in root.Descendants().Where(e => !e.HasElements && e.Value.Any(char.IsWhiteSpace)).ToList())
        {
            string before = leaf.Value;
            leaf.Value = Regex.Replace(before.Trim(), @"\s*:\s*", ":");
            if (MakesTheSameOf(finding, Printed(root)))
                return true;
            leaf.Value = before;
        }
        return false;
    }

    /// <summary>Whether the element that ours refuses holds a name with a prefix that is not declared there.</summary>
    static bool IsOfUndeclaredPrefix(Finding finding, XElement? place) =>
        finding.Difference == "only ours refuses" && place?.Value.Trim(' ', '\t', '\r', '\n').Split(':', 2) is [{ Length: > 0 } prefix, _] && (!IsName(prefix) || place.GetNamespaceOfPrefix(prefix) is null);

    /// <summary>White space beyond XML's is a part of the prefix, and makes it none.</summary>
    static bool IsName(string prefix)
    {
        try
        {
            XmlConvert.VerifyNCName(prefix);
            return true;
        }
        catch (XmlException)
        {
            return false;
        }
    }

    /// <summary>Whether an array tells another number of items than it has.</summary>
    bool TellsAnotherSize(Finding finding) => Parsed(finding) is { } root && root.DescendantsAndSelf().Any(e =>
        e.Attribute(XName.Get("Size", "http://schemas.microsoft.com/2003/10/Serialization/")) is { } size && size.Value.Trim() != e.Elements().Count().ToString(System.Globalization.CultureInfo.InvariantCulture));

    /// <summary>Whether the case has a member of this name, or called so, that nobody can set.</summary>
    protected static bool IsWithoutSetter(string code, string name) => code.Split('\n').Any(l => (l.Contains($" {name} ", StringComparison.Ordinal) || l.Contains($"\"{name}\"", StringComparison.Ordinal)) && (l.Contains("{ get; }", StringComparison.Ordinal) || l.Contains("=>", StringComparison.Ordinal)));

    /// <summary>A member that is called as no XML element can be, or with a first letter beyond ASCII, is an 'item' to the original's reader of JSON.</summary>
    static bool HasOddNameWithoutSetter(string code) => code.Split('\n').Any(l => Regex.IsMatch(l, "Name = \"([^\"A-Za-z_]|[^\"]*[^\"\\w.-])| [^\\x00-\\x7F]\\w* (\\{ get|=>)") && (l.Contains("{ get; }", StringComparison.Ordinal) || l.Contains("=>", StringComparison.Ordinal)));

    /// <summary>Whether a member hides one of a base class: public new DateTimeOffset A { get; set; }.</summary>
    protected static bool HasMemberAgain(string code) => Regex.IsMatch(code, @"\b(public|private|protected|internal) new [^;{=(]+ \w+( \{|;| =)");

    protected static IEnumerable<Type> TypesOf(Finding finding)
    {
        var made = finding.Type.IsGenericType ? finding.Type.GetGenericArguments()[^1] : finding.Type.GetElementType() ?? finding.Type;
        return made.Assembly.GetTypes().Where(t => t.Namespace == made.Namespace);
    }

    static Type? NamedIn(Finding finding, string refusal, string pattern) =>
        Regex.Match(refusal, pattern) is { Success: true } match ? TypesOf(finding).FirstOrDefault(t => t.Name.Split('`')[0] == match.Groups[1].Value) : null;

    /// <summary>Whether the original refuses a data member without a getter of a type that is known, a struct too, or is the base of one that is.</summary>
    static bool IsOfBlindKnownType(Finding finding, string theirs) =>
        NamedIn(finding, theirs, @"^No get method for property '[^']+' in type '\w+\.(T\d+)") is { } blind
        && TypesOf(finding).Any(t => blind.IsAssignableFrom(t) && (finding.Code.Contains($"[KnownType(typeof({t.Name}))]", StringComparison.Ordinal) || Regex.IsMatch(finding.Options.Text, $@"known \[[^\]]*\b{t.Name}\b")));

    /// <summary>Whether ours refuses a struct with such a member where it is declared.</summary>
    static bool IsOfBlindStruct(Finding finding, string ours) => NamedIn(finding, ours, @"'[^']*\b(T\d+)\.[^'.]+' is a data member without a getter") is { IsValueType: true };

    const string Another = "an exception of another kind";

    /// <summary>Whether both refuse, ours by what the writer of the caller's throws at an IXmlSerializable, to which the original did not come.</summary>
    static bool IsOfWriteXml(Finding finding) => finding.Difference == Another && finding.Ours!.Refusal!.StackTrace?.Contains(".WriteXml(XmlWriter", StringComparison.Ordinal) == true;

    /// <summary>Whether ours refuses a class that derives from a queue or a stack.</summary>
    static bool IsOfQueue(Finding finding, string ours) =>
        NamedIn(finding, ours, @"Type '[^']*\b(T\d+)' cannot be serialized as a data contract") is { BaseType: { IsGenericType: true } above } && (above.GetGenericTypeDefinition() == typeof(Queue<>) || above.GetGenericTypeDefinition() == typeof(Stack<>));

    /// <summary>The options with one more known type for ours.</summary>
    protected abstract OptionPair Knowing(OptionPair options, Type type);

    /// <summary>Whether ours does not know the items of a known class that derives from a queue: with them among the known types it writes what the original writes.</summary>
    bool IsOfItemsOfQueue(Finding finding, string ours) =>
        finding is { Difference: "only ours refuses", Step: "write" } && NamedIn(finding, ours, @"(?:A value of the type '|^A ')[^']*\b(T\d+)'.* is not a known type") is { } item
        && TypesOf(finding).Any(t => t.BaseType is { IsGenericType: true } above && (above.GetGenericTypeDefinition() == typeof(Queue<>) || above.GetGenericTypeDefinition() == typeof(Stack<>)) && above.GetGenericArguments()[0] == item)
        && Difference(finding.Original!, Outcome.Of(() => OurWrite(finding.Value, finding.Type, Knowing(finding.Options, item)))) is null;

    /// <summary>
    /// Whether all that differs is how many nodes of text a class saw that reads its own XML node by node. No document says it otherwise: a reference is what divides the
    /// text, so that neighbours are put together in what was seen.
    /// </summary>
    static bool IsOfTextInPieces(Finding finding)
    {
        if (finding.Difference != "the bytes differ" || finding.Step == "write" || !finding.Code.Contains("seen.Append($", StringComparison.Ordinal))
            return false;
        string theirs = finding.Original!.ToString();
        return theirs.Contains("False;Text =", StringComparison.Ordinal) && Joined(theirs) == Joined(finding.Ours!.ToString());

        static string Joined(string seen) => Regex.Replace(seen, @"\|\d+False;Text =", "");
    }

    /// <summary>The document as XML; null where it is none.</summary>
    protected virtual XElement? Parsed(Finding finding) => null;

    protected virtual byte[] Printed(XElement root) => XmlWays.Printed(root);

    /// <summary>The element that ours names as the place of its refusal: /a/b[2]/c.</summary>
    XElement? PlaceOf(Finding finding)
    {
        if (finding.Ours?.Refusal is not WireFormatException { Path: { } path } || Parsed(finding) is not { } at)
            return null;
        string[] steps = path.Split('/', StringSplitOptions.RemoveEmptyEntries);
        foreach (string step in steps.Skip(1))
        {
            int bracket = step.IndexOf('[', StringComparison.Ordinal);
            string name = bracket < 0 ? step : step[..bracket];
            int number = bracket < 0 ? 1 : int.Parse(step.AsSpan(bracket + 1, step.Length - bracket - 2), System.Globalization.CultureInfo.InvariantCulture);
            if (at.Elements().Where(e => e.Name.LocalName == name).ElementAtOrDefault(number - 1) is not { } next)
                return null;
            at = next;
        }
        return at;
    }

    public override string? Documented(Finding finding)
    {
        string ours = finding.Ours?.Refusal?.Message ?? "", theirs = finding.Original?.Refusal?.Message ?? "";
        return ours.Contains("nests deeper", StringComparison.Ordinal) ? "depth is limited"
            : ours.Contains("document type", StringComparison.Ordinal) ? "document types are refused"
            : ours.Contains("is a data member without a setter", StringComparison.Ordinal) ? "a data member without a setter is refused at first use"
            : ours.Contains("stands where a", StringComparison.Ordinal) && ours.Contains("is expected", StringComparison.Ordinal) && finding.Ours!.Refusal is WireFormatException { Path: { } where } && where.Count(c => c == '/') == 1 ? "a value of another type at the root is refused"
            : ours.Contains("Text stands where an element", StringComparison.Ordinal) && finding.Document.AsSpan().IndexOf("<![CDATA["u8) >= 0 ? "a CDATA section among elements is text, also an empty one"
            : ours.Contains("Expected a time, found", StringComparison.Ordinal) && finding.Document is { } dated && DateTime().IsMatch(ours) && dated.Length > 0 ? "a date where a TimeOnly is expected is refused"
            : ours.Contains("A character reference is not valid", StringComparison.Ordinal) && finding.Document.AsSpan().IndexOf("&#x;"u8) >= 0 ? "a character reference without digits is refused"
            : ours.Contains("The prefix of a qualified name is not declared", StringComparison.Ordinal) && IsOfUndeclaredPrefix(finding, PlaceOf(finding)) ? "a qualified name whose prefix is not declared is refused"
            : ours.Contains("A qualified name has one colon", StringComparison.Ordinal) && PlaceOf(finding)?.Value.Count(c => c == ':') > 1 ? "a qualified name with two colons is refused"
            : theirs.Contains("No set method for property '' in type ''", StringComparison.Ordinal) ? "what follows a collection without a setter that holds null is taken for one by the original"
            : Regex.Match(theirs, "End element '([^']+)' from namespace '[^']*' expected. Found element") is { Success: true } ended && (IsWithoutSetter(finding.Code, ended.Groups[1].Value) || IsWithoutSetter(finding.Code, System.Xml.XmlConvert.DecodeName(ended.Groups[1].Value)!) || (ended.Groups[1].Value == "item" && HasOddNameWithoutSetter(finding.Code))) ? "what is no item in a collection without a setter is passed over"
            : theirs.Contains("is being used as a get-only property and does not have an Add method", StringComparison.Ordinal) ? "an enumerable without a setter takes items"
            : theirs.Contains("End element", StringComparison.Ordinal) && theirs.Contains("expected. Found element", StringComparison.Ordinal) && TellsAnotherSize(finding) ? "a collection that tells another size than it has is read as it is"
            : theirs.Contains("cannot be parsed as the type 'Int32'", StringComparison.Ordinal) && TellsAnotherSize(finding) ? "a collection that tells another size than it has is read as it is"
            : theirs.Contains("provided by Size attribute is not equal", StringComparison.Ordinal) || theirs.Contains("Expecting state 'Element'", StringComparison.Ordinal) ? "a collection that tells another size than it has is read as it is"
            : (finding.Difference == "only the original refuses" || IsOfWriteXml(finding)) && IsOfBlindKnownType(finding, theirs) ? "a known type with a data member without a getter is refused when a value of it is met"
            : finding.Difference == "only the original refuses" && theirs.Contains("cannot be added to list of known types since another type", StringComparison.Ordinal) ? "known types of one name are refused where a name is looked up among them"
            : finding.Difference == "only the original refuses" && finding.Step != "write" && NamedIn(finding, theirs, @"^No get method for property '[^']+' in type '\w+\.(T\d+)") is { IsClass: true } ? "null of a class with a data member without a getter is read"
            : finding.Difference is "only ours refuses" or Another && IsOfBlindStruct(finding, ours) ? "a struct with a data member without a getter is refused at first use"
            : finding.Difference is "only ours refuses" or Another && IsOfQueue(finding, ours) ? "a class that derives from a queue or a stack is refused also where it is null"
            : IsOfItemsOfQueue(finding, ours) ? "a class that derives from a queue or a stack makes no items known"
            : IsOfTextInPieces(finding) ? "text that an IXmlSerializable reads is one node"
            : (finding.Difference is "the bytes differ" or "only ours refuses") && IsOfWhiteSpaceInNames(finding) ? "white space in a qualified name is dropped"
            : null;
    }
}

public sealed partial class ContractXmlDialect(ContractXmlForm form) : ContractDialect(form == ContractXmlForm.Text ? "ContractXml" : "ContractXml, binary")
{
    sealed record Theirs(DataContractSerializerSettings Settings, int Way);

    public override Grammar Grammar { get; } = new ContractGrammar(keepsUnknown: true);

    public override OptionPair Options(Choices choices, IReadOnlyList<Type> types)
    {
        var known = Known(choices, types);
        bool preserves = choices.Once(4), ignores = choices.Once(6);
        string? root = choices.Once(6) ? choices.Of("root", "r2") : null;
        string? ns = root is null ? null : choices.Of("", "urn:a", "urn:root");
        var convention = Draw(choices);
        var dictionary = new XmlDictionary();
        int way = form == ContractXmlForm.Text ? XmlWays.Draw(choices) : choices.Of(XmlWays.Bytes, XmlWays.Stream);
        return new OptionPair(
            new Theirs(new DataContractSerializerSettings { KnownTypes = known, PreserveObjectReferences = preserves, IgnoreExtensionDataObject = ignores, RootName = root is null ? null : dictionary.Add(root), RootNamespace = ns is null ? null : dictionary.Add(ns) }, way),
            new ContractXmlOptions { Form = form, Convention = convention, KnownTypes = known, PreserveObjectReferences = preserves, IgnoreExtensionDataObject = ignores, RootName = root, RootNamespace = ns },
            $"known [{string.Join(", ", known.Select(k => k.Name))}], preserves {preserves}, root {root}:{ns}, {convention.Tier}, {XmlWays.NameOf(way)}");
    }

    protected override OptionPair Knowing(OptionPair options, Type type) => options with { Ours = Ours(options) with { KnownTypes = [.. Ours(options).KnownTypes, type] } };

    static DataContractSerializerSettings Settings(OptionPair options) => ((Theirs)options.Original!).Settings;

    static int Way(OptionPair options) => ((Theirs)options.Original!).Way;

    static ContractXmlOptions Ours(OptionPair options) => (ContractXmlOptions)options.Ours!;

    public override byte[] OriginalWrite(object? value, Type type, OptionPair options)
    {
        if (Way(options) > XmlWays.Text)
            return XmlWays.Write(Way(options), w => new DataContractSerializer(type, Settings(options)).WriteObject(w, value));
        using var stream = new MemoryStream();
        using (var writer = form == ContractXmlForm.Text ? XmlDictionaryWriter.CreateTextWriter(stream, new UTF8Encoding(false), ownsStream: false) : XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            new DataContractSerializer(type, Settings(options)).WriteObject(writer, value);
        return stream.ToArray();
    }

    public override byte[] OurWrite(object? value, Type type, OptionPair options)
    {
        switch (Way(options))
        {
            case XmlWays.Bytes:
                return ContractXml.Serialize(value, type, Ours(options));
            case XmlWays.Stream:
                var stream = new MemoryStream();
                ContractXml.Serialize(stream, value, type, Ours(options));
                return stream.ToArray();
            case XmlWays.Text:
                return Encoding.UTF8.GetBytes(ContractXml.ToText(value, type, Ours(options)));
            default:
                return XmlWays.Write(Way(options), w => new ContractXmlSerializer(type, Ours(options)).WriteObject(w, value));
        }
    }

    public override object? OriginalRead(byte[] bytes, Type type, OptionPair options)
    {
        if (Way(options) > XmlWays.Text)
            return XmlWays.Read(Way(options), bytes, r => Shown(new DataContractSerializer(type, Settings(options)).ReadObject(r), type, options, r));
        using var reader = form == ContractXmlForm.Text ? XmlDictionaryReader.CreateTextReader(bytes, XmlDictionaryReaderQuotas.Max) : XmlDictionaryReader.CreateBinaryReader(bytes, XmlDictionaryReaderQuotas.Max);
        return Shown(new DataContractSerializer(type, Settings(options)).ReadObject(reader), type, options, null);
    }

    public override object? OurRead(byte[] bytes, Type type, OptionPair options) => Way(options) switch
    {
        XmlWays.Bytes => ShownByOurs(ContractXml.Deserialize(bytes, type, Ours(options)), type, options, null),
        XmlWays.Stream => ShownByOurs(ContractXml.Deserialize(new MemoryStream(bytes), type, Ours(options)), type, options, null),
        XmlWays.Text => ShownByOurs(ContractXml.FromText(Encoding.UTF8.GetString(bytes), type, Ours(options)), type, options, null),
        _ => XmlWays.Read(Way(options), bytes, r => ShownByOurs(new ContractXmlSerializer(type, Ours(options)).ReadObject(r), type, options, r)),
    };

    /// <summary>With the place where a reader was left.</summary>
    static byte[] Shown(object? value, Type type, OptionPair options, XmlReader? reader) =>
        [.. Shown(value, type, [.. Settings(options).KnownTypes!], Settings(options).PreserveObjectReferences), .. PlaceOf(reader)];

    /// <summary>What ours kept of unknown elements ours alone can write.</summary>
    static byte[] ShownByOurs(object? value, Type type, OptionPair options, XmlReader? reader)
    {
        var made = type.IsGenericType ? type.GetGenericArguments()[^1] : type;
        if (value is null || Settings(options).IgnoreExtensionDataObject || !made.Assembly.GetTypes().Any(t => t.Namespace == made.Namespace && typeof(IExtensibleDataObject).IsAssignableFrom(t)))
            return Shown(value, type, options, reader);
        byte[] shown;
        try
        {
            shown = ContractXml.Serialize(value, type, new ContractXmlOptions { Convention = Ours(options).Convention, KnownTypes = Ours(options).KnownTypes, PreserveObjectReferences = Settings(options).PreserveObjectReferences });
        }
        catch (NotSupportedException)
        {
            // Without the root that the options name it cannot be written, and the original has words for that.
            return Shown(value, type, options, reader);
        }
        return [.. shown, .. Encoding.UTF8.GetBytes(ByHand.LogsOf(value)), .. PlaceOf(reader)];
    }

    static byte[] PlaceOf(XmlReader? reader) => Encoding.UTF8.GetBytes(reader is null ? "" : $"\n{reader.NodeType} {reader.Name}");

    protected override XElement? Parsed(Finding finding) => Parsed(finding, form == ContractXmlForm.Text);

    static XElement? Parsed(Finding finding, bool isText)
    {
        try
        {
            using XmlReader reader = isText ? XmlReader.Create(new MemoryStream(finding.Document!), new XmlReaderSettings { CheckCharacters = false }) : XmlDictionaryReader.CreateBinaryReader(finding.Document!, XmlDictionaryReaderQuotas.Max);
            return XElement.Load(reader, LoadOptions.PreserveWhitespace);
        }
        catch (XmlException)
        {
            return null;
        }
    }

    public override string? Documented(Finding finding) => base.Documented(finding) ?? (IsOfMemberAgainUnknown(finding) ? "a member that a derived class has again with another type needs no known type"
        : IsOfKeptReference(finding) ? "a reference to what an unknown element holds is refused"
        : IsOfOneEmptyArray(finding) ? "two empty byte arrays stay two"
        : IsOfUnreadCharacter(finding) ? "a character that XML has no place for is refused wherever it stands"
        : IsOfKeptNil(finding) ? "attributes of a kept element that is nil, white space that is its text, and declarations for that are kept"
        : IsOfMemberAgain(finding) ? "a member that a derived class has again with another type is written as it is declared"
        : IsOfUnreadNil(finding) ? "what is passed over may say anything of nil"
        : IsOfWhiteBeforeEnd(finding) ? "white space between kept elements is no text"
        : finding.Difference == "only the original refuses" && Way(finding.Options) == XmlWays.Document && finding.Original!.Refusal!.Message.Contains("'Text'", StringComparison.Ordinal) ? "white space that a reader gives as text"
        : finding.Difference == "the bytes differ" && finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal) && finding.Original!.ToString().Contains("<![CDATA[", StringComparison.Ordinal) ? "a CDATA section of an unknown element is text" : null);

    /// <summary>Whether ours refuses a character that the original passes over with what stands around it: without it the original does the same.</summary>
    bool IsOfUnreadCharacter(Finding finding)
    {
        if (form != ContractXmlForm.Text || finding.Difference != "only ours refuses" || !finding.Ours!.Refusal!.Message.Contains("A character stands here that XML has no place for", StringComparison.Ordinal))
            return false;
        byte[] without = [.. finding.Document!.Where(b => b is >= 0x20 or (byte)'\t' or (byte)'\n' or (byte)'\r')];
        return without.Length < finding.Document!.Length && Outcome.Difference(Outcome.Of(() => OriginalRead(without, finding.Type, finding.Options)), finding.Original!) is null;
    }

    /// <summary>Whether the binary document has records of white space before the ends of elements, without which the original makes of it what ours makes of it as it is.</summary>
    bool IsOfWhiteBeforeEnd(Finding finding)
    {
        if (form != ContractXmlForm.Binary || finding.Difference != "the bytes differ" || finding.Step == "write" || !finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal) || Parsed(finding) is not { } root)
            return false;
        root.DescendantNodesAndSelf().OfType<XText>().Where(t => string.IsNullOrWhiteSpace(t.Value) && t.Parent!.HasElements).ToList().ForEach(t => t.Remove());
        return MakesTheSameOf(finding, Printed(root));
    }

    /// <summary>
    /// The framework's reader gives one shared array for each element that its tag ends, so that two byte arrays become one with references kept. Ours must be what
    /// the original makes of the document with those elements written in two tags.
    /// </summary>
    bool IsOfOneEmptyArray(Finding finding) =>
        form == ContractXmlForm.Text && finding.Difference == "the bytes differ" && finding.Step.StartsWith("read", StringComparison.Ordinal) && Settings(finding.Options).PreserveObjectReferences
        && EmptyTag().Replace(Encoding.UTF8.GetString(finding.Document!), "<$1$2></$1>") is var inTwo
        && MakesTheSameOf(finding, Encoding.UTF8.GetBytes(inTwo));

    [GeneratedRegex(@"<([\w.:-]+)([^<>]*?)\s*/>")]
    private static partial Regex EmptyTag();

    protected override byte[] Printed(XElement root)
    {
        if (form == ContractXmlForm.Text)
            return base.Printed(root);
        using var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            root.WriteTo(writer);
        return stream.ToArray();
    }

    /// <summary>The same edits of both forms: binary is what the framework's writer makes of the edited text.</summary>
    public override byte[] Edit(byte[] document, Choices choices)
    {
        if (form == ContractXmlForm.Text)
            return Encoding.UTF8.GetBytes(new XmlEdits(choices, isWide: true).Edit(Encoding.UTF8.GetString(document)));
        try
        {
            var root = new XmlDocument();
            using (var reader = XmlDictionaryReader.CreateBinaryReader(document, XmlDictionaryReaderQuotas.Max))
                root.Load(reader);
            var edited = new XmlDocument { PreserveWhitespace = true };
            edited.LoadXml(new XmlEdits(choices, isWide: true).Edit(root.OuterXml));
            using var stream = new MemoryStream();
            using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
                edited.DocumentElement!.WriteTo(writer);
            return stream.ToArray();
        }
        catch (Exception e) when (e is XmlException or ArgumentException or InvalidOperationException)
        {
            return document;
        }
    }
}

public sealed class ContractJsonDialect() : ContractDialect("ContractJson")
{
    public override OptionPair Options(Choices choices, IReadOnlyList<Type> types)
    {
        var known = Known(choices, types);
        var settings = new DataContractJsonSerializerSettings
        {
            KnownTypes = known,
            UseSimpleDictionaryFormat = choices.Once(3),
            EmitTypeInformation = choices.Of(EmitTypeInformation.AsNeeded, EmitTypeInformation.AsNeeded, EmitTypeInformation.Always, EmitTypeInformation.Never),
            DateTimeFormat = choices.Once(8) ? new DateTimeFormat("yyyy-MM-dd'T'HH:mm:ss.fffffffK") : null,
        };
        var convention = Draw(choices);
        int way = choices.Below(8);
        return new OptionPair(new Theirs(settings, way), ContractJsonOptions.Of(settings) with { Convention = convention, AllowsLosses = true },
            $"known [{string.Join(", ", known.Select(k => k.Name))}], simple {settings.UseSimpleDictionaryFormat}, {settings.EmitTypeInformation}, dates {settings.DateTimeFormat?.FormatString}, {convention.Tier}, {(way < Ways.Length ? Ways[way] : Ways[0])}");
    }

    sealed record Theirs(DataContractJsonSerializerSettings Settings, int Way);

    static readonly string[] Ways = ["bytes", "stream", "text", "JSON as XML", "plain XML"];

    protected override OptionPair Knowing(OptionPair options, Type type) => options.Ours is ContractJsonOptions ours ? options with { Ours = ours with { KnownTypes = [.. ours.KnownTypes, type] } } : options;

    static DataContractJsonSerializerSettings Settings(OptionPair options) => ((Theirs)options.Original!).Settings;

    static int Way(OptionPair options) => ((Theirs)options.Original!).Way;

    public override byte[] OriginalWrite(object? value, Type type, OptionPair options) => OriginalWrite(value, type, options, Way(options));

    static byte[] OriginalWrite(object? value, Type type, OptionPair options, int way)
    {
        using var stream = new MemoryStream();
        var serializer = new DataContractJsonSerializer(type, Settings(options));
        if (way is 3 or 4)
            Through(way, stream, w => serializer.WriteObject(w, value));
        else
            serializer.WriteObject(stream, value);
        return stream.ToArray();
    }

    static void Through(int way, Stream stream, Action<XmlDictionaryWriter> write)
    {
        using var writer = way == 3 ? JsonReaderWriterFactory.CreateJsonWriter(stream, Encoding.UTF8, ownsStream: false) : XmlDictionaryWriter.CreateTextWriter(stream, new UTF8Encoding(false), ownsStream: false);
        write(writer);
    }

    static XmlDictionaryReader Reader(int way, byte[] bytes) =>
        way == 3 ? JsonReaderWriterFactory.CreateJsonReader(bytes, XmlDictionaryReaderQuotas.Max) : XmlDictionaryReader.CreateTextReader(bytes, XmlDictionaryReaderQuotas.Max);

    public override byte[] OurWrite(object? value, Type type, OptionPair options)
    {
        var ours = (ContractJsonOptions)options.Ours!;
        using var stream = new MemoryStream();
        switch (Way(options))
        {
            case 1:
                ContractJson.Serialize(stream, value, type, ours);
                return stream.ToArray();
            case 2:
                return Encoding.UTF8.GetBytes(ContractJson.ToText(value, type, ours));
            case 3 or 4:
                Through(Way(options), stream, w => new ContractJsonSerializer(type, ours).WriteObject(w, value));
                return stream.ToArray();
            default:
                return ContractJson.Serialize(value, type, ours);
        }
    }

    public override object? OriginalRead(byte[] bytes, Type type, OptionPair options)
    {
        var serializer = new DataContractJsonSerializer(type, Settings(options));
        if (Way(options) is 3 or 4)
        {
            using var reader = Reader(Way(options), bytes);
            return Shown(serializer.ReadObject(reader), type, options);
        }
        using var stream = new MemoryStream(bytes);
        return Shown(serializer.ReadObject(stream), type, options);
    }

    public override object? OurRead(byte[] bytes, Type type, OptionPair options)
    {
        var ours = (ContractJsonOptions)options.Ours!;
        switch (Way(options))
        {
            case 1:
                return Shown(ContractJson.Deserialize(new MemoryStream(bytes), type, ours), type, options);
            case 2:
                return Shown(ContractJson.FromText(Encoding.UTF8.GetString(bytes), type, ours), type, options);
            case 3 or 4:
                using (var reader = Reader(Way(options), bytes))
                    return Shown(new ContractJsonSerializer(type, ours).ReadObject(reader), type, options);
            default:
                return Shown(ContractJson.Deserialize(bytes, type, ours), type, options);
        }
    }

    byte[] Shown(object? value, Type type, OptionPair options)
    {
        try
        {
            return Shown(value, type, [.. Settings(options).KnownTypes!], preserves: false);
        }
        catch (Exception e) when (e is SerializationException or InvalidDataContractException)
        {
            return value is null ? [] : OriginalWrite(value, type, options, 0);
        }
    }

    public override string? Documented(Finding finding)
    {
        if (base.Documented(finding) is { } reason)
            return reason;
        string ours = finding.Ours?.Refusal?.Message ?? "", theirs = finding.Original?.Refusal?.Message ?? "";
        return finding.Difference == "the bytes differ" && finding.Step == "write" && Way(finding.Options) == 4 && IsOfNames(finding) ? "names that no element of XML can have"
            : finding.Step == "write" && finding.Difference == "only ours refuses" && Way(finding.Options) is 3 or 4 && Settings(finding.Options).UseSimpleDictionaryFormat && ours.Contains("as the value of __type, found", StringComparison.Ordinal) && finding.Original!.ToString().Contains("__type", StringComparison.Ordinal)
                ? "a key __type is refused over XML writers"
            : Way(finding.Options) == 3 && finding.Difference == "only the original refuses" && theirs.Contains("Found text", StringComparison.Ordinal) && !IsJson(finding.Document ?? []) ? "what is no JSON is what the reader of the caller's makes of it"
            : IsOfAlikeCollection(finding) ? "a collection with the contract of a known type is known"
            : IsOfEmptyArrays(finding) ? "an empty element that is an array is an empty array"
            : finding.Difference == "only ours refuses" && ours.Contains("is a data member without a getter", StringComparison.Ordinal) && finding.Step != "write" && OtherForm.IsIn(finding.Document!, finding.Type, Settings(finding.Options).UseSimpleDictionaryFormat) ? "a dictionary is read in both forms, and refused where its values are none"
            : IsOfEscapedType(finding) ? "an escaped __type is one over XML readers"
            : theirs.Contains("interface type that does not implement IEnumerable", StringComparison.Ordinal) ? "arrays are written where an interface of no collection is declared"
            : ours.Contains("cannot stand where", StringComparison.Ordinal) ? "a type that cannot stand there is refused"
            : finding.Difference == "only ours refuses" && ours.Contains("An object of another type stands where a qualified name is expected", StringComparison.Ordinal) ? "an object of another type where a qualified name is expected is refused"
            : ours.Length > 0 && finding.Document is { } document && !IsJson(document) ? "what is no JSON is refused"
            : theirs.Contains("The token '\"' was expected but found", StringComparison.Ordinal) && Regex.IsMatch(Encoding.UTF8.GetString(finding.Document ?? []), @"\{\s*""__type""\s*:\s*[^\s""]") ? "a __type that is no string is a member"
            : theirs.Contains("unexpected character 'ï'", StringComparison.Ordinal) && finding.Document.AsSpan().StartsWith("\uFEFF"u8) ? "a byte order mark is passed over"
            : ours.Contains("is not a time as", StringComparison.Ordinal) && Regex.IsMatch(ours, @"'\s*\d{4}-\d\d-\d\d") ? "a date where a TimeOnly is expected is refused"
            : finding.Difference == "only ours refuses" && IsBeyondEnum(finding, ours) ? "a number that an enum cannot hold is refused"
            : theirs.Contains("The get-only collection of type", StringComparison.Ordinal) && theirs.Contains("returned a null value", StringComparison.Ordinal) && IsOfEmptyDictionary(finding)
                ? "an empty dictionary is nothing that is lost"
            : finding.Difference == "the bytes differ" && OtherForm.IsIn(finding.Document ?? [], finding.Type, Settings(finding.Options).UseSimpleDictionaryFormat) ? "a dictionary is read in both forms"
            : finding.Document is { } text && finding.Ours?.Refusal is WireFormatException { Path: { } path } && OtherForm.IsOnWay(text, path, finding.Type, Settings(finding.Options).UseSimpleDictionaryFormat) ? "a dictionary is read in both forms, and refused where its keys are none"
            : null;
    }

    /// <summary>
    /// Whether plain XML differs in nothing but which names stand in an attribute: the original asks whether an element can be called so of another member's name where a class has a
    /// base, and of no key. As JSON, which the original writes of the same value, ours says what the original says, and so does the original's, if it is XML at all.
    /// </summary>
    bool IsOfNames(Finding finding)
    {
        var json = JsonReaderWriterFactory.CreateJsonReader(OriginalWrite(finding.Value, finding.Type, finding.Options, 0), XmlDictionaryReaderQuotas.Max);
        string expected = Named(XElement.Load(json, LoadOptions.PreserveWhitespace));
        return Loaded(finding.Ours!.ToString()) is { } ours && Named(ours) == expected && (Loaded(finding.Original!.ToString()) is not { } theirs || Named(theirs) == expected);

        static XElement? Loaded(string text)
        {
            try
            {
                using var reader = XmlReader.Create(new StringReader(text), new XmlReaderSettings { CheckCharacters = false });
                return XElement.Load(reader, LoadOptions.PreserveWhitespace);
            }
            catch (XmlException)
            {
                return null;
            }
        }

        static string Named(XElement element) =>
            // Half a surrogate pair cannot be written.
            Encoding.UTF8.GetString(Encoding.UTF8.GetBytes($"<{element.Attribute("item")?.Value ?? element.Name.ToString()} {element.Attribute("__type")?.Value} {element.Attribute("type")?.Value ?? "string"}>{(element.HasElements ? string.Concat(element.Elements().Select(Named)) : element.Value)}</>"));
    }

    /// <summary>Whether the original does not know a collection of the contract that a known type has: with its own type among the known ones, in place of that, it writes what ours writes.</summary>
    bool IsOfAlikeCollection(Finding finding)
    {
        if (finding is not { Difference: "only the original refuses", Step: "write" } || Regex.Match(finding.Original!.Refusal!.Message, @"^Type '(.*)' with data contract name '.* is not expected\. Add any types") is not { Success: true } named
            || Type.GetType(named.Groups[1].Value, name => AppDomain.CurrentDomain.GetAssemblies().FirstOrDefault(a => a.FullName == name.FullName), null) is not { } missing || !typeof(System.Collections.IEnumerable).IsAssignableFrom(missing))
            return false;
        var (settings, info) = (Settings(finding.Options), Isomer.Conventions.ContractInfo.Of(missing));
        var known = settings.KnownTypes!.Where(t => Isomer.Conventions.ContractInfo.Of(t).QualifiedName != info.QualifiedName).Append(missing).ToList();
        if (known.Count > settings.KnownTypes!.Count())
            return false;
        var knowing = finding.Options with
        {
            Original = (Theirs)finding.Options.Original! with
            {
                Settings = new DataContractJsonSerializerSettings { KnownTypes = known, UseSimpleDictionaryFormat = settings.UseSimpleDictionaryFormat, EmitTypeInformation = settings.EmitTypeInformation, DateTimeFormat = settings.DateTimeFormat },
            },
        };
        var original = Outcome.Of(() => OriginalWrite(finding.Value, finding.Type, knowing));
        return Difference(original, finding.Ours!) is not { } difference || Documented(finding with { Original = original, Options = knowing, Difference = difference }) is not null;
    }

    /// <summary>Whether the original takes an empty element of plain XML that is an array for a number: of the document in which such elements have two tags it makes what ours makes of it.</summary>
    bool IsOfEmptyArrays(Finding finding)
    {
        if (Way(finding.Options) != 4 || finding.Difference != "only the original refuses" || finding.Step == "write")
            return false;
        var root = XElement.Parse(Encoding.UTF8.GetString(finding.Document!), LoadOptions.PreserveWhitespace);
        var empty = root.DescendantsAndSelf().Where(e => e.IsEmpty && e.Attribute("type")?.Value == "array").ToList();
        empty.ForEach(e => e.Add(""));
        return empty.Count > 0 && MakesTheSameOf(finding, Printed(root));
    }

    /// <summary>Whether an escaped name is taken for __type, which the framework's reader of JSON gives as a member: of the document that says it plainly the original makes what ours makes of it.</summary>
    bool IsOfEscapedType(Finding finding)
    {
        if (Way(finding.Options) != 3 || finding.Document is not { } document || finding.Step == "write")
            return false;
        string text = Encoding.UTF8.GetString(document), plain = Regex.Replace(text, @"""((?:[_type]|\\u00[0-9a-fA-F]{2})+)""(?=\s*:)", m => JsonTree.Said(m.Value) == "__type" ? "\"__type\"" : m.Value);
        return plain != text && MakesTheSameOf(finding, Encoding.UTF8.GetBytes(plain));
    }

    /// <summary>Whether the original refuses an empty dictionary for a property without a setter that holds none: without those that are empty it makes what ours makes of the document.</summary>
    bool IsOfEmptyDictionary(Finding finding)
    {
        if (!Settings(finding.Options).UseSimpleDictionaryFormat || JsonTree.Parse(Encoding.UTF8.GetString(finding.Document!).TrimStart('\ufeff')) is not { } root)
            return false;
        return root.Remove((name, value) => value is { Members.Count: 0 } or { Items.Count: 0 } && (IsWithoutSetter(finding.Code, name) || IsWithoutSetter(finding.Code, XmlConvert.EncodeLocalName(name)!))) > 0 && MakesTheSameOf(finding, Encoding.UTF8.GetBytes(root.ToString()));
    }

    /// <summary>Whether ours refuses a number that is none of the type beneath an enum.</summary>
    static bool IsBeyondEnum(Finding finding, string refusal)
    {
        if (Regex.Match(refusal, @"'(-?\d+)' is not a value of '([^']+)'") is not { Success: true } match)
            return false;
        var type = (finding.Type.IsGenericType ? finding.Type.GetGenericArguments()[^1] : finding.Type).Assembly.GetType(match.Groups[2].Value);
        if (type?.IsEnum != true)
            return false;
        object least = type.GetEnumUnderlyingType().GetField("MinValue")!.GetValue(null)!, most = type.GetEnumUnderlyingType().GetField("MaxValue")!.GetValue(null)!;
        var value = System.Numerics.BigInteger.Parse(match.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture);
        return value < System.Numerics.BigInteger.Parse(least.ToString()!, System.Globalization.CultureInfo.InvariantCulture) || value > System.Numerics.BigInteger.Parse(most.ToString()!, System.Globalization.CultureInfo.InvariantCulture);
    }

    static bool IsJson(byte[] document)
    {
        try
        {
            System.Text.Json.JsonDocument.Parse(document).Dispose();
            return true;
        }
        catch (System.Text.Json.JsonException)
        {
            return false;
        }
    }

    /// <summary>Plain XML goes by way of JSON, whose numbers and texts it is held to: as written alone it is compared.</summary>
    public override byte[] Edit(byte[] document, Choices choices) => document.AsSpan().StartsWith("<"u8) ? document : Encoding.UTF8.GetBytes(new JsonEdits(choices).Edit(Encoding.UTF8.GetString(document)));
}
