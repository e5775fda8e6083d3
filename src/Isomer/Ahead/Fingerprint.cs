using System.Reflection;
using Isomer.Model;

namespace Isomer.Ahead;

/// <summary>
/// What the code of a shape depends on, as a number for each model of a graph: kinds, types, members in their order, how objects and
/// collections are made. Where
/// one differs the shape was made for something else (an older version of a type, a trimmed one, another version of this library): it
/// would write
/// malformed bytes or read past its models, so it is never obeyed.
/// </summary>
/// <remarks>
/// Names and numbers on the wire are not in it: a shape asks its model for them as it runs. 64 bits of FNV-1a: it has to tell accidents,
/// not attacks.
/// </remarks>
internal sealed class Fingerprint
{
    /// <summary>
    /// Counts up where emission or the events that it calls change: what was saved before is then not obeyed. A test holds it.
    /// </summary>
    internal const int Revision = 15;

    const ulong Prime = 1099511628211;

    static readonly string s_library = typeof(Fingerprint).Assembly.GetName().Version + "/" + Revision;

    readonly IReadOnlyList<TypeModel> _models;
    readonly Dictionary<TypeModel, int> _places = new(ReferenceEqualityComparer.Instance);
    readonly Dictionary<Type, ulong> _types = [];
    ulong _print;

    public Fingerprint(IReadOnlyList<TypeModel> models)
    {
        _models = models;
        for (int i = 0; i < models.Count; i++)
            _places.Add(models[i], i);
    }

    /// <summary>Of each model its own, and the places of those that it is made of.</summary>
    public ulong[] Each()
    {
        var prints = new ulong[_models.Count];
        for (int i = 0; i < prints.Length; i++)
        {
            _print = 14695981039346656037;
            Add(s_library);
            Add(_models[i]);
            prints[i] = _print;
        }
        return prints;
    }

    /// <summary>One of all of them, in their order.</summary>
    public static ulong Of(ReadOnlySpan<ulong> prints)
    {
        ulong all = 14695981039346656037;
        foreach (ulong print in prints)
            for (int i = 0; i < 64; i += 8)
                all = (all ^ (byte)(print >> i)) * Prime;
        return all;
    }

    void Add(TypeModel model)
    {
        Add(model.GetType().Name);
        Add(model.Type);
        Add(model.IsOpen, model.IsNullable, model.CanBeNull);
        Add(model.Type.IsSealed, model.Type.IsAbstract, model.Type.IsInterface, model.Type.IsValueType);
        foreach (var part in model.Parts)
            Add(_places[part]);
        foreach (var subtype in model.Subtypes)
            Add(subtype.Type);
        switch (model)
        {
            case ScalarModel scalar:
                Add((int)scalar.Scalar);
                break;
            case EnumModel named:
                Add((int)named.Underlying);
                break;
            case OptionalModel { Access: var access }:
                Add(access.IsNullable);
                Add(access.Get);
                Add(access.HasValue);
                Add(access.Some);
                break;
            case SurrogateModel surrogate:
                Add(surrogate);
                break;
            case CollectionModel collection:
                Add(collection);
                break;
            case ObjectModel o:
                Add(o);
                break;
        }
    }

    void Add(SurrogateModel model)
    {
        var surrogate = model.Surrogate;
        Add(surrogate.GetType());
        Add(surrogate.CarrierType);
        Add(surrogate.HandlesNull, surrogate.TakesNull, surrogate.Packs, surrogate.Merges);
        Add(surrogate.IsInPlace, surrogate.IsCompletedLater, model.AnnouncesNull);
        foreach (var callback in surrogate.CalledBack)
            Add(callback);
    }

    void Add(CollectionModel model)
    {
        var (walk, build) = (model.Walk, model.Build);
        Add(model.ItemType);
        Add((int)walk.Kind);
        Add(walk.GetEnumerator);
        Add(walk.Count);
        Add(walk.Comparer);
        Add(walk.KeyComparer);
        Add((int)build.Kind);
        Add(build.Constructor);
        Add(build.Add);
        Add(build.Convert);
        Add(build.ComparerConstructor);
        Add(build.Capacity);
        Add(build.HidesCapacity, model.KeepsComparer, model.IsUntyped, model.Rekeys);
        Add(build.Refusal ?? "");
    }

    void Add(ObjectModel model)
    {
        Add((int)model.UnknownSubtypes);
        Add(model.ExtraIndex);
        Add(model.ShowsOpenBases, model.Construction.IsUninitialised);
        Add(model.Union?.Tag);
        foreach (var member in model.Members)
            Add(member);
        Add(model.Construction.Method);
        Add(model.Construction.Refusal ?? "");
        foreach (var argument in model.Construction.Arguments)
        {
            Add(argument.MemberIndex);
            Add(argument.Type);
            Add(argument.Default?.GetType());
        }
        foreach (var callbacks in new[] { model.Callbacks.Writing, model.Callbacks.Written, model.Callbacks.Reading, model.Callbacks.Read })
        {
            Add(callbacks.Length);
            foreach (var callback in callbacks)
                Add(callback);
        }
    }

    void Add(MemberModel member)
    {
        Add(member.Member);
        Add(member.Type);
        Add(member.CanGet, member.CanSet, member.IsRequired, member.IsExtra, member.Replaces, member.TakesAll, member.Merges);
        Add(member.IsStatic, member.IsSetHidden, member.Empties, member.IsNeverRead, member.HandlesNull, member.SkipsIfNull);
        Add(member.Default?.GetType());
        Add(member.ShouldWrite);
        Add(member.WrittenWhen is not null);
        Add(member.Specified);
    }

    /// <summary>Kind, name, where it is declared; of a method also what tells overloads apart, and how it is called.</summary>
    void Add(MemberInfo? member)
    {
        if (member is null)
        {
            Add(0);
            return;
        }
        Add((int)member.MemberType);
        Add(member.Name);
        Add(member.DeclaringType);
        if (member is PropertyInfo property)
            Add(property.GetMethod is not null, property.SetMethod is not null);
        if (member is not MethodBase method)
            return;
        Add(method.IsStatic, method.IsVirtual);
        foreach (var parameter in method.GetParameters())
            Add(parameter.ParameterType);
    }

    void Add(Type? type)
    {
        if (type is null)
        {
            Add(0);
            return;
        }
        if (!_types.TryGetValue(type, out ulong print))
        {
            // Without the versions of assemblies: these change where nothing else does.
            (ulong before, _print) = (_print, 14695981039346656037);
            Add(type.ToString());
            // What the framework's assemblies are called is its own business.
            if (type.Assembly != typeof(object).Assembly)
                Add(type.Assembly.GetName().Name ?? "");
            (print, _print) = (_print, before);
            _types.Add(type, print);
        }
        Mix(print);
    }

    void Add(params ReadOnlySpan<bool> flags)
    {
        int bits = 1;
        foreach (bool flag in flags)
            bits = (bits << 1) | (flag ? 1 : 0);
        Add(bits);
    }

    void Add(string text)
    {
        Add(text.Length);
        foreach (char c in text)
            _print = (_print ^ c) * Prime;
    }

    void Add(int number) => Mix(unchecked((uint)number));

    /// <summary>Two steps: by one alone the high half of a number would be lost on the low bits of what follows.</summary>
    void Mix(ulong number)
    {
        _print = (_print ^ (uint)number) * Prime;
        _print = (_print ^ (number >> 32)) * Prime;
    }
}
