using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace Isomer.Tests.Differential;

/// <summary>ContractJson against DataContractJsonSerializer.</summary>
public sealed partial class ContractJsonDialect() : ContractDialect("ContractJson")
{
    public override OptionPair Options(Choices choices, IReadOnlyList<Type> types)
    {
        var known = Known(choices, types);
        bool isSimple = choices.Once(3);
        var emits = choices.Of(EmitTypeInformation.AsNeeded, EmitTypeInformation.AsNeeded, EmitTypeInformation.Always,
            EmitTypeInformation.Never);
        var dates = choices.Once(8) ? new DateTimeFormat("yyyy-MM-dd'T'HH:mm:ss.fffffffK") : null;
        var convention = Draw(choices);
        int way = choices.Below(8);
        // What the rules' cases choose comes before: they name the first choices alone.
        known = [.. known, .. FurtherKnown(choices)];
        var settings = new DataContractJsonSerializerSettings
        {
            KnownTypes = known,
            UseSimpleDictionaryFormat = isSimple,
            EmitTypeInformation = emits,
            DateTimeFormat = dates,
            MaxItemsInObjectGraph = choices.Once(12) ? choices.Below(40) : int.MaxValue,
            SerializeReadOnlyTypes = choices.Once(10)
        };
        return new OptionPair(new Theirs(settings, way),
            ContractJsonOptions.Of(settings) with
            {
                Convention = settings.SerializeReadOnlyTypes ? convention.WithReadOnlyTypes() : convention,
                AllowsLosses = true
            },
            $"known [{string.Join(", ", known.Select(k => k.Name))}], simple {settings.UseSimpleDictionaryFormat}, {settings.EmitTypeInformation}, dates {settings.DateTimeFormat?.FormatString}, {convention.Tier}, {(way < Ways.Length ? Ways[way] : Ways[0])}, at most {settings.MaxItemsInObjectGraph}{(settings.SerializeReadOnlyTypes ? ", read-only types" : "")}");
    }

    sealed record Theirs(DataContractJsonSerializerSettings Settings, int Way);

    static readonly string[] Ways = ["bytes", "stream", "text", "JSON as XML", "plain XML"];

    protected override OptionPair Knowing(OptionPair options, Type type) =>
        options.Ours is ContractJsonOptions ours ? options with { Ours = ours with { KnownTypes = [.. ours.KnownTypes, type] } } : options;

    protected override IEnumerable<Type> KnownOf(OptionPair options) => Settings(options).KnownTypes!;

    protected override OptionPair KnowingOnly(OptionPair options, IEnumerable<Type> types) =>
        OriginalKnowing(options, [.. types]) with { Ours = (ContractJsonOptions)options.Ours! with { KnownTypes = [.. types] } };

