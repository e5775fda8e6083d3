using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;

namespace Isomer.Formats;

/// <summary>The bytes of a layout: the root, then each entry of the table in order. See docs/compact.md.</summary>
internal sealed class CompactLayoutWriter(bool embedded)
{
    [Flags]
    public enum TypeFlags : byte
    {
        None = 0, Reference = 1, Comparer = 2, Names = 4, TypeName = 8, Values = 16, Identity = 32,
    }

    readonly ArrayBufferWriter<byte> _out = new();

    public static byte[] Write(CompactLayout layout, bool embedded)
    {
        var writer = new CompactLayoutWriter(embedded);
        writer.Reference(layout.Root);
        writer.Number((ulong)layout.Table.Count);
        foreach (var type in layout.Table)
            writer.Type(type);
        return writer._out.WrittenSpan.ToArray();
    }

    static ulong ReferenceTo(CompactType type) =>
        type.Index < 0 ? (ulong)type.Scalar : (ulong)(CompactType.FirstIndex + type.Index);

    void Type(CompactType type)
    {
        bool names = embedded || type.NeedsNames;
        bool typeName = embedded && type is { Kind: CompactKind.Object or CompactKind.Enum, Name: not null };
        bool values = embedded && type.Kind == CompactKind.Enum;
        Byte((byte)type.Kind);
        var flags = (type.IsReference ? TypeFlags.Reference : 0) | (type.HasIdentity ? TypeFlags.Identity : 0)
            | (type.HasComparer ? TypeFlags.Comparer : 0)
            | (names ? TypeFlags.Names : 0) | (typeName ? TypeFlags.TypeName : 0) | (values ? TypeFlags.Values : 0);
        Byte((byte)flags);
        if (typeName)
            String(type.Name!);
        switch (type.Kind)
        {
            case CompactKind.Enum:
                Byte((byte)type.Scalar);
                if (values)
                    Values(type);
                break;
            case CompactKind.Nullable or CompactKind.Option or CompactKind.Sequence or CompactKind.Alias:
                Reference(type.Item!);
                break;
            case CompactKind.Map:
                Reference(type.Key!);
                Reference(type.Item!);
                break;
            case CompactKind.Dynamic:
                Subtypes(type, names);
                break;
            case CompactKind.Object:
                Number((ulong)type.Members.Length);
                foreach (var member in type.Members)
                {
                    Identity(member.Name!, member.Hash, names);
                    Number((ReferenceTo(member.Type) << 2) | (member.IsPacked ? 1u : 0) | (member.IsOptional ? 2u : 0));
                }
                Subtypes(type, names);
                break;
        }
    }

    void Values(CompactType type)
    {
        Number((ulong)type.Named.Length);
        foreach (var (name, value) in type.Named)
        {
            String(name);
            Signed(value);
        }
    }

    void Subtypes(CompactType type, bool names)
    {
        Number((ulong)type.Subtypes.Length);
        foreach (var subtype in type.Subtypes)
        {
            Byte((byte)((subtype.Number is null ? 0 : 1) | (subtype.Name is null ? 0 : 2)));
            if (subtype.Number is { } number)
                Signed(number);
            if (subtype.Name is { } name)
                Identity(name, subtype.Hash!.Value, names);
            Reference(subtype.Type);
        }
    }

    void Reference(CompactType type) => Number(ReferenceTo(type));

    void Identity(string name, uint hash, bool names)
    {
        if (names)
        {
            String(name);
            return;
        }
        MemoryMarshal.Write(_out.GetSpan(4), hash);
        _out.Advance(4);
    }

    void String(string text)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        Number((ulong)bytes.Length);
        _out.Write(bytes);
    }

    void Byte(byte value)
    {
        _out.GetSpan(1)[0] = value;
        _out.Advance(1);
    }

    void Signed(long value) => Number((ulong)((value << 1) ^ (value >> 63)));

    void Number(ulong value) =>
        _out.Advance(CompactVarint.Put(ref MemoryMarshal.GetReference(_out.GetSpan(CompactVarint.MaxLength)), value));
}
