using System.Globalization;
using System.Text;
using Isomer.Printing;

namespace Isomer.Formats;

/// <summary>Prints a file as .proto text.</summary>
internal static class ProtoPrinter
{
    public static string Print(ProtoFile file)
    {
        var text = new StringBuilder(
            file.Syntax.StartsWith("proto", StringComparison.Ordinal)
                ? $"syntax = \"{file.Syntax}\";\n"
                : $"edition = \"{file.Syntax}\";\n");
        if (file.Package is not null)
            text.Append("package ").Append(Name(file.Package, dotted: true)).Append(";\n");
        foreach (string import in file.Imports)
            text.Append("import ").Append(Quoting.Proto(import)).Append(";\n");
        foreach (var option in file.Options)
            text.Append("option ").Append(Print(option)).Append(";\n");
        foreach (string definition in file.Messages.Select(m => Print(m, file.Syntax, ""))
            .Concat(file.Enums.Select(e => Print(e, file.Syntax, ""))))
            text.Append('\n').Append(definition);
        return text.ToString();
    }

    /// <summary>What stands where a name must: one that is none would be text of the schema.</summary>
    static string Name(string name, bool dotted = false) => Identifiers.IsProto(dotted ? name.TrimStart('.') : name, dotted) ? name
        : throw new NotSupportedException(
            $"{Quoting.CSharp(name)} is no name in .proto. Name it otherwise with [ProtobufMember(..., Name = ...)] or [ProtobufContract(Name = ...)].");

    static string Print(ProtoOption option) => $"{option.Name} = {(option.IsText ? Quoting.Proto(option.Value) : option.Value)}";

    static string Print(ProtoMessage message, string syntax, string indent)
    {
        var text = new StringBuilder();
        text.Append(indent).Append("message ").Append(Name(message.Name)).Append(" {\n");
        string inner = indent + "  ";
        Print(text, message.Reserved, syntax, inner);
        foreach (var e in message.Enums)
            text.Append(Print(e, syntax, inner));
        foreach (var m in message.Messages)
            text.Append(Print(m, syntax, inner));
        foreach (var field in message.Fields)
            if (field.OneOf is null)
                Print(text, field, inner);
        foreach (string oneOf in message.OneOfs)
        {
            text.Append(inner).Append("oneof ").Append(Name(oneOf)).Append(" {\n");
            foreach (var field in message.Fields)
                if (field.OneOf == oneOf)
                    Print(text, field, inner + "  ");
            text.Append(inner).Append("}\n");
        }
        return text.Append(indent).Append("}\n").ToString();
    }

    static void Print(StringBuilder text, ProtoField field, string indent)
    {
        text.Append(indent).Append(field.Key is not null ? "" : field.Label switch
        {
            ProtoLabel.Optional => "optional ",
            ProtoLabel.Required => "required ",
            ProtoLabel.Repeated => "repeated ",
            _ => "",
        });
        string type = field.TypeName is { } named ? Name(named, dotted: true) : ProtoTypes.NameOf(field.Type);
        text.Append(field.Key is { } key ? $"map<{ProtoTypes.NameOf(key)}, {type}>" : type)
            .Append(' ').Append(Name(field.Name)).Append(CultureInfo.InvariantCulture, $" = {field.Number}");
        if (field.Options.Count > 0)
            text.Append(" [").AppendJoin(", ", field.Options.Select(Print)).Append(']');
        text.Append(";\n");
    }

    static string Print(ProtoEnum e, string syntax, string indent)
    {
        var text = new StringBuilder();
        text.Append(indent).Append("enum ").Append(Name(e.Name)).Append(" {\n");
        string inner = indent + "  ";
        foreach (var option in e.Options)
            text.Append(inner).Append("option ").Append(Print(option)).Append(";\n");
        Print(text, e.Reserved, syntax, inner);
        foreach (var value in e.Values)
            text.Append(inner).Append(Name(value.Name)).Append(CultureInfo.InvariantCulture, $" = {value.Number};\n");
        return text.Append(indent).Append("}\n").ToString();
    }

    static void Print(StringBuilder text, List<ProtoReserved> all, string syntax, string indent)
    {
        foreach (var reserved in all)
            text.Append(indent).Append("reserved ")
                .Append(reserved.Name is { } name ? syntax.StartsWith("proto", StringComparison.Ordinal) ? Quoting.Proto(name) : Name(name)
                : reserved.From == reserved.To ? reserved.From.ToString(CultureInfo.InvariantCulture)
                : string.Create(CultureInfo.InvariantCulture, $"{reserved.From} to {reserved.To}")).Append(";\n");
    }
}
