using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Entries of dictionaries that nothing declares have the names of a KeyValuePair's fields, also where the dictionary is the declared item
/// of a collection behind object, and no type is told.
/// </summary>
public class OpenPairsTests
{
    [DataContract]
    public class Holder
    {
        [DataMember]
        public object? Value { get; set; }
    }

    static readonly Type[] s_known =
    [
        typeof(Dictionary<string, int>), typeof(Dictionary<string, int>[]), typeof(List<Dictionary<string, int>>),
        typeof(Dictionary<string, Dictionary<string, int>>), typeof(KeyValuePair<string, int>[]), typeof(object[]),
        typeof(List<Dictionary<string, int>[]>), typeof(DateTimeOffset[]), typeof(List<Holder>),
    ];

    public static TheoryData<string> Names => [.. s_values.Keys];

    static readonly Dictionary<string, int> s_map = new() { ["a"] = 1, ["b"] = 2 };

    static readonly Dictionary<string, object> s_values = new()
    {
        ["a dictionary"] = s_map,
        ["an array"] = new[] { s_map, new() },
        ["a list"] = new List<Dictionary<string, int>> { s_map },
        ["a list of arrays"] = new List<Dictionary<string, int>[]> { new[] { s_map } },
        ["a dictionary of dictionaries"] = new Dictionary<string, Dictionary<string, int>> { ["c"] = s_map },
        ["pairs"] = s_map.ToArray(),
        ["objects"] = new object[] { s_map, new[] { s_map } },
        ["dates"] = new[] { DateTimeOffset.UnixEpoch },
        ["contracts"] = new List<Holder> { new() { Value = s_map }, new() { Value = new[] { s_map } } },
    };

    [Theory]
    [MemberData(nameof(Names))]
    public void Entries_are_named_as_by_the_original(string name)
    {
        object value = s_values[name];
        foreach (object root in new[] { value, new Holder { Value = value } })
        {
            var type = root is Holder ? typeof(Holder) : typeof(object);
            var original = new MemoryStream();
            new DataContractJsonSerializer(type,
                new DataContractJsonSerializerSettings { KnownTypes = s_known, EmitTypeInformation = EmitTypeInformation.Never })
                .WriteObject(original, root);
            byte[] ours = ContractJson.Serialize(root, type,
                new ContractJsonOptions { KnownTypes = [.. s_known], EmitTypeInformation = EmitTypeInformation.Never });
            Assert.Equal(Encoding.UTF8.GetString(original.ToArray()), Encoding.UTF8.GetString(ours));
        }
    }
}
