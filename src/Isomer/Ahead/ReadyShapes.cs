using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Isomer.Model;

namespace Isomer.Ahead;

/// <summary>
/// Shapes that were made before the program ran (docs/ahead-of-time.md). A saved assembly adds its batches when it is loaded; it is
/// loaded by the application, or here if the runtime
/// configuration option <c>Isomer.Shapes</c> names it. A batch is looked at when one of its types is first used, and obeyed if the types
/// are what they were.
/// </summary>
internal static class ReadyShapes
{
    /// <summary>The runtime configuration option that names saved assemblies, with semicolons between.</summary>
    internal const string Setting = "Isomer.Shapes";

    /// <summary>What a saved assembly has for one type: the shapes of a root that reaches it.</summary>
    sealed class Entry(string assembly, Func<ReadyBatch> make)
    {
        public string Assembly => assembly;

        /// <summary>Not made before it is asked for: it names types, which loads them.</summary>
        public ReadyBatch Batch => field ??= make();
    }

    /// <summary>A convention of the application's own that was not told its name yet, and the types that its shapes are of.</summary>
    sealed record Own(string Name, Func<Convention> Get)
    {
        public HashSet<string> Types { get; } = new(StringComparer.Ordinal);
    }

    /// <summary>Kept with a model that has no ready shape, until a further assembly is loaded.</summary>
    sealed class Miss
    {
        public object? Until;
    }

    static readonly Lock Gate = new();
    static readonly int Missed = ModelSlot.Next();
    static readonly Dictionary<string, List<Entry>> ByKey = new(StringComparer.Ordinal);
    // Of the initializer that runs on this thread: assemblies of one name may be loaded beside each other.
    [ThreadStatic] static (string Assembly, string[] Names) t_named;
    static readonly HashSet<string> Kept = new(StringComparer.Ordinal), KeptInSome = new(StringComparer.Ordinal);
    static ImmutableList<string> s_refused = [];
    static readonly List<Own> Untold = [];
    static volatile bool s_hasUntold;
    static object? s_loaded;
    static bool s_isLoading;
    static volatile bool s_areNamedLoaded;

    /// <summary>What was found and is not obeyed, and why: types that are not what they were, assemblies that are not there.</summary>
    public static IReadOnlyList<string> Refused => s_refused;

    /// <summary>How a type is named in saved assemblies: without versions, which change where nothing else does.</summary>
    public static string NameOf(Type type) => $"{type}, {type.Assembly.GetName().Name}";

    // What a line of a saved assembly begins with. The trimmer keeps all members of a type, or those that one convention looks for: Version
    // is a text to Json, and an object to data contracts.
    const char Found = '+', Part = '-', FoundInSome = '*', PartInSome = '/';

    /// <summary>What a line of a saved assembly begins with.</summary>
    /// <param name="isFound">Whether the type is looked up by name, and not only part of others.</param>
    /// <param name="isWhole">Whether all of its members are kept.</param>
    public static char Mark(bool isFound, bool isWhole) => (isFound, isWhole) switch
    {
        (true, true) => Found,
        (true, false) => FoundInSome,
        (false, true) => Part,
        (false, false) => PartInSome,
    };

    /// <summary>
    /// Called by the module initializers of saved assemblies, before the shapes are added: what types are called, once for all roots that
    /// reach them.
    /// </summary>
    /// <param name="assembly">The saved assembly.</param>
    /// <param name="names">A line each.</param>
    public static void AddNames(string assembly, string names) => t_named = (assembly, names.Split('\n'));

    /// <summary>Called by the module initializers of saved assemblies.</summary>
    /// <param name="assembly">The saved assembly.</param>
    /// <param name="family">The convention of the root.</param>
    /// <param name="types">
    /// Its types, a line each, behind its <see cref="Mark"/>: the place of the name among those of <see cref="AddNames"/>.
    /// </param>
    /// <param name="make">Gives the shapes.</param>
    public static void Add(string assembly, string family, string types, Func<ReadyBatch> make)
    {
        lock (Gate)
        {
            var entry = new Entry(assembly, make);
            var owners = Untold.FindAll(own => family.StartsWith(own.Name, StringComparison.Ordinal));
            string[] names = t_named.Assembly == assembly ? t_named.Names : [];
            foreach (string line in types.Split('\n'))
            {
                // What an older tool saved has the names themselves.
                string name = int.TryParse(line.AsSpan(1), NumberStyles.None, CultureInfo.InvariantCulture, out int place)
                    && place < names.Length ? names[place] : line[1..];
                (line[0] is Found or Part ? Kept : KeptInSome).Add(name);
                foreach (var own in owners)
                    own.Types.Add(name);
                if (line[0] is Part or PartInSome)
                    continue;
                string key = family + " " + name;
                if (!ByKey.TryGetValue(key, out var entries))
                    ByKey.Add(key, entries = []);
                entries.Add(entry);
            }
            s_loaded = new object();
        }
    }

    /// <summary>
    /// Called by the module initializers of saved assemblies, for each property whose convention has shapes, before these are added.
    /// </summary>
    /// <param name="name">What the assembly calls the convention.</param>
    /// <param name="get">
    /// Gives it; asked when a type of its shapes is first used under a convention without a name, for it runs code of the application's.
    /// </param>
    public static void AddConvention(string name, Func<Convention> get)
    {
        lock (Gate)
        {
            Untold.Add(new Own(name, get));
            s_loaded = new object();
            s_hasUntold = true;
        }
    }

