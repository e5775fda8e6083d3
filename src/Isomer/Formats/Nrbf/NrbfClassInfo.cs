namespace Isomer.Formats;

/// <summary>A class as the payload tells it: what later objects of it refer to.</summary>
internal sealed class NrbfClassInfo(string name, string[] members, NrbfKind[] kinds, NrbfPrimitive[] primitives, int library, int body)
{
    /// <summary>The name as it was written.</summary>
    public string Name { get; } = name;

    public string[] Members { get; } = members;

    public NrbfKind[] Kinds { get; } = kinds;

    public NrbfPrimitive[] Primitives { get; } = primitives;

    /// <summary>The number of its library; 0 for mscorlib.</summary>
    public int Library { get; } = library;

    /// <summary>Where the values of the object stand that told it.</summary>
    public int Body { get; } = body;

    /// <summary>The type of the closed set that it is; found when it is first needed.</summary>
    public Type? Type { get; set; }

    FormatterTable? _table;
    int[] _map = [];

    /// <summary>For each member of the payload the index of the reader's, or -1.</summary>
    public int[] MapTo(FormatterTable table)
    {
        if (ReferenceEquals(_table, table))
            return _map;
        _map = table.Map(Members);
        _table = table;
        return _map;
    }
}
