using System.Collections.Frozen;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// The closed set of types that a text may name when a value of one root type is read: every type declared in it, at any depth,
/// with what conventions and attributes add. Kept with the model of the root.
/// </summary>
internal sealed class FastJsonKnownTypes
{
    const int MostRecent = 64;

    static readonly int Slot = ModelSlot.Next();

    readonly FrozenDictionary<string, Type> _byName;
    readonly TypeModel _root;
    (byte[] Name, TypeModel Model)[] _recent = [];

    FastJsonKnownTypes(TypeModel root)
    {
        _root = root;
        var types = new Dictionary<string, Type>(StringComparer.Ordinal);
        foreach (var model in ModelGraph.Reach(root, static _ => false)
            .Concat(root.Convention.ModelOf(typeof(object)).Subtypes.Select(s => s.Model)))
            if (model is ObjectModel or SurrogateModel && !model.Type.IsAbstract && !types.TryAdd(TypeNames.Of(model.Type), model.Type))
                types[TypeNames.Of(model.Type) + ", " + model.Type.Assembly.GetName().Name] = model.Type;
        _byName = types.ToFrozenDictionary(StringComparer.Ordinal);
    }

    public static FastJsonKnownTypes Of(TypeModel root) =>
        (FastJsonKnownTypes?)root.GetSlot(Slot) ?? root.SetSlot(Slot, new FastJsonKnownTypes(root));

    /// <summary>The model of the type of this name, in any of its forms; null if it is not in the set.</summary>
    public TypeModel? Find(string written, FastJsonProfile profile)
    {
        string? name = TypeNames.Normalise(written);
        var type = name is null
            ? null
            : Declared(name, written) ?? profile.Options.Types.Find(name) ?? profile.Options.Types.FindBeyond(name)
                ?? profile.Options.Types.Resolve(written);
        // A bare object does nothing, and the values that early versions wrote as objects are values.
        type ??= name switch
        {
            "System.Object" => typeof(object),
            "System.TimeSpan" => typeof(TimeSpan),
            "System.DateTimeOffset" => typeof(DateTimeOffset),
            _ => null,
        };
        return type is null ? null : _root.Convention.ModelOf(type);
    }

    /// <summary>Two types of one name are told apart by their assemblies.</summary>
    Type? Declared(string name, string written)
    {
        int comma = written.LastIndexOf("],", StringComparison.Ordinal) is var bracket and >= 0
            ? bracket + 1
            : written.IndexOf(',', StringComparison.Ordinal);
        if (comma >= 0)
        {
            string assembly = written[(comma + 1)..].Split(',')[0].Trim();
            if (_byName.TryGetValue($"{name}, {assembly}", out var exact))
                return exact;
        }
        return _byName.GetValueOrDefault(name);
    }

    /// <summary>A type that was found for these bytes before.</summary>
    public TypeModel? Recent(ReadOnlySpan<byte> name)
    {
        foreach (var (known, model) in _recent)
            if (name.SequenceEqual(known))
                return model;
        return null;
    }

    public void Remember(ReadOnlySpan<byte> name, TypeModel model)
    {
        // Only what every call for this root finds: registrations are the caller's.
        var recent = _recent;
        if (recent.Length < MostRecent && _byName.Values.Contains(model.Type))
            _recent = [.. recent, (name.ToArray(), model)];
    }
}
