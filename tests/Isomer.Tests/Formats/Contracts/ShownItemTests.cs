using System.Collections;
using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Classes whose GetEnumerator shows other items than their collection interface: the originals write what is shown, with its type, and
/// read what is declared. Each way to enumerate, of each kind of item, at each place, against the original.
/// </summary>
public class ShownItemTests
{
    public abstract class Holder<T>
    {
        protected List<T> Items { get; } = [];
        public virtual void Add(T item) => Items.Add(item);
    }

    public class HidesBoth<T> : Holder<T>, IEnumerable<T>
    {
        IEnumerator<T> IEnumerable<T>.GetEnumerator() => Items.GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => Items.GetEnumerator();
    }

    public class ShowsObjects<T> : Holder<T>, IEnumerable<T>
    {
        IEnumerator<T> IEnumerable<T>.GetEnumerator() => Items.GetEnumerator();
        public IEnumerator GetEnumerator() => Items.GetEnumerator();
    }

    public class ShowsItems<T> : Holder<T>, IEnumerable<T>
    {
        public IEnumerator<T> GetEnumerator() => Items.GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => Items.GetEnumerator();
    }

    public class ShowsWider<T> : Holder<T>, IEnumerable<T>
    {
        public IEnumerator<object?> GetEnumerator() => Items.Cast<object?>().GetEnumerator();
        IEnumerator<T> IEnumerable<T>.GetEnumerator() => Items.GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => Items.GetEnumerator();
    }

    public abstract class Collection<T> : Holder<T>, ICollection<T>
    {
        public int Count => Items.Count;
        public bool IsReadOnly => false;
        public void Clear() => Items.Clear();
        public bool Contains(T item) => Items.Contains(item);
        public void CopyTo(T[] array, int arrayIndex) => Items.CopyTo(array, arrayIndex);
        public bool Remove(T item) => Items.Remove(item);
        IEnumerator<T> IEnumerable<T>.GetEnumerator() => Items.GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => Items.GetEnumerator();
    }

    public class CollectionThatHides<T> : Collection<T>;

    public class CollectionThatShowsObjects<T> : Collection<T>
    {
        public IEnumerator GetEnumerator() => Items.GetEnumerator();
    }

    public abstract class ExplicitList<T> : IList<T>
    {
        protected List<T> Items { get; } = [];
        T IList<T>.this[int index]
        {
            get => Items[index];
            set => Items[index] = value;
        }

        int ICollection<T>.Count => Items.Count;
        bool ICollection<T>.IsReadOnly => false;
        void ICollection<T>.Add(T item) => Items.Add(item);
        void ICollection<T>.Clear() => Items.Clear();
        bool ICollection<T>.Contains(T item) => Items.Contains(item);
        void ICollection<T>.CopyTo(T[] array, int arrayIndex) => Items.CopyTo(array, arrayIndex);
        int IList<T>.IndexOf(T item) => Items.IndexOf(item);
        void IList<T>.Insert(int index, T item) => Items.Insert(index, item);
        bool ICollection<T>.Remove(T item) => Items.Remove(item);
        void IList<T>.RemoveAt(int index) => Items.RemoveAt(index);
        IEnumerator<T> IEnumerable<T>.GetEnumerator() => Items.GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => Items.GetEnumerator();
    }

    public class ListThatHides<T> : ExplicitList<T>;

    public class ListThatHidesAdd<T> : ExplicitList<T>
    {
        public IEnumerator<T> GetEnumerator() => Items.GetEnumerator();
    }

    public class ListThatAdds<T> : ExplicitList<T>
    {
        public void Add(T item) => Items.Add(item);
    }

    /// <summary>The framework's tests have one.</summary>
    public class AddsObjects<T> : IEnumerable<T>
    {
        readonly List<T> _items = [];
        public void Add(object? item) => _items.Add((T)item!);
        IEnumerator<T> IEnumerable<T>.GetEnumerator() => _items.GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => _items.GetEnumerator();
    }

    public class ListThatShowsObjects<T> : List<T>
    {
        public new IEnumerator GetEnumerator() => base.GetEnumerator();
    }

    public struct Few<T> : IEnumerable<T>
    {
        List<T>? _items;
        public void Add(T item) => (_items ??= []).Add(item);
        readonly IEnumerator<T> IEnumerable<T>.GetEnumerator() => (_items ?? []).GetEnumerator();
        readonly IEnumerator IEnumerable.GetEnumerator() => (_items ?? []).GetEnumerator();
    }

    [DataContract(Namespace = "urn:far")]
    public class Far
    {
        [DataMember]
        public string? Name { get; set; }
        [DataMember]
        public Far? Next { get; set; }
    }

