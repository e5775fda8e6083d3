using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;
using System.Xml.Serialization;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Tags, attributes and declarations.</summary>
internal ref partial struct XmlSink
{
    /// <summary>Opens an element; its start tag stays open for attributes.</summary>
    /// <param name="place">What it is.</param>
    /// <param name="declarations">The prefixes that the object itself declares.</param>
    /// <param name="prefixed">Whether it has a prefix in any case.</param>
    /// <param name="isBare">
    /// Whether XmlSerializer leaves it to the writer (scalars; arrays and qualified names where object is declared): what the root declares
    /// then waits for the next element that is not.
    /// </param>
    void StartTag(XmlPlace place, XmlSerializerNamespaces? declarations, bool prefixed = false, bool isBare = false)
    {
        if (place.Kind != XmlPlaceKind.Element)
            throw new NotSupportedException($"An object cannot stand as {place.Kind} '{place.Name}'.");
        Enter();
        // What is due belongs to the parent.
        WriteDue();
        ref var frame = ref _state.Push();
        frame.Kind = XmlFrameKind.Element;
        frame.Names = null;
        frame.Place = place;
        frame.Outside = _state.Prefixes.Count;
        frame.Plain = _plain;
        frame.Break = _break;
        if (place.Number == _plain && declarations is null && !(prefixed && place.Namespace.Length > 0))
        {
            StartPlainTag(place);
            frame.Prefix = "";
            _state.Prefixes.AddImplied("", place.Namespace);
        }
        else
        {
            StartTag(place, declarations, prefixed, isBare, ref frame);
        }
        if (_break > 0)
            _break += _profile.IndentSize;
        if (_typeName is { } type)
        {
            _typeName = null;
            WriteType(type);
        }
    }

    void StartPlainTag(XmlPlace place)
    {
        int length = place.OpenLength - 1;
        ref byte to = ref CloseParent(ref _out.Reserve(1 + _break + length + Room));
        CopyTag(ref to, place.Open, length);
        _out.AdvanceTo(ref Unsafe.Add(ref to, length));
        _tag = Tag.Open;
    }

    /// <summary>The bracket of the parent's start tag, if it is open, then line break and indentation. Nothing is due.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    ref byte CloseParent(ref byte to)
    {
        if (_tag != Tag.Closed)
        {
            to = (byte)'>';
            to = ref Unsafe.Add(ref to, 1);
        }
        int length = _break;
        if (length <= 32)
            Vector256.LoadUnsafe(ref MemoryMarshal.GetArrayDataReference(_line)).StoreUnsafe(ref to);
        else
            _line.AsSpan(0, length).CopyTo(MemoryMarshal.CreateSpan(ref to, length));
        return ref Unsafe.Add(ref to, length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static void CopyTag(ref byte to, byte[] tag, int length)
    {
        ref byte from = ref MemoryMarshal.GetArrayDataReference(tag);
        Vector256.LoadUnsafe(ref from).StoreUnsafe(ref to);
        if (length > 32)
            MemoryMarshal.CreateSpan(ref from, length).CopyTo(MemoryMarshal.CreateSpan(ref to, length));
    }

    void StartTag(XmlPlace place, XmlSerializerNamespaces? declarations, bool prefixed, bool isBare, ref XmlFrame frame)
    {
        var prefixes = _state.Prefixes;
        string ns = place.Namespace;
        string? prefix = isBare ? null : GivenPrefix(ns);
        if (prefixed && prefix is null && ns.Length > 0)
            prefix = prefixes.Find(ns) is { Length: > 0 } known ? known : prefixes.NextAlias(_state.Used);
        prefix ??= declarations is null ? null : PrefixIn(declarations, ns);
        string written = prefix ?? prefixes.Find(ns) ?? "";
        CloseStart();
        BreakLine();
        _out.Put((byte)'<');
        WriteName(written, place.Name);
        _tag = Tag.Open;
        frame.Prefix = written;
        if (prefixes.Use(written, ns, frame.Outside))
            _tag = Tag.Due;
        if (!isBare)
        {
            if (_state.Given is { } given)
                DeclareGiven(given, prefix);
            else if (_state.GivesUsual)
                DeclareUsual();
            if (declarations is not null)
                DeclareMembers(declarations, prefix);
            ForgetGiven();
        }
        // Declarations may give the element's namespace another prefix, which its children then take. The quick way has none to give.
        _plain = written.Length == 0 && prefixes.Find(ns) is "" && !(_state.GivesUsual || _state.Given is not null) ? place.Number : -1;
    }

    /// <summary>What the caller's prefixes say of the root's namespace.</summary>
    string? GivenPrefix(string ns)
    {
        if (_state.Given is not { } given)
            return null;
        _state.Used = [.. given.ToArray().Select(p => p.Name)];
        return PrefixIn(given, ns);
    }

    /// <summary>The first prefix of the namespace; the default one only if there is no other.</summary>
    static string? PrefixIn(XmlSerializerNamespaces namespaces, string ns)
    {
        string? found = null;
        foreach (var pair in namespaces.ToArray())
        {
            if (pair.Namespace != ns || ns.Length == 0)
                continue;
            if (pair.Name.Length > 0)
                return pair.Name;
            found = "";
        }
        return found;
    }

    readonly void ForgetGiven()
    {
        _state.Given = null;
        _state.GivesUsual = false;
    }

    void DeclareUsual()
    {
        if (_profile.Options.Outer is not null || _state.Count > 1)
        {
            foreach (var (prefix, ns) in (ReadOnlySpan<(string, string)>)[("xsi", XmlNames.Xsi), ("xsd", XmlNames.Xsd)])
                if (_state.Prefixes.Find(ns) is null)
                    Declare(prefix, ns);
            return;
        }
        _out.Write(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\""u8);
        _state.Prefixes.Declare("xsi", XmlNames.Xsi, Top.Outside);
        _state.Prefixes.Declare("xsd", XmlNames.Xsd, Top.Outside);
        _state.IsUsual = true;
    }

    void DeclareGiven(XmlSerializerNamespaces given, string? prefix)
    {
        foreach (var pair in given.ToArray())
        {
            if (pair.Namespace.Length == 0)
            {
                if (pair.Name.Length > 0)
                    throw new NotSupportedException($"The prefix '{pair.Name}' is given without a namespace.");
                continue;
            }
            if (_state.Prefixes.Find(pair.Namespace) is not null)
                continue;
            if (prefix is null && pair.Name.Length == 0)
                break;
            Declare(pair.Name, pair.Namespace);
        }
    }

    void DeclareMembers(XmlSerializerNamespaces declarations, string? prefix)
    {
        foreach (var pair in declarations.ToArray())
        {
            if (_state.Given is { } given && Array.Find(given.ToArray(), p => p.Name == pair.Name) is { } other
                && other.Namespace != pair.Namespace)
                throw new NotSupportedException(
                    $"The prefix '{pair.Name}' stands for two namespaces: '{other.Namespace}' and '{pair.Namespace}'.");
            string? known = pair.Namespace.Length == 0 ? null : _state.Prefixes.Find(pair.Namespace);
            if (known is null || known != prefix)
                Declare(pair.Name, pair.Namespace);
        }
    }

    void Declare(string prefix, string ns)
    {
        if (prefix is "xsi" or "xsd" || ns is XmlNames.Xsi or XmlNames.Xsd)
            _state.IsUsual = false;
        if (_state.Prefixes.Declare(prefix, ns, Top.Outside))
            WriteDeclaration(prefix, ns);
    }

    void WriteDeclaration(string prefix, string ns)
    {
        _out.Write(" xmlns"u8);
        if (prefix.Length > 0)
        {
            _out.Put((byte)':');
            WriteUtf8(prefix);
        }
        _out.Write("=\""u8);
        XmlEscape.Write(ref _out, ns, XmlEscaping.StrictAttribute);
        _out.Put((byte)'"');
    }

    readonly ref XmlFrame Top => ref _state.Frames[_state.Count - 1];

    /// <summary>Ends the start tag of the innermost element.</summary>
    void CloseStart()
    {
        if (_tag == Tag.Closed)
            return;
        WriteDue();
        _out.Put((byte)'>');
        _tag = Tag.Closed;
    }

    void WriteDue()
    {
        if (_tag != Tag.Due)
            return;
        while (_state.Prefixes.NextDue(Top.Outside, out string prefix, out string ns))
            WriteDeclaration(prefix, ns);
        _tag = Tag.Open;
    }

    void BreakLine()
    {
        if (_break > 0 && _out.Position > 0)
            _out.Write(_line.AsSpan(0, _break));
    }

    void WriteName(string prefix, string name)
    {
        if (prefix.Length > 0)
        {
            WriteUtf8(prefix);
            _out.Put((byte)':');
        }
        WriteUtf8(name);
    }

    void WriteUtf8(string text)
    {
        int most = Encoding.UTF8.GetMaxByteCount(text.Length);
        _out.Advance(Encoding.UTF8.GetBytes(text, MemoryMarshal.CreateSpan(ref _out.Reserve(most), most)));
    }

    /// <summary>Closes the innermost element; one without content as &lt;a /&gt;.</summary>
    void EndTag()
    {
        ref var frame = ref Top;
        int inner = _break;
        _plain = frame.Plain;
        _break = frame.Break;
        _depth--;
        if (_tag != Tag.Closed)
        {
            WriteDue();
            Unsafe.WriteUnaligned(ref _out.Reserve(4), 0x003E2F20);
            _out.Advance(3);
            _tag = Tag.Closed;
        }
        else
        {
            int line = inner == 0 ? 0 : inner - _profile.IndentSize;
            if (frame.Prefix.Length == 0)
            {
                var place = frame.Place;
                ref byte to = ref _out.Reserve(line + place.CloseLength + Room);
                if (line <= 32)
                    Vector256.LoadUnsafe(ref MemoryMarshal.GetArrayDataReference(_line)).StoreUnsafe(ref to);
                else
                    _line.AsSpan(0, line).CopyTo(MemoryMarshal.CreateSpan(ref to, line));
                CopyTag(ref Unsafe.Add(ref to, line), place.Close, place.CloseLength);
                _out.Advance(line + place.CloseLength);
            }
            else
            {
                _out.Write(_line.AsSpan(0, line));
                _out.Write("</"u8);
                WriteName(frame.Prefix, frame.Place.Name);
                _out.Put((byte)'>');
            }
        }
        _state.Prefixes.Restore(frame.Outside);
        _state.Count--;
    }

    /// <summary>An attribute of the open start tag; its prefix is the namespace's, or a new one.</summary>
    void WriteAttribute(string name, string ns, string value)
    {
        BeginAttribute(name, ns);
        XmlEscape.Write(ref _out, value, XmlEscaping.StrictAttribute);
        _out.Put((byte)'"');
    }

    void BeginAttribute(string name, string ns, string? wanted = null)
    {
        if (_tag == Tag.Closed)
            throw new NotSupportedException($"The attribute '{name}' comes after content of its element.");
        string prefix = "";
        if (ns == XmlNames.Xml)
        {
            prefix = "xml";
        }
        else if (ns.Length > 0)
        {
            prefix = wanted is { Length: > 0 } && (_state.Prefixes.NamespaceOf(wanted) ?? ns) == ns ? wanted
                : _state.Prefixes.Find(ns) is { Length: > 0 } known ? known : _state.Prefixes.Generate();
            if (_state.Prefixes.Use(prefix, ns, Top.Outside))
                _tag = Tag.Due;
            // From here on this prefix is the one that elements of the namespace take.
            if (ns == Top.Place.Namespace)
                _plain = -1;
        }
        _out.Put((byte)' ');
        WriteName(prefix, name);
        _out.Put((byte)'=');
        _out.Put((byte)'"');
        _out.Reserve(Room);
    }

    /// <summary>xsi:type="q1:guid"</summary>
    void WriteType(XmlTypeName type)
    {
        string? prefix = type.Namespace.Length == 0 ? "" : _state.Prefixes.Find(type.Namespace);
        if (prefix is null)
        {
            prefix = _state.Prefixes.NextAlias(_state.Used);
            Declare(prefix, type.Namespace);
        }
        WriteAttribute("type", XmlNames.Xsi, prefix.Length == 0 ? type.Name : prefix + ":" + type.Name);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void Enter()
    {
        if (++_depth > _profile.MaxDepth || (_depth & 15) == 0)
            CheckDepth();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly void CheckDepth()
    {
        if (_depth > _profile.MaxDepth)
            throw new NotSupportedException(
                $"The value nests deeper than {_profile.MaxDepth} levels, or contains itself. Raise Limits.MaxDepth; XML has no references.");
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new NotSupportedException($"The value nests deeper, {_depth} levels so far, than the thread's stack allows.");
    }
}
