namespace Isomer.Formats;

/// <summary>Messages, their fields, enums.</summary>
internal sealed partial class ProtoParser
{
    ProtoMessage Message(ProtoMessage? parent, string? comment)
    {
        var message = new ProtoMessage { Name = Name(), Parent = parent, Comment = comment };
        Body(message);
        return message;
    }

    void Body(ProtoMessage message)
    {
        if (++_depth > MaxNesting)
            throw Error($"Messages nest deeper than {MaxNesting}");
        Symbol("{");
        while (!TakeSymbol("}"))
        {
            string? comment = Next.Comment;
            if (TakeSymbol(";"))
                continue;
            // Words of the language are names of types too, unless what follows tells.
            string word = Next.Kind == ProtoTokenKind.Name ? Next.Text : "";
            bool starts = _at + 1 < _tokens.Count && _tokens[_at + 1].Kind == ProtoTokenKind.Name;
            if (word == "message" && starts && Is("{", 2))
            {
                _at++;
                message.Messages.Add(Message(message, comment));
            }
            else if (word == "enum" && starts && Is("{", 2))
            {
                _at++;
                message.Enums.Add(Enum(message, comment));
            }
            else if (word == "oneof" && starts && Is("{", 2))
            {
                _at++;
                OneOf(message);
            }
            else if (word == "extend" && (starts || Is(".", 1)) && !Is("=", 2))
            {
                _at++;
                Extend(message.Extensions, message.Messages, message);
            }
            else if (word == "extensions" && !starts)
            {
                _at++;
                Extensions(message);
            }
            else if (word == "reserved" && (!starts || Is(";", 2) || Is(",", 2)))
            {
                _at++;
                Reserved(message.Reserved);
            }
            else if (word == "option" && (starts || Is("(", 1)))
            {
                _at++;
                message.Options.AddRange(Option());
                Symbol(";");
            }
            else
            {
                message.Fields.Add(Field(message.Messages, message, null, null, comment));
            }
        }
        _depth--;
    }

    void OneOf(ProtoMessage message)
    {
        string name = Name();
        message.OneOfs.Add(name);
        Symbol("{");
        while (!TakeSymbol("}"))
        {
            string? comment = Next.Comment;
            if (TakeSymbol(";"))
                continue;
            if (Next.Text == "option" && _tokens[_at + 1].Kind == ProtoTokenKind.Name && Is("=", 2))
            {
                _at++;
                Option();
                Symbol(";");
                continue;
            }
            message.Fields.Add(Field(message.Messages, message, name, null, comment));
        }
    }

    void Extend(List<ProtoField> extensions, List<ProtoMessage> messages, ProtoMessage? parent)
    {
        string extendee = (TakeSymbol(".") ? "." : "") + FullName();
        Symbol("{");
        while (!TakeSymbol("}"))
            if (!TakeSymbol(";"))
                extensions.Add(Field(messages, parent, null, extendee, Next.Comment));
    }

    ProtoField Field(List<ProtoMessage> messages, ProtoMessage? parent, string? oneOf, string? extendee, string? comment)
    {
        var label = oneOf is not null ? ProtoLabel.None : Next.Text switch
        {
            "optional" => ProtoLabel.Optional,
            "required" => ProtoLabel.Required,
            "repeated" => ProtoLabel.Repeated,
            _ => ProtoLabel.None,
        };
        if (label != ProtoLabel.None)
            _at++;
        if (label == ProtoLabel.None && Next.Text == "map" && Is("<", 1))
            return extendee is null && oneOf is null
                ? Map(comment)
                : throw Error(oneOf is null ? "A map cannot extend a message" : "A map cannot stand in a oneof");
        if (Next.Text == "group" && _tokens[_at + 1].Kind == ProtoTokenKind.Name && Is("=", 2))
            return Group(messages, parent, label, oneOf, extendee, comment);
        string type = (TakeSymbol(".") ? "." : "") + FullName();
        string name = Name();
        Symbol("=");
        var field = new ProtoField
        {
            Name = name,
            Number = FieldNumber(name),
            Label = label,
            Type = ProtoTypes.Of(type),
            TypeName = ProtoTypes.Of(type) == ProtoType.Unresolved ? type : null,
            OneOf = oneOf,
            Extendee = extendee,
            Comment = comment,
            Options = FieldOptions(),
        };
        Symbol(";");
        return field;
    }

