using System.Reflection;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>A convention with a switch set otherwise is made once: who says With... for each call gets the shapes that are there.</summary>
public class SwitchedConventionTests
{
    public static TheoryData<Convention> Conventions =>
        [Convention.Plain, Convention.FastJson, Convention.DataContract, Convention.Protobuf, Convention.Fields, Convention.XmlAttributes];

    [Theory, MemberData(nameof(Conventions), DisableDiscoveryEnumeration = true)]
    public void Every_switch_gives_one_convention(Convention convention)
    {
        int switches = 0;
        foreach (MethodInfo method in convention.GetType().GetMethods(BindingFlags.Public | BindingFlags.Instance)
            .Where(m => m.Name.StartsWith("With", StringComparison.Ordinal)))
        {
            ParameterInfo[] parameters = method.GetParameters();
            if (method.IsGenericMethod || !parameters.All(p => p.ParameterType.IsEnum || p.ParameterType == typeof(bool)))
                continue;
            foreach (object?[] arguments in Choices(parameters))
            {
                switches++;
                var once = (Convention)method.Invoke(convention, arguments)!;
                Assert.Same(once, method.Invoke(convention, arguments));
                // Where nothing changes it is the convention itself, at every further step.
                Assert.Same(once, method.Invoke(once, arguments));
            }
        }
        Assert.True(switches >= Enum.GetValues<ShapeTier>().Length);
    }

    /// <summary>Both, and each alone: switches do not stand in each other's place.</summary>
    [Fact]
    public void Switches_add_up()
    {
        var both = Convention.Plain.WithoutFields().WithTier(ShapeTier.Reflection);
        Assert.Same(both, Convention.Plain.WithoutFields().WithTier(ShapeTier.Reflection));
        Assert.NotSame(both, Convention.Plain.WithTier(ShapeTier.Reflection));
        // To and fro is where it began, however often.
        Assert.Same(Convention.Plain, Convention.Plain.WithTier(ShapeTier.Emitted).WithTier(Convention.Plain.Tier));
        Assert.Equal("""{"P":1}""", Json.ToText(new Both(), new JsonOptions { Convention = both }));
        Assert.Equal("""{"P":1,"F":2}""",
            Json.ToText(new Both(), new JsonOptions { Convention = Convention.Plain.WithTier(ShapeTier.Reflection) }));
    }

    sealed class Both
    {
        public int P { get; set; } = 1;
        public int F = 2;
    }

    static IEnumerable<object?[]> Choices(ParameterInfo[] parameters)
    {
        IEnumerable<object?[]> all = [[]];
        foreach (ParameterInfo parameter in parameters)
        {
            object[] values = parameter.ParameterType == typeof(bool)
                ? [false, true]
                : [.. Enum.GetValues(parameter.ParameterType).Cast<object>()];
            all = [.. all.SelectMany(a => values.Select(v => (object?[])[.. a, v]))];
        }
        return all;
    }
}
