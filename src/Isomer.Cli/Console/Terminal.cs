namespace Isomer.Cli;

/// <summary>
/// Payloads go to standard output and everything else to standard error, so that commands can be joined by pipes. No colour
/// codes are written anywhere, and nothing is ever asked.
/// </summary>
static class Terminal
{
    public static TextWriter Error => System.Console.Error;

    public static Stream OpenInput() => System.Console.OpenStandardInput();

    public static Stream OpenOutput() => System.Console.OpenStandardOutput();

    public static bool OutputIsTerminal => !System.Console.IsOutputRedirected;

    public static bool ErrorIsTerminal => !System.Console.IsErrorRedirected;

    /// <summary>A line for the user.</summary>
    public static void Note(string text) => Error.WriteLine(text);

    /// <summary>Text as payload: UTF-8 without a mark, lines ended by LF.</summary>
    public static void Write(string text)
    {
        using Stream output = OpenOutput();
        output.Write(System.Text.Encoding.UTF8.GetBytes(text.ReplaceLineEndings("\n")));
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
