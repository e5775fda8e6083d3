using System.Xml;

namespace Isomer.Wire.Xml;

/// <summary>
/// The document that owns the nodes of one reading: one for each would be as large as forty elements. It keeps the names of its nodes in a
/// table that tells them apart by their local names alone, so that names of many namespaces are looked for one by one; so not all share
/// one.
/// </summary>
internal sealed class XmlOwner
{
    const int MostShares = 256;

    XmlDocument? _document;
    int _shares;

    public XmlDocument Document
    {
        get
        {
            if (_document is null || _shares++ >= MostShares)
                (_document, _shares) = (new XmlDocument(), 0);
            return _document;
        }
    }

    public void Clear() => _document = null;
}
