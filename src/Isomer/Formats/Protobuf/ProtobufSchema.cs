using System.Globalization;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Prints models as a .proto file. Presence is where it is in .NET: of nullables and strings. What has no type of its own in
/// protobuf (dates of level 200, decimals, Guids) becomes the messages of bcl.proto, defined in the file itself.
/// </summary>
internal sealed class ProtobufSchema(ProtobufSyntax syntax, ProtobufOptions options)
{
    readonly Dictionary<Type, string> _names = [];
    readonly SortedDictionary<string, string> _definitions = new(StringComparer.Ordinal);
    readonly HashSet<string> _taken = new(StringComparer.Ordinal);
    readonly SortedSet<string> _imports = new(StringComparer.Ordinal);

    public void Add(TypeModel model)
    {
        var root = ProtobufRoot.Of(model, options);
        if (root.Kind == ProtobufKind.Message)
            NameOf((ObjectModel)root.Core);
        else
            Define(Unique(CleanName(model.Type) + "Root"), text => Field(text, root, root.Facts with { SchemaName = "value" }, "value"));
    }

    public string Print(string? package)
    {
        var text = new StringBuilder(syntax switch
        {
            ProtobufSyntax.Proto2 => "syntax = \"proto2\";\n",
            ProtobufSyntax.Proto3 => "syntax = \"proto3\";\n",
            _ => "edition = \"2023\";\n",
        });
        if (package is not null)
            text.Append("package ").Append(package).Append(";\n");
        foreach (string import in _imports)
            text.Append("import \"").Append(import).Append("\";\n");
        // Closed in .NET, they are not: any number may stand there.
        if (syntax == ProtobufSyntax.Edition2023)
            text.Append("option features.repeated_field_encoding = EXPANDED;\n");
        foreach (string definition in _definitions.Values)
            text.Append('\n').Append(definition);
        return text.ToString();
    }

    string Define(string name, Action<StringBuilder> body, string kind = "message")
    {
        // Taken before the body is made: it may name itself.
        _definitions[name] = "";
        var text = new StringBuilder();
        text.Append(kind).Append(' ').Append(name).Append(" {\n");
        body(text);
        _definitions[name] = text.Append("}\n").ToString();
        return name;
    }

    /// <summary>The name of a message; defined when it is asked for first. A derived type has those fields that it adds.</summary>
    string NameOf(ObjectModel model)
    {
        var facts = model.Details as ProtobufTypeFacts ?? throw new NotSupportedException($"'{model.Type}' is not seen under a Protobuf convention, so it has no schema.");
        // Wherever a derived type stands, it is its root base that is written.
        return Layer((ObjectModel)model.Convention.ModelOf(facts.Layers[0].Type));
    }

    string Layer(ObjectModel model)
    {
        if (_names.TryGetValue(model.Type, out string? known))
            return known;
        var facts = (ProtobufTypeFacts)model.Details!;
        string name = _names[model.Type] = Unique(facts.Name is { } given && IsIdentifier(given) ? given : CleanName(model.Type));
        return Define(name, text =>
        {
            Reserved(text, facts);
            var table = ProtobufTable.Of(model);
            var used = new HashSet<string>(StringComparer.Ordinal);
            int own = facts.Layers.Length - 1;
            var oneOfs = new Dictionary<string, StringBuilder>(StringComparer.Ordinal);
            for (int i = 0; i < table.Records.Length; i++)
            {
                var field = table.Records[i].Field;
                if (table.LayerOf[i] != own || field.Encoding == ProtobufEncoding.Raw)
                    continue;
                string member = UniqueIn(used, field.Facts.SchemaName is { } s && IsIdentifier(s) ? s : CleanMember(model.Members[i].ClrName));
                if (field.Facts.OneOf is { } oneOf && field.Kind is ProtobufKind.Scalar or ProtobufKind.Message)
                {
                    var inner = oneOfs.TryGetValue(oneOf, out var there) ? there : oneOfs[oneOf] = new StringBuilder();
                    inner.Append("    ").Append(TypeOf(field)).Append(' ').Append(member).Append(CultureInfo.InvariantCulture, $" = {field.Number};\n");
                    continue;
                }
                Field(text, field, field.Facts, member, model.Members[i].Default);
            }
            foreach (var (oneOf, inner) in oneOfs)
                text.Append("  oneof ").Append(CleanMember(oneOf)).Append(" {\n").Append(inner).Append("  }\n");
            var includes = facts.Layers[own].Includes;
            if (includes.IsEmpty)
                return;
            text.Append("  oneof ").Append(UniqueIn(used, "subtype")).Append(" {\n");
            foreach (var include in includes)
            {
                string derived = Layer((ObjectModel)model.Convention.ModelOf(include.Type));
                text.Append(CultureInfo.InvariantCulture, $"    {derived} {UniqueIn(used, derived)} = {include.Number};\n");
            }
            text.Append("  }\n");
        });
    }

