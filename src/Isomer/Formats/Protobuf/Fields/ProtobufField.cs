using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>How a scalar stands on the wire.</summary>
internal enum ProtobufEncoding : byte
{
    /// <summary>The form that a .proto gives the CLR type: varint, fixed32 of float, fixed64 of double, length and bytes.</summary>
    Natural,
    ZigZag,
    Fixed,
    /// <summary>A message of bcl.proto (level 200).</summary>
    Bcl,
    /// <summary>google.protobuf.Timestamp or Duration.</summary>
    WellKnown,
    /// <summary>A decimal or Guid as text (level 300).</summary>
    Text,
    /// <summary>A Guid as 16 bytes in the order of its text.</summary>
    GuidBytes,
    /// <summary>Unknown fields: as they are, without a tag.</summary>
    Raw,
}

/// <summary>
/// One place where a value is written: its tag ready to be stored, and what the scalar events have to know, in one
/// 64-bit word; and the field, for everything that is not a scalar.
/// </summary>
internal struct ProtobufRecord
{
    /// <summary>Zero is left out.</summary>
    public const ulong OmitsZero = 1UL << 56;

    /// <summary>An item of a collection: null has no form here.</summary>
    public const ulong IsItem = 1UL << 57;

    /// <summary>The value stands in a message of its own (NullWrappedValue).</summary>
    public const ulong IsWrapped = 1UL << 58;

    /// <summary>The message is a group, of a DateTime, TimeSpan.</summary>
    public const ulong IsGroup = 1UL << 59;

    /// <summary>The Kind of a DateTime is written.</summary>
    public const ulong WritesKind = 1UL << 60;

    /// <summary>A number of 32 bits is what the low half of a wider one says, as Google's code has it.</summary>
    public const ulong Truncates = 1UL << 61;

    /// <summary>A record whose scalars are not simply the tag and the natural form.</summary>
    public const ulong IsSpecial = (0xFFUL << 48) | IsWrapped;

    /// <summary>Tag bytes 0 to 4; byte 5: how many of them; byte 6: encoding; byte 7: flags.</summary>
    public ulong Tag;

    public ProtobufField Field;

    public readonly ProtobufEncoding Encoding => (ProtobufEncoding)(byte)(Tag >> 48);

    public readonly int TagLength => (int)(Tag >> 40) & 0xFF;

    /// <summary>The field without a tag, for packed items.</summary>
    public readonly ulong WithoutTag => Tag & ~0xFFFF_FFFF_FFFFUL;
}

internal enum ProtobufKind : byte
{
    Scalar,
    Message,
    Sequence,
    Map,
}

/// <summary>Where a field stands.</summary>
internal enum ProtobufPlace : byte
{
    Member,
    Item,
    Key,
    Value,
    /// <summary>In the message that wraps a value.</summary>
    Inner,
    /// <summary>In a base, holding what a derived type adds.</summary>
    Include,
}

/// <summary>A field of a message, with all that follows from its type and from what the convention says about it.</summary>
internal sealed class ProtobufField
{
    readonly ProtobufMemberFacts _facts;
    readonly ProtobufPlace _place;
    readonly TypeModel _model;
    ProtobufRecord _item;
    ProtobufRecord _key;
    ProtobufRecord _value;
    ProtobufRecord _inner;
    ProtobufRecord _packedItem;
    ProtobufRecord _whole;

    /// <summary>The record of the field itself; in a member's place the table has a copy.</summary>
    public ProtobufRecord Self;

    /// <summary>Bytes that the length of the last message needed: most that follow need as many.</summary>
    public int LengthHint = 1;

