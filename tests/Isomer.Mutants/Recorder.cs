using System.Reflection;

namespace Isomer.Mutants;

/// <summary>
/// Notes which tests come by which mutant's place. It runs in the process of the tests, which the startup hook brings it into; the library
/// that was written with calls of <see cref="Hit"/> (<see cref="Weaving"/>) tells it.
/// </summary>
public static class Recorder
{
    internal const string FileVariable = "ISOMER_MUTANTS_REACHED", CountVariable = "ISOMER_MUTANTS_COUNT";

    /// <summary>The name of what runs outside of all tests: other threads' work, what is made once.</summary>
    internal const string Nobody = "?";

    static readonly Lock s_lock = new();
    static readonly Dictionary<string, bool[]> s_reached = [];
    static Func<object?>? s_current;
    static int s_count;

    // The test's context changes seldom, and a place may be passed a billion times.
    [ThreadStatic] static object? t_context;
    [ThreadStatic] static bool[]? t_reached;

    internal static void Begin(string file, int count)
    {
        s_count = count;
        s_current = Type.GetType("Xunit.TestContext, xunit.v3.core")?.GetProperty("Current")?.GetMethod?.CreateDelegate<Func<object?>>();
        // Tests start processes of themselves, which inherit the variables; each writes a file of its own.
        AppDomain.CurrentDomain.ProcessExit += (_, _) =>
        {
            lock (s_lock)
                File.WriteAllLines($"{file}.{Environment.ProcessId}", s_reached.Select(r => r.Key + " "
                    + string.Join(' ', Enumerable.Range(0, r.Value.Length).Where(id => r.Value[id]))));
        };
    }

    /// <summary>The test that runs on this thread has come to the place of a mutant.</summary>
    /// <param name="id">Which of those that were woven in.</param>
    public static void Hit(int id)
    {
        if (s_count == 0)
            return;
        object? context = s_current?.Invoke();
        if (t_reached is null || !ReferenceEquals(context, t_context))
        {
            string name = NameOf(context);
            lock (s_lock)
            {
                if (!s_reached.TryGetValue(name, out bool[]? reached))
                    s_reached.Add(name, reached = new bool[s_count]);
                t_reached = reached;
            }
            t_context = context;
        }
        t_reached[id] = true;
    }

    static string NameOf(object? context)
    {
        object? method = Property(context, "TestMethod"), type = Property(context, "TestClass");
        return Property(method, "MethodName") is { } name && Property(type, "TestClassName") is { } className
            ? $"{className}.{name}"
            : Nobody;
    }

    static object? Property(object? of, string name) =>
        of?.GetType().GetProperty(name, BindingFlags.Public | BindingFlags.Instance)?.GetValue(of);
}
