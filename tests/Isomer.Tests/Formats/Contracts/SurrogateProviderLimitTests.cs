using System.Runtime.Serialization;
using System.Text;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// What a provider of surrogates that names no other type is not asked for (docs/contractxml.md); it is for everything in the original.
/// </summary>
public class SurrogateProviderLimitTests
{
    public enum Color { Red, Green }

    [Serializable]
    public class Own : ISerializable
    {
        public int A;
        public Own() { }
        protected Own(SerializationInfo info, StreamingContext context) => A = info.GetInt32("A");
        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("A", A);
    }

    public class Item { public int A { get; set; } }

    public class Holder
    {
        public List<Item>? Items { get; set; }
        public int[]? Numbers { get; set; }
        public Color Color { get; set; }
        public Own? Own { get; set; }
        public Item? Item { get; set; }
    }

    sealed class Noting : ISerializationSurrogateProvider
    {
        public HashSet<Type> Asked { get; } = [];
        public Type GetSurrogateType(Type type) => type;

        public object GetObjectToSerialize(object obj, Type targetType)
        {
            Asked.Add(obj.GetType());
            return obj;
        }

        public object GetDeserializedObject(object obj, Type targetType)
        {
            Asked.Add(obj.GetType());
            return obj;
        }
    }

    [Fact]
    public void Objects_and_structs_are_asked_for_and_nothing_else()
    {
        var value = new Holder { Items = [new()], Numbers = [1], Color = Color.Green, Own = new() { A = 1 }, Item = new() };
        var (theirs, ours) = (new Noting(), new Noting());
        var original = new DataContractSerializer(typeof(Holder));
        original.SetSerializationSurrogateProvider(theirs);
        using var stream = new MemoryStream();
        original.WriteObject(stream, value);
        var drop = new ContractXmlSerializer(typeof(Holder));
        drop.SetSerializationSurrogateProvider(ours);
        using var written = new MemoryStream();
        drop.WriteObject(written, value);
        // The bytes are the same as long as the provider gives back what it was given.
        Assert.Equal(Encoding.UTF8.GetString(stream.ToArray()), Encoding.UTF8.GetString(written.ToArray()));
        written.Position = stream.Position = 0;
        original.ReadObject(stream);
        drop.ReadObject(written);
        Assert.Equal([typeof(Holder), typeof(Item)], ours.Asked.Where(t => !t.IsPrimitive).OrderBy(t => t.Name, StringComparer.Ordinal));
        Assert.Superset(new HashSet<Type>([typeof(Holder), typeof(Item), typeof(Own), typeof(Color), typeof(List<Item>), typeof(int[])]),
            theirs.Asked);
    }

    /// <summary>One that does name another type for such a type is not passed over in silence.</summary>
    sealed class Replacing(Type type) : ISerializationSurrogateProvider
    {
        public Type GetSurrogateType(Type asked) => asked == type ? typeof(string) : asked;
        public object GetObjectToSerialize(object obj, Type targetType) => obj.GetType() == type ? "replaced" : obj;
        public object GetDeserializedObject(object obj, Type targetType) =>
            targetType == type && obj is string ? Activator.CreateInstance(type)! : obj;
    }

    [Theory]
    [InlineData(typeof(List<Item>))]
    [InlineData(typeof(Color))]
    [InlineData(typeof(Own))]
    [InlineData(typeof(Item))]
    public void One_that_names_another_type_is_obeyed(Type type)
    {
        var value = new Holder { Items = [new()], Color = Color.Green, Own = new() { A = 1 }, Item = new() };
        var original = new DataContractSerializer(typeof(Holder));
        original.SetSerializationSurrogateProvider(new Replacing(type));
        using var stream = new MemoryStream();
        original.WriteObject(stream, value);
        var drop = new ContractXmlSerializer(typeof(Holder));
        drop.SetSerializationSurrogateProvider(new Replacing(type));
        using var written = new MemoryStream();
        drop.WriteObject(written, value);
        Assert.Equal(Encoding.UTF8.GetString(stream.ToArray()), Encoding.UTF8.GetString(written.ToArray()));
        written.Position = 0;
        Assert.IsType<Holder>(drop.ReadObject(written));
    }
}
