namespace Isomer.Shapes;

/// <summary>The comparers of string-keyed collections as codes and back.</summary>
internal static class Comparers
{
    /// <summary>The code of a collection's comparer. Culture-bound and custom ones cannot be named, which is an error.</summary>
    public static ComparerCode CodeOf(object? comparer)
    {
        if (comparer is null || comparer == EqualityComparer<string>.Default || comparer == Comparer<string>.Default)
            return ComparerCode.Default;
        if (comparer is IEqualityComparer<string?> equality)
        {
            if (equality.Equals(StringComparer.Ordinal))
                return ComparerCode.Ordinal;
            if (equality.Equals(StringComparer.OrdinalIgnoreCase))
                return ComparerCode.OrdinalIgnoreCase;
            if (equality.Equals(StringComparer.InvariantCulture))
                return ComparerCode.Invariant;
            if (equality.Equals(StringComparer.InvariantCultureIgnoreCase))
                return ComparerCode.InvariantIgnoreCase;
        }
        throw new NotSupportedException(
            $"The comparer '{comparer}' cannot be written: only the default, the ordinal and the culture-invariant string comparers mean the same everywhere. Copy the collection into one with such a comparer.");
    }

    /// <summary>The comparer of a code: an IEqualityComparer and IComparer of strings; null for the default.</summary>
    public static object? Of(ComparerCode code) => code switch
    {
        ComparerCode.Default => null,
        ComparerCode.Ordinal => StringComparer.Ordinal,
        ComparerCode.OrdinalIgnoreCase => StringComparer.OrdinalIgnoreCase,
        ComparerCode.Invariant => StringComparer.InvariantCulture,
        ComparerCode.InvariantIgnoreCase => StringComparer.InvariantCultureIgnoreCase,
        _ => throw new WireFormatException($"{(int)code} is not the code of a comparer."),
    };
}
