namespace Isomer.Cli.Lab.Fresh;

static class FreshProcess
{
    public const string Command = "lab-child";
    public static int Run(ReadOnlySpan<string> arguments) => arguments.Length;
}
