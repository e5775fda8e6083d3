using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.Options;
using HttpJsonOptions = Microsoft.AspNetCore.Http.Json.JsonOptions;

namespace Isomer.AspNetCore;

/// <summary>
/// What an answer by problem details is made of, for ASP.NET Core, which writes it by System.Text.Json: in an application compiled ahead of
/// time that knows no type by itself, and a bad body was a 500 there. It stands behind what the application's own resolvers know.
/// </summary>
[JsonSerializable(typeof(ProblemDetails))]
[JsonSerializable(typeof(HttpValidationProblemDetails))]
[JsonSerializable(typeof(string))]
[JsonSerializable(typeof(int))]
[JsonSerializable(typeof(long))]
[JsonSerializable(typeof(Dictionary<string, string[]>))]
internal sealed partial class ProblemJson : JsonSerializerContext
{
    /// <summary>Adds it to what ASP.NET Core asks.</summary>
    public sealed class Setup : IConfigureOptions<HttpJsonOptions>
    {
        public void Configure(HttpJsonOptions options) => options.SerializerOptions.TypeInfoResolverChain.Add(Default);
    }
}
