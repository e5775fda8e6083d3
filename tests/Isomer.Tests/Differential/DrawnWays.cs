using System.Runtime.CompilerServices;
using Isomer.Battery;

namespace Isomer.Tests.Differential;

/// <summary>
/// One of all ways by which a facade writes and reads bytes, drawn by the type or the document: streams, pipes, buffers, sequences of
/// pieces, with await and without, for a type that the compiler knows or not.
/// </summary>
static class DrawnWays
{
    static readonly ConditionalWeakTable<object, Ways> s_ways = [];

    static Ways Of(Type facade, object options) =>
        s_ways.GetValue(options, o => new Ways(facade.Name, isText: false, facade, o));

    public static byte[] Write(Type facade, object options, object? value, Type type)
    {
        var all = Of(facade, options).Writers(type).ToArray();
        return all[(type.GetMembers().Length + type.Name.Length) % all.Length].Write(value);
    }

    public static object? Read(Type facade, object options, byte[] document, Type type)
    {
        var all = Of(facade, options).Readers(type).ToArray();
        return all[document.Length % all.Length].Read(document);
    }
}
