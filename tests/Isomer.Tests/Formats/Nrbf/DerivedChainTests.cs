using System.Collections;
using System.Collections.ObjectModel;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Objects of classes that derive from collections, which lead to one another by a field of their own: as deep as their number. Beyond 256
/// they were refused, since what a collection is made of has to be whole where it stands, and a field of the class's own has not.
/// </summary>
public class DerivedChainTests
{
    interface ILinked
    {
        object? Next { get; set; }
    }

    [Serializable]
    sealed class OfList : List<int>, ILinked
    {
        public object? Next { get; set; }
    }

    [Serializable]
    sealed class OfQueue : Queue, ILinked
    {
        public object? Next { get; set; }
    }

    [Serializable]
    sealed class OfCollection : Collection<string>, ILinked
    {
        public object? Next { get; set; }
    }

    [Serializable]
    sealed class OfBase : CollectionBase, ILinked
    {
        public object? Next { get; set; }
    }

    const int Length = 3_000;

    [Fact]
    public void Links_are_read_as_deep_as_they_are()
    {
        Type[] known = [typeof(OfList), typeof(OfQueue), typeof(OfCollection), typeof(OfBase)];
        var soap = new SoapOptions { KnownTypes = [.. known], WritesGenerics = true };
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var options = new NrbfOptions { KnownTypes = [.. known], Convention = Convention.Fields.WithTier(tier) };
            foreach (var type in known)
            {
                object? last = null;
                for (int i = 0; i < Length; i++)
                {
                    var linked = (ILinked)Activator.CreateInstance(type)!;
                    linked.Next = last;
                    if (linked is OfList list)
                        list.Add(i);
                    last = linked;
                }
                Assert.Equal(Length, LengthOf(Nrbf.Deserialize<object>(Nrbf.Serialize(last, options), options)));
                Assert.Equal(Length, LengthOf(Soap.Deserialize<object>(Soap.Serialize(last, soap), soap)));
            }
        }
    }

    static int LengthOf(object? first)
    {
        int length = 0;
        for (object? next = first; next is not null; next = ((ILinked)next).Next, length++)
            if (next is OfList list)
                Assert.Equal([Length - 1 - length], list);
        return length;
    }
}
