using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Xml;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire;
using Isomer.Wire.Xml;
using Facade = Isomer.Calls.Facade<Isomer.Formats.XmlCalls, Isomer.XmlOptions>;
using TextFacade = Isomer.Calls.TextFacade<Isomer.Formats.XmlCalls, Isomer.XmlOptions>;

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
