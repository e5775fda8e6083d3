using Isomer.Tabular;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Texts are told apart by their first and last eight bytes, and where they are longer by all: no two that differ in one place may have
/// one.
/// </summary>
public class TextTableTests
{
    [Fact]
    public void Texts_that_differ_in_one_character_have_places_of_their_own()
    {
        for (int length = 0; length <= 40; length++)
        {
            using var table = new TextTable(length + 1, length + 1);
            var texts = Enumerable.Range(0, length + 1)
                .Select(i => i == length ? new string('a', length) : new string('a', i) + 'b' + new string('a', length - i - 1)).ToArray();
            Assert.Equal(Enumerable.Range(0, length + 1), texts.Select(t => table.PlaceOf(t, 0, t.Length)));
            // Equal ones that are other objects, and parts of longer ones.
            Assert.Equal(Enumerable.Range(0, length + 1), texts.Select(t => table.PlaceOf("xy" + t + "z", 2, t.Length)));
            Assert.Equal(texts, table.ToArray());
        }
    }

    [Fact]
    public void Texts_of_the_same_ends_and_other_lengths_have_places_of_their_own()
    {
        using var table = new TextTable(64, 64);
        for (int length = 0; length < 64; length++)
            Assert.Equal(length, table.PlaceOf(new string('\0', length), 0, length));
    }
}
