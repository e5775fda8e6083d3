using System.Text;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>The framework's XmlSerializer beside ours: the same bytes, the same values, the same refusals.</summary>
public static class XmlOracle
{
    public static readonly XmlAttributesConvention[] Tiers = [Convention.XmlAttributes,
        Convention.XmlAttributes.WithTier(ShapeTier.Reflection)];

    /// <summary>Writes with both, reads the original's bytes with both; returns what differs, or null.</summary>
    public static string? Compare(object? value, Type type, XmlOptions? options = null, XmlSerializer? original = null)
    {
        options ??= XmlOptions.LikeXmlSerializer;
        var problems = new StringBuilder();
        byte[]? expected = null;
        string? refusal = null;
        try
        {
            original ??= options.Root is null ? new XmlSerializer(type) : new XmlSerializer(type, options.Root);
            expected = Write(original, value, options.Namespaces);
        }
        catch (Exception e)
        {
            refusal = Innermost(e);
        }
        foreach (var tier in new[] { ShapeTier.Auto, ShapeTier.Reflection })
        {
            var own = options with { Convention = options.Convention.WithTier(tier) };
            byte[]? actual = null;
            try
            {
                actual = Xml.Serialize(value, type, own);
            }
            catch (Exception e)
            {
                if (expected is not null)
                    problems.AppendLine($"{tier}: ours refuses: {e}\n the original writes: {Text(expected)}");
                else if (e is not (NotSupportedException or InvalidOperationException or OverflowException))
                    problems.AppendLine($"{tier}: wrong exception {e}");
                continue;
            }
            if (expected is null)
            {
                problems.AppendLine($"{tier}: the original refuses ({refusal}), ours writes: {Text(actual)}");
                continue;
            }
            if (!actual.AsSpan().SequenceEqual(expected))
            {
                problems.AppendLine($"{tier}: written\n--- original\n{Text(expected)}\n--- ours\n{Text(actual)}");
                continue;
            }
            CompareReading(expected, type, own, original!, tier, problems);
        }
        return problems.Length == 0 ? null : problems.ToString();
    }

    /// <summary>Reads a document with both; returns what differs, or null.</summary>
    public static string? CompareReading(string document, Type type, XmlOptions? options = null, XmlSerializer? original = null)
    {
        var problems = new StringBuilder();
        options ??= XmlOptions.LikeXmlSerializer;
        foreach (var tier in new[] { ShapeTier.Auto, ShapeTier.Reflection })
            CompareReading(Encoding.UTF8.GetBytes(document), type, options with { Convention = options.Convention.WithTier(tier) },
                original ?? new XmlSerializer(type), tier, problems);
        return problems.Length == 0 ? null : problems.ToString();
    }

    static void CompareReading(byte[] bytes, Type type, XmlOptions options, XmlSerializer original, ShapeTier tier, StringBuilder problems)
    {
        string expected;
        string? refusal = null;
        try
        {
            object? read = original.Deserialize(new MemoryStream(bytes));
            expected = Again(original, read);
        }
        catch (InvalidOperationException e)
        {
            (expected, refusal) = ("", Innermost(e));
        }
        try
        {
            object? read = Xml.Deserialize(bytes, type, options);
            string actual = Again(original, read);
            // What the original writes and cannot read itself (an empty list in an attribute) is no refusal to copy.
            if (refusal is not null && actual == Text(bytes))
                return;
            if (refusal is not null)
                problems.AppendLine($"{tier}: the original refuses to read ({refusal}), ours reads: {actual}\n{Text(bytes)}");
            else if (actual != expected)
                problems.AppendLine($"{tier}: read\n--- original\n{expected}\n--- ours\n{actual}\n--- of\n{Text(bytes)}");
        }
        catch (Exception e) when (e is WireFormatException or NotSupportedException)
        {
            if (refusal is null)
                problems.AppendLine($"{tier}: ours refuses to read: {e}\n the original reads: {expected}\n of {Text(bytes)}");
        }
    }

    /// <summary>A value, written by the original, stands for itself; where even that fails, what it fails with.</summary>
    static string Again(XmlSerializer original, object? value)
    {
        try
        {
            return Text(Write(original, value, null));
        }
        catch (Exception e)
        {
            return Innermost(e);
        }
    }

    public static byte[] Write(XmlSerializer serializer, object? value, XmlSerializerNamespaces? namespaces)
    {
        var stream = new MemoryStream();
        serializer.Serialize(stream, value, namespaces);
        return stream.ToArray();
    }

    public static string Innermost(Exception e)
    {
        while (e.InnerException is { } inner)
            e = inner;
        return $"{e.GetType().Name}: {e.Message}";
    }

    static string Text(byte[] bytes) => Encoding.UTF8.GetString(bytes);

    /// <summary>Asserts that nothing differs.</summary>
    public static void Same<T>(T value, XmlOptions? options = null)
    {
        string? problem = Compare(value, typeof(T), options);
        Assert.True(problem is null, problem);
    }

    public static void SameReading<T>(string document, XmlOptions? options = null)
    {
        string? problem = CompareReading(document, typeof(T), options);
        Assert.True(problem is null, problem);
    }
}
