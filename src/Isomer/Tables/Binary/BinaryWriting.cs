using System.Collections;
using System.Data;
using System.Data.SqlTypes;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Numerics;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Tabular;

#pragma warning disable SYSLIB0038, SYSLIB0050, SYSLIB0051 // the interface of an older age is what this is about

/// <summary>An entry that names the type of a column: as this runtime calls it, where the options say no other name.</summary>
internal sealed record ColumnTypeName(Type Type, string Name);

/// <summary>
/// The schema of a table of a set, as entries: the format that carries the set writes them as a payload of their own, whose bytes are the
/// entry.
/// </summary>
internal sealed class NestedTable(SerializationInfo entries)
{
    public SerializationInfo Entries { get; } = entries;
}

/// <summary>
/// A set or table as the entries of its binary form (<see cref="SerializationFormat.Binary"/>), names, types and order as the framework
/// adds them. Not by the framework itself: it would make the schemas of a set's tables by a BinaryFormatter, which throws.
/// </summary>
internal static class BinaryWriting
{
    static readonly CultureInfo Invariant = CultureInfo.InvariantCulture;

    public static void Write(DataSet set, SerializationInfo entries)
    {
        CheckOwn(set.GetType(), typeof(DataSet));
        entries.AddValue("DataSet.RemotingVersion", new Version(2, 0));
        entries.AddValue("DataSet.RemotingFormat", SerializationFormat.Binary);
        bool hasSchema = set.SchemaSerializationMode == SchemaSerializationMode.IncludeSchema;
        if (!hasSchema)
            entries.AddValue("SchemaSerializationMode.DataSet", set.SchemaSerializationMode);
        entries.AddValue("DataSet.DataSetName", set.DataSetName);
        entries.AddValue("DataSet.Namespace", set.Namespace);
        entries.AddValue("DataSet.Prefix", set.Prefix);
        entries.AddValue("DataSet.CaseSensitive", set.CaseSensitive);
        entries.AddValue("DataSet.LocaleLCID", set.Locale.LCID);
        entries.AddValue("DataSet.EnforceConstraints", set.EnforceConstraints);
        entries.AddValue("DataSet.ExtendedProperties", set.ExtendedProperties);
        if (hasSchema)
            Schema(set, entries);
        for (int i = 0; i < set.Tables.Count; i++)
            Rows(set.Tables[i], entries, i);
    }

    public static void Write(DataTable table, SerializationInfo entries)
    {
        CheckOwn(table.GetType(), typeof(DataTable));
        if (!HiddenState.IsComputedAlone(table))
            throw new NotSupportedException($"Table '{table.TableName}' has a column that is computed of other tables: write its DataSet.");
        Schema(table, entries, isAlone: true);
        Rows(table, entries, 0);
    }

    /// <summary>What a class adds to the entries by itself would be lost.</summary>
    static void CheckOwn(Type type, Type framework)
    {
        if (SelfSerializing.AddsEntries(type, framework))
            throw new NotSupportedException(
                $"A '{type}' adds entries of its own, which have no place in its binary form: set its {nameof(DataSet.RemotingFormat)} to {nameof(SerializationFormat.Xml)}.");
    }

    static void Schema(DataSet set, SerializationInfo entries)
    {
        entries.AddValue("DataSet.Tables.Count", set.Tables.Count);
        for (int i = 0; i < set.Tables.Count; i++)
        {
            var table = set.Tables[i];
            CheckOwn(table.GetType(), typeof(DataTable));
            var schema = new SerializationInfo(table.GetType(), new FormatterConverter());
            Schema(table, schema, isAlone: false);
            entries.AddValue(string.Create(Invariant, $"DataSet.Tables_{i}"), new NestedTable(schema), typeof(byte[]));
        }
        for (int i = 0; i < set.Tables.Count; i++)
        {
            HeldExpression.Check(set.Tables[i]);
            Constraints(set.Tables[i], set, entries, i);
        }
        entries.AddValue("DataSet.Relations", Relations(set));
        for (int i = 0; i < set.Tables.Count; i++)
            foreach (DataColumn column in set.Tables[i].Columns)
                entries.AddValue(string.Create(Invariant, $"DataTable_{i}.DataColumn_{column.Ordinal}.Expression"), column.Expression);
    }

    static ArrayList Relations(DataSet set)
    {
        var relations = new ArrayList();
        foreach (DataRelation relation in set.Relations)
            relations.Add(new ArrayList
            {
                relation.RelationName,
                Places(set.Tables.IndexOf(relation.ParentTable), relation.ParentColumns),
                Places(set.Tables.IndexOf(relation.ChildTable), relation.ChildColumns),
                relation.Nested,
                HiddenState.PropertiesOf(relation),
            });
        return relations;
    }

