using System.Buffers.Binary;
using System.Reflection;
using Isomer.Shapes;
using Xunit;

namespace Isomer.Tests.Shapes;

/// <summary>
/// What the ahead-of-time compiler must find in the library, or first calls wait for code that the package could have brought
/// (docs/decisions/06-ahead-of-time-compiler.md). Held here, for a build need not have that compiler.
/// </summary>
public class PrecompiledTests
{
    [Fact]
    public void Traits_have_no_default_bodies() =>
        Assert.All(
            new[] { typeof(ISink), typeof(ISource) }.SelectMany(t => t.GetMethods(BindingFlags.Static | BindingFlags.Public)),
            m => Assert.True(m.IsAbstract,
                $"{m.DeclaringType!.Name}.{m.Name} has a default body, which is not resolved ahead of time: make it abstract."));

    [Fact]
    public void Every_interpreter_is_named()
    {
        var named = Called(typeof(Precompiled).GetMethod("Formats", BindingFlags.NonPublic | BindingFlags.Static)!)
            .SelectMany(m => m.GetGenericArguments()).Select(Open).ToHashSet();
        var all = typeof(Format).Assembly.GetTypes()
            .Where(t => t.IsValueType && (typeof(ISink).IsAssignableFrom(t) || typeof(ISource).IsAssignableFrom(t)));
        // Reads what has another schema than the reader's type: no first call comes by it.
        Assert.Equal([], all.Where(t => t.Name != "CompactAdapter" && !named.Contains(t)).Select(t => t.Name));
    }

    static Type Open(Type type) => type.IsGenericType ? type.GetGenericTypeDefinition() : type;

    /// <summary>The methods that a method of calls alone calls.</summary>
    static IEnumerable<MethodBase> Called(MethodInfo method)
    {
        byte[] code = method.GetMethodBody()!.GetILAsByteArray()!;
        const byte Call = 0x28;
        for (int at = 0; at + 5 <= code.Length; at++)
        {
            if (code[at] != Call)
                continue;
            yield return method.Module.ResolveMethod(BinaryPrimitives.ReadInt32LittleEndian(code.AsSpan(at + 1)))!;
            at += 4;
        }
    }
}
