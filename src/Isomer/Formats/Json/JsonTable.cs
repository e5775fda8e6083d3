using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Text;

namespace Isomer;

/// <summary>
/// The member names of one type, ready to be copied and compared: each as <c>,"name":</c>, escaped, padded so that 32 bytes
/// can be moved or compared at once whatever the length.
/// </summary>
internal sealed class JsonTable : MemberTable
{
    /// <summary>One name in <see cref="Blob"/>.</summary>
    /// <param name="Offset">Where its comma is.</param>
    /// <param name="Length">With comma, quotes and colon.</param>
    /// <param name="Mask">A bit for each of its bytes, as many as fit in 32.</param>
    internal readonly record struct Name(int Offset, int Length, uint Mask);

    const int Pad = 32;

    readonly Omit[] _omit;
    readonly Dictionary<string, int>? _ignoringCase;
    readonly (byte[] Name, int Index)[] _buckets;
    readonly int _bucketMask;

    public JsonTable(ObjectModel model, JsonProfile profile) : base(model)
    {
        var options = profile.Options;
        var members = model.Members;
        _omit = new Omit[members.Length];
        Names = new Name[members.Length];
        var blob = new List<byte>();
        var lookup = new List<(byte[], int)>();
        var ignoringCase = options.IgnoreCase ? new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) : null;
        for (int i = 0; i < members.Length; i++)
        {
            var member = members[i];
            string name = member.IsNamed ? member.Name : JsonProfile.Rename(member.Name, options.Naming);
            _omit[i] = OmitOf(member, options.Omit);
            Names[i] = Append(blob, name, profile.Escaping);
            foreach (string accepted in member.Aliases.Prepend(name))
            {
                lookup.Add((Encoding.UTF8.GetBytes(accepted), i));
                ignoringCase?.TryAdd(accepted, i);
            }
        }
        Blob = [.. blob, .. new byte[Pad]];
        MayOmit = Array.Exists(_omit, o => o == Omit.WhenDefault);
        IsConditional = Array.Exists(_omit, o => o is Omit.WhenDefault or Omit.WhenNull) || members.Any(m => m.IsOptional || !m.CanGet || m.IsExtra);
        KeepsUnknown = model.ExtraIndex >= 0;
        ExtraIndex = model.ExtraIndex;
        _ignoringCase = ignoringCase;
        _bucketMask = (int)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)Math.Max(lookup.Count * 2, 4)) - 1;
        _buckets = new (byte[], int)[_bucketMask + 1];
        foreach (var (name, index) in lookup)
            Insert(name, index);
    }

    /// <summary>By member.</summary>
    public Name[] Names { get; }

    public byte[] Blob { get; }

    /// <summary>Whether a member may be missing, so that another may be the first.</summary>
    public bool IsConditional { get; }

    /// <summary>Whether unknown members are handed to the shape.</summary>
    public bool KeepsUnknown { get; }

    public int ExtraIndex { get; }

    public override bool OmitsDefault(int index) => _omit[index] == Omit.WhenDefault;

    public bool OmitsNull(int index) => _omit[index] is Omit.WhenDefault or Omit.WhenNull;

    /// <summary>The member of this name (UTF-8, without escapes), or -1.</summary>
    public int Find(ReadOnlySpan<byte> name)
    {
        for (int at = Hash(name) & _bucketMask; _buckets[at].Name is { } known; at = (at + 1) & _bucketMask)
            if (name.SequenceEqual(known))
                return Hidden(_buckets[at].Index);
        return _ignoringCase is null ? -1 : FindIgnoringCase(name);
    }

    int FindIgnoringCase(ReadOnlySpan<byte> name)
    {
        Span<char> chars = name.Length <= 256 ? stackalloc char[256] : new char[name.Length];
        return Encoding.UTF8.TryGetChars(name, chars, out int count)
            && _ignoringCase!.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(chars[..count], out int index) ? Hidden(index) : -1;
    }

    /// <summary>The extension dictionary is not a member of its own here.</summary>
    int Hidden(int index) => index == ExtraIndex ? -1 : index;

    void Insert(byte[] name, int index)
    {
        int at = Hash(name) & _bucketMask;
        while (_buckets[at].Name is { } known)
        {
            if (known.AsSpan().SequenceEqual(name))
            {
                if (_buckets[at].Index == index)
                    return;
                throw new NotSupportedException(
                    $"Members '{((ObjectModel)Model).Members[_buckets[at].Index]}' and '{((ObjectModel)Model).Members[index]}' have the same name '{Encoding.UTF8.GetString(name)}' in JSON. Give one another [Member] name.");
            }
            at = (at + 1) & _bucketMask;
        }
        _buckets[at] = (name, index);
    }

    static int Hash(ReadOnlySpan<byte> name)
    {
        uint hash = (uint)name.Length;
        ref byte start = ref MemoryMarshal.GetReference(name);
        if (name.Length >= 8)
        {
            ulong ends = Unsafe.ReadUnaligned<ulong>(ref start) ^ (Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref start, name.Length - 8)) * 0x9E3779B97F4A7C15);
            hash ^= (uint)((ends * 0x9E3779B97F4A7C15) >> 32);
        }
        else
        {
            foreach (byte b in name)
                hash = (hash ^ b) * 0x01000193;
        }
        return (int)(hash ^ (hash >> 15));
    }

    static Omit OmitOf(MemberModel member, JsonOmit byOptions) => member.Omit != Omit.ByOptions ? member.Omit : byOptions switch
    {
        JsonOmit.WhenNull => Omit.WhenNull,
        JsonOmit.WhenDefault => Omit.WhenDefault,
        _ => Omit.Never,
    };

    static Name Append(List<byte> blob, string name, EscapeMode escaping)
    {
        byte[] escaped = new byte[Utf8Strings.MaxLength(name.Length)];
        int length = Utf8Strings.Write(ref escaped[0], name, escaping);
        int offset = blob.Count;
        blob.AddRange(",\""u8);
        blob.AddRange(escaped.AsSpan(0, length));
        blob.AddRange("\":"u8);
        length += 4;
        return new Name(offset, length, length >= 32 ? uint.MaxValue : (1u << length) - 1);
    }
}
