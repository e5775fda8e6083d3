using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;
using Isomer.Cli.Commands;
using Isomer.Cli.Payloads;

namespace Isomer.Cli;

/// <summary>The command line: parsing, help, completion, and how what goes wrong becomes a message and an exit code.</summary>
static class Root
{
    public const string Name = "isomer";

    public static async Task<int> RunAsync(string[] args)
    {
        if (args.Length > 0 && HiddenCommands.Find(args[0]) is { } hidden)
            return hidden(args.AsSpan(1));
        RootCommand root = Create(args);
        ParseResult result = root.Parse(args.Length == 0 ? ["--help"] : args);
        string[] wrong = result.Action is HelpWithExamples ? [] : [.. UnknownOptions(result)];
        if (wrong.Length == 0 && result.Action is ParseErrorAction)
            wrong = [.. result.Errors.Select(e => e.Message)];
        if (wrong.Length > 0)
        {
            foreach (string message in wrong)
                Terminal.Note($"{Name}: {message}");
            Terminal.Note($"Try '{string.Join(' ', PathOf(result.CommandResult.Command))} --help'.");
            return ExitCode.Usage;
        }
        var configuration = new InvocationConfiguration
        {
            EnableDefaultExceptionHandler = false,
            Output = Terminal.Text,
            Error = Terminal.Error,
            // The lab writes down what it has. What else is stopped has nothing to keep, and may wait for a pipe without end.
            ProcessTerminationTimeout =
                result.CommandResult.Command.Name == "lab" ? TimeSpan.FromMinutes(2) : TimeSpan.FromSeconds(3),
        };
        // Commands say themselves what goes wrong; a help text may find its disk full, too.
        return await GuardAsync(() => result.InvokeAsync(configuration)).ConfigureAwait(false);
    }

    /// <summary>The commands. Where one is named, only that is made: each of them has a hundred objects of options and texts.</summary>
    static readonly (string Name, Func<Command> Create)[] s_commands =
    [
        ("lab", LabCommand.Create), ("inspect", InspectCommand.Create), ("convert", ConvertCommand.Create), ("diff", DiffCommand.Create),
        ("schema", SchemaCommand.Create), ("shapes", ShapesCommand.Create),
        ("formats", FormatsCommand.Create), ("completion", CompletionCommand.Create),
    ];

    internal static RootCommand Create(params string[] args)
    {
        var root = new RootCommand("Wire formats on your data and your link; payloads looked at, converted and compared.");
        string? only = args.Length > 0 && Array.Exists(s_commands, c => c.Name == args[0]) ? args[0] : null;
        foreach (var (name, create) in s_commands)
            if (only is null || only == name)
                root.Add(create());
        HelpOption help = root.Options.OfType<HelpOption>().First();
        help.Action = new HelpWithExamples((HelpAction)help.Action!);
        root.WithExamples(
            "isomer lab                              measure what people choose from (--all: everything); isomer-lab/report.html",
            "isomer inspect order.bin                what is in this file?",
            "isomer convert order.bin order.json     as another format",
            "isomer diff old.json new.bin            the same value?");
        return root;
    }

    /// <summary>
    /// What begins as an option does and is taken for a file is a word that was spelled wrong. Files that are called so stand behind --, or
    /// as ./-name.
    /// </summary>
    static IEnumerable<string> UnknownOptions(ParseResult result)
    {
        bool isBehindMark = false;
        var marked = new HashSet<string>(StringComparer.Ordinal);
        foreach (Token token in result.Tokens)
        {
            isBehindMark |= token.Type == TokenType.DoubleDash;
            if (isBehindMark)
                marked.Add(token.Value);
        }
        string[] known = [.. result.CommandResult.Command.Options.SelectMany(o => o.Aliases.Prepend(o.Name))];
        foreach (ArgumentResult argument in result.CommandResult.Children.OfType<ArgumentResult>())
            foreach (Token token in argument.Tokens)
                if (token.Value is ['-', not '-' and not (>= '0' and <= '9'), ..] or ['-', '-', _, ..] && !marked.Contains(token.Value))
                    yield return $"'{token.Value}' is no option of this command{(known.FirstOrDefault(k => IsNear(k, token.Value)) is { } near ? $"; {near} is" : "")}.";
    }

