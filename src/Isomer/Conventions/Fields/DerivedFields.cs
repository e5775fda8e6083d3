using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

#pragma warning disable SYSLIB0050 // the marks of an older age are what this is about

/// <summary>
/// The fields of an object by their names, which a format writes and reads as a value without a type, as it does the entries of an
/// ISerializable.
/// </summary>
internal sealed class FieldValues(FieldPlan plan)
{
    public FieldPlan Plan { get; } = plan;

    /// <summary>What each field holds, as it is written: of a type that a surrogate of the user's carries, its carrier.</summary>
    public object?[] Values { get; } = new object?[plan.Places.Length];

    /// <summary>Which were in the input.</summary>
    public bool[] AreThere { get; } = new bool[plan.Places.Length];

    /// <summary>Whether the object has its own fields already: the collection that it derives from is made later.</summary>
    public bool IsPrepared { get; set; }
}

/// <summary>
/// A class that derives from one of the framework's collections (<c>class Orders : List&lt;Order&gt;</c>), as its own fields and those that
/// the collection is carried by.
/// </summary>
/// <param name="Type">The class.</param>
/// <param name="Places">Its fields in the order in which they are written.</param>
/// <param name="Parts">The types that they are declared as.</param>
internal sealed record FieldPlan(Type Type, ImmutableArray<FieldPlace> Places, IEnumerable<Type> Parts)
{
    /// <summary>Whether a field is the class's own, and none of the collection's that it derives from.</summary>
    public bool IsOwn(int place) => Places[place].Own is not null;

    /// <summary>Whether something is made of what a field holds, which must be whole then; other objects may come later.</summary>
    public bool IsPart(int place) => Places[place] is { Own: null } or { Surrogate: not null };

    /// <summary>For each name of a payload the place, or -1. Of a name that comes several times each stands for the next.</summary>
    public int[] Map(string[] names, Func<Type, string, string> nameOf)
    {
        int[] map = new int[names.Length];
        bool[] taken = new bool[Places.Length];
        for (int i = 0; i < names.Length; i++)
        {
            map[i] = -1;
            for (int p = 0; p < Places.Length && map[i] < 0; p++)
                if (!taken[p] && (Places[p].IsCalled(names[i]) || (!Places[p].IsCache && nameOf(Type, Places[p].Name) == names[i])))
                    map[i] = p;
            if (map[i] >= 0)
                taken[map[i]] = true;
        }
        return map;
    }
}

/// <summary>One field: the class's own, or one of what its base is carried by.</summary>
/// <param name="Name">The name that it is written under.</param>
/// <param name="Declared">What it is declared as.</param>
/// <param name="Own">The class's own field; null of one of the base.</param>
/// <param name="Carried">The field of the carrier that it stands for.</param>
internal sealed record FieldPlace(string Name, Type Declared, FieldInfo? Own, FieldInfo? Carried)
{
    public bool IsRequired { get; init; }

    /// <summary>Whether it holds a cache of no meaning, which is passed over when it is read.</summary>
    public bool IsCache { get; init; }

    /// <summary>Names that other runtimes have for it.</summary>
    public string[] Aliases { get; init; } = [];

    /// <summary>The user's surrogate for what it is declared as.</summary>
    public Surrogate? Surrogate { get; init; }

    public bool IsCalled(string name) => !IsCache && (name == Name || Array.IndexOf(Aliases, name) >= 0);
}