    public ProtobufField(string name, TypeModel model, ProtobufMemberFacts facts, ProtobufPlace place = ProtobufPlace.Member)
    {
        bool isItem = place == ProtobufPlace.Item;
        _place = place;
        Name = name;
        _facts = facts;
        _model = model;
        Number = facts.Number;
        (Core, IsOptional, IsCarried) = Peel(model, name);
        Kind = Core switch
        {
            ScalarModel or EnumModel => ProtobufKind.Scalar,
            SequenceModel => ProtobufKind.Sequence,
            MapModel => ProtobufKind.Map,
            ObjectModel => ProtobufKind.Message,
            _ => throw new NotSupportedException(
                $"Field '{name}' is a '{model.Type}': nothing on the wire would say what it is. Declare a type that does."),
        };
        bool isCollection = Kind is ProtobufKind.Sequence or ProtobufKind.Map;
        // A collection within a collection has no form in protobuf but as a message that holds it.
        CollectionWrap = !isCollection
            ? ProtobufWrap.None
            : facts.CollectionWrap != ProtobufWrap.None ? facts.CollectionWrap : isItem ? ProtobufWrap.Length : ProtobufWrap.None;
        ValueWrap = isCollection ? ProtobufWrap.None : facts.ValueWrap;
        if (facts.ValueWrap != ProtobufWrap.None && !isItem && !isCollection && !(IsOptional || model.IsNullable))
            throw new NotSupportedException(
                $"Field '{name}' is marked NullWrappedValue, but a '{model.Type}' is never null. Remove the mark.");
        (Encoding, WireType) = Kind == ProtobufKind.Scalar ? ProtobufScalars.Form(Core, facts, name) : (ProtobufEncoding.Natural, 2);
        IsGroup = Kind == ProtobufKind.Message
            && (facts.Format == ProtobufFormat.Group
                || (place != ProtobufPlace.Include && Core is ObjectModel { Details: ProtobufTypeFacts { IsGroup: true } }));
        if (IsGroup)
            WireType = 3;
        if (facts.Format == ProtobufFormat.Group && Kind == ProtobufKind.Scalar
            && Core is not ScalarModel
            {
                Scalar: Scalar.DateTime or Scalar.TimeSpan or Scalar.Decimal or Scalar.Guid or Scalar.String
                or Scalar.Bytes or Scalar.Boolean or Scalar.Char or Scalar.Single or Scalar.Double or Scalar.DateOnly or Scalar.TimeOnly
            }
                    and not EnumModel)
            throw new NotSupportedException($"Field '{name}' is a '{model.Type}', which cannot be a group. Remove the DataFormat.");
        var wrap = isCollection ? CollectionWrap : ValueWrap;
        int wire = wrap switch { ProtobufWrap.Length => 2, ProtobufWrap.Group => 3, _ => WireType };
        bool omitsZero = facts.OmitsZero && !isItem && Kind == ProtobufKind.Scalar && wrap == ProtobufWrap.None
            && (place is ProtobufPlace.Key or ProtobufPlace.Value
            ? ProtobufScalars.IsLeftOutOfMaps(Core) && !(IsOptional && facts.WritesZeros)
            : !IsOptional && ProtobufScalars.HasZero(Core));
        Self = Record(Number, wire, (omitsZero ? ProtobufRecord.OmitsZero : 0)
            | (isItem ? ProtobufRecord.IsItem : 0)
            | (ValueWrap != ProtobufWrap.None ? ProtobufRecord.IsWrapped : 0)
            | (WireType == 3 && Kind == ProtobufKind.Scalar ? ProtobufRecord.IsGroup : 0)
            | (facts.IsGoogle ? ProtobufRecord.Truncates : 0)
            | (facts.WritesKind && Encoding is ProtobufEncoding.Bcl or ProtobufEncoding.WellKnown ? ProtobufRecord.WritesKind : 0));
        IsCollectible = model.IsCollectible;
        IsPlainMessage = Kind == ProtobufKind.Message && ValueWrap == ProtobufWrap.None && !IsGroup;
        if (facts.IsUnknownFields)
        {
            Encoding = ProtobufEncoding.Raw;
            Self = new ProtobufRecord { Field = this, Tag = (ulong)ProtobufEncoding.Raw << 48 };
        }
    }

    public string Name { get; }

    public int Number { get; }

    /// <summary>What stands on the wire, behind nullables and surrogates.</summary>
    public TypeModel Core { get; }

    public ProtobufKind Kind { get; }

    public ProtobufEncoding Encoding { get; }

    /// <summary>The wire type that is written, of the value itself.</summary>
    public int WireType { get; }

    public bool IsGroup { get; }

    public bool IsOptional { get; }

    public ProtobufWrap ValueWrap { get; }

    public ProtobufWrap CollectionWrap { get; }

    /// <summary>A message by its length, unless a call writes all of them as groups, and nothing around it.</summary>
    public bool IsPlainMessage { get; }

    /// <summary>Whether the type can be unloaded: nothing that outlives the call may then keep the field.</summary>
    public bool IsCollectible { get; init; }

    /// <summary>
    /// Of a root: whether Google's generated code is the example, by the convention or by the contract of what it is or holds.
    /// </summary>
    public bool IsGoogle => _isGoogle ??= _facts.IsGoogle || Core switch
    {
        ObjectModel { Details: ProtobufTypeFacts { IsGoogle: true } } => true,
        SequenceModel { Element: ObjectModel { Details: ProtobufTypeFacts { IsGoogle: true } } } => true,
        MapModel { Value: ObjectModel { Details: ProtobufTypeFacts { IsGoogle: true } } } => true,
        _ => false,
    };

