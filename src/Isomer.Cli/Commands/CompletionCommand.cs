using System.CommandLine;

namespace Isomer.Cli.Commands;

/// <summary>`completion`: a script for a shell, which asks the tool itself by its suggest directive.</summary>
static class CompletionCommand
{
    const string Bash = """
        # isomer completion for bash: eval "$(isomer completion bash)"
        _isomer_complete() {
            local IFS=$'\n' line="${COMP_LINE:0:COMP_POINT}"
            COMPREPLY=($(compgen -W "$(isomer "[suggest:${#line}]" "$line" 2>/dev/null)" -- "${COMP_WORDS[COMP_CWORD]}"))
        }
        complete -o default -F _isomer_complete isomer

        """;

    const string Zsh = """
        # isomer completion for zsh: eval "$(isomer completion zsh)"
        _isomer() {
            local line="${words[*]}"
            compadd -- ${(f)"$(isomer "[suggest:${#line}]" "$line" 2>/dev/null)"}
            _files
        }
        compdef _isomer isomer

        """;

    const string Fish = """
        # isomer completion for fish: isomer completion fish | source
        complete -c isomer -a '(set -l line (commandline -cp); isomer "[suggest:"(string length -- "$line")"]" "$line" 2>/dev/null)'

        """;

    const string PowerShell = """
        # isomer completion for PowerShell: isomer completion pwsh | Out-String | Invoke-Expression
        Register-ArgumentCompleter -Native -CommandName isomer -ScriptBlock {
            param($word, $ast, $position)
            isomer "[suggest:$position]" "$ast" 2>$null | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
        }

        """;

    public static Command Create()
    {
        var shell = new Argument<string>("shell") { Description = "bash, zsh, fish or pwsh" };
        shell.AcceptOnlyFromAmong("bash", "zsh", "fish", "pwsh");
        return new Command("completion", "Prints the completion script of a shell.") { shell }.Runs(result =>
        {
            Terminal.Write(result.GetValue(shell) switch { "bash" => Bash, "zsh" => Zsh, "fish" => Fish, _ => PowerShell });
            return ExitCode.Ok;
        }).WithExamples("eval \"$(isomer completion bash)\"");
    }
}
