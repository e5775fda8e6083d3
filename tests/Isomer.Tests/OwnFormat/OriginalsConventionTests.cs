using System.Collections;
using Isomer.Custom;
using Isomer.Tests.Core;
using OwnFormat;
using Xunit;

namespace Isomer.Tests.OwnFormat;

/// <summary>
/// A format of a program's own is no original's: of an original's convention it sees what Json and Compact see, and loses nothing that the
/// original loses.
/// </summary>
public class OriginalsConventionTests
{
    /// <summary>The original writes each item as the object that its enumerator shows, and reads what is declared.</summary>
    public class Shown : IEnumerable<int>
    {
        readonly List<int> _items = [];
        public void Add(int item) => _items.Add(item);
        IEnumerator<int> IEnumerable<int>.GetEnumerator() => _items.GetEnumerator();
        public IEnumerator GetEnumerator() => _items.GetEnumerator();
    }

    /// <summary>fastJSON leaves out what has no setter.</summary>
    public class Fixed(int value)
    {
        public int Value { get; } = value;
    }

    static Format[] Of(Convention convention) =>
        [Cbor.Format.With(new CborOptions { Convention = convention }), new StructCborFormat(new CborOptions { Convention = convention })];

    [Fact]
    public void A_format_of_ones_own_reads_what_it_writes_under_an_originals_convention()
    {
        foreach (var format in Of(Convention.DataContract))
        {
            byte[] bytes = format.Serialize(new Shown { 1, 2 });
            Assert.Equal(Of(Convention.Plain)[0].Serialize(new List<int> { 1, 2 }), bytes);
            Assert.Equal([1, 2], (IEnumerable<int>)format.Deserialize<Shown>(bytes)!);
        }
        foreach (var format in Of(Convention.FastJson))
            Assert.Equal(7, format.Deserialize<Fixed>(format.Serialize(new Fixed(7)))!.Value);
    }
}
