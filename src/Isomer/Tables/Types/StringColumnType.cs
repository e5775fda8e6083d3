namespace Isomer.Tabular;

/// <summary>
/// Strings. Where they repeat (cities, names, codes) each is there once, with a place of one or two bytes for each record: a quarter
/// less of a table of 19 columns, and one string in memory where there were thousands.
/// </summary>
internal sealed class StringColumnType() : ColumnType<string?>("String", v => v.Strings, (v, a) => v.Strings = a)
{
    const int LeastRecords = 32;
    const int Sample = 256;

    protected internal override void Pack(TableValues values, string?[] items)
    {
        if (items.Length < LeastRecords || !TryIndex(items, out var distinct, out ushort[] places))
        {
            base.Pack(values, items);
            return;
        }
        values.Strings = distinct;
        if (distinct.Length <= byte.MaxValue)
            values.Places = Array.ConvertAll(places, p => (byte)p);
        else
            values.WidePlaces = places;
    }

    /// <summary>False as soon as it is seen that not every string comes four times.</summary>
    static bool TryIndex(string?[] items, out string?[] distinct, out ushort[] places)
    {
        int most = Math.Min(items.Length / 4, ushort.MaxValue);
        var found = new Dictionary<string, ushort>();
        places = new ushort[items.Length];
        distinct = [];
        for (int i = 0; i < items.Length; i++)
        {
            if (items[i] is not { } text)
                continue;
            if (!found.TryGetValue(text, out ushort place))
            {
                if (found.Count == most || (i < Sample && found.Count > Sample * 15 / 16))
                    return false;
                found.Add(text, place = (ushort)(found.Count + 1));
            }
            places[i] = place;
        }
        distinct = new string?[found.Count];
        found.Keys.CopyTo(distinct!, 0);
        return true;
    }

    protected override string?[] Unpack(TableValues values)
    {
        var strings = values.Strings ?? [];
        return values.Places is { } narrow ? At(strings, narrow.Length, i => narrow[i])
            : values.WidePlaces is { } wide ? At(strings, wide.Length, i => wide[i])
            : strings;
    }

    static string?[] At(string?[] strings, int count, Func<int, int> place)
    {
        var items = new string?[count];
        for (int i = 0; i < count; i++)
        {
            int at = place(i);
            if (at > strings.Length)
                throw new WireFormatException($"There is no string number {at}: a column has {strings.Length} different ones.");
            items[i] = at == 0 ? null : strings[at - 1];
        }
        return items;
    }
}
