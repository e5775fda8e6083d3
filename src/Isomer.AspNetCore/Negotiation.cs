using Microsoft.Extensions.Primitives;
using Microsoft.Net.Http.Headers;

namespace Isomer.AspNetCore;

/// <summary>Which format a request is in, and which its answer.</summary>
internal static class Negotiation
{
    /// <summary>The format of a body by its Content-Type; null if there is none of it.</summary>
    public static WebFormat? OfBody(IsomerWebOptions options, string? contentType)
    {
        if (!MediaTypeHeaderValue.TryParse(contentType, out var given))
            return null;
        if (given.Charset is { Length: > 0 } && !given.Charset.Equals("utf-8", StringComparison.OrdinalIgnoreCase))
            return null;
        given.Charset = default;
        // Parameters that no format has, such as version or profile, are not for this to judge: the bare type is asked for behind them.
        return Find(options, given) ?? Find(options, new MediaTypeHeaderValue(given.MediaType));
    }

    static WebFormat? Find(IsomerWebOptions options, MediaTypeHeaderValue given)
    {
        // One that has the very type goes before one that has all of a kind (application/*+json).
        if (options.Formats.FirstOrDefault(f => f.MediaTypes.Any(given.Equals)) is { } exact)
            return exact;
        foreach (var format in options.Formats)
            foreach (var own in format.MediaTypes)
                if (own.Parameters.Count == given.Parameters.Count && given.IsSubsetOf(own))
                    return format;
        return null;
    }

    /// <summary>
    /// The format that the client wants most: by quality, then by its order, then by ours. Null if it wants none of them.
    /// </summary>
    public static WebFormat? OfAnswer(IsomerWebOptions options, StringValues accept)
    {
        if (StringValues.IsNullOrEmpty(accept) || !MediaTypeHeaderValue.TryParseList(accept, out var wanted) || wanted.Count == 0)
            return options.Formats.FirstOrDefault();
        foreach (var one in wanted.Where(static w => w.Quality is not 0).OrderByDescending(static w => w.Quality ?? 1))
        {
            var bare = Bare(one);
            foreach (var format in options.Formats)
                foreach (var own in format.MediaTypes)
                    if (!own.MatchesAllSubTypes && (own.IsSubsetOf(bare) || (own.MatchesAllSubTypesWithoutSuffix && bare.IsSubsetOf(own))))
                        return format;
        }
        return null;
    }

    /// <summary>The media type alone, with the parameters that tell formats apart.</summary>
    public static MediaTypeHeaderValue Bare(MediaTypeHeaderValue type)
    {
        var bare = type.Copy();
        bare.Quality = null;
        bare.Charset = default;
        return bare;
    }
}