    static OptionPair OriginalKnowing(OptionPair options, IReadOnlyList<Type> known)
    {
        var settings = Settings(options);
        return options with
        {
            Original = (Theirs)options.Original! with
            {
                Settings = new DataContractJsonSerializerSettings
                {
                    KnownTypes = known,
                    UseSimpleDictionaryFormat = settings.UseSimpleDictionaryFormat,
                    EmitTypeInformation = settings.EmitTypeInformation,
                    DateTimeFormat = settings.DateTimeFormat,
                    MaxItemsInObjectGraph = settings.MaxItemsInObjectGraph,
                    SerializeReadOnlyTypes = settings.SerializeReadOnlyTypes
                },
            },
        };
    }

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
        // Not disposed of where writing throws: the writer would throw in place of that, for the object that is not at its end.
        var writer = way == 3
            ? JsonReaderWriterFactory.CreateJsonWriter(stream, Encoding.UTF8, ownsStream: false)
            : XmlDictionaryWriter.CreateTextWriter(stream, new UTF8Encoding(false), ownsStream: false);
        write(writer);
        writer.Dispose();
    }

    static XmlDictionaryReader Reader(int way, byte[] bytes) =>
        way == 3
            ? JsonReaderWriterFactory.CreateJsonReader(bytes, XmlDictionaryReaderQuotas.Max)
            : XmlDictionaryReader.CreateTextReader(bytes, XmlDictionaryReaderQuotas.Max);

    public override byte[] OurWrite(object? value, Type type, OptionPair options)
    {
        var ours = (ContractJsonOptions)options.Ours!;
        using var stream = new MemoryStream();
        switch (Way(options))
        {
            case 1:
                return DrawnWays.Write(typeof(ContractJson), ours, value, type);
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
                return Shown(DrawnWays.Read(typeof(ContractJson), ours, bytes, type), type, options);
            case 2:
                return Shown(ContractJson.FromText(Encoding.UTF8.GetString(bytes), type, ours), type, options);
            case 3 or 4:
                using (var reader = Reader(Way(options), bytes))
                    return Shown(new ContractJsonSerializer(type, ours).ReadObject(reader), type, options);
            default:
                return Shown(ContractJson.Deserialize(bytes, type, ours), type, options);
        }
    }

    public override string? FurtherRead(byte[] document, Type type, OptionPair options)
    {
        if (Way(options) > 2)
            return null;
        var ours = (ContractJsonOptions)options.Ours!;
        var settings = Settings(options);
        return document.Length % 5 == 0 && DrawnFill.DifferenceOfFilled(typeof(ContractJson),
            [.. Tiers(settings.SerializeReadOnlyTypes).Select(c => ours with { Convention = c })], document, type,
            value => Shown(value, type, [.. settings.KnownTypes!], preserves: true)) is { } filled
            ? filled
            : DrawnFill.Difference(typeof(ContractJson), ours, document, type, isUnmade: DrawnFill.IsContract,
                Compared(value => Shown(value, type, options)));
    }

    protected override byte[]? WithEmptyStates(Finding finding)
    {
        const string Value = @"(?:""[^""]*""|[^\s,}]+)";
        string text = Regex.Replace(Encoding.UTF8.GetString(finding.Document!),
            @"(""_(?:count|offset|size|head|tail|sign)""\s*:\s*)" + Value, "${1}0");
        text = Regex.Replace(text, @"(""_growFactor""\s*:\s*)" + Value, "${1}100");
        text = Regex.Replace(text, @"(""_bits""\s*:\s*)\[[^\]]*\]", "${1}null");
        return Encoding.UTF8.GetBytes(Regex.Replace(text, @"(""_array""\s*:\s*)null", "${1}[]"));
    }

    protected override byte[]? WithoutNulls(Finding finding)
    {
        if (JsonTree.Parse(Encoding.UTF8.GetString(AsGiven(finding)).TrimStart('\ufeff')) is not { } root)
            return null;
        return Remove(root) > 0 ? Encoding.UTF8.GetBytes(root.ToString()) : null;

        int Remove(JsonTree tree) =>
            (tree.Members?.RemoveAll(m => m.Value is { Members: null, Items: null, Raw: "null" }
                && IsWithoutSetter(finding.Code, JsonTree.Said(m.Name))) ?? 0)
            + (tree.Members?.Sum(m => Remove(m.Value)) ?? 0) + (tree.Items?.Sum(Remove) ?? 0);
    }

    byte[] Shown(object? value, Type type, OptionPair options)
    {
        try
        {
            return Shown(value, type, new DataContractSerializerSettings
            {
                KnownTypes = Settings(options).KnownTypes,
                SerializeReadOnlyTypes = Settings(options).SerializeReadOnlyTypes
            });
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
        return finding.Difference == "the bytes differ" && finding.Step == "write" && Way(finding.Options) == 4 && IsOfNames(finding)
            ? "names that no element of XML can have"
            : Way(finding.Options) == 3 && finding.Difference == "only the original refuses"
                && !IsJson(finding.Document ?? [])
                && (theirs.Contains("Found text", StringComparison.Ordinal) || IsOfText(finding, s_behindSign, (f, d) => MakesTheSameOf(f, d)))
                ? "what is no JSON is what the reader of the caller's makes of it"
            : IsOfOtherDictionary(finding) ? "entries of a dictionary of another class than the declared one are those of the declared one"
            : IsOfItemsOfOtherClass(finding) ? "items of a collection of another class than the declared one need not be known"
            : IsOfNamesakeOfDeclared(finding) ? "the name of the declared type is that of the declared type, also where a known type has it"
            : IsOfEmptyArrays(finding) ? "an empty element that is an array is an empty array"
            : finding.Difference == "only ours refuses" && ours.Contains("is a data member without a getter", StringComparison.Ordinal)
                && finding.Step != "write"
                && OtherForm.IsIn(AsGiven(finding), finding.Type, Settings(finding.Options).UseSimpleDictionaryFormat)
                ? "a dictionary is read in both forms, and refused where its values are none"
            : IsOfOtherInterface(finding, theirs)
                ? "arrays are written where an interface of no collection is declared"
            : ours.Contains("cannot stand where", StringComparison.Ordinal) ? "a type that cannot stand there is refused"
            : finding.Difference == "only ours refuses"
                && ours.Contains("An object of another type stands where a qualified name is expected", StringComparison.Ordinal)
                ? "an object of another type where a qualified name is expected is refused"
            : IsOfText(finding, s_comma, (f, d) => MakesTheSameOf(f, d)) ? "a comma at the end of an object that is followed by more is taken"
            : finding.Difference == "only ours refuses" && ours.Contains("there is one root element", StringComparison.Ordinal)
                && IsOfText(finding, s_behindRoot, BothMakeTheSameOf) ? "text behind the element in the string of a node is refused"
            : IsOfNoJson(finding) || IsOfRepaired(finding) ? "what is no JSON is refused"
            : theirs.Contains("The token '\"' was expected but found", StringComparison.Ordinal)
                && Regex.IsMatch(Encoding.UTF8.GetString(finding.Document ?? []), @"\{\s*""__type""\s*:\s*[^\s""]")
                ? "a __type that is no string is a member"
            : theirs.Contains("unexpected character 'ï'", StringComparison.Ordinal) && finding.Document.AsSpan().StartsWith("\uFEFF"u8)
                ? "a byte order mark is passed over"
            : ours.Contains("is not a time as", StringComparison.Ordinal) && Regex.IsMatch(ours, @"'\s*\d{4}-\d\d-\d\d")
                ? "a date where a TimeOnly is expected is refused"
            : finding.Difference == "only ours refuses" && IsBeyondEnum(finding, ours) ? "a number that an enum cannot hold is refused"
            : theirs.Contains("The get-only collection of type", StringComparison.Ordinal)
                && theirs.Contains("returned a null value", StringComparison.Ordinal) && IsOfEmptyDictionary(finding)
                ? "an empty dictionary is nothing that is lost"
            : finding.Difference == "the bytes differ"
                && OtherForm.IsIn(AsGiven(finding), finding.Type, Settings(finding.Options).UseSimpleDictionaryFormat)
                ? "a dictionary is read in both forms"
            : finding.Document is not null && finding.Ours?.Refusal is WireFormatException { Path: { } path }
                && OtherForm.IsOnWay(AsGiven(finding), path, finding.Type, Settings(finding.Options).UseSimpleDictionaryFormat)
                ? "a dictionary is read in both forms, and refused where its keys are none"
            : null;
    }

    /// <summary>
    /// Whether plain XML differs in nothing but which names stand in an attribute: the original asks whether an element can be called so of
    /// another member's name where a class has a base, and of no key. As JSON, which the original writes of the same value, ours says what
    /// the original says, and so does the original's, if it is XML at all.
    /// </summary>
    bool IsOfNames(Finding finding)
    {
        // A key may be __type, which names a type in JSON; of what is no string the reader fails then.
        string text = Regex.Replace(Encoding.UTF8.GetString(OriginalWrite(finding.Value, finding.Type, finding.Options, 0)),
            @"""__type"":(?!"")", @"""_\u005ftype"":");
        var json = JsonReaderWriterFactory.CreateJsonReader(Encoding.UTF8.GetBytes(text), XmlDictionaryReaderQuotas.Max);
        string expected = Named(XElement.Load(json, LoadOptions.PreserveWhitespace));
        return TypesIn(finding.Ours!) == TypesIn(finding.Original!) && Loaded(finding.Ours!) is { } ours && Named(ours) == expected
            && (Loaded(finding.Original!) is not { } theirs || Named(theirs) == expected);

        static XElement? Loaded(Outcome outcome)
        {
            try
            {
                using var reader = XmlReader.Create(new StringReader(Encoding.UTF8.GetString((byte[])outcome.Result!)),
                    new XmlReaderSettings { CheckCharacters = false });
                return XElement.Load(reader, LoadOptions.PreserveWhitespace);
            }
            catch (XmlException)
            {
                return null;
            }
        }

        // What stands in the element of a name that is none is in the namespace of that, where it is the default one.
        static string NameOf(XElement element) =>
            element.Name.NamespaceName is "" or "item" ? element.Name.LocalName : element.Name.ToString();

        static int TypesIn(Outcome outcome) => Regex.Count(Encoding.UTF8.GetString((byte[])outcome.Result!), " __type=\"");

        // JSON says in one way what is a type, an attribute of XML, and an entry with that key, an element: those are counted.
        static string TypeOf(XElement element) =>
            element.Attribute("__type") is { } type ? $"<__type string>{type.Value}</>" : "";

        static string Named(XElement element) =>
            // Half a surrogate pair cannot be written.
            Encoding.UTF8.GetString(
                Encoding.UTF8.GetBytes(
                    $"<{element.Attribute("item")?.Value ?? NameOf(element)} {element.Attribute("type")?.Value ?? "string"}>{TypeOf(element)}{(element.HasElements ? string.Concat(element.Elements().Select(Named)) : element.Value)}</>"));
    }

    /// <summary>
    /// Whether the original refuses a collection where an interface is declared that it takes for none of collections: where object is
    /// declared, or of a generic one IEnumerable, it writes what ours writes, for an array has no name of its type in JSON.
    /// </summary>
    bool IsOfOtherInterface(Finding finding, string theirs)
    {
        if (finding is not { Step: "write", Difference: "only the original refuses" } || Regex.Match(theirs,
            @"interface type that does not implement IEnumerable \('(?:[\w.]*\.)?(\w+)(`)?") is not { Success: true } named)
            return false;
        string code = named.Groups[2].Success
            ? Regex.Replace(finding.Code, $@"\b{named.Groups[1].Value}<", "IEnumerable<")
            : Regex.Replace(finding.Code, $@"\bpublic ((?:readonly |new |required )*){named.Groups[1].Value} ", "public $1object ");
        if (IsSo(finding, code))
            return true;
        // Entries of dictionaries in it have the names that they have in an object.
        return named.Groups[2].Success && Regex.Match(theirs, "^'(.*)' is a collection type") is { Success: true } value
            && Named(finding, value.Groups[1].Value) is { } type
            && IsSo(finding with { Options = KnowingOnly(finding.Options, [.. KnownOf(finding.Options), type]) },
                Regex.Replace(finding.Code, $@"\bpublic ((?:readonly |new |required )*){named.Groups[1].Value}<[^;={{(]*> (?=\w+( {{|;))", "public $1object "));

        bool IsSo(Finding asked, string code) =>
            code != finding.Code && ByOtherCode(asked, code, _ => true) is { Original: { } original } other
                && (Difference(original, finding.Ours!) is not { } difference
                    || IsTold(other with { Ours = finding.Ours, Difference = difference }));
    }

    /// <summary>
    /// Whether the original takes an empty element of plain XML that is an array for a number: of the document in which such elements have
    /// two tags it makes what ours makes of it.
    /// </summary>
    bool IsOfEmptyArrays(Finding finding)
    {
        if (Way(finding.Options) != 4 || finding.Difference != "only the original refuses" || finding.Step == "write")
            return false;
        var root = LoadedOf(finding.Document!);
        var empty = root.DescendantsAndSelf().Where(e => e.IsEmpty && e.Attribute("type")?.Value == "array").ToList();
        empty.ForEach(e => e.Add(""));
        return empty.Count > 0 && MakesTheSameOf(finding, Printed(root));
    }

    /// <summary>Plain XML, also with characters that XML has no place for, which its writer takes.</summary>
    static XElement LoadedOf(byte[] document)
    {
        using var reader = XmlReader.Create(new StringReader(Encoding.UTF8.GetString(document)),
            new XmlReaderSettings { CheckCharacters = false });
        return XElement.Load(reader, LoadOptions.PreserveWhitespace);
    }

    /// <summary>
    /// Whether the original refuses an empty dictionary for a property without a setter that holds none: without those that stand for such
    /// properties and are empty it makes what ours makes of the document.
    /// </summary>
    bool IsOfEmptyDictionary(Finding finding)
    {
        if (Way(finding.Options) == 4 && Settings(finding.Options).UseSimpleDictionaryFormat && finding.Step != "write"
            && finding.Document.AsSpan().StartsWith("<"u8))
        {
            var document = LoadedOf(finding.Document!);
            return OtherForm.RemoveEmpty(document, finding.Type) > 0 && MakesTheSameOf(finding, Printed(document));
        }
        // Numbers that are none in JSON are texts meanwhile: NaN, 01.
        string text = Regex.Replace(Encoding.UTF8.GetString(AsGiven(finding)).TrimStart('\ufeff'),
            @"""(?:[^""\\]|\\.)*""|[^\s""{}\[\],:]+", m => m.Value[0] == '"' || IsJson(Encoding.UTF8.GetBytes(m.Value)) ? m.Value : $"\"~{m}\"");
        if (!Settings(finding.Options).UseSimpleDictionaryFormat || JsonTree.Parse(text) is not { } root
            || OtherForm.RemoveEmpty(root, finding.Type) == 0)
            return false;
        byte[] without = Encoding.UTF8.GetBytes(Regex.Replace(root.ToString(), "\"~([^\"]*)\"", "$1"));
        if (MakesTheSameOf(finding, without))
            return true;
        // One that is required would be missing.
        string code = string.Join('\n', finding.Code.Split('\n').Select(l =>
            l.Contains("{ get; }", StringComparison.Ordinal) || l.Contains("=>", StringComparison.Ordinal)
                ? l.Replace("IsRequired = true", "IsRequired = false", StringComparison.Ordinal)
                : l));
        return code != finding.Code && ByOtherCode(finding with { Document = without }, code, _ => true) is { Original: { } original } other
            && (Difference(original, finding.Ours!) is not { } difference || IsTold(
                other with { Original = original, Ours = finding.Ours, Difference = difference, IsOursOfDocument = false }));
    }

    /// <summary>The document as JSON that is whole: the framework's reader of JSON lacks no ends.</summary>
    static byte[] AsGiven(Finding finding)
    {
        if (finding.Document is not { } document || Way(finding.Options) != 3 || IsJson(document))
            return finding.Document ?? [];
        try
        {
            using var stream = new MemoryStream();
            using (var reader = Reader(3, document))
            using (var writer = JsonReaderWriterFactory.CreateJsonWriter(stream, Encoding.UTF8, ownsStream: false))
                writer.WriteNode(reader, defattr: false);
            return stream.ToArray();
        }
        catch (XmlException)
        {
            return document;
        }
    }

    /// <summary>Whether ours refuses a number that is none of the type beneath an enum.</summary>
    static bool IsBeyondEnum(Finding finding, string refusal)
    {
        if (Regex.Match(refusal, @"'(-?\d+)' is not a value of '([^']+)'") is not { Success: true } match)
            return false;
        var type =
            (finding.Type.IsGenericType ? finding.Type.GetGenericArguments()[^1] : finding.Type).Assembly.GetType(match.Groups[2].Value);
        if (type?.IsEnum != true)
            return false;
        object least = type.GetEnumUnderlyingType().GetField("MinValue")!.GetValue(null)!,
            most = type.GetEnumUnderlyingType().GetField("MaxValue")!.GetValue(null)!;
        var value = System.Numerics.BigInteger.Parse(match.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture);
        return value < System.Numerics.BigInteger.Parse(least.ToString()!, System.Globalization.CultureInfo.InvariantCulture)
            || value > System.Numerics.BigInteger.Parse(most.ToString()!, System.Globalization.CultureInfo.InvariantCulture);
    }

    /// <summary>
    /// Whether ours refuses a document at the place where it stops being JSON, or behind it, or has no place: not what stands before the
    /// value, or the name, that is none.
    /// </summary>
    static bool IsOfNoJson(Finding finding)
    {
        if (finding.Ours?.Refusal is not { } refusal || finding.Document is not { } document)
            return false;
        try
        {
            System.Text.Json.JsonDocument.Parse(document).Dispose();
            return false;
        }
        catch (System.Text.Json.JsonException e)
        {
            // Over JSON as XML there is no place in the document.
            if (refusal is not WireFormatException { Offset: >= 0 } placed || Way(finding.Options) == 3)
                return true;
            int end = 0;
            for (long line = e.LineNumber ?? 0; line > 0; line--)
                end += document.AsSpan(end).IndexOf((byte)'\n') + 1;
            end = Math.Min(document.Length, end + (int)(e.BytePositionInLine ?? 0));
            // Of a text the place is one of characters.
            long offset = Way(finding.Options) != 2 ? placed.Offset
                : Encoding.UTF8.GetByteCount(Encoding.UTF8.GetString(document).AsSpan(0, (int)placed.Offset));
            return offset >= document.AsSpan(0, end).LastIndexOfAny("{[,:"u8);
        }
    }

    /// <summary>
    /// Whether ours refuses what stands before the place where a document stops being JSON: with numbers in place of those that are none
    /// both must make the same of it, or differ for another cause that is told.
    /// </summary>
    bool IsOfRepaired(Finding finding)
    {
        if (finding.Ours?.Refusal is null || finding.Document is not { } document || Way(finding.Options) == 4 || IsJson(document))
            return false;
        byte[] repaired = Encoding.UTF8.GetBytes(Regex.Replace(Encoding.UTF8.GetString(document).TrimStart('\ufeff'),
            @"""(?:[^""\\]|\\.)*""|[^\s""{}\[\],:]+", m => m.Value[0] == '"' || IsJson(Encoding.UTF8.GetBytes(m.Value)) ? m.Value : "0"));
        return IsJson(repaired) && BothMakeTheSameOf(finding, repaired);
    }

    /// <summary>Whether all that differs comes of what this finds in the document: without it the question is asked again.</summary>
    static bool IsOfText(Finding finding, Regex cause, Func<Finding, byte[], bool> isSo)
    {
        if (finding.Step == "write" || finding.Document is not { } document
            || finding.Difference is not ("only ours refuses" or "only the original refuses"))
            return false;
        string text = Encoding.UTF8.GetString(document), without = cause.Replace(text, "");
        return without != text && isSo(finding, Encoding.UTF8.GetBytes(without));
    }

    // None of those in strings.
    static readonly Regex s_comma = new("""(?<=^(?:[^"]|"(?:[^"\\]|\\.)*")*),(?=\s*\})""");

    /// <summary>White space between a sign and its number, which is text in two pieces to the reader of the framework's.</summary>
    static readonly Regex s_behindSign = new("""(?<=^(?:[^"]|"(?:[^"\\]|\\.)*")*-)\s+(?=\d)""");

    /// <summary>Behind the last end of an element in a string that begins with one.</summary>
    static readonly Regex s_behindRoot = new("""(?<="<(?:[^"\\]|\\.)*>)[^"<>\\]+(?=")""");

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
    public override byte[] Edit(byte[] document, Choices choices) =>
        document.AsSpan().StartsWith("<"u8)
            ? document
            : Encoding.UTF8.GetBytes(new JsonEdits(choices).Edit(Encoding.UTF8.GetString(document)));
}
