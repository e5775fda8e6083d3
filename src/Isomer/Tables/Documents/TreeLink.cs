using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Isomer.Shapes;

namespace Isomer.Tabular;

/// <summary>
/// What rows within rows of another table have from these. Where nothing says that a key of the outer table is there once, its keys are
/// kept: a row within the second of two that have one key would have two parents, which the framework refuses.
/// </summary>
internal sealed class TreeLink
{
    readonly HashSet<object>? _met;
    readonly bool _isGuarded;
    HashGuard? _guard;

    TreeLink(int[] from, int[] to, HashSet<object>? met, bool isGuarded = false) =>
        (From, To, _met, _isGuarded) = (from, to, met, isGuarded);

    /// <summary>The columns of the outer row, and those of the inner one that get their values.</summary>
    public int[] From { get; }

    /// <inheritdoc cref="From"/>
    public int[] To { get; }

    /// <summary>Whether the key of the outer row that was met last is that of one before it.</summary>
    public bool IsMetAgain { get; private set; }

    /// <summary>For a relation; null if its keys are such that only the framework knows which are equal.</summary>
    public static TreeLink? Of(DataRelation relation)
    {
        var columns = relation.ParentColumns;
        int[] from = [.. columns.Select(c => c.Ordinal)], to = [.. relation.ChildColumns.Select(c => c.Ordinal)];
        bool isUnique = relation.ParentTable.DataSet is { EnforceConstraints: true }
            && relation.ParentTable.Constraints.OfType<UniqueConstraint>().Any(u => Array.TrueForAll(u.Columns, c => columns.Contains(c)));
        if (isUnique)
            return new(from, to, null);
        if (columns.Length != 1)
            return null;
        var type = columns[0].DataType;
        if (type == typeof(string))
            return new(from, to, new HashSet<object>(new Texts(relation.ParentTable)));
        bool isPlain = type == typeof(Guid) || type == typeof(TimeSpan)
            || (Type.GetTypeCode(type) is >= TypeCode.Boolean and <= TypeCode.Decimal && !type.IsEnum);
        return isPlain ? new(from, to, new HashSet<object>(), isGuarded: true) : null;
    }

    /// <summary>A row of the outer table.</summary>
    /// <exception cref="WireFormatException">Keys were chosen to have one hash (texts have a secret in theirs). The framework, which has a
    /// tree of them, is to read the document.</exception>
    public void Meet(object?[] values)
    {
        if (_met is null)
            return;
        object? key = values[From[0]];
        IsMetAgain = key is not (null or DBNull) && !_met.Add(key);
        if (_isGuarded && _met.Count >= HashGuard.Start && key is not (null or DBNull))
            HashGuard.Check(ref _guard, key, _met.Count, _met.Capacity);
    }

    /// <summary>Texts that are equal as the table compares them, without spaces at the end.</summary>
    sealed class Texts(DataTable table) : IEqualityComparer<object>
    {
        readonly CompareInfo _culture = table.Locale.CompareInfo;
        readonly CompareOptions _options = table.CaseSensitive
            ? CompareOptions.None
            : CompareOptions.IgnoreCase | CompareOptions.IgnoreKanaType | CompareOptions.IgnoreWidth;

        static string Trimmed(object value) => ((string)value).TrimEnd(' ', '\u3000');

        public new bool Equals(object? x, object? y) => _culture.Compare(Trimmed(x!), Trimmed(y!), _options) == 0;

        public int GetHashCode([DisallowNull] object value) => _culture.GetHashCode(Trimmed(value), _options);
    }
}
