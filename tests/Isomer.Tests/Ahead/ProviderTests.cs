using Isomer.Ahead;
using Isomer.Tests.Formats.Contracts;
using Isomer.Tests.Formats.OfXml;
using Xunit;

namespace Isomer.Tests.Ahead;

/// <summary>
/// Three providers of shapes, one behaviour: over the types of both corpora and all families, what is emitted, interpreted and ready-made
/// writes the same bytes, reads
/// the same values and refuses the same input; the ready-made in the same words, at the same place of the same path. Core/Wires asks the
/// same of the core's tests.
/// </summary>
public class ProviderTests
{
    /// <summary>Broken inputs of each value.</summary>
    const int Broken = 6;

    static readonly (Type Type, object? Value)[] s_values =
    [
        .. CorpusValues.All().Where(v => v.KnownTypes.Length == 0).Select(v => (v.Type, v.Value)),
        .. XmlTypeCorpus.All.SelectMany(t => t.Values.Select(v => (t.Type, v))),
    ];

    public static TheoryData<string> Families => [.. Provider.All.Select(p => p.Name)];

    [Theory]
    [MemberData(nameof(Families))]
    public void Bytes_values_refusals_and_paths_are_the_same(string family)
    {
        var provider = Provider.All.Single(p => p.Name == family);
        provider.Prepare(s_values.Select(v => v.Type).Distinct());
        var wrong = new List<string>();
        var random = new Random(20);
        int written = 0, refused = 0;
        foreach (var (type, value) in s_values)
        {
            string emitted = Outcome(() => provider.Write(provider.Emitted, value, type));
            string ready = Outcome(() => provider.Write(provider.Ready, value, type));
            string interpreted = Outcome(() => provider.Write(provider.Interpreted, value, type));
            if (ready != emitted)
                wrong.Add($"{type}, written: emitted {emitted}, ready-made {ready}");
            if (Kind(interpreted) != Kind(emitted))
                wrong.Add($"{type}, written: emitted {emitted}, interpreted {interpreted}");
            if (emitted is ['!', ..])
                continue;
            written++;
            byte[] good = Convert.FromHexString(emitted);
            for (int i = 0; i <= Broken; i++)
            {
                byte[] bytes = i == 0 || good.Length == 0
                    ? good
                    : i == 1 ? good[..(good.Length / 2)] : Mutation.Break(good, random, "{}[]\",:0n<>/="u8);
                string byEmitted = Read(provider, provider.Emitted, bytes, type);
                string byReady = Read(provider, provider.Ready, bytes, type);
                if (byReady != byEmitted)
                    wrong.Add($"{type}, read of {Convert.ToHexString(bytes)}: emitted {byEmitted}, ready-made {byReady}");
                string byInterpreted = Read(provider, provider.Interpreted, bytes, type);
                if (Kind(byInterpreted) != Kind(byEmitted))
                    wrong.Add($"{type}, read of {Convert.ToHexString(bytes)}: emitted {byEmitted}, interpreted {byInterpreted}");
                refused += byEmitted is ['!', ..] ? 1 : 0;
            }
        }
        Assert.True(wrong.Count == 0, $"{wrong.Count}:\n" + string.Join("\n", wrong.Take(10).Select(w => w.Length > 1500 ? w[..1500] : w)));
        // It was the ready shapes that answered, and there was something to answer.
        Assert.All(provider.Types, type => Assert.NotNull(ReadyShapes.Of(provider.Root(provider.Ready, type))));
        Assert.Equal("",
            string.Join("\n",
                ReadyShapes.Refused.Where(
                    r => r.Contains($"Providers.{family} ", StringComparison.Ordinal)
                        || r.Contains($"Providers.{family}:", StringComparison.Ordinal))));
        Assert.True(written > 300 && refused > 300 && provider.Types.Count > 100,
            $"{written} written, {refused} refused, {provider.Types.Count} types");
        TestContext.Current.SendDiagnosticMessage(
            $"{family}: {provider.Types.Count} types, {written} values written, {written * (Broken + 1)} inputs read, {refused} refused");
    }

    /// <summary>What was read, as the emitted shapes write it.</summary>
    static string Read(Provider provider, Convention convention, byte[] bytes, Type type) =>
        Outcome(() => provider.Write(provider.Emitted, provider.Read(convention, bytes, type), type));

    static string Outcome(Func<byte[]> action)
    {
        try
        {
            return Convert.ToHexString(action());
        }
        catch (WireFormatException e)
        {
            return $"!{nameof(WireFormatException)} at {e.Path}, {e.Offset}: {e.Message}";
        }
        catch (Exception e)
        {
            return $"!{e.GetType().Name}: {e.Message}";
        }
    }

    /// <summary>The interpreter says some things in words of its own.</summary>
    static string Kind(string outcome) => outcome is ['!', ..] ? outcome[..outcome.IndexOfAny([' ', ':'])] : outcome;
}
