using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Text;
using System.Xml;

namespace Isomer.Wire.Xml;

/// <summary>
/// What writer and reader of binary XML share: strings by key as UTF-8, and keys of strings. Even keys are those of a dictionary, which
/// both had before; odd ones those of a session, which the writer makes as it goes and tells the reader some other way. Input can only ask
/// for what the caller's objects have, so it cannot flood what is kept here.
/// </summary>
internal sealed class XmlBinaryNames(IXmlDictionary? dictionary, XmlBinaryWriterSession? writerSession,
    XmlBinaryReaderSession? readerSession)
{
    static readonly ConditionalWeakTable<IXmlDictionary, XmlBinaryNames> Known = [];

    // What a string is looked up by, like those of DataContractSerializer's contracts: another dictionary's.
    static readonly XmlDictionary Other = new();

    readonly ConcurrentDictionary<int, byte[]> _texts = [];
    readonly ConcurrentDictionary<string, int> _keys = [];

    // Others may take a key's place in a reader's session later, so what was found is kept beside it.
    readonly ConcurrentDictionary<int, (XmlDictionaryString Found, byte[] Utf8)> _sessionTexts = [];

    public IXmlDictionary? Dictionary => dictionary;

    public XmlBinaryWriterSession? WriterSession => writerSession;

    public XmlBinaryReaderSession? ReaderSession => readerSession;

    public static XmlBinaryNames Of(IXmlDictionary dictionary) => Known.GetValue(dictionary, static d => new XmlBinaryNames(d, null, null));

    /// <summary>The string that a record's key means.</summary>
    public bool TryFind(int key, out ReadOnlySpan<byte> text)
    {
        if ((key & 1) != 0)
            return TryFindInSession(key >> 1, out text);
        text = default;
        if (!_texts.TryGetValue(key >> 1, out byte[]? known))
        {
            if (dictionary is null || !dictionary.TryLookup(key >> 1, out var found))
                return false;
            known = _texts.GetOrAdd(key >> 1, Encoding.UTF8.GetBytes(found.Value));
        }
        text = known;
        return true;
    }

    bool TryFindInSession(int key, out ReadOnlySpan<byte> text)
    {
        text = default;
        if (readerSession is null || !readerSession.TryLookup(key, out var found))
            return false;
        if (!_sessionTexts.TryGetValue(key, out var known) || !ReferenceEquals(known.Found, found))
            _sessionTexts[key] = known = (found, Encoding.UTF8.GetBytes(found.Value));
        text = known.Utf8;
        return true;
    }

    /// <summary>
    /// The key of a string, as a record has it, or -1. The framework asks with a string of another dictionary, to which XmlDictionary
    /// always says no; so its names by text are asked for too, which every reader with this dictionary understands. What no dictionary has
    /// gets the session's next key.
    /// </summary>
    public int KeyOf(string text)
    {
        if (_keys.TryGetValue(text, out int known))
            return known;
        if (dictionary is not null
            && (dictionary.TryLookup(new XmlDictionaryString(Other, text, 0), out var found) || dictionary.TryLookup(text, out found)))
            return _keys.GetOrAdd(text, found.Key * 2);
        return writerSession is not null ? Sessions.GetOrCreateValue(writerSession).KeyOf(writerSession, text) : -1;
    }

    // A session does not tell what it has, so what we added is kept here for as long as it lives.
    static readonly ConditionalWeakTable<XmlBinaryWriterSession, Added> Sessions = [];

    sealed class Added
    {
        readonly XmlDictionary _strings = new();
        readonly Dictionary<string, int> _keys = [];

        /// <summary>-1 if the session is full.</summary>
        public int KeyOf(XmlBinaryWriterSession session, string text)
        {
            lock (_keys)
            {
                if (_keys.TryGetValue(text, out int known))
                    return known;
                return session.TryAdd(_strings.Add(text), out int key) ? _keys[text] = (key * 2) + 1 : -1;
            }
        }
    }
}
