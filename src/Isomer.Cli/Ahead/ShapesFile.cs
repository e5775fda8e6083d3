using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Reflection.Metadata;
using Isomer.Ahead;
using Isomer.Cli.Payloads;
using Isomer.Emit;
using Isomer.Model;

namespace Isomer.Cli.Ahead;

/// <summary>
/// The shapes of an application, made into a file beside it: what `isomer shapes` does, and the tool that the package brings
/// (src/Isomer.Shapes), of which this file is a part too.
/// </summary>
static class ShapesFile
{
    /// <summary>Makes it, and says what was made.</summary>
    /// <param name="file">The application's assembly.</param>
    /// <param name="output">The file to be made; null for one beside the application.</param>
    /// <param name="warn">Is told of calls that will be refused.</param>
    public static string Make(FileInfo file, FileInfo? output, Action<string> warn)
    {
        var watch = Stopwatch.StartNew();
        string target = output?.FullName ?? Path.ChangeExtension(file.FullName, ".Isomer.dll");
        if (Path.GetFullPath(target) == file.FullName)
            throw new CliException(ExitCode.Usage,
                $"'{target}' is the application's own assembly, which the shapes would replace. Name another file by -o, or none.");
        SavedShapes saved = Saved(file, Path.GetFileNameWithoutExtension(target), warn, out int roots);
        try
        {
            Write(saved, target);
        }
        catch (ImageFormatLimitationException e)
        {
            throw TooMany(file, e);
        }
        return string.Create(CultureInfo.InvariantCulture,
            $"{saved.Count} shapes of {roots} types in {watch.ElapsedMilliseconds} ms: {target}");
    }

    /// <summary>The shapes of an application, before they are written.</summary>
    /// <param name="file">The application's assembly.</param>
    /// <param name="name">What the assembly of the shapes is called.</param>
    /// <param name="warn">Is told of calls that will be refused.</param>
    /// <param name="count">How many types ask for shapes.</param>
    public static SavedShapes Saved(FileInfo file, string name, Action<string> warn, out int count)
    {
        List<ShapeRoot> roots = ShapeRoots.Of(Load(file), warn);
        if (roots.Count == 0)
            throw new CliException(ExitCode.Usage,
                $"No type of '{file.Name}' asks for shapes, and none is handed to Isomer by a call. Mark one with [IsomerShape], or name it: [assembly: IsomerShape(typeof(Order))].");
        count = roots.Count;
        var saved = new SavedShapes(name);
        try
        {
            Add(saved, roots, warn);
        }
        catch (ImageFormatLimitationException e)
        {
            throw TooMany(file, e);
        }
        return saved;
    }

    static CliException TooMany(FileInfo file, ImageFormatLimitationException e) =>
        new(ExitCode.Usage,
            $"The shapes of '{file.Name}' do not fit into one assembly, where each root names all types that it reaches: {e.Message} "
            + "Name fewer roots: a type that another root reaches needs no mark of its own, except for Xml.");

    static void Add(SavedShapes saved, List<ShapeRoot> roots, Action<string> warn)
    {
        var refused = new List<string>();
        foreach (ShapeRoot root in roots)
        {
            refused.AddRange(Add(saved, root, warn));
            foreach (OwnConvention own in root.Own.Where(static o => !o.OfCall))
                if (Add(saved, root.Type, own) is { } refusal)
                    refused.Add(refusal);
            foreach (OwnConvention own in root.Own.Where(static o => o.OfCall))
                if (AddCalled(saved, root.Type, own) is { } refusal)
                    warn($"{refusal} (A call has options with this convention.)");
        }
        if (refused.Count > 0)
            throw new CliException(ExitCode.Usage, string.Join("\n", refused));
    }

    static Assembly Load(FileInfo file)
    {
        Assembly assembly = UserTypes.Load(file);
        string? wanted =
            assembly.GetReferencedAssemblies().FirstOrDefault(a => a.Name == typeof(Format).Assembly.GetName().Name)?.Version?.ToString();
        string own = typeof(Format).Assembly.GetName().Version!.ToString();
        return wanted is null || wanted == own
            ? assembly
            : throw new CliException(ExitCode.Usage,
                $"'{file.Name}' was built with Isomer {wanted}, and this tool is {own}: shapes of one are not obeyed by the other.");
    }

    /// <summary>Adds a root under each of its conventions; what was refused, with type and remedy.</summary>
    static IEnumerable<string> Add(SavedShapes saved, ShapeRoot root, Action<string> warn)
    {
        foreach (ShapeFamilies family in Families.Each)
        {
            if (((root.Named | root.Called | root.Any) & family) == 0)
                continue;
            string? refusal = Refused(saved, Families.RootsOf(family, root.Type), $"{root.Type}, {family}");
            if (refusal is not null && (root.Named & family) != 0)
                yield return refusal;
            else if (refusal is not null && (root.Called & family) != 0)
                warn($"{refusal} (A call hands it to this format.)");
        }
    }

    /// <summary>Adds a root under a convention of the application's own; what was refused, with type and remedy.</summary>
    static string? Add(SavedShapes saved, Type root, OwnConvention own)
    {
        var (convention, getter) = own.Find();
        saved.Tell(convention, own.Name, getter);
        return Refused(saved, Families.RootsOf(convention, own.Families, root), $"{root}, {own.Property} of {own.Owner}");
    }

    static string? AddCalled(SavedShapes saved, Type root, OwnConvention own)
    {
        try
        {
            return Add(saved, root, own);
        }
        catch (CliException e)
        {
            return $"{root}: {e.Message}";
        }
    }

    /// <summary>Adds roots; why that was refused, if it was, behind what they are.</summary>
    static string? Refused(SavedShapes saved, IEnumerable<TypeModel> roots, string what)
    {
        try
        {
            foreach (TypeModel root in roots)
                saved.Add(root);
            return null;
        }
        catch (NotSupportedException e)
        {
            return $"{what}: {e.Message}";
        }
    }

    /// <summary>Whole or not at all: a build that was broken off must not leave half an assembly that looks new.</summary>
    static void Write(SavedShapes saved, string target)
    {
        string unfinished = target + ".tmp";
        Directory.CreateDirectory(Path.GetDirectoryName(target)!);
        using (FileStream stream = File.Create(unfinished))
            saved.Save(stream);
        File.Move(unfinished, target, overwrite: true);
    }
}
