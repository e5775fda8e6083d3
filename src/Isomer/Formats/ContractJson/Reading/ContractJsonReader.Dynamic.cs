using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.Serialization;
using System.Xml;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Tabular;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// Values of which the declared type does not say what they are. An object is of the type that <c>__type</c> names, out of
/// those that are known; other values are what their text looks like.
/// </summary>
internal sealed unsafe partial class ContractJsonReader
{
    public override object? Dynamic(TypeModel declared)
    {
        byte next = Peek();
        if (next == (byte)'n' && ContractRefusedException.WhyNotEvenNull(declared) is null)
        {
            ReadNull();
            return null;
        }
        ContractRefusedException.Check(declared);
        // Not being a scalar of the contracts, it may have a type, which there is none of.
        if (declared.Type == typeof(XmlQualifiedName) && next == (byte)'{' && HasTypeName())
            throw Error("An object of another type stands where a qualified name is expected.");
        if (declared.Type == typeof(XmlQualifiedName))
            return _key ? ReadNameKey(Content()) : ReadName(Content());
        switch (ContractInfo.Of(declared.Type).Kind)
        {
            case ContractKind.Xml:
                return ReadXml(declared.Type);
            case ContractKind.Entries:
                return ReadDeclaredEntries(declared);
            default:
                object? value = ReadAny(next, declared);
                return value is null || declared.Type.IsInstanceOfType(value) ? value
                    : throw Error($"A value of the type '{value.GetType()}' cannot stand where '{declared.Type}' is declared.");
        }
    }

    /// <summary>As a name it is the text for people: namespace:name.</summary>
    static XmlQualifiedName ReadNameKey(string text)
    {
        int colon = text.LastIndexOf(':');
        return colon < 0 ? new XmlQualifiedName(text) : new XmlQualifiedName(text[(colon + 1)..], text[..colon]);
    }

