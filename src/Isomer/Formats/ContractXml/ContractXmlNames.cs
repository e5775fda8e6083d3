using System.Xml;

namespace Isomer;

/// <summary>A dictionary of one document that takes up every name it is asked for: who reads the document gets strings of a dictionary.</summary>
internal sealed class ContractXmlNames : IXmlDictionary
{
    readonly XmlDictionary _names = new();

    public bool TryLookup(int key, out XmlDictionaryString result) => _names.TryLookup(key, out result!);

    public bool TryLookup(string value, out XmlDictionaryString result)
    {
        result = _names.Add(value);
        return true;
    }

    public bool TryLookup(XmlDictionaryString value, out XmlDictionaryString result) => TryLookup(value.Value, out result);
}
