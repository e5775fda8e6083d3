using System.Data;
using System.Diagnostics.CodeAnalysis;

namespace Isomer.Tabular;

/// <summary>The surrogates of DataSet, DataTable and classes that derive from them. Met by name, so that System.Data is loaded for those only who use it.</summary>
internal static class TableSurrogates
{
    /// <summary>The surrogate of a type that is or derives from one of them.</summary>
    public static Surrogate? Find(Type type, Convention convention)
    {
        for (var t = type; t is not null && t != typeof(object); t = t.BaseType)
        {
            if (t.Namespace == "System.Data" && t.Name is "DataSet" or "DataTable")
                return Create(t.Name, type, convention);
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
        "DataColumn" or "DataColumnCollection" or "Constraint" or "ConstraintCollection" or "DataRelation" or "DataRelationCollection" or "DataTableCollection" => "it belongs to its table; write the DataTable or DataSet",
        _ => null,
    };

    static Surrogate? Create(string kind, Type type, Convention convention)
    {
        var types = new ColumnTypes(convention);
        return kind == "DataSet"
            ? type == typeof(DataSet) ? new DataSetSurrogate<DataSet>(convention, types) : Make(typeof(DataSetSurrogate<>), type, convention, types)
            : type == typeof(DataTable) ? new DataTableSurrogate<DataTable>(convention, types) : Make(typeof(DataTableSurrogate<>), type, convention, types);
    }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Of reference types, whose code is shared.")]
    static Surrogate Make(Type open, Type type, Convention convention, ColumnTypes types) =>
        (Surrogate)Activator.CreateInstance(open.MakeGenericType(type), convention, types)!;

    /// <summary>The name under which the value's class may come back where its base is declared.</summary>
    public static string? RegisteredName(Convention convention, Type declared, Type actual)
    {
        if (declared != actual)
            foreach (var subtype in convention.DeclaredSubtypes(declared))
                if (subtype.Type == actual)
                    return subtype.Discriminator;
        return null;
    }

    /// <summary>Makes an instance of the declared class, or of the registered one that the data names.</summary>
    public static T New<T>(Convention convention, string? registeredName) where T : class
    {
        var type = typeof(T);
        if (registeredName is not null)
            type = convention.DeclaredSubtypes(type).FirstOrDefault(s => s.Discriminator == registeredName)?.Type
                ?? throw new WireFormatException($"The class '{registeredName}' is not registered as a subtype of {type.Name}.");
        return Activator.CreateInstance(type, nonPublic: true) as T
            ?? throw new NotSupportedException($"'{type}' cannot be made: it needs a constructor without parameters.");
    }
}

internal sealed class DataSetSurrogate<T>(Convention convention, ColumnTypes types) : Surrogate<T, TableSet> where T : DataSet
{
    public override TableSet ToCarrier(T value) =>
        new TableTaking(types).Take(value, TableSurrogates.RegisteredName(convention, typeof(T), value.GetType()));

    public override T FromCarrier(TableSet carrier)
    {
        var set = TableSurrogates.New<T>(convention, carrier.Class);
        new TableMaking(types).Make(carrier, set);
        return set;
    }
}

internal sealed class DataTableSurrogate<T>(Convention convention, ColumnTypes types) : Surrogate<T, Table> where T : DataTable
{
    public override Table ToCarrier(T value) =>
        new TableTaking(types).Take(value, TableSurrogates.RegisteredName(convention, typeof(T), value.GetType()));

    public override T FromCarrier(Table carrier)
    {
        var table = TableSurrogates.New<T>(convention, carrier.Class);
        new TableMaking(types).Make(carrier, table);
        return table;
    }
}
