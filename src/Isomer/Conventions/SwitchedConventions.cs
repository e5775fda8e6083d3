using System.Collections.Concurrent;

namespace Isomer.Conventions;

/// <summary>
/// All that come of one convention by switches, each made once; and what saved shapes call them: the convention they came of, and the
/// switches that are set otherwise. So who sets the same switches has the same shapes, whatever property of theirs gives the convention:
/// <c>Plain(UnknownSubtypes = WriteAsRuntimeType)</c>.
/// </summary>
internal sealed class SwitchedConventions
{
    readonly Convention _first;
    readonly object _settings;
    readonly ConcurrentDictionary<object, Convention> _each = new();

    /// <param name="first">What they come of.</param>
    /// <param name="settings">Its settings: a record, whose text tells each of them.</param>
    public SwitchedConventions(Convention first, object settings)
    {
        (_first, _settings) = (first, settings);
        _each.TryAdd(settings, first);
    }

    public bool BeganWith(Convention convention) => ReferenceEquals(convention, _first);

    public Convention With(object settings, Func<object, Convention> make) =>
        _each.TryGetValue(settings, out var known) ? known : _each.GetOrAdd(settings, make(settings));

    /// <summary>
    /// What one of them is called; null where the first has no name. Not before it is asked for: few programs have saved shapes.
    /// </summary>
    public string? NameOf(Convention convention)
    {
        if (!BeganWith(convention) && _first.SavedName is { } name)
            foreach (var (settings, known) in _each)
                if (ReferenceEquals(known, convention))
                    return NameOf(name, _settings, settings);
        return null;
    }

    /// <summary>A name, and behind it which settings are others than those that have this name.</summary>
    public static string NameOf(string name, object of, object settings) =>
        name + "(" + string.Join(", ", Parts(settings).Except(Parts(of))) + ")";

    static string[] Parts(object settings) => settings.ToString()!.TrimEnd(' ', '}').Split(", ");
}