    void Reserved(StringBuilder text, ProtobufTypeFacts facts)
    {
        foreach (var reserved in facts.Reserved)
            text.Append("  reserved ").Append(reserved.Name is { } name ? syntax == ProtobufSyntax.Edition2023 ? name : $"\"{name}\""
                : reserved.From == reserved.To ? reserved.From.ToString(CultureInfo.InvariantCulture)
                : string.Create(CultureInfo.InvariantCulture, $"{reserved.From} to {reserved.To}")).Append(";\n");
    }

    void Field(StringBuilder text, ProtobufField field, ProtobufMemberFacts facts, string name, object? constant = null)
    {
        string number = field.Number.ToString(CultureInfo.InvariantCulture);
        switch (field.Kind)
        {
            case ProtobufKind.Map or ProtobufKind.Sequence when field.CollectionWrap != ProtobufWrap.None:
                Group(field.CollectionWrap);
                text.Append(CultureInfo.InvariantCulture, $"  {Label(true)}{WrapperOf(field, name)} {name} = {number}{Delimited(field.CollectionWrap)};\n");
                return;
            case ProtobufKind.Map when IsMapKey(field.Key.Field) && IsMapValue(field.Value.Field) && field.Whole.Tag is var tag && (tag & 7) == 2:
                text.Append(CultureInfo.InvariantCulture, $"  map<{TypeOf(field.Key.Field)}, {TypeOf(field.Value.Field)}> {name} = {number};\n");
                return;
            case ProtobufKind.Map:
                Group((field.Whole.Tag & 7) == 3 ? ProtobufWrap.Group : ProtobufWrap.None);
                text.Append(CultureInfo.InvariantCulture, $"  repeated {EntryOf(field, name)} {name} = {number};\n");
                return;
            case ProtobufKind.Sequence:
                var item = field.Item.Field;
                Group(item.WireType == 3 ? ProtobufWrap.Group : item.ValueWrap);
                string packing = !item.IsPackable ? "" : syntax == ProtobufSyntax.Edition2023
                    ? field.IsPacked ? " [features.repeated_field_encoding = PACKED]" : ""
                    : field.IsPacked ? " [packed = true]" : " [packed = false]";
                text.Append(CultureInfo.InvariantCulture, $"  repeated {TypeOf(item)} {name} = {number}{packing}{Delimited(item.WireType == 3 ? ProtobufWrap.Group : item.ValueWrap)};\n");
                return;
        }
        Group(field.WireType == 3 ? ProtobufWrap.Group : field.ValueWrap);
        bool message = field.Kind == ProtobufKind.Message || field.ValueWrap != ProtobufWrap.None || field.WireType == 3 || IsMessage(field);
        bool presence = message || field.IsOptional || field.Core is ScalarModel { Scalar: Scalar.String or Scalar.Bytes } || !facts.OmitsZero;
        string label = syntax == ProtobufSyntax.Proto2 && facts.IsRequired && !field.IsOptional ? "required " : Label(message || !presence);
        string extra = syntax == ProtobufSyntax.Edition2023 && !presence ? " [features.field_presence = IMPLICIT]" : Delimited(field.WireType == 3 ? ProtobufWrap.Group : field.ValueWrap);
        if (constant is not null && syntax != ProtobufSyntax.Proto3 && extra.Length == 0 && DefaultOf(field, constant) is { } value)
            extra = $" [default = {value}]";
        text.Append(CultureInfo.InvariantCulture, $"  {label}{TypeOf(field)} {name} = {number}{extra};\n");
    }

    string Label(bool message) => syntax switch
    {
        ProtobufSyntax.Proto2 => "optional ",
        ProtobufSyntax.Proto3 => message ? "" : "optional ",
        _ => "",
    };

