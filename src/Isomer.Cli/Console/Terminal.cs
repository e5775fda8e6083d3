namespace Isomer.Cli;

/// <summary>
/// Payloads go to standard output and everything else to standard error, so that commands can be joined by pipes. No colour
/// codes are written anywhere, and nothing is ever asked.
/// </summary>
static class Terminal
{
    /// <summary>
    /// What stands in the place of the process's own streams for one call of <see cref="Root"/> within a process, as pipes would:
    /// hundreds of tests ask the tool so, where a process for each takes longer to start than what it is asked for.
    /// </summary>
    public sealed record Streams(Stream Input, Stream Output, TextWriter Text, TextWriter Error);

    static readonly AsyncLocal<Streams?> s_given = new();

    /// <summary>Gives streams to all that this flow of control goes on to.</summary>
    public static void Give(Streams streams) => s_given.Value = streams;

    /// <summary>Help and completions, which are text and no payload.</summary>
    public static TextWriter Text => s_given.Value?.Text ?? System.Console.Out;

    public static TextWriter Error => s_given.Value?.Error ?? System.Console.Error;

    public static Stream OpenInput() => s_given.Value?.Input ?? System.Console.OpenStandardInput();

    public static Stream OpenOutput() => s_given.Value?.Output ?? System.Console.OpenStandardOutput();

    public static bool OutputIsTerminal => s_given.Value is null && !System.Console.IsOutputRedirected;

    public static bool ErrorIsTerminal => s_given.Value is null && !System.Console.IsErrorRedirected;

    /// <summary>A line for the user.</summary>
    public static void Note(string text) => Error.WriteLine(Shown(text));

    /// <summary>
    /// Without characters that would steer a terminal: names of members, files and what exceptions say are anybody's. Ends of lines and
    /// tabs stay.
    /// </summary>
    public static string Shown(string text) => Escaped(text, static c => char.IsControl(c) && c is not ('\n' or '\t' or '\r'));

    /// <summary>Without those, and without ends of lines and tabs: what is to stay within its line.</summary>
    public static string InLine(string text) => Escaped(text, char.IsControl);

    static string Escaped(string text, Func<char, bool> isEscaped) =>
        text.Any(isEscaped) ? string.Concat(text.Select(c => isEscaped(c) ? $"\\u{(int)c:x4}" : c.ToString())) : text;

    /// <summary>
    /// Text as payload: UTF-8 without a mark, lines ended by LF. Lines are ended as this system ends them until then: other characters at
    /// which a line may end, such as U+2028, are of a value that is shown.
    /// </summary>
    public static void Write(string text)
    {
        if (OutputIsTerminal)
            text = Shown(text);
        using Stream output = OpenOutput();
        output.Write(System.Text.Encoding.UTF8.GetBytes(text.Replace(Environment.NewLine, "\n", StringComparison.Ordinal)));
    }

    /// <summary>Bytes as payload. A terminal is spared binary ones.</summary>
    public static void Write(ReadOnlySpan<byte> bytes, bool isText, bool force)
    {
        if (OutputIsTerminal && !isText && !force)
            throw new CliException(ExitCode.Usage,
                "Binary output is not written to a terminal. Name a file, or redirect; --force does it all the same.");
        using Stream output = OpenOutput();
        output.Write(bytes);
        if (OutputIsTerminal && isText)
            output.Write("\n"u8);
    }
}
