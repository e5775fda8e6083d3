using System.Collections;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Loader;
using System.Runtime.Serialization;

#pragma warning disable SYSLIB0050 // [Serializable], which BinaryFormatter asks for
namespace Isomer.Cli.Lab.Data;

/// <summary>
/// The class that people make of a table: a property for each column, in its type, nullable where there are nulls. It is made as a compiler
/// would make it, and loaded from memory as an ordinary assembly, for some contestants refuse types of dynamic ones. With the attributes
/// that the older serializers ask for, so that none writes the names of backing fields.
/// </summary>
static class RecordType
{
    public const string Name = "Row";

    /// <summary>The list of records, a List of the type that was made.</summary>
    public static IList Of(QueryRows rows)
    {
        int[] places = [.. Enumerable.Range(0, rows.Columns.Count).Where(i => rows.Columns[i].IsInRecord)];
        Type type = Make([.. places.Select(i => (rows.Columns[i].Name, TypeOf(rows.Columns[i])))]);
        PropertyInfo[] properties = [.. places.Select(i => type.GetProperty(rows.Columns[i].Name)!)];
        var list = (IList)Activator.CreateInstance(typeof(List<>).MakeGenericType(type), rows.Rows.Count)!;
        foreach (object?[] row in rows.Rows)
        {
            object record = Activator.CreateInstance(type)!;
            for (int i = 0; i < places.Length; i++)
                properties[i].SetValue(record, row[places[i]]);
            list.Add(record);
        }
        return list;
    }

    static Type TypeOf(QueryColumn column) =>
        column is { HasNulls: true, Type.IsValueType: true } ? typeof(Nullable<>).MakeGenericType(column.Type) : column.Type!;

    static int s_count;

    static Type Make((string Name, Type Type)[] members)
    {
        var name = new AssemblyName($"IsomerLabRows{Interlocked.Increment(ref s_count)}");
        var assembly = new PersistedAssemblyBuilder(name, typeof(object).Assembly);
        TypeBuilder type = assembly.DefineDynamicModule(name.Name!)
            .DefineType(Name, TypeAttributes.Public | TypeAttributes.Class | TypeAttributes.Sealed | TypeAttributes.Serializable);
        type.SetCustomAttribute(Attribute(typeof(DataContractAttribute)));
        type.DefineDefaultConstructor(MethodAttributes.Public);
        for (int i = 0; i < members.Length; i++)
            Property(type, members[i].Name, members[i].Type, i + 1);
        type.CreateType();
        var image = new MemoryStream();
        assembly.Save(image);
        image.Position = 0;
        return AssemblyLoadContext.Default.LoadFromStream(image).GetType(Name, throwOnError: true)!;
    }

    static void Property(TypeBuilder type, string name, Type of, int order)
    {
        const MethodAttributes Accessor = MethodAttributes.Public | MethodAttributes.HideBySig | MethodAttributes.SpecialName;
        FieldBuilder field = type.DefineField($"<{name}>k__BackingField", of, FieldAttributes.Private);
        PropertyBuilder property = type.DefineProperty(name, PropertyAttributes.None, of, null);
        property.SetCustomAttribute(Attribute(typeof(DataMemberAttribute), ("Name", name), ("Order", order)));
        MethodBuilder get = type.DefineMethod("get_" + name, Accessor, of, []),
            set = type.DefineMethod("set_" + name, Accessor, typeof(void), [of]);
        ILGenerator il = get.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldfld, field);
        il.Emit(OpCodes.Ret);
        il = set.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Stfld, field);
        il.Emit(OpCodes.Ret);
        property.SetGetMethod(get);
        property.SetSetMethod(set);
    }

    static CustomAttributeBuilder Attribute(Type type, params (string Name, object Value)[] values) =>
        new(type.GetConstructor([])!, [], [.. values.Select(v => type.GetProperty(v.Name)!)], [.. values.Select(v => v.Value)]);
}
