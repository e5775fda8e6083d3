using System.CommandLine;

namespace Isomer.Cli.Commands;

static class LabCommand
{
    public static Command Create() => new("lab", "x");
}
