using System.Reflection;
using System.Runtime.Loader;
using Isomer.Formats;

namespace Isomer.Cli.Payloads;

/// <summary>
/// The user's assembly in a load context of its own: its dependencies are found beside it. Isomer itself is shared with the tool, for its
/// attributes and options must be the same types on both sides, and so are the framework's assemblies, which an application that brings its
/// framework has beside it too: Isomer knows their types by identity.
/// </summary>
sealed class UserTypes : AssemblyLoadContext
{
    readonly AssemblyDependencyResolver _resolver;

    UserTypes(string path) : base("user types") => _resolver = new AssemblyDependencyResolver(path);

    /// <summary>The type of that name, in a file or in the framework.</summary>
    public static Type Find(FileInfo? file, string name)
    {
        if (string.IsNullOrWhiteSpace(name))
            throw new CliException(ExitCode.Usage, "--type names no type.");
        if (file is null)
            return TypeNames.Find(name, static _ => null) ?? throw Missing(name, "the framework; name the file with --assembly");
        Assembly assembly = Load(file);
        return TypeNames.Find(name, n => FindIn(assembly, n))
            ?? throw Missing(name, $"'{file}'. It has {string.Join(", ", assembly.GetExportedTypes().Take(10).Select(t => t.FullName))}");
    }

    public static Assembly Load(FileInfo file)
    {
        if (!file.Exists)
            throw new CliException(ExitCode.Usage, $"There is no file '{file}'.");
        try
        {
            return new UserTypes(file.FullName).LoadFromAssemblyPath(file.FullName);
        }
        catch (Exception e) when (e is BadImageFormatException or FileLoadException)
        {
            throw new CliException(ExitCode.Usage, $"'{file}' is no .NET assembly, or one of another version: {e.Message}", e);
        }
    }

    static Type? FindIn(Assembly assembly, string name)
    {
        if (assembly.GetType(name) is { } exact)
            return exact;
        // Without its namespace, and with the types that it stands within.
        Type[] near = [.. assembly.GetTypes().Where(
            t => t.Name == name || (t.IsNested && t.FullName!.EndsWith(name, StringComparison.Ordinal)
                && t.FullName.AsSpan(0, t.FullName.Length - name.Length) is [.., '.' or '+']))];
        return near switch
        {
            [var one] => one,
            [] => null,
            _ => throw new CliException(ExitCode.Usage,
                $"There are several types '{name}': {string.Join(", ", near.Select(t => t.FullName))}."),
        };
    }

    static CliException Missing(string name, string where) => new(ExitCode.Usage, $"There is no type '{name}' in {where}.");

    protected override Assembly? Load(AssemblyName assemblyName)
    {
        if (assemblyName.Name == typeof(Format).Assembly.GetName().Name || IsOfFramework(assemblyName))
            return null;
        return _resolver.ResolveAssemblyToPath(assemblyName) is { } path ? LoadFromAssemblyPath(path) : null;
    }

    /// <summary>
    /// Whether this process runs on an assembly of that name that will do: an application may bring a newer one of those that are packages
    /// too.
    /// </summary>
    static bool IsOfFramework(AssemblyName name)
    {
        if (Path.GetDirectoryName(typeof(object).Assembly.Location) is not { Length: > 0 } folder)
            return IsInFile(name);
        string path = Path.Combine(folder, name.Name + ".dll");
        return File.Exists(path) && (name.Version is null || AssemblyName.GetAssemblyName(path).Version >= name.Version);
    }

    /// <summary>
    /// Whether this process runs on an assembly of that name, where the tool is one file with the framework in it: there are no paths, and
    /// what else is in it is told by its maker.
    /// </summary>
    static bool IsInFile(AssemblyName name)
    {
        try
        {
            Assembly own = Default.LoadFromAssemblyName(new AssemblyName(name.Name!));
            return own.GetCustomAttribute<AssemblyProductAttribute>()?.Product
                == typeof(object).Assembly.GetCustomAttribute<AssemblyProductAttribute>()?.Product
                && (name.Version is null || own.GetName().Version >= name.Version);
        }
        catch (FileNotFoundException)
        {
            return false;
        }
    }

    protected override nint LoadUnmanagedDll(string unmanagedDllName) =>
        _resolver.ResolveUnmanagedDllToPath(unmanagedDllName) is { } path ? LoadUnmanagedDllFromPath(path) : 0;
}
