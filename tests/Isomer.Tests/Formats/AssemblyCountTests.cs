using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Tests.Corpus;
using Isomer.Tests.Formats.Contracts;
using Isomer.Tests.Formats.OfXml;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Options and serializers made anew add no assembly, whatever they say and of however many types: twenty sets of options, over the corpus.
/// Alone, for assemblies are counted: what other tests load in the meantime would count too.
/// </summary>
[Collection(Alone.Name)]
public sealed class AssemblyCountTests
{
    const int Sets = 20;

    /// <summary>
    /// Those that were made, not loaded: what of the framework a first use loads differs from run to run. In a frame of its own: a list of
    /// all assemblies that a test's frame held would keep those that are to be unloaded. Assemblies full of shapes are no leak: the next
    /// shape, whatever asks for it, needs another.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Count() => AppDomain.CurrentDomain.GetAssemblies().Count(IsCounted);

    static bool IsCounted(Assembly a) => (a.IsDynamic || a.Location.Length == 0)
        && !(a.GetName().Name!.StartsWith("Isomer.Shapes.", StringComparison.Ordinal) && TypesOf(a) >= Emit.ShapeAssembly.MostTypes);

    /// <summary>How many types an assembly has, those among them that are just being made.</summary>
    static int TypesOf(Assembly assembly)
    {
        try
        {
            return assembly.GetTypes().Length;
        }
        catch (ReflectionTypeLoadException e)
        {
            return e.Types.Length;
        }
    }

    /// <summary>
    /// The first use of each kind makes the assembly of our shapes, at once or when a type is promoted, which happens beside and may be
    /// late: so every kind is used before, and one or two may come. What leaked would leak with each set, or at least with each fifth,
    /// which has options of its own.
    /// </summary>
    static void AddsNone(Action<int> use, int before)
    {
        for (int i = 0; i < before; i++)
            use(Sets + i);
        int first = Count();
        for (int i = 0; i < Sets; i++)
            use(i);
        int last = Count();
        Assert.True(last - first < Sets / 5, $"{first} assemblies before, {last} after");
    }

    static readonly Level1 s_value = new() { Inner = new Level0() };

    [Fact]
    public void The_drop_in_serializers() => AddsNone(static i =>
    {
        Type[] known = i % 2 == 0 ? [typeof(Level1)] : [typeof(Level1), typeof(Level2)];
        var names = new XmlDictionary();
        Use(new ContractXmlSerializer(typeof(Level0),
            new DataContractSerializerSettings
            {
                RootName = names.Add("r" + i),
                RootNamespace = names.Add("urn:" + i),
                KnownTypes = known,
                PreserveObjectReferences = i % 3 == 0
            }));
        Use(new ContractJsonSerializer(typeof(Level0), new DataContractJsonSerializerSettings
        {
            KnownTypes = known,
            EmitTypeInformation = (EmitTypeInformation)(i % 3),
            UseSimpleDictionaryFormat = i % 4 == 0,
            MaxItemsInObjectGraph = 1000 + i,
            SerializeReadOnlyTypes = i % 5 == 0,
        }));
        var overrides = new XmlAttributeOverrides();
        overrides.Add(typeof(XmlDropInTests.Line), nameof(XmlDropInTests.Line.Price),
            new XmlAttributes { XmlAttribute = new XmlAttributeAttribute("p" + i) });
        Use(new IsomerXmlSerializer(typeof(XmlDropInTests.Order), new XmlRootAttribute("r" + i)));
        Use(new IsomerXmlSerializer(typeof(XmlDropInTests.Order), new XmlRootAttribute("r") { Namespace = "urn:" + i }));
        Use(new IsomerXmlSerializer(typeof(XmlDropInTests.Order), [typeof(XmlDropInTests.Special)]));
        Use(new IsomerXmlSerializer(typeof(XmlDropInTests.Order), "urn:d" + i));
        Use(new IsomerXmlSerializer(typeof(XmlDropInTests.Order), overrides));
        Use(IsomerXmlSerializer.FromTypes([typeof(XmlDropInTests.Order)])[0]!);
    }, Sets);

