using System.Diagnostics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>Uses types of the tests a second time, in a context of their own, and asks that this goes away.</summary>
public static class Unloading
{
    /// <summary>Calls the generic method of the tests with the other context's type.</summary>
    public static void Check(Type tests, string method, Type used, params object[] arguments) =>
        AssertGone(UseAndUnload(tests, method, used, arguments));

    /// <summary>Unloading takes some collections, and a thread that makes code may still be at it: by the clock, not by a count.</summary>
    public static void AssertGone(WeakReference used)
    {
        for (var clock = Stopwatch.StartNew(); used.IsAlive && clock.Elapsed < TimeSpan.FromMinutes(1); Thread.Sleep(5))
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        Assert.False(used.IsAlive);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static WeakReference UseAndUnload(Type tests, string method, Type used, object[] arguments)
    {
        var context = new Context();
        var type = context.LoadFromAssemblyPath(used.Assembly.Location).GetType(used.FullName!)!;
        Assert.NotEqual(used, type);
        tests.GetMethod(method, BindingFlags.NonPublic | BindingFlags.Static)!
            .MakeGenericMethod(type).Invoke(null, BindingFlags.DoNotWrapExceptions, null, arguments, null);
        context.Unload();
        return new WeakReference(context);
    }

    sealed class Context() : AssemblyLoadContext("Isomer.Tests.Unloadable", isCollectible: true)
    {
        // Everything but the test assembly itself is shared.
        protected override Assembly? Load(AssemblyName assemblyName) => null;
    }
}
