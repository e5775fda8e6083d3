using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>Finds members by name, for the names that do not come in the expected order: a small hash table of UTF-8.</summary>
internal sealed class JsonNames
{
    /// <summary>The index of members that attributes leave out.</summary>
    public const int Ignored = -2;

    readonly ObjectModel _model;
    readonly Dictionary<string, int>? _ignoringCase;
    readonly (byte[]? Name, int Index)[] _buckets;
    readonly int _mask;

    public JsonNames(ObjectModel model, JsonOptions options)
    {
        _model = model;
        _ignoringCase = options.IgnoreCase ? new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) : null;
        int names = 0;
        foreach (var member in model.Members)
            names += 1 + member.Aliases.Length;
        var ignored = (model.Details as PlainFacts)?.Ignored ?? [];
        names += ignored.Length;
        _mask = (int)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)Math.Max(names * 2, 4)) - 1;
        _buckets = new (byte[]?, int)[_mask + 1];
        for (int i = 0; i < model.Members.Length; i++)
        {
            var member = model.Members[i];
            if (member.IsHidden)
                continue;
            foreach (string name in member.Aliases.Prepend(JsonTable.NameOf(member, options)))
            {
                Insert(Encoding.UTF8.GetBytes(name), i);
                // fastJSON takes the first of those that differ by case, where none is the name itself.
                if (_ignoringCase?.TryAdd(name, i) == false && options.FastJsonRules is null && _ignoringCase[name] is var other
                    && other != i)
                    throw new NotSupportedException(
                        $"Members '{model.Members[other]}' and '{model.Members[i]}' have names that differ by case only, '{name}', which JsonOptions.IgnoreCase does not tell apart. Give one another name, or set IgnoreCase to false.");
            }
        }
        // Behind the members, one of which may have the name of one that is left out.
        foreach (var member in ignored)
        {
            string name = JsonTable.NameOf(member, options);
            if (Find(Encoding.UTF8.GetBytes(name)) != -1)
                continue;
            Insert(Encoding.UTF8.GetBytes(name), Ignored);
            _ignoringCase?.TryAdd(name, Ignored);
        }
    }

    /// <summary>The member of this name, <see cref="Ignored"/>, or -1.</summary>
    public int Find(ReadOnlySpan<byte> name)
    {
        for (int at = Hash(name) & _mask; _buckets[at].Name is { } known; at = (at + 1) & _mask)
            if (name.SequenceEqual(known))
                return _buckets[at].Index;
        return _ignoringCase is null ? -1 : FindIgnoringCase(name);
    }

    int FindIgnoringCase(ReadOnlySpan<byte> name)
    {
        Span<char> chars = name.Length <= 256 ? stackalloc char[256] : new char[name.Length];
        return Encoding.UTF8.TryGetChars(name, chars, out int count)
            && _ignoringCase!.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(chars[..count], out int index) ? index : -1;
    }

    void Insert(byte[] name, int index)
    {
        int at = Hash(name) & _mask;
        for (; _buckets[at].Name is { } known; at = (at + 1) & _mask)
        {
            if (!known.AsSpan().SequenceEqual(name))
                continue;
            if (_buckets[at].Index == index)
                return;
            throw new NotSupportedException(
                $"Members '{_model.Members[_buckets[at].Index]}' and '{_model.Members[index]}' have the same name '{Encoding.UTF8.GetString(name)}' in JSON. Give one another [Member] name.");
        }
        _buckets[at] = (name, index);
    }

    static int Hash(ReadOnlySpan<byte> name)
    {
        uint hash = (uint)name.Length;
        ref byte start = ref MemoryMarshal.GetReference(name);
        if (name.Length >= 8)
        {
            ulong ends = Unsafe.ReadUnaligned<ulong>(
                ref start) ^ (Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref start, name.Length - 8)) * 0x9E3779B97F4A7C15);
            hash ^= (uint)((ends * 0x9E3779B97F4A7C15) >> 32);
        }
        else
        {
            foreach (byte b in name)
                hash = (hash ^ b) * 0x01000193;
        }
        return (int)(hash ^ (hash >> 15));
    }
}
