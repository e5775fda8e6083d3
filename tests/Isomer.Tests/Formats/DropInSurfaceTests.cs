using System.Reflection;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Xml;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Every public constructor, method and property of each original is there in the class that takes its place, with the same parameters
/// under the same names and the same result: so that a program changes one name. What is not there is listed with its reason.
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
        Assert.True(missing.Count == 0,
            $"{ours.Name} lacks:\n{string.Join('\n', missing)}\nIt has:\n{string.Join('\n', SignaturesOf(ours, ours).Except(wanted))}");
        Assert.InRange(wanted.Count, atLeast, int.MaxValue);
    }

    /// <summary>The extensions of the original are methods here, which is called the same way.</summary>
    [Fact]
    public void Extensions_of_the_original_are_methods()
    {
        foreach (var method in typeof(DataContractSerializerExtensions).GetMethods(
            BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly))
        {
            Type[] parameters = [.. method.GetParameters().Skip(1).Select(p => p.ParameterType)];
            Assert.Equal(typeof(DataContractSerializer), method.GetParameters()[0].ParameterType);
            Assert.Equal(method.ReturnType, typeof(ContractXmlSerializer).GetMethod(method.Name, parameters)?.ReturnType);
        }
    }

    public sealed class Sample
    {
        public int X { get; set; } = 5;
    }

    /// <summary>
    /// Each argument null in turn, of each method: the exception is one that a handler written for the original's catches.
    /// </summary>
    [Theory]
    [InlineData(typeof(DataContractSerializer), typeof(ContractXmlSerializer), 25)]
    [InlineData(typeof(DataContractJsonSerializer), typeof(ContractJsonSerializer), 24)]
    [InlineData(typeof(XmlSerializer), typeof(IsomerXmlSerializer), 25)]
    public void Null_arguments_are_refused_alike(Type original, Type ours, int atLeast)
    {
        var differences = new List<string>();
        int count = 0;
        foreach (var method in original.GetMethods(Public).Where(m => m.DeclaringType != typeof(object) && !m.IsSpecialName && !m.IsStatic))
        {
            Type[] parameters = [.. method.GetParameters().Select(p => p.ParameterType)];
            if (ours.GetMethod(method.Name, parameters) is not { } other)
                continue;
            for (int i = 0; i < parameters.Length; i++)
            {
                if (parameters[i].IsValueType)
                    continue;
                count++;
                var (expected, found) = (Refusal(original, method, parameters, i), Refusal(ours, other, parameters, i));
                // Where the original runs into null, ours may say so better.
                if (expected == typeof(NullReferenceException)
                    ? found is null
                    : expected is null || found is null ? expected != found : !expected.IsAssignableFrom(found))
                    differences.Add($"{method}, argument {i}: {expected?.Name ?? "none"}, here {found?.Name ?? "none"}");
            }
        }
        Assert.True(differences.Count == 0, string.Join('\n', differences));
        Assert.InRange(count, atLeast, int.MaxValue);
    }

    static Type? Refusal(Type type, MethodInfo method, Type[] parameters, int withNull)
    {
        object serializer = Activator.CreateInstance(type, typeof(Sample))!;
        using var written = new MemoryStream();
        type.GetMethod(typeof(XmlObjectSerializer).IsAssignableFrom(type) ? "WriteObject" : "Serialize",
            [typeof(Stream), typeof(object)])!.Invoke(serializer, [written, new Sample()]);
        try
        {
            method.Invoke(serializer,
                [.. parameters.Select(
                    (p, i) =>
                        i == withNull
                            ? null
                            : ArgumentOf(p, written.ToArray(),
                                type == typeof(DataContractJsonSerializer) || type == typeof(ContractJsonSerializer)))]);
            return null;
        }
        catch (TargetInvocationException e)
        {
            return e.InnerException!.GetType();
        }
    }

    static object? ArgumentOf(Type type, byte[] document, bool isJson)
    {
        var json = isJson ? JsonReaderWriterFactory.CreateJsonReader(document, XmlDictionaryReaderQuotas.Max) : null;
        return type == typeof(Stream) ? new MemoryStream([.. document], 0, document.Length, true)
            : type == typeof(TextWriter) ? new StringWriter()
            : type == typeof(TextReader) ? new StreamReader(new MemoryStream(document))
            : type == typeof(XmlWriter) || type == typeof(XmlDictionaryWriter)
                ? XmlDictionaryWriter.CreateDictionaryWriter(XmlWriter.Create(new MemoryStream()))
            : type == typeof(XmlReader) || type == typeof(XmlDictionaryReader)
                ? json ?? XmlDictionaryReader.CreateTextReader(document, XmlDictionaryReaderQuotas.Max)
            : type == typeof(object) ? new Sample()
            : type == typeof(string) ? ""
            : type.IsValueType ? Activator.CreateInstance(type)
            : null;
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
