using System.Reflection;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Every public constructor, method and property of each original is there in the class that takes its place, with the same parameters under the
/// same names and the same result: so that a program changes one name. What is not there is listed with its reason.
/// </summary>
public sealed class DropInSurfaceTests
{
    const BindingFlags Public = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static;

    /// <summary>Members that are called something else here, because the class is.</summary>
    static readonly Dictionary<string, string> s_names = new()
    {
        ["CreateJsonReader"] = nameof(JsonInfoset.CreateReader),
        ["CreateJsonWriter"] = nameof(JsonInfoset.CreateWriter),
    };

    [Theory]
    [InlineData(typeof(DataContractSerializer), typeof(ContractXmlSerializer), 28)]
    [InlineData(typeof(DataContractJsonSerializer), typeof(ContractJsonSerializer), 30)]
    [InlineData(typeof(JsonReaderWriterFactory), typeof(JsonInfoset), 10)]
    public void Everything_of_the_original_is_there(Type original, Type ours, int atLeast)
    {
        var wanted = SignaturesOf(original, original).ToList();
        var missing = wanted.Except(SignaturesOf(ours, ours)).ToList();
        Assert.True(missing.Count == 0, $"{ours.Name} lacks:\n{string.Join('\n', missing)}\nIt has:\n{string.Join('\n', SignaturesOf(ours, ours).Except(wanted))}");
        Assert.InRange(wanted.Count, atLeast, int.MaxValue);
    }

    /// <summary>The extensions of the original are methods here, which is called the same way.</summary>
    [Fact]
    public void Extensions_of_the_original_are_methods()
    {
        foreach (var method in typeof(DataContractSerializerExtensions).GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly))
        {
            Type[] parameters = [.. method.GetParameters().Skip(1).Select(p => p.ParameterType)];
            Assert.Equal(typeof(DataContractSerializer), method.GetParameters()[0].ParameterType);
            Assert.Equal(method.ReturnType, typeof(ContractXmlSerializer).GetMethod(method.Name, parameters)?.ReturnType);
        }
    }

    static IEnumerable<string> SignaturesOf(Type type, Type self)
    {
        foreach (var constructor in type.GetConstructors())
            yield return $"new({Parameters(constructor)})";
        foreach (var method in type.GetMethods(Public).Where(m => m.DeclaringType != typeof(object)))
            yield return $"{Name(method.ReturnType, self)} {s_names.GetValueOrDefault(method.Name, method.Name)}({Parameters(method)})";
    }

    static string Parameters(MethodBase method) => string.Join(", ", method.GetParameters().Select(p => $"{p.ParameterType} {p.Name}"));

    static string Name(Type type, Type self) => type == self ? "itself" : type.ToString();
}
