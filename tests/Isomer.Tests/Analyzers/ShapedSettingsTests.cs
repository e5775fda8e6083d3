using System.Reflection;
using Isomer.Ahead;
using Isomer.Analyzers.Ahead;
using Isomer.Conventions;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Analyzers;

/// <summary>
/// What the generator believes of presets and settings by their names, held against the library: a call that it leads past the warnings
/// must see the convention whose shapes were made.
/// </summary>
public class ShapedSettingsTests
{
    // Not by InternalsVisibleTo: the generator's polyfills would stand beside the framework's types in all tests.
    static readonly Type s_shaped = typeof(CallInterceptor).Assembly.GetType("Isomer.Analyzers.Ahead.ShapedOptions", throwOnError: true)!;

    static readonly string[] s_views =
        (string[])s_shaped.GetField("s_views", BindingFlags.NonPublic | BindingFlags.Static)!.GetValue(null)!;

    /// <summary>What the generator takes a preset for: a family, zero for that of the format, null where it does not know it.</summary>
    static int? OfPreset(string name)
    {
        var method = s_shaped.GetMethod("OfPreset", BindingFlags.NonPublic | BindingFlags.Static)!;
        object? said = method.Invoke(null, [name, Enum.ToObject(method.GetParameters()[1].ParameterType, 0)]);
        return said is null ? null : (int)said.GetType().GetField("Item1")!.GetValue(said)!;
    }

    static readonly Type[] s_options =
        [.. typeof(Json).Assembly.GetExportedTypes().Where(t => t.Name.EndsWith("Options", StringComparison.Ordinal)
            && t.GetProperty("Convention")?.SetMethod is not null)];

    public static TheoryData<string> Options => [.. s_options.Select(t => t.Name)];

    /// <summary>The convention that the format writes and reads under, whatever the options say it is.</summary>
    static Convention Seen(object options) => options switch
    {
        JsonOptions { FastJsonRules: not null } json => new FastJsonProfile(json).Convention,
        ContractXmlOptions xml => new ContractXmlProfile(xml).Convention,
        ContractJsonOptions json => new ContractJsonProfile(json).Convention,
        _ => (Convention)options.GetType().GetProperty("Convention")!.GetValue(options)!,
    };

    static object[] ValuesOf(Type type) => type.IsEnum ? [.. Enum.GetValues(type).Cast<object>()]
        : type == typeof(bool) ? [true, false]
        : type == typeof(string) ? ["text"]
        : type.IsPrimitive ? [Convert.ChangeType(3, type, null)]
        : [];

    static object With(object options, PropertyInfo property, object value)
    {
        object copy = options.GetType().GetMethod("<Clone>$")!.Invoke(options, null)!;
        property.SetValue(copy, value);
        return copy;
    }

    [Fact]
    public void Each_format_has_options() => Assert.Superset(
        new HashSet<string>(["JsonOptions", "CompactOptions", "ContractXmlOptions", "ContractJsonOptions", "XmlOptions", "NrbfOptions",
            "SoapOptions", "ProtobufOptions"]),
        s_options.Select(t => t.Name).ToHashSet());

    [Theory, MemberData(nameof(Options))]
    public void What_changes_the_convention_is_known_to(string name)
    {
        var type = s_options.Single(t => t.Name == name);
        object usual = Activator.CreateInstance(type)!;
        int tried = 0;
        foreach (var property in type.GetProperties().Where(p => p.SetMethod is not null && p.Name != "Convention"))
        {
            foreach (object value in ValuesOf(property.PropertyType))
            {
                Convention seen;
                try
                {
                    seen = Seen(With(usual, property, value));
                }
                catch (Exception e) when (e is TargetInvocationException or ArgumentException)
                {
                    // A value that the options refuse.
                    continue;
                }
                tried++;
                if (!ReferenceEquals(seen, Seen(usual)))
                    Assert.True(s_views.Contains(property.Name), $"{property.Name} = {value}");
            }
        }
        Assert.True(tried >= 3, $"{tried} values were tried");
    }

    /// <summary>A name that no options have leads nothing any more.</summary>
    [Fact]
    public void What_is_said_to_change_it_is_a_setting() => Assert.All(s_views,
        name => Assert.Contains(s_options, t => t.GetProperty(name)?.SetMethod is not null));

    /// <summary>Under each preset that is led the format sees what was said; those that are not are named here.</summary>
    [Theory, MemberData(nameof(Options))]
    public void Presets_see_what_is_said_of_them(string name)
    {
        var type = s_options.Single(t => t.Name == name);
        var presets = type.GetProperties(BindingFlags.Public | BindingFlags.Static).Where(p => p.PropertyType == type).ToArray();
        Assert.NotEmpty(presets);
        foreach (var preset in presets)
        {
            var seen = Seen(preset.GetValue(null)!);
            if (OfPreset(preset.Name) is not { } said)
            {
                Assert.Equal("LikeXmlSerializer", preset.Name);
                continue;
            }
            var expected = said == 0 ? Seen(Activator.CreateInstance(type)!)
                : Families.RootOf((ShapeFamilies)said, typeof(Version)).Convention;
            Assert.Same(expected, seen);
        }
    }
}
