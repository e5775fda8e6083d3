namespace Isomer.Cli;

/// <summary>What a command says to the shell, as diff and grep do.</summary>
static class ExitCode
{
    public const int Ok = 0;
    public const int Different = 1;
    public const int Usage = 2;
    public const int Corrupt = 3;
    public const int Lossy = 4;
    public const int Limit = 5;
    public const int Fault = 70;
    public const int Interrupted = 130;

    public const string Help = """
        Exit codes:
          0    done; the same
          1    different; a regression; a transfer faster than its bound; nothing to compare;
               a path that selects nothing
          2    wrong usage, a file that cannot be read or written, or a type of yours that throws
          3    a payload is damaged or its format unknown
          4    the conversion would lose something (--allow-lossy allows it)
          5    a limit was hit (depth, size)
          70   a fault of this tool
          130  Ctrl-C
        """;
}

/// <summary>A command cannot go on; the message is for the user.</summary>
sealed class CliException(int code, string message, Exception? inner = null) : Exception(message, inner)
{
    public int Code { get; } = code;
}
