using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>Extension dictionaries: members that the type does not know, written beside those that it does.</summary>
internal static class Extras
{
    /// <summary>Writes all entries.</summary>
    public static void Write<TSink>(ref TSink sink, MemberTable table, IDictionary<string, object?>? entries) where TSink : struct, ISink, allows ref struct
    {
        if (entries is null)
            return;
        var any = table.Model.Convention.ModelOf(typeof(object));
        foreach (var (name, value) in entries)
        {
            sink.ExtraMember(table, name);
            sink.Dynamic(value, any);
        }
    }

    /// <summary>Reads the unknown member that the source stands at into a dictionary, a new one if there is none.</summary>
    public static IDictionary<string, object?> Read<TSource>(ref TSource source, MemberTable table, IDictionary<string, object?>? entries) where TSource : struct, ISource, allows ref struct
    {
        entries ??= new Dictionary<string, object?>();
        string name = source.ExtraName();
        entries[name] = source.Dynamic(table.Model.Convention.ModelOf(typeof(object)));
        return entries;
    }
}
