using System.Globalization;
using System.Text;

namespace Isomer.Formats;

/// <summary>
/// Completes files that belong together: gives everything its full name, looks up the types of fields as protoc does (from the
/// innermost scope outwards), adds extensions to the messages that they extend, and works out what options and editions mean.
/// </summary>
internal sealed class ProtoLinker
{
    readonly Dictionary<string, object> _symbols = new(StringComparer.Ordinal);

    ProtoLinker()
    {
    }

    /// <summary>All messages and enums by full name.</summary>
    public static Dictionary<string, object> Link(IReadOnlyCollection<ProtoFile> files)
    {
        var linker = new ProtoLinker();
        foreach (var file in files)
        {
            foreach (var message in file.Messages)
                linker.Declare(message, file, file.Package);
            foreach (var e in file.Enums)
                linker.Declare(e, file, file.Package);
        }
        foreach (var file in files)
        {
            var features = ProtoFeatures.Of(file.Syntax).With(file.Options);
            foreach (var message in file.Messages)
                linker.Complete(message, features);
            foreach (var extension in file.Extensions)
                linker.Extend(extension, file.Package ?? "", features);
        }
        return linker._symbols;
    }

    void Declare(ProtoMessage message, ProtoFile file, string? scope)
    {
        message.File = file;
        message.FullName = Join(scope, message.Name);
        Add(message.FullName, message, file);
        foreach (var inner in message.Messages)
            Declare(inner, file, message.FullName);
        foreach (var e in message.Enums)
            Declare(e, file, message.FullName);
    }

    void Declare(ProtoEnum e, ProtoFile file, string? scope)
    {
        e.File = file;
        e.FullName = Join(scope, e.Name);
        Add(e.FullName, e, file);
    }

    void Add(string name, object what, ProtoFile file)
    {
        if (name.Length > ProtoTokens.MaxName)
            throw Error(file, $"The name '{name[..40]}...' with all around it is longer than {ProtoTokens.MaxName} characters");
        if (!_symbols.TryAdd(name, what))
            throw Error(file, $"'{name}' is declared more than once");
    }

    void Complete(ProtoMessage message, ProtoFeatures around)
    {
        var features = around.With(message.Options);
        foreach (var field in message.Fields)
        {
            Complete(field, message.FullName, features, message.File);
            field.FullName = message.FullName + "." + field.Name;
            field.JsonName = field.Option("json_name") ?? JsonNameOf(field.Name);
            AddField(message, field, field.Name);
        }
        foreach (var inner in message.Messages)
            Complete(inner, features);
        foreach (var extension in message.Extensions)
            Extend(extension, message.FullName, features, message.File);
    }

    void Extend(ProtoField extension, string scope, ProtoFeatures features, ProtoFile? file = null)
    {
        file ??= new ProtoFile { Path = scope };
        Complete(extension, scope, features, file);
        extension.FullName = Join(scope, extension.Name);
        extension.JsonName = $"[{extension.FullName}]";
        if (Find(extension.Extendee!, scope) is not ProtoMessage extended)
            throw Error(file, $"'{extension.Extendee}', which '{extension.FullName}' extends, is no message that is known");
        AddField(extended, extension, extension.JsonName);
    }

    static void AddField(ProtoMessage message, ProtoField field, string name)
    {
        if (!message.ByNumber.TryAdd(field.Number, field))
            throw Error(message.File,
                $"The fields '{message.ByNumber[field.Number].Name}' and '{field.Name}' of '{message.FullName}' have the same number {field.Number}");
        if (message.IsReserved(field))
            throw Error(message.File, $"The field '{field.Name}' = {field.Number} of '{message.FullName}' is reserved");
        // Old schemas may have two names that are one in JSON: the second keeps its own there, with its number if that is taken, too.
        if (!message.ByName.TryAdd(field.JsonName, field) && field.Option("json_name") is null)
            for (field.JsonName = name; !message.ByName.TryAdd(field.JsonName, field);)
                field.JsonName = string.Create(CultureInfo.InvariantCulture, $"{field.JsonName}_{field.Number}");
        message.ByName.TryAdd(name, field);
    }

    void Complete(ProtoField field, string scope, ProtoFeatures around, ProtoFile file)
    {
        var features = around.With(field.Options);
        if (field.TypeName is { } name)
        {
            switch (Find(name, scope))
            {
                case ProtoMessage message:
                    (field.Type, field.Message) = (ProtoType.Message, message);
                    break;
                case ProtoEnum e:
                    (field.Type, field.Enum) = (ProtoType.Enum, e);
                    break;
                default:
                    throw Error(file, $"'{name}', the type of '{scope}.{field.Name}', is not declared. Is a file missing that it imports?");
            }
        }
        bool message3 = field.Type == ProtoType.Message;
        field.IsGroup |= message3 && features.IsDelimited && field.Key is null;
        field.HasPresence = !field.IsRepeated && (message3 || field.OneOf is not null || field.Extendee is not null || features.HasPresence
            || field.Label is ProtoLabel.Required or ProtoLabel.Optional);
        field.IsPacked = field.IsRepeated && field.Key is null
            && field.Type is not (ProtoType.Message or ProtoType.String or ProtoType.Bytes)
            && (field.Option("packed") is { } packed ? packed == "true" : features.IsPacked);
    }

    /// <summary>The message or enum that a name means in a scope; null if none.</summary>
    object? Find(string name, string scope)
    {
        if (name.StartsWith('.'))
            return _symbols.GetValueOrDefault(name[1..]);
        for (string? around = scope; ; around = around.LastIndexOf('.') is var dot and >= 0 ? around[..dot] : "")
        {
            if (_symbols.TryGetValue(around.Length == 0 ? name : around + "." + name, out object? found))
                return found;
            if (around.Length == 0)
                return null;
        }
    }

    /// <summary>foo_bar as fooBar: underscores go, what follows one is a capital. protoc's rule.</summary>
    public static string JsonNameOf(string name)
    {
        var text = new StringBuilder(name.Length);
        bool capital = false;
        foreach (char c in name)
        {
            if (c != '_')
                text.Append(capital && char.IsAsciiLetterLower(c) ? char.ToUpperInvariant(c) : c);
            capital = c == '_';
        }
        return text.ToString();
    }

    static string Join(string? scope, string name) => string.IsNullOrEmpty(scope) ? name : scope + "." + name;

    static WireFormatException Error(ProtoFile file, string problem) =>
        new(string.Create(CultureInfo.InvariantCulture, $"{problem} (in '{file.Path}').")) { Format = ".proto" };
}

/// <summary>What editions made settings of, and what proto2 and proto3 have fixed.</summary>
internal readonly record struct ProtoFeatures(bool HasPresence, bool IsPacked, bool IsDelimited)
{
    public static ProtoFeatures Of(string syntax) => syntax switch
    {
        "proto2" => new(true, false, false),
        "proto3" => new(false, true, false),
        _ => new(true, true, false),
    };

    public ProtoFeatures With(List<ProtoOption> options)
    {
        var result = this;
        foreach (var option in options)
            result = option.Name switch
            {
                "features.field_presence" => result with { HasPresence = option.Value != "IMPLICIT" },
                "features.repeated_field_encoding" => result with { IsPacked = option.Value == "PACKED" },
                "features.message_encoding" => result with { IsDelimited = option.Value == "DELIMITED" },
                _ => result,
            };
        return result;
    }
}