    /// <summary>
    /// Tells conventions of the application's own what they are called, those of whose shapes this type is one. Under no lock: a static
    /// constructor may serialize, and another thread wait for it. One whose property throws is asked again.
    /// </summary>
    static void TellConventions(Type type)
    {
        string name = NameOf(type);
        Own[] asked;
        lock (Gate)
            asked = [.. Untold.Where(own => own.Types.Contains(name))];
        foreach (var own in asked)
        {
            string? problem = null;
            try
            {
                own.Get().Tell(own.Name);
            }
            catch (Exception e)
            {
                problem = (e.InnerException ?? e).Message;
            }
            lock (Gate)
            {
                if (problem is not null)
                    Refuse($"The convention of '{own.Name}' has no ready shapes yet: {problem}");
                else if (Untold.Remove(own))
                    s_loaded = new object();
                s_hasUntold = Untold.Count > 0;
            }
        }
    }

    /// <summary>
    /// Whether a saved assembly has a type among its own whose members are all kept by it where the application is trimmed.
    /// </summary>
    public static bool Keeps(Type type)
    {
        if (!Any)
            return false;
        lock (Gate)
            return Kept.Contains(NameOf(type));
    }

    /// <summary>
    /// Whether a saved assembly has a type among its own, of which the trimmer keeps at least what one convention looks for.
    /// </summary>
    public static bool Names(Type type)
    {
        if (!Any)
            return false;
        lock (Gate)
            return NameOf(type) is var name && (Kept.Contains(name) || KeptInSome.Contains(name));
    }

    /// <summary>The shape of a model that was made beforehand; null where there is none, or none that is obeyed.</summary>
    public static ReadyShape? Of(TypeModel model)
    {
        if (!Any)
            return null;
        if (model.GetSlot(ReadyBatch.Slot) is ReadyShape known)
            return known;
        if (s_hasUntold && model.Convention.ShapesName is null)
            TellConventions(model.Type);
        return model.GetSlot(Missed) is Miss miss && miss.Until == s_loaded ? null : Find(model);
    }

    static ReadyShape? Find(TypeModel model)
    {
        var convention = model.Convention;
        lock (Gate)
        {
            if (model.GetSlot(ReadyBatch.Slot) is ReadyShape made)
                return made;
            string? refusal = null;
            if (convention.ShapesName is { } family && convention.Tier == ShapeTier.Auto
                && ByKey.TryGetValue(family + " " + NameOf(model.Type), out var entries)
                && ReferenceEquals(convention.ModelOf(model.Type), model))
                foreach (var entry in entries)
                    if (Attach(entry, model, out string? reason))
                        return (ReadyShape)model.GetSlot(ReadyBatch.Slot)!;
                    else if (reason is not null)
                        Refuse(refusal = $"{entry.Assembly}: the {family} shape of '{model.Type}' is not obeyed: {reason}.");
            if (refusal is not null && !RuntimeFeature.IsDynamicCodeSupported)
                throw new NotSupportedException($"{refusal} Code cannot be made while this program runs, so make its shapes again: " +
                    "build the application, or run `isomer shapes` over it, with this version of its types and of Isomer.");
            var miss = model.GetSlot(Missed) as Miss ?? model.SetSlot(Missed, new Miss());
            miss.Until = s_loaded;
            return null;
        }
    }

    static bool Attach(Entry entry, TypeModel model, out string? mismatch)
    {
        try
        {
            var batch = entry.Batch;
            var root = batch.Root == model.Type ? model : model.Convention.ModelOf(batch.Root);
            return batch.Attach(root, out mismatch) && model.GetSlot(ReadyBatch.Slot) is not null;
        }
        catch (Exception e) when (e is TypeLoadException or MissingMemberException or FileNotFoundException
            or BadImageFormatException or InvalidProgramException)
        {
            mismatch = e.Message.TrimEnd('.');
            return false;
        }
    }

    static void Refuse(string reason)
    {
        if (!s_refused.Contains(reason))
            s_refused = s_refused.Add(reason);
    }

    /// <summary>Whether there are any, once those are loaded that the application names.</summary>
    static bool Any
    {
        get
        {
            if (!s_areNamedLoaded)
                LoadNamed();
            return s_loaded is not null;
        }
    }

    static void LoadNamed()
    {
        lock (Gate)
        {
            // The initializers of saved assemblies add them, on this thread.
            if (s_isLoading || s_areNamedLoaded)
                return;
            s_isLoading = true;
            // Compiled ahead of time, all of them have run before the program began.
            if (AppContext.GetData(Setting) is string names && (s_loaded is null || RuntimeFeature.IsDynamicCodeSupported))
                foreach (string name in names.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
                    Load(name);
            s_areNamedLoaded = true;
        }
    }

    static void Load(string name)
    {
        try
        {
            RuntimeHelpers.RunModuleConstructor(Find(name).ManifestModule.ModuleHandle);
        }
        catch (Exception e) when (e is FileNotFoundException or FileLoadException or BadImageFormatException or TypeInitializationException)
        {
            Refuse($"{name}: it cannot be loaded: {e.Message}");
        }
    }

    /// <summary>By name, or in the application's folder: the list of its assemblies was written before this one was made.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026",
        Justification = "Saved assemblies are roots of the trimmer, and say what else is to be kept.")]
    static Assembly Find(string name)
    {
        try
        {
            return Assembly.Load(new AssemblyName(name));
        }
        catch (FileNotFoundException) when (Path.Combine(AppContext.BaseDirectory, name + ".dll") is var path && File.Exists(path))
        {
            return AssemblyLoadContext.Default.LoadFromAssemblyPath(path);
        }
    }
}
