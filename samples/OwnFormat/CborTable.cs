namespace OwnFormat;

/// <summary>The first bytes of values: a major type in three bits, and an argument.</summary>
static class Major
{
    public const int Unsigned = 0, Negative = 1, Bytes = 2, Text = 3, Array = 4, Map = 5, Tag = 6, Simple = 7;
    public const byte False = 0xF4, True = 0xF5, Null = 0xF6, Undefined = 0xF7, Break = 0xFF;

    /// <summary>Writes a head in its shortest form; how many bytes it has, 9 at most.</summary>
    public static int Write(Span<byte> to, int major, ulong argument)
    {
        int width = argument < 24 ? 0 : argument <= byte.MaxValue ? 1 : argument <= ushort.MaxValue ? 2 : argument <= uint.MaxValue ? 4 : 8;
        to[0] = (byte)(major << 5 | (width == 0 ? (int)argument : width switch { 1 => 24, 2 => 25, 4 => 26, _ => 27 }));
        for (int i = width; i > 0; i--, argument >>= 8)
            to[i] = (byte)argument;
        return 1 + width;
    }
}

/// <summary>The names of a type's members as they stand in a payload, and back. Kept with the model.</summary>
sealed class CborTable : MemberTable
{
    static readonly PerModel<CborTable> s_tables = new(model => new CborTable((ObjectModel)model));
    readonly Dictionary<string, int> _indexes = new(StringComparer.Ordinal);

    CborTable(ObjectModel model) : base(model)
    {
        Keys = new byte[model.Members.Length][];
        Span<byte> head = stackalloc byte[9];
        for (int i = 0; i < Keys.Length; i++)
        {
            byte[] name = Encoding.UTF8.GetBytes(model.Members[i].Name);
            Keys[i] = [.. head[..Major.Write(head, Major.Text, (ulong)name.Length)], .. name];
            _indexes.TryAdd(model.Members[i].Name, i);
        }
        for (int i = 0; i < Keys.Length; i++)
            foreach (string alias in model.Members[i].Aliases)
                _indexes.TryAdd(alias, i);
    }

    public static CborTable Of(TypeModel model) => s_tables.Of(model);

    /// <summary>Each member's name with its head.</summary>
    public byte[][] Keys { get; }

    /// <summary>The member of a name, or -1.</summary>
    public int IndexOf(string name) => _indexes.GetValueOrDefault(name, -1);
}
