using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// One value or document through the framework's serializers and through ours: text, binary and JSON, on every tier. The same bytes, or
/// both refuse; the same value (told by what the framework writes of it again), or both refuse.
/// </summary>
sealed class ContractOracle(string forms = "xbj")
{
    static readonly ShapeTier[] Tiers = [ShapeTier.Emitted, ShapeTier.Promoted, ShapeTier.Reflection];
    static readonly Dictionary<ShapeTier, DataContractConvention> Conventions =
        Tiers.ToDictionary(t => t, t => Convention.DataContract.WithTier(t));

    readonly List<string> _differences = [];

    public Type[] KnownTypes { get; init; } = [];
    public bool Preserves { get; init; }
    public bool IsSimple { get; init; }
    public EmitTypeInformation Emits { get; init; }
    public ISerializationSurrogateProvider? Provider { get; init; }

    /// <summary>What the original writes and cannot read comes back as it was.</summary>
    public bool ReadsMore { get; init; }

    public void Check<T>(T value) => Check(value, typeof(T));

    /// <remarks>
    /// With surrogates and references the original forgets an identity in one of some 3,000 writes (its table of objects is by the hash of
    /// their identity, and moves the wrong entries where two of them collide: 68 of 200,000 writes of one shared key), and of objects
    /// with these hashes in six of seven further ones. A difference is therefore what stands in each of a hundred comparisons.
    /// </remarks>
    public void Check(object? value, Type type)
    {
        int before = _differences.Count;
        for (int left = Preserves && Provider is not null ? 100 : 1; left > 0; left--)
        {
            _differences.RemoveRange(before, _differences.Count - before);
            CheckOnce(value, type);
            if (_differences.Count == before)
                return;
        }
    }

    void CheckOnce(object? value, Type type)
    {
        foreach (char form in forms)
        {
            var (written, refusal) = Try(() => OriginalWrite(form, value, type));
            foreach (var tier in Tiers)
            {
                var (ours, ourRefusal) = Try(() => OurWrite(form, value, type, tier));
                if (!(written, ours).Equals((null, null)) && (written is null || ours is null || !written.AsSpan().SequenceEqual(ours)))
                    _differences.Add(
                        $"{type} {form} {tier} written\n  {Show(form, written) ?? refusal}\n  {Show(form, ours) ?? ourRefusal}");
            }
            if (written is not null)
                CheckRead(form, written, type, ReadsMore);
        }
    }

    /// <summary>A document in place of what would be written.</summary>
    public void CheckRead(char form, string document, Type type) => CheckRead(form, Encoding.UTF8.GetBytes(document), type);

    public void CheckRead(char form, byte[] document, Type type, bool readsMore = false)
    {
        var (expected, refusal) = Try(() => Again(form, OriginalRead(form, document, type), type));
        if (readsMore)
            expected ??= document;
        foreach (var tier in Tiers)
        {
            var (found, ourRefusal) = Try(() => Again(form, OurRead(form, document, type, tier), type));
            if ((expected is null) != (found is null) || (expected is not null && !expected.AsSpan().SequenceEqual(found)))
                _differences.Add(
                    $"{type} {form} {tier} read {Show(form, document)}\n  {Show(form, expected) ?? refusal}\n  {Show(form, found) ?? ourRefusal}");
        }
    }

    public void Done() =>
        Assert.True(_differences.Count == 0, $"{_differences.Count} differences\n" + string.Join("\n", _differences.Take(20)));

    static (byte[]? Bytes, string? Refusal) Try(Func<byte[]> work)
    {
        try
        {
            return (work(), null);
        }
        catch (Exception e) when (e is not Xunit.Sdk.XunitException)
        {
            return (null, $"! {e.GetType().Name}: {e.Message}");
        }
    }

    /// <summary>What the original makes of the value again; in a form that shows all, for JSON by its XML.</summary>
    byte[] Again(char form, object? value, Type type)
    {
        if (value is null)
            return [];
        if (form != 'j')
            return OriginalWrite(form, value, type);
        var xml = Try(() => OriginalWrite('x', value, type));
        return xml.Bytes ?? OriginalWrite('j', value, type);
    }

    static string? Show(char form, byte[]? bytes) =>
        bytes is null ? null : form == 'b' ? Convert.ToHexString(bytes) : Encoding.UTF8.GetString(bytes);

    XmlObjectSerializer Original(char form, Type type)
    {
        if (form == 'j')
            return new DataContractJsonSerializer(type,
                new DataContractJsonSerializerSettings
                { KnownTypes = KnownTypes, UseSimpleDictionaryFormat = IsSimple, EmitTypeInformation = Emits });
        var serializer = new DataContractSerializer(type,
            new DataContractSerializerSettings { KnownTypes = KnownTypes, PreserveObjectReferences = Preserves });
        if (Provider is not null)
            serializer.SetSerializationSurrogateProvider(Provider);
        return serializer;
    }

    byte[] OriginalWrite(char form, object? value, Type type)
    {
        using var stream = new MemoryStream();
        if (form == 'b')
        {
            using var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false);
            Original(form, type).WriteObject(writer, value);
        }
        else
        {
            Original(form, type).WriteObject(stream, value);
        }
        return stream.ToArray();
    }

    object? OriginalRead(char form, byte[] document, Type type) => form == 'b'
        ? Original(form, type).ReadObject(XmlDictionaryReader.CreateBinaryReader(document, XmlDictionaryReaderQuotas.Max))
        : Original(form, type).ReadObject(new MemoryStream(document));

    DataContractConvention ConventionOf(ShapeTier tier) =>
        Provider is null ? Conventions[tier] : Conventions[tier].WithSurrogateProvider(Provider);

    ContractXmlOptions Xml(char form, ShapeTier tier) => new()
    {
        Form = form == 'b' ? ContractXmlForm.Binary : ContractXmlForm.Text,
        Convention = ConventionOf(tier),
        KnownTypes = KnownTypes,
        PreserveObjectReferences = Preserves,
    };

    ContractJsonOptions Json(ShapeTier tier) =>
        new()
        {
            Convention = ConventionOf(tier),
            KnownTypes = KnownTypes,
            UseSimpleDictionaryFormat = IsSimple,
            EmitTypeInformation = Emits
        };

    byte[] OurWrite(char form, object? value, Type type, ShapeTier tier) =>
        form == 'j' ? ContractJson.Serialize(value, type, Json(tier)) : ContractXml.Serialize(value, type, Xml(form, tier));

    object? OurRead(char form, byte[] document, Type type, ShapeTier tier) =>
        form == 'j'
            ? ContractJson.Deserialize(document, type, Json(tier))
            : ContractXml.Deserialize(document, type, Xml(form, tier));
}
