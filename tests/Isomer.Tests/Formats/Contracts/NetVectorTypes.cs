using System.Runtime.Serialization;
using Isomer.Calls;

namespace App;

// The types of the vectors, in a namespace of their own, with public fields as there.
#pragma warning disable CS1591, CA1051, SYSLIB0050, SYSLIB0051
[DataContract]
public class Person
{
    [DataMember(Order = 1)] public string? Name;
    [DataMember(Order = 2)] public int Age;
    [DataMember(Order = 3)] public Person? Friend;
    [DataMember(Order = 4)] public object? Tag;
    [DataMember(Order = 5)] public List<string?>? Names;
    [DataMember(Order = 6)] public Base? B;
    [DataMember(Order = 7)] public int[]? Nums;
    [DataMember(Order = 9)] public int? N;
    [DataMember(Order = 10)] public Kind K;
    [DataMember(Order = 12)] public P2 S;
    [DataMember(Order = 13)] public byte[]? Bytes;
    [DataMember(Order = 14)] public IList<int>? IL;
    [DataMember(Order = 15)] public object?[]? Objs;
}

[DataContract, KnownType(typeof(Derived))] public class Base { [DataMember] public int X; }

[DataContract] public class Derived : Base { [DataMember] public string? Y; }

public enum Kind { One, Two }

[DataContract] public struct P2 { [DataMember] public int A; [DataMember] public string? B; }

[Serializable]
public class Ent : ISerializable
{
    public Ent()
    {
    }

    protected Ent(SerializationInfo info, StreamingContext context)
    {
        foreach (var entry in info)
            Read.Add(entry.Value);
    }

    public List<object?> Read { get; } = [];

    public void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.AddValue("n", 5);
        info.AddValue("s", "t");
        info.AddValue("z", null);
        info.AddValue("d", 1.5);
    }
}
#pragma warning restore CS1591, CA1051, SYSLIB0050, SYSLIB0051
