using System.Globalization;
using Isomer.Mutants;

// Draws mutants of the library by lot and runs the tests that come by the place of each: what lives shows where tests look away.
//   dotnet run --project tests/Isomer.Mutants -c Release -- --tests tests/Isomer.Tests/bin/Release/net10.0
//     --seed 1 --count 20 [--from 0] [--room Formats/Json] [--reached FILE] [--list]
// A seed draws one row of mutants; --from goes on in it. --reached keeps which tests come by which of the first mutants of the row, up to
// --until; without it the tests of the mutant's room are run. --at Formats/Json/Writing/JsonSink.cs:12 [--change "2 for 1"] draws nothing, and
// tries the mutants of a line. --class "*JsonTests" runs these tests alone. Survivors are printed with their place in the source.
string? Value(string name) => Array.IndexOf(args, name) is >= 0 and var at && at + 1 < args.Length ? args[at + 1] : null;
int Number(string name, int otherwise) => Value(name) is { } text ? int.Parse(text, CultureInfo.InvariantCulture) : otherwise;

if (Value("--tests") is not { } tests)
{
    Console.Error.WriteLine("--tests FOLDER [--seed N] [--count N] [--from N] [--until N] [--room FOLDER] [--reached FILE] [--list]");
    Console.Error.WriteLine("--tests FOLDER --at FILE:LINE [--change WORDS] [--class NAME]");
    return 2;
}
int seed = Number("--seed", 1), count = Number("--count", 20), from = Number("--from", 0);
var all = Drawing.All(Path.Combine(tests, "Isomer.dll"), "src/Isomer/");
if (Value("--room") is { } room)
    all = [.. all.Where(m => m.Room.StartsWith(room, StringComparison.Ordinal))];
Console.WriteLine($"{all.Count} mutants, seed {seed}, {count} from {from}");
List<Mutant> row;
if (Value("--at") is { } place)
{
    row = [.. all.Where(m => $"{m.File}:{m.Line}" == place && (Value("--change") is not { } change || change == m.Change))];
    (from, count) = (0, row.Count);
}
else
{
    var random = new Random(seed);
    row = [.. Enumerable.Range(0, Number("--until", from + count)).Select(_ => all[random.Next(all.Count)])];
}
int killed = 0, tried = 0;
bool isList = args.Contains("--list");
using var folder = isList ? null : new Folder(tests);
var trial = folder is null ? null : new Trial(folder);
var reached = folder is not null && Value("--reached") is { } file ? Reached.Of(file, folder, row) : null;
for (int i = from; i < from + count; i++)
{
    var mutant = row[i];
    // A line may have several of a kind, which their places in the code tell apart.
    string what = $"{mutant.File}:{mutant.Line} | {mutant.Change} | {mutant.Method} IL_{mutant.At:x4}";
    if (trial is null)
    {
        Console.WriteLine($"{i} | {what}");
        continue;
    }
    string asked = "";
    string? how;
    if (Value("--class") is { } name)
        how = trial.ByClasses(mutant, [name]);
    // What runs once for all is charged to the test that came first, and concerns others.
    else if (reached?.Tests(i) is { } methods && !mutant.Method.Contains(".cctor", StringComparison.Ordinal))
    {
        how = trial.ByTests(mutant, methods);
        asked = $"{methods.Count} tests come by";
    }
    else
        how = trial.ByClasses(mutant, Rooms.Of(mutant.Room).Classes);
    tried++;
    killed += how is null ? 0 : 1;
    Console.WriteLine($"{i} | {(how is null ? "LIVES" : "killed")} | {what} | {asked} | {how}");
}
Console.WriteLine($"{killed} of {tried} killed");
return 0;
