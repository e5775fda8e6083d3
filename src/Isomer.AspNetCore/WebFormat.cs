using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using Microsoft.Net.Http.Headers;

namespace Isomer.AspNetCore;

/// <summary>A format under the media types by which clients ask for it.</summary>
[RequiresUnreferencedCode(TrimmingNotes.Members), RequiresDynamicCode(TrimmingNotes.Code)]
public sealed class WebFormat
{
    /// <summary>A format under media types, of which the first is what answers say.</summary>
    /// <param name="format">The format, with its options: <c>Json.Format.With(JsonOptions.Web)</c>.</param>
    /// <param name="mediaTypes">Media types, with parameters where two formats share one: "application/xml;dialect=contract".</param>
    public WebFormat(Format format, params string[] mediaTypes)
    {
        ArgumentNullException.ThrowIfNull(format);
        ArgumentNullException.ThrowIfNull(mediaTypes);
        if (mediaTypes.Length == 0)
            mediaTypes = [format.MediaType];
        Format = format;
        MediaTypes = [.. mediaTypes.Select(static m => MediaTypeHeaderValue.Parse(m).CopyAsReadOnly())];
        ContentType = format.IsText ? $"{mediaTypes[0]}; charset=utf-8" : mediaTypes[0];
    }

    /// <summary>The format that reads and writes bodies of the media types.</summary>
    public Format Format { get; }

    /// <summary>The media types, the most usual first.</summary>
    public ImmutableArray<MediaTypeHeaderValue> MediaTypes { get; }

    /// <summary>What an answer says of itself.</summary>
    public string ContentType { get; }

    /// <summary>The options, where it is JSON, whose items can be written as they come.</summary>
    internal JsonOptions? Items { get; init; }

    /// <summary>JSON under these options.</summary>
    public static WebFormat OfJson(JsonOptions options, params string[] mediaTypes) =>
        new(Json.Format.With(options), mediaTypes) { Items = options.FastJsonRules is null && !options.KeepsTypes ? options : null };
}
