using System.Reflection;
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Linq;

namespace Isomer.Tests.Differential;

/// <summary>
/// What is asked of some cases beside what one document is to both: several documents by one serializer, one after the other and from two
/// threads, and Fill into what is filled and shared already.
/// </summary>
public sealed partial class ContractXmlDialect
{
    static More MoreOf(OptionPair options) => ((Theirs)options.Original!).More;

    protected override OptionPair In(Assembly other, OptionPair options)
    {
        if (Provider(options)?.In(other) is not { } moved)
            return options;
        var theirs = (Theirs)options.Original!;
        return options with
        {
            Original = theirs with { Provider = moved },
            Ours = Ours(options) with { Convention = theirs.Bare!.WithSurrogateProvider(moved) }
        };
    }

    /// <summary>
    /// Whether the original writes what ours writes when it is asked again: its table of objects is by the hash of their identity, and
    /// moves the wrong entries where two of them collide, so that now and then it writes an object with an identity a second time.
    /// </summary>
    bool IsOfLostIdentity(Finding finding)
    {
        if (finding is not { Step: "write", Difference: "the bytes differ" } || Provider(finding.Options) is null)
            return false;
        for (int left = 100; left > 0; left--)
            if (Difference(Outcome.Of(() => OriginalWrite(finding.Value, finding.Type, finding.Options)), finding.Ours!) is null)
                return true;
        return false;
    }

    /// <summary>
    /// Whether the original refuses the identity of a struct, which the class that carries it has, though it writes it: where nothing
    /// refers to such an identity, it makes of the document without it what ours makes of it.
    /// </summary>
    bool IsOfStructWithIdentity(Finding finding)
    {
        if (finding.Difference != "only the original refuses" || finding.Step == "write" || Provider(finding.Options) is null
            || !finding.Original!.Refusal!.Message.Contains("cannot have id.", StringComparison.Ordinal) || Parsed(finding) is not { } root)
            return false;
        var referred = root.Descendants().Attributes(Serialization + "Ref").Select(r => r.Value).ToHashSet();
        var alone = root.Descendants().Attributes(Serialization + "Id").Where(i => !referred.Contains(i.Value)).ToList();
        alone.ForEach(i => i.Remove());
        return alone.Count > 0 && MakesTheSameOf(finding, Printed(root));
    }

    /// <summary>
    /// Whether the original knows at a root that is carried what its carrier makes known, and not what the type makes known that is
    /// carried, though it has written so: with the types that derive from what is carried among the known ones it makes what ours makes.
    /// </summary>
    bool IsOfKnownByCarried(Finding finding)
    {
        const string Unknown = "has no knowledge of any type that maps to this contract";
        if (finding.Difference != "only the original refuses" || finding.Step == "write" || Provider(finding.Options) is not { } provider
            || !finding.Original!.Refusal!.Message.Contains(Unknown, StringComparison.Ordinal))
            return false;
        var settings = Settings(finding.Options);
        var derived = TypesOf(finding)
            .Where(t => !t.IsAbstract && !t.ContainsGenericParameters && provider.Carried.Any(c => c != t && c.IsAssignableFrom(t)))
            .Except(settings.KnownTypes!).ToList();
        if (derived.Count == 0)
            return false;
        var knowing = OriginalKnowing(finding.Options, [.. settings.KnownTypes!, .. derived], settings.IgnoreExtensionDataObject);
        var original = Outcome.Of(() => OriginalRead(finding.Document!, finding.Type, knowing));
        return Difference(original, finding.Ours!) is not { } difference
            || IsTold(finding with { Original = original, Options = knowing, Difference = difference, IsOursOfDocument = false });
    }

    /// <summary>The way of a reader that several documents go by: that of the case, or the one over bytes.</summary>
    static int WayOfMany(OptionPair options) => Way(options) > XmlWays.Text ? Way(options) : XmlWays.DictionaryText;

    /// <summary>What does not hold of further writing; null where all does.</summary>
    string? MoreOfWriting(object? value, byte[] written, Type type, OptionPair options)
    {
        if (MoreOf(options) == More.Several && Provider(options) is null)
        {
            var (original, ours) = (Outcome.Of(() => Many(Original(type, options))),
                Outcome.Of(() => Many(new ContractXmlSerializer(type, Ours(options)))));
            // The original looks at some known types when it writes again, and refuses them then.
            return original.Refusal is not InvalidDataContractException && Difference(original, ours) is { } difference
                ? $"several documents: {difference}\n{original}\n{ours}"
                : null;
        }
        if (MoreOf(options) != More.Threads)
            return null;
        // Of a convention that nobody has used, so that both come to its types at the same time.
        var serializer = new ContractXmlSerializer(type, Anew(options));
        var alone = Outcome.Of(() => OnStream(serializer));
        var again = new ContractXmlSerializer(type, Anew(options));
        return ByTwo(() => Outcome.Of(() => OnStream(again))) is var (one, two)
            && (Difference(alone, one) ?? Difference(alone, two)) is { } differs
            ? $"two threads write: {differs}\n{alone}\n{one}\n{two}"
            : null;

        byte[] Many(XmlObjectSerializer by) => XmlWays.Write(WayOfMany(options), writer =>
        {
            writer.WriteStartElement("many");
            for (int i = 0; i < 3; i++)
                by.WriteObject(writer, value);
            writer.WriteEndElement();
        });

        byte[] OnStream(XmlObjectSerializer by)
        {
            using var stream = new MemoryStream();
            by.WriteObject(stream, value);
            return stream.ToArray();
        }
    }

