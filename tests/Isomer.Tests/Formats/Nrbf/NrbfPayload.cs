using System.Globalization;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>A payload that is put together record by record: what no writer here writes.</summary>
sealed class NrbfPayload
{
    readonly MemoryStream _bytes = new();
    readonly BinaryWriter _writer;

    public NrbfPayload(int root = 1)
    {
        _writer = new BinaryWriter(_bytes);
        _writer.Write((byte)0);
        _writer.Write(root);
        _writer.Write(-1);
        _writer.Write(1);
        _writer.Write(0);
    }

    public NrbfPayload Hex(string hex)
    {
        _writer.Write(Convert.FromHexString(hex));
        return this;
    }

    public NrbfPayload Library(int id, string name)
    {
        _writer.Write((byte)12);
        _writer.Write(id);
        _writer.Write(name);
        return this;
    }

    public NrbfPayload Text(int id, string text)
    {
        _writer.Write((byte)6);
        _writer.Write(id);
        _writer.Write(text);
        return this;
    }

    /// <summary>
    /// The head of a class (of a library, or 0 for mscorlib's). A member's kind is its byte in hex, and what follows it: a primitive, the
    /// name of a class, and its library.
    /// </summary>
    public NrbfPayload Class(int id, string name, int library, params (string Name, string Kind)[] members)
    {
        _writer.Write((byte)(library == 0 ? 4 : 5));
        _writer.Write(id);
        _writer.Write(name);
        _writer.Write(members.Length);
        foreach (var member in members)
            _writer.Write(member.Name);
        foreach (var member in members)
            _writer.Write(Convert.FromHexString(member.Kind[..2]));
        foreach (var (_, kind) in members)
        {
            if (kind.Length == 4)
                _writer.Write(Convert.FromHexString(kind[2..]));
            if (kind.IndexOf(' ', StringComparison.Ordinal) is > 0 and var at)
            {
                string[] parts = kind[(at + 1)..].Split(' ');
                _writer.Write(parts[0]);
                if (parts.Length > 1)
                    _writer.Write(int.Parse(parts[1], CultureInfo.InvariantCulture));
            }
        }
        if (library != 0)
            _writer.Write(library);
        return this;
    }

    public NrbfPayload Lps(string text)
    {
        _writer.Write(text);
        return this;
    }

    public byte[] End()
    {
        _writer.Write((byte)11);
        return _bytes.ToArray();
    }
}
