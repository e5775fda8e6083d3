using System.Data;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Tabular;

namespace Isomer.Formats;

/// <summary>
/// DataSet and DataTable in fastJSON's form: <c>{"$schema":{"$type":"2","Info":["T1","id","System.Int32"],"Name":"DS"},"T1":[[1],[2]]}</c>,
/// or with the schema as XSD text.
/// </summary>
internal static class FastJsonTables
{
    /// <summary>By name, so that System.Data is loaded for those only who use it.</summary>
    public static bool IsTable(Type type)
    {
        for (var t = type; t is not null && t != typeof(object); t = t.BaseType)
            if (t.Namespace == "System.Data" && t.Name is "DataSet" or "DataTable")
                return true;
        return false;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Write(ref FastJsonSink sink, object value, TypeModel declared, FastJsonProfile profile)
    {
        if (!Features.Tables)
            throw Features.TablesAreLeftOut(value.GetType());
        var rows = (SequenceModel)declared.Convention.ModelOf(typeof(object[][]));
        bool first = true;
        sink.BeginTables();
        if (value is DataTable table)
        {
            CheckName(table);
            WriteSchema(ref sink, profile, OptimizedTables.Info(table, profile.Rules.FullColumnTypes), table.TableName,
                () => SchemaText.Of(table), ref first);
            WriteTable(ref sink, table, rows, ref first);
        }
        else
        {
            var set = (DataSet)value;
            CheckNames(set);
            WriteSchema(ref sink, profile, OptimizedTables.Info(set, profile.Rules.FullColumnTypes), set.DataSetName,
                () => SchemaText.Of(set), ref first);
            foreach (DataTable one in set.Tables)
                WriteTable(ref sink, one, rows, ref first);
        }
        sink.EndTables();
    }

    /// <summary>What could not be told apart, or is taken for metadata.</summary>
    static void CheckNames(DataSet set)
    {
        var names = new HashSet<string>(StringComparer.Ordinal);
        foreach (DataTable table in set.Tables)
        {
            if (!names.Add(table.TableName))
                throw new NotSupportedException(
                    $"Two tables of '{set.DataSetName}' are called '{table.TableName}', in two namespaces, which fastJSON's form does not tell. Choose JsonOptions.Graph.");
            CheckName(table);
        }
    }

    static void CheckName(DataTable table)
    {
        if (IsMetadata(table.TableName))
            throw new NotSupportedException(
                $"A table called '{table.TableName}' would not be read back from fastJSON's form: that is a name of its own. Rename it, or choose JsonOptions.Graph.");
    }

    /// <summary>Names beside those of the tables.</summary>
    public static bool IsMetadata(string name) => name.StartsWith('$') && name is "$type" or "$types" or "$schema" or "$map";

    static void WriteSchema(ref FastJsonSink sink, FastJsonProfile profile, List<string> info, string name, Func<string> xsd,
        ref bool first)
    {
        if (!profile.WritesTypes)
            return;
        sink.TableName("$schema", ref first);
        if (!profile.Rules.CompactTableSchema)
            sink.String(xsd());
        else
            sink.WriteSchema(info, name);
    }

    static void WriteTable(ref FastJsonSink sink, DataTable table, SequenceModel rows, ref bool first)
    {
        sink.TableName(table.TableName, ref first);
        sink.WriteRows(table, rows);
    }

    /// <summary>What a schema says to be: a table alone has its own name as that of the whole.</summary>
    public static bool IsAlone(string? name, List<string?> info)
    {
        for (int i = 0; i < info.Count; i += 3)
            if (info[i] != name)
                return false;
        return info.Count > 0;
    }

    /// <summary>Columns of types that the caller has registered.</summary>
    public static Func<string, Type?> Registered(FastJsonProfile profile) => name =>
        TypeNames.Normalise(name) is { } known ? profile.Options.Types.Find(known) ?? profile.Options.Types.Resolve(name) : null;
}