    ProtoField Map(string? comment)
    {
        _at++;
        Symbol("<");
        string key = Name();
        if (ProtoTypes.Of(key) is ProtoType.Unresolved or ProtoType.Double or ProtoType.Float or ProtoType.Bytes)
            throw Error($"'{key}' cannot be the key of a map", -1);
        Symbol(",");
        string type = (TakeSymbol(".") ? "." : "") + FullName();
        Symbol(">");
        string name = Name();
        Symbol("=");
        var field = new ProtoField
        {
            Name = name,
            Number = FieldNumber(name),
            Label = ProtoLabel.Repeated,
            Key = ProtoTypes.Of(key),
            Type = ProtoTypes.Of(type),
            TypeName = ProtoTypes.Of(type) == ProtoType.Unresolved ? type : null,
            Comment = comment,
            Options = FieldOptions(),
        };
        Symbol(";");
        return field;
    }

    /// <summary>A group is a field and the message that it holds; the field is named as the message, in lower case.</summary>
    ProtoField Group(List<ProtoMessage> messages, ProtoMessage? parent, ProtoLabel label, string? oneOf, string? extendee, string? comment)
    {
        _at++;
        string name = Name();
        Symbol("=");
        int number = FieldNumber(name);
        var options = FieldOptions();
        var message = new ProtoMessage { Name = name, Parent = parent, Comment = comment };
        Body(message);
        messages.Add(message);
        return new ProtoField
        {
            Name = name.ToLowerInvariant(),
            Number = number,
            Label = label,
            TypeName = name,
            OneOf = oneOf,
            IsGroup = true,
            Extendee = extendee,
            Comment = comment,
            Options = options,
        };
    }

    int FieldNumber(string name)
    {
        int number = Integer();
        return number is >= 1 and <= (1 << 29) - 1
            ? number
            : throw Error($"The number {number} of '{name}' is not between 1 and 536870911", -1);
    }

    void Extensions(ProtoMessage message)
    {
        int start = Next.Offset;
        while (!Is(";") && !Is("["))
            Take();
        message.ExtensionRanges.Add(_text[start..Next.Offset].Trim());
        if (Is("["))
            FieldOptions();
        Symbol(";");
    }

    void Reserved(List<ProtoReserved> reserved)
    {
        do
        {
            if (Next.Kind is ProtoTokenKind.Text or ProtoTokenKind.Name)
            {
                reserved.Add(new ProtoReserved(0, -1, Next.Kind == ProtoTokenKind.Text ? Text() : Name()));
                continue;
            }
            int from = Integer();
            int to = from;
            if (Next.Text == "to")
            {
                _at++;
                to = Next.Text == "max" ? int.MaxValue : Integer();
                if (to == int.MaxValue && Next.Text == "max")
                    _at++;
            }
            reserved.Add(new ProtoReserved(from, to, null));
        }
        while (TakeSymbol(","));
        Symbol(";");
    }

    ProtoEnum Enum(ProtoMessage? parent, string? comment)
    {
        var result = new ProtoEnum { Name = Name(), Parent = parent, Comment = comment };
        Symbol("{");
        while (!TakeSymbol("}"))
        {
            string? about = Next.Comment;
            if (TakeSymbol(";"))
                continue;
            string name = Name();
            if (name == "option" && !Is("="))
            {
                result.Options.AddRange(Option());
                Symbol(";");
                continue;
            }
            if (name == "reserved" && !Is("="))
            {
                Reserved(result.Reserved);
                continue;
            }
            Symbol("=");
            result.Values.Add(new ProtoEnumValue(name, Integer(), about));
            FieldOptions();
            Symbol(";");
        }
        if (result.Values.Count == 0)
            throw Error($"The enum '{result.Name}' has no values", -1);
        return result;
    }
}
