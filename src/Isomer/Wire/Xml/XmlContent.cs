using System.Runtime.Serialization;
using System.Xml;

namespace Isomer.Wire.Xml;

/// <summary>Where content of an object may be written by a writer of the caller's.</summary>
internal static class XmlContent
{
    /// <summary>As the framework's serializers of data contracts have it: behind a start tag that is open, and nowhere else.</summary>
    public static void CheckInElement(XmlWriter writer)
    {
        if (writer.WriteState != WriteState.Element)
            throw new SerializationException(
                "The content of an object stands behind a start tag that is open (WriteStartObject writes one); "
                + $"the writer's state is '{writer.WriteState}'.");
    }
}
