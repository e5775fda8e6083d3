using System.Collections.Concurrent;
using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// The surrogates of DataSet, DataTable and classes that derive from them. Met by name, so that System.Data is loaded for those only who
/// use it.
/// </summary>
internal static class TableSurrogates
{
    /// <summary>The surrogate of a type that is or derives from one of them.</summary>
    public static Surrogate? Find(Type type, Convention convention)
    {
        for (var t = type; t is not null && t != typeof(object); t = t.BaseType)
        {
            if (t.Namespace == "System.Data" && t.Name is "DataSet" or "DataTable")
                return Create(t.Name, type, convention);
            if ((t.Namespace == "System.Data.Common" && t.Name == "DbDataReader")
                || (t.Namespace == "System.Data" && t.Name == "IDataReader"))
                return Create("Reader", type, convention);
            if (t.Namespace == "System.Data" && WhyNot(t.Name) is { } why)
                throw new NotSupportedException($"Type '{type}' cannot be serialized: {why}.");
        }
        return null;
    }

    /// <summary>Parts of tables, whose properties lead to the whole set.</summary>
    static string? WhyNot(string name) => name switch
    {
        "DataRow" or "DataRowView" or "DataRowCollection" => "it belongs to its table; write the DataTable, or the row's ItemArray",
        "DataView" => "it is a view of a table; write what ToTable() gives",
        "DataColumn" or "DataColumnCollection" or "Constraint" or "ConstraintCollection" or "DataRelation" or "DataRelationCollection"
            or "DataTableCollection" => "it belongs to its table; write the DataTable or DataSet",
        _ => null,
    };

    static Surrogate Create(string kind, Type type, Convention convention)
    {
        if (!Features.Tables)
            throw Features.TablesAreLeftOut(type);
        var types = new ColumnTypes(convention);
        return (kind, convention.Tables) switch
        {
            ("Reader", TableForm.Rows) => Make(typeof(ReaderRowsSurrogate<>), type),
            ("Reader", _) => Make(typeof(ReaderSurrogate<>), type, types),
            ("DataSet", TableForm.Rows) => Make(typeof(SetRowsSurrogate<>), type),
            (_, TableForm.Rows) => Make(typeof(TableRowsSurrogate<>), type),
            ("DataSet", _) => Make(typeof(DataSetSurrogate<>), type, convention, types),
            _ => Make(typeof(DataTableSurrogate<>), type, convention, types),
        };
    }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Of reference types, whose code is shared.")]
    [UnconditionalSuppressMessage("Trimming", "IL2055", Justification = "The arguments of the classes here need nothing of their own.")]
    static Surrogate Make(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)] Type open, Type type, params object[] arguments) =>
        (Surrogate)Activator.CreateInstance(open.MakeGenericType(type), arguments)!;

    /// <summary>The name under which the value's class may come back where its base is declared.</summary>
    public static string? RegisteredName(Convention convention, Type declared, Type actual)
    {
        if (declared != actual)
            foreach (var subtype in convention.DeclaredSubtypes(declared))
                if (subtype.Type == actual)
                    return subtype.Discriminator;
        return null;
    }

    /// <summary>A set of a class comes back as one of the declared class, where its own has no name there: another object.</summary>
    public static object IdentityOf(Convention convention, Type declared, object value) =>
        value.GetType() == declared || RegisteredName(convention, declared, value.GetType()) is not null ? value
            : s_stripped.GetOrCreateValue(value).GetOrAdd(declared, static _ => new object());

    static readonly ConditionalWeakTable<object, ConcurrentDictionary<Type, object>> s_stripped = [];

    /// <summary>Makes an instance of the declared class, or of the registered one that the data names.</summary>
    public static T New<T>(Convention convention, string? registeredName) where T : class
    {
        var type = typeof(T);
        if (registeredName is not null)
            type = convention.DeclaredSubtypes(type).FirstOrDefault(s => s.Discriminator == registeredName)?.Type
                ?? throw new WireFormatException($"The class '{registeredName}' is not registered as a subtype of {type.Name}.");
        return New<T>(type);
    }

    /// <summary>Makes an instance of this class.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2067", Justification = "A class of a set or table whose constructor is gone is refused.")]
    public static T New<T>(Type type) where T : class
    {
        try
        {
            const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
            return (T)Activator.CreateInstance(type, Any | BindingFlags.DoNotWrapExceptions, null, null, null)!;
        }
        catch (MissingMethodException)
        {
            throw new NotSupportedException($"'{type}' cannot be made: it needs a constructor without parameters.");
        }
    }
}

internal sealed class DataSetSurrogate<T>(Convention convention, ColumnTypes types) : Surrogate<T, TableSet> where T : DataSet
{
    internal override object? TryCopy(object value) => TableCopying.TryCopy((DataSet)value);

    internal override object IdentityOf(object value) => TableSurrogates.IdentityOf(convention, typeof(T), value);

    public override TableSet ToCarrier(T value) =>
        new TableTaking(types).Take(value, typeof(T), TableSurrogates.RegisteredName(convention, typeof(T), value.GetType()));

    internal override bool Packs => true;

    internal override TableSet ToPackedCarrier(T value) =>
        new TableTaking(types, packs: true).Take(value, typeof(T), TableSurrogates.RegisteredName(convention, typeof(T), value.GetType()));