    bool? _isGoogle;

    /// <summary>Whether there is a surrogate or a nullable before what can be added to, so that only all of it at once will do.</summary>
    public bool IsCarried { get; }

    public ProtobufMemberFacts Facts => _facts;

    /// <summary>
    /// Whether it is a scalar here and on the wire a message whose pieces merge: not those of bcl.proto, which protobuf-net reads anew.
    /// </summary>
    public bool HasParts =>
        Kind == ProtobufKind.Scalar && (Encoding == ProtobufEncoding.WellKnown || Core is ScalarModel { Scalar: Scalar.DateTimeOffset });

    /// <summary>Whether of several the last one counts, and nothing of those before.</summary>
    public bool IsReplaced => Kind == ProtobufKind.Scalar && ValueWrap == ProtobufWrap.None && !HasParts;

    /// <summary>
    /// Of a member: what is to be known where its value comes in several pieces. Null for one whose pieces do not merge, or do so by being
    /// read into.
    /// </summary>
    public ProtobufParts? Parts { get; private set; }

    /// <summary>Makes it a member whose pieces merge.</summary>
    public void MergeParts(ProtobufParts parts)
    {
        Parts = parts;
        if (parts.IsWrapped && HasParts)
            Inner.Field.Parts = parts;
    }

    /// <summary>
    /// Whether what comes with this wire type is a value of the field. To Google's code another is an unknown field; protobuf-net takes
    /// what can be converted. A message is one with a length and as a group, for <see cref="ProtobufOptions.Groups"/> writes the latter.
    /// </summary>
    public bool Accepts(int wire) =>
        !_facts.IsGoogle || Encoding == ProtobufEncoding.Raw || CollectionWrap != ProtobufWrap.None || Kind switch
        {
            ProtobufKind.Sequence => Item.Field.AcceptsAs(Item.Tag, wire) || (wire == 2 && Item.Field.IsPackable),
            ProtobufKind.Map => wire is 2 or 3,
            _ => AcceptsAs(Self.Tag, wire),
        };

    bool AcceptsAs(ulong tag, int wire) => wire == ((int)tag & 7) || (Kind == ProtobufKind.Message && wire is 2 or 3);

    public bool IsPackable => WireType is 0 or 1 or 5 && Kind == ProtobufKind.Scalar && ValueWrap == ProtobufWrap.None;

    /// <summary>Of a sequence: its items. Made when it is asked for, because a type may contain itself.</summary>
    public ref ProtobufRecord Item
    {
        get
        {
            if (_item.Field is null)
                MakeItem();
            return ref _item;
        }
    }

    /// <summary>Of a map: the keys.</summary>
    public ref ProtobufRecord Key
    {
        get
        {
            if (_key.Field is null)
                MakeKeyAndValue();
            return ref _key;
        }
    }

    /// <summary>Of a map: the values.</summary>
    public ref ProtobufRecord Value
    {
        get
        {
            if (_value.Field is null)
                MakeKeyAndValue();
            return ref _value;
        }
    }

    /// <summary>Of what stands in a message of its own: the value in there.</summary>
    public ref ProtobufRecord Inner
    {
        get
        {
            if (_inner.Field is null)
                _inner = new ProtobufField(Name, _model, _facts with { Number = 1, ValueWrap = ProtobufWrap.None, OmitsZero = false },
                    ProtobufPlace.Inner).WithoutZero(_place == ProtobufPlace.Member).Self;
            return ref _inner;
        }
    }

    /// <summary>Of a packed sequence: its items, which have no tags.</summary>
    public ref ProtobufRecord PackedItem
    {
        get
        {
            if (_packedItem.Field is null)
                _packedItem = new ProtobufRecord { Field = Item.Field, Tag = Item.WithoutTag };
            return ref _packedItem;
        }
    }

    /// <summary>The tag before what has a length: all packed items, or an entry of a map.</summary>
    public ProtobufRecord Whole =>
        _whole.Field is null
            ? _whole = Record(ItemNumber, Kind == ProtobufKind.Map && _facts.Format == ProtobufFormat.Group ? 3 : 2, 0)
            : _whole;

    /// <summary>Whether items are written in one piece, where there is more than one of them.</summary>
    public bool IsPacked =>
        _facts.IsPacked && Item.Field is
        {
            IsPackable: true,
            Core: not ScalarModel { Scalar: Scalar.DateOnly or Scalar.TimeOnly or Scalar.IntPtr or Scalar.UIntPtr }
        };

