using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using Xunit;

#pragma warning disable SYSLIB0011 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// A difference on purpose: BinaryFormatter keeps the objects that it has told of their writing in a table that compares by <c>Equals</c>,
/// so the second of two equal objects is not told, and what it puts into its fields then is lost. Ours tells each object once.
/// </summary>
public class NrbfCallbackTests
{
    [Serializable]
    public sealed class Told : IEquatable<Told>
    {
        public string? Name;
        public int Count;

        public bool Equals(Told? other) => other is not null && other.Name == Name;

        public override bool Equals(object? obj) => Equals(obj as Told);

        public override int GetHashCode() => Name?.GetHashCode(StringComparison.Ordinal) ?? 0;

        [OnSerializing]
        void Writing(StreamingContext context) => Count = 127;
    }

    [Fact]
    public void Each_of_two_equal_objects_is_told_that_it_is_written()
    {
        Told[] Value() => [new() { Name = "a" }, new() { Name = "a" }, new() { Name = "b" }];
        Assert.Equal([127, 0, 127],
            ((Told[])new BinaryFormatter().Deserialize(new MemoryStream(NrbfTests.Original(Value())))).Select(t => t.Count));
        var options = NrbfTests.Options with { KnownTypes = [typeof(Told)] };
        Assert.Equal([127, 127, 127],
            Nrbf.Deserialize<Told[]>(Nrbf.Serialize(Value(), options), options)!.Select(t => t.Count));
    }
}
