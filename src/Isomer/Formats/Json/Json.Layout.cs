using System.Text;
using Isomer.Formats;

namespace Isomer;

/// <summary>Texts laid out anew, whatever they hold: nothing is read into types, numbers and strings stay as they are.</summary>
public static partial class Json
{
    /// <summary>
    /// The text with one member or item a line, in fastJSON's layout: <c>"key" : value</c>, and empty containers opened too.
    /// <see cref="JsonOptions.IndentSize"/>, IndentCharacter and NewLine say how; the default is fastJSON's three spaces.
    /// Comments stay, each with a line's end behind it.
    /// </summary>
    public static string Beautify(string text, JsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(text);
        return Encoding.UTF8.GetString(JsonBeautifier.BeautifyAny(Encoding.UTF8.GetBytes(text), options ?? JsonBeautifier.Usual));
    }

    /// <summary>The text without the white space and the comments between its tokens.</summary>
    public static string Minify(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return Encoding.UTF8.GetString(JsonBeautifier.Minify(Encoding.UTF8.GetBytes(text)));
    }
}
