using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Text;
using System.Xml;

namespace Isomer.Wire.Xml;

/// <summary>
/// A dictionary that writer and reader of binary XML share: strings by key as UTF-8, and keys of strings. Input can only ask for what
/// the caller's dictionary has, so it cannot flood what is kept here.
/// </summary>
internal sealed class XmlBinaryNames(IXmlDictionary dictionary)
{
    static readonly ConditionalWeakTable<IXmlDictionary, XmlBinaryNames> Known = [];

    // What a string is looked up by, like those of DataContractSerializer's contracts: another dictionary's.
    static readonly XmlDictionary Own = new();

    readonly ConcurrentDictionary<int, byte[]> _texts = [];
    readonly ConcurrentDictionary<string, int> _keys = [];

    public IXmlDictionary Dictionary => dictionary;

    public static XmlBinaryNames Of(IXmlDictionary dictionary) => Known.GetValue(dictionary, static d => new XmlBinaryNames(d));

    /// <summary>The string that a record's key means; odd keys are those of a session, which has come another way, and there is none.</summary>
    public bool TryFind(int key, out ReadOnlySpan<byte> text)
    {
        text = default;
        if ((key & 1) != 0)
            return false;
        if (!_texts.TryGetValue(key >> 1, out byte[]? known))
        {
            if (!dictionary.TryLookup(key >> 1, out var found))
                return false;
            known = _texts.GetOrAdd(key >> 1, Encoding.UTF8.GetBytes(found.Value));
        }
        text = known;
        return true;
    }

    /// <summary>
    /// The key of a string, as a record has it, or -1. The framework asks with a string of another dictionary, to which XmlDictionary
    /// always says no; so its names by text are asked for too, which every reader with this dictionary understands.
    /// </summary>
    public int KeyOf(string text)
    {
        if (_keys.TryGetValue(text, out int known))
            return known;
        if (!dictionary.TryLookup(new XmlDictionaryString(Own, text, 0), out var found) && !dictionary.TryLookup(text, out found))
            return -1;
        return _keys.GetOrAdd(text, found.Key * 2);
    }
}
