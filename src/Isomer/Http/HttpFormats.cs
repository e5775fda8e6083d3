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
        var found = dialect is null ? Format.Find(named)
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
