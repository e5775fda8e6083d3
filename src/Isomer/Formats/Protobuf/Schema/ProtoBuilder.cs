using System.Globalization;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Makes a .proto file of models. Presence is where it is in .NET: of nullables and strings. What has no type of its own in
/// protobuf (dates of level 200, decimals, Guids) becomes the messages of bcl.proto, defined in the file itself; a contract
/// that is named as a message of google.protobuf is that one.
/// </summary>
internal sealed partial class ProtoBuilder
{
    const string WellKnown = "google.protobuf.";

    readonly ProtobufSyntax _syntax;
    readonly ProtobufOptions _options;
    readonly ProtoFile _file;
    readonly Dictionary<(Type, Convention), string> _names = [];
    readonly HashSet<string> _taken = new(StringComparer.Ordinal);
    readonly SortedSet<string> _imports = new(StringComparer.Ordinal);

    public ProtoBuilder(ProtobufSyntax syntax, ProtobufOptions options, string? package)
    {
        (_syntax, _options) = (syntax, options);
        _file = new ProtoFile
        {
            Path = "types",
            Syntax = syntax switch { ProtobufSyntax.Proto2 => "proto2", ProtobufSyntax.Proto3 => "proto3", _ => "2023" },
            Package = package,
        };
        // Closed in .NET, they are not: any number may stand there.
        if (syntax == ProtobufSyntax.Edition2023)
            _file.Options.Add(new ProtoOption("features.repeated_field_encoding", "EXPANDED"));
    }

    /// <summary>Adds a type and all that it is made of; returns the name of the message that its bytes are.</summary>
    public string Add(TypeModel model)
    {
        var root = ProtobufRoot.Of(model, _options);
        return root.Kind == ProtobufKind.Message
            ? NameOf((ObjectModel)root.Core)
            : Define(Unique(CleanName(model.Type) + "Root"), message => Field(message, root, root.Facts, "value")).Name;
    }

    public ProtoFile Build()
    {
        _file.Imports.Clear();
        _file.Imports.AddRange(_imports);
        _file.Messages.Sort((a, b) => string.CompareOrdinal(a.Name, b.Name));
        _file.Enums.Sort((a, b) => string.CompareOrdinal(a.Name, b.Name));
        return _file;
    }

    ProtoMessage Define(string name, Action<ProtoMessage> body)
    {
        // There before its body is made: it may name itself.
        var message = new ProtoMessage { Name = name };
        _file.Messages.Add(message);
        body(message);
        // Where the names of two fields are one in JSON (a_b and a__b), the second has its own name there, and says so.
        var taken = new HashSet<string>(StringComparer.Ordinal);
        foreach (var field in message.Fields)
            if (!taken.Add(field.Option("json_name") ?? ProtoLinker.JsonNameOf(field.Name)) && field.Option("json_name") is null)
                field.Options.Add(new ProtoOption("json_name", UniqueIn(taken, field.Name), IsText: true));
        return message;
    }

    /// <summary>The name of a message; defined when it is asked for first. A derived type has those fields that it adds.</summary>
    string NameOf(ObjectModel model)
    {
        var facts = model.Details as ProtobufTypeFacts
            ?? throw new NotSupportedException($"'{model.Type}' is not seen under a Protobuf convention, so it has no schema.");
        // Wherever a derived type stands, it is its root base that is written.
        return Layer((ObjectModel)model.Convention.ModelOf(facts.Layers[0].Type));
    }

    string Layer(ObjectModel model)
    {
        if (_names.TryGetValue((model.Type, model.Convention), out string? known))
            return known;
        var facts = (ProtobufTypeFacts)model.Details!;
        if (facts.Name is { } wellKnown && ProtoBuiltIns.FileOf(wellKnown) is { } import)
        {
            _imports.Add(import);
            return _names[(model.Type, model.Convention)] = wellKnown;
        }
        string name = _names[(model.Type, model.Convention)] =
            Unique(facts.Name is { } given && IsIdentifier(given) ? given : CleanName(model.Type));
        Define(name, message =>
        {
            message.Reserved.AddRange(facts.Reserved.Select(r => new ProtoReserved(r.From, r.To, r.Name)));
            var table = ProtobufTable.Of(model);
            var used = new HashSet<string>(StringComparer.Ordinal);
            int own = facts.Layers.Length - 1;
            for (int i = 0; i < table.Records.Length; i++)
                if (table.LayerOf[i] == own && OneOfOf(table.Records[i].Field) is { } name && used.Add(name))
                    message.OneOfs.Add(name);
            for (int i = 0; i < table.Records.Length; i++)
            {
                var field = table.Records[i].Field;
                if (table.LayerOf[i] != own || field.Encoding == ProtobufEncoding.Raw)
                    continue;
                string member = UniqueIn(used, field.Facts.SchemaName is { } s && IsIdentifier(s) ? s : Clean(model.Members[i].ClrName));
                Field(message, field, field.Facts, member, model.Members[i].Default, OneOfOf(field));
            }
            Includes(message, model, facts.Layers[own], used);
        });
        return name;
    }

