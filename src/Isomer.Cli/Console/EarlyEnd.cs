namespace Isomer.Cli;

/// <summary>
/// Code of the user's runs within the tool: factories, getters, setters. What ends the process there would end a run that is not done with
/// the code that it likes, and 0 says that all was done.
/// </summary>
static class EarlyEnd
{
    static volatile bool s_isOver;

    public static void Watch() => AppDomain.CurrentDomain.ProcessExit += static (_, _) =>
    {
        if (s_isOver || Environment.ExitCode != ExitCode.Ok)
            return;
        Environment.ExitCode = ExitCode.Usage;
        Terminal.Note($"{Root.Name}: code that was called ended the process (Environment.Exit) before the command was done.");
    };

    /// <summary>The command has come to its end by itself.</summary>
    public static int Over(int code)
    {
        s_isOver = true;
        return code;
    }
}
