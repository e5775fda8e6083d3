using Newtonsoft.Json;

namespace Isomer.Bench.Peers;

/// <summary>Json.NET with the settings that do what fastJSON does: types and references of everything.</summary>
public sealed class JsonNetTyped : Peer
{
    public const string Id = "Json.NET, all types";

    static readonly JsonSerializerSettings s_settings = new()
    {
        TypeNameHandling = TypeNameHandling.All,
        PreserveReferencesHandling = PreserveReferencesHandling.All,
        // The benchmark reads what it has written itself.
        MaxDepth = 128,
    };

    public override string Name => Id;

    public override string Version => VersionOf(typeof(JsonConvert));

    public override Contestant? For<T>(Case<T> @case)
    {
        T value = @case.Value;
        return new(Name, Version, () => System.Text.Encoding.UTF8.GetBytes(JsonConvert.SerializeObject(value, typeof(T), s_settings)),
            bytes => JsonConvert.DeserializeObject<T>(System.Text.Encoding.UTF8.GetString(bytes), s_settings)!, @case.Verify);
    }
}
