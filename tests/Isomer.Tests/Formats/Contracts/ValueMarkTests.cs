using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// What the tag of a value type says of identities, references and types, which only objects have: refused or passed over as by the
/// original.
/// </summary>
public class ValueMarkTests
{
    [DataContract(Name = "H_{0}", Namespace = "")]
    public class H<T> { [DataMember] public T? V; }

    [DataContract(Name = "N", Namespace = "")]
    public class N<T> where T : struct { [DataMember] public T? V; }

    [DataContract(Namespace = "")]
    public struct S { [DataMember] public int A; }

    [DataContract(Namespace = "")]
    public struct Other { [DataMember] public int A; }

    [DataContract(Namespace = "")]
    public enum Kind { [EnumMember] One, [EnumMember] Two }

    const string Spaces = "xmlns='' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/' xmlns:x='http://www.w3.org/2001/XMLSchema'";

    public static TheoryData<Type, string, string> Values => new()
    {
        { typeof(int), "int", "5" }, { typeof(bool), "boolean", "true" }, { typeof(DateTime), "dateTime", "2020-01-02T00:00:00" },
        { typeof(Guid), "guid", "00112233-4455-6677-8899-aabbccddeeff" },
        { typeof(decimal), "decimal", "1.50" }, { typeof(S), "S", "<A>1</A>" }, { typeof(Kind), "Kind", "Two" },
        { typeof(TimeOnly), "timeOnly", "01:02:03" },
        { typeof(DateTimeOffset), "DateTimeOffset",
            "<d:DateTime xmlns:d='http://schemas.datacontract.org/2004/07/System'>2020-01-02T00:00:00Z</d:DateTime><d:OffsetMinutes xmlns:d='http://schemas.datacontract.org/2004/07/System'>0</d:OffsetMinutes>" },
    };

    static readonly string[] s_marks =
    [
        "", "z:Id='i1'", "z:Id=''", "z:Ref='i1'", "z:Ref=''", "i:nil='true'", "i:nil='true' z:Id='i1'", "i:nil='false'", "i:type=''",
        "i:type='x:int'", "i:type='Other'", "i:type='S'", "i:type='Kind'", "i:type='nosuch'", "i:type='n:int'",
    ];

    [Theory]
    [MemberData(nameof(Values))]
    public void In_a_member_an_item_and_an_entry(Type type, string name, string text)
    {
        foreach (bool preserves in (bool[])[false, true])
        {
            var oracle = new ContractOracle { Preserves = preserves, KnownTypes = [typeof(Other), typeof(S), typeof(Kind)] };
            foreach (string mark in s_marks)
            {
                oracle.CheckRead('x', $"<H_{name} {Spaces}><V {mark}>{text}</V></H_{name}>", typeof(H<>).MakeGenericType(type));
                oracle.CheckRead('x', $"<N {Spaces}><V {mark}>{text}</V></N>", typeof(N<>).MakeGenericType(type));
                oracle.CheckRead('x', $"<M {Spaces}><E><K>a</K><V {mark}>{text}</V></E></M>", typeof(Map<>).MakeGenericType(type));
                oracle.CheckRead('x', $"<L {Spaces}><I {mark}>{text}</I></L>", typeof(Items<>).MakeGenericType(type));
            }
            oracle.Done();
        }
    }

    [CollectionDataContract(Name = "M", Namespace = "", ItemName = "E", KeyName = "K", ValueName = "V")]
    public class Map<T> : Dictionary<string, T>;

    [CollectionDataContract(Name = "L", Namespace = "", ItemName = "I")]
    public class Items<T> : List<T>;

    /// <summary>Where an object is declared, a value is one: others may refer to it.</summary>
    [Theory]
    [InlineData("x:int", "5")]
    [InlineData("S", "<A>1</A>")]
    [InlineData("Kind", "Two")]
    public void Behind_object_it_has_an_identity(string type, string text)
    {
        var oracle = new ContractOracle { KnownTypes = [typeof(S), typeof(Kind)] };
        oracle.CheckRead('x', $"<L {Spaces}><I z:Id='i1' i:type='{type}'>{text}</I><I z:Ref='i1'/></L>", typeof(Items<object>));
        oracle.CheckRead('x', $"<L {Spaces}><I z:Id='i1' i:type='{type}'>{text}</I><I z:Id='i1' i:type='{type}'>{text}</I></L>",
            typeof(Items<object>));
        oracle.Done();
    }

    /// <summary>At the root nobody looks for one.</summary>
    [Fact]
    public void At_the_root_it_is_passed_over()
    {
        var oracle = new ContractOracle();
        oracle.CheckRead('x', $"<S {Spaces} z:Id='i1'><A>1</A></S>", typeof(S));
        oracle.CheckRead('x', $"<S {Spaces} i:type='Other'><A>1</A></S>", typeof(S));
        oracle.CheckRead('x',
            "<int xmlns='http://schemas.microsoft.com/2003/10/Serialization/' xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/' z:Id='i1'>5</int>",
            typeof(int));
        oracle.Done();
    }
}