    static string? OneOfOf(ProtobufField field) =>
        field.Facts.OneOf is { } group && field.Kind is ProtobufKind.Scalar or ProtobufKind.Message
            ? IsIdentifier(group) ? group : Clean(group)
            : null;

    void Includes(ProtoMessage message, ObjectModel model, ProtobufLayer layer, HashSet<string> used)
    {
        if (layer.Includes.IsEmpty)
            return;
        string oneOf = UniqueIn(used, "subtype");
        message.OneOfs.Add(oneOf);
        foreach (var include in layer.Includes)
        {
            string derived = Layer((ObjectModel)model.Convention.ModelOf(include.Type));
            var field = new ProtoField { Name = UniqueIn(used, derived), Number = include.Number, TypeName = derived, OneOf = oneOf };
            if (include.IsGroup)
                Delimit(field, ProtobufWrap.Group);
            message.Fields.Add(field);
        }
    }

    void Field(ProtoMessage message, ProtobufField field, ProtobufMemberFacts facts, string name, object? constant = null,
        string? oneOf = null)
    {
        var made = Make(field, facts, name, constant, oneOf);
        if (facts.JsonName is { } json)
            made.Options.Add(new ProtoOption("json_name", json, IsText: true));
        message.Fields.Add(made);
    }

    ProtoField Make(ProtobufField field, ProtobufMemberFacts facts, string name, object? constant, string? oneOf)
    {
        switch (field.Kind)
        {
            case ProtobufKind.Map or ProtobufKind.Sequence when field.CollectionWrap != ProtobufWrap.None:
                return Delimit(Of(field, name, (ProtoType.Unresolved, WrapperOf(field, name)), Label(true)), field.CollectionWrap);
            case ProtobufKind.Map
                when IsMapKey(field.Key.Field) && IsMapValue(field.Value.Field) && field.Whole.Tag is var tag && (tag & 7) == 2:
                return Of(field, name, TypeOf(field.Value.Field), ProtoLabel.Repeated,
                    ScalarOf((ScalarModel)field.Key.Field.Core, field.Key.Field.Encoding).Type);
            case ProtobufKind.Map:
                return Delimit(Of(field, name, (ProtoType.Unresolved, EntryOf(field, name)), ProtoLabel.Repeated),
                    (field.Whole.Tag & 7) == 3 ? ProtobufWrap.Group : ProtobufWrap.None);
            case ProtobufKind.Sequence:
                var item = field.Item.Field;
                var repeated = Of(field, name, TypeOf(item), ProtoLabel.Repeated);
                if (item.IsPackable && _syntax != ProtobufSyntax.Edition2023)
                    repeated.Options.Add(new ProtoOption("packed", field.IsPacked ? "true" : "false"));
                else if (item.IsPackable && field.IsPacked)
                    repeated.Options.Add(new ProtoOption("features.repeated_field_encoding", "PACKED"));
                return Delimit(repeated, item.WireType == 3 ? ProtobufWrap.Group : item.ValueWrap);
        }
        var group = field.WireType == 3 ? ProtobufWrap.Group : field.ValueWrap;
        bool isMessage = field.Kind == ProtobufKind.Message || field.ValueWrap != ProtobufWrap.None || field.WireType == 3
            || IsMessage(field);
        bool presence = isMessage || field.IsOptional || field.Core is ScalarModel { Scalar: Scalar.String or Scalar.Bytes }
            || !facts.OmitsZero;
        var label = oneOf is not null ? ProtoLabel.None
            : _syntax == ProtobufSyntax.Proto2 && facts.IsRequired && !field.IsOptional ? ProtoLabel.Required
            : Label(isMessage || !presence);
        var made = Delimit(Of(field, name, TypeOf(field), label, null, oneOf), group);
        if (oneOf is null && _syntax == ProtobufSyntax.Edition2023 && !presence)
            made.Options.Add(new ProtoOption("features.field_presence", "IMPLICIT"));
        else if (constant is not null && _syntax != ProtobufSyntax.Proto3 && made.Options.Count == 0
            && DefaultOf(field, constant) is { } value)
            made.Options.Add(new ProtoOption("default", value, constant is string));
        return made;
    }

    static ProtoField Of(ProtobufField field, string name, (ProtoType Type, string? Name) type, ProtoLabel label, ProtoType? key = null,
        string? oneOf = null) =>
        new() { Name = name, Number = field.Number, Type = type.Type, TypeName = type.Name, Label = label, Key = key, OneOf = oneOf };