/// <summary>
/// Makes a class of its own fields, and of its base what it is carried by: the base's constructor runs, its content is checked, and no
/// field of the base has what the payload says of it (<see cref="BaseContents"/>).
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class DerivedSurrogate<T> : Surrogate<T, FieldValues>, IFieldsSurrogate, IDerived where T : class
{
    readonly Surrogate _base;
    readonly Callbacks _callbacks = CallbackMethods.OfFields(typeof(T));

    readonly FieldPlanner _planner;
    readonly BaseContents _contents;

    public DerivedSurrogate(FieldsConvention convention, Type level, Surrogate surrogate) =>
        (_base, _planner, _contents) =
            (surrogate, new FieldPlanner(convention, typeof(T), level, surrogate), new BaseContents(level, surrogate));

    // Later, for a field may be declared as the class itself.
    public FieldPlan Plan => field ??= _planner.Make();

    public bool IsEntries => false;

    public bool HasEffects => !_callbacks.IsNoneAtWriting;

    public ClrName? Name => null;

    internal override bool IsInPlace => true;

    internal override object Begin()
    {
        object target = base.Begin();
        _base.Start(target);
        return target;
    }

    internal override bool WaitsForGraph => _base.WaitsForGraph;

    internal override bool WaitsFor(object carrier) => _base.WaitsFor(CarrierOf((FieldValues)carrier));

    internal override bool FillsItself(object carrier) => _base.FillsItself(CarrierOf((FieldValues)carrier));

    internal override ImmutableArray<MethodInfo> CalledBack => _callbacks.Read;

    public override FieldValues ToCarrier(T value)
    {
        WrittenGraph.Begun(_callbacks, value);
        object carrier = _base.ToCarrierObject(value)!;
        var values = new FieldValues(Plan);
        for (int i = 0; i < values.Values.Length; i++)
        {
            var place = Plan.Places[i];
            object? held = place.Own is { } own ? own.GetValue(value) : place.Carried!.GetValue(carrier);
            values.Values[i] = place.Surrogate is { } surrogate && held is not null ? surrogate.ToCarrierObject(held) : held;
        }
        WrittenGraph.Written(_callbacks.Written, value);
        return values;
    }

    public override T FromCarrier(FieldValues carrier)
    {
        var target = (T)Begin();
        Make(target, carrier);
        return target;
    }

    internal override void Make(T target, FieldValues values)
    {
        Begin(target, values);
        _contents.Make(target, CarrierOf(values));
    }

    internal override bool Prepare(object target, object carrier)
    {
        var values = (FieldValues)carrier;
        Begin(target, values);
        return _contents.Prepare(target, CarrierOf(values));
    }

    internal override void Complete(object target, object carrier) => _contents.Complete(target, CarrierOf((FieldValues)carrier));

    void Begin(object target, FieldValues values)
    {
        if (values.IsPrepared)
            return;
        values.IsPrepared = true;
        foreach (var callback in _callbacks.Reading)
            callback.CallBack(target);
        Set(values, target, areOwn: true);
    }

    object CarrierOf(FieldValues values)
    {
        object carrier = RuntimeHelpers.GetUninitializedObject(_base.CarrierType);
        Set(values, carrier, areOwn: false);
        return carrier;
    }

    /// <summary>Sets the class's own fields in the object, or those of its base in what carries that.</summary>
    void Set(FieldValues values, object target, bool areOwn)
    {
        for (int i = 0; i < values.Values.Length; i++)
        {
            var place = Plan.Places[i];
            if (Plan.IsOwn(i) != areOwn)
                continue;
            if (!values.AreThere[i])
            {
                // A field of the base may have been written under another of its names.
                if (place.IsRequired
                    && !(place.Carried is { } twin && Plan.Places.Zip(values.AreThere).Any(p => p.Second && p.First.Carried == twin)))
                    throw new WireFormatException($"The field '{place.Name}' of a '{typeof(T)}' is missing.");
                continue;
            }
            object? held = values.Values[i];
            if (place.Surrogate is { } surrogate)
                held = held is null
                    ? null
                    : surrogate.CarrierType.IsInstanceOfType(held) ? surrogate.FromCarrierObject(held) : throw Wrong(place, held);
            (place.Own ?? place.Carried!).SetValue(target, Fitting.Of(held, (place.Own ?? place.Carried!).FieldType, out bool fits));
            if (!fits)
                throw Wrong(place, held);
        }
    }

    static WireFormatException Wrong(FieldPlace place, object? held) =>
        new($"A '{held?.GetType()}' stands where '{place.Declared}' is expected, in the field '{place.Name}' of a '{typeof(T)}'.");
}

/// <summary>What a format asks of a surrogate whose carrier are fields by name.</summary>
internal interface IDerived
{
    FieldPlan Plan { get; }
}

/// <summary>
/// Lays out the fields of a class that derives from a collection, under the names that this runtime's BinaryFormatter has for them, or .NET
/// Framework's where it has none any more.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class FieldPlanner(FieldsConvention convention, Type type, Type level, Surrogate surrogate)
{
    /// <summary>The plan, equal however many threads ask for it at once: the first of each class may be several.</summary>
    public FieldPlan Make()
    {
        var places = new List<FieldPlace>();
        foreach (var (field, name) in FieldMembers.Named(type))
        {
            var owner = field.DeclaringType!;
            if (!owner.IsAssignableFrom(level))
                places.Add(Own(field, name));
            else if (owner.IsSerializable && CarrierOf(owner, field.Name) is { } carried)
                places.Add(Carried(carried, name, []));
        }
        // What this runtime's class has no field for any more, or under another name.
        foreach (var carried in surrogate.CarrierType.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic))
            if (!carried.IsNotSerialized && !places.Exists(p => p.Carried == carried))
                places.Add(
                    Carried(carried, FieldMembers.NameOf(LevelOf(carried), type) + carried.Name,
                        [.. (FieldMembers.Attribute<FieldAliasAttribute>(carried)?.Names ?? [])
                            .Select(a => FieldMembers.NameOf(LevelOf(carried), type) + a)]));
        return new FieldPlan(type, [.. places], [level, .. places.Select(static p => p.Declared)]);
    }

    FieldPlace Own(FieldInfo field, string name)
    {
        var users = convention.ModelOf(field.FieldType) is SurrogateModel { Surrogate: not IFieldsSurrogate and var own } ? own : null;
        return new FieldPlace(name, users?.CarrierType ?? field.FieldType, field, null)
        {
            IsRequired = convention.RequiresAll && !field.IsDefined(typeof(OptionalFieldAttribute), false),
            Surrogate = users,
        };
    }

    FieldPlace Carried(FieldInfo carried, string name, string[] aliases)
    {
        var cache = FieldMembers.Attribute<FieldCacheAttribute>(carried);
        return new FieldPlace(name, cache?.DeclaredIn(LevelOf(carried)) ?? carried.FieldType, null, carried)
        {
            IsRequired = !carried.IsDefined(typeof(OptionalFieldAttribute), false),
            IsCache = cache is { IsRead: false },
            Aliases = aliases,
        };
    }

    /// <summary>The class within the collection's whose field it is: its own or a base of its.</summary>
    Type LevelOf(FieldInfo carried)
    {
        if (FieldMembers.Attribute<FieldBaseAttribute>(carried) is { } part)
            for (var below = level; below is not null; below = below.BaseType)
                if (below.Name == part.Level)
                    return below;
        return level;
    }

    FieldInfo? CarrierOf(Type owner, string name) =>
        surrogate.CarrierType.GetField(name) is { } field && LevelOf(field) == owner ? field : null;
}
