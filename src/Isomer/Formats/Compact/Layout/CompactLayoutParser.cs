using System.Collections.Immutable;
using System.Runtime.InteropServices;
using System.Text;
using Isomer.Model;
using static Isomer.Formats.CompactLayoutWriter;

namespace Isomer.Formats;

/// <summary>
/// Reads a layout from hostile bytes. Names in it name nothing but members and registered subtypes; no CLR type is ever
/// looked for. Whatever it returns can be walked: references point to entries, no object contains itself.
/// </summary>
internal ref struct CompactLayoutParser
{
    readonly ReadOnlySpan<byte> _bytes;
    int _position;
    CompactType[] _table;

    CompactLayoutParser(ReadOnlySpan<byte> bytes)
    {
        _bytes = bytes;
        _table = [];
    }

    public static CompactLayout Parse(ReadOnlySpan<byte> bytes)
    {
        var parser = new CompactLayoutParser(bytes);
        return parser.Layout();
    }

    CompactLayout Layout()
    {
        ulong root = Number();
        // The smallest entry is two bytes.
        int count = Count(2);
        if (count > CompactLayout.MaxTypes)
            throw Bad($"{count} types");
        // Entries refer to later ones, but their kind is known only when they are reached: made first, filled when all are.
        _table = new CompactType[count];
        int first = _position;
        for (int pass = 0; pass < 2; pass++)
        {
            _position = first;
            for (int i = 0; i < count; i++)
                Type(i, pass);
        }
        if (_position != _bytes.Length)
            throw Bad("bytes after its end");
        foreach (var type in _table)
            foreach (var member in type.Members)
                if (member.IsPacked
                    && (member.IsOptional || !(member.Type.Kind == CompactKind.Nullable ? member.Type.Item! : member.Type).IsFixed))
                    throw Bad($"member {member} of varying width in a packed block");
        return new CompactLayout(Resolve(root), _table);
    }

    void Type(int index, int pass)
    {
        byte kind = Byte();
        if (kind is < (byte)CompactKind.Enum or > (byte)CompactKind.Alias)
            throw Bad($"kind {kind}");
        var type = pass == 0 ? new CompactType((CompactKind)kind) { Index = index } : _table[index];
        _table[index] = type;
        var flags = (TypeFlags)Byte();
        if ((flags & ~(TypeFlags.Reference | TypeFlags.Comparer | TypeFlags.Names | TypeFlags.TypeName | TypeFlags.Values
            | TypeFlags.Identity)) != 0)
            throw Bad($"flags {(int)flags}");
        bool names = flags.HasFlag(TypeFlags.Names);
        type.IsReference = flags.HasFlag(TypeFlags.Reference) && type.Kind is CompactKind.Sequence or CompactKind.Map or CompactKind.Object;
        type.HasIdentity = flags.HasFlag(TypeFlags.Identity) && type.IsReference;
        type.HasComparer = flags.HasFlag(TypeFlags.Comparer) && type.Kind is CompactKind.Sequence or CompactKind.Map;
        if (flags.HasFlag(TypeFlags.TypeName))
            type.Name = String();
        switch (type.Kind)
        {
            case CompactKind.Enum:
                type.Scalar = (Scalar)Byte();
                if (!IsInteger(type.Scalar))
                    throw Bad($"an enum over scalar {(int)type.Scalar}");
                if (flags.HasFlag(TypeFlags.Values))
                    Values(type);
                break;
            case CompactKind.Nullable or CompactKind.Option or CompactKind.Sequence:
                type.Item = Reference(pass);
                break;
            case CompactKind.Alias:
                type.Item = Reference(pass);
                if (type.Item is { Kind: CompactKind.Alias })
                    throw Bad("an alias of an alias");
                break;
            case CompactKind.Map:
                type.Key = Reference(pass);
                type.Item = Reference(pass);
                break;
            case CompactKind.Dynamic:
                Subtypes(type, names, pass);
                break;
            default:
                Members(type, names, pass);
                Subtypes(type, names, pass);
                break;
        }
    }

    void Members(CompactType type, bool names, int pass)
    {
        var members = new CompactMember[Count(2)];
        for (int i = 0; i < members.Length; i++)
        {
            var (name, hash) = Identity(names);
            ulong packed = Number();
            if (pass == 0)
                continue;
            members[i] = new CompactMember(Resolve(packed >> 2))
            {
                Name = name,
                Hash = hash,
                IsPacked = (packed & 1) != 0,
                IsOptional = (packed & 2) != 0,
            };
        }
        if (pass == 1)
            type.Members = members;
    }

    void Subtypes(CompactType type, bool names, int pass)
    {
        var subtypes = new CompactSubtype[Count(2)];
        for (int i = 0; i < subtypes.Length; i++)
        {
            byte flags = Byte();
            int? number = (flags & 1) != 0 ? (int)Signed() : null;
            var (name, hash) = (flags & 2) != 0 ? Identity(names) : default;
            ulong reference = Number();
            if (pass == 1)
                subtypes[i] = new CompactSubtype(Resolve(reference))
                { Number = number, Name = name, Hash = (flags & 2) != 0 ? hash : null };
        }
        if (pass == 1)
            type.Subtypes = subtypes;
    }

    void Values(CompactType type)
    {
        int count = Count(2);
        var values = ImmutableArray.CreateBuilder<EnumName>(count);
        for (int i = 0; i < count; i++)
            values.Add(new EnumName(String(), Signed()));
        type.Named = values.MoveToImmutable();
    }

    (string? Name, uint Hash) Identity(bool names)
    {
        if (names)
        {
            string name = String();
            return (name, CompactHash.OfName(name));
        }
        return (null, MemoryMarshal.Read<uint>(Take(4)));
    }

    CompactType? Reference(int pass)
    {
        ulong reference = Number();
        return pass == 0 ? null : Resolve(reference);
    }

    readonly CompactType Resolve(ulong reference)
    {
        if (reference is > 0 and <= (ulong)Scalar.Bytes)
            return CompactType.OfScalar[(int)reference];
        if (reference < CompactType.FirstIndex || reference - CompactType.FirstIndex >= (ulong)_table.Length)
            throw Bad($"a reference to type {reference}");
        return _table[(int)(reference - CompactType.FirstIndex)];
    }

    static bool IsInteger(Scalar scalar) => scalar is >= Scalar.SByte and <= Scalar.UInt64 or Scalar.Boolean or Scalar.Char;

    string String()
    {
        int length = Count(1);
        return Encoding.UTF8.GetString(Take(length));
    }

    /// <summary>A count of things of at least this many bytes each.</summary>
    int Count(int size)
    {
        ulong count = Number();
        if (count > (ulong)((_bytes.Length - _position) / size))
            throw Bad($"a count of {count}");
        return (int)count;
    }

    long Signed()
    {
        ulong raw = Number();
        return (long)(raw >> 1) ^ -(long)(raw & 1);
    }

    ulong Number()
    {
        int length = CompactVarint.Get(_bytes[_position..], out ulong value);
        if (length == 0)
            throw Bad("an end in the middle");
        _position += length;
        return value;
    }

    byte Byte() => Take(1)[0];

    ReadOnlySpan<byte> Take(int count)
    {
        if (_bytes.Length - _position < count)
            throw Bad("an end in the middle");
        _position += count;
        return _bytes.Slice(_position - count, count);
    }

    static WireFormatException Bad(string what) => new($"The layout of the payload has {what}, which no layout has.");
}
