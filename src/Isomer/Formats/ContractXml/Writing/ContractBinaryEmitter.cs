using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Xml;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// Binary XML, as XmlDictionaryWriter.CreateBinaryWriter under DataContractSerializer writes it: <c>40 02 'Id' 83</c> is an element
/// (40) named Id that holds 1 and ends (83). This file has elements and attributes; .Values the values, .Texts what is of any
/// length, .Itself what writes itself.
/// </summary>
/// <remarks>
/// A value's record says that its element ends (an odd byte) only if the framework's writer still has the record's first byte in
/// its buffer of 512 bytes when the end comes: for texts of more than 85 characters and for bytes that depends on all that was written
/// before. So the ends of that buffer are counted along (<see cref="_limit"/>): whoever writes a record says how many bytes
/// the framework would ask for, which for text is three a character.
/// </remarks>
internal ref partial struct ContractBinaryEmitter : IContractEmitter<ContractBinaryEmitter>
{
    /// <summary>The size of the framework's buffer.</summary>
    const int BufferSize = 512;

    /// <summary>Names of fewer characters than this it writes in one piece.</summary>
    const int ShortName = 42;

    /// <summary>What is given to a target at once: never while a record could still be changed.</summary>
    const int Chunk = 1 << 16;

    OutputBuffer _out;

    // Where the framework's buffer would be full.
    int _limit;

    // The shared dictionary, the table whose names were looked up in it last, and their keys.
    XmlBinaryNames? _names;
    ContractXmlTable? _keyed;
    int[]? _keys;

    public void Begin(OutputTarget target, ContractXmlProfile profile)
    {
        _out.Begin(target, isHeld: true);
        _limit = BufferSize;
        _names = profile.Names;
    }

    public static SinkTraits ArrayTraits => SinkTraits.Bulks | SinkTraits.BulksChecked;

    public static bool IsWriter => false;

    public readonly byte[] ToArray() => _out.ToArray();

    public void Flush()
    {
        if (!_out.HasTarget)
            return;
        _limit -= _out.Position;
        _out.Drain();
    }

    public void Dispose() => _out.Dispose();

    /// <summary>The framework would ask for so many bytes here.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void Ask(int count)
    {
        if (_out.Position + count > _limit)
            _limit = _out.Position + BufferSize;
    }

    /// <summary>A byte of its own.</summary>
    void PutByte(int value)
    {
        Ask(1);
        _out.Put((byte)value);
    }

    /// <summary>Seven bits a byte, lowest first.</summary>
    void PutNumber(int value)
    {
        Ask(5);
        ref byte to = ref _out.Reserve(5);
        int length = 0;
        for (; value > 0x7F; value >>= 7)
            Unsafe.Add(ref to, length++) = (byte)(value | 0x80);
        Unsafe.Add(ref to, length++) = (byte)value;
        _out.Advance(length);
    }

    /// <summary>A length and a name or namespace.</summary>
    void PutName(ReadOnlySpan<byte> name)
    {
        if (name.Length == 0)
        {
            PutByte(0);
            return;
        }
        bool isAscii = Ascii.IsValid(name);
        int chars = isAscii ? name.Length : Encoding.UTF8.GetCharCount(name);
        if (chars >= ShortName)
        {
            PutNumber(name.Length);
            if (isAscii)
                PutAscii(name);
            else
                PutChars(Encoding.UTF8.GetString(name), isWide: false);
            return;
        }
        Ask(1 + (3 * chars));
        _out.Put((byte)name.Length);
        _out.Write(name);
    }

    /// <summary>A name by its key in the dictionary, or as it is: the record's first byte tells which.</summary>
    void PutNamed(int record, int dictionaryRecord, ReadOnlySpan<byte> prefix, bool writesPrefix, ReadOnlySpan<byte> name, int key)
    {
        PutByte(key >= 0 ? dictionaryRecord : record);
        if (writesPrefix)
            PutName(prefix);
        if (key >= 0)
            PutNumber(key);
        else
            PutName(name);
    }

    readonly int KeyOf(string name) => _names is null ? -1 : _names.KeyOf(name);

    readonly int KeyOf(ReadOnlySpan<byte> name) => _names is null ? -1 : _names.KeyOf(Encoding.UTF8.GetString(name));

    /// <summary>The key of a table's name.</summary>
    int KeyOf(ContractXmlTable names, int record)
    {
        if (_names is null)
            return -1;
        if (_keyed != names)
            (_keyed, _keys) = (names, names.KeysIn(_names));
        ref int key = ref _keys![record / names.Stride];
        if (key == ContractXmlTable.NotAsked)
        {
            int found = _names.KeyOf(Encoding.UTF8.GetString(names.NameAt(record)));
            // A session that has no room may have some later.
            if (found < 0 && _names.WriterSession is not null)
                return found;
            key = found;
        }
        return key;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Start(ContractXmlTable names, int record)
    {
        if (_names is not null || !names.IsShort || _out.Position > Chunk)
        {
            StartSlowly(names, record);
            return;
        }
        ref byte from = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(names.Records), record);
        int length = ContractXmlTable.LengthAt(ref from);
        ref byte to = ref _out.Reserve(names.Stride);
        // The </ of </Name is written over.
        ContractXmlTable.Copy(ref Unsafe.Add(ref from, ContractXmlTable.Name - 2), ref to, length + 2);
        to = XmlRecord.ShortElement;
        Unsafe.Add(ref to, 1) = (byte)length;
        if (_out.Position + 2 + (3 * length) > _limit)
            AskForName(length);
        _out.Advance(length + 2);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void AskForName(int length)
    {
        Ask(1);
        if (_out.Position + 2 + (3 * length) > _limit)
            _limit = _out.Position + 1 + BufferSize;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void StartSlowly(ContractXmlTable names, int record)
    {
        if (_out.Position > Chunk)
            Flush();
        PutNamed(XmlRecord.ShortElement, XmlRecord.ShortDictionaryElement, default, false, names.NameAt(record), KeyOf(names, record));
    }

    public void Start(in ContractTag tag, int ns, byte[]? uri)
    {
        if (_out.Position > Chunk)
            Flush();
        StartPrefixed(in tag, KeyOf(tag.Names, tag.Record));
    }

    void StartPrefixed(in ContractTag tag, int key)
    {
        var name = tag.Names.NameAt(tag.Record);
        if (tag.Prefix.Length == 0)
            PutNamed(XmlRecord.ShortElement, XmlRecord.ShortDictionaryElement, default, false, name, key);
        else if (IsLetter(tag.Prefix, out int letter))
            PutNamed(XmlRecord.LetterElement + letter, XmlRecord.LetterDictionaryElement + letter, default, false, name, key);
        else
            PutNamed(XmlRecord.Element, XmlRecord.DictionaryElement, tag.Prefix.AsSpan(0, tag.Prefix.Length - 1), true, name, key);
    }

    /// <summary>Whether a prefix, with its colon, is one of the letters that records have in their first byte.</summary>
    static bool IsLetter(ReadOnlySpan<byte> prefix, out int letter)
    {
        letter = prefix.Length == 0 ? -1 : prefix[0] - 'a';
        return prefix.Length == 2 && letter is >= 0 and < 26;
    }

    public readonly void Content()
    {
    }

    public void EndEmpty() => PutByte(XmlRecord.EndElement);

    public void End(in ContractTag tag) => PutByte(XmlRecord.EndElement);

    public void Declaration(ReadOnlySpan<byte> prefix, ReadOnlySpan<byte> uri, bool isLoose)
    {
        int key = isLoose ? -1 : KeyOf(uri);
        if (prefix.Length == 0)
            PutNamed(XmlRecord.ShortXmlns, XmlRecord.ShortDictionaryXmlns, default, false, uri, key);
        else
            PutNamed(XmlRecord.Xmlns, XmlRecord.DictionaryXmlns, prefix, true, uri, key);
    }

    void StartAttribute(char prefix, ReadOnlySpan<byte> name)
    {
        int letter = prefix - 'a';
        PutNamed(XmlRecord.LetterAttribute + letter, XmlRecord.LetterDictionaryAttribute + letter, default, false, name, KeyOf(name));
    }

    public void Nil()
    {
        StartAttribute('i', "nil"u8);
        PutByte(XmlRecord.True);
    }

    public void Type(ReadOnlySpan<byte> prefix, string name, string ns)
    {
        StartAttribute('i', "type"u8);
        int key = KeyOf(name);
        if (key >= 0 && prefix.Length == 0)
        {
            PutByte(XmlRecord.Dictionary);
            PutNumber(key);
        }
        else if (key >= 0 && IsLetter(prefix, out int letter))
        {
            PutByte(XmlRecord.QName);
            PutByte(letter);
            PutNumber(key);
        }
        else
        {
            PutText(Encoding.ASCII.GetString(prefix) + name, 0);
        }
    }

    public void Mark(ReadOnlySpan<byte> name, bool isLettered, int number)
    {
        StartAttribute('z', name);
        if (isLettered)
            PutText(string.Create(System.Globalization.CultureInfo.InvariantCulture, $"i{number}"), 0);
        else
            PutInteger(number, 0);
    }

    public readonly bool IsTaken(string prefix, string ns) => false;

    public void Attribute(string prefix, string name, string ns, string value) => Attribute(prefix, name, value);

    public void Attribute(string prefix, string name, string value)
    {
        byte[] utf8 = Encoding.UTF8.GetBytes(name);
        if (prefix.Length == 0)
            PutNamed(XmlRecord.ShortAttribute, 0, default, false, utf8, -1);
        else if (prefix.Length == 1 && char.IsAsciiLetterLower(prefix[0]))
            PutNamed(XmlRecord.LetterAttribute + prefix[0] - 'a', 0, default, false, utf8, -1);
        else
            PutNamed(XmlRecord.Attribute, 0, Encoding.UTF8.GetBytes(prefix), true, utf8, -1);
        if (value.Length == 0)
            PutByte(XmlRecord.Empty);
        else
            PutText(value, 0);
    }
}
