using System.Collections.Immutable;

namespace Isomer.Model;

/// <summary>
/// The fixed-width members of a type as one block: first a bit for each nullable one (1 = has a value, low bit first),
/// then every value at a constant offset, little-endian, unaligned, in member order; a null leaves its place zero.
/// </summary>
/// <remarks>
/// This is what makes a binary format fast: one bounds check for the block, then independent loads and stores at constant
/// offsets. With variable-length integers each member's place depends on the one before, a chain of 10 to 15 cycles a
/// member. The rule is the wire contract of Compact (docs/compact.md); a reader of an older layout applies it to that.
/// </remarks>
public sealed class PackedLayout
{
    internal PackedLayout(ImmutableArray<MemberModel> members)
    {
        var fields = new List<PackedField>();
        var rest = ImmutableArray.CreateBuilder<int>();
        int nullables = 0;
        for (int i = 0; i < members.Length; i++)
        {
            var member = members[i];
            if (Fixed(member) is not { } scalar)
            {
                rest.Add(i);
                continue;
            }
            fields.Add(new PackedField(i, scalar, 0, member.Model is OptionalModel ? nullables++ : -1));
        }
        BitBytes = (nullables + 7) / 8;
        int offset = BitBytes;
        var placed = ImmutableArray.CreateBuilder<PackedField>(fields.Count);
        foreach (var field in fields)
        {
            placed.Add(field with { Offset = offset });
            offset += Scalars.Width(field.Scalar);
        }
        Fields = placed.ToImmutable();
        Rest = rest.ToImmutable();
        Size = offset;
    }

    /// <summary>The members in the block.</summary>
    public ImmutableArray<PackedField> Fields { get; }

    /// <summary>The indexes of the members that are not in the block and follow it.</summary>
    public ImmutableArray<int> Rest { get; }

    /// <summary>Bytes of presence bits at the start.</summary>
    public int BitBytes { get; }

    /// <summary>Bytes of the whole block; 0 where there is none.</summary>
    public int Size { get; }

    static Scalar? Fixed(MemberModel member)
    {
        if (!member.IsAlwaysWritten)
            return null;
        var scalar = member.Model.WithoutNullable switch { ScalarModel s => s.Scalar, EnumModel e => e.Underlying, _ => Scalar.None };
        return Scalars.Width(scalar) > 0 ? scalar : null;
    }
}

/// <summary>One member of a packed block.</summary>
/// <param name="Member">Its index among the members.</param>
/// <param name="Scalar">What it is.</param>
/// <param name="Offset">Where in the block.</param>
/// <param name="Bit">The number of its presence bit, or -1 if it is never null.</param>
public sealed record PackedField(int Member, Scalar Scalar, int Offset, int Bit);
