using Isomer.Cli.Payloads;

namespace Isomer.Cli.Converting.Items;

/// <summary>How many values stand one behind another, so that one at a time is enough.</summary>
enum ItemForm
{
    /// <summary>One payload, which is read and written as a whole.</summary>
    None,

    /// <summary>An array of JSON.</summary>
    JsonArray,

    /// <summary>One value of JSON in each line.</summary>
    JsonLines,

    /// <summary>Frames of Compact.</summary>
    CompactItems,

    /// <summary>Messages of protobuf, each with its length before it.</summary>
    ProtobufItems,

    /// <summary>The items of a document that stands for an array without a type: written only.</summary>
    XmlArray,

    /// <summary>An array of ContractJson: written only.</summary>
    ContractArray,
}

/// <summary>Finds the form of what is read, and of what is to be written.</summary>
static class ItemForms
{
    /// <summary>The form of input, by its first bytes.</summary>
    /// <param name="head">The first bytes.</param>
    /// <param name="isWhole">Whether they are all.</param>
    /// <param name="given">The format, if it was named.</param>
    /// <param name="asked">Whether items were asked for.</param>
    /// <param name="json">How JSON is read.</param>
    /// <param name="name">The file's name, which may say that it has lines.</param>
    public static ItemForm OfInput(ReadOnlySpan<byte> head, bool isWhole, Format? given, bool asked, Format json, string? name = null)
    {
        if (given is null || Sniffer.IsJson(given))
        {
            if (JsonLines.Are(head, json, JsonLines.AreNamed(name) || (given is not null && !head.IsEmpty))
                || (!isWhole && head.Length >= PeekedInput.HeadSize && BeginsLongLine(head, asked, name)))
                return ItemForm.JsonLines;
            if (head.TrimStart("\uFEFF \t\r\n"u8) is [(byte)'[', ..] && (given is not null || LooksAsJson(head)))
                return ItemForm.JsonArray;
            if (asked && head.TrimStart("\uFEFF \t\r\n"u8) is [(byte)'{', ..] && (isWhole || head.Contains((byte)'\n')))
                return ItemForm.JsonLines; // a single one
        }
        if (((given is null || given.Name == Compact.Format.Name) && CompactItems.Are(head, isWhole))
            || (isWhole && CompactItems.AreNone(head, given?.Name, name)))
            return ItemForm.CompactItems;
        return asked && given?.Name == Protobuf.Format.Name ? ItemForm.ProtobufItems : ItemForm.None;
    }

    /// <summary>
    /// Whether all that was looked at is the beginning of a line of JSON, whose end is farther than that. A name says so; without one an
    /// array of that length is an array, and an object that is asked for as items the first of them.
    /// </summary>
    static bool BeginsLongLine(ReadOnlySpan<byte> head, bool asked, string? name) =>
        head.Trim("\uFEFF \t\r\n"u8) is var line && !line.Contains((byte)'\n') && Looks.IsText(head, isCut: true)
            && (JsonLines.AreNamed(name) || (asked && line is [(byte)'{', ..]));

    /// <summary>A section of settings begins with a bracket too, and so do messages of protobuf.</summary>
    static bool LooksAsJson(ReadOnlySpan<byte> head) =>
        Sniffer.BeginsAsJson(head) && Looks.IsText(head[..Math.Min(head.Length, 4096)], isCut: true);

    /// <summary>The form in which a format is written item by item.</summary>
    /// <param name="to">The format.</param>
    /// <param name="lines">Whether JSON is to be lines.</param>
    /// <param name="asked">Whether items were asked for: frames, where a format cannot be continued.</param>
    /// <param name="isTyped">Whether the values have a type, so that a document has other names than those of values without one.</param>
    public static ItemForm OfOutput(Format to, bool lines, bool asked, bool isTyped) => to.Name switch
    {
        "Json" => lines ? ItemForm.JsonLines : ItemForm.JsonArray,
        "ContractJson" => ItemForm.ContractArray,
        "Xml" or "ContractXml" when !isTyped => ItemForm.XmlArray,
        "Compact" when asked => ItemForm.CompactItems,
        "Protobuf" when asked => ItemForm.ProtobufItems,
        _ => ItemForm.None,
    };

    public static string NameOf(ItemForm form, Format format) => form switch
    {
        ItemForm.JsonLines => "Json lines",
        ItemForm.CompactItems or ItemForm.ProtobufItems => format.Name + " items",
        _ => format.Name,
    };
}
