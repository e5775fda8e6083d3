namespace Isomer.Formats;

/// <summary>A class as the payload tells it: what later objects of it refer to.</summary>
internal sealed class NrbfClassInfo(int id, string name, string[] members, NrbfKind[] kinds, NrbfPrimitive[] primitives, int library,
    int body)
{
    /// <summary>The number of the object that told it, by which others refer to it.</summary>
    public int Id { get; } = id;

    /// <summary>The name as it was written.</summary>
    public string Name { get; } = name;

    public string[] Members { get; } = members;

    public NrbfKind[] Kinds { get; } = kinds;

    public NrbfPrimitive[] Primitives { get; } = primitives;

    /// <summary>The number of its library; 0 for mscorlib.</summary>
    public int Library { get; } = library;

    /// <summary>Where the values of the object stand that told it.</summary>
    public int Body { get; } = body;

    /// <summary>
    /// From each member on, the bytes of the values up to the next that is a record: 0 where that is the member itself, -1 where a value
    /// before that has no fixed width.
    /// </summary>
    public int[] Widths { get; } = WidthsOf(primitives);

    /// <summary>The next member from each on that is a record; as many as there are members where none is.</summary>
    public int[] Records { get; } = RecordsOf(primitives);

    /// <summary>Whether its members are primitives, or it has none: then nothing in it is a record.</summary>
    public bool IsPlain { get; } = Array.IndexOf(primitives, NrbfPrimitive.None) < 0;

    /// <summary>From each member on, the bytes of the values up to the next without a fixed width (decimal, char, record).</summary>
    public int[] Fixed { get; } = FixedOf(primitives);

    /// <summary>How many objects of it have been passed over.</summary>
    public int Objects { get; set; }

    /// <summary>The type of the closed set that it is; found when it is first needed.</summary>
    public Type? Type { get; private set; }

    /// <summary>Whether objects of it stand for others: references lead to these, but for those from within.</summary>
    public bool IsReplaced { get; private set; }

    /// <summary>Says which type it is.</summary>
    public Type Bind(Type type)
    {
        IsReplaced = FormatterReplacing.IsReplaced(type);
        return Type = type;
    }

    static int[] RecordsOf(NrbfPrimitive[] primitives)
    {
        int[] records = new int[primitives.Length];
        for (int i = primitives.Length - 1, next = primitives.Length; i >= 0; i--)
            records[i] = primitives[i] == NrbfPrimitive.None ? next = i : next;
        return records;
    }

    static int[] FixedOf(NrbfPrimitive[] primitives)
    {
        int[] widths = new int[primitives.Length];
        for (int i = primitives.Length - 1, sum = 0; i >= 0; i--)
            widths[i] = sum = NrbfPrimitives.Width(primitives[i]) is > 0 and var width ? sum + width : 0;
        return widths;
    }

    static int[] WidthsOf(NrbfPrimitive[] primitives)
    {
        int[] widths = new int[primitives.Length];
        for (int i = primitives.Length - 1, sum = 0; i >= 0; i--)
        {
            int width = NrbfPrimitives.Width(primitives[i]);
            widths[i] = sum = primitives[i] == NrbfPrimitive.None ? 0 : width == 0 || sum < 0 ? -1 : sum + width;
        }
        return widths;
    }

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