    /// <summary>Whether one became the other by one letter, or by two that changed places, or is its beginning.</summary>
    static bool IsNear(string known, string given)
    {
        if (known.Length > 3 && given.Length > 4 && known.StartsWith(given, StringComparison.OrdinalIgnoreCase))
            return true;
        int same = known.AsSpan().CommonPrefixLength(given);
        ReadOnlySpan<char> a = known.AsSpan(same), b = given.AsSpan(same);
        return known.Length > 3
            && ((a.Length > 0 && a[1..].SequenceEqual(b)) || (b.Length > 0 && b[1..].SequenceEqual(a))
                || (a.Length > 0 && b.Length > 0 && a[1..].SequenceEqual(b[1..]))
            || (a.Length > 1 && b.Length > 1 && a[0] == b[1] && a[1] == b[0] && a[2..].SequenceEqual(b[2..])));
    }

    /// <summary>What goes wrong, as a message on standard error and an exit code.</summary>
    public static async Task<int> GuardAsync(Func<Task<int>> action)
    {
        try
        {
            return await action().ConfigureAwait(false);
        }
        catch (Exception e)
        {
            return Told(e);
        }
    }

    /// <summary>What goes wrong in a call that awaits nothing, as a message and an exit code.</summary>
    public static int Guard(Func<int> action)
    {
        try
        {
            return action();
        }
        catch (Exception e)
        {
            return Told(e);
        }
    }

    static int Told(Exception e)
    {
        Terminal.Note(e is OperationCanceledException ? $"{Name}: stopped." : $"{Name}: {MessageOf(e)}");
        return CodeOf(e);
    }

    public static int CodeOf(Exception e) => e switch
    {
        // What was put into words on its way keeps its cause, which may be no damage.
        CliException { Code: ExitCode.Corrupt, InnerException: WireFormatException cause } => CodeOf(cause),
        CliException c => c.Code,
        _ when TypeFault.Of(e) is not null => ExitCode.Usage,
        WireFormatException or NotSupportedException when e.Message is var told && IsOfLimit(told) => ExitCode.Limit,
        WireFormatException => ExitCode.Corrupt,
        InvalidDataException => ExitCode.Corrupt, // a compressed file that is damaged
        NotSupportedException or ArgumentException or UnauthorizedAccessException or IOException or System.Data.Common.DbException =>
            ExitCode.Usage,
        InsufficientExecutionStackException or OutOfMemoryException => ExitCode.Limit,
        AggregateException { InnerExceptions: [var one] } => CodeOf(one),
        OperationCanceledException => ExitCode.Interrupted,
        _ => ExitCode.Fault,
    };

    /// <summary>
    /// Whether a message names a limit: it does before it says where that was met, which may have any name.
    /// </summary>
    static bool IsOfLimit(string message) =>
        message.AsSpan(0, message.IndexOf(" Path: ", StringComparison.Ordinal) is >= 0 and var place ? place : message.Length) is var problem
            && (problem.Contains("Limits.Max", StringComparison.Ordinal) || problem.Contains(" deeper than ", StringComparison.Ordinal));

    /// <summary>
    /// What is told of it: the message, and of what nobody foresaw also what it is and, with ISOMER_TRACE set, where it was.
    /// </summary>
    /// <param name="e">What was thrown.</param>
    /// <param name="mayTrace">Whether the trace that is asked for stands behind it, in lines of its own.</param>
    public static string MessageOf(Exception e, bool mayTrace = true)
    {
        if (e is AggregateException { InnerExceptions: [var one] })
            return MessageOf(one, mayTrace);
        if (e is not CliException && TypeFault.Of(e) is { } fault)
            return e is WireFormatException ? $"{e.Message} ({fault})" : fault;
        if (CodeOf(e) != ExitCode.Fault)
            return e.Message;
        Exception cause = e is System.Reflection.TargetInvocationException { InnerException: { } inner } ? inner : e;
        return $"{cause.GetType().Name}: {cause.Message}"
            + (TraceOf(e) is not { } trace ? " (ISOMER_TRACE=1 tells where.)" : mayTrace ? trace : "");
    }

    /// <summary>Where a fault was, in lines behind its message; null where nobody asked, and of what is no fault.</summary>
    public static string? TraceOf(Exception e) =>
        CodeOf(e) == ExitCode.Fault && Environment.GetEnvironmentVariable("ISOMER_TRACE") is not null ? "\n" + e : null;

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
