using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using Isomer.Ahead;
using Isomer.Model;

namespace Isomer.Emit;

/// <summary>
/// Shapes written to a file: the conventions and the emission of run time, run by a tool when an application is built. The file's own
/// code adds the shapes
/// when it is loaded (<see cref="SavedBatches"/>); where it runs, <see cref="ReadyShapes"/> looks whether the types are still what they
/// were.
/// </summary>
/// <remarks>
/// Why no source generator: conventions ask reflection for 85 different things in 984 places, 84 of which symbols do not have, and
/// private members are out of
/// C#'s reach. One implementation serves every type that the runtime can load, in whatever language it was written.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class SavedShapes
{
    readonly PersistedAssemblyBuilder _assembly;
    readonly ModuleBuilder _module;
    readonly ShapeAssembly _home;
    readonly SavedBatches _batches;
    readonly Dictionary<TypeModel, ShapeBuilder> _shapes = new(ReferenceEqualityComparer.Instance);
    readonly HashSet<string> _visible = new(StringComparer.Ordinal);
    readonly HashSet<TypeModel> _roots = new(ReferenceEqualityComparer.Instance);

    /// <summary>An assembly of this name without shapes.</summary>
    public SavedShapes(string name)
    {
        _assembly = new PersistedAssemblyBuilder(new AssemblyName(name) { Version = new Version(1, 0, 0, 0) }, typeof(object).Assembly);
        _module = _assembly.DefineDynamicModule(name);
        _home = ShapeAssembly.Of(_module);
        _batches = new SavedBatches(_module, name);
    }

    /// <summary>How many shapes there are.</summary>
    public int Count => _shapes.Count;

    /// <summary>What each shape is of, by the name of its code.</summary>
    public IReadOnlyDictionary<string, TypeModel> Each => _shapes.ToDictionary(static s => s.Value.Builder.Name, static s => s.Key);

    /// <summary>
    /// Adds the shapes of a root and of all that it is made of. Throws, with the remedy, where anything of it cannot be modelled; nothing
    /// is added then.
    /// </summary>
    public void Add(TypeModel root)
    {
        if (root.Convention.ShapesName is not { } family)
            throw new ArgumentException("Shapes are saved for conventions that have a name.", nameof(root));
        if (_roots.Contains(root))
            return;
        var models = ModelGraph.Reach(root, static _ => false);
        // Those that another root reaches too have theirs already: a shape knows its own model only, and not the root.
        var added = new List<ShapeBuilder>();
        foreach (var model in ShapeTypes.NeedingShapes(root, models))
        {
            if (_shapes.ContainsKey(model))
                continue;
            _visible.UnionWith(ShapeAssembly.NamesOf(ShapeTypes.TypesIn(model)));
            var shape = ShapeBuilder.Define(_home, model, Find);
            _shapes.Add(model, shape);
            added.Add(shape);
        }
        foreach (var shape in added)
            shape.Emit();
        foreach (var shape in added)
            shape.Create();
        _roots.Add(root);
        // Of types that reach each other one batch has all: each of its own would name all of them again.
        if (added.Count > 0 || !_batches.Serve(root, models))
            _batches.Add(family, root, models, _shapes);
    }

    /// <summary>
    /// Has the assembly know a convention of an application's own, which a static property gives, by a name; not one that has a name by the
    /// switches it is made of, whatever property gives it.
    /// </summary>
    public void Tell(Convention convention, string name, MethodInfo getter)
    {
        if (convention.ShapesName is not null)
            return;
        convention.Tell(name);
        _visible.UnionWith(ShapeAssembly.NamesOf([getter.DeclaringType!]));
        _batches.AddConvention(name, getter);
    }

    /// <summary>Writes the assembly. Nothing can be added after that.</summary>
    public void Save(Stream output)
    {
        _batches.Finish();
        var attribute = typeof(IgnoresAccessChecksToAttribute).GetConstructor([typeof(string)])!;
        foreach (string name in _visible.Order(StringComparer.Ordinal))
            _assembly.SetCustomAttribute(new CustomAttributeBuilder(attribute, [name]));
        _assembly.Save(output);
    }

    ShapeMethods Find(TypeModel model) => _shapes[model].Methods;
}
