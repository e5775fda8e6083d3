using System.Reflection;
using System.Text;
using Isomer.Cli.Commands;

namespace Isomer.Cli;

/// <summary>
/// The calls of every day, answered before a command line is looked at: its library takes longer to load and to describe all commands to
/// than the answer does (docs/decisions/90-start-of-the-tool.md). Each answer is the one that <see cref="Root"/> gives.
/// </summary>
static class PlainCalls
{
    /// <summary>What is larger takes its time, in which it may be stopped: that is the business of the command line.</summary>
    const long MostBytes = 1 << 20;

    public static bool TryAnswer(string[] args, out int code)
    {
        code = ExitCode.Ok;
        switch (args)
        {
            case [] or ["--help" or "-h" or "-?"]:
                return TryHelp(out code);
            case ["--version"]:
                code = Write(
                    Encoding.UTF8.GetBytes(
                        typeof(PlainCalls).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion
                        + Environment.NewLine));
                return true;
            // Another beginning is an option, standard input, or a file of arguments.
            case ["inspect", [not ('-' or '@'), ..] file] when new FileInfo(file) is { Exists: true, Length: > 0 and <= MostBytes }:
                code = InspectCommand.RunPlain(file);
                return true;
            default:
                return false;
        }
    }

    /// <summary>The help, as the commands gave it when this was built; not on a terminal that is too narrow for its lines.</summary>
    static bool TryHelp(out int code)
    {
        code = ExitCode.Ok;
        using Stream help = typeof(PlainCalls).Assembly.GetManifestResourceStream("help.txt")!;
        byte[] text = new byte[help.Length];
        help.ReadExactly(text);
        if (Terminal.OutputIsTerminal && System.Console.WindowWidth <= LongestLine(text))
            return false;
        code = Write(text);
        return true;
    }

    static int Write(byte[] text) => Root.Guard(() =>
    {
        using Stream output = Terminal.OpenOutput();
        output.Write(text);
        return ExitCode.Ok;
    });

    static int LongestLine(ReadOnlySpan<byte> text)
    {
        int longest = 0;
        foreach (Range line in text.Split((byte)'\n'))
            longest = Math.Max(longest, text[line].Length);
        return longest;
    }
}
