using System.Globalization;
using Isomer.Mutants;

// Draws mutants of the library by lot and runs the tests of the room that each stands in: what lives shows where tests look away.
//   dotnet run --project tests/Isomer.Mutants -c Release -- --tests tests/Isomer.Tests/bin/Release/net10.0
//     --seed 1 --count 20 [--from 0] [--room Formats/Json]
// A seed draws one row of mutants; --from goes on in it. Survivors are printed with their place in the source.
string? Value(string name) => Array.IndexOf(args, name) is >= 0 and var at && at + 1 < args.Length ? args[at + 1] : null;
int Number(string name, int otherwise) => Value(name) is { } text ? int.Parse(text, CultureInfo.InvariantCulture) : otherwise;

if (Value("--tests") is not { } tests)
{
    Console.Error.WriteLine("--tests FOLDER [--seed N] [--count N] [--from N] [--room FOLDER]");
    return 2;
}
int seed = Number("--seed", 1), count = Number("--count", 20), from = Number("--from", 0);
var all = Drawing.All(Path.Combine(tests, "Isomer.dll"), "src/Isomer/");
if (Value("--room") is { } room)
    all = [.. all.Where(m => m.Room.StartsWith(room, StringComparison.Ordinal))];
Console.WriteLine($"{all.Count} mutants, seed {seed}, {count} from {from}");
var random = new Random(seed);
int killed = 0, tried = 0;
using var trial = new Trial(tests);
for (int i = 0; i < from + count; i++)
{
    var mutant = all[random.Next(all.Count)];
    if (i < from)
        continue;
    string? how = trial.Of(mutant);
    tried++;
    killed += how is null ? 0 : 1;
    Console.WriteLine(
        $"{i} | {(how is null ? "LIVES" : "killed")} | {mutant.File}:{mutant.Line} | {mutant.Change} | {mutant.Method} | {how}");
}
Console.WriteLine($"{killed} of {tried} killed");
return 0;