    ProtoLabel Label(bool message) => _syntax switch
    {
        ProtobufSyntax.Proto2 => ProtoLabel.Optional,
        ProtobufSyntax.Proto3 => message ? ProtoLabel.None : ProtoLabel.Optional,
        _ => ProtoLabel.None,
    };

    /// <summary>Only an edition has groups that are no more than an encoding.</summary>
    ProtoField Delimit(ProtoField field, ProtobufWrap wrap)
    {
        if (wrap != ProtobufWrap.Group)
            return field;
        if (_syntax != ProtobufSyntax.Edition2023)
            throw new NotSupportedException(
                $"A group has no form in {_syntax} that other names and types allow. Ask for ProtobufSyntax.Edition2023.");
        field.Options.Add(new ProtoOption("features.message_encoding", "DELIMITED"));
        return field;
    }

    static string? DefaultOf(ProtobufField field, object value) => value switch
    {
        string text => text,
        bool truth => truth ? "true" : "false",
        Enum => null,
        IFormattable number when !IsMessage(field) && field.Core is ScalarModel => number.ToString(null, CultureInfo.InvariantCulture),
        _ => null,
    };

    static bool IsMapKey(ProtobufField field) =>
        field.Core is ScalarModel
        {
            Scalar: Scalar.String or Scalar.Boolean or Scalar.SByte or Scalar.Byte or Scalar.Int16 or Scalar.UInt16
            or Scalar.Int32 or Scalar.UInt32 or Scalar.Int64 or Scalar.UInt64
        };

    static bool IsMapValue(ProtobufField field) =>
        field.Kind is ProtobufKind.Scalar or ProtobufKind.Message && field.WireType != 3 && field.ValueWrap == ProtobufWrap.None;

    /// <summary>A message {1: items} around a collection.</summary>
    string WrapperOf(ProtobufField field, string name) => Define(Unique(Capital(name) + "Wrapper"), message =>
    {
        var inner = new ProtobufField(field.Name, field.Core, field.Facts with { Number = 1, CollectionWrap = ProtobufWrap.None });
        Field(message, inner, inner.Facts, "items");
    }).Name;

    string EntryOf(ProtobufField field, string name) => Define(Unique(Capital(name) + "Pair"), message =>
    {
        Field(message, field.Key.Field, field.Key.Field.Facts, "key");
        Field(message, field.Value.Field, field.Value.Field.Facts, "value");
    }).Name;

    (ProtoType Type, string? Name) TypeOf(ProtobufField field)
    {
        if (field.ValueWrap != ProtobufWrap.None)
            return (ProtoType.Unresolved, ValueOf(field));
        if (field.Kind is ProtobufKind.Sequence or ProtobufKind.Map)
            return (ProtoType.Unresolved, WrapperOf(field, CleanName(field.Core.Type)));
        if (field.Core is ObjectModel model)
            return (ProtoType.Unresolved, NameOf(model));
        if (field.Core is EnumModel e)
            return (ProtoType.Unresolved, NameOf(e));
        return ScalarOf((ScalarModel)field.Core, field.Encoding);
    }

    /// <summary>A message around one value: google.protobuf's own where it has one with these bytes.</summary>
    string ValueOf(ProtobufField field)
    {
        var inner = field.Inner.Field;
        string? standard = !inner.Facts.OmitsZero && (inner.Self.Tag & ProtobufRecord.OmitsZero) == 0
            && inner.Core is not ScalarModel { Scalar: Scalar.String or Scalar.Bytes } ? null
            : inner.Core is ScalarModel scalar && inner.Encoding == ProtobufEncoding.Natural && field.ValueWrap == ProtobufWrap.Length
                ? scalar.Scalar switch
                {
                    Scalar.Int32 => "Int32",
                    Scalar.UInt32 => "UInt32",
                    Scalar.Int64 => "Int64",
                    Scalar.UInt64 => "UInt64",
                    Scalar.Boolean => "Bool",
                    Scalar.Single => "Float",
                    Scalar.Double => "Double",
                    _ => null,
                } : null;
        return standard is not null
            ? Imported(standard + "Value", "wrappers")
            : Define(Unique(Capital(field.Core.Type.Name.Replace("`", "", StringComparison.Ordinal)) + "Value"),
                message => Field(message, inner, inner.Facts, "value")).Name;
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

    static string Clean(string name)
    {
        var text = new StringBuilder();
        foreach (char c in name)
            text.Append(char.IsAsciiLetterOrDigit(c) || c == '_' ? c : '_');
        string clean = text.ToString().Trim('_');
        return clean.Length == 0 ? "X" : char.IsAsciiLetter(clean[0]) ? clean : "X" + clean;
    }

    static string Capital(string name) => char.ToUpperInvariant(name[0]) + name[1..];

    static bool IsIdentifier(string name) =>
        name is [var first, ..] && !char.IsAsciiDigit(first) && name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_');
}
