using System.Globalization;

namespace Isomer.Formats;

/// <summary>
/// Reads one .proto file: proto2, proto3 and editions. What it says is taken as it stands; names are looked up by
/// <see cref="ProtoLinker"/>.
/// </summary>
internal sealed partial class ProtoParser
{
    const int MaxNesting = 64;

    readonly string _path;
    readonly string _text;
    readonly List<ProtoToken> _tokens;
    readonly ProtoFile _file;
    int _at;
    int _depth;

    ProtoParser(string text, string path)
    {
        (_path, _text) = (path, text);
        _tokens = ProtoTokens.Of(text, path);
        _file = new ProtoFile { Path = path };
    }

    public static ProtoFile Parse(string text, string path) => new ProtoParser(text, path).File();

    ProtoToken Next => _tokens[_at];

    ProtoFile File()
    {
        while (Next.Kind != ProtoTokenKind.End)
        {
            string? comment = Next.Comment;
            if (TakeSymbol(";"))
                continue;
            string word = Name();
            switch (word)
            {
                case "syntax" or "edition":
                    Symbol("=");
                    _file.Syntax = Text();
                    if (word == "syntax" && _file.Syntax is not ("proto2" or "proto3"))
                        throw Error($"'{_file.Syntax}' is no syntax: proto2 and proto3 are");
                    Symbol(";");
                    break;
                case "package":
                    _file.Package = FullName();
                    Symbol(";");
                    break;
                case "import":
                    if (Next.Kind == ProtoTokenKind.Name)
                        Name();
                    _file.Imports.Add(Text());
                    Symbol(";");
                    break;
                case "option":
                    _file.Options.AddRange(Option());
                    Symbol(";");
                    break;
                case "message":
                    _file.Messages.Add(Message(null, comment));
                    break;
                case "enum":
                    _file.Enums.Add(Enum(null, comment));
                    break;
                case "extend":
                    Extend(_file.Extensions, _file.Messages, null);
                    break;
                case "service":
                    _file.Services.Add(Name());
                    SkipBlock();
                    break;
                default:
                    throw Error($"'{word}' cannot stand here", -1);
            }
        }
        return _file;
    }

    void SkipBlock()
    {
        Symbol("{");
        for (int open = 1; open > 0; _at++)
        {
            if (Next.Kind == ProtoTokenKind.End)
                throw Error("A block does not end");
            if (Next is { Kind: ProtoTokenKind.Symbol, Text: "{" })
                open++;
            else if (Next is { Kind: ProtoTokenKind.Symbol, Text: "}" })
                open--;
        }
    }

    /// <summary>name = value, without what is around it. An aggregate of features is given as if each stood alone.</summary>
    IEnumerable<ProtoOption> Option()
    {
        string name = OptionName();
        Symbol("=");
        if (Next is not { Kind: ProtoTokenKind.Symbol, Text: "{" })
            return [Next.Kind == ProtoTokenKind.Text ? new ProtoOption(name, Text(), IsText: true) : new ProtoOption(name, Constant())];
        int start = _at;
        SkipBlock();
        var inner = _tokens.GetRange(start + 1, _at - start - 2);
        if (name != "features")
            return [new ProtoOption(name, _text[_tokens[start].Offset..(_tokens[_at - 1].Offset + 1)])];
        return inner.Select((t, i) => (t, i)).Where(x => x.t.Text == ":" && x.i > 0 && x.i + 1 < inner.Count)
            .Select(x => new ProtoOption("features." + inner[x.i - 1].Text, inner[x.i + 1].Text)).ToList();
    }

    string OptionName()
    {
        string name = "";
        do
        {
            string part;
            if (TakeSymbol("("))
            {
                part = "(" + (TakeSymbol(".") ? "." : "") + FullName() + ")";
                Symbol(")");
            }
            else
                part = Name();
            name = name.Length == 0 ? part : Dotted(name, part);
        }
        while (TakeSymbol("."));
        return name;
    }

    List<ProtoOption> FieldOptions()
    {
        var options = new List<ProtoOption>();
        if (!TakeSymbol("["))
            return options;
        do
            options.AddRange(Option());
        while (TakeSymbol(","));
        Symbol("]");
        return options;
    }

    string Constant()
    {
        string sign = TakeSymbol("-") ? "-" : TakeSymbol("+") ? "" : "";
        var token = Take();
        if (token.Kind is not (ProtoTokenKind.Name or ProtoTokenKind.Number))
            throw Error("A value is expected", -1);
        string value = sign + token.Text;
        while (token.Kind == ProtoTokenKind.Name && TakeSymbol("."))
            value = Dotted(value, Name());
        return value;
    }

    int Integer()
    {
        bool negative = TakeSymbol("-");
        string text = Next.Kind == ProtoTokenKind.Number ? Take().Text : throw Error("A number is expected");
        ulong value;
        bool known = text.StartsWith("0x", StringComparison.OrdinalIgnoreCase)
            ? ulong.TryParse(text.AsSpan(2), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out value)
            : text.Length > 1 && text[0] == '0' && text.All(c => c is >= '0' and <= '7') && text.Length < 20 ? Octal(text, out value)
            : ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out value);
        if (!known || value > (negative ? 1UL << 31 : int.MaxValue))
            throw Error($"'{text}' is no number of 32 bits", -1);
        return negative ? (int)-(long)value : (int)value;

        static bool Octal(string text, out ulong value)
        {
            value = 0;
            foreach (char c in text)
                value = (value << 3) | (uint)(c - '0');
            return true;
        }
    }

    string FullName()
    {
        string name = Name();
        while (TakeSymbol("."))
            name = Dotted(name, Name());
        return name;
    }

    string Dotted(string name, string next) =>
        name.Length + next.Length < ProtoTokens.MaxName
            ? name + "." + next
            : throw Error($"A name is longer than {ProtoTokens.MaxName} characters", -1);

    string Name() => Next.Kind == ProtoTokenKind.Name ? Take().Text : throw Error("A name is expected");

    string Text()
    {
        if (Next.Kind != ProtoTokenKind.Text)
            throw Error("A text is expected");
        string text = Take().Text;
        if (Next.Kind != ProtoTokenKind.Text)
            return text;
        var all = new System.Text.StringBuilder(text);
        while (Next.Kind == ProtoTokenKind.Text)
            all.Append(Take().Text);
        return all.ToString();
    }

    ProtoToken Take() => Next.Kind == ProtoTokenKind.End ? throw Error("The file ends too early") : _tokens[_at++];

    bool Is(string symbol, int ahead = 0) =>
        _at + ahead < _tokens.Count && _tokens[_at + ahead] is { Kind: ProtoTokenKind.Symbol } token && token.Text == symbol;

    bool TakeSymbol(string symbol)
    {
        if (!Is(symbol))
            return false;
        _at++;
        return true;
    }

    void Symbol(string symbol)
    {
        if (!TakeSymbol(symbol))
            throw Error($"'{symbol}' is expected");
    }

    WireFormatException Error(string problem, int back = 0) =>
        ProtoTokens.Error(_path, _text, _tokens[Math.Max(0, _at + back)].Offset,
            back == 0 && Next.Kind == ProtoTokenKind.End ? "The file ends too early" : problem);
}
