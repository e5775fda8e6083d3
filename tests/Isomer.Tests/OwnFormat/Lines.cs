using System.Globalization;
using System.Numerics;
using System.Text;
using Isomer.Custom;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Tests.OwnFormat;

/// <summary>
/// The smallest text format: a token a line, <c>{</c>, <c>.Name</c>, <c>=value</c>, <c>}</c>, <c>[</c>, <c>]</c>, <c>~</c> for null. It has
/// objects, lists, texts and whole numbers, which is enough to ask what a text format of one's own is given: lines, columns and paths of
/// errors, a mark in front, texts in place of bytes.
/// </summary>
sealed class LinesFormat() : ClassFormat<LinesFormat.Settings>(new())
{
    public sealed record Settings;

    public override string Name => "Lines";
    public override string MediaType => "text/lines";
    public override bool IsText => true;
    public override FormatFeatures Features => default;
    protected override Convention Convention => Convention.Plain;
    protected override CustomFormat<Settings> Of(Settings? options) => this;
    protected override FormatWriter<PlainTraits> Writer(FormatOutput output, TypeModel root) => new LinesWriter(output);
    protected override FormatReader<PlainTraits> Reader(FormatInput input, TypeModel root) => new LinesReader(input);
    public override FormatMatch Match(ReadOnlySpan<byte> payload) => FormatMatch.No;
}

sealed class LinesTable(ObjectModel model) : MemberTable(model)
{
    public string[] Names { get; } = [.. model.Members.Select(m => m.Name)];
}

class LinesWriter(FormatOutput output) : FormatWriter
{
    void Line(string text) => output.Write(Encoding.UTF8.GetBytes(text + "\n"));

    public override MemberTable BeginObject(TypeModel model)
    {
        output.Enter();
        Line("{");
        return new LinesTable((ObjectModel)model);
    }

    public override void Member(MemberTable table, int index) => Line("." + ((LinesTable)table).Names[index]);

    public override void EndObject(MemberTable table)
    {
        Line("}");
        output.Leave();
    }

    public override void BeginArray(TypeModel model, int count)
    {
        output.Enter();
        Line("[");
    }

    public override void EndArray(TypeModel model)
    {
        Line("]");
        output.Leave();
    }

    public override void Null() => Line("~");
    public override void Int64(long value) => Line("=" + value.ToString(CultureInfo.InvariantCulture));

    public override void String(string? value)
    {
        if (value is null)
            Null();
        else
            Line("=" + value);
    }

    static NotSupportedException None => new("Lines have no form for it.");

    public override void BeginMap(TypeModel model, int count) => throw None;
    public override void EndMap(TypeModel model, int count) => throw None;
    public override void Subtype(TypeModel declared, int index) => throw None;
    public override void Dynamic(object? value, TypeModel declared) => throw None;
    public override void Boolean(bool value) => throw None;
    public override void Char(char value) => throw None;
    public override void UInt64(ulong value) => throw None;
    public override void Double(double value) => throw None;
    public override void Decimal(decimal value) => throw None;
    public override void BigInteger(BigInteger value) => throw None;
    public override void Bytes(byte[]? value) => throw None;
    public override void Guid(Guid value) => throw None;
    public override void DateTime(DateTime value) => throw None;
    public override void DateTimeOffset(DateTimeOffset value) => throw None;
    public override void TimeSpan(TimeSpan value) => throw None;
    public override void DateOnly(DateOnly value) => throw None;
    public override void TimeOnly(TimeOnly value) => throw None;
}

sealed class LinesReader(FormatInput input) : FormatReader
{
    string Line()
    {
        int end = input.Rest.IndexOf((byte)'\n');
        if (end < 0)
            throw input.Error("A line has no end.");
        string line = Encoding.UTF8.GetString(input.Read(end));
        input.ReadByte();
        return line;
    }

    void Expect(string line)
    {
        int at = input.Position;
        if (Line() != line)
            throw input.Error($"'{line}' is expected.", at);
    }

    bool Take(char mark)
    {
        if (input.Peek() != mark)
            return false;
        Line();
        return true;
    }

    public override bool TryNull() => Take('~');
    public override Head Head(TypeModel model) => TryNull() ? Isomer.Shapes.Head.Null : Isomer.Shapes.Head.Value;

    public override MemberTable BeginObject(TypeModel model)
    {
        Expect("{");
        input.Enter();
        return new LinesTable((ObjectModel)model);
    }

    public override int NextMember(MemberTable table, int previous)
    {
        if (Take('}'))
            return -1;
        int at = input.Position;
        int index = Array.IndexOf(((LinesTable)table).Names, Line()[1..]);
        if (index < 0)
            throw input.Error("No such member.", at);
        input.At(table, index);
        return index;
    }

    public override void EndObject(MemberTable table) => input.Leave();

    public override int BeginArray(TypeModel model)
    {
        Expect("[");
        input.Enter();
        return -1;
    }

    public override bool NextItem(int index, int count)
    {
        if (Take(']'))
            return false;
        input.At(index);
        return true;
    }

    public override void EndArray(TypeModel model) => input.Leave();

    public override long Int64()
    {
        int at = input.Position;
        return long.TryParse(Line().AsSpan(1), CultureInfo.InvariantCulture, out long value)
            ? value
            : throw input.Error("A number is expected.", at + 1);
    }

    public override string? String() => TryNull() ? null : Line()[1..];

    static NotSupportedException None => new("Lines have no form for it.");

    public override int Subtype(TypeModel model) => throw None;
    public override int BeginMap(TypeModel model) => throw None;
    public override bool NextKey(TypeModel model, int index, int count) => throw None;
    public override void EndMap(TypeModel model) => throw None;
    public override object? Dynamic(TypeModel declared) => throw None;
    public override void Skip(TypeModel model) => throw None;
    public override bool Boolean() => throw None;
    public override char Char() => throw None;
    public override ulong UInt64() => throw None;
    public override double Double() => throw None;
    public override decimal Decimal() => throw None;
    public override BigInteger BigInteger() => throw None;
    public override byte[]? Bytes() => throw None;
    public override Guid Guid() => throw None;
    public override DateTime DateTime() => throw None;
    public override DateTimeOffset DateTimeOffset() => throw None;
    public override TimeSpan TimeSpan() => throw None;
    public override DateOnly DateOnly() => throw None;
    public override TimeOnly TimeOnly() => throw None;
}
