namespace Isomer.Tests.Formats;

/// <summary>What an action loads.</summary>
static class LoadedAssemblies
{
    /// <summary>
    /// The simple names of the assemblies that this thread loads meanwhile. Emitted shapes are assemblies too; what another thread loads,
    /// another test needs.
    /// </summary>
    public static List<string> During(Action action)
    {
        var loaded = new List<string>();
        int thread = Environment.CurrentManagedThreadId;
        void Loaded(object? sender, AssemblyLoadEventArgs e)
        {
            if (!e.LoadedAssembly.IsDynamic && Environment.CurrentManagedThreadId == thread)
                loaded.Add(e.LoadedAssembly.GetName().Name!);
        }
        AppDomain.CurrentDomain.AssemblyLoad += Loaded;
        try
        {
            action();
        }
        finally
        {
            AppDomain.CurrentDomain.AssemblyLoad -= Loaded;
        }
        return loaded;
    }
}