    static XmlQualifiedName ReadName(string text)
    {
        text = text.Trim();
        int colon = text.IndexOf(':');
        return text.Length == 0
            ? XmlQualifiedName.Empty
            : colon < 0 ? new XmlQualifiedName(text) : new XmlQualifiedName(text[..colon], text[(colon + 1)..]);
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Told)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Told)]
    object? ReadAny(byte next, TypeModel declared)
    {
        switch (next)
        {
            case (byte)'"':
                return String();
            case (byte)'{':
                return HasTypeName() ? ReadNamedObject(declared) : ReadUnnamedObject();
            case (byte)'[':
                return Value<object[]>(_profile.Convention);
            default:
                return ReadNumber();
        }
    }

    object ReadNamedObject(TypeModel declared)
    {
        int at = _position;
        if (TryKnownName(declared, out var known))
        {
            _opened = true;
            return ReadKnown(known, declared);
        }
        string name = ReadTypeName();
        _opened = true;
        return ReadNamed(name, declared, at);
    }

    /// <summary>The value of a model that is an object's own: nothing stands for it.</summary>
    object ReadKnown(TypeModel model, TypeModel declared) =>
        declared is SurrogateModel ? ExactValue(model) : _profile.Convention.Deserialized(ExactValue(model), declared.Type);

    /// <summary>The original makes an object of it that has nothing of what stands here.</summary>
    object ReadUnnamedObject()
    {
        int at = _position;
        _position++;
        bool isEmpty = Peek() == (byte)'}';
        _position = at;
        if (!isEmpty && !_profile.Options.AllowsLosses)
            throw Error(
                $"An object that does not name its type stands where none is declared: its members would be lost. {nameof(ContractJsonOptions)}.{nameof(ContractJsonOptions.AllowsLosses)} accepts that.");
        SkipValue();
        return new object();
    }

    /// <summary>The least of int, long, decimal and double that the text is one of; or a truth value.</summary>
    object ReadNumber()
    {
        string text = Token();
        if (text is "true" or "false")
            return text == "true";
        if (int.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out int small))
            return small;
        if (long.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out long large))
            return large;
        // What is too small for a decimal is none, though it parses as zero.
        if (decimal.TryParse(text, Number, CultureInfo.InvariantCulture, out decimal money)
            && (money != 0 || !double.TryParse(text, Number, CultureInfo.InvariantCulture, out double tiny) || tiny == 0))
            return money;
        return text switch
        {
            "INF" => double.PositiveInfinity,
            "-INF" => double.NegativeInfinity,
            _ => double.TryParse(text, Number, CultureInfo.InvariantCulture, out double value)
                ? value
                : throw Error($"'{text}' is not a number."),
        };
    }

    /// <summary>The value of the type that was named, whose opening brace and __type have been taken.</summary>
    object ReadNamed(string typeName, TypeModel declared, int at)
    {
        var (name, ns) = SplitTypeName(typeName);
        if (_scope.Find(name, ns, declared.Type) is not { } type)
            throw new WireFormatException($"'{typeName}' is not a known type.") { Offset = at };
        if (!declared.Type.IsAssignableFrom(type))
            throw new WireFormatException($"'{typeName}' cannot stand where '{declared.Type}' is declared.") { Offset = at };
        if (type == typeof(DateTimeOffset))
            return DateTimeOffset();
        if (ContractInfo.Of(type).Kind == ContractKind.Entries)
            return ReadEntries(type);
        var model = _profile.Convention.ModelOf(type);
        if (model is not (ObjectModel or SurrogateModel))
            throw new WireFormatException($"'{typeName}' is not the name of an object.") { Offset = at };
        // What it stands for may be of another type than it itself.
        if (model is SurrogateModel { Surrogate: IReplacing replacing, Carrier: var carrier })
            return replacing.Replace(ExactValue(carrier));
        if (model is ObjectModel && model != declared)
            Answer(declared, at, model);
        return ReadKnown(model, declared);
    }

    /// <summary>An object of two members, whichever comes first.</summary>
    public override DateTimeOffset DateTimeOffset()
    {
        Peek();
        int at = _position;
        if (!_opened)
        {
            if (_key)
            {
                string text = Content();
                return System.DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.None, out var key)
                    ? key
                    : throw NotOf(text, "a date with an offset", at);
            }
            if (Peek() == (byte)'{' && HasTypeName())
            {
                if (ReadTypeName() is var name
                    && name is not ("DateTimeOffset:#System" or "DateTimeOffset:" + ContractInfo.Defaults + "System"))
                    throw new WireFormatException($"'{name}' cannot stand where a DateTimeOffset is declared.") { Offset = at };
            }
            else
            {
                Expect((byte)'{');
            }
        }
        _opened = false;
        DateTime? moment = null;
        int? minutes = null;
        for (bool first = true; NextName(first); first = false)
        {
            if (NameIs("DateTime"u8) && moment is null)
                moment = DateTime();
            else if (NameIs("OffsetMinutes"u8) && minutes is null)
                minutes = Int16();
            else if (NameIs("DateTime"u8) || NameIs("OffsetMinutes"u8))
                throw Error("A member of a DateTimeOffset comes twice.");
            else
                SkipValue();
        }
        if (moment is not { } utc || minutes is not { } offset)
            throw new WireFormatException("A DateTimeOffset has the members 'DateTime' and 'OffsetMinutes'.") { Offset = at };
        try
        {
            // A format of one's own may not say the kind: then the moment is the local one of the offset.
            var shift = System.TimeSpan.FromMinutes(offset);
            return utc.Kind == DateTimeKind.Unspecified
                ? new DateTimeOffset(utc, shift)
                : new DateTimeOffset(utc.ToUniversalTime()).ToOffset(shift);
        }
        catch (ArgumentException e)
        {
            throw new WireFormatException("The moment and its offset are no DateTimeOffset.", e) { Offset = at };
        }
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Told)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Told)]
    object ReadXml(Type type)
    {
        int at = _position;
        string text = Content();
        try
        {
            bool isNamed = IsNamed(text, type, out var named);
            // A table or set is read here as what its root says that it is; another type, or one that is not known, has its refusal below.
            if (TableXml.Is(named ?? type) && type.IsAssignableFrom(named ?? type) && (!isNamed || named is not null) && !IsNil(text))
            {
                using var reader = ReaderOf(text);
                var tables = SelfSerializing.OfXml(named ?? type);
                TableXml.Read(tables, reader, _profile.Convention, _profile.KnownTypes, keepsWhite: true);
                return tables;
            }
            return ContractXml.FromText(text, type, named is not null && named != type ? _profile.XmlKnowing(named) : _profile.Xml)!;
        }
        catch (Exception e) when (e is XmlException or SerializationException)
        {
            throw new WireFormatException($"The XML of a '{type}' is refused: {e.Message}", e) { Offset = at };
        }
    }

    static XmlReader ReaderOf(string text) =>
        XmlReader.Create(new StringReader(text),
            new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null, CheckCharacters = false });

    /// <summary>
    /// Whether the text's root says that there is no value: then it is read as any other document, which gives null for it.
    /// </summary>
    static bool IsNil(string text)
    {
        if (!text.Contains(":nil", StringComparison.Ordinal))
            return false;
        using var reader = ReaderOf(text);
        return reader.MoveToContent() == XmlNodeType.Element
            && reader.GetAttribute("nil", XmlNamespaces.SchemaInstanceUri)?.Trim() is "true" or "1";
    }

    /// <summary>Whether the text's root names a type, and which that is, if it is known here.</summary>
    bool IsNamed(string text, Type type, out Type? named)
    {
        named = null;
        if (!text.Contains(":type", StringComparison.Ordinal))
            return false;
        using var reader = ReaderOf(text);
        if (reader.MoveToContent() != XmlNodeType.Element || reader.GetAttribute("type", XmlNamespaces.SchemaInstanceUri) is not { } name)
            return false;
        int colon = name.IndexOf(':', StringComparison.Ordinal);
        string ns = reader.LookupNamespace(colon < 0 ? "" : name[..colon]) ?? "";
        named = _scope.Find(XmlConvert.DecodeName(name[(colon + 1)..])!, ns, type);
        return true;
    }

    object ReadDeclaredEntries(TypeModel declared)
    {
        if (Peek() != (byte)'{' || !HasTypeName())
        {
            Expect((byte)'{');
            _opened = true;
            return ReadEntries(declared.Type);
        }
        int at = _position;
        string name = ReadTypeName();
        _opened = true;
        return ContractJsonContract.Of(declared).IsNamed(name) ? ReadEntries(declared.Type) : ReadNamed(name, declared, at);
    }

    /// <summary>ISerializable: entries of whatever they look like, given to the type's own constructor.</summary>
    object ReadEntries(Type type)
    {
        _opened = false;
        var constructor = SelfSerializing.OfEntries(type);
        Enter();
        var any = _profile.Convention.ModelOf(typeof(object));
        _scope.Open(ContractJsonContract.Of(_profile.Convention.ModelOf(type)), _depth);
#pragma warning disable SYSLIB0050 // the pattern is what is being read
        var entries = new SerializationInfo(type, new FormatterConverter());
        var seen = new HashSet<string>(StringComparer.Ordinal);
        for (bool first = true; NextName(first); first = false)
        {
            string name = XmlConvert.DecodeName(NameText());
            if (!seen.Add(name))
                throw Error($"The entry '{name}' comes twice.");
            object? entry = Dynamic(any);
            entries.AddValue(name, entry, entry?.GetType() ?? typeof(object));
        }
        _scope.Close(_depth);
        _depth--;
        object value = SelfSerializing.Make(constructor, entries);
        foreach (var callback in CallbackMethods.OfContract(type).Read)
            callback.CallBack(value);
        return value is IObjectReference reference ? reference.GetRealObject(new StreamingContext(StreamingContextStates.All)) : value;
#pragma warning restore SYSLIB0050
    }
}