    static void Use(XmlObjectSerializer serializer)
    {
        var stream = new MemoryStream();
        serializer.WriteObject(stream, s_value);
        stream.Position = 0;
        serializer.ReadObject(stream);
    }

    static void Use(IsomerXmlSerializer serializer)
    {
        var text = new StringWriter();
        serializer.Serialize(text, new XmlDropInTests.Order { Id = 1, Lines = [new() { Price = 1.5m }] });
        Assert.Equal(1, ((XmlDropInTests.Order)serializer.Deserialize(new StringReader(text.ToString()))!).Id);
    }

    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Promoted)]
    public void Options_of_their_own_over_many_types(ShapeTier tier)
    {
        // One value of each type. Every fifth set has conventions of its own, so that every shape is made anew, which takes its time.
        int types = tier == ShapeTier.Emitted ? 8 : 40;
        var contracts = CorpusValues.All().Where(v => v.Value is not null && v.KnownTypes.Length == 0).DistinctBy(v => v.Type).Take(types)
            .ToArray();
        var xml = XmlTypeCorpus.All.Where(t => t.Values.Length > 0).Take(types).ToArray();
        var shared = Convention.DataContract.WithLosses().WithTier(tier);
        var sharedXml = Convention.XmlAttributes.WithTier(tier);
        int done = 0;
        AddsNone(i =>
        {
            var convention = i % 5 == 0 ? shared.WithKnownTypes(i % 2 == 0 ? [typeof(Level1)] : [typeof(Level2)]) : shared;
            var asXml = new ContractXmlOptions
            {
                Convention = convention,
                RootName = "r" + i,
                PreserveObjectReferences = i % 3 == 0,
                NetDataContract = i % 4 == 0,
                Form = i % 5 == 0 ? ContractXmlForm.Binary : ContractXmlForm.Text
            };
            var asJson = new ContractJsonOptions
            { Convention = convention, EmitTypeInformation = (EmitTypeInformation)(i % 3), UseSimpleDictionaryFormat = i % 4 == 0 };
            foreach (var value in contracts)
            {
                done += Try(() => ContractXml.Deserialize(ContractXml.Serialize(value.Value, value.Type, asXml), value.Type, asXml));
                done += Try(() => ContractJson.Deserialize(ContractJson.Serialize(value.Value, value.Type, asJson), value.Type, asJson));
            }
            var options = new XmlOptions
            { Convention = i % 5 == 0 ? sharedXml.WithNamespace("urn:" + i) : sharedXml, Indented = i % 2 == 0 };
            foreach (var value in xml)
                done += Try(() => Xml.Deserialize(Xml.Serialize(value.Values[0], value.Type, options), value.Type, options));
        }, 1);
        Assert.True(done > (Sets + 1) * types * 2, $"{done} values went through");
    }

    /// <summary>Not every type of the corpus goes with every option, and not every one can be read.</summary>
    static int Try(Action action)
    {
        try
        {
            action();
            return 1;
        }
        catch (Exception e) when (e is NotSupportedException or WireFormatException)
        {
            return 0;
        }
    }

    [Fact]
    public void The_count_tells_what_leaks()
    {
        var overrides = new XmlAttributeOverrides();
        overrides.Add(typeof(XmlDropInTests.Line), nameof(XmlDropInTests.Line.Price),
            new XmlAttributes { XmlAttribute = new XmlAttributeAttribute("p") });
        // The assemblies themselves, not their number: one that another test left may be unloaded in between.
        var before = AppDomain.CurrentDomain.GetAssemblies();
        var serializer = new XmlSerializer(typeof(XmlDropInTests.Order), overrides);
        Assert.Contains(AppDomain.CurrentDomain.GetAssemblies().Except(before), IsCounted);
        GC.KeepAlive(serializer);
    }
}
