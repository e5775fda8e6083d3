using System.Reflection;

namespace Isomer.Cli.Ahead;

/// <summary>
/// The types that generic methods and classes of the program's own hand on: of <c>void Save&lt;T&gt;(T value) => Json.Serialize(value)</c>,
/// which is called as <c>Save(order)</c>, Order. The code of such methods is looked through over the type arguments that the program closes
/// them with; also by way of lambdas, async methods, interfaces and classes that derive. And the types that stand as
/// <c>typeof(Order)</c> in a method which calls an overload with a <c>Type</c>, or makes a drop-in of one: languages other than C# have no
/// generator that tells them.
/// </summary>
/// <remarks>
/// More may be found than is handed on, where a method of a class is never called. So it is asked for where it can be, and nothing is
/// warned of: the compiler warns where a type parameter is handed to Isomer.
/// </remarks>
/// <param name="assemblies">The program's.</param>
/// <param name="familiesOf">The conventions by which a method of Isomer carries values; none of any other.</param>
/// <param name="found">Is told of each type.</param>
sealed class HandedOn(
    IReadOnlyCollection<Assembly> assemblies, Func<Type, ShapeFamilies> familiesOf, Action<Type, ShapeFamilies> found)
{
    /// <summary>A method that calls itself over another type each time (Save(List(T))) would never end.</summary>
    const int MostDepth = 8, Most = 50_000;

    readonly HashSet<Assembly> _assemblies = [.. assemblies];
    readonly HashSet<(Type?, RuntimeMethodHandle)> _methods = [];
    readonly HashSet<Type> _types = [];
    readonly List<MethodInfo> _calledByBase = [];
    readonly Queue<MethodBase> _waiting = new();
    readonly Lazy<List<Type>> _all = new(() => [.. assemblies.SelectMany(ShapeRoots.TypesOf)]);

    /// <summary>What a module names in its tables, closed: where all begins.</summary>
    public void Begin(MemberInfo named)
    {
        if (named is Type type)
            See(type);
        else
            See((MethodBase)named);
    }

    /// <summary>A method of the program's own, in which a type is handed on as such.</summary>
    public void Begin(MethodBase method) => _waiting.Enqueue(method);

    public void Follow()
    {
        while (_waiting.TryDequeue(out var method) && _methods.Count < Most)
        {
            ShapeFamilies asTypes = 0;
            var types = new List<Type>();
            foreach (var (member, isHandedOn) in MethodCode.NamedBy(method))
            {
                if (member is Type type)
                {
                    See(type);
                    if (isHandedOn && !type.ContainsGenericParameters)
                        types.Add(type);
                }
                else if (member is MethodBase called)
                {
                    See(called);
                    if (TakesType(called) && called.DeclaringType is { } owner)
                        asTypes |= familiesOf(owner);
                }
            }
            if (asTypes != 0)
                foreach (var type in types)
                    found(type, asTypes);
        }
    }

    /// <summary>Whether the type of a value is given to a method as such.</summary>
    public static bool TakesType(MethodBase method) =>
        !method.IsGenericMethod && MethodCode.Find(method.GetParameters)?.Any(static p => p.ParameterType == typeof(Type)) == true;

    bool IsOwn(Type type) => _assemblies.Contains(type.Assembly);

    void See(MethodBase called)
    {
        if (called.DeclaringType is not { } owner || called.ContainsGenericParameters)
            return;
        See(owner);
        if (!called.IsGenericMethod)
            return;
        Type[] arguments = called.GetGenericArguments();
        foreach (var argument in arguments)
            See(argument);
        if (familiesOf(owner) is not 0 and var families)
            foreach (var argument in arguments)
                found(argument, families);
        if (!IsOwn(owner))
            return;
        Add(called);
        if (called is MethodInfo { IsVirtual: true } open)
        {
            _calledByBase.Add(open);
            foreach (var type in _all.Value.Where(static t => !t.IsGenericTypeDefinition).Concat(_types.ToArray()))
                AddMadeBy(type, open);
        }
    }

    void See(Type type)
    {
        while (type.HasElementType)
            type = type.GetElementType()!;
        if (!type.IsGenericType || type.ContainsGenericParameters || DepthOf(type) > MostDepth)
            return;
        foreach (var argument in type.GetGenericArguments())
            See(argument);
        if (familiesOf(type) is not 0 and var families)
            foreach (var argument in type.GetGenericArguments())
                found(argument, families);
        if (!IsOwn(type) || !_types.Add(type))
            return;
        const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static
            | BindingFlags.DeclaredOnly;
        foreach (var method in MethodCode.Find(() => type.GetMembers(Declared).OfType<MethodBase>().ToArray()) ?? [])
            if (!method.IsGenericMethodDefinition)
                Add(method);
        if (type.BaseType is { } @base)
            See(@base);
        // What stands for it: a class that makes the interface, or derives.
        foreach (var derived in _all.Value.Where(static t => t.IsGenericTypeDefinition))
            if (ClosedAs(derived, type) is { } closed)
                See(closed);
        foreach (var open in _calledByBase.ToArray())
            AddMadeBy(type, open);
    }

    void Add(MethodBase method)
    {
        if ((!method.IsGenericMethod || method.GetGenericArguments().All(static a => DepthOf(a) <= MostDepth))
            && _methods.Add((method.DeclaringType, method.MethodHandle)))
            _waiting.Enqueue(method);
    }

    /// <summary>The method of a type that runs where a generic one of its base, or of an interface, is called.</summary>
    void AddMadeBy(Type type, MethodInfo called)
    {
        if (type.IsInterface || type == called.DeclaringType || !called.DeclaringType!.IsAssignableFrom(type))
            return;
        var open = called.GetGenericMethodDefinition();
        MethodInfo? made = null;
        if (called.DeclaringType.IsInterface)
        {
            var map = type.GetInterfaceMap(called.DeclaringType);
            int at = Array.IndexOf(map.InterfaceMethods, open);
            made = at < 0 ? null : map.TargetMethods[at];
        }
        else
        {
            const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance
                | BindingFlags.DeclaredOnly;
            made = Array.Find(type.GetMethods(Declared),
                m => m.IsGenericMethodDefinition && m.GetBaseDefinition() == open.GetBaseDefinition());
        }
        if (made is { IsGenericMethodDefinition: true } && IsOwn(made.DeclaringType!)
            && MethodCode.Find(() => made.MakeGenericMethod(called.GetGenericArguments())) is { } closed)
            Add(closed);
    }

    /// <summary>A generic class as one that is, or derives from, a closed type: Store(Order) for IStore(Order).</summary>
    static Type? ClosedAs(Type derived, Type type)
    {
        var definition = type.GetGenericTypeDefinition();
        if (derived == definition)
            return null;
        for (var near = derived.BaseType; near is not null; near = near.BaseType)
            if (Closed(near) is { } closed)
                return closed;
        return type.IsInterface ? derived.GetInterfaces().Select(Closed).FirstOrDefault(static c => c is not null) : null;

        Type? Closed(Type near)
        {
            var arguments = new Type?[derived.GetGenericArguments().Length];
            return near.IsGenericType && near.GetGenericTypeDefinition() == definition && Fit(near, type, arguments)
                && Array.TrueForAll(arguments, static a => a is not null)
                    ? MethodCode.Find(() => derived.MakeGenericType(arguments!)) : null;
        }
    }

    /// <summary>Whether a type over a class's parameters is the closed one, and what the parameters are then.</summary>
    static bool Fit(Type open, Type closed, Type?[] arguments)
    {
        if (open.IsGenericParameter)
        {
            ref var argument = ref arguments[open.GenericParameterPosition];
            argument ??= closed;
            return argument == closed;
        }
        if (!open.ContainsGenericParameters)
            return open == closed;
        if (open.HasElementType)
            return closed.HasElementType && open.IsSZArray == closed.IsSZArray
                && Fit(open.GetElementType()!, closed.GetElementType()!, arguments);
        return closed.IsGenericType && open.GetGenericTypeDefinition() == closed.GetGenericTypeDefinition()
            && open.GetGenericArguments().Zip(closed.GetGenericArguments()).All(p => Fit(p.First, p.Second, arguments));
    }

    static int DepthOf(Type type) => type.HasElementType ? 1 + DepthOf(type.GetElementType()!)
        : type.IsGenericType ? 1 + type.GetGenericArguments().Max(DepthOf) : 0;
}
