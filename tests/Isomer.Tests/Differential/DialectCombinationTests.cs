using System.Text;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>Causes that meet in one case: each rule takes out its own, and a fault beside them is found.</summary>
public class DialectCombinationTests
{
    /// <summary>
    /// The original reads letters as they stand. Ours reads some of them as small ones: A to D for told causes, F by a fault. Z is refused
    /// by ours, and told; what is left of a text without R the original refuses, which is told, too.
    /// </summary>
    sealed class Letters : Dialect
    {
        public override string Name => "letters";
        public override OptionPair Options(Choices choices, IReadOnlyList<Type> types) => new(null, null, "none");
        public override byte[] OriginalWrite(object? value, Type type, OptionPair options) => [];
        public override byte[] OurWrite(object? value, Type type, OptionPair options) => [];
        public override byte[] Edit(byte[] document, Choices choices) => document;

        public override object? OriginalRead(byte[] bytes, Type type, OptionPair options) =>
            Text(bytes) is var text && text.Contains('!', StringComparison.Ordinal) && !text.Contains('R', StringComparison.Ordinal)
                ? throw new FormatException("told")
                : text;

        public override object? OurRead(byte[] bytes, Type type, OptionPair options) =>
            Text(bytes) is var text && text.Contains('Z', StringComparison.Ordinal)
                ? throw new NotSupportedException("Z")
                : string.Concat(text.Select(c => "ABCDFR".Contains(c, StringComparison.Ordinal) ? char.ToLowerInvariant(c) : c));

        static string Text(byte[] bytes) => Encoding.UTF8.GetString(bytes).TrimEnd();

        public override string? Documented(Finding finding)
        {
            if (finding.Original!.Refusal?.Message == "told")
                return "refused there";
            string text = Encoding.UTF8.GetString(finding.Document!);
            // Takes out what is no cause of anything.
            if (MakesTheSameOf(finding, Encoding.UTF8.GetBytes(text + " ")))
                return "nothing";
            if (finding.Difference == "only ours refuses" && text.Contains('Z', StringComparison.Ordinal)
                && BothMakeTheSameOf(finding, Encoding.UTF8.GetBytes(text.Replace("Z", "", StringComparison.Ordinal))))
                return "Z";
            if (text.Contains('R', StringComparison.Ordinal)
                && MakesTheSameOf(finding, Encoding.UTF8.GetBytes(text.Replace("R", "", StringComparison.Ordinal))))
                return "R";
            foreach (char letter in "ABCD")
                if (text.Contains(letter, StringComparison.Ordinal)
                    && MakesTheSameOf(finding, Encoding.UTF8.GetBytes(text.Replace(letter, char.ToLowerInvariant(letter)))))
                    return letter.ToString();
            return null;
        }
    }

    static string? Reason(string text)
    {
        var (dialect, bytes, options) = (new Letters(), Encoding.UTF8.GetBytes(text), new OptionPair(null, null, "none"));
        var (original, ours) = (Outcome.Of(() => dialect.OriginalRead(bytes, typeof(string), options)),
            Outcome.Of(() => dialect.OurRead(bytes, typeof(string), options)));
        return dialect.Excuse(new Finding("read", dialect.Difference(original, ours)!, "", typeof(string), options, bytes, original, ours));
    }

    [Theory]
    [InlineData("xA", "A")]
    [InlineData("AxB", "A + B")]
    [InlineData("BA", "A + B")]
    [InlineData("CxBA", "A + B + C")]
    [InlineData("Zx", "Z")]
    [InlineData("ZxA", "Z + A")]
    [InlineData("A!", "refused there")]
    public void Causes_that_meet_are_taken_out_together(string text, string reason) => Assert.Equal(reason, Reason(text));

    [Theory]
    [InlineData("F")]
    [InlineData("AF")]
    [InlineData("ABF")]
    [InlineData("ABCF")]
    [InlineData("ZF")]
    [InlineData("ZAF")]
    // No more than three.
    [InlineData("ABCD")]
    // What the rule for R leaves is refused for a reason that is told, but for which the document as it is was not.
    [InlineData("R!")]
    [InlineData("R!F")]
    public void A_fault_beside_causes_that_meet_is_found(string text) => Assert.Null(Reason(text));
}
