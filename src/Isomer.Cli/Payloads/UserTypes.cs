using System.Reflection;
using System.Runtime.Loader;

namespace Isomer.Cli.Payloads;

/// <summary>
/// The user's assembly in a load context of its own: its dependencies are found beside it, and only Isomer itself is shared with
/// the tool, for its attributes and options must be the same types on both sides.
/// </summary>
sealed class UserTypes : AssemblyLoadContext
{
    readonly AssemblyDependencyResolver _resolver;

    UserTypes(string path) : base("user types") => _resolver = new AssemblyDependencyResolver(path);

    /// <summary>The type of that name, in a file or in the framework.</summary>
    public static Type Find(FileInfo? file, string name)
    {
        string element = name.EndsWith("[]", StringComparison.Ordinal) ? name[..^2] : name.EndsWith('?') ? name[..^1] : name;
        bool isList = element.StartsWith("List<", StringComparison.Ordinal) && element.EndsWith('>');
        if (isList)
            element = element[5..^1];
        Type type = file is null ? Type.GetType(element) ?? throw Missing(element, "the framework; name the file with --assembly") : FindIn(file, element);
        if (isList)
            type = typeof(List<>).MakeGenericType(type);
        return name.EndsWith("[]", StringComparison.Ordinal) ? type.MakeArrayType()
            : name.EndsWith('?') && type.IsValueType ? typeof(Nullable<>).MakeGenericType(type) : type;
    }

    public static Assembly Load(FileInfo file)
    {
        if (!file.Exists)
            throw new CliException(ExitCode.Usage, $"There is no file '{file}'.");
        try
        {
            return new UserTypes(file.FullName).LoadFromAssemblyPath(file.FullName);
        }
        catch (BadImageFormatException e)
        {
            throw new CliException(ExitCode.Usage, $"'{file}' is no .NET assembly.", e);
        }
    }

    static Type FindIn(FileInfo file, string name)
    {
        Assembly assembly = Load(file);
        if (assembly.GetType(name) is { } exact)
            return exact;
        Type[] near = [.. assembly.GetTypes().Where(t => t.Name == name)];
        return near switch
        {
            [var one] => one,
            [] => throw Missing(name, $"'{file}'. It has {string.Join(", ", assembly.GetExportedTypes().Take(10).Select(t => t.FullName))}"),
            _ => throw new CliException(ExitCode.Usage, $"There are several types '{name}': {string.Join(", ", near.Select(t => t.FullName))}."),
        };
    }

    static CliException Missing(string name, string where) => new(ExitCode.Usage, $"There is no type '{name}' in {where}.");

    protected override Assembly? Load(AssemblyName assemblyName)
    {
        if (assemblyName.Name == typeof(Format).Assembly.GetName().Name)
            return null;
        return _resolver.ResolveAssemblyToPath(assemblyName) is { } path ? LoadFromAssemblyPath(path) : null;
    }

    protected override nint LoadUnmanagedDll(string unmanagedDllName) =>
        _resolver.ResolveUnmanagedDllToPath(unmanagedDllName) is { } path ? LoadUnmanagedDllFromPath(path) : 0;
}
