using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.Shapes;

/// <summary>
/// Shapes of types that an unloadable context has, where `object` may hold such a type: what lasts may not call what passes.
/// </summary>
public class PassingDynamicTests
{
    const string Code = """
        namespace C0
        {
            public class T0
            {
                public int A00 { get; set; }
                public object A20 { get; set; }
                public IList<List<int>> A30 { get; set; }
                public List<object> A50 { get; set; }
                public T0 A40 { get; set; }
            }
        }
        """;

    static PlainConvention With<T>() where T : notnull => Convention.Plain.WithTier(ShapeTier.Emitted).WithSubtype<object, T>("t");

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void Are_made_in_any_order(int first)
    {
        var type = PlanCompiler.Compile([Code], collectible: true).GetType("C0.T0")!;
        var convention = (PlainConvention)typeof(PassingDynamicTests)
            .GetMethod(nameof(With), System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic)!
            .MakeGenericMethod(type).Invoke(null, null)!;
        var options = new CompactOptions { Convention = convention };
        dynamic value = Activator.CreateInstance(type)!;
        value.A20 = Activator.CreateInstance(type);
        (object Value, Type Type)[] roots =
            [((object)value, type), (value, typeof(object)), (new List<object> { value }, typeof(List<object>)),
                (new object[] { value }, typeof(object[])), (Array.CreateInstance(type, 1), type.MakeArrayType())];
        for (int i = 0; i < roots.Length; i++)
        {
            var (root, declared) = roots[(i + first) % roots.Length];
            byte[] bytes = Compact.Serialize(root, declared, options);
            Assert.Equal(bytes, Compact.Serialize(Compact.Deserialize(bytes, declared, options), declared, options));
        }
    }
}
