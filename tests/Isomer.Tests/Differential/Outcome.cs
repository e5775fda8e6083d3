using Isomer.Tests.Core;

namespace Isomer.Tests.Differential;

/// <summary>What a serializer made of its input: a result or a refusal.</summary>
public sealed record Outcome(object? Result, Exception? Refusal)
{
    public static Outcome Of(Func<object?> work)
    {
        try
        {
            return new(work(), null);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return new(null, e is System.Reflection.TargetInvocationException { InnerException: { } inner } ? inner : e);
        }
    }

    /// <summary>Where two outcomes differ; null where both refused or both have equal results.</summary>
    public static string? Difference(Outcome original, Outcome ours)
    {
        if (original.Refusal is not null || ours.Refusal is not null)
        {
            return original.Refusal is not null && ours.Refusal is not null ? null
                : original.Refusal is not null ? "only the original refuses" : "only ours refuses";
        }
        return original.Result is byte[] a && ours.Result is byte[] b
            ? a.AsSpan().SequenceEqual(b) ? null : "the bytes differ"
            : new Deep(keepsNaNBits: false).Difference(original.Result, ours.Result) is { } place ? "the values differ at " + place : null;
    }

    public override string ToString() =>
        Refusal is { } e
            ? $"{e.GetType().Name}: {e.Message}{(e.InnerException is { } i ? " <- " + i.GetType().Name + ": " + i.Message : "")}"
        : Result is byte[] bytes
            ? System.Text.Encoding.UTF8.GetString(bytes) is var text && text.All(c => c is >= ' ' or '\n' or '\r' or '\t' && c != '\ufffd')
                ? text
                : Convert.ToHexString(bytes)
        : Result?.ToString() ?? "null";
}
