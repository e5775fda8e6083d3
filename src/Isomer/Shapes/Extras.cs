using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>Extension dictionaries: members that the type does not know, written beside those that it does.</summary>
internal static class Extras
{
    /// <summary>Writes all entries of extension data as members.</summary>
    public static void Write<TSink>(ref TSink sink, MemberTable table, IDictionary<string, object?>? entries)
        where TSink : struct, ISink, allows ref struct
    {
        if (entries is null)
            return;
        var any = table.Model.Convention.ModelOf(typeof(object));
        foreach (var (name, value) in entries)
        {
            sink.ExtraMember(table, name);
            WriteValue(ref sink, any, value);
        }
    }

    /// <summary>Reads the unknown member that the source stands at into a dictionary, a new one if there is none.</summary>
    public static IDictionary<string, object?> Read<TSource>(ref TSource source, MemberTable table, IDictionary<string, object?>? entries)
        where TSource : struct, ISource, allows ref struct
    {
        entries ??= new Dictionary<string, object?>();
        string name = source.ExtraName();
        entries[name] = ReadValue(ref source, table.Model.Convention.ModelOf(typeof(object)));
        return entries;
    }

    /// <summary>Writes all entries of a dictionary of another form (<see cref="MemberModel.ExtraForm"/>).</summary>
    public static void WriteOther<TSink>(ref TSink sink, MemberTable table, object? entries) where TSink : struct, ISink, allows ref struct
    {
        if (entries is null)
            return;
        var (form, any) = FormOf(table);
        foreach (var (name, value) in form.EntriesOf(entries))
        {
            sink.ExtraMember(table, name);
            WriteValue(ref sink, any, value);
        }
    }

    /// <summary>Reads the unknown member that the source stands at into a dictionary of another form, a new one if there is none.</summary>
    public static object ReadOther<TSource>(ref TSource source, MemberTable table, object? entries)
        where TSource : struct, ISource, allows ref struct
    {
        var (form, any) = FormOf(table);
        string name = source.ExtraName();
        return form.Put(entries, name, ReadValue(ref source, any));
    }

    /// <summary>A value, or the node that carries it: what a sink does with one behind object, it does here.</summary>
    static void WriteValue<TSink>(ref TSink sink, TypeModel any, object? value) where TSink : struct, ISink, allows ref struct
    {
        if (any is SurrogateModel surrogate)
            sink.Dynamic(value is null && !surrogate.Surrogate.HandlesNull ? null : surrogate.Surrogate.ToCarrierObject(value!),
                surrogate.Carrier);
        else
            sink.Dynamic(value, any);
    }

    static object? ReadValue<TSource>(ref TSource source, TypeModel any) where TSource : struct, ISource, allows ref struct
    {
        if (any is not SurrogateModel { Carrier: var carrier, Surrogate: var surrogate })
            return source.Dynamic(any);
        object? value = source.Dynamic(carrier);
        return value is not null || surrogate.HandlesNull ? surrogate.FromCarrierObject(value!) : null;
    }

    static (ExtraForm Form, TypeModel Value) FormOf(MemberTable table)
    {
        var model = (ObjectModel)table.Model;
        var form = model.Members[model.ExtraIndex].ExtraForm!;
        return (form, model.Convention.ModelOf(form.ValueType));
    }
}
