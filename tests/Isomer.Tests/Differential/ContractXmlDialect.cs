using System.Runtime.Serialization;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace Isomer.Tests.Differential;

/// <summary>ContractXml against DataContractSerializer, as text and in binary.</summary>
public sealed partial class ContractXmlDialect(ContractXmlForm form)
    : ContractDialect(form == ContractXmlForm.Text ? "ContractXml" : "ContractXml, binary")
{
    sealed record Theirs(DataContractSerializerSettings Settings, int Way, Piece Piece = Piece.Whole, bool IsLoose = false,
        bool Asks = false)
    {
        public DrawnProvider? Provider { get; init; }

        /// <summary>Ours without the provider, by which what was read is shown.</summary>
        public DataContractConvention? Bare { get; init; }

        /// <summary>Names that writers and readers of binary documents share.</summary>
        public IXmlDictionary? Names { get; init; }

        public bool HasSession { get; init; }

        public More More { get; init; }
    }

    /// <summary>What else is asked of a case, beside what the originals do (<see cref="ContractDialect"/>).</summary>
    enum More { Nothing, Several, Threads, Filled }

    /// <summary>How the root is written through a writer: its content alone stands in an element of the caller's.</summary>
    enum Piece { Whole, InPieces, WithAttribute, ContentAlone }

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
        // What the rules' cases choose comes before: they name the first choices alone.
        known = [.. known, .. FurtherKnown(choices)];
        var piece = way > XmlWays.Text && choices.Once(3)
            ? choices.Of(Piece.InPieces, Piece.WithAttribute, Piece.ContentAlone)
            : Piece.Whole;
        bool isLoose = piece == Piece.ContentAlone || choices.Once(8);
        var resolver = choices.Once(10) ? new NamingResolver(types) : null;
        int most = choices.Once(12) ? choices.Below(40) : int.MaxValue;
        bool takesReadOnly = choices.Once(10), asks = choices.Once(3);
        if (takesReadOnly)
            convention = Tiers(takesReadOnly: true).First(c => c.Tier == convention.Tier);
        var provider = choices.Once(6) ? DrawnProvider.Of(types, choices) : null;
        if (provider is not null)
            known = [.. known, .. provider.Carriers.Where(_ => !choices.Once(8))];
        var names = form == ContractXmlForm.Binary && choices.Once(4) ? new Conversation.Names(1 + choices.Below(3)) : null;
        bool hasSession = form == ContractXmlForm.Binary && choices.Once(4);
        var more = choices.Of(More.Nothing, More.Nothing, More.Several, More.Threads, More.Filled);
        return new OptionPair(
            new Theirs(
                new DataContractSerializerSettings
                {
                    KnownTypes = known,
                    PreserveObjectReferences = preserves,
                    IgnoreExtensionDataObject = ignores,
                    RootName = root is null ? null : dictionary.Add(root),
                    RootNamespace = ns is null ? null : dictionary.Add(ns),
                    DataContractResolver = resolver,
                    MaxItemsInObjectGraph = most,
                    SerializeReadOnlyTypes = takesReadOnly
                },
                way, piece, isLoose, asks)
            {
                Provider = provider,
                Bare = convention,
                Names = names,
                HasSession = hasSession,
                More = more
            },
            new ContractXmlOptions
            {
                Form = form,
                Convention = provider is null ? convention : convention.WithSurrogateProvider(provider),
                Dictionary = names,
                KnownTypes = known,
                PreserveObjectReferences = preserves,
                IgnoreExtensionDataObject = ignores,
                RootName = root,
                RootNamespace = ns,
                Resolver = resolver,
                MaxItemsInObjectGraph = most,
                VerifyRootName = !isLoose
            },
            $"known [{string.Join(", ", known.Select(k => k.Name))}], preserves {preserves}, root {root}:{ns}, {convention.Tier}, {XmlWays.NameOf(way)}, {piece}{(isLoose ? ", loose" : "")}{(resolver is null ? "" : ", resolver")}{(most == int.MaxValue ? "" : $", at most {most}")}{(takesReadOnly ? ", read-only types" : "")}{(provider is null ? "" : $", carries {provider}")}{(names is null ? "" : ", dictionary")}{(hasSession ? ", session" : "")}{(more == More.Nothing ? "" : $", {more}")}");
    }

    protected override OptionPair Knowing(OptionPair options, Type type) =>
        options with { Ours = Ours(options) with { KnownTypes = [.. Ours(options).KnownTypes, type] } };

    protected override IEnumerable<Type> KnownOf(OptionPair options) => Ours(options).KnownTypes;

    protected override OptionPair KnowingOnly(OptionPair options, IEnumerable<Type> types)
    {
        var knowing = OriginalKnowing(options, [.. types], Settings(options).IgnoreExtensionDataObject);
        return knowing with
        {
            Ours = Ours(options) with { KnownTypes = [.. types], Resolver = Settings(knowing).DataContractResolver }
        };
    }

    static OptionPair OriginalKnowing(OptionPair options, IReadOnlyList<Type> known, bool ignores)
    {
        var settings = Settings(options);
        return options with
        {
            Original = (Theirs)options.Original! with
            {
                Settings = new DataContractSerializerSettings
                {
                    KnownTypes = known,
                    PreserveObjectReferences = settings.PreserveObjectReferences,
                    IgnoreExtensionDataObject = ignores,
                    RootName = settings.RootName,
                    RootNamespace = settings.RootNamespace,
                    DataContractResolver = (settings.DataContractResolver as NamingResolver)?.For(known),
                    MaxItemsInObjectGraph = settings.MaxItemsInObjectGraph,
                    SerializeReadOnlyTypes = settings.SerializeReadOnlyTypes
                },
            },
        };
    }

    static DataContractSerializerSettings Settings(OptionPair options) => ((Theirs)options.Original!).Settings;

    static int Way(OptionPair options) => ((Theirs)options.Original!).Way;

    static ContractXmlOptions Ours(OptionPair options) => (ContractXmlOptions)options.Ours!;

    static bool IsLoose(OptionPair options) => ((Theirs)options.Original!).IsLoose;

    public override byte[] OriginalWrite(object? value, Type type, OptionPair options)
    {
        if (Way(options) > XmlWays.Text)
            return XmlWays.Write(Way(options), w => Write(Original(type, options), w, value, options));
        return HasSession(options) ? Conversation.Write(Written) : Written(null);

        byte[] Written(XmlBinaryWriterSession? session)
        {
            using var stream = new MemoryStream();
            using (var writer = form == ContractXmlForm.Text
                ? XmlDictionaryWriter.CreateTextWriter(stream, new UTF8Encoding(false), ownsStream: false)
                : XmlDictionaryWriter.CreateBinaryWriter(stream, Names(options), session, ownsStream: false))
                Original(type, options).WriteObject(writer, value);
            return stream.ToArray();
        }
    }

    static DataContractSerializer Original(Type type, OptionPair options)
    {
        var serializer = new DataContractSerializer(type, Settings(options));
        if (Provider(options) is { } provider)
            serializer.SetSerializationSurrogateProvider(provider);
        return serializer;
    }

    static DrawnProvider? Provider(OptionPair options) => ((Theirs)options.Original!).Provider;

    static bool HasSession(OptionPair options) => ((Theirs)options.Original!).HasSession;

    static IXmlDictionary? Names(OptionPair options) => ((Theirs)options.Original!).Names;

    static XmlDictionaryReader BinaryReader(byte[] bytes, OptionPair options)
    {
        var (document, session) = Conversation.Read(bytes);
        return XmlDictionaryReader.CreateBinaryReader(document, 0, document.Length, Names(options), XmlDictionaryReaderQuotas.Max, session);
    }

    /// <summary>The document and the options by which ours reads it.</summary>
    static (byte[] Document, ContractXmlOptions Options) InSession(byte[] bytes, OptionPair options) =>
        Conversation.Read(bytes) is (var document, { } session) ? (document, Ours(options) with { ReaderSession = session })
            : (bytes, Ours(options));

    static void Write(XmlObjectSerializer serializer, XmlWriter writer, object? value, OptionPair options)
    {
        switch (((Theirs)options.Original!).Piece)
        {
            case Piece.Whole:
                serializer.WriteObject(writer, value);
                break;
            case Piece.ContentAlone:
                writer.WriteStartElement("own", "urn:own");
                serializer.WriteObjectContent(writer, value);
                writer.WriteEndElement();
                break;
            case var piece:
                serializer.WriteStartObject(writer, value);
                if (piece == Piece.WithAttribute)
                    writer.WriteAttributeString("own", "urn:own", "1");
                serializer.WriteObjectContent(writer, value);
                serializer.WriteEndObject(writer);
                break;
        }
    }

    public override byte[] OurWrite(object? value, Type type, OptionPair options)
    {
        switch (Way(options))
        {
            case XmlWays.Bytes or XmlWays.Stream when HasSession(options):
                return Conversation.Write(session => ContractXml.Serialize(value, type, Ours(options) with { WriterSession = session }));
            case XmlWays.Bytes:
                return ContractXml.Serialize(value, type, Ours(options));
            case XmlWays.Stream:
                return DrawnWays.Write(typeof(ContractXml), Ours(options), value, type);
            case XmlWays.Text:
                return Encoding.UTF8.GetBytes(ContractXml.ToText(value, type, Ours(options)));
            default:
                return XmlWays.Write(Way(options), w => Write(new ContractXmlSerializer(type, Ours(options)), w, value, options));
        }
    }

    public override object? OriginalRead(byte[] bytes, Type type, OptionPair options)
    {
        var serializer = Original(type, options);
        if (Way(options) > XmlWays.Text)
            return XmlWays.Read(Way(options), bytes, r => Read(serializer, r, options, value => Shown(value, type, options, r)));
        using var reader = form == ContractXmlForm.Text
            ? XmlDictionaryReader.CreateTextReader(bytes, XmlDictionaryReaderQuotas.Max)
            : BinaryReader(bytes, options);
        return Shown(serializer.ReadObject(reader, !IsLoose(options)), type, options, null);
    }

    public override object? OurRead(byte[] bytes, Type type, OptionPair options) => Way(options) switch
    {
        XmlWays.Bytes or XmlWays.Stream when InSession(bytes, options) is var (document, inSession) && document != bytes =>
            ShownByOurs(ContractXml.Deserialize(document, type, inSession), type, options, null),
        XmlWays.Bytes => ShownByOurs(ContractXml.Deserialize(bytes, type, Ours(options)), type, options, null),
        XmlWays.Stream => ShownByOurs(DrawnWays.Read(typeof(ContractXml), Ours(options), bytes, type), type, options, null),
        XmlWays.Text => ShownByOurs(ContractXml.FromText(Encoding.UTF8.GetString(bytes), type, Ours(options)), type, options, null),
        _ => XmlWays.Read(Way(options), bytes,
            r => Read(new ContractXmlSerializer(type, Ours(options)), r, options, value => ShownByOurs(value, type, options, r))),
    };

    /// <summary>What is read through a reader, and whether the serializer said that its root stood there.</summary>
    static byte[] Read(XmlObjectSerializer serializer, XmlReader reader, OptionPair options, Func<object?, byte[]> shown)
    {
        string starts = !((Theirs)options.Original!).Asks ? ""
            : serializer.IsStartObject(reader) ? " its root" : " another root";
        return [.. shown(serializer.ReadObject(reader, !IsLoose(options))), .. Encoding.UTF8.GetBytes(starts)];
    }

    /// <summary>
    /// There is no NetDataContractSerializer beside: what comes back whole of the plain form with references kept must come back of this
    /// one.
    /// </summary>
    public override string? Further(object? value, byte[] ours, Type type, OptionPair options)
    {
        if (MoreOfWriting(value, ours, type, options) is { } more)
            return more;
        if (form != ContractXmlForm.Text || value is null)
            return null;
        var kept = new ContractXmlOptions
        {
            KnownTypes = Ours(options).KnownTypes,
            Convention = Ours(options).Convention,
            PreserveObjectReferences = true,
        };
        // What does not come back whole of the plain form (a getter that copies, a setter that drops) is no question to this one.
        if (Outcome.Of(() => ContractXml.Serialize(value, type, kept)).Result is not byte[] plain
            || Again(plain, kept).Result is not byte[] again || !plain.AsSpan().SequenceEqual(again))
            return null;
        var net = kept with { NetDataContract = true, PreserveObjectReferences = false };
        var named = Outcome.Of(() => ContractXml.Serialize(value, type, net));
        if (named.Result is not byte[] document)
            return named.Refusal is NotSupportedException ? null : $"the net form: {named}";
        var back = Again(document, net);
        // A setter that copies a set leaves the number of changes to that behind, which says nothing of what it holds.
        return Difference(named, back) is { } difference && Difference(Unchanged(named), Unchanged(back)) is not null
            ? $"the net form: {difference}\n{named}\n{back}"
            : null;

        static Outcome Unchanged(Outcome outcome) => outcome.Result is not byte[] written ? outcome : new(Encoding.UTF8.GetBytes(
            Regex.Replace(Encoding.UTF8.GetString(written),
                @"(<Version z:Id=""\d+"" z:Type=""System\.Int32"" z:Assembly=""0"" xmlns="""">)\d+(</Version>)", "$1$2")), null);

        Outcome Again(byte[] document, ContractXmlOptions by) =>
            Outcome.Of(() => ContractXml.Serialize(ContractXml.Deserialize(document, type, by), type, by));
    }

    public override string? FurtherRead(byte[] bytes, Type type, OptionPair options)
    {
        if (MoreOfReading(bytes, type, options) is { } more)
            return more;
        // Of what is carried another object is made: the target is given up.
        if (Way(options) > XmlWays.Text || Provider(options)?.Carried.Contains(type) == true)
            return null;
        var (document, by) = InSession(bytes, options);
        return DrawnFill.Difference(typeof(ContractXml), by, document, type, isUnmade: DrawnFill.IsContract,
            Compared(value => Shown(value, type, options, null)));
    }

    /// <summary>With the place where a reader was left.</summary>
    static byte[] Shown(object? value, Type type, OptionPair options, XmlReader? reader) =>
        [.. Shown(value, type, new DataContractSerializerSettings
        {
            KnownTypes = ShownTypes(options),
            PreserveObjectReferences = Settings(options).PreserveObjectReferences,
            DataContractResolver = Settings(options).DataContractResolver,
            SerializeReadOnlyTypes = ShowsReadOnly(options)
        }), .. PlaceOf(reader)];

    /// <summary>What is carried need not be a type that can be read.</summary>
    static bool ShowsReadOnly(OptionPair options) => Settings(options).SerializeReadOnlyTypes || Provider(options) is not null;

    /// <summary>What the options make known, and what is carried, which is shown by itself.</summary>
    static Type[] ShownTypes(OptionPair options) =>
        [.. Settings(options).KnownTypes!.Union(Provider(options)?.Carried ?? [])];

    /// <summary>What ours kept of unknown elements ours alone can write.</summary>
    static byte[] ShownByOurs(object? value, Type type, OptionPair options, XmlReader? reader)
    {
        var made = type.IsGenericType ? type.GetGenericArguments()[^1] : type;
        if (value is null || Settings(options).IgnoreExtensionDataObject
            || !made.Assembly.GetTypes().Any(t => t.Namespace == made.Namespace && typeof(IExtensibleDataObject).IsAssignableFrom(t)))
            return Shown(value, type, options, reader);
        var ours = new ContractXmlOptions
        {
            Convention = Tiers(ShowsReadOnly(options)).First(c => c.Tier == ((Theirs)options.Original!).Bare!.Tier),
            KnownTypes = ShownTypes(options),
            PreserveObjectReferences = Settings(options).PreserveObjectReferences,
            Resolver = Settings(options).DataContractResolver
        };
        using var stream = new MemoryStream();
        try
        {
            stream.Write(ContractXml.Serialize(value, type, ours));
        }
        catch (Exception e) when (IsOfInstruction(e))
        {
            WriteByPlainWriter(stream, writer => new ContractXmlSerializer(type, ours).WriteObject(writer, value));
        }
        catch (Exception e) when (e is NotSupportedException or ArgumentException)
        {
            // Without the root that the options name it cannot be written, or an object writes what the writer does not take, and the
            // original has words for that.
            return Shown(value, type, options, reader);
        }
        return [.. stream.ToArray(), .. Encoding.UTF8.GetBytes(ByHand.LogsOf(value)), .. PlaceOf(reader)];
    }

    static byte[] PlaceOf(XmlReader? reader) => Encoding.UTF8.GetBytes(reader is null ? "" : $"\n{reader.NodeType} {reader.Name}");

    protected override XElement? Parsed(Finding finding) => Parsed(finding, form == ContractXmlForm.Text);

    static XElement? Parsed(Finding finding, bool isText) => Parsed(finding.Document!, isText, finding.Options);

    static XElement? Parsed(byte[] document, bool isText, OptionPair options)
    {
        try
        {
            using XmlReader reader = isText
                ? XmlReader.Create(new MemoryStream(document), new XmlReaderSettings { CheckCharacters = false })
                : BinaryReader(document, options);
            return XElement.Load(reader, LoadOptions.PreserveWhitespace);
        }
        catch (XmlException)
        {
            return null;
        }
    }

    public override string? Documented(Finding finding) =>
        base.Documented(finding)
            ?? (IsOfKeptNullWithoutSetter(finding)
                ? "what follows a collection without a setter that holds null is taken for one by the original"
        : IsOfMemberAgainUnknown(finding) || IsOfInterfaceAgainUnknown(finding)
                ? "a member that a derived class has again with another type needs no known type"
        : IsOfKeptReference(finding) ? "a reference to what an unknown element holds is refused"
        : IsOfKeptIdentity(finding) ? "an identity in a kept element is one of an object"
        : IsOfTypedWithoutSetter(finding) ? "a collection without a setter that says another type is refused, also where it is empty"
        : IsOfOneEmptyArray(finding) ? "two empty byte arrays stay two"
        : IsOfUnreadCharacter(finding) ? "a character that XML has no place for is refused wherever it stands"
        : IsOfKeptNil(finding)
            ? "attributes of a kept element that is nil, white space that is its text, and declarations for that are kept"
        : IsOfKeptBehindDefault(finding) ? "unknown elements behind a member that is left out are kept"
        : IsOfMemberAgain(finding) ? "a member that a derived class has again with another type is written as it is declared"
        : IsOfKeptSize(finding) ? "the size of an unknown element is not told"
        : IsOfKeptTypeWithoutNamespace(finding) ? "an unknown element whose type is in no namespace stays in its own"
        : IsOfKeptTypeOfOuterPrefix(finding) ? "the type of an element in an unknown one keeps its namespace"
        : IsOfKeptScalar(finding) || IsOfKeptNoScalar(finding) ? "a value that is kept is its text"
        : IsOfAnotherSize(finding) ? "a collection that tells another size than it has is read as it is"
        : IsOfWhiteBeforeNode(finding) ? "white space that a reader gives as text"
        : IsOfKeptTags(finding) ? "an empty element in an unknown one is written in one tag"
        : IsOfEmptyNode(finding) ? "an element without one in it is null where a node is declared"
        : IsOfTypedNodes(finding) ? "nodes may say that they are of any type"
        : IsOfNoItem(finding) ? "what is no item in a collection without a setter is passed over"
        : IsOfUnreadNil(finding) ? "what is passed over may say anything of nil and identities"
        : IsOfWhiteBeforeEnd(finding) || IsOfKeptWhite(finding) ? "white space between kept elements is no text"
        : IsOfWhiteText(finding) ? "white space that a reader gives as text"
        : IsOfKeptSection(finding) ? "a CDATA section of an unknown element is text"
        : IsOfKeptComment(finding) ? "comments in an unknown element are none of it"
        : IsOfTextBeforeKept(finding) ? "text before an element of an unknown one is refused"
        : IsOfTextBehindKept(finding) ? "text behind an element of an unknown one is kept"
        : IsOfKeptPieces(finding) ? "white space before a text is a part of it in an unknown element and to an IXmlSerializable"
        : IsOfBoundPrefix(finding) ? "what is kept can be written again, whatever its prefixes"
        : IsOfStructWithIdentity(finding) ? "a struct that a class carries has the identity of that"
        : IsOfKnownByCarried(finding) ? "what a carried type makes known is known at a root of it"
        : IsOfLostIdentity(finding) ? "the original forgets an identity where a provider of surrogates carries objects"
        : IsOfKeptBeforeComment(finding) ? "white space before a comment in an unknown element is a part of its text"
            : null);

    /// <summary>
    /// Whether ours refuses a character that the original passes over with what stands around it: without it the original does the same.
    /// </summary>
    bool IsOfUnreadCharacter(Finding finding)
    {
        if (form != ContractXmlForm.Text || finding.Difference != "only ours refuses"
            || !finding.Ours!.Refusal!.Message.Contains("A character stands here that XML has no place for", StringComparison.Ordinal))
            return false;
        byte[] without = [.. finding.Document!.Where(b => b is >= 0x20 or (byte)'\t' or (byte)'\n' or (byte)'\r')];
        return without.Length < finding.Document!.Length
            && Outcome.Difference(Outcome.Of(() => OriginalRead(without, finding.Type, finding.Options)), finding.Original!) is null;
    }

    /// <summary>
    /// Whether the document has white space before the ends of elements, in binary, or within elements beneath one with an attribute of
    /// others', without which the original makes of it what ours makes of it as it is.
    /// </summary>
    bool IsOfWhiteBeforeEnd(Finding finding)
    {
        if (finding.Difference != "the bytes differ" || finding.Step == "write"
            || !finding.Code.Contains("IExtensibleDataObject", StringComparison.Ordinal) || Parsed(finding) is not { } root)
            return false;
        // What reads itself keeps its own.
        var names = White(root).Select(t => t.Parent!.Name).Distinct().ToList();
        return names.Count > 0 && Some(names).Any(some =>
        {
            var altered = new XElement(root);
            White(altered).Where(t => some.Contains(t.Parent!.Name)).ToList().ForEach(t => t.Remove());
            return MakesTheSameOf(finding, Printed(altered));
        });

        static IEnumerable<XText> White(XElement root) =>
            root.DescendantNodesAndSelf().OfType<XText>().Where(t => string.IsNullOrWhiteSpace(t.Value) && t.Parent!.HasElements);
    }

    /// <summary>
    /// The framework's reader gives one shared array for each element that its tag ends, so that two byte arrays become one with references
    /// kept. Ours must be what the original makes of the document with those elements written in two tags.
    /// </summary>
    bool IsOfOneEmptyArray(Finding finding) =>
        form == ContractXmlForm.Text && finding.Difference == "the bytes differ"
            && finding.Step.StartsWith("read", StringComparison.Ordinal) && Settings(finding.Options).PreserveObjectReferences
        && EmptyTag().Replace(Encoding.UTF8.GetString(finding.Document!), "<$1$2></$1>") is var inTwo
        && MakesTheSameOf(finding, Encoding.UTF8.GetBytes(inTwo));

    [GeneratedRegex(@"<([\w.:-]+)([^<>]*?)\s*/>")]
    private static partial Regex EmptyTag();

    /// <summary>A document in the form of the dialect.</summary>
    public byte[] AsForm(string document) =>
        form == ContractXmlForm.Text ? Encoding.UTF8.GetBytes(document) : Printed(XElement.Parse(document, LoadOptions.PreserveWhitespace));

    protected override byte[] Printed(XElement root)
    {
        if (form == ContractXmlForm.Text)
            return base.Printed(root);
        using var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            root.WriteTo(writer);
        return stream.ToArray();
    }

    /// <summary>Now and then the root has the name of another type, or that of an object, and says its type or not.</summary>
    public override byte[] Edit(byte[] document, Type type, OptionPair options, Choices choices)
    {
        if (!choices.Once(8) || Parsed(document, form == ContractXmlForm.Text, options) is not { } root)
            return Edit(ByItself(document, options), choices);
        var own = root.Name;
        var types = Objects.RootOf(type).Assembly.GetTypes()
            .Where(t => t.Namespace == Objects.RootOf(type).Namespace && !t.IsGenericTypeDefinition && !t.IsInterface);
        var names = types.Append(typeof(object)).Append(type).Append(typeof(int[])).Select(NameOf).OfType<XName>().Append(own).ToList();
        root.Name = names[choices.Below(names.Count)];
        if (choices.Once(2) && names[choices.Below(names.Count)] is { } said)
        {
            root.SetAttributeValue(XNamespace.Xmlns + "said", said.NamespaceName.Length > 0 ? said.NamespaceName : "urn:none");
            root.SetAttributeValue(Xsi + "type", $"said:{said.LocalName}");
        }
        foreach (var element in root.DescendantsAndSelf())
            if (element.Attribute("xmlns") is { } declaration && declaration.Value != element.Name.NamespaceName)
                declaration.Remove();
        byte[] renamed = Printed(root);
        return choices.Once(2) ? Edit(renamed, choices) : renamed;

        static XName? NameOf(Type type)
        {
            try
            {
                return new XsdDataContractExporter().GetRootElementName(type) is { } name ? XName.Get(name.Name, name.Namespace) : null;
            }
            catch (Exception e) when (e is InvalidDataContractException or SerializationException)
            {
                return null;
            }
        }
    }

    /// <summary>The document with its names as texts.</summary>
    byte[] ByItself(byte[] document, OptionPair options) =>
        (Names(options) is not null || HasSession(options)) && Parsed(document, isText: false, options) is { } root
            ? Printed(root)
            : document;

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
