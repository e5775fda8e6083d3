using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;

namespace Isomer.Tests.Differential;

/// <summary>
/// Data contracts against the framework's serializers. What is read is compared by what the original writes of it again: collections that are declared
/// as interfaces come back as lists here, as arrays there.
/// </summary>
public abstract class ContractDialect(string name) : Dialect
{
    /// <summary>What the original loses in silence is compared too.</summary>
    static readonly DataContractConvention[] Conventions =
        [Convention.DataContract.WithLosses().WithTier(ShapeTier.Promoted), Convention.DataContract.WithLosses().WithTier(ShapeTier.Emitted), Convention.DataContract.WithLosses().WithTier(ShapeTier.Reflection)];

    public override string Name => name;

    public override Grammar Grammar { get; } = new ContractGrammar();

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
        new DataContractSerializer(type, new DataContractSerializerSettings { KnownTypes = known, PreserveObjectReferences = preserves }).WriteObject(stream, value);
        return stream.ToArray();
    }

    public override string? Documented(Finding finding)
    {
        string ours = finding.Ours?.Refusal?.Message ?? "", theirs = finding.Original?.Refusal?.Message ?? "";
        return ours.Contains("nests deeper", StringComparison.Ordinal) ? "depth is limited"
            : ours.Contains("document type", StringComparison.Ordinal) ? "document types are refused"
            : null;
    }
}

public sealed class ContractXmlDialect(ContractXmlForm form) : ContractDialect(form == ContractXmlForm.Text ? "ContractXml" : "ContractXml, binary")
{
    sealed record Theirs(DataContractSerializerSettings Settings);

    public override OptionPair Options(Choices choices, IReadOnlyList<Type> types)
    {
        var known = Known(choices, types);
        bool preserves = choices.Once(4), ignores = choices.Once(6);
        string? root = choices.Once(6) ? choices.Of("root", "a b") : null;
        string? ns = root is null ? null : choices.Of("", "urn:a", "urn:root");
        var convention = Draw(choices);
        var dictionary = new XmlDictionary();
        return new OptionPair(
            new DataContractSerializerSettings { KnownTypes = known, PreserveObjectReferences = preserves, IgnoreExtensionDataObject = ignores, RootName = root is null ? null : dictionary.Add(root), RootNamespace = ns is null ? null : dictionary.Add(ns) },
            new ContractXmlOptions { Form = form, Convention = convention, KnownTypes = known, PreserveObjectReferences = preserves, IgnoreExtensionDataObject = ignores, RootName = root, RootNamespace = ns },
            $"known [{string.Join(", ", known.Select(k => k.Name))}], preserves {preserves}, root {root}:{ns}, {convention.Tier}");
    }

    static DataContractSerializerSettings Settings(OptionPair options) => (DataContractSerializerSettings)options.Original!;

    static ContractXmlOptions Ours(OptionPair options) => (ContractXmlOptions)options.Ours!;

    public override byte[] OriginalWrite(object? value, Type type, OptionPair options)
    {
        using var stream = new MemoryStream();
        using (var writer = form == ContractXmlForm.Text ? XmlDictionaryWriter.CreateTextWriter(stream, new UTF8Encoding(false), ownsStream: false) : XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            new DataContractSerializer(type, Settings(options)).WriteObject(writer, value);
        return stream.ToArray();
    }

    public override byte[] OurWrite(object? value, Type type, OptionPair options) => ContractXml.Serialize(value, type, Ours(options));

    public override object? OriginalRead(byte[] bytes, Type type, OptionPair options)
    {
        using var reader = form == ContractXmlForm.Text ? XmlDictionaryReader.CreateTextReader(bytes, XmlDictionaryReaderQuotas.Max) : XmlDictionaryReader.CreateBinaryReader(bytes, XmlDictionaryReaderQuotas.Max);
        var value = new DataContractSerializer(type, Settings(options)).ReadObject(reader);
        return Shown(value, type, [.. Settings(options).KnownTypes!], Settings(options).PreserveObjectReferences);
    }

    public override object? OurRead(byte[] bytes, Type type, OptionPair options) =>
        Shown(ContractXml.Deserialize(bytes, type, Ours(options)), type, [.. Settings(options).KnownTypes!], Settings(options).PreserveObjectReferences);

    /// <summary>The same edits of both forms: binary is what the framework's writer makes of the edited text.</summary>
    public override byte[] Edit(byte[] document, Choices choices)
    {
        if (form == ContractXmlForm.Text)
            return Encoding.UTF8.GetBytes(new XmlEdits(choices).Edit(Encoding.UTF8.GetString(document)));
        try
        {
            var root = new XmlDocument();
            using (var reader = XmlDictionaryReader.CreateBinaryReader(document, XmlDictionaryReaderQuotas.Max))
                root.Load(reader);
            var edited = new XmlDocument { PreserveWhitespace = true };
            edited.LoadXml(new XmlEdits(choices).Edit(root.OuterXml));
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

    public override string? Documented(Finding finding) => base.Documented(finding);
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
        return new OptionPair(settings, ContractJsonOptions.Of(settings) with { Convention = convention, AllowsLosses = true },
            $"known [{string.Join(", ", known.Select(k => k.Name))}], simple {settings.UseSimpleDictionaryFormat}, {settings.EmitTypeInformation}, dates {settings.DateTimeFormat?.FormatString}, {convention.Tier}");
    }

    static DataContractJsonSerializerSettings Settings(OptionPair options) => (DataContractJsonSerializerSettings)options.Original!;

    public override byte[] OriginalWrite(object? value, Type type, OptionPair options)
    {
        using var stream = new MemoryStream();
        new DataContractJsonSerializer(type, Settings(options)).WriteObject(stream, value);
        return stream.ToArray();
    }

    public override byte[] OurWrite(object? value, Type type, OptionPair options) => ContractJson.Serialize(value, type, (ContractJsonOptions)options.Ours!);

    public override object? OriginalRead(byte[] bytes, Type type, OptionPair options)
    {
        using var stream = new MemoryStream(bytes);
        return Shown(new DataContractJsonSerializer(type, Settings(options)).ReadObject(stream), type, options);
    }

    public override object? OurRead(byte[] bytes, Type type, OptionPair options) => Shown(ContractJson.Deserialize(bytes, type, (ContractJsonOptions)options.Ours!), type, options);

    byte[] Shown(object? value, Type type, OptionPair options)
    {
        try
        {
            return Shown(value, type, [.. Settings(options).KnownTypes!], preserves: false);
        }
        catch (Exception e) when (e is SerializationException or InvalidDataContractException)
        {
            return value is null ? [] : OriginalWrite(value, type, options);
        }
    }

    public override byte[] Edit(byte[] document, Choices choices) => Encoding.UTF8.GetBytes(new JsonEdits(choices).Edit(Encoding.UTF8.GetString(document)));
}
