using System.Diagnostics;
using Isomer.Bench.Data;
using Isomer.Bench.Harness;

long start = Stopwatch.GetTimestamp();
string command = args.Length > 0 ? args[0] : "help";
try
{
    switch (command)
    {
        case "ratios":
            return RatiosCommand.Run(args.AsSpan(1));
        case "cold":
            return ColdCommand.Run(args.AsSpan(1));
        case ColdChild.Command when args.Length == 3:
            return ColdChild.Run(args[1], args[2], start);
        case "further":
            return FurtherCommand.Run(args.AsSpan(1));
        case FurtherCommand.Child when args.Length == 3:
            return FurtherCommand.RunChild(args[1], args[2]);
        case "huge":
            return HugeCommand.Run(args.AsSpan(1));
        case "columns":
            return ColumnsCommand.Run(args.AsSpan(1));
        case "documents":
            return DocumentsCommand.Run(args.AsSpan(1));
        case "tokens":
            return TokensCommand.Run(args.AsSpan(1));
        case "streams":
            return StreamsCommand.Run(args.AsSpan(1));
        case "bdn":
            return BdnCommand.Run(args.AsSpan(1));
        case "data":
            Console.Write(Report.Describe(Northwind.Create()));
            return 0;
        default:
            Console.Error.WriteLine($"""
                Isomer.Bench, commands:
                  {RatiosCommand.Usage}
                  {ColdCommand.Usage}
                  {FurtherCommand.Usage}
                  {HugeCommand.Usage}
                  {ColumnsCommand.Usage}
                  {DocumentsCommand.Usage}
                  {TokensCommand.Usage}
                  {StreamsCommand.Usage}
                  {BdnCommand.Usage}
                  data
                """);
            return command == "help" ? 0 : 2;
    }
}
catch (ArgumentException e)
{
    Console.Error.WriteLine(e.Message);
    return 2;
}
