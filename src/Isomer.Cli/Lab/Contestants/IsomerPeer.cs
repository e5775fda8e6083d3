using System.Reflection;
using Isomer.Cli.Lab.Scenarios;

namespace Isomer.Cli.Lab.Contestants;

/// <summary>
/// One of Isomer's formats, called as a user would: by its facade's static methods, bound once. The handle's generic virtual
/// methods would cost more than the smallest messages do.
/// </summary>
sealed class IsomerPeer(Format format, string? preset = null, object? options = null, string? said = null) : LabPeer
{
    public override string Name => "Isomer " + format.Name + (preset is null ? "" : " " + preset);

    public override string Version => VersionOf(typeof(Format));

    public override string Options => said ?? "defaults";

    public override bool IsOurs => true;

    public override PeerCalls For<T>(LabCase<T> @case)
    {
        T value = @case.Value;
        return Facade() is not { } facade ? new PeerCalls(() => format.Serialize(value), bytes => format.Deserialize<T>(bytes))
            : ((IFacade)Activator.CreateInstance(typeof(Calls<>).MakeGenericType(facade.Options), facade.Type, options)!).Bind(value);
    }

    /// <summary>By the handle: to find the facade's methods by reflection is the lab's business, and no user's.</summary>
    public override PeerCalls ForFresh<T>(LabCase<T> @case)
    {
        T value = @case.Value;
        return options is null ? new PeerCalls(() => format.Serialize(value), bytes => format.Deserialize<T>(bytes)!) : For(@case);
    }

    (Type Type, Type Options)? Facade()
    {
        Type? type = typeof(Format).Assembly.GetType("Isomer." + format.Name);
        Type? optionsType = typeof(Format).Assembly.GetType("Isomer." + format.Name + "Options");
        return type is not null && optionsType is not null && type.GetProperty("Format")?.GetValue(null) == format ? (type, optionsType) : null;
    }

    interface IFacade
    {
        PeerCalls Bind<T>(T value) where T : class;
    }

    delegate T Reader<T, TOptions>(ReadOnlySpan<byte> payload, TOptions? options);

    sealed class Calls<TOptions>(Type facade, TOptions? options) : IFacade where TOptions : class
    {
        public PeerCalls Bind<T>(T value) where T : class
        {
            var write = Method("Serialize", typeof(byte[]), p => p is [{ IsGenericMethodParameter: true }, _]).MakeGenericMethod(typeof(T)).CreateDelegate<Func<T, TOptions?, byte[]>>();
            var read = Method("Deserialize", null, p => p[0] == typeof(ReadOnlySpan<byte>) && p.Length == 2).MakeGenericMethod(typeof(T)).CreateDelegate<Reader<T, TOptions>>();
            TOptions? given = options;
            return new PeerCalls(() => write(value, given), bytes => read(bytes, given)!);
        }

        MethodInfo Method(string name, Type? result, Func<Type[], bool> takes) => facade.GetMethods(BindingFlags.Public | BindingFlags.Static)
            .First(m => m.Name == name && m.IsGenericMethodDefinition && (result is null || m.ReturnType == result) && takes([.. m.GetParameters().Select(p => p.ParameterType)]));
    }
}
