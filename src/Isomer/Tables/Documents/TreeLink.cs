using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Isomer.Tabular;

/// <summary>
/// What rows within rows of another table have from these. Where nothing says that a key of the outer table is there once, its keys are kept: a row within the second of two that have one key would have two parents, which the
/// framework refuses.
/// </summary>
internal sealed class TreeLink
{
    readonly HashSet<object>? _met;

    TreeLink(int[] from, int[] to, HashSet<object>? met) => (From, To, _met) = (from, to, met);

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
        bool isPlain = type == typeof(Guid) || type == typeof(TimeSpan) || (Type.GetTypeCode(type) is >= TypeCode.Boolean and <= TypeCode.Decimal && !type.IsEnum);
        return isPlain ? new(from, to, new HashSet<object>()) : null;
    }

    /// <summary>A row of the outer table.</summary>
    public void Meet(object?[] values)
    {
        if (_met is not null)
            IsMetAgain = values[From[0]] is not (null or DBNull) and var key && !_met.Add(key);
    }

    /// <summary>Texts that are equal as the table compares them, without spaces at the end.</summary>
    sealed class Texts(DataTable table) : IEqualityComparer<object>
    {
        readonly CompareInfo _culture = table.Locale.CompareInfo;
        readonly CompareOptions _options = table.CaseSensitive ? CompareOptions.None : CompareOptions.IgnoreCase | CompareOptions.IgnoreKanaType | CompareOptions.IgnoreWidth;

        static string Trimmed(object value) => ((string)value).TrimEnd(' ', '\u3000');

        public new bool Equals(object? x, object? y) => _culture.Compare(Trimmed(x!), Trimmed(y!), _options) == 0;

        public int GetHashCode([DisallowNull] object value) => _culture.GetHashCode(Trimmed(value), _options);
    }
}
