using System.Text;
using System.Xml;

namespace Isomer.Tests.Differential;

/// <summary>
/// The second binary document of a session, with the names that the session knows before and after it, and the first document, so that
/// all is compared and the document can be read by itself. No binary document begins with its first byte.
/// </summary>
static class Conversation
{
    const byte Mark = 1;

    /// <summary>Two documents in one session.</summary>
    public static byte[] Write(Func<XmlBinaryWriterSession, byte[]> write)
    {
        var session = new Session();
        byte[] first = write(session), second = write(session);
        using var stream = new MemoryStream();
        using (var writer = new BinaryWriter(stream, Encoding.Unicode, leaveOpen: true))
        {
            writer.Write(Mark);
            writer.Write(session.Strings.Count);
            foreach (string text in session.Strings)
                writer.Write(text);
            writer.Write(first.Length);
            writer.Write(first);
            writer.Write(second);
        }
        return stream.ToArray();
    }

    /// <summary>The document, and the reader's session; null where it is one of no session.</summary>
    public static (byte[] Document, XmlBinaryReaderSession? Session) Read(byte[] bytes)
    {
        if (bytes.Length == 0 || bytes[0] != Mark)
            return (bytes, null);
        using var reader = new BinaryReader(new MemoryStream(bytes), Encoding.Unicode);
        reader.ReadByte();
        var session = new XmlBinaryReaderSession();
        int count = reader.ReadInt32();
        for (int i = 0; i < count; i++)
            session.Add(i, reader.ReadString());
        reader.ReadBytes(reader.ReadInt32());
        return (reader.ReadBytes(bytes.Length), session);
    }

    sealed class Session : XmlBinaryWriterSession
    {
        public List<string> Strings { get; } = [];

        public override bool TryAdd(XmlDictionaryString value, out int key)
        {
            bool isAdded = base.TryAdd(value, out key);
            if (isAdded)
                Strings.Add(value.Value);
            return isAdded;
        }
    }

    /// <summary>A dictionary that has each text of some lengths, also one of another dictionary.</summary>
    public sealed class Names(int inSoMany) : IXmlDictionary
    {
        readonly List<XmlDictionaryString> _strings = [];

        public bool TryLookup(int key, out XmlDictionaryString result)
        {
            result = key < _strings.Count ? _strings[key] : XmlDictionaryString.Empty;
            return key < _strings.Count;
        }

        public bool TryLookup(string value, out XmlDictionaryString result)
        {
            lock (_strings)
            {
                result = XmlDictionaryString.Empty;
                if (value.Length % inSoMany != 0)
                    return false;
                if (_strings.Find(s => s.Value == value) is { } known)
                    result = known;
                else
                    _strings.Add(result = new XmlDictionaryString(this, value, _strings.Count));
                return true;
            }
        }

        public bool TryLookup(XmlDictionaryString value, out XmlDictionaryString result) => TryLookup(value.Value, out result);
    }
}
