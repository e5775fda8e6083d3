using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Reflection;
using System.Reflection.Emit;
using Isomer.Ahead;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Emit;

/// <summary>
/// What a saved assembly has besides its shapes: an initializer that adds them, a method for each root that gives them when they are
/// asked for, and the roots for
/// the trimmer, so that users have to name none: models are made again by reflection where the program runs.
/// </summary>
/// <remarks>
/// <code>
/// static &lt;Module&gt;()                                                             // runs when the assembly is loaded; compiled
/// ahead of time, before Main
/// {
///     ReadyShapes.AddNames("App.Isomer", "Order, App\nLine, App");
///     ReadyShapes.Add("App.Isomer", "Plain", "+0\n+1", Batches.Batch0);
/// }
/// static class Batches
/// {
///     static ReadyBatch Batch0() => new ReadyBatch(typeof(Order), "16 digits, and 4 for each model", Shapes0);
///
///     [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(Order))] ...
///     static ReadyShape[] Shapes0()
///     {
///         (ldtoken of each method and type that only a model knows: ICollection&lt;Line&gt;.Add, a generic surrogate)
///         return [new ReadyShape&lt;Order, Shape0_Order&gt;(), null, ...];
///     }
/// }
/// </code>
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class SavedBatches
{
    /// <summary>Of a type of users': a private member may be one that counts.</summary>
    const DynamicallyAccessedMemberTypes All = DynamicallyAccessedMemberTypes.All;

    /// <summary>Of a collection: how it is made, counted, walked. All members of the framework's would be 5 MB.</summary>
    const DynamicallyAccessedMemberTypes OfCollections = DynamicallyAccessedMemberTypes.PublicConstructors
        | DynamicallyAccessedMemberTypes.PublicMethods | DynamicallyAccessedMemberTypes.PublicProperties
        | DynamicallyAccessedMemberTypes.Interfaces;

    readonly string _name;
    readonly TypeBuilder _type;
    readonly ModuleBuilder _module;
    readonly ILGenerator _initializer;
    readonly HashSet<(Type, DynamicallyAccessedMemberTypes)> _kept = [];
    readonly Dictionary<TypeModel, HashSet<TypeModel>> _found = new(ReferenceEqualityComparer.Instance);
    readonly Dictionary<string, int> _places = new(StringComparer.Ordinal);
    readonly List<Action> _added = [];
    int _count;

    public SavedBatches(ModuleBuilder module, string name)
    {
        (_name, _module) = (name, module);
        _type = module.DefineType("Batches", TypeAttributes.Class | TypeAttributes.Abstract | TypeAttributes.Sealed);
        const MethodAttributes Initializer = MethodAttributes.Private | MethodAttributes.Static | MethodAttributes.SpecialName
            | MethodAttributes.RTSpecialName;
        _initializer = module.DefineGlobalMethod(".cctor", Initializer, typeof(void), []).GetILGenerator();
    }

    /// <summary>
    /// Whether a root that is reached from here and reaches this one has a batch under which this one is looked up: it is of the models
    /// that this one would have.
    /// </summary>
    public bool Serve(TypeModel root, List<TypeModel> models) =>
        models.Exists(m => _found.TryGetValue(m, out var found) && found.Contains(root) && ReferenceEquals(m.Convention, root.Convention));

    /// <summary>Adds a root with the models that it reaches and the shapes that these have.</summary>
    public void Add(string family, TypeModel root, List<TypeModel> models, Dictionary<TypeModel, ShapeBuilder> shapes)
    {
        var given = _type.DefineMethod("Shapes" + _count, MethodAttributes.Assembly | MethodAttributes.Static, typeof(ReadyShape[]), []);
        // What is kept whole has members that warn (Array.CreateInstance): they are kept to be looked at, and are not called.
        foreach (string warning in (string[])["IL2026", "IL2111", "IL3050"])
            given.SetCustomAttribute(new CustomAttributeBuilder(
                typeof(UnconditionalSuppressMessageAttribute).GetConstructor([typeof(string), typeof(string)])!, ["Trimming", warning]));
        foreach (var model in models)
            Keep(given, model);
        EmitShapes(given.GetILGenerator(), models, shapes);
        _found.Add(root, new(models.Where(m => shapes.ContainsKey(m) && IsFound(m, root)), ReferenceEqualityComparer.Instance));
        var method = _type.DefineMethod("Batch" + _count++, MethodAttributes.Assembly | MethodAttributes.Static, typeof(ReadyBatch), []);
        EmitBatch(method.GetILGenerator(), root, models, given);

        // Those that have no shape of their own (a declared interface, what holds entries) are named too: what they are was seen.
        var types = models.Select(m => ReadyShapes.Mark(shapes.ContainsKey(m) && IsFound(m, root), MembersOf(m) == All)
            + PlaceOf(m.Type).ToString(CultureInfo.InvariantCulture));
        string text = string.Join('\n', types.Distinct());
        // Behind the names, which are known when all roots are.
        _added.Add(() => EmitAdd(family, text, method));
    }

    /// <summary>The place of a type's name among all that the assembly has.</summary>
    int PlaceOf(Type type)
    {
        string name = ReadyShapes.NameOf(type);
        if (!_places.TryGetValue(name, out int place))
            _places.Add(name, place = _places.Count);
        return place;
    }

    void EmitAdd(string family, string types, MethodBuilder method)
    {
        _initializer.Emit(OpCodes.Ldstr, _name);
        _initializer.Emit(OpCodes.Ldstr, family);
        _initializer.Emit(OpCodes.Ldstr, types);
        _initializer.Emit(OpCodes.Ldnull);
        _initializer.Emit(OpCodes.Ldftn, method);
        _initializer.Emit(OpCodes.Newobj, typeof(Func<ReadyBatch>).GetConstructors()[0]);
        _initializer.Emit(OpCodes.Call, typeof(ReadyShapes).GetMethod(nameof(ReadyShapes.Add))!);
    }

    /// <summary>Adds a convention of an application's own: <c>ReadyShapes.AddConvention("...", Shop.get_Convention)</c>.</summary>
    public void AddConvention(string name, MethodInfo getter) => _added.Add(() => EmitConvention(name, getter));

    void EmitConvention(string name, MethodInfo getter)
    {
        _initializer.Emit(OpCodes.Ldstr, name);
        _initializer.Emit(OpCodes.Ldnull);
        _initializer.Emit(OpCodes.Ldftn, getter);
        _initializer.Emit(OpCodes.Newobj, typeof(Func<Convention>).GetConstructors()[0]);
        _initializer.Emit(OpCodes.Call, typeof(ReadyShapes).GetMethod(nameof(ReadyShapes.AddConvention))!);
    }

    /// <summary>Ends the code of the batch, so that it can be saved.</summary>
    public void Finish()
    {
        _initializer.Emit(OpCodes.Ldstr, _name);
        _initializer.Emit(OpCodes.Ldstr, string.Join('\n', _places.OrderBy(static p => p.Value).Select(static p => p.Key)));
        _initializer.Emit(OpCodes.Call, typeof(ReadyShapes).GetMethod(nameof(ReadyShapes.AddNames))!);
        foreach (var add in _added)
            add();
        _initializer.Emit(OpCodes.Ret);
        _type.CreateType();
        _module.CreateGlobalFunctions();
    }

    /// <summary>
    /// Whether the model is the one that its convention has of the type, and so can be looked up by that. In Xml only the root is: what a
    /// type is within another depends on that.
    /// </summary>
    static bool IsFound(TypeModel model, TypeModel root) => ReferenceEquals(model, root)
        || (ReferenceEquals(model.Convention, root.Convention) && root.Convention is not XmlAttributesConvention
            && ReferenceEquals(root.Convention.ModelOf(model.Type), model));

    static void EmitBatch(ILGenerator il, TypeModel root, List<TypeModel> models, MethodBuilder shapes)
    {
        il.Emit(OpCodes.Ldtoken, root.Type);
        il.Emit(OpCodes.Call, typeof(Type).GetMethod(nameof(Type.GetTypeFromHandle))!);
        il.Emit(OpCodes.Ldstr, ReadyBatch.Print(models));
        il.Emit(OpCodes.Ldnull);
        il.Emit(OpCodes.Ldftn, shapes);
        il.Emit(OpCodes.Newobj, typeof(Func<ReadyShape[]>).GetConstructors()[0]);
        il.Emit(OpCodes.Newobj, typeof(ReadyBatch).GetConstructor([typeof(Type), typeof(string), typeof(Func<ReadyShape[]>)])!);
        il.Emit(OpCodes.Ret);
    }

    static void EmitShapes(ILGenerator il, List<TypeModel> models, Dictionary<TypeModel, ShapeBuilder> shapes)
    {
        foreach (var method in models.OfType<CollectionModel>().SelectMany(MethodsOf).Distinct())
        {
            il.Emit(OpCodes.Ldtoken, method);
            il.Emit(OpCodes.Pop);
        }
        foreach (var made in models.OfType<SurrogateModel>().Select(m => m.Surrogate.GetType()).Where(t => t.IsGenericType).Distinct())
        {
            il.Emit(OpCodes.Ldtoken, made);
            il.Emit(OpCodes.Call, typeof(Type).GetMethod(nameof(Type.GetTypeFromHandle))!);
            il.Emit(OpCodes.Pop);
        }
        il.Emit(OpCodes.Ldc_I4, models.Count);
        il.Emit(OpCodes.Newarr, typeof(ReadyShape));
        for (int i = 0; i < models.Count; i++)
        {
            if (!shapes.TryGetValue(models[i], out var shape))
                continue;
            il.Emit(OpCodes.Dup);
            il.Emit(OpCodes.Ldc_I4, i);
            var ready = typeof(ReadyShape<,>).MakeGenericType(models[i].Type, shape.Builder);
            il.Emit(OpCodes.Newobj, TypeBuilder.GetConstructor(ready, typeof(ReadyShape<,>).GetConstructor([])!));
            il.Emit(OpCodes.Stelem_Ref);
        }
        il.Emit(OpCodes.Ret);
    }

    /// <summary>Those that a model calls by reflection or makes of generic ones.</summary>
    static IEnumerable<MethodInfo> MethodsOf(CollectionModel model)
    {
        var (walk, build) = (model.Walk, model.Build);
        MethodBase?[] all = [build.Add, build.Convert, build.Capacity, walk.GetEnumerator, walk.Count, walk.Comparer, walk.KeyComparer];
        return all.OfType<MethodInfo>();
    }

    static DynamicallyAccessedMemberTypes MembersOf(TypeModel model) =>
        model is ObjectModel or EnumModel || !Trimming.IsOfFramework(model.Type) ? All
        : model is CollectionModel or OptionalModel ? OfCollections : DynamicallyAccessedMemberTypes.None;

    /// <summary>Tells the trimmer what the convention will look for.</summary>
    void Keep(MethodBuilder method, TypeModel model)
    {
        Keep(method, model.Type, MembersOf(model));
        // Made by reflection of what it carries: its generic code over a struct is found by nothing else.
        if (model is SurrogateModel { Surrogate: var surrogate })
        {
            Keep(method, surrogate.GetType(), All);
            Keep(method, model.Type, surrogate.Reached);
        }
        // The order of a SortedDictionary's entries, whose class is nobody's business.
        if (model is DynamicModel && PairOrders.PartOf(model.Type) is { } part)
            Keep(method, part, Trimming.Carried);
        // Looked for by name, on an interface too: ICollection<T>.Add of a list that hides it.
        foreach (var found in model is CollectionModel collection ? MethodsOf(collection) : [])
            Keep(method, found.DeclaringType!, OfCollections);
        // What a foreach asks for; without MoveNext and Current the collection is walked by its interface, as another shape does it.
        if (model is CollectionModel { Walk.GetEnumerator: { } walked })
            Keep(method, walked.ReturnType, OfCollections);
    }

    void Keep(MethodBuilder method, Type kept, DynamicallyAccessedMemberTypes members)
    {
        if (members == DynamicallyAccessedMemberTypes.None)
            return;
        var attribute = typeof(DynamicDependencyAttribute).GetConstructor([typeof(DynamicallyAccessedMemberTypes), typeof(Type)])!;
        for (var type = kept; type is not null && type != typeof(object) && type != typeof(ValueType)
            && type != typeof(Enum); type = type.BaseType)
        {
            var some = type != kept && members == All && Trimming.IsOfFramework(type) ? OfCollections : members;
            if (!type.IsArray && !type.IsPointer && _kept.Add((type, some)))
                method.SetCustomAttribute(new CustomAttributeBuilder(attribute, [some, type]));
        }
    }
}
