using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Text;

namespace Isomer.Formats;

internal sealed unsafe partial class ContractJsonReader
{
    // The opening brace, and __type behind it, have been taken already.
    bool _opened;
    object? _reference;

    int _nameStart;
    int _nameLength;
    bool _nameEscaped;

    public override Head Head(TypeModel model)
    {
        byte next = Peek();
        if (next == (byte)'n')
        {
            ReadNull();
            return Shapes.Head.Null;
        }
        if (next == (byte)'{' && HasTypeName())
            return HeadOfNamed(model);
        if (model.Type.IsAbstract && model is ObjectModel)
            throw Error($"An object without __type stands where '{model.Type}' is declared, which is abstract.");
        return Shapes.Head.Value;
    }

    public override int Subtype(TypeModel model) => throw new InvalidOperationException();

    public override object Reference()
    {
        object value = _reference!;
        _reference = null;
        return value;
    }

    public override bool TryNull()
    {
        if (Peek() != (byte)'n')
            return false;
        ReadNull();
        return true;
    }

    /// <summary>Whether the first name of the object that begins here is __type, exactly so written.</summary>
    bool HasTypeName()
    {
        var name = "\"__type\""u8;
        int at = _position + 1;
        while (at < _length && _start[at] is (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t')
            at++;
        return _length - at >= name.Length && new ReadOnlySpan<byte>(_start + at, name.Length).SequenceEqual(name);
    }

    /// <summary>Takes the opening brace and __type with its value, which may have white space around the name.</summary>
    string ReadTypeName()
    {
        OpenTypeName();
        string name = String()!.Trim();
        CloseTypeName();
        return name;
    }

    /// <summary>
    /// Takes the opening brace and __type where its name was met before in this value: then what it means is known. Else nothing is taken.
    /// </summary>
    bool TryKnownName(TypeModel declared, [NotNullWhen(true)] out TypeModel? model)
    {
        int at = _position;
        OpenTypeName();
        var name = PlainText();
        if (_scope.Answered(declared, name) is { } known)
        {
            _position += name.Length + 2;
            CloseTypeName();
            model = known;
            return true;
        }
        _position = at;
        model = null;
        return false;
    }

    /// <summary>Keeps what the name means that __type has in the object which begins there.</summary>
    void Answer(TypeModel declared, int at, TypeModel model)
    {
        int position = _position;
        _position = at;
        OpenTypeName();
        _scope.Answer(declared, PlainText(), model);
        _position = position;
    }

    /// <summary>What stands between the quotes, as it stands; as far as the first escape.</summary>
    ReadOnlySpan<byte> PlainText()
    {
        var rest = new ReadOnlySpan<byte>(_start + _position + 1, _length - _position - 1);
        int length = rest.IndexOfAny((byte)'"', (byte)'\\');
        return length < 0 || rest[length] != (byte)'"' ? default : rest[..length];
    }

    void OpenTypeName()
    {
        Expect((byte)'{');
        Peek();
        _position += 8;
        Expect((byte)':');
        if (Peek() != (byte)'"')
            Fail("a string, as the value of __type");
    }

    void CloseTypeName()
    {
        if (Peek() == (byte)',')
        {
            _position++;
            if (Peek() == (byte)'}' && _profile.Options.IsStrict)
                Fail("a name in quotes");
        }
        else if (Peek() != (byte)'}')
        {
            Fail("',' or '}'");
        }
    }

    Head HeadOfNamed(TypeModel model)
    {
        int at = _position;
        if (TryKnownName(model, out var known))
        {
            _opened = true;
            if (known == model)
                return Shapes.Head.Value;
            _reference = ReadKnown(known, model);
            return Shapes.Head.Reference;
        }
        string name = ReadTypeName();
        _opened = true;
        if (model is ObjectModel && ContractJsonContract.Of(model).IsNamed(name))
        {
            Answer(model, at, model);
            return Shapes.Head.Value;
        }
        _reference = ReadNamed(name, model, at);
        return Shapes.Head.Reference;
    }

    public override MemberTable BeginObject(TypeModel model)
    {
        var table = ContractJsonTable.Of(model);
        Enter();
        ref var frame = ref _frames[_depth];
        frame.Seen = 0;
        frame.Form = ContractJsonForm.Object;
        frame.KeepsExtensions = table.KeepsExtensions && !_profile.Options.IgnoreExtensionDataObject;
        if (frame.KeepsExtensions)
        {
            // A reading that failed leaves its own behind.
            frame.Extras = null;
            frame.Object = null;
            _keptExtensions = true;
        }
        if (_profile.MaxGraph != int.MaxValue)
            Count(table.Members.Length);
        _scope.Open(table.Contract, _depth);
        if (table.Members.Length > 64)
            frame.SeenMore = new ulong[table.Members.Length >> 6];
        if (_opened)
            _opened = false;
        else if (Peek() == (byte)'{')
            Open(model, table);
        else
            frame.Form = OpenOther("'{'");
        return table;
    }

    /// <summary>A struct is not asked for its head: its __type, which may be there, must be its own.</summary>
    void Open(TypeModel model, ContractJsonTable table)
    {
        if (!model.Type.IsValueType || !HasTypeName())
        {
            _position++;
            return;
        }
        int at = _position;
        string name = ReadTypeName();
        if (!table.Contract.IsNamed(name))
            throw new WireFormatException($"'{name}' cannot stand where '{model.Type}' is declared.") { Offset = at };
    }

    ContractJsonForm OpenOther(string expected)
    {
        byte next = Peek();
        if (next == (byte)'[' && !_profile.Options.IsStrict)
        {
            _position++;
            return ContractJsonForm.Array;
        }
        int at = _position;
        if (next == (byte)'"' && !_profile.Options.IsStrict && String()!.AsSpan().Trim(" \t\r\n").IsEmpty)
            return ContractJsonForm.Empty;
        _position = at;
        Fail(expected);
        return default;
    }

    public override int NextMember(MemberTable table, int previous)
    {
        var members = Unsafe.As<ContractJsonTable>(table);
        var names = members.Names;
        int next = previous + 1;
        if (next < names.Count && _length - _position > NameRecords.Room && _position > 0)
        {
            int length = names.Match(ref Here, next, previous < 0 ? 1 : 0);
            if (length > 0 && _frames[_depth].Form == ContractJsonForm.Object)
            {
                _position += length;
                See(members, next);
                return next;
            }
        }
        return NextMemberSlowly(members, previous);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void See(ContractJsonTable table, int index)
    {
        ref ulong seen = ref _frames[_depth].Seen;
        if (index >= 64)
            seen = ref _frames[_depth].SeenMore![(index >> 6) - 1];
        ulong bit = 1UL << index;
        if ((seen & bit) != 0)
            throw Error($"The member '{table.Members[index].Name}' comes twice.");
        seen |= bit;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    int NextMemberSlowly(ContractJsonTable table, int previous)
    {
        var form = _frames[_depth].Form;
        if (form == ContractJsonForm.Empty)
            return -1;
        byte close = form == ContractJsonForm.Object ? (byte)'}' : (byte)']';
        // Unknown members may stand before the first known one.
        bool first = previous < 0;
        while (true)
        {
            byte next = Peek();
            if (next == close)
            {
                _position++;
                return -1;
            }
            if (!first)
            {
                if (next != (byte)',')
                    Fail($"',' or '{(char)close}'");
                _position++;
                if (Peek() == close && !_profile.Options.IsStrict)
                {
                    _position++;
                    return -1;
                }
            }
            first = false;
            int index = form == ContractJsonForm.Object ? FindNamed(table) : table.Find("item"u8);
            if (index >= 0)
            {
                See(table, index);
                return index;
            }
            if (form == ContractJsonForm.Object && _frames[_depth].KeepsExtensions)
                Keep(previous);
            else
                SkipValue();
        }
    }

    int FindNamed(ContractJsonTable table)
    {
        ReadName();
        return Find(table);
    }

    int Find(ContractJsonTable table)
    {
        var name = new ReadOnlySpan<byte>(_start + _nameStart, _nameLength);
        if (!_nameEscaped)
        {
            int index = table.Find(name);
            if (index < 0 && !System.Text.Unicode.Utf8.IsValid(name))
                FailInString();
            return index;
        }
        return table.Find(System.Text.Encoding.UTF8.GetBytes(NameText()));
    }

    public override void EndObject(MemberTable table)
    {
        if (_frames[_depth].KeepsExtensions)
            GiveExtras();
        _scope.Close(_depth);
        _depth--;
    }

    /// <summary>Takes a name and its colon; where it is stays in the _name fields.</summary>
    void ReadName()
    {
        if (Peek() != (byte)'"')
            Fail("a name in quotes");
        _nameStart = ++_position;
        _nameLength = Utf8Strings.FindEnd(ref Here, _length - _position, 0, out _nameEscaped);
        if (_nameLength < 0)
            FailInString();
        _position += _nameLength + 1;
        Expect((byte)':');
    }

    string NameText()
    {
        var name = new ReadOnlySpan<byte>(_start + _nameStart, _nameLength);
        char[] scratch = ArrayPool<char>.Shared.Rent(name.Length + 1);
        try
        {
            if (!Utf8Strings.TryDecode(name, scratch, out int written, loose: true))
                FailInString();
            return new string(scratch, 0, written);
        }
        finally
        {
            ArrayPool<char>.Shared.Return(scratch);
        }
    }

    [System.Diagnostics.CodeAnalysis.DoesNotReturn]
    void FailInString() => throw Error("A string is not closed, or contains a control character, an invalid escape or invalid UTF-8.");

    public override void Skip(TypeModel model) => SkipValue();

    /// <summary>Passes over one value, checking its syntax, without recursion.</summary>
    void SkipValue()
    {
        int outer = _depth;
        do
        {
            byte next = Peek();
            if (next is (byte)'{' or (byte)'[')
            {
                Enter();
                _frames[_depth].Form = next == (byte)'{' ? ContractJsonForm.Object : ContractJsonForm.Array;
                _position++;
                if (Peek() != CloseOf(_depth))
                {
                    if (next == (byte)'{')
                        SkipName();
                    continue;
                }
                _position++;
                _depth--;
            }
            else
            {
                SkipScalar();
            }
            // After a value: close what ends here, then go on behind a comma.
            while (_depth > outer)
            {
                byte close = CloseOf(_depth);
                byte after = Peek();
                if (after == (byte)',')
                {
                    _position++;
                    if (Peek() == close && !_profile.Options.IsStrict)
                        continue;
                    if (close == (byte)'}')
                        SkipName();
                    break;
                }
                if (after != close)
                    Fail($"',' or '{(char)close}'");
                _position++;
                _depth--;
            }
        }
        while (_depth > outer);
    }

    byte CloseOf(int depth) => _frames[depth].Form == ContractJsonForm.Object ? (byte)'}' : (byte)']';

    void SkipName()
    {
        ReadName();
        if (_nameEscaped)
            NameText();
        else if (!System.Text.Unicode.Utf8.IsValid(new ReadOnlySpan<byte>(_start + _nameStart, _nameLength)))
            FailInString();
    }

    void SkipScalar()
    {
        if (_position < _length && _start[_position] == (byte)'"')
            String();
        else
            Token();
    }
}