    static ContractXmlOptions Anew(OptionPair options)
    {
        var convention = Convention.DataContract.WithLosses().WithTier(((Theirs)options.Original!).Bare!.Tier);
        if (Settings(options).SerializeReadOnlyTypes)
            convention = convention.WithReadOnlyTypes();
        return Ours(options) with { Convention = convention.WithSurrogateProvider(Provider(options)), Dictionary = null };
    }

    static (Outcome One, Outcome Two) ByTwo(Func<Outcome> work)
    {
        using var both = new Barrier(2);
        var other = Task.Run(() =>
        {
            both.SignalAndWait();
            return work();
        });
        both.SignalAndWait();
        var one = work();
        return (one, other.GetAwaiter().GetResult());
    }

    /// <summary>What does not hold of further reading; null where all does.</summary>
    string? MoreOfReading(byte[] bytes, Type type, OptionPair options)
    {
        switch (MoreOf(options))
        {
            case More.Several when form == ContractXmlForm.Text:
                return SeveralRead(bytes, type, options);
            case More.Threads when ReferenceEquals(InSession(bytes, options).Document, bytes) && Names(options) is null:
                var alone = Outcome.Of(() => Read(Ours(options)));
                var anew = Anew(options);
                return ByTwo(() => Outcome.Of(() => Read(anew))) is var (one, two)
                    && (Difference(alone, one) ?? Difference(alone, two)) is { } differs
                    ? $"two threads read: {differs}\n{alone}\n{one}\n{two}"
                    : null;
            case More.Filled when Provider(options)?.Carried.Contains(type) != true:
                var (document, by) = InSession(bytes, options);
                return DrawnFill.DifferenceOfFilled(typeof(ContractXml), [.. Tiers(options).Select(c => by with { Convention = c })],
                    document, type, value => Shown(value, type,
                        new DataContractSerializerSettings { KnownTypes = ShownTypes(options), PreserveObjectReferences = true }));
            default:
                return null;
        }

        object? Read(ContractXmlOptions by) => ShownByOurs(ContractXml.Deserialize(bytes, type, by), type, options, null);
    }

    static IEnumerable<DataContractConvention> Tiers(OptionPair options) =>
        Tiers(Settings(options).SerializeReadOnlyTypes).Select(c => c.WithSurrogateProvider(Provider(options)));

    /// <summary>
    /// A document three times in an element, read by one serializer from one reader: each is what it is alone, and the reader is behind the
    /// last one then.
    /// </summary>
    static string? SeveralRead(byte[] document, Type type, OptionPair options)
    {
        string text = Encoding.UTF8.GetString(document);
        if (text.Contains("<?xml", StringComparison.Ordinal) || text.StartsWith('\ufeff'))
            return null;
        var serializer = new ContractXmlSerializer(type, Ours(options));
        var alone = Outcome.Of(() => XmlWays.Read(WayOfMany(options), document,
            reader => ShownByOurs(serializer.ReadObject(reader, !IsLoose(options)), type, options, null)));
        if (alone.Result is not byte[] shown)
            return null;
        byte[] many = Encoding.UTF8.GetBytes($"<many>{text} {text}{text}</many>");
        var read = Outcome.Of(() => XmlWays.Read(WayOfMany(options), many, reader =>
        {
            reader.MoveToContent();
            reader.ReadStartElement();
            var all = new List<byte>();
            for (int i = 0; i < 3; i++)
            {
                reader.MoveToContent();
                all.AddRange(ShownByOurs(serializer.ReadObject(reader, !IsLoose(options)), type, options, null));
            }
            reader.MoveToContent();
            all.AddRange(PlaceOf(reader));
            return all.ToArray();
        }));
        byte[] expected = [.. shown, .. shown, .. shown, .. "\nEndElement many"u8];
        return read.Result is byte[] found && found.AsSpan().SequenceEqual(expected)
            ? null
            : $"several documents read: {read}\nalone {alone}";
    }
}
