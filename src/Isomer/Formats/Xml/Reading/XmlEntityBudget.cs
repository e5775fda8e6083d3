using System.Xml;

namespace Isomer.Formats;

/// <summary>
/// What the entities that a caller's reader leaves to whoever reads may become: a document type of few lines can name gigabytes.
/// </summary>
internal struct XmlEntityBudget
{
    // What XmlReaderSettings allows entities to become, where the caller says nothing.
    const long Most = 10_000_000;

    // Whoever makes nodes of them goes into each by a call of its own.
    const int Deepest = 64;

    int _open;
    long _characters;

    /// <summary>Goes into the entity that the reader stands at.</summary>
    public void Resolve(XmlReader reader)
    {
        if (++_open > Deepest)
            throw new WireFormatException($"Entities are nested deeper than {Deepest} levels.");
        reader.ResolveEntity();
    }

    /// <summary>Counts the node that the reader stands at, if it comes from an entity.</summary>
    /// <exception cref="WireFormatException">There is too much of them.</exception>
    public void Count(XmlReader reader)
    {
        if (_open == 0)
            return;
        if (reader.NodeType == XmlNodeType.EndEntity)
            _open--;
        else if ((_characters += reader.Name.Length + reader.Value.Length + 1) > Most)
            throw new WireFormatException($"Entities become more than {Most} characters.");
    }
}
