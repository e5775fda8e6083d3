using System.Globalization;
using System.Runtime.Serialization;

namespace Isomer.Conventions;

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about

/// <summary>
/// What FormatterConverter makes of an entry when an ISerializable asks for another type, but for the text of objects.
/// <see cref="object.ToString"/> of an exception goes through all exceptions within it, by recursion: where depth is data, a chain of
/// 150,000 whose last has an exception as its message ended the process, and one of 4,000 (215 KB) took a gigabyte.
/// </summary>
internal sealed class PlainEntryConverter : FormatterConverter, IFormatterConverter
{
    public static PlainEntryConverter Instance { get; } = new();

    string? IFormatterConverter.ToString(object value) => TextOf(value);

    /// <summary>
    /// The text of a value that holds no other. (Also a StringBuilder or a BigInteger, which have none else in them, make a text of their
    /// size each time that one is asked for.)
    /// </summary>
    public static string? TextOf(object value) => value switch
    {
        string text => text,
        IConvertible convertible => convertible.ToString(CultureInfo.InvariantCulture),
        TimeSpan or Guid or DateTimeOffset or Version => ((IFormattable)value).ToString(null, CultureInfo.InvariantCulture),
        _ => throw new WireFormatException($"A '{value.GetType()}' stands where its object asks for text."),
    };

    /// <summary>A key as a message shows it: one that holds others, by its type.</summary>
    public static string Shown(object? key)
    {
        const int Longest = 100;
        string text = key is null
            ? ""
            : key is string or IConvertible or TimeSpan or Guid or DateTimeOffset ? TextOf(key) ?? "" : key.GetType().ToString();
        return text.Length > Longest ? text[..Longest] + "..." : text;
    }
}
