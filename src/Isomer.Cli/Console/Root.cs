using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using Isomer.Cli.Commands;

namespace Isomer.Cli;

/// <summary>The command line: parsing, help, completion, and how what goes wrong becomes a message and an exit code.</summary>
static class Root
{
    public const string Name = "isomer";

    public static async Task<int> RunAsync(string[] args)
    {
        if (args.Length > 0 && HiddenCommands.Find(args[0]) is { } hidden)
            return hidden(args.AsSpan(1));
        RootCommand root = Create();
        ParseResult result = root.Parse(args);
        if (result.Action is ParseErrorAction)
        {
            foreach (var error in result.Errors)
                Terminal.Note($"{Name}: {error.Message}");
            Terminal.Note($"Try '{string.Join(' ', PathOf(result.CommandResult.Command))} --help'.");
            return ExitCode.Usage;
        }
        var configuration = new InvocationConfiguration
        {
            EnableDefaultExceptionHandler = false,
            ProcessTerminationTimeout = TimeSpan.FromMinutes(2), // the lab writes down what it has
        };
        return await result.InvokeAsync(configuration).ConfigureAwait(false);
    }

    static RootCommand Create()
    {
        var root = new RootCommand("Every wire format on your data and your link; payloads looked at, converted and compared.")
        {
            LabCommand.Create(), InspectCommand.Create(), ConvertCommand.Create(), DiffCommand.Create(), SchemaCommand.Create(),
            FormatsCommand.Create(), CompletionCommand.Create(),
        };
        HelpOption help = root.Options.OfType<HelpOption>().First();
        help.Action = new HelpWithExamples((HelpAction)help.Action!);
        root.WithExamples(
            "isomer lab                              measure everything; report in isomer-lab/report.html",
            "isomer inspect order.bin                what is in this file?",
            "isomer convert order.bin order.json     as another format",
            "isomer diff old.json new.bin            the same value?");
        return root;
    }

    /// <summary>What goes wrong, as a message on standard error and an exit code.</summary>
    public static async Task<int> GuardAsync(Func<Task<int>> action)
    {
        try
        {
            return await action().ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            Terminal.Note($"{Name}: stopped.");
            return ExitCode.Interrupted;
        }
        catch (Exception e) when (CodeOf(e) is { } code)
        {
            Terminal.Note($"{Name}: {e.Message}");
            return code;
        }
    }

    public static int? CodeOf(Exception e) => e switch
    {
        CliException c => c.Code,
        WireFormatException => ExitCode.Corrupt,
        NotSupportedException or ArgumentException or UnauthorizedAccessException or IOException => ExitCode.Usage,
        InsufficientExecutionStackException or OutOfMemoryException => ExitCode.Limit,
        _ => null,
    };

    public static Command Runs(this Command command, Func<ParseResult, CancellationToken, Task<int>> action)
    {
        command.SetAction((result, stop) => GuardAsync(() => action(result, stop)));
        return command;
    }

    public static Command Runs(this Command command, Func<ParseResult, int> action) =>
        command.Runs((result, _) => Task.FromResult(action(result)));

    static IEnumerable<string> PathOf(Command command) =>
        command.Parents.OfType<Command>().FirstOrDefault() is { } parent ? PathOf(parent).Append(command.Name) : [Name];

    sealed class HelpWithExamples(HelpAction inner) : SynchronousCommandLineAction
    {
        public override int Invoke(ParseResult parseResult)
        {
            TextWriter output = parseResult.InvocationConfiguration.Output;
            var text = new StringWriter();
            parseResult.InvocationConfiguration.Output = text;
            inner.Invoke(parseResult);
            parseResult.InvocationConfiguration.Output = output;
            output.WriteLine(text.ToString().Replace(RootCommand.ExecutableName, Name, StringComparison.Ordinal).TrimEnd());
            if (Examples.Of(parseResult.CommandResult.Command) is { Count: > 0 } examples)
            {
                output.WriteLine();
                output.WriteLine("Examples:");
                foreach (string example in examples)
                    output.WriteLine("  " + example);
            }
            output.WriteLine();
            output.WriteLine(ExitCode.Help);
            return ExitCode.Ok;
        }
    }
}

/// <summary>Examples of commands, for their help.</summary>
static class Examples
{
    static readonly System.Runtime.CompilerServices.ConditionalWeakTable<Command, IReadOnlyList<string>> s_examples = [];

    public static Command WithExamples(this Command command, params string[] examples)
    {
        s_examples.Add(command, examples);
        return command;
    }

    public static IReadOnlyList<string> Of(Command command) => s_examples.TryGetValue(command, out var examples) ? examples : [];
}

/// <summary>How the tool starts itself again: for cold starts and for memory, which only a fresh process has.</summary>
static class HiddenCommands
{
    public delegate int Run(ReadOnlySpan<string> arguments);

    public static Run? Find(string name) => name switch
    {
        Lab.Fresh.FreshProcess.Command => Lab.Fresh.FreshProcess.Run,
        Lab.Features.FeatureProcess.Command => Lab.Features.FeatureProcess.Run,
        _ => null,
    };
}
