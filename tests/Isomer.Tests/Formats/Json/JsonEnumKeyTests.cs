using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Names of enums as keys, where keys are renamed: the policy for keys stands in place of a converter's, and a name that an attribute gives
/// stays; as in System.Text.Json, over every pair of a policy for keys and a converter.
/// </summary>
public class JsonEnumKeyTests
{
    public enum Plain { FooBar, [JsonStringEnumMemberName("NamedIt")] Named, lower }

    [JsonConverter(typeof(JsonStringEnumConverter))]
    public enum ByName { FooBar, [JsonStringEnumMemberName("NamedIt")] Named, lower }

    [Flags]
    public enum Flagged { OneTwo = 1, Three = 2, FourFive = 4 }

    [Flags, JsonConverter(typeof(JsonStringEnumConverter))]
    public enum FlaggedByName { OneTwo = 1, [JsonStringEnumMemberName("T h")] Three = 2, FourFive = 4 }

    [Fact]
    public void As_System_Text_Json_names_them()
    {
        JsonNamingPolicy?[] policies = [null, JsonNamingPolicy.CamelCase, JsonNamingPolicy.SnakeCaseUpper, JsonNamingPolicy.KebabCaseLower];
        foreach (var keys in policies)
            foreach (var names in policies)
                foreach (bool converts in new[] { false, true })
                {
                    var theirs = new JsonSerializerOptions { DictionaryKeyPolicy = keys };
                    if (converts)
                        theirs.Converters.Add(new JsonStringEnumConverter(names));
                    var ours = JsonOptions.From(theirs);
                    Check<Plain>(ours, theirs, 0, 1, 2, 77);
                    Check<ByName>(ours, theirs, 0, 1, 2, 77);
                    Check<Flagged>(ours, theirs, 1, 2, 3, 6, 7, 77);
                    Check<FlaggedByName>(ours, theirs, 1, 2, 3, 6, 7, 77);
                }
    }

    static void Check<TKey>(JsonOptions ours, JsonSerializerOptions theirs, params int[] values) where TKey : struct, Enum
    {
        var map = values.ToDictionary(v => (TKey)Enum.ToObject(typeof(TKey), v), v => v);
        JsonCheck.SameText(map, ours, theirs);
        JsonCheck.SameText(new Dictionary<string, object> { ["Map"] = map }, ours, theirs);
    }
}
