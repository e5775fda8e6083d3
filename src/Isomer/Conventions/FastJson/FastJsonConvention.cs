using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using Isomer.Conventions;
using Isomer.Formats;
using Isomer.Model;

namespace Isomer;

/// <summary>
/// How fastJSON sees a type: public properties of all levels, most derived first, then public fields; static ones too; what has
/// no setter only if asked. Every type that comes is written as what it is. Only DataMember names and ignore attributes count.
/// </summary>
/// <remarks>
/// Which members are read-only, ignored, and how objects are made, are options of <see cref="FastJsonRules"/>: the convention
/// keeps one view of itself for each combination. Static members are written as fastJSON does, but input never sets them.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class FastJsonConvention : Convention
{
    // Here, not in Convention: whoever does not use it does not make it.
    internal static FastJsonConvention Default { get; } = new(FastJsonSettings.Default) { SavedName = "FastJson" };

    readonly FastJsonSettings _settings;
    readonly ConcurrentDictionary<FastJsonView, FastJsonConvention> _views;

    internal FastJsonConvention(FastJsonSettings settings) : base(settings.Tier)
    {
        _settings = settings;
        _views = new();
        _views[settings.View] = this;
    }

    FastJsonConvention(FastJsonSettings settings, ConcurrentDictionary<FastJsonView, FastJsonConvention> views) : base(settings.Tier) =>
        (_settings, _views) = (settings, views);

    FastJsonConvention Switched(FastJsonSettings settings) => Switched(_settings, settings, static s => new FastJsonConvention(s));

    /// <summary>This convention, with shapes made another way.</summary>
    public FastJsonConvention WithTier(ShapeTier tier) => Switched(_settings with { Tier = tier });

    /// <summary>
    /// This convention, with a type that may be read where <typeparamref name="TBase"/> (also object or an interface) is declared.
    /// </summary>
    public FastJsonConvention WithSubtype<TBase, TDerived>() where TDerived : TBase =>
        new(_settings with { Subtypes = _settings.Subtypes.Add(new SubtypeRule(typeof(TBase), typeof(TDerived), null, null)) });

    /// <summary>This convention, with a surrogate for its type: what fastJSON calls a custom type.</summary>
    public FastJsonConvention WithSurrogate(Surrogate surrogate)
    {
        ArgumentNullException.ThrowIfNull(surrogate);
        return new(_settings with { Surrogates = _settings.Surrogates.SetItem(surrogate.Type, surrogate) });
    }

    /// <summary>The convention of these types under other rules; made once.</summary>
    internal FastJsonConvention With(FastJsonView view) =>
        _views.TryGetValue(view, out var known)
            ? known
            : _views.GetOrAdd(view, new FastJsonConvention(_settings with { View = view }, _views));

    /// <summary>
    /// This convention, for formats of our own: what has no setter is written and comes back, by its field or a constructor, which fastJSON
    /// leaves out. Made once.
    /// </summary>
    internal override Convention OfOwn => _settings.View.IsOwn ? this : With(_settings.View with { ShowsReadOnly = true, IsOwn = true });

    internal override bool KeepsRuntimeTypes => true;

    private protected override Surrogate? FindSurrogate(Type type) =>
        SurrogateTypes.Find(type, _settings.Surrogates, ImmutableDictionary<Type, Type>.Empty) ?? FastJsonSurrogates.Find(type);

    private protected override Surrogate? FindStandardSurrogate(Type type) =>
        _settings.View.LosesTypes ? null : base.FindStandardSurrogate(type);

    /// <summary>DataSets and DataTables say themselves what is in them: their form is the sink's business.</summary>
    private protected override TypeModel CreateNatural(Type type) =>
        FastJsonTables.IsTable(type) || Uncarried.Is(type) ? new DynamicModel(this, type, [])
        // Carried as a number, of which a sink does not know what it was.
        : _settings.View.LosesTypes && (type == typeof(nint) || type == typeof(nuint)) ? new ObjectModel(this, type, Describe)
        : base.CreateNatural(type);

    private protected override ImmutableArray<Subtype> SubtypesOf(Type type) => PlainSubtypes.Of(this, type, _settings.Subtypes);

    private protected override ObjectParts Describe(ObjectModel model)
    {
        var members = FastJsonMembers.Of(this, model.Type, _settings.View);
        var construction = Constructions.Choose(model.Type, members);
        // What is written and only a constructor takes (a Tuple's items) would be lost without its call.
        if (_settings.View.SkipsConstructors && !model.Type.IsAbstract && !model.Type.IsValueType
            && !construction.Arguments.Any(a => a.MemberIndex >= 0 && members[a.MemberIndex] is { CanGet: true, CanSet: false }))
            construction = new Construction(
                typeof(FastJsonMembers).GetMethod(nameof(FastJsonMembers.Uninitialized))!.MakeGenericMethod(model.Type), []);
        return new ObjectParts(
            members,
            construction,
            Callbacks.None,
            SubtypesOf(model.Type),
            UnknownSubtypes.WriteAsRuntimeType);
    }
}
