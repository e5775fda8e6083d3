using System.Collections;
using System.Collections.ObjectModel;
using System.Runtime.CompilerServices;
using Xunit;

namespace Isomer.Battery;

/// <summary>Collection classes of the user's own.</summary>
public abstract partial class CollectionBattery
{
    public class OwnList : List<int>;
    public class OwnMap : Dictionary<string, OwnMap>;
    public class Tree : List<Tree>;

    public sealed class OwnCollection : ICollection<string>
    {
        readonly List<string> _items = [];
        public int Count => _items.Count;
        public bool IsReadOnly => false;
        void ICollection<string>.Add(string item) => _items.Add(item);
        public void Clear() => _items.Clear();
        public bool Contains(string item) => _items.Contains(item);
        public void CopyTo(string[] array, int arrayIndex) => _items.CopyTo(array, arrayIndex);
        public bool Remove(string item) => _items.Remove(item);
        IEnumerator<string> IEnumerable<string>.GetEnumerator() => _items.GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => _items.GetEnumerator();
        public OwnCollection Have(string item) { _items.Add(item); return this; }
    }

    public struct StructCollection : ICollection<int>
    {
        List<int>? _items;
        public readonly int Count => _items?.Count ?? 0;
        public readonly bool IsReadOnly => false;
        void ICollection<int>.Add(int item) => (_items ??= []).Add(item);
        public void Clear() => _items = null;
        public readonly bool Contains(int item) => _items?.Contains(item) ?? false;
        public readonly void CopyTo(int[] array, int arrayIndex) => _items?.CopyTo(array, arrayIndex);
        public bool Remove(int item) => _items?.Remove(item) ?? false;
        public readonly IEnumerator<int> GetEnumerator() => (_items ?? []).GetEnumerator();
        readonly IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
        public static StructCollection Of(params int[] items)
        {
            ICollection<int> c = new StructCollection(); foreach (int i in items)
                c.Add(i); return (StructCollection)c;
        }
    }

    public sealed class AddOnly : IEnumerable<int>
    {
        readonly List<int> _items = [];
        public void Add(int item) => _items.Add(item);
        public IEnumerator<int> GetEnumerator() => _items.GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public sealed class FromItems(IEnumerable<int> items) : IReadOnlyCollection<int>
    {
        readonly int[] _items = [.. items];
        public int Count => _items.Length;
        public IEnumerator<int> GetEnumerator() => ((IEnumerable<int>)_items).GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    [CollectionBuilder(typeof(BuiltCollection), nameof(BuiltCollection.Create))]
    public sealed class Built<T> : IEnumerable<T>
    {
        readonly T[] _items;
        internal Built(T[] items) => _items = items;
        public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)_items).GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public static class BuiltCollection
    {
        public static Built<T> Create<T>(ReadOnlySpan<T> items) => new(items.ToArray());
    }

    public sealed class Unreadable : IEnumerable<int>
    {
        readonly int[] _items;
        public Unreadable(int count, string _) => _items = new int[count];
        public IEnumerator<int> GetEnumerator() => ((IEnumerable<int>)_items).GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public sealed class Keyed : KeyedCollection<string, Item>
    {
        protected override string GetKeyForItem(Item item) => item.B!;
    }

    [Fact]
    public void Own_collection_classes()
    {
        Places(new OwnList { 1, 2 });
        Places(new OwnMap { ["a"] = new() { ["b"] = [] } });
        Places(new Tree { new(), new() { new() } });
        Places(new OwnCollection().Have("a").Have("b"));
        Places(StructCollection.Of(1, 2));
        Places(new AddOnly { 1, 2 });
        Places(new FromItems([1, 2]));
        Places(BuiltCollection.Create<int>([1, 2]));
        Places(BuiltCollection.Create<Item?>([Items[0], null]));
        Places(new Keyed { Items[0] });
        Wires.RefusesToRead(new Unreadable(2, ""), null, nameof(Unreadable), "[CollectionBuilder]");
    }
}
