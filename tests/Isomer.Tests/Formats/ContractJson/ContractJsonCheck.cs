using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>One value or text, through the framework's serializer and through ours on both tiers.</summary>
static class ContractJsonCheck
{
    public static (byte[]? Bytes, string? Refusal) Theirs(Type type, object? value, DataContractJsonSerializerSettings settings)
    {
        try
        {
            var stream = new MemoryStream();
            new DataContractJsonSerializer(type, settings).WriteObject(stream, value);
            return (stream.ToArray(), null);
        }
        catch (Exception e) when (e is SerializationException or InvalidDataContractException or NotSupportedException or XmlException
            or InvalidOperationException or ArgumentException or ArithmeticException)
        {
            return (null, e.Message);
        }
    }

    public static (object? Value, string? Refusal) TheirsRead(Type type, byte[] json, DataContractJsonSerializerSettings settings)
    {
        try
        {
            return (new DataContractJsonSerializer(type, settings).ReadObject(new MemoryStream(json)), null);
        }
        catch (Exception e) when (e is SerializationException or InvalidDataContractException or NotSupportedException or XmlException
            or FormatException or ArgumentException or InvalidOperationException or MemberAccessException)
        {
            return (null, e.Message);
        }
    }

    static readonly DataContractConvention Reflection = Convention.DataContract.WithTier(ShapeTier.Reflection);

    public static ContractJsonOptions[] Tiers(DataContractJsonSerializerSettings settings)
    {
        var options = ContractJsonOptions.Of(settings);
        return settings.SerializeReadOnlyTypes ? [options] : [options, options with { Convention = Reflection }];
    }

    public static (byte[]? Bytes, string? Refusal) Ours(Type type, object? value, ContractJsonOptions options)
    {
        try
        {
            return (ContractJson.Serialize(value, type, options), null);
        }
        catch (NotSupportedException e)
        {
            return (null, e.Message);
        }
    }

    public static (object? Value, string? Refusal) OursRead(Type type, byte[] json, ContractJsonOptions options)
    {
        try
        {
            return (ContractJson.Deserialize(json, type, options), null);
        }
        catch (WireFormatException e)
        {
            Assert.Equal("ContractJson", e.Format);
            Assert.InRange(e.Offset, 0, json.Length);
            return (null, e.Message);
        }
        catch (NotSupportedException e)
        {
            return (null, e.Message);
        }
    }

    /// <summary>Written the same and read back the same; or both refuse. Returns whether it was written.</summary>
    public static bool Same(Type type, object? value, DataContractJsonSerializerSettings settings, string how)
    {
        var (expected, refusal) = Theirs(type, value, settings);
        var tiers = Tiers(settings);
        foreach (var options in tiers)
        {
            var (ours, ourRefusal) = Ours(type, value, options);
            if (expected is null ? ours is not null : ours is null)
            {
                // Keys of which only the type's name would be left.
                if (ours is null && ourRefusal!.Contains("the type's name only"))
                    return false;
                Assert.Fail(
                    $"{how}: theirs {(expected is null ? refusal : Encoding.UTF8.GetString(expected))}\nours {(ours is null ? ourRefusal : Encoding.UTF8.GetString(ours))}");
            }
            if (expected is not null && !expected.AsSpan().SequenceEqual(ours))
                Assert.Fail(
                    $"{how} {options.Convention.Tier}: theirs\n{Encoding.UTF8.GetString(expected)}\nours\n{Encoding.UTF8.GetString(ours!)}");
        }
        if (expected is null)
            return false;
        SameRead(type, expected, settings, how);
        return true;
    }

    public static void SameRead(Type type, byte[] json, DataContractJsonSerializerSettings settings, string how)
    {
        var (expected, refusal) = TheirsRead(type, json, settings);
        foreach (var options in Tiers(settings))
        {
            var (ours, ourRefusal) = OursRead(type, json, options with { AllowsLosses = true });
            string text = Encoding.UTF8.GetString(json);
            // Keys that the original cannot make of a name: Uri, and such that were empty.
            if (refusal is not null && refusal.Contains("cannot be deserialized as a simple dictionary"))
                continue;
            if (refusal is null != ourRefusal is null)
                Assert.Fail($"{how} {options.Convention.Tier}, reading {text}:\ntheirs {refusal ?? "read"}\nours {ourRefusal ?? "read"}");
            if (refusal is null && ContractGraphs.Difference(expected, ours) is { } difference)
                Assert.Fail($"{how} {options.Convention.Tier}, reading {text}: {difference}");
        }
    }
}