    /// <summary>Whether one item, or none, is packed: to protobuf-net none is and one is not, to Google one is and none is not.</summary>
    public bool PacksAlways(int count, ProtobufOptions options) =>
        count == 0 ? !_facts.IsGoogle && !options.SkipEmptyPacked : count != 1 || _facts.IsGoogle;

    public int ItemNumber => CollectionWrap == ProtobufWrap.None ? Number : 1;

    void MakeItem()
    {
        var element = ((SequenceModel)Core).Element;
        _item = new ProtobufField(Name, element,
            _facts with { Number = ItemNumber, CollectionWrap = ProtobufWrap.None, IsUnknownFields = false }, ProtobufPlace.Item).Self;
    }

    void MakeKeyAndValue()
    {
        var map = (MapModel)Core;
        bool holdsCollection = Peel(map.Value, Name).Core is SequenceModel or MapModel && !_facts.IsGoogle;
        bool isMap = _facts.IsGoogle || (!_facts.DisablesMap && !holdsCollection && IsKeyOfMap(map.Key));
        var bare = new ProtobufMemberFacts
        {
            Number = 1,
            Level = _facts.Level,
            CommonLevel = _facts.CommonLevel,
            WritesKind = _facts.WritesKind,
            OmitsZero = true,
            WritesZeros = _facts.WritesZeros,
            IsPacked = true,
            IsGoogle = _facts.IsGoogle
        };
        _value = new ProtobufField(Name + ".value", map.Value,
            bare with
            {
                Number = 2,
                Level = holdsCollection ? _facts.CommonLevel : _facts.Level,
                Format = isMap ? _facts.ValueFormat : ProtobufFormat.Default,
                ValueWrap = _facts.ValueWrap,
            }, ProtobufPlace.Value).Self;
        _key = new ProtobufField(Name + ".key", map.Key, bare with { Format = isMap ? _facts.KeyFormat : ProtobufFormat.Default },
            ProtobufPlace.Key).Self;
    }

    /// <summary>
    /// Whether a dictionary with this key is a map to protobuf-net. It writes others as pairs, whose parts the formats that are told of
    /// key and value do not reach; so it does where the value is a collection.
    /// </summary>
    bool IsKeyOfMap(TypeModel key) => Peel(key, Name) is { IsOptional: false } peeled && peeled.Core switch
    {
        EnumModel => true,
        ScalarModel
        {
            Scalar: Scalar.String or Scalar.SByte or Scalar.Byte or Scalar.Int16 or Scalar.UInt16 or Scalar.Int32
            or Scalar.UInt32 or Scalar.Int64 or Scalar.UInt64
        } => true,
        ScalarModel { Scalar: Scalar.Guid } => _facts.Level >= ProtobufLevel.Level300,
        _ => false,
    };

    /// <summary>In the wrapper of a member zero is what an absent field says, although the type is a nullable.</summary>
    ProtobufField WithoutZero(bool omits)
    {
        if (omits && Kind == ProtobufKind.Scalar && ProtobufScalars.IsLeftOutOfWrappers(Core))
            Self.Tag |= ProtobufRecord.OmitsZero;
        return this;
    }

    /// <summary>A tag of this field.</summary>
    ProtobufRecord Record(int number, int wireType, ulong flags)
    {
        ulong tag = 0;
        int length = 0;
        for (uint rest = ((uint)number << 3) | (uint)wireType; ; rest >>= 7)
        {
            tag |= (ulong)(rest > 0x7F ? (rest & 0x7F) | 0x80 : rest) << (8 * length++);
            if (rest <= 0x7F)
                break;
        }
        return new ProtobufRecord { Field = this, Tag = tag | ((ulong)length << 40) | ((ulong)Encoding << 48) | flags };
    }

    static (TypeModel Core, bool IsOptional, bool IsCarried) Peel(TypeModel model, string name)
    {
        bool optional = false;
        bool carried = false;
        for (int i = 0; ; i++)
        {
            switch (model)
            {
                case OptionalModel o:
                    optional = true;
                    carried = true;
                    model = o.Value;
                    break;
                case SurrogateModel s:
                    carried = true;
                    model = s.Carrier;
                    break;
                default:
                    return (model, optional, carried);
            }
            if (i > 32)
                throw new NotSupportedException($"The surrogates of field '{name}' carry one another in a circle. Remove one of them.");
        }
    }
}
