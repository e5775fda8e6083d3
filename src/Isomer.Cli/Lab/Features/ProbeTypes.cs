using System.Runtime.Serialization;
using System.Text.Json.Serialization;
using System.Xml.Serialization;
using Isomer.Formats;

// Each with the attributes that the serializers of the lab look for, as their users would give them.
namespace Isomer.Cli.Lab.Features;

/// <summary>Leads to others of its kind, and to itself: cycles, shared objects, depth.</summary>
[Serializable, DataContract(Name = "Link", Namespace = "")]
public class Link
{
    [DataMember(Order = 1)] public string? Name { get; set; }
    [DataMember(Order = 2)] public Link? Next { get; set; }
    [DataMember(Order = 3)] public Link? Other { get; set; }

    /// <summary>So many, one in the other; made from the inside, for depth must not depend on the stack.</summary>
    public static Link Chain(int length)
    {
        Link? chain = null;
        for (int i = 0; i < length; i++)
            chain = new Link { Name = "n", Next = chain };
        return chain!;
    }

    public int Depth()
    {
        int depth = 0;
        for (Link? link = this; link is not null; link = link.Next)
            depth++;
        return depth;
    }
}

/// <summary>A base with a subtype that is declared everywhere, and one that is declared nowhere. Their names are equally long.</summary>
[Serializable, DataContract(Name = "Pet", Namespace = "")]
[KnownType(typeof(Tame)), XmlInclude(typeof(Tame)), JsonDerivedType(typeof(Tame), "Tame"), ProtobufInclude(10, typeof(Tame))]
public class Pet
{
    [DataMember(Order = 1)] public string? Name { get; set; }
}

/// <summary>A subtype that is declared.</summary>
[Serializable, DataContract(Name = "Tame", Namespace = "")]
public class Tame : Pet
{
    [DataMember(Order = 2)] public int Tricks { get; set; }
}

/// <summary>A subtype that is not declared.</summary>
[Serializable, DataContract(Name = "Wild", Namespace = "")]
public class Wild : Pet
{
    [DataMember(Order = 2)] public int Tricks { get; set; }
}

/// <summary>A class that has a pet of some type.</summary>
[Serializable, DataContract(Name = "Owner", Namespace = "")]
public class Owner
{
    [DataMember(Order = 1)] public Pet? Pet { get; set; }
}

/// <summary>Null and empty are two things.</summary>
[Serializable, DataContract(Name = "Texts", Namespace = "")]
public class Texts
{
    [DataMember(Order = 1)] public string? Text { get; set; }
    [DataMember(Order = 2)] public List<string?>? Items { get; set; }
}

/// <summary>A type as it was.</summary>
[Serializable, DataContract(Name = "Version", Namespace = ""), XmlRoot("Version"), XmlType("Version")]
public class Older
{
    [DataMember(Order = 1)] public int Id { get; set; }
    [DataMember(Order = 2)] public string? Name { get; set; }
}

/// <summary>The type as it became: two members more.</summary>
[Serializable, DataContract(Name = "Version", Namespace = ""), XmlRoot("Version"), XmlType("Version")]
public class Newer
{
    [DataMember(Order = 1)] public int Id { get; set; }
    [DataMember(Order = 2)] public string? Name { get; set; }
    [DataMember(Order = 3)] public int Quantity { get; set; }
    [DataMember(Order = 4)] public string? Note { get; set; }
}

/// <summary>Says how far a serializer has come: its members count who asks, and its callbacks for those that go by fields.</summary>
[Serializable, DataContract(Name = "Counted", Namespace = "")]
public class Counted
{
    int _id;

    [DataMember(Order = 1)]
    public int Id
    {
        get
        {
            Tally.Written++;
            return _id;
        }
        set
        {
            Tally.Read++;
            _id = value;
        }
    }

    [DataMember(Order = 2)] public string? Text { get; set; }

    [OnSerializing]
    internal void OnSerializing(StreamingContext context) => Tally.Written++;

    [OnDeserializing]
    internal void OnDeserializing(StreamingContext context) => Tally.Read++;
}

/// <summary>A class that has many pets.</summary>
[Serializable, DataContract(Name = "Crowd", Namespace = "")]
public class Crowd
{
    [DataMember(Order = 1)] public List<Counted> Items { get; set; } = [];
}

/// <summary>
/// How many have been written and read: static, for serializers make the objects. A probe at a time, in a process of its own.
/// </summary>
static class Tally
{
    public static int Written { get; set; }

    public static int Read { get; set; }
}
