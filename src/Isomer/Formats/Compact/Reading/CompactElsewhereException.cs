namespace Isomer.Formats;

/// <summary>
/// A reference by position leads to an object of which something else was made than its place holds. Not an error of the input: the
/// payload is read again by <see cref="CompactAdapter"/>, which goes back to the object's bytes.
/// </summary>
internal sealed class CompactElsewhereException(Type made, Type declared) : Exception
{
    /// <summary>What it is where nothing can be read again: an object that is filled has taken what was read so far.</summary>
    public WireFormatException Refusal => new(
        $"One object stands where a '{made}' was made of it, and where '{declared}' is declared. Read it with Deserialize, which makes one for each.")
    { Format = Compact.FormatName };
}
