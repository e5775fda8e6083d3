using Isomer.Conventions;

namespace Isomer.Formats;

/// <summary>The root of a type under some options.</summary>
internal readonly record struct XmlRoot(XmlRootFacts Facts, XmlPlace Place)
{
    public static XmlRoot Of(Type type, XmlOptions options)
    {
        ArgumentNullException.ThrowIfNull(type);
        var facts = options.Convention.RootOf(type, options.Root);
        return new XmlRoot(facts, (XmlPlace)(facts.Place ??= new XmlPlace(facts.Element, XmlPlaceKind.Element)));
    }
}