    [DataContract(IsReference = true)]
    public class Numbered
    {
        [DataMember]
        public Numbered? Self { get; set; }
    }

    [KnownType(typeof(Dog))]
    public class Animal
    {
        public string? Name { get; set; }
    }

    public class Dog : Animal;

    public struct Point
    {
        public int X;
    }

    [DataContract]
    public enum Colour
    {
        [EnumMember]
        Red,
        [EnumMember(Value = "sky")]
        Blue,
    }

    public class Outer<T>
    {
        public string Before = "b";
        public T? Value;
        public List<T>? Many;
    }

    static readonly Type[] Kinds =
    [
        typeof(HidesBoth<>), typeof(ShowsObjects<>), typeof(ShowsItems<>), typeof(ShowsWider<>), typeof(CollectionThatHides<>),
        typeof(CollectionThatShowsObjects<>), typeof(ListThatShowsObjects<>), typeof(Few<>), typeof(ListThatHides<>),
        typeof(ListThatHidesAdd<>),
        typeof(ListThatAdds<>), typeof(AddsObjects<>),
    ];

    static readonly Numbered s_numbered = new();

    static readonly (Type Type, object?[] Items)[] Values =
    [
        (typeof(string), ["a", null, ""]), (typeof(int), [1, -5]), (typeof(int?), [3, null]), (typeof(double), [1.5]),
        (typeof(bool), [true]), (typeof(char), ['x']),
        (typeof(byte[]), [new byte[] { 1, 2 }, null]), (typeof(Guid), [Guid.Empty]), (typeof(Uri), [new Uri("http://a/b")]),
        (typeof(DateTime), [new DateTime(2020, 1, 2)]),
        (typeof(DateTimeOffset), [new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(2))]),
        (typeof(TimeSpan), [TimeSpan.FromHours(5)]), (typeof(decimal), [1.10m]),
        (typeof(Colour), [Colour.Blue, Colour.Red]), (typeof(Point), [new Point { X = 4 }]), (typeof(Point?), [new Point { X = 4 }, null]),
        (typeof(Far), [new Far { Name = "n", Next = new Far() }, null]), (typeof(Animal), [new Dog { Name = "d" }, new Animal()]),
        (typeof(object), [1, "a", null]),
        (typeof(List<int>), [new List<int> { 1 }]), (typeof(int[]), [new[] { 1, 2 }]),
        (typeof(Dictionary<string, int>), [new Dictionary<string, int> { ["a"] = 1 }]),
        (typeof(Numbered), [s_numbered, s_numbered]),
        (typeof(System.Xml.XmlQualifiedName), [new System.Xml.XmlQualifiedName("a", "urn:q")]),
        (typeof(HidesBoth<int>), [new HidesBoth<int> { 7 }]),
    ];

    public static TheoryData<string> KindNames => [.. Kinds.Select(k => k.Name)];

    [Theory]
    [MemberData(nameof(KindNames))]
    public void What_is_shown_is_written(string kind)
    {
        s_numbered.Self = s_numbered;
        var open = Kinds.First(k => k.Name == kind);
        var oracle = new ContractOracle();
        var preserving = new ContractOracle("xb") { Preserves = true };
        foreach (var (item, items) in Values)
        {
            var type = open.MakeGenericType(item);
            var knowing = new ContractOracle { KnownTypes = [Nullable.GetUnderlyingType(item) ?? item] };
            foreach (var content in (object?[][])[items, []])
            {
                object value = Activator.CreateInstance(type)!;
                foreach (object? each in content)
                    Add(type, item, value, each);
                oracle.Check(value, type);
                preserving.Check(value, type);
                knowing.Check(OuterOf(type, value), typeof(Outer<>).MakeGenericType(type));
                oracle.Check(OuterOf(type, value), typeof(Outer<>).MakeGenericType(type));
            }
            knowing.Done();
        }
        oracle.Done();
        preserving.Done();
    }

    static void Add(Type type, Type item, object collection, object? value) =>
        (type.GetMethod("Add", [item]) ?? typeof(ICollection<>).MakeGenericType(item).GetMethod("Add")!).Invoke(collection, [value]);

    static object OuterOf(Type type, object value)
    {
        object outer = Activator.CreateInstance(typeof(Outer<>).MakeGenericType(type))!;
        outer.GetType().GetField("Value")!.SetValue(outer, value);
        var many = (IList)Activator.CreateInstance(typeof(List<>).MakeGenericType(type))!;
        many.Add(value);
        outer.GetType().GetField("Many")!.SetValue(outer, many);
        return outer;
    }
}
