using System.Runtime.InteropServices;
using Isomer.Formats;

namespace Isomer;

/// <summary>An array, as the payload has it: its lengths, and its items one row behind the other.</summary>
public sealed class NrbfArrayRecord
{
    readonly NrbfDocument _document;
    readonly NrbfMemberType _item;
    readonly int[] _lengths;
    readonly int[]? _bounds;
    readonly int _body, _count;
    object?[]? _items;

    internal NrbfArrayRecord(NrbfDocument document, int start)
    {
        _document = document;
        var bytes = document.Bytes(start);
        var record = (NrbfRecord)bytes.Byte();
        Id = bytes.Int32();
        if (record == NrbfRecord.Array)
        {
            var shape = NrbfArrayShape.Read(ref bytes);
            (_lengths, _bounds, _count) = (shape.Lengths, shape.Bounds, shape.Count);
            _item = document.ItemOf(ref bytes);
        }
        else
        {
            _count = bytes.Int32();
            _lengths = [_count];
            _item = record switch
            {
                NrbfRecord.PrimitiveArray => new("", NrbfKind.Primitive, bytes.Primitive(), null, null),
                NrbfRecord.StringArray => new("", NrbfKind.String, NrbfPrimitive.None, null, null),
                _ => new("", NrbfKind.Object, NrbfPrimitive.None, null, null),
            };
        }
        _body = bytes.At;
    }

    /// <summary>The array's number in the payload.</summary>
    public int Id { get; }

    /// <summary>How many dimensions it has.</summary>
    public int Rank => _lengths.Length;

    /// <summary>The length of each dimension.</summary>
    public IReadOnlyList<int> Lengths => _lengths;

    /// <summary>The first index of each dimension.</summary>
    public IReadOnlyList<int> LowerBounds => _bounds ?? new int[Rank];

    /// <summary>How many items there are in all.</summary>
    public int Count => _count;

    /// <summary>The name of the items' type: of the framework for primitives, strings and objects.</summary>
    public string ItemTypeName => NrbfBoxes.NameOf(_item);

    internal NrbfMemberType Item => _item;

    /// <summary>All items, the last dimension running fastest.</summary>
    public IReadOnlyList<object?> Items => _items ??= NrbfDocument.Placed(ReadItems);

    /// <summary>The items of an array of numbers, copied as they lie.</summary>
    /// <exception cref="InvalidCastException">The items are others.</exception>
    public T[] ToArray<T>() where T : unmanaged
    {
        if (_item.Kind != NrbfKind.Primitive || NrbfPrimitives.Of(typeof(T)) != _item.Primitive || !NrbfPrimitives.IsBulk(typeof(T)))
            throw new InvalidCastException(
                $"The items are of type '{ItemTypeName}', none that is copied as '{typeof(T)}'. Use {nameof(Items)}.");
        var bytes = _document.Bytes(_body);
        return MemoryMarshal.Cast<byte, T>(bytes.Take(_count * NrbfPrimitives.Width(_item.Primitive))).ToArray();
    }

    object?[] ReadItems()
    {
        var bytes = _document.Bytes(_body);
        object?[] items = new object?[_count];
        if (_item is { Kind: NrbfKind.Primitive, Primitive: NrbfPrimitive.Char })
        {
            // Not one by one: two may be one character.
            char[] units = new char[_count];
            bytes.Chars(units);
            for (int i = 0; i < items.Length; i++)
                items[i] = units[i];
            return items;
        }
        int at = 0;
        try
        {
            while (at < items.Length)
            {
                if (_item.Kind != NrbfKind.Primitive)
                {
                    bytes.SkipLibraries();
                    if (bytes.Peek() is NrbfRecord.Nulls256 or NrbfRecord.Nulls)
                    {
                        at += bytes.Byte() == (byte)NrbfRecord.Nulls256 ? bytes.Byte() : bytes.Int32();
                        continue;
                    }
                }
                items[at] = _document.Value(ref bytes, _item.Kind, _item.Primitive);
                at++;
            }
        }
        catch (WireFormatException e) when (NrbfErrors.IsWithin(e, at))
        {
            throw;
        }
        return items;
    }

    /// <inheritdoc/>
    public override string ToString() => $"{ItemTypeName}[{string.Join(", ", _lengths)}] #{Id}";
}
