using System.Collections;
using System.Collections.Concurrent;
using System.Runtime.Serialization;
using System.Text;
using System.Text.RegularExpressions;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

#pragma warning disable CA1010, CA1710, CA2237

/// <summary>
/// Classes that have items and no Add are no contracts, but stand in names: where null is, or a list of none. As the original, which takes
/// them for collections there, and those that are marked for classes.
/// </summary>
public class RefusedNameTests
{
    public class OfStack : Stack<int>;
    public class OfStackAgain : OfStack;
    [Serializable] public class MarkedStack : Stack<int>;
    [DataContract] public class ContractStack : Stack<int>;
    [CollectionDataContract] public class NamedStack : Stack<int>;
    public class OfMarked : MarkedStack;
    public class WithAdd : Stack<int> { public void Add(int item) => Push(item); }
    public class Open<T> : Stack<T>;
    public class OfTexts : Queue<string>;
    public class OfConcurrent : ConcurrentQueue<int?>;
    public class Untyped : Stack;
    public class WithParameter(int first) : Stack<int>([first]);
    public class Only : IEnumerable<OfStack>
    {
        public IEnumerator<OfStack> GetEnumerator() => throw new NotSupportedException();
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public class OfTwo : IEnumerable<int>, IEnumerable<string>
    {
        IEnumerator<int> IEnumerable<int>.GetEnumerator() => throw new NotSupportedException();
        IEnumerator<string> IEnumerable<string>.GetEnumerator() => throw new NotSupportedException();
        IEnumerator IEnumerable.GetEnumerator() => throw new NotSupportedException();
    }

    public class OfItself : IEnumerable<OfItself>
    {
        public IEnumerator<OfItself> GetEnumerator() => throw new NotSupportedException();
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public class OfOther : IEnumerable<OfEach>
    {
        public IEnumerator<OfEach> GetEnumerator() => throw new NotSupportedException();
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public class OfEach : IEnumerable<OfOther>
    {
        public IEnumerator<OfOther> GetEnumerator() => throw new NotSupportedException();
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    [Theory]
    [InlineData(typeof(OfStack))]
    [InlineData(typeof(OfStackAgain))]
    [InlineData(typeof(MarkedStack))]
    [InlineData(typeof(ContractStack))]
    [InlineData(typeof(NamedStack))]
    [InlineData(typeof(OfMarked))]
    [InlineData(typeof(WithAdd))]
    [InlineData(typeof(Open<Guid>))]
    [InlineData(typeof(OfTexts))]
    [InlineData(typeof(OfConcurrent))]
    [InlineData(typeof(Untyped))]
    [InlineData(typeof(WithParameter))]
    [InlineData(typeof(Only))]
    [InlineData(typeof(OfTwo))]
    [InlineData(typeof(Stack<int>))]
    [InlineData(typeof(Queue))]
    public void A_name_is_made_of_its_items(Type type)
    {
        var map = typeof(Dictionary<,>).MakeGenericType(typeof(int), typeof(List<>).MakeGenericType(type));
        object value = Activator.CreateInstance(map)!;
        var stream = new MemoryStream();
        new DataContractSerializer(map).WriteObject(stream, value);
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
            Assert.Equal(NameOf(Encoding.UTF8.GetString(stream.ToArray())),
                NameOf(ContractXml.ToText(value, map,
                    new ContractXmlOptions { Convention = Convention.DataContract.WithLosses().WithTier(tier) })));

        static string NameOf(string text) => Regex.Match(text, "<([^ >/]+)").Groups[1].Value;
    }

    /// <summary>A name that would not end is none: the original refuses it by that, ours by what the type is.</summary>
    [Theory]
    [InlineData(typeof(OfItself))]
    [InlineData(typeof(OfOther))]
    public void A_name_of_itself_ends(Type type)
    {
        Assert.ThrowsAny<Exception>(
            () => new DataContractSerializer(typeof(List<>).MakeGenericType(type)).WriteObject(new MemoryStream(), null));
        var error = Assert.ThrowsAny<NotSupportedException>(() => ContractXml.ToText(Activator.CreateInstance(type), type));
        Assert.Contains(type.Name, error.Message, StringComparison.Ordinal);
        var list = typeof(List<>).MakeGenericType(type);
        Assert.Contains($"<ArrayOf{nameof(RefusedNameTests)}.{type.Name} ", ContractXml.ToText(Activator.CreateInstance(list), list),
            StringComparison.Ordinal);
    }
}
