using System.Diagnostics.CodeAnalysis;
using System.Net.Http.Headers;
using Isomer.Model;

namespace Isomer.Http;

/// <summary>What formats are over HTTP: how they are asked for, what a content says of itself, and by which one it is read.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class HttpFormats
{
    const string DialectParameter = "dialect";

    static readonly Format s_web = Json.Format.With(JsonOptions.Web);

    /// <summary>
    /// Json under no options of the caller's is the web's: camelCase, as ASP.NET Core writes it and GetFromJsonAsync reads it. Under the
    /// options that Json has elsewhere, an answer of such a server would be an object without values, and no error.
    /// </summary>
    public static Format ForWeb(Format format) => ReferenceEquals(format, Json.Format) ? s_web : format;

    /// <summary>The media type with what tells two formats of it apart, and behind it the type alone, which other servers know.</summary>
    public static void Accept(HttpRequestMessage request, Format format)
    {
        if (format.Dialect is not { } dialect)
        {
            request.Headers.Accept.Add(new(format.MediaType));
            return;
        }
        var exact = new MediaTypeWithQualityHeaderValue(format.MediaType);
        exact.Parameters.Add(new(DialectParameter, dialect));
        request.Headers.Accept.Add(exact);
        request.Headers.Accept.Add(new(format.MediaType, 0.9));
    }

    /// <summary>What a content in this format says that it is.</summary>
    public static MediaTypeHeaderValue TypeOf(Format format)
    {
        var type = new MediaTypeHeaderValue(format.MediaType);
        if (format.Dialect is { } dialect)
            type.Parameters.Add(new(DialectParameter, dialect));
        if (format.IsText)
            type.CharSet = "utf-8";
        return type;
    }

    /// <summary>
    /// What other servers call these formats, beside their own media types, as Isomer.AspNetCore takes bodies and GetFromJsonAsync answers.
    /// </summary>
    static Format? Named(string type) => type.ToLowerInvariant() switch
    {
        "text/json" => Json.Format,
        "application/xml" or "text/xml" => Xml.Format,
        "application/protobuf" or "application/vnd.google.protobuf" => Protobuf.Format,
        var other when other.StartsWith("application/", StringComparison.Ordinal) && other.EndsWith("+json", StringComparison.Ordinal) =>
            Json.Format,
        _ => null,
    };

    static System.Text.Encoding EncodingOf(string charset)
    {
        try
        {
            return System.Text.Encoding.GetEncoding(charset);
        }
        catch (ArgumentException e)
        {
            throw new NotSupportedException(
                $"The content is JSON in '{charset}', an encoding that is not known here (Encoding.RegisterProvider makes more known).", e);
        }
    }

    /// <summary>
    /// The value of a content in a format. Text is of UTF-8, a mark of which is passed over; JSON of another charset is made
    /// UTF-8 first, as GetFromJsonAsync does it.
    /// </summary>
    public static T? Read<T>(Format format, MediaTypeHeaderValue? type, ReadOnlySpan<byte> payload)
    {
        if (!format.IsText)
            return format.Deserialize<T>(payload);
        if (type?.CharSet?.Trim('"') is { Length: > 0 } charset && !charset.Equals("utf-8", StringComparison.OrdinalIgnoreCase)
            && !charset.Equals("us-ascii", StringComparison.OrdinalIgnoreCase) && format.Name == Json.Format.Name)
            payload = System.Text.Encoding.UTF8.GetBytes(EncodingOf(charset).GetString(payload));
        return format.Deserialize<T>(payload.StartsWith("\uFEFF"u8) ? payload[3..] : payload);
    }

    /// <summary>The format that a content is read by.</summary>
    /// <param name="type">What it says that it is.</param>
    /// <param name="asked">The format that was asked for.</param>
    public static Format OfContent(MediaTypeHeaderValue? type, Format asked)
    {
        string? dialect = type?.Parameters.FirstOrDefault(static p =>
            p.Name.Equals(DialectParameter, StringComparison.OrdinalIgnoreCase))?.Value?.Trim('"');
        if (type?.MediaType is not { } named
            || (named.Equals(asked.MediaType, StringComparison.OrdinalIgnoreCase) && (dialect is null || dialect == asked.Dialect)))
            return ForWeb(asked);
        // What was asked for goes first: application/xml is DataContractSerializer's for who asked for that.
        if (dialect is null && Named(named) is { } known)
            return ForWeb(known.Name == asked.Name || known.MediaType.Equals(asked.MediaType, StringComparison.OrdinalIgnoreCase)
                || (known.Name == Xml.Format.Name && asked.MediaType.EndsWith("xml", StringComparison.Ordinal)) ? asked : known);
        // A server does not choose a format that makes objects without their constructors.
        var found = dialect is null
            ? Format.All.Concat(Format.Registered).FirstOrDefault(f => f.MediaType.Equals(named, StringComparison.OrdinalIgnoreCase))
            : Dialects().FirstOrDefault(f => f.Dialect == dialect && f.MediaType.Equals(named, StringComparison.OrdinalIgnoreCase));
        return found is not null ? ForWeb(found)
            : throw new NotSupportedException(
                $"The content is '{type}', which is no format's media type; '{asked.MediaType}' was asked for.");
    }

    static IEnumerable<Format> Dialects()
    {
        yield return ContractXml.Format;
        if (Features.FastJson)
            yield return Json.Format.With(JsonOptions.FastJson);
    }
}