    /// <summary>What a table says of itself and its columns; alone, not as one of a set, also what constrains it.</summary>
    public static void Schema(DataTable table, SerializationInfo entries, bool isAlone)
    {
        var (isNested, typeName, isRepeatable) = HiddenState.FormOf(table);
        entries.AddValue("DataTable.RemotingVersion", new Version(2, 0));
        entries.AddValue("DataTable.RemotingFormat", SerializationFormat.Binary);
        entries.AddValue("DataTable.TableName", table.TableName);
        entries.AddValue("DataTable.Namespace", table.Namespace);
        entries.AddValue("DataTable.Prefix", table.Prefix);
        entries.AddValue("DataTable.CaseSensitive", table.CaseSensitive);
        entries.AddValue("DataTable.caseSensitiveAmbient", !HiddenState.HasOwnCase(table));
        entries.AddValue("DataTable.LocaleLCID", table.Locale.LCID);
        entries.AddValue("DataTable.MinimumCapacity", table.MinimumCapacity);
        entries.AddValue("DataTable.NestedInDataSet", isNested);
        entries.AddValue("DataTable.TypeName", typeName);
        entries.AddValue("DataTable.RepeatableElement", isRepeatable);
        entries.AddValue("DataTable.ExtendedProperties", table.ExtendedProperties);
        entries.AddValue("DataTable.Columns.Count", table.Columns.Count);
        foreach (DataColumn column in table.Columns)
            Schema(column, entries, isAlone);
        if (isAlone)
            Constraints(table, null, entries, 0);
    }

    static void Schema(DataColumn column, SerializationInfo entries, bool isAlone)
    {
        string name = string.Create(Invariant, $"DataTable.DataColumn_{column.Ordinal}.");
        entries.AddValue(name + "ColumnName", column.ColumnName);
        entries.AddValue(name + "Namespace", HiddenState.NamespaceOf(column));
        entries.AddValue(name + "Prefix", column.Prefix);
        entries.AddValue(name + "ColumnMapping", column.ColumnMapping);
        entries.AddValue(name + "AllowDBNull", column.AllowDBNull);
        entries.AddValue(name + "AutoIncrement", column.AutoIncrement);
        entries.AddValue(name + "AutoIncrementStep", column.AutoIncrementStep);
        entries.AddValue(name + "AutoIncrementSeed", column.AutoIncrementSeed);
        entries.AddValue(name + "Caption", column.Caption);
        entries.AddValue(name + "DefaultValue", column.DefaultValue);
        entries.AddValue(name + "ReadOnly", column.ReadOnly);
        entries.AddValue(name + "MaxLength", column.MaxLength);
        entries.AddValue(name + "DataType_AssemblyQualifiedName",
            new ColumnTypeName(column.DataType, column.DataType.AssemblyQualifiedName!), typeof(string));
        entries.AddValue(name + "XmlDataType", HiddenState.XmlTypeOf(column));
        // What XSD says of a column with a length: a class that this runtime marks [Serializable] no more. The length stands above.
        entries.AddValue(name + "SimpleType", (object?)null);
        entries.AddValue(name + "DateTimeMode", column.DateTimeMode);
        entries.AddValue(name + "AutoIncrementCurrent", HiddenState.NextNumber(column) ?? column.AutoIncrementSeed);
        if (isAlone)
            entries.AddValue(name + "Expression", column.Expression);
        entries.AddValue(name + "ExtendedProperties", HiddenState.PropertiesOf(column));
    }

    /// <summary>Of a table alone: unique ones, and the foreign keys to itself.</summary>
    static void Constraints(DataTable table, DataSet? set, SerializationInfo entries, int number)
    {
        var constraints = new ArrayList();
        foreach (Constraint constraint in table.Constraints)
        {
            if (constraint is UniqueConstraint unique)
                constraints.Add(
                    new ArrayList { "U", unique.ConstraintName, Ordinals(unique.Columns), unique.IsPrimaryKey, unique.ExtendedProperties });
            else if (constraint is ForeignKeyConstraint key && (set is not null || key.RelatedTable == table))
                constraints.Add(new ArrayList
                {
                    "F", key.ConstraintName,
                    Places(set?.Tables.IndexOf(key.RelatedTable) ?? 0, key.RelatedColumns),
                    Places(set?.Tables.IndexOf(table) ?? 0, key.Columns),
                    new int[] { (int)key.AcceptRejectRule, (int)key.UpdateRule, (int)key.DeleteRule },
                    key.ExtendedProperties,
                });
        }
        entries.AddValue(string.Create(Invariant, $"DataTable_{number}.Constraints"), constraints);
    }

    static int[] Ordinals(DataColumn[] columns) => Array.ConvertAll(columns, static c => c.Ordinal);

    static int[] Places(int table, DataColumn[] columns) => [table, .. Ordinals(columns)];

