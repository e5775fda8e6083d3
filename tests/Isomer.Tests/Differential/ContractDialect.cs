using System.Runtime.Serialization;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace Isomer.Tests.Differential;

/// <summary>
/// Data contracts against the framework's serializers. What is read is compared by what the original writes of it again: collections that
/// are declared as interfaces come back as lists here, as arrays there.
/// </summary>
public abstract partial class ContractDialect(string name) : Dialect
{
    /// <summary>What the original loses in silence is compared too.</summary>
    static readonly DataContractConvention[] Conventions =
        [Convention.DataContract.WithLosses().WithTier(ShapeTier.Promoted),
            Convention.DataContract.WithLosses().WithTier(ShapeTier.Emitted),
            Convention.DataContract.WithLosses().WithTier(ShapeTier.Reflection)];

    public override string Name => name;

    public override Grammar Grammar { get; } = new ContractGrammar(keepsUnknown: false);

    public override RandomValues Values(Choices choices, IReadOnlyList<Type> types) => new ContractRandomValues(choices, types);

    static readonly DataContractConvention[] s_takingReadOnly = [.. Conventions.Select(c => c.WithReadOnlyTypes())];

    /// <summary>The convention on each tier.</summary>
    protected static IReadOnlyList<DataContractConvention> Tiers(bool takesReadOnly) => takesReadOnly ? s_takingReadOnly : Conventions;

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

    /// <summary>Known types for what an object may hold besides.</summary>
    protected static IEnumerable<Type> FurtherKnown(Choices choices)
    {
        if (!choices.Once(3))
            yield break;
        for (int i = choices.Below(2); i >= 0; i--)
            yield return choices.Of(ContractRandomValues.Loose);
    }

    /// <summary>
    /// The original keeps for the whole process how it first saw an array of bytes. Where that was behind an interface without a setter, it
    /// writes each later one in the place of an object as elements, of a type that is base64, and cannot read them.
    /// </summary>
    static ContractDialect() =>
        new DataContractSerializer(typeof(object)).WriteObject(Stream.Null, Array.Empty<byte>());

    protected static bool IsOfInstruction(Exception refusal) =>
        refusal.Message.Contains("Processing instructions", StringComparison.Ordinal);

    /// <summary>The framework's writer of texts refuses instructions, which nodes may be; this one takes them.</summary>
    protected static void WriteByPlainWriter(Stream stream, Action<XmlWriter> write)
    {
        using var writer = XmlWriter.Create(stream, new XmlWriterSettings
        {
            Encoding = new UTF8Encoding(false),
            OmitXmlDeclaration = true,
            CheckCharacters = false,
            NewLineHandling = NewLineHandling.Entitize
        });
        write(writer);
    }

    /// <summary>The value as the original writes it: of XML, which shows more, where it has any.</summary>
    protected static byte[] Shown(object? value, Type type, Type[] known, bool preserves) =>
        Shown(value, type, new DataContractSerializerSettings { KnownTypes = known, PreserveObjectReferences = preserves });

    /// <summary>The value as the original writes it with these settings.</summary>
    protected static byte[] Shown(object? value, Type type, DataContractSerializerSettings settings)
    {
        if (value is null)
            return [];
        var serializer = new DataContractSerializer(type, settings);
        using var stream = new MemoryStream();
        try
        {
            serializer.WriteObject(stream, value);
        }
        catch (ArgumentException e) when (IsOfInstruction(e))
        {
            stream.SetLength(0);
            WriteByPlainWriter(stream, writer => serializer.WriteObject(writer, value));
        }
        catch (ArgumentException e)
        {
            // Without the root that the options name there is a prefix too few.
            return Encoding.UTF8.GetBytes(e.Message);
        }
        stream.Write(Encoding.UTF8.GetBytes(ByHand.LogsOf(value)));
        return stream.ToArray();
    }

    /// <summary>What was read, compared by what the original writes of it, or refuses to write.</summary>
    protected Func<Outcome, Outcome, string?> Compared(Func<object?, byte[]> shown)
    {
        return (left, right) => Difference(Of(left), Of(right));

        Outcome Of(Outcome read) => read.Refusal is not null ? read : Outcome.Of(() => shown(read.Result));
    }

    [GeneratedRegex(@"found '\s*\d{4}-\d\d-\d\d")]
    private static partial Regex DateTime();