    string Delimited(ProtobufWrap wrap) => wrap == ProtobufWrap.Group ? " [features.message_encoding = DELIMITED]" : "";

    /// <summary>Only an edition has groups that are no more than an encoding.</summary>
    void Group(ProtobufWrap wrap)
    {
        if (wrap == ProtobufWrap.Group && syntax != ProtobufSyntax.Edition2023)
            throw new NotSupportedException($"A group has no form in {syntax} that other names and types allow. Ask for ProtobufSyntax.Edition2023.");
    }

    string? DefaultOf(ProtobufField field, object value) => value switch
    {
        string text => "\"" + text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal) + "\"",
        bool truth => truth ? "true" : "false",
        Enum => null,
        IFormattable number when !IsMessage(field) && field.Core is ScalarModel => number.ToString(null, CultureInfo.InvariantCulture),
        _ => null,
    };

    static bool IsMapKey(ProtobufField field) => field.Core is ScalarModel { Scalar: Scalar.String or Scalar.Boolean or Scalar.SByte or Scalar.Byte or Scalar.Int16 or Scalar.UInt16 or Scalar.Int32 or Scalar.UInt32 or Scalar.Int64 or Scalar.UInt64 };

    static bool IsMapValue(ProtobufField field) => field.Kind is ProtobufKind.Scalar or ProtobufKind.Message && field.WireType != 3 && field.ValueWrap == ProtobufWrap.None;

    /// <summary>A message {1: items} around a collection.</summary>
    string WrapperOf(ProtobufField field, string name) => Define(Unique(Capital(name) + "Wrapper"), text =>
    {
        var inner = new ProtobufField(field.Name, field.Core, field.Facts with { Number = 1, CollectionWrap = ProtobufWrap.None });
        Field(text, inner, inner.Facts, "items");
    });

    string EntryOf(ProtobufField field, string name) => Define(Unique(Capital(name) + "Pair"), text =>
    {
        Field(text, field.Key.Field, field.Key.Field.Facts, "key");
        Field(text, field.Value.Field, field.Value.Field.Facts, "value");
    });

    string TypeOf(ProtobufField field)
    {
        if (field.ValueWrap != ProtobufWrap.None)
            return Define(Unique(Capital(field.Core.Type.Name.Replace("`", "", StringComparison.Ordinal)) + "Value"), text => Field(text, field.Inner.Field, field.Inner.Field.Facts with { SchemaName = "value" }, "value"));
        if (field.Kind is ProtobufKind.Sequence or ProtobufKind.Map)
            return WrapperOf(field, CleanName(field.Core.Type));
        if (field.Core is ObjectModel model)
            return NameOf(model);
        if (field.Core is EnumModel e)
            return NameOf(e);
        return ScalarName(((ScalarModel)field.Core).Scalar, field.Encoding);
    }

    static bool IsMessage(ProtobufField field) => field.Core is ScalarModel { Scalar: var scalar } && scalar switch
    {
        Scalar.DateTime or Scalar.TimeSpan => field.Encoding != ProtobufEncoding.Fixed,
        Scalar.DateTimeOffset => true,
        Scalar.Decimal or Scalar.Guid => field.Encoding == ProtobufEncoding.Bcl,
        _ => false,
    };

    string ScalarName(Scalar scalar, ProtobufEncoding encoding) => scalar switch
    {
        Scalar.Boolean => "bool",
        Scalar.SByte or Scalar.Int16 or Scalar.Int32 => encoding switch { ProtobufEncoding.ZigZag => "sint32", ProtobufEncoding.Fixed => "sfixed32", _ => "int32" },
        Scalar.Int64 or Scalar.IntPtr => encoding switch { ProtobufEncoding.ZigZag => "sint64", ProtobufEncoding.Fixed => "sfixed64", _ => "int64" },
        Scalar.Byte or Scalar.UInt16 or Scalar.UInt32 => encoding == ProtobufEncoding.Fixed ? "fixed32" : "uint32",
        Scalar.Char => "uint32",
        Scalar.UInt64 or Scalar.UIntPtr => encoding == ProtobufEncoding.Fixed ? "fixed64" : "uint64",
        Scalar.DateOnly => "int32",
        Scalar.TimeOnly => "int64",
        Scalar.Half or Scalar.Single => "float",
        Scalar.Double => "double",
        Scalar.String => "string",
        Scalar.DateTime when encoding == ProtobufEncoding.Fixed => "sfixed64",
        Scalar.TimeSpan when encoding == ProtobufEncoding.Fixed => "sfixed64",
        Scalar.DateTime when encoding == ProtobufEncoding.WellKnown => WellKnown("Timestamp", "timestamp"),
        Scalar.TimeSpan when encoding == ProtobufEncoding.WellKnown => WellKnown("Duration", "duration"),
        Scalar.DateTime => Bcl("BclDateTime", "  sint64 value = 1;\n  int32 scale = 2;\n  int32 kind = 3;\n"),
        Scalar.TimeSpan => Bcl("BclTimeSpan", "  sint64 value = 1;\n  int32 scale = 2;\n"),
        Scalar.DateTimeOffset => Bcl("BclDateTimeOffset", "  int64 seconds = 1;\n  int32 nanos = 2;\n  sint32 offset_minutes = 3;\n"),
        Scalar.Decimal when encoding == ProtobufEncoding.Text => "string",
        Scalar.Decimal => Bcl("BclDecimal", "  uint64 lo = 1;\n  uint32 hi = 2;\n  uint32 sign_scale = 3;\n"),
        Scalar.Guid when encoding == ProtobufEncoding.Text => "string",
        Scalar.Guid when encoding == ProtobufEncoding.GuidBytes => "bytes",
        Scalar.Guid => Bcl("BclGuid", "  fixed64 lo = 1;\n  fixed64 hi = 2;\n"),
        _ => "bytes",
    };

    string WellKnown(string name, string file)
    {
        _imports.Add($"google/protobuf/{file}.proto");
        return "google.protobuf." + name;
    }

    string Bcl(string name, string fields)
    {
        if (_taken.Add(name))
            _definitions[name] = $"message {name} {{\n{(syntax == ProtobufSyntax.Proto2 ? fields.Replace("  ", "  optional ", StringComparison.Ordinal) : fields)}}}\n";
        return name;
    }

    string NameOf(EnumModel model)
    {
        if (_names.TryGetValue(model.Type, out string? known))
            return known;
        string name = _names[model.Type] = Unique(CleanName(model.Type));
        var values = model.Named.DistinctBy(v => v.Name).ToList();
        // Those beyond 32 bits cannot be named, but they travel. A proto3 enum begins with zero.
        var named = values.Where(v => v.Value is >= int.MinValue and <= int.MaxValue).ToList();
        var text = new StringBuilder();
        if (named.GroupBy(v => v.Value).Any(g => g.Count() > 1))
            text.Append("  option allow_alias = true;\n");
        if (syntax != ProtobufSyntax.Proto2 && named.All(v => v.Value != 0) || named.Count == 0)
            text.Append("  ").Append(Unique("ZERO_" + name)).Append(" = 0;\n");
        foreach (var (value, number) in named.OrderBy(v => v.Value == 0 ? 0 : 1))
            text.Append(CultureInfo.InvariantCulture, $"  {Unique(_taken.Contains(value) ? name + "_" + value : value)} = {number};\n");
        _definitions[name] = $"enum {name} {{\n{text}}}\n";
        return name;
    }

    string Unique(string name) => UniqueIn(_taken, name);

    static string UniqueIn(HashSet<string> taken, string name)
    {
        string result = name;
        for (int i = 2; !taken.Add(result); i++)
            result = name + i.ToString(CultureInfo.InvariantCulture);
        return result;
    }

    static string CleanName(Type type) => Clean(PlainSubtypes.NameFor(type));

    static string CleanMember(string name) => Clean(name);

    static string Clean(string name)
    {
        var text = new StringBuilder();
        foreach (char c in name)
            text.Append(char.IsAsciiLetterOrDigit(c) || c == '_' ? c : '_');
        string clean = text.ToString().Trim('_');
        return clean.Length == 0 ? "X" : char.IsAsciiLetter(clean[0]) ? clean : "X" + clean;
    }

    static string Capital(string name) => char.ToUpperInvariant(name[0]) + name[1..];

    static bool IsIdentifier(string name) => Clean(name) == name;
}
