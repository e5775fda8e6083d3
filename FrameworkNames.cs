using System.Collections.Concurrent;
using System.Reflection;

namespace Isomer.Cli.Schemas;

/// <summary>
/// The types of the framework that runs this, as far as a program can name them: public ones, and no more than the libraries have that
/// programs are compiled against.
/// </summary>
static class FrameworkNames
{
    static readonly string[] s_libraries = ["netstandard", "System.Runtime"];

    static readonly ConcurrentDictionary<string, Type?> s_found = new(StringComparer.Ordinal);

    static readonly ConcurrentDictionary<string, bool> s_carried = new(StringComparer.Ordinal);

    /// <summary>The type of this name, without arguments; null if there is none. No library is loaded that the payload names.</summary>
    public static Type? Find(string name) =>
        !name.StartsWith("System.", StringComparison.Ordinal) && !name.StartsWith("Microsoft.", StringComparison.Ordinal) ? null
            : s_found.GetOrAdd(name, static n => s_libraries.Select(l => In(l, n)).FirstOrDefault(static t => t is not null));

    static Type? In(string library, string name)
    {
        try
        {
            return Assembly.Load(new AssemblyName(library)).GetType(name) is { IsVisible: true } type ? type : null;
        }
        // What is told to be elsewhere, and is not there.
        catch (Exception e) when (e is IOException or BadImageFormatException or TypeLoadException or ArgumentException)
        {
            return null;
        }
    }

    /// <summary>
    /// Whether it is there, and Nrbf reads and writes it: then nobody needs an imitation, which hid it in a program. (Of what cannot be
    /// carried an imitation opens the file at least.)
    /// </summary>
    public static bool IsCarried(string name) => Find(name) is { } type && s_carried.GetOrAdd(name, static (_, t) =>
    {
        try
        {
            var closed = t.IsGenericTypeDefinition ? t.MakeGenericType([.. t.GetGenericArguments().Select(static _ => typeof(object))]) : t;
            FieldsConvention.Default.ModelOf(closed);
            return true;
        }
        catch (Exception e) when (e is NotSupportedException or ArgumentException)
        {
            return false;
        }
    }, type);
}