    public override T FromCarrier(TableSet carrier)
    {
        var set = TableSurrogates.New<T>(convention, carrier.Class);
        new TableMaking(types).Make(carrier, set);
        return set;
    }
}

internal sealed class DataTableSurrogate<T>(Convention convention, ColumnTypes types) : Surrogate<T, Table> where T : DataTable
{
    internal override object? TryCopy(object value) => TableCopying.TryCopy((DataTable)value);

    internal override object IdentityOf(object value) => TableSurrogates.IdentityOf(convention, typeof(T), value);

    public override Table ToCarrier(T value) =>
        new TableTaking(types).Take(value, typeof(T), TableSurrogates.RegisteredName(convention, typeof(T), value.GetType()));

    internal override bool Packs => true;

    internal override Table ToPackedCarrier(T value) =>
        new TableTaking(types, packs: true).Take(value, typeof(T), TableSurrogates.RegisteredName(convention, typeof(T), value.GetType()));

    public override T FromCarrier(Table carrier)
    {
        var table = TableSurrogates.New<T>(convention, carrier.Class);
        new TableMaking(types).Make(carrier, table);
        return table;
    }
}

/// <summary>The form of rows.</summary>
internal sealed class SetRowsSurrogate<T> : Surrogate<T, IRowsCarrier> where T : DataSet
{
    public override IRowsCarrier ToCarrier(T value)
    {
        var tables = new SetRows();
        foreach (DataTable table in value.Tables)
            if (!tables.TryAdd(table.TableName, new TableRows(table)))
                throw new NotSupportedException(
                    $"Two tables of '{value.DataSetName}' are called '{table.TableName}', in two namespaces. Choose TableForm.Full.");
        return tables;
    }

    public override T FromCarrier(IRowsCarrier carrier)
    {
        var set = TableSurrogates.New<T>(typeof(T));
        Read(carrier, set, enforces: true);
        return set;
    }

    internal override bool Fills => true;

    /// <summary>The rows go into the tables of their names, beside those that are there.</summary>
    internal override void FillObject(object target, object carrier)
    {
        var set = (DataSet)target;
        RowInference.Fill(set, set.Tables.Cast<DataTable>(), () => Read((IRowsCarrier)carrier, set, set.EnforceConstraints));
    }

    static void Read(IRowsCarrier carrier, DataSet set, bool enforces)
    {
        set.EnforceConstraints = false;
        RowInference.Read(carrier as SetCells ?? throw new WireFormatException("The tables of a DataSet are an object of arrays."), set);
        if (enforces)
            TableMaking.Enforce(set);
    }
}

/// <summary>The form of rows of a table.</summary>
internal sealed class TableRowsSurrogate<T> : Surrogate<T, IRowsCarrier> where T : DataTable
{
    public override IRowsCarrier ToCarrier(T value) => new TableRows(value);

    public override T FromCarrier(IRowsCarrier carrier)
    {
        var table = TableSurrogates.New<T>(typeof(T));
        Read(carrier, table);
        return table;
    }

    internal override bool Fills => true;

    /// <summary>The rows go into the table's columns, beside those that are there; columns that it has not are inferred.</summary>
    internal override void FillObject(object target, object carrier) =>
        RowInference.Fill(((DataTable)target).DataSet, [(DataTable)target], () =>
            Read((IRowsCarrier)carrier, (DataTable)target, loads: ((DataTable)target).DataSet is not null));

    static void Read(IRowsCarrier carrier, DataTable table, bool loads = true) =>
        RowInference.Read(carrier as CellRows ?? throw new WireFormatException("The rows of a table are an array."), table, loads);
}

/// <summary>A reader is written to its end, as a table whose rows are unchanged.</summary>
internal sealed class ReaderSurrogate<T>(ColumnTypes types) : Surrogate<T, Table> where T : class, IDataReader
{
    public override Table ToCarrier(T value) => new ReaderTaking(value, types).All();

    internal override bool Packs => true;

    internal override Table ToPackedCarrier(T value) => new ReaderTaking(value, types, packs: true).All();

    public override T FromCarrier(Table carrier) => TableReader.Of(carrier, types) as T
        ?? throw new NotSupportedException($"'{typeof(T)}' reads from a database. Read as IDataReader or DbDataReader.");
}

/// <summary>A reader in the form of rows.</summary>
internal sealed class ReaderRowsSurrogate<T> : Surrogate<T, IRowsCarrier> where T : class, IDataReader
{
    [UnconditionalSuppressMessage("Trimming", "IL2026",
        Justification = "Maps of what a reader of rows has, whose types are the framework's.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Maps of what a reader of rows has, whose types are the framework's.")]
    public override IRowsCarrier ToCarrier(T value) => new ReaderRows(Tables.Maps(value).Select(r => r.Kept()));

    public override T FromCarrier(IRowsCarrier carrier)
    {
        var table = new DataTable();
        RowInference.Read(carrier as CellRows ?? throw new WireFormatException("The rows of a table are an array."), table);
        return table.CreateDataReader() as T
            ?? throw new NotSupportedException($"'{typeof(T)}' reads from a database. Read as IDataReader or DbDataReader.");
    }
}
