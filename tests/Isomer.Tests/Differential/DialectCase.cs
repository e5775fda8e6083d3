using System.Text;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>
/// Types written by hand with a dialect's options, and findings of them, as they are and as if ours had made something else.
/// </summary>
sealed class DialectCase
{
    readonly Dialect _dialect;
    readonly string _code;
    readonly Type _type;
    readonly OptionPair _options;

    public DialectCase(Dialect dialect, string types, params int[] choices)
        : this(dialect, types, isCollectible: false, choices)
    {
    }

    public DialectCase(Dialect dialect, string types, bool isCollectible, params int[] choices)
    {
        (_dialect, _code) = (dialect, $"namespace C0\n{{\n{Lines(types)}}}\n");
        var made = PlanCompiler.Compile([_code], isCollectible).GetTypes().Where(t => t.Namespace == "C0" && !t.IsNested)
            .OrderBy(t => t.Name, StringComparer.Ordinal).ToList();
        _type = made[0];
        _options = dialect.Options(new Choices(choices), made);
    }

    /// <summary>Set out as the grammar does it, a member a line: rules look at lines.</summary>
    static string Lines(string types) =>
        string.Concat(
            types.Split('\n').Select(line => line.Trim())
                .Select(line =>
                    (line is "{" or "}" || line.StartsWith("public class", StringComparison.Ordinal)
                        || line.StartsWith("public struct", StringComparison.Ordinal)
                        || line.StartsWith("[Xml", StringComparison.Ordinal) && line.EndsWith(']')
                        || line.StartsWith("[DataContract", StringComparison.Ordinal) ? "    " : "        ") + line + "\n"));

    public Finding Read(string document) => Read(Encoding.UTF8.GetBytes(document));

    public Finding Read(byte[] bytes) =>
        Found(new Finding("read", "", _code, _type, _options, bytes, Outcome.Of(() => _dialect.OriginalRead(bytes, _type, _options)),
            Outcome.Of(() => _dialect.OurRead(bytes, _type, _options))));

    public Finding Write(Func<dynamic, object> make)
    {
        object value = make(Activator.CreateInstance(_type)!);
        return Found(
            new Finding("write", "", _code, _type, _options, null, Outcome.Of(() => _dialect.OriginalWrite(value, _type, _options)),
                Outcome.Of(() => _dialect.OurWrite(value, _type, _options)))
            { Value = value });
    }

    /// <summary>What does not hold of a value beside its document; null where all does.</summary>
    public string? Further(Func<dynamic, object> make)
    {
        object value = make(Activator.CreateInstance(_type)!);
        return _dialect.Further(value, _dialect.OurWrite(value, _type, _options), _type, _options);
    }

    /// <summary>What does not hold of reading a document beside what it makes; null where all does.</summary>
    public string? FurtherRead(string document) => _dialect.FurtherRead(Encoding.UTF8.GetBytes(document), _type, _options);

    /// <summary>A list of two of them.</summary>
    public Finding WriteItems()
    {
        var type = typeof(List<>).MakeGenericType(_type);
        var value = (System.Collections.IList)Activator.CreateInstance(type)!;
        value.Add(Activator.CreateInstance(_type));
        value.Add(Activator.CreateInstance(_type));
        return Found(
            new Finding("write", "", _code, type, _options, null, Outcome.Of(() => _dialect.OriginalWrite(value, type, _options)),
                Outcome.Of(() => _dialect.OurWrite(value, type, _options)))
            { Value = value });
    }

    Finding Found(Finding finding) => finding with { Difference = _dialect.Difference(finding.Original!, finding.Ours!) ?? "none" };

    /// <summary>As if ours had made of the document what it makes of another one, also where a rule reads it again.</summary>
    public Finding AsIfOf(Finding finding, string document) => AsIfOf(finding, Encoding.UTF8.GetBytes(document));

    public Finding AsIfOf(Finding finding, byte[] document) => Faked(finding, () => _dialect.OurRead(document, _type, _options));

    /// <summary>As if ours had made of the document what it makes of it, but for a change.</summary>
    public Finding AsIfChanged(Finding finding, Action<dynamic> change) => Faked(finding, () =>
    {
        object made = _dialect.OurRead(finding.Document!, _type, _options)!;
        change(made);
        return made;
    });

    Finding Faked(Finding finding, Func<object?> reading)
    {
        var faked = Found(finding with { Ours = Outcome.Of(reading) });
        _faked.Add(faked.Ours!, reading);
        return faked;
    }

    // What ours was said to make, and how it made it.
    readonly Dictionary<Outcome, Func<object?>> _faked = new(ReferenceEqualityComparer.Instance);

    /// <summary>As if ours had written, or shown, something else.</summary>
    public Finding As(Finding finding, string what, string by)
    {
        string text = Encoding.UTF8.GetString((byte[])finding.Ours!.Result!);
        Assert.Contains(what, text, StringComparison.Ordinal);
        return Found(finding with { Ours = new Outcome(Encoding.UTF8.GetBytes(text.Replace(what, by, StringComparison.Ordinal)), null) });
    }

    /// <summary>As if the original had made of the document what it makes of another one.</summary>
    public Finding AsIfTheirsOf(Finding finding, string document) =>
        Found(finding with { Original = Outcome.Of(() => _dialect.OriginalRead(Encoding.UTF8.GetBytes(document), _type, _options)) });

    public string? Reason(Finding finding)
    {
        _dialect.StandsForOurs = finding.Ours is { } ours ? _faked.GetValueOrDefault(ours) : null;
        return _dialect.Excuse(finding);
    }

    public void Excuses(string reason, Finding finding) =>
        Assert.True(Reason(finding) == reason, $"{Reason(finding) ?? "no reason"}\n{finding}");

    public void DoesNotExcuse(Finding finding)
    {
        Assert.NotEqual("none", finding.Difference);
        Assert.True(Reason(finding) is null, $"{Reason(finding)}\n{finding}");
    }
}