    static void Rows(DataTable table, SerializationInfo entries, int number)
    {
        var records = Records.Of(table);
        var states = new BitArray(records.States.Length * 3);
        for (int i = 0; i < records.States.Length; i++)
        {
            // Each bit that is set counts as a change, which is a number in the bytes.
            char state = records.States[i];
            if (state is 'M' or 'm' or 'D' or 'd')
                states[i * 3] = true;
            if (state is 'A' or 'a' or 'D' or 'd')
                states[(i * 3) + 1] = true;
            if (char.IsAsciiLetterLower(state))
                states[(i * 3) + 2] = true;
        }
        var (stores, nulls) = HiddenState.StoresOf(table, records.Count) ?? Stores(table, records);
        var (rowErrors, columnErrors) = (new Hashtable(), new Hashtable());
        for (int i = 0; i < table.Rows.Count; i++)
            if (table.Rows[i] is { HasErrors: true } row)
            {
                rowErrors.Add(i, row.RowError);
                if (row.GetColumnsInError() is { Length: > 0 } columns)
                    columnErrors.Add(i, new ArrayList { Ordinals(columns), Array.ConvertAll(columns, row.GetColumnError) });
            }
        Rows(entries, number, states, records.Count, stores, nulls, rowErrors, columnErrors);
    }

    /// <summary>The rows of a table.</summary>
    /// <param name="entries">Where to.</param>
    /// <param name="number">The table's.</param>
    /// <param name="states">Three bits a row.</param>
    /// <param name="records">How many values there are in each array.</param>
    /// <param name="stores">An array for each column.</param>
    /// <param name="nulls">The nulls in each.</param>
    /// <param name="rowErrors">Texts by rows.</param>
    /// <param name="columnErrors">Columns and texts by rows.</param>
    public static void Rows(SerializationInfo entries, int number, BitArray states, int records, ArrayList stores, ArrayList nulls,
        Hashtable rowErrors, Hashtable columnErrors)
    {
        string name = string.Create(Invariant, $"DataTable_{number}.");
        entries.AddValue(name + "Rows.Count", states.Length / 3);
        entries.AddValue(name + "Records.Count", records);
        entries.AddValue(name + "RowStates", states);
        entries.AddValue(name + "Records", stores);
        entries.AddValue(name + "NullBits", nulls);
        entries.AddValue(name + "RowErrors", rowErrors);
        entries.AddValue(name + "ColumnErrors", columnErrors);
    }

    /// <summary>
    /// An array and the nulls of each column. What the framework says itself is exact: it shows -0.0 as 0.0, and counts nulls of some types
    /// by another record.
    /// </summary>
    static (ArrayList Stores, ArrayList Nulls) Stores(DataTable table, Records records)
    {
        var (stores, nulls) = (new ArrayList(), new ArrayList());
        if (records.Count > 0)
            foreach (DataColumn column in table.Columns)
            {
                var (values, areNull) = (StoreOf(column.DataType, records.Count), new BitArray(records.Count));
                Fill(values, areNull, column, records);
                stores.Add(values);
                nulls.Add(areNull);
            }
        return (stores, nulls);
    }

    /// <summary>The array in which the framework keeps a column of the type.</summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Items)]
    public static Array StoreOf(Type type, int count)
    {
        var item = type.IsEnum ? Enum.GetUnderlyingType(type)
            : Type.GetTypeCode(type) is not (TypeCode.Object or TypeCode.DBNull) || type == typeof(TimeSpan)
                || type == typeof(DateTimeOffset) || type == typeof(BigInteger)
                || (type.Namespace == "System.Data.SqlTypes" && type != typeof(SqlXml)) ? type
            : typeof(object);
        return Array.CreateInstance(item, count);
    }

    static void Fill(Array store, BitArray areNull, DataColumn column, Records records)
    {
        for (int i = 0; i < records.Count; i++)
        {
            object value = records.Rows[i][column, records.Versions[i]];
            areNull[i] = value is DBNull or INullable { IsNull: true };
            if (value is not DBNull)
                Put(store, i, column, value);
        }
    }

    /// <summary>Puts a value of a column into its array.</summary>
    public static void Put(Array store, int at, DataColumn column, object value)
    {
        if (column.DataType.IsEnum)
            value = Convert.ChangeType(value, Enum.GetUnderlyingType(column.DataType), Invariant);
        else if (value is DateTime date && store is DateTime[] && (column.DateTimeMode & DataSetDateTime.Local) != 0)
            value = date.ToUniversalTime();
        else if (value is DateTime { Kind: DateTimeKind.Local } local && store is object[])
            value = DateTime.SpecifyKind(local.ToUniversalTime(), DateTimeKind.Local);
        store.SetValue(value, at);
    }
}
