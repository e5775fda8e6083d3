using System.Xml;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>A dictionary in which any string has a key, as it comes, and is found by its text, also one of another dictionary.</summary>
internal sealed class TextDictionary : IXmlDictionary
{
    readonly List<XmlDictionaryString> _strings = [];

    public bool TryLookup(int key, out XmlDictionaryString result)
    {
        result = key < _strings.Count ? _strings[key] : XmlDictionaryString.Empty;
        return key < _strings.Count;
    }

    public bool TryLookup(string value, out XmlDictionaryString result)
    {
        if (_strings.Find(s => s.Value == value) is { } known)
        {
            result = known;
            return true;
        }
        result = new XmlDictionaryString(this, value, _strings.Count);
        _strings.Add(result);
        return true;
    }

    public bool TryLookup(XmlDictionaryString value, out XmlDictionaryString result) => TryLookup(value.Value, out result);
}
