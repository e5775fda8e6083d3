using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using System.Xml;
using Isomer.Nodes;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// Nodes as an envelope, which <see cref="SoapNodes"/> reads back as the same nodes: objects with <c>"$type"</c> under its name, other
/// objects as Hashtables and arrays as arrays of anyType, which every reader of these envelopes knows without a type of anyone's. Objects
/// stand in their place, and refer to one another by <c>"$id"</c> and <c>"$ref"</c>.
/// </summary>
/// <remarks>
/// Within an object that has a type, one that has none is a struct, of which the class knows what it is; its texts do not say that they
/// are.
/// </remarks>
internal ref struct SoapNodeWriter
{
    const string Table = "System.Collections.Hashtable", ArrayName = "SOAP-ENC:Array";

    OutputBuffer _out;
    readonly int _maxDepth;
    readonly HashSet<string> _ids, _references;
    int _depth;
    int _prefixes;

    SoapNodeWriter(int maxDepth)
    {
        _maxDepth = maxDepth;
        (_ids, _references) = (new(StringComparer.Ordinal), new(StringComparer.Ordinal));
        _out.Begin(default);
    }

    public static byte[] Write(Node? node, int maxDepth)
    {
        if (node is null)
            throw new NotSupportedException("SOAP has no envelope for null: SoapFormatter refuses it too. Write an object that holds it.");
        var writer = new SoapNodeWriter(maxDepth);
        try
        {
            writer._out.Write(SoapSink.Opening);
            writer.Top(node);
            writer._out.Write("</SOAP-ENV:Body>\r\n</SOAP-ENV:Envelope>\r\n"u8);
            writer._references.ExceptWith(writer._ids);
            foreach (string id in writer._references)
                throw new NotSupportedException($"A node refers to '{id}', which no \"$id\" gives.");
            return writer._out.ToArray();
        }
        finally
        {
            writer._out.Dispose();
        }
    }

    /// <summary>The root: its element's name is its type.</summary>
    void Top(Node node)
    {
        switch (node)
        {
            case NodeObject { } table when IsReference(table, out _):
                throw new NotSupportedException("The root refers to another object.");
            case NodeObject { } table when table.TryGetMember("$values", out var items) && items is NodeArray array:
                Array(ArrayName, ItemsOf(array), IdOf(table) ?? "ref-1");
                break;
            case NodeObject table:
                string type = TypeOf(table) ?? Table;
                string name = Qualified(type, out string declaration);
                _out.Write(Encoding.UTF8.GetBytes($"<{name} id=\"{Id(IdOf(table) ?? "ref-1")}\"{declaration}>"));
                Content(table, isMap: TypeOf(table) is null);
                Close(name);
                break;
            case NodeArray array:
                Array(ArrayName, ItemsOf(array), "ref-1");
                break;
            case NodeValue { Value: var value }:
                var (of, text) = Scalar(value);
                string element = of == "xsd:string" ? "SOAP-ENC:string" : of;
                _out.Write(Encoding.UTF8.GetBytes($"<{element} id=\"ref-1\">"));
                SoapText.Write(ref _out, text);
                Close(element);
                break;
        }
    }

    /// <summary>A value under the name of a member.</summary>
    /// <param name="name">The name of its element.</param>
    /// <param name="node">The value.</param>
    /// <param name="isOfClass">Whether a class knows what it is.</param>
    void Member(string name, Node? node, bool isOfClass)
    {
        switch (node)
        {
            case null:
                _out.Write(Encoding.UTF8.GetBytes($"<{name} xsi:null=\"1\"/>\r\n"));
                break;
            case NodeObject table when IsReference(table, out string id):
                _references.Add(id);
                _out.Write(Encoding.UTF8.GetBytes($"<{name} href=\"#{Escaped(id)}\"/>\r\n"));
                break;
            case NodeObject table
                when table.TryGetMember("$values", out var items) && items is NodeArray array && table.Count == 2
                    && IdOf(table) is { } numbered:
                Array(name, ItemsOf(array), numbered);
                break;
            case NodeObject table:
                string? type = TypeOf(table);
                bool isMap = type is null && (!isOfClass || !table.Names.Any(static n => n != "$id"));
                string declaration = "";
                string? said = isMap ? Qualified(Table, out declaration) : type is null ? null : Qualified(type, out declaration);
                string? own = IdOf(table);
                _out.Write(
                    Encoding.UTF8.GetBytes(
                        $"<{name}{(own is null ? "" : $" id=\"{Id(own)}\"")}{(said is null ? "" : $" xsi:type=\"{said}\"")}{declaration}>"));
                Content(table, isMap);
                Close(name);
                break;
            case NodeArray array:
                Array(name, ItemsOf(array), null);
                break;
            case NodeValue { Value: string text } when isOfClass:
                Text($"<{name}>", text, name);
                break;
            case NodeValue { Value: var value }:
                var (of, written) = Scalar(value);
                Text($"<{name} xsi:type=\"{of}\">", written, name);
                break;
        }
    }

    void Text(string open, string text, string name)
    {
        _out.Write(Encoding.UTF8.GetBytes(open));
        SoapText.Write(ref _out, text);
        Close(name);
    }

    void Close(string name) => _out.Write(Encoding.UTF8.GetBytes($"</{name}>\r\n"));

    void Open()
    {
        if (++_depth > _maxDepth)
            throw new NotSupportedException($"Nodes nest deeper than {nameof(Limits)}.{nameof(Limits.MaxDepth)} ({_maxDepth}) allows.");
        if ((_depth & 15) == 0 && !RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new NotSupportedException("Nodes nest deeper than the stack of this thread allows.");
    }

    void Content(NodeObject table, bool isMap)
    {
        Open();
        // Nothing at all stands in an object that has no members: a line would be its text.
        if (isMap || table.Names.Any(static n => n is not ("$type" or "$id")))
            _out.Write("\r\n"u8);
        if (isMap)
            Entries(table);
        else
            Members(table);
        _depth--;
    }

    void Members(NodeObject table)
    {
        foreach (var (name, value) in table)
            if (name is not ("$type" or "$id"))
                Member(name.Length > 0
                    ? XmlConvert.EncodeLocalName(name)!
                    : throw new NotSupportedException("A member without a name has no element."), value, isOfClass: true);
    }

    /// <summary>A table of the framework's: of the first edition, which each of its versions reads.</summary>
    void Entries(NodeObject table)
    {
        Node?[] keys = new Node?[table.Count], values = new Node?[table.Count];
        int count = 0;
        foreach (var (name, value) in table)
            if (name != "$id")
                (keys[count], values[count++]) = (new NodeValue(name), value);
        _out.Write(
            "<LoadFactor>0.72</LoadFactor>\r\n<Version>1</Version>\r\n<Comparer xsi:null=\"1\"/>\r\n<HashCodeProvider xsi:null=\"1\"/>\r\n<HashSize>3</HashSize>\r\n"u8);
        Array("Keys", keys.AsSpan(0, count), null);
        Array("Values", values.AsSpan(0, count), null);
    }

    void Array(string name, ReadOnlySpan<Node?> items, string? id)
    {
        Open();
        _out.Write(
            Encoding.UTF8.GetBytes(
                $"<{name}{(id is null ? "" : $" id=\"{Id(id)}\"")}{(name == ArrayName ? "" : $" xsi:type=\"{ArrayName}\"")} SOAP-ENC:arrayType=\"xsd:anyType[{items.Length.ToString(CultureInfo.InvariantCulture)}]\">\r\n"));
        foreach (var item in items)
            Member("item", item, isOfClass: false);
        Close(name);
        _depth--;
    }

    static Node?[] ItemsOf(NodeArray array) => [.. array];

    /// <summary>A value's type and text. What XML Schema has no type for is text.</summary>
    static (string Type, string Text) Scalar(object value) => value switch
    {
        string text => ("xsd:string", text),
        bool truth => ("xsd:boolean", truth ? "true" : "false"),
        byte[] bytes => ("SOAP-ENC:base64", Convert.ToBase64String(bytes)),
        float number => ("xsd:float", XmlConvert.ToString(number)),
        double number => ("xsd:double", XmlConvert.ToString(number)),
        DateTime time => ("xsd:dateTime", XmlConvert.ToString(time, XmlDateTimeSerializationMode.RoundtripKind)),
        TimeSpan span => ("xsd:duration", SoapDurations.Write(span)),
        DateTimeOffset time => ("xsd:string", XmlConvert.ToString(time)),
        IFormattable other =>
            (SoapScalars.NameOf(value.GetType()) is { } name ? "xsd:" + name : "xsd:string",
                other.ToString(null, CultureInfo.InvariantCulture)),
        _ => ("xsd:string", value.ToString() ?? ""),
    };

    static string? TextOf(NodeObject table, string name) =>
        table.TryGetMember(name, out var node) && node is NodeValue { Value: string text } ? text : null;

    static string? TypeOf(NodeObject table) => TextOf(table, "$type");

    static string? IdOf(NodeObject table) => TextOf(table, "$id");

    static bool IsReference(NodeObject table, out string id)
    {
        id = TextOf(table, "$ref") ?? "";
        return table.Count == 1 && id.Length > 0;
    }

    string Id(string id) => _ids.Add(id) ? Escaped(id) : throw new NotSupportedException($"Two nodes have the \"$id\" '{id}'.");

    static string Escaped(string text) => System.Security.SecurityElement.Escape(text);

    /// <summary>
    /// A type's name as an element or xsi:type has it, and the declaration of its prefix: <c>Shop.Order, Shop</c> or, of mscorlib,
    /// <c>System.Collections.ArrayList</c>.
    /// </summary>
    string Qualified(string type, out string declaration)
    {
        // The names of a generic type's arguments have commas and dots too.
        int arguments = type.IndexOf('[', StringComparison.Ordinal), behind = type.LastIndexOf(']') + 1;
        int comma = type.IndexOf(',', behind);
        string? library = comma < 0 ? null : type[(comma + 1)..].Trim();
        string name = comma < 0 ? type : type[..comma];
        int dot = name.LastIndexOf('.', (arguments < 0 ? name.Length : arguments) - 1);
        string space = dot < 0 ? "" : name[..dot];
        string uri = library is null
            ? SoapNamespaces.ClrNamespace + space
            : space.Length == 0
                ? SoapNamespaces.ClrAssembly + Uri.EscapeDataString(library)
                : $"{SoapNamespaces.ClrBoth}{space}/{Uri.EscapeDataString(library)}";
        string local = XmlConvert.EncodeLocalName(name[(dot + 1)..])!;
        if (local.Length == 0)
            throw new NotSupportedException($"'{type}' is no name of a type.");
        string prefix = "a" + (++_prefixes).ToString(CultureInfo.InvariantCulture);
        declaration = $" xmlns:{prefix}=\"{Escaped(uri)}\"";
        return $"{prefix}:{local}";
    }
}
