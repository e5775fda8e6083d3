using System.Collections;
using System.Collections.Concurrent;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// Tables whose owner gave them a comparer, of records that know one another: the comparer is asked, and never the records, whose own hash
/// would not end. With three entries, and with so many that the guard against colliding keys counts them.
/// </summary>
public class OwnComparerTests
{
    public sealed record Num
    {
        public int Number { get; set; }
        public Num? Other { get; set; }
    }

    public sealed class ByNumber : IEqualityComparer<Num>, IEqualityComparer, IComparer<Num>
    {
        public bool Equals(Num? x, Num? y) => x?.Number == y?.Number;

        public int GetHashCode(Num obj) => obj.Number;

        public int Compare(Num? x, Num? y) => x!.Number - y!.Number;

        bool IEqualityComparer.Equals(object? x, object? y) => Equals((Num?)x, (Num?)y);

        int IEqualityComparer.GetHashCode(object obj) => GetHashCode((Num)obj);
    }

    public sealed class Derived() : Dictionary<Num, int>(new ByNumber());

    public abstract class Holder
    {
        public abstract IEnumerable All();

        public abstract void Add(Num key);

        public abstract bool Has(Num key);
    }

    public sealed class OfSet : Holder
    {
        public HashSet<Num> V { get; } = new(new ByNumber());
        public override IEnumerable All() => V;
        public override void Add(Num key) => V.Add(key);
        public override bool Has(Num key) => V.Contains(key);
    }

    public sealed class OfIdentity : Holder
    {
        public HashSet<Num> V { get; } = new(ReferenceEqualityComparer.Instance);
        public override IEnumerable All() => V;
        public override void Add(Num key) => V.Add(key);
        public override bool Has(Num key) => V.Any(k => k.Number == key.Number);
    }

    public sealed class OfDelegate : Holder
    {
        public HashSet<Num> V { get; } = new(EqualityComparer<Num>.Create(static (a, b) => a!.Number == b!.Number, static a => a.Number));
        public override IEnumerable All() => V;
        public override void Add(Num key) => V.Add(key);
        public override bool Has(Num key) => V.Contains(key);
    }

    public sealed class OfMap : Holder
    {
        public Dictionary<Num, int> V { get; } = new(new ByNumber());
        public override IEnumerable All() => V;
        public override void Add(Num key) => V.Add(key, 1);
        public override bool Has(Num key) => V.ContainsKey(key);
    }

    public sealed class OfDerived : Holder
    {
        public Derived V { get; } = [];
        public override IEnumerable All() => V;
        public override void Add(Num key) => V.Add(key, 1);
        public override bool Has(Num key) => V.ContainsKey(key);
    }

    public sealed class OfConcurrent : Holder
    {
        public ConcurrentDictionary<Num, int> V { get; } = new(new ByNumber());
        public override IEnumerable All() => V;
        public override void Add(Num key) => V.TryAdd(key, 1);
        public override bool Has(Num key) => V.ContainsKey(key);
    }

    public sealed class OfSorted : Holder
    {
        public SortedDictionary<Num, int> V { get; } = new(Comparer<Num>.Create(static (a, b) => a.Number - b.Number));
        public override IEnumerable All() => V;
        public override void Add(Num key) => V.Add(key, 1);
        public override bool Has(Num key) => V.ContainsKey(key);
    }

    public sealed class OfSortedSet : Holder
    {
        public SortedSet<Num> V { get; } = new(new ByNumber());
        public override IEnumerable All() => V;
        public override void Add(Num key) => V.Add(key);
        public override bool Has(Num key) => V.Contains(key);
    }

    public sealed class OfHashtable : Holder
    {
        public Hashtable V { get; } = new((IEqualityComparer)new ByNumber());
        public override IEnumerable All() => V;
        public override void Add(Num key) => V.Add(key, 1);
        public override bool Has(Num key) => V.ContainsKey(key);
    }

    [Theory]
    [InlineData(typeof(OfSet))]
    [InlineData(typeof(OfIdentity))]
    [InlineData(typeof(OfDelegate))]
    [InlineData(typeof(OfMap))]
    [InlineData(typeof(OfDerived))]
    [InlineData(typeof(OfConcurrent))]
    [InlineData(typeof(OfSorted))]
    [InlineData(typeof(OfSortedSet))]
    [InlineData(typeof(OfHashtable))]
    public void It_is_asked_in_their_place(Type holder)
    {
        foreach (int count in new[] { 3, 300, 1500 })
        {
            var made = (Holder)Activator.CreateInstance(holder)!;
            var first = new Num();
            var last = first;
            for (int i = 1; i < count; i++)
                last = new Num { Number = i, Other = last };
            first.Other = last;
            for (var next = last; next != first; next = next.Other!)
                made.Add(next);
            made.Add(first);
            foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
            {
                var options = new ContractXmlOptions
                {
                    Convention = Convention.DataContract.WithTier(tier),
                    KnownTypes = [typeof(Num)],
                    PreserveObjectReferences = true,
                    Limits = new Limits { MaxDepth = 4000 }
                };
                byte[] document = ContractXml.Serialize(made, holder, options);
                var read = (Holder)ContractXml.Deserialize(document, holder, options)!;
                Assert.Equal(count, read.All().Cast<object>().Count());
                Assert.True(read.Has(new Num { Number = count / 2 }));
            }
        }
    }
}
