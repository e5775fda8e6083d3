using System.Buffers;
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
        given = Unquoted(given);
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
    /// The format that the client wants most: by quality, then by its order, then by ours. Null if it wants none of them. What it says of a
    /// type most exactly is what counts for that: <c>application/json;q=0, */*</c> is any but JSON.
    /// </summary>
    public static WebFormat? OfAnswer(IsomerWebOptions options, StringValues accept)
    {
        if (StringValues.IsNullOrEmpty(accept) || !MediaTypeHeaderValue.TryParseList(accept, out var given) || given.Count == 0)
            return options.Formats.FirstOrDefault();
        var wanted = given.Select(g => (Type: Bare(g), Quality: g.Quality ?? 1)).ToList();
        var (best, most, first) = (default(WebFormat), 0d, int.MaxValue);
        foreach (var format in options.Formats)
        {
            var (quality, at) = QualityOf(wanted, format);
            if (quality > most || (quality == most && quality > 0 && at < first))
                (best, most, first) = (format, quality, at);
        }
        return best;
    }

    /// <summary>
    /// The quality of the format, and the first of the wanted ranges that has one of its types: that of the type that answers bear, or of
    /// another of the format's that a range names, whichever is wanted more; none where answers' own type is not wanted. A format that
    /// takes all of a kind (application/*+json) has each of that kind.
    /// </summary>
    static (double Quality, int At) QualityOf(List<(MediaTypeHeaderValue Type, double Quality)> wanted, WebFormat format)
    {
        int main = MostExact(wanted, format.MediaTypes[0]);
        if (main >= 0 && wanted[main].Quality == 0)
            return (0, int.MaxValue);
        var (best, first) = (main < 0 ? 0 : wanted[main].Quality, main < 0 ? int.MaxValue : FirstOf(wanted, format.MediaTypes[0]));
        foreach (var own in format.MediaTypes)
        {
            if (own.MatchesAllSubTypes)
                continue;
            foreach (var type in own.MatchesAllSubTypesWithoutSuffix ? wanted.Select(w => w.Type).Where(t => t.IsSubsetOf(own)) : [own])
            {
                first = Math.Min(first, FirstOf(wanted, type));
                int at = MostExact(wanted, type);
                if (at >= 0 && !wanted[at].Type.MatchesAllSubTypes)
                    best = Math.Max(best, wanted[at].Quality);
            }
        }
        return (best, first);
    }

    static int FirstOf(List<(MediaTypeHeaderValue Type, double Quality)> wanted, MediaTypeHeaderValue type) =>
        wanted.FindIndex(w => type.IsSubsetOf(w.Type)) is >= 0 and var at ? at : int.MaxValue;

    /// <summary>The range that says most exactly what becomes of the type; -1 if none does.</summary>
    static int MostExact(List<(MediaTypeHeaderValue Type, double Quality)> wanted, MediaTypeHeaderValue type)
    {
        int found = -1;
        for (int i = 0; i < wanted.Count; i++)
            if (type.IsSubsetOf(wanted[i].Type) && (found < 0 || Exactness(wanted[i].Type) > Exactness(wanted[found].Type)))
                found = i;
        return found;
    }

    static int Exactness(MediaTypeHeaderValue type) =>
        ((type.MatchesAllTypes ? 0 : type.MatchesAllSubTypes ? 1 : type.MatchesAllSubTypesWithoutSuffix ? 2 : 3) << 8)
            + type.Parameters.Count;

    /// <summary>The media type alone, with the parameters that tell formats apart.</summary>
    public static MediaTypeHeaderValue Bare(MediaTypeHeaderValue type)
    {
        var bare = Unquoted(type);
        bare.Quality = null;
        bare.Charset = default;
        return bare;
    }

    /// <summary>With parameters as they are meant: <c>charset="utf-8"</c> is <c>charset=utf-8</c>.</summary>
    static MediaTypeHeaderValue Unquoted(MediaTypeHeaderValue type)
    {
        var plain = type.Copy();
        foreach (var parameter in plain.Parameters)
            if (HeaderUtilities.IsQuoted(parameter.Value)
                && HeaderUtilities.UnescapeAsQuotedString(parameter.Value) is { Length: > 0, Value: { } value }
                && !value.AsSpan().ContainsAnyExcept(s_token))
                parameter.Value = value;
        return plain;
    }

    // What needs no quotes (RFC 9110, 5.6.2).
    static readonly SearchValues<char> s_token =
        SearchValues.Create("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
}
