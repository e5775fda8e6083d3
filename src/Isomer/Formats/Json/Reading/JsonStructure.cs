using System.Numerics;
using System.Runtime.CompilerServices;

namespace Isomer.Formats;

/// <summary>
/// What is open where a text that comes in pieces has been cut, and which item or member of it: the path of what follows. The text must be
/// one that a reader has taken, so that its depth is bounded.
/// </summary>
internal struct JsonStructure
{
    // The first is what the root value stands in.
    Level[] _levels;
    int _depth;

    struct Level
    {
        public bool IsArray;
        // Commas that were passed in it: the index of its next item.
        public int Commas;
        // Where it is a member of an object, its name.
        public string? Name;
        // Where it was opened, until its name has been looked up.
        public int OpenedAt;
    }

    /// <summary>From where on the text has not been looked over: behind a comma.</summary>
    public int Known { get; private set; }

    /// <summary>Looks over the text from <see cref="Known"/> to its end, which is behind a comma too.</summary>
    public void Pass(ReadOnlySpan<byte> text)
    {
        _levels ??= new Level[8];
        var strings = default(JsonStrings);
        Span<byte> scratch = stackalloc byte[JsonStrings.Block];
        for (int at = Known; at < text.Length; at += JsonStrings.Block)
        {
            ref byte block = ref JsonStrings.BlockAt(text, at, scratch);
            ulong outside = ~strings.Inside(ref block, Math.Min(text.Length - at, JsonStrings.Block));
            // With these bits set all four brackets are 0x7F (Y, y, _ and DEL are too, which stand in no word of JSON).
            ulong brackets = JsonStrings.Equal(ref block, 0x7F, 0x26) & outside;
            ulong commas = JsonStrings.Equal(ref block, (byte)',') & outside;
            for (; brackets != 0; brackets &= brackets - 1)
            {
                ulong before = (brackets & (~brackets + 1)) - 1;
                int index = BitOperations.TrailingZeroCount(brackets);
                _levels[_depth].Commas += BitOperations.PopCount(commas & before);
                commas &= ~before;
                byte bracket = Unsafe.Add(ref block, index);
                if (bracket is (byte)'[' or (byte)'{')
                    Open(bracket == (byte)'[', at + index);
                else if (_depth > 0)
                    _depth--;
            }
            _levels[_depth].Commas += BitOperations.PopCount(commas);
        }
        for (int depth = 1; depth <= _depth; depth++)
        {
            ref var level = ref _levels[depth];
            if (level.OpenedAt >= 0 && depth > 1 && !_levels[depth - 1].IsArray)
                level.Name = JsonErrors.NameBefore(text[..level.OpenedAt]);
            level.OpenedAt = -1;
        }
        Known = text.Length;
    }

    void Open(bool isArray, int at)
    {
        if (++_depth == _levels.Length)
            Array.Resize(ref _levels, 2 * _depth);
        _levels[_depth] = new Level { IsArray = isArray, OpenedAt = at };
    }

    /// <summary>So many bytes are no more before what is known.</summary>
    public void Dropped(int count) => Known = Math.Max(Known - count, 0);

    /// <summary>Of each level that is open an index, or (index -1) the name of the member that the next level is.</summary>
    public readonly List<(int Index, string? Name)> Levels()
    {
        var levels = new List<(int, string?)>();
        for (int depth = 1; depth <= _depth; depth++)
            levels.Add(_levels[depth].IsArray ? (_levels[depth].Commas, null) : (-1, depth < _depth ? _levels[depth + 1].Name : null));
        return levels;
    }
}
