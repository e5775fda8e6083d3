using System.Data;
using System.Reflection;
using System.Runtime.CompilerServices;
using Xunit;

namespace Isomer.Tests.Layers;

/// <summary>
/// What the library reaches of the framework's own fields and methods is there, with the signature that was written down. A signature that
/// was written wrongly is found at its first use alone, where the library goes on with its best guess: cultures of tables were lost so.
/// </summary>
public class HiddenMemberTests
{
    const BindingFlags All = BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic
        | BindingFlags.DeclaredOnly;

    // Methods of generic classes are prepared over these arguments, in this order, until one has its member.
    static readonly Type[][] s_arguments = [[typeof(string)], [typeof(int)], [typeof(string), typeof(string)], [typeof(int), typeof(int)]];

    /// <summary>Why an accessor finds nothing; null where it finds its member.</summary>
    static string? Problem(MethodInfo accessor)
    {
        string? problem = null;
        foreach (var arguments in Instances(accessor))
        {
            try
            {
                RuntimeHelpers.PrepareMethod(accessor.MethodHandle, [.. arguments.Select(a => a.TypeHandle)]);
                return null;
            }
            catch (Exception e) when (e is MissingMemberException or ArgumentException or TypeLoadException)
            {
                problem = $"{accessor.DeclaringType!.Name}.{accessor.Name}: {e.Message}";
            }
        }
        return problem;
    }

    static IEnumerable<Type[]> Instances(MethodInfo accessor)
    {
        int count = (accessor.DeclaringType!.IsGenericType ? accessor.DeclaringType.GetGenericArguments().Length : 0)
            + (accessor.IsGenericMethod ? accessor.GetGenericArguments().Length : 0);
        return count == 0 ? [[]] : s_arguments.Where(a => a.Length == count);
    }

    [Fact]
    public void Every_hidden_member_is_there()
    {
        MethodInfo[] accessors = [
            .. typeof(Json).Assembly.GetTypes().SelectMany(t => t.GetMethods(All))
                .Where(m => m.IsDefined(typeof(UnsafeAccessorAttribute)))];
        Assert.True(accessors.Length > 100, $"{accessors.Length} accessors");
        Assert.Empty(accessors.Select(Problem).OfType<string>());
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_AutoIncrementCurrent")]
    static extern long WrongReturn(DataColumn column);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_noSuchField")]
    static extern ref int WrongName(DataRow row);

    [Theory]
    [InlineData(nameof(WrongReturn))]
    [InlineData(nameof(WrongName))]
    public void What_is_not_there_is_found(string wrong) => Assert.NotNull(Problem(typeof(HiddenMemberTests).GetMethod(wrong, All)!));
}
