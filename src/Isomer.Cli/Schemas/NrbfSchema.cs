using System.Globalization;
using System.Text;
using Isomer.Cli.Payloads;
using Isomer.Formats;
using Isomer.Printing;

namespace Isomer.Cli.Schemas;

/// <summary>What payloads of BinaryFormatter say of their types: as C# classes, and as a list.</summary>
static class NrbfSchema
{
    /// <summary>Prints the classes, if the payloads are of this format.</summary>
    public static bool TryPrint(string[] files, string? from)
    {
        if (from is not null && Format.Find(from) != Nrbf.Format)
            return false;
        var classes = new NrbfClasses();
        foreach (string file in files)
        {
            var payload = Payload.Read(file);
            if (from is null && Nrbf.Format.Match(payload.Bytes) == FormatMatch.No)
                return false;
            classes.Add(Nrbf.Read(payload.Bytes));
        }
        Terminal.Write(NrbfCSharp.Print(classes));
        return true;
    }

    /// <summary>
    /// A line for each type that an object of the payloads is of: how many objects, in how many files, its name, its assembly. Behind them
    /// the code that names those for <see cref="NrbfOptions.KnownTypes"/> which are not the framework's.
    /// </summary>
    public static int ClosedSet(string[] files)
    {
        if (files.Length == 0)
            throw new CliException(ExitCode.Usage, "Name the files, or a folder of them.");
        var found = new Dictionary<(string Type, string Assembly), (int Objects, int Files)>();
        var counts = new NrbfTypeCounts();
        int read = 0;
        foreach (string file in files)
        {
            var payload = Payload.Read(file);
            if (Nrbf.Format.Match(payload.Bytes) == FormatMatch.No)
            {
                Terminal.Note($"{Quoting.Line(file)}: no payload of BinaryFormatter; passed over");
                continue;
            }
            read++;
            foreach (var (type, count) in counts.Of(payload.Bytes, NrbfOptions.Default))
            {
                var before = found.GetValueOrDefault(type);
                found[type] = (before.Objects + count, before.Files + 1);
            }
        }
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"{"objects",9} {"files",7}  type, assembly\n");
        foreach (var ((type, assembly), (objects, inFiles)) in found.OrderByDescending(static f => f.Value.Objects)
            .ThenBy(static f => f.Key.Type, StringComparer.Ordinal))
            text.Append(CultureInfo.InvariantCulture,
                $"{objects,9} {inFiles,7}  {Quoting.Line(type)}, {Quoting.Line(assembly.Split(',')[0])}\n");
        var classes = new NrbfClasses();
        string[] known = [
            .. found.Keys.Where(static k => k.Assembly != "mscorlib").Select(static k => k.Type)
                .Where(static t => NrbfClasses.Parse(t) is not null)];
        var printer = new NrbfCSharp(classes);
        text.Append(CultureInfo.InvariantCulture,
            $"\n// {read} payload{(read == 1 ? "" : "s")}, {found.Count} types. The closed set:\nvar options = new NrbfOptions\n{{\n    KnownTypes =\n    [\n");
        foreach (string type in known.Select(printer.TypeOf).OfType<string>().Distinct().Order(StringComparer.Ordinal))
            text.Append(CultureInfo.InvariantCulture, $"        typeof({type}),\n");
        text.Append("    ],\n};\n");
        Terminal.Write(text.ToString());
        return ExitCode.Ok;
    }
}
