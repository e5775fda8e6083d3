using System.Reflection;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Lab.Scenarios;

/// <summary>The user's own type with the user's own data, as a scenario.</summary>
static class OwnType
{
    /// <param name="factory">A static method without parameters, "Namespace.Type.Method"; null to read <paramref name="data"/>.</param>
    public static Scenario Of(FileInfo assembly, string? typeName, string? data, string? from, string? factory)
    {
        object value;
        Type type;
        if (factory is not null)
        {
            int dot = factory.LastIndexOf('.');
            Type owner = UserTypes.Find(assembly, dot < 0 ? factory : factory[..dot]);
            MethodInfo method = owner.GetMethod(factory[(dot + 1)..], BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static, [])
                ?? throw new CliException(ExitCode.Usage, $"'{owner}' has no static method '{factory[(dot + 1)..]}' without parameters.");
            value = method.Invoke(null, null) ?? throw new CliException(ExitCode.Usage, $"{factory} gave null.");
            type = method.ReturnType == typeof(object) ? value.GetType() : method.ReturnType;
        }
        else
        {
            type = UserTypes.Find(assembly, typeName ?? throw new CliException(ExitCode.Usage, "Name the type with --type, or a method that makes a value with --factory."));
            Payload payload = Payload.Read(data ?? throw new CliException(ExitCode.Usage, "Name a file with a value with --data, or a method that makes one with --factory."));
            Format format = from is null ? Sniffer.Sniff(payload, null).Format : Sniffer.Named(from);
            value = format.Deserialize(payload.Bytes, type) ?? throw new CliException(ExitCode.Usage, $"'{data}' holds null.");
        }
        if (type.IsValueType)
            throw new CliException(ExitCode.Usage, $"'{type}' is a struct: measure a class or an array of it.");
        string title = $"{type.Name} of {assembly.Name}";
        return new Scenario("own", "", title, data is null ? $"made by {factory}" : $"read from {Path.GetFileName(data)}",
            (_, _) => [(LabCase)typeof(OwnType).GetMethod(nameof(Case), BindingFlags.NonPublic | BindingFlags.Static)!.MakeGenericMethod(type).Invoke(null, [value, title])!]);
    }

    static LabCase<T> Case<T>(T value, string title) where T : class => new() { Id = "own/" + typeof(T).Name, Title = title, AllContracts = true, Value = value };
}
