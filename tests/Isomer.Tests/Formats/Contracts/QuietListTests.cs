using System.Collections;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>A list of a user's own that can be added to and walked, and does nothing else: the originals ask it for nothing else.</summary>
public class QuietListTests
{
    public class Quiet : IList
    {
        readonly ArrayList _items = [];

        public int Add(object? value) => _items.Add(value);
        public IEnumerator GetEnumerator() => _items.GetEnumerator();
        public int Count => _items.Count;

        public bool IsFixedSize => throw new NotImplementedException();
        public bool IsReadOnly => throw new NotImplementedException();
        public bool IsSynchronized => throw new NotImplementedException();
        public object SyncRoot => throw new NotImplementedException();
        public object? this[int index] { get => _items[index]; set => throw new NotImplementedException(); }
        public void Clear() => throw new NotImplementedException();
        public bool Contains(object? value) => throw new NotImplementedException();
        public void CopyTo(Array array, int index) => _items.CopyTo(array, index);
        public int IndexOf(object? value) => throw new NotImplementedException();
        public void Insert(int index, object? value) => throw new NotImplementedException();
        public void Remove(object? value) => throw new NotImplementedException();
        public void RemoveAt(int index) => throw new NotImplementedException();
    }

    public class Holder
    {
        public Quiet Own { get; } = new();
        public IList Declared { get; } = new Quiet();
        public Quiet? Set { get; set; }
    }

    [Fact]
    public void Is_asked_for_no_more_than_by_the_originals()
    {
        var value = new Holder { Own = { 1, "x" }, Declared = { 2 }, Set = [3] };
        foreach (var (theirs, ours) in new (XmlObjectSerializer, XmlObjectSerializer)[]
        {
            (new DataContractSerializer(typeof(Holder)), new ContractXmlSerializer(typeof(Holder))),
            (new DataContractJsonSerializer(typeof(Holder), new DataContractJsonSerializerSettings { SerializeReadOnlyTypes = false }),
                new ContractJsonSerializer(typeof(Holder))),
        })
        {
            var (expected, written) = (new MemoryStream(), new MemoryStream());
            theirs.WriteObject(expected, value);
            ours.WriteObject(written, value);
            Assert.Equal(expected.ToArray(), written.ToArray());
            foreach (var reader in new[] { theirs, ours })
            {
                var back = (Holder)reader.ReadObject(new MemoryStream(expected.ToArray()))!;
                Assert.Equal([1, "x", 2, 3], back.Own.Cast<object>().Concat(back.Declared.Cast<object>()).Concat(back.Set!.Cast<object>()));
            }
        }
    }
}
