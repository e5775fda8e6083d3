using System.Runtime.Serialization;
using Isomer.Conventions;

namespace Isomer.Tabular;

#pragma warning disable SYSLIB0050 // the interface of an older age is what this is about

/// <summary>
/// Entries that a class derived from DataSet or DataTable adds to the framework's (<see cref="ISerializable.GetObjectData"/>).
/// </summary>
internal static class OwnEntries
{
    // The framework's entries, by their whole names: one of a class may begin as these do.
    static readonly HashSet<string> s_framework = new(StringComparer.Ordinal)
    {
        TableEntries.Schema, TableEntries.Rows, "SchemaSerializationMode.DataSet",
        "DataSet.RemotingVersion", "DataSet.RemotingFormat", "DataSet.DataSetName", "DataSet.Namespace", "DataSet.Prefix",
        "DataSet.CaseSensitive", "DataSet.LocaleLCID",
        "DataSet.EnforceConstraints", "DataSet.ExtendedProperties", "DataSet.Tables.Count", "DataSet.Relations",
        "DataTable.RemotingVersion", "DataTable.RemotingFormat", "DataTable.TableName", "DataTable.Namespace", "DataTable.Prefix",
        "DataTable.CaseSensitive",
        "DataTable.caseSensitiveAmbient", "DataTable.LocaleLCID", "DataTable.MinimumCapacity", "DataTable.NestedInDataSet",
        "DataTable.TypeName", "DataTable.RepeatableElement",
        "DataTable.ExtendedProperties", "DataTable.Columns.Count",
    };

    // Those of a table or column by its number, and behind that a point or the end.
    static readonly string[] s_numbered = ["DataTable_", "DataTable.DataColumn_", "DataSet.Tables_"];

    /// <summary>
    /// A class that adds entries takes them back in its constructor, which is not called, for it takes any schema: they would be lost in
    /// silence.
    /// </summary>
    public static void Check(Type type, Type framework, SerializationInfo entries)
    {
        if (!SelfSerializing.AddsEntries(type, framework))
            return;
        foreach (var entry in entries)
            if (!IsOfFramework(entry.Name) && entry.Value is not (TableSet or Table))
                throw new WireFormatException(
                    $"A '{type}' has the entry '{entry.Name}' of its own, which nobody but its constructor takes, and that takes any schema, so it would be lost: keep it among the set's ExtendedProperties. "
                    + $"The rows of such a payload are read by {nameof(Tables)}.{nameof(Tables.ReadNrbfAsync)} and {nameof(Tables.ReadSoapAsync)}.");
    }

    static bool IsOfFramework(string name) =>
        s_framework.Contains(name)
            || Array.Exists(s_numbered, begin => name.StartsWith(begin, StringComparison.Ordinal) && IsNumbered(name.AsSpan(begin.Length)));

    static bool IsNumbered(ReadOnlySpan<char> rest)
    {
        int digits = rest.IndexOfAnyExceptInRange('0', '9');
        return digits < 0 ? rest.Length > 0 : digits > 0 && rest[digits] == '.';
    }
}