    /// <summary>
    /// Whether the original makes of the document without the white space in one of its names what ours makes of it as it is.
    /// </summary>
    bool IsOfWhiteSpaceInNames(Finding finding)
    {
        if (finding.Step != "read edited" || !finding.Code.Contains("XmlQualifiedName", StringComparison.Ordinal)
            || Parsed(finding) is not { } root)
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
        finding.Difference == "only ours refuses" && place?.Value.Trim(' ', '\t', '\r', '\n').Split(':', 2) is [{ Length: > 0 } prefix, _]
            && (!IsName(prefix) || place.GetNamespaceOfPrefix(prefix) is null);

    /// <summary>
    /// Whether ours refuses it through a reader of the caller's, which names no place but a pattern: /*/a/*. Of the document in which no
    /// element of that pattern has such a prefix both make the same.
    /// </summary>
    bool IsOfUndeclaredPrefixSomewhere(Finding finding)
    {
        if (finding.Difference != "only ours refuses" || finding.Ours!.Refusal is not WireFormatException { Path: { } path }
            || !path.Contains('*', StringComparison.Ordinal) || Parsed(finding) is not { } root)
            return false;
        string[] steps = path.Split('/', StringSplitOptions.RemoveEmptyEntries);
        IEnumerable<XElement> places = [root];
        foreach (string step in steps.Skip(1))
            places = places.Elements().Where(e => step == "*" || e.Name.LocalName == step);
        var found = places.Where(e => !e.HasElements && IsOfUndeclaredPrefix(finding, e)).ToList();
        found.ForEach(e => e.Value = "n");
        return found.Count > 0 && BothMakeTheSameOf(finding, Printed(root));
    }

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

    /// <summary>Whether the case has a member of this name, or called so, that nobody can set.</summary>
    protected static bool IsWithoutSetter(string code, string name) =>
        code.Split('\n')
            .Any(l =>
                (l.Contains($" {name} ", StringComparison.Ordinal) || l.Contains($"\"{name}\"", StringComparison.Ordinal))
                    && (l.Contains("{ get; }", StringComparison.Ordinal) || l.Contains("=>", StringComparison.Ordinal)));

    /// <summary>What a member may be called for an element to stand for it: a contract may give the name as XML has it.</summary>
    protected static string[] Called(XElement element) => [element.Name.LocalName, XmlConvert.DecodeName(element.Name.LocalName)!];

    protected static bool IsWithoutSetter(string code, XElement element) => Called(element).Any(name => IsWithoutSetter(code, name));

    /// <summary>
    /// A member that is called as no XML element can be, or with a first letter beyond ASCII, is an 'item' to the original's reader of
    /// JSON.
    /// </summary>
    static bool HasOddNameWithoutSetter(string code) =>
        code.Split('\n')
            .Any(l =>
                Regex.IsMatch(l, "Name = \"([^\"A-Za-z_]|[^\"]*[^\"\\w.-])| [^\\x00-\\x7F]\\w* (\\{ get|=>)")
                    && (l.Contains("{ get; }", StringComparison.Ordinal) || l.Contains("=>", StringComparison.Ordinal)));

    /// <summary>Whether a member hides one of a base class: public new DateTimeOffset A { get; set; }.</summary>
    protected static bool HasMemberAgain(string code) =>
        Regex.IsMatch(code, @"\b(public|private|protected|internal) new [^;{=(]+ \w+( \{|;| =)");

    protected static IEnumerable<Type> TypesOf(Finding finding)
    {
        var made = finding.Type.IsGenericType ? finding.Type.GetGenericArguments()[^1] : finding.Type.GetElementType() ?? finding.Type;
        return made.Assembly.GetTypes().Where(t => t.Namespace == made.Namespace);
    }

    static Type? NamedIn(Finding finding, string refusal, string pattern) =>
        Regex.Match(refusal, pattern) is { Success: true } match
            ? TypesOf(finding).FirstOrDefault(t => t.Name.Split('`')[0] == match.Groups[1].Value)
            : null;

    /// <summary>
    /// The type that the original names in full; null where there is none. What stands first in a name tells no assembly: it is the
    /// finding's, for tests beside this one make types of one name.
    /// </summary>
    protected static Type? Named(Finding finding, string name) =>
        Type.GetType(name, assembly => AppDomain.CurrentDomain.GetAssemblies().FirstOrDefault(a => a.FullName == assembly.FullName),
            (assembly, type, _) => (assembly ?? Objects.RootOf(finding.Type).Assembly).GetType(type)
                ?? AppDomain.CurrentDomain.GetAssemblies().Select(a => a.GetType(type)).LastOrDefault(t => t is not null));

    protected const string Another = "an exception of another kind";

    /// <summary>Whether ours refuses a class that derives from a queue or a stack.</summary>
    static bool IsOfQueue(Finding finding, string ours) =>
        NamedIn(finding, ours,
            @"(?:Type|is a) '[^']*\b(T\d+)' (?:cannot be serialized as a data contract|without a setter, to which nothing can be added)") is { BaseType: { IsGenericType: true } above }
                && (above.GetGenericTypeDefinition() == typeof(Queue<>) || above.GetGenericTypeDefinition() == typeof(Stack<>));

    /// <summary>The options with one more known type for ours.</summary>
    protected abstract OptionPair Knowing(OptionPair options, Type type);

    /// <summary>The options with other known types for both.</summary>
    protected abstract OptionPair KnowingOnly(OptionPair options, IEnumerable<Type> types);

    protected abstract IEnumerable<Type> KnownOf(OptionPair options);

    /// <summary>
    /// Whether ours does not know the items of a known class that derives from a queue: with them among the known types it writes what the
    /// original writes.
    /// </summary>
    bool IsOfItemsOfQueue(Finding finding, string ours) =>
        finding is { Difference: "only ours refuses", Step: "write" }
            && NamedIn(finding, ours, @"(?:A value of the type '|^A ')[^']*\b(T\d+)'.* is not a known type") is { } item
        && TypesOf(finding)
            .Any(t =>
                t.BaseType is { IsGenericType: true } above
                    && (above.GetGenericTypeDefinition() == typeof(Queue<>) || above.GetGenericTypeDefinition() == typeof(Stack<>))
                    && above.GetGenericArguments()[0] == item)
        && Difference(finding.Original!, Outcome.Of(() => OurWrite(finding.Value, finding.Type, Knowing(finding.Options, item)))) is null;

    /// <summary>
    /// Whether all that differs is how many nodes of text a class saw that reads its own XML node by node. No document says it otherwise: a
    /// reference is what divides the text, so that neighbours are put together in what was seen.
    /// </summary>
    static bool IsOfTextInPieces(Finding finding)
    {
        if (finding.Difference != "the bytes differ" || finding.Step == "write"
            || !finding.Code.Contains("seen.Append($", StringComparison.Ordinal))
            return false;
        string theirs = finding.Original!.ToString();
        return theirs.Contains("False;Text =", StringComparison.Ordinal) && Joined(theirs) == Joined(finding.Ours!.ToString());

        // White space in front of a text is a piece of it.
        static string Joined(string seen) =>
            Regex.Replace(Regex.Replace(seen, @"(?:SignificantWhitespace|Whitespace) =([^|]*)\|\d+False;Text =", "Text =$1"),
                @"\|\d+False;(Text|Whitespace|SignificantWhitespace) =", "");
    }

    /// <summary>The document as XML; null where it is none.</summary>
    protected virtual XElement? Parsed(Finding finding) => null;

    protected virtual byte[] Printed(XElement root) => XmlWays.Printed(root);

    /// <summary>
    /// Whether ours refuses fields of one of the framework's classes that no object of it has: with those of empty ones in the document
    /// both make the same of it.
    /// </summary>
    bool IsOfState(Finding finding, string ours) =>
        finding.Difference == "only ours refuses" && finding.Step != "write"
            && ours.Contains("No object of that class writes this", StringComparison.Ordinal)
        && WithEmptyStates(finding) is { } altered && BothMakeTheSameOf(finding, altered);

    /// <summary>The document with the fields of empty objects of the framework's classes; null where it is no XML.</summary>
    protected virtual byte[]? WithEmptyStates(Finding finding)
    {
        if (Parsed(finding) is not { } root)
            return null;
        foreach (var field in root.Descendants().ToList())
            switch (field.Name.LocalName)
            {
                case "_bits":
                    field.RemoveNodes();
                    field.SetAttributeValue(Instance + "nil", "true");
                    break;
                // A part of no array is an empty one.
                case "_array" when field.ElementsAfterSelf().Any(e => e.Name.LocalName is "_size" or "_count"):
                    // What is in a null is passed over.
                    if (field.Attribute(Instance + "nil")?.Value.Trim() is "true" or "1")
                    {
                        field.RemoveNodes();
                        field.Attributes().Where(a => a.Name.LocalName == "Size").Remove();
                    }
                    field.SetAttributeValue(Instance + "nil", null);
                    break;
                case "_growFactor":
                    field.Value = "100";
                    break;
                case "_count" or "_offset" or "_size" or "_head" or "_tail" or "_sign":
                    field.Value = "0";
                    break;
            }
        return Printed(root);
    }

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
            int number = bracket < 0
                ? 1
                : int.Parse(step.AsSpan(bracket + 1, step.Length - bracket - 2), System.Globalization.CultureInfo.InvariantCulture);
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
            : ours.Contains("stands at a DocumentType", StringComparison.Ordinal) && finding.Document.AsSpan().IndexOf("<!DOCTYPE"u8) >= 0
                ? "document types are refused"
            : ours.Contains("is a data member without a setter", StringComparison.Ordinal)
                ? "a data member without a setter is refused at first use"
            : ours.Contains("stands where a", StringComparison.Ordinal) && ours.Contains("is expected", StringComparison.Ordinal)
                && finding.Ours!.Refusal is WireFormatException { Path: { } where } && where.Count(c => c == '/') == 1
                ? "a value of another type at the root is refused"
            : ours.Contains("Text stands where an element", StringComparison.Ordinal)
                && finding.Document.AsSpan().IndexOf("<![CDATA["u8) >= 0 ? "a CDATA section among elements is text, also an empty one"
            : ours.Contains("Expected a time, found", StringComparison.Ordinal) && finding.Document is { } dated && DateTime().IsMatch(ours)
                && dated.Length > 0 ? "a date where a TimeOnly is expected is refused"
            : ours.Contains("A character reference is not valid", StringComparison.Ordinal)
                && finding.Document.AsSpan().IndexOf("&#x;"u8) >= 0 ? "a character reference without digits is refused"
            : ours.Contains("The prefix of a qualified name is not declared", StringComparison.Ordinal)
                && (IsOfUndeclaredPrefix(finding, PlaceOf(finding)) || IsOfUndeclaredPrefixSomewhere(finding))
                ? "a qualified name whose prefix is not declared is refused"
            : ours.Contains("A qualified name has one colon", StringComparison.Ordinal) && PlaceOf(finding)?.Value.Count(c => c == ':') > 1
                ? "a qualified name with two colons is refused"
            : IsOfNullWithoutSetter(finding, theirs)
                ? "what follows a collection without a setter that holds null is taken for one by the original"
            : Regex.Match(theirs, "End element '([^']+)' from namespace '[^']*' expected. Found element") is { Success: true } ended
                && (IsWithoutSetter(finding.Code, ended.Groups[1].Value)
                    || IsWithoutSetter(finding.Code, System.Xml.XmlConvert.DecodeName(ended.Groups[1].Value)!)
                    || (ended.Groups[1].Value == "item" && HasOddNameWithoutSetter(finding.Code)))
                        ? "what is no item in a collection without a setter is passed over"
            : theirs.Contains("is being used as a get-only property and does not have an Add method", StringComparison.Ordinal)
                ? "an enumerable without a setter takes items"
            : IsOfKnownOfOneName(finding, ours) ? "known types of one name are refused at first use"
            : IsOfKnownCollectionsOfOneName(finding, theirs) ? "two known collections of the same items are taken"
            : IsOfState(finding, ours) ? "fields of the framework's classes that no object has are refused"
            : IsOfRequiredReference(finding, theirs, ours) ? "a type with references and required members is refused where it is declared"
            : IsOfReadOnly(finding, theirs) ? "a member without a setter under SerializeReadOnlyTypes is passed over at reading"
            : IsOfLaterRequired(finding, theirs) ? "a required member that is left out is told at the end of its object"
            : IsOfBlindKnownType(finding, theirs) ? "a known type with a data member without a getter is refused when a value of it is met"
            : finding.Difference == "only the original refuses" && finding.Step != "write"
                && NamedIn(finding, theirs, @"^No get method for property '[^']+' in type '\w+\.(T\d+)") is { IsClass: true }
                ? "null of a class with a data member without a getter is read"
            : IsOfBlindShown(finding, ours) ? "a known type with a data member without a getter is refused when a value of it is met"
            : IsOfBlindStruct(finding, ours) ? "a struct with a data member without a getter is refused at first use"
            : finding.Difference is "only ours refuses" or Another && IsOfQueue(finding, ours)
                ? "a class that derives from a queue or a stack is refused also where it is null"
            : IsOfItemsOfQueue(finding, ours) ? "a class that derives from a queue or a stack makes no items known"
            : IsOfTextInPieces(finding) ? "text that an IXmlSerializable reads is one node"
            : (finding.Difference is "the bytes differ" or "only ours refuses") && IsOfWhiteSpaceInNames(finding)
                ? "white space in a qualified name is dropped"
            : null;
    }
}
