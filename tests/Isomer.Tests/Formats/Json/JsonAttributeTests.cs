using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>The attributes of System.Text.Json, each as it has it.</summary>
public class JsonAttributeTests
{
    public class Secrets
    {
        public int Id { get; set; } = 1;
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWriting)] public string? Password { get; set; }
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public string? Seen { get; set; }
        [JsonIgnore] public string? Hidden { get; set; }
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public List<int> Items { get; } = [];
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWriting), JsonPropertyName("list")] public List<int>? In { get; set; }
        [JsonExtensionData] public Dictionary<string, object?>? Rest { get; set; }
    }

    const string Everything = """{"Id":7,"Password":"p","Seen":"s","Hidden":{"deep":[1]},"Items":[1,2],"list":[3],"Other":5}""";

    [Fact]
    public void WhatAnAttributeIgnoresIsNeitherKeptNorWrittenAgain()
    {
        JsonCheck.SameText(new Secrets { Password = "p", Seen = "s", Hidden = "h", Items = { 4 }, In = [5] });
        JsonCheck.SameReading<Secrets>(Everything);
        foreach (var options in JsonCheck.Tiers())
        {
            var read = Json.FromText<Secrets>(Everything, options);
            Assert.Equal((7, "p", null, null, 0), (read.Id, read.Password, read.Seen, read.Hidden, read.Items.Count));
            Assert.Equal([3], read.In!);
            Assert.Equal(["Other"], read.Rest!.Keys);
        }
    }

    public class Strict
    {
        [JsonIgnore] public int A { get; set; }
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public int B { get; set; }
        [Skip] public int C { get; set; }
        public int D { get; set; }
    }

    [Fact]
    public void WhatAnAttributeIgnoresIsNotUnknown()
    {
        var refusing = new JsonOptions { Unknown = JsonMembers.Refuse };
        var theirs = JsonCheck.StjWith(o => o.UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow);
        JsonCheck.SameReading<Strict>("""{"A":1,"B":2,"D":3}""", refusing, theirs);
        JsonCheck.SameReading<Strict>("""{"a":1,"b":2,"d":3}""", refusing with { Naming = JsonNaming.Camel },
            JsonCheck.StjWith(
                o => (o.UnmappedMemberHandling, o.PropertyNamingPolicy) = (JsonUnmappedMemberHandling.Disallow,
                    JsonNamingPolicy.CamelCase)));
        JsonCheck.SameRefusal<Strict>("""{"X":1}""", refusing, theirs);
        foreach (var options in JsonCheck.Tiers(refusing))
            Assert.Equal(0, Json.FromText<Strict>("""{"C":5,"A":"x","B":{}}""", options).B);
    }

    [Fact]
    public void CompactHoldsToItToo()
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new CompactOptions { Convention = Convention.Plain.WithTier(tier) };
            var back = Compact.Deserialize<Secrets>(
                Compact.Serialize(new Secrets { Id = 3, Password = "p", Seen = "s", Hidden = "h", Items = { 4 }, In = [5] }, options),
                options);
            Assert.Equal((3, null, null, null, 0, null), (back.Id, back.Password, back.Seen, back.Hidden, back.Items.Count, back.In));
        }
    }

    public class Numbers
    {
        public int Plain { get; set; } = 1;
        [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
        public int Quoted { get; set; } = 2;
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)] public int Written { get; set; } = 3;
        [JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)] public double Named { get; set; } = double.NaN;
        [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
        public List<decimal?>? List { get; set; } = [1.5m, null];
        [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
        public Dictionary<string, long>? Map { get; set; } = new() { ["a"] = 5 };
        public AllOfIt? Inner { get; set; }
        public int Last { get; set; } = 4;
    }

    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    public class AllOfIt
    {
        public int A { get; set; } = 1;
        [JsonNumberHandling(JsonNumberHandling.Strict)] public int B { get; set; } = 2;
        public string? Text { get; set; } = "t";
        public int? None { get; set; }
        public Numbers? Inner { get; set; }
        public float C { get; set; } = 1.5f;
        public Ids? Ids { get; set; }
        public DayOfWeek Day { get; set; } = DayOfWeek.Friday;
    }

    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    public class Ids : List<int>;

    [Fact]
    public void HowNumbersAreWrittenAndRead()
    {
        var deep = new Numbers { Inner = new AllOfIt { Inner = new Numbers { Inner = new AllOfIt() }, Ids = [1, 2] } };
        foreach (var (ours, theirs) in new[]
        {
            (JsonOptions.Default, JsonCheck.Stj),
            (JsonOptions.Default with { Indented = true, NewLine = "\n" },
                JsonCheck.StjWith(o => (o.WriteIndented, o.NewLine) = (true, "\n"))),
            (JsonOptions.Default with { Numbers = JsonNumbers.WriteAsString | JsonNumbers.ReadFromString },
                JsonCheck.StjWith(o => o.NumberHandling = JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)),
        })
        {
            JsonCheck.SameText(deep, ours, theirs);
            JsonCheck.SameText(new List<Ids> { new() { 1 }, new() { 2, 3 } }, ours, theirs);
            JsonCheck.SameText(new List<object> { new Ids { 1 }, 5 }, ours, theirs);
            JsonCheck.SameText(new List<int> { 5 }, ours, theirs);
            JsonCheck.SameReading<AllOfIt>(
                """{"A":"1","B":2,"C":"2.5","Ids":["7",8],"Inner":{"Plain":1,"Quoted":"5","List":["1.5",null,2],"Map":{"a":"5"},"Last":6},"None":"5"}""",
                ours, theirs);
        }
        JsonCheck.SameRefusal<AllOfIt>("""{"B":"2"}""");
        JsonCheck.SameRefusal<Numbers>("""{"Written":"2"}""");
        JsonCheck.SameRefusal<Numbers>("""{"Inner":{"A":"1"},"Last":"2"}""");
        JsonCheck.SameRefusal<Numbers>("""{"Quoted":"1","Plain":"2"}""");
        JsonCheck.SameReading<Ids>("""["1",2]""");
        JsonCheck.SameRefusal<List<int>>("""["1",2]""");
    }

    public class Kept { public int A { get; set; } = 1; public int B { get; set; } = 2; }

    public struct KeptValue { public int A { get; set; } public int B { get; set; } }

    public class Created
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public List<int> Added { get; set; } = [1];
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Replace)] public List<int> Left { get; } = [1];
        public List<int> New { get; set; } = [1];
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public Kept Filled { get; set; } = new() { A = 5, B = 6 };
        public Kept Made { get; set; } = new() { A = 5, B = 6 };
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public KeptValue Value { get; set; } = new() { A = 5, B = 6 };
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public Dictionary<string, int> Map { get; set; } = new() { ["x"] = 1 };
    }

    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    public class CreatedAll
    {
        public List<int> Added { get; } = [1];
        public int Number { get; set; } = 1;
        public string Text { get; set; } = "t";
        public int[] Array { get; set; } = [1];
        public Kept Filled { get; set; } = new() { A = 5, B = 6 };
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Replace)] public Kept Made { get; set; } = new() { A = 5, B = 6 };
    }

    [Fact]
    public void WhatIsThereIsFilledOrReplaced()
    {
        const string Text = """{"Added":[2],"Left":[2],"New":[2],"Filled":{"A":7},"Made":{"A":7},"Value":{"A":7},"Map":{"y":2}}""";
        JsonCheck.SameReading<Created>(Text);
        JsonCheck.SameReading<Created>(Text, new JsonOptions { MergeNested = true },
            JsonCheck.StjWith(o => o.PreferredObjectCreationHandling = JsonObjectCreationHandling.Populate));
        JsonCheck.SameReading<CreatedAll>("""{"Added":[2],"Number":2,"Text":"u","Array":[2],"Filled":{"B":7},"Made":{"B":7}}""");
        JsonCheck.SameReading<CreatedAll>("""{"Filled":null}""");
    }

    [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
    public class Closed { public int A { get; set; } public Open? Inner { get; set; } }

    [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Skip)]
    public class Open { public int A { get; set; } public Closed? Inner { get; set; } }

    [Fact]
    public void MembersThatATypeDoesNotHave()
    {
        JsonCheck.SameReading<Closed>("""{"A":1,"Inner":{"X":1}}""");
        JsonCheck.SameRefusal<Closed>("""{"A":1,"X":1}""");
        JsonCheck.SameRefusal<Open>("""{"X":1,"Inner":{"X":1}}""");
        var refusing = new JsonOptions { Unknown = JsonMembers.Refuse };
        var theirs = JsonCheck.StjWith(o => o.UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow);
        JsonCheck.SameReading<Open>("""{"X":1}""", refusing, theirs);
    }

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToNearestAncestor)]
    [JsonDerivedType(typeof(Puppy), "puppy"), JsonDerivedType(typeof(Dog), "dog"), JsonDerivedType(typeof(Animal), "animal")]
    public class Animal { public int Legs { get; set; } = 4; }
    public class Dog : Animal { public int Barks { get; set; } = 1; }
    public class Puppy : Dog { public int Age { get; set; } = 2; }
    public class Terrier : Dog { public int Size { get; set; } = 3; }
    public class Small : Puppy { public int Weight { get; set; } = 3; }
    public class Cat : Animal { public int Lives { get; set; } = 9; }

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToBaseType,
        IgnoreUnrecognizedTypeDiscriminators = true)]
    [JsonDerivedType(typeof(Car), "car"), JsonDerivedType(typeof(Vehicle), "any")]
    public class Vehicle { public int Wheels { get; set; } = 4; }
    public class Car : Vehicle { public int Doors { get; set; } = 5; }
    public class Truck : Car { public int Load { get; set; } = 6; }

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToBaseType), JsonDerivedType(typeof(Rose), "rose")]
    public class Plant { public int Height { get; set; } = 4; }
    public class Rose : Plant;
    public class Weed : Plant;

    [Fact]
    public void DerivedTypesThatAreNotDeclared()
    {
        JsonCheck.SameText<Animal[]>([new Animal(), new Dog(), new Puppy(), new Terrier(), new Small(), new Cat()]);
        JsonCheck.SameText<Vehicle[]>([new Vehicle(), new Car(), new Truck()]);
        JsonCheck.SameText<Plant[]>([new Plant(), new Rose(), new Weed()]);
        foreach (var options in JsonCheck.Tiers(new JsonOptions { TypeAnywhere = true }).Append(JsonOptions.Default))
        {
            Assert.IsType<Vehicle>(Json.FromText<Vehicle>("""{"$type":"boat","Wheels":0}""", options));
            Assert.IsType<Car>(Json.FromText<Vehicle>("""{"$type":"car","Wheels":0}""", options));
        }
        Assert.Equal(typeof(Vehicle), JsonSerializer.Deserialize<Vehicle>("""{"$type":"boat","Wheels":0}""")!.GetType());
        JsonCheck.SameRefusal<Plant>("""{"$type":"boat"}""");
    }

    public class Identifiers : JsonConverter<Id>
    {
        public override Id Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetInt32());
        public override void Write(Utf8JsonWriter writer, Id value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Value);
    }

    [JsonConverter(typeof(Identifiers))]
    public readonly struct Id(int value) { public int Value { get; } = value; }

    public sealed class CamelNames() : JsonStringEnumConverter(JsonNamingPolicy.CamelCase);

    [JsonConverter(typeof(CamelNames))]
    public enum Policy { None, SomeMore }

    [JsonConverter(typeof(JsonNumberEnumConverter<Numbered>))]
    public enum Numbered { None, One }

    [AttributeUsage(AttributeTargets.Property)]
    public sealed class RoundedAttribute(int digits) : JsonConverterAttribute
    {
        public int Digits => digits;
        public override JsonConverter CreateConverter(Type typeToConvert) => new Identifiers();
    }

    public class HoldsId { public Id Id { get; set; } }
    public class HoldsPolicy { public Dictionary<string, Policy?>? Policies { get; set; } }
    public class HoldsOwn { [Rounded(2)] public double Value { get; set; } }
    [JsonConverter(typeof(Identifiers))] public class Collected : List<int>;

    sealed class IdSurrogate : Surrogate<Id, int>
    {
        public override int ToCarrier(Id value) => value.Value;
        public override Id FromCarrier(int carrier) => new(carrier);
    }

    sealed class DoubleSurrogate : Surrogate<double, string>
    {
        public override string ToCarrier(double value) => value.ToString(System.Globalization.CultureInfo.InvariantCulture);
        public override double FromCarrier(string carrier) => double.Parse(carrier, System.Globalization.CultureInfo.InvariantCulture);
    }

    public class HoldsCarried { [Rounded(2), Member(Surrogate = typeof(DoubleSurrogate))] public double Value { get; set; } }

    [Fact]
    public void AConverterIsRunWhereverItStandsUnlessSomethingElseIsSaid()
    {
        JsonCheck.Same(new Id(5));
        JsonCheck.Same(new HoldsId { Id = new Id(5) });
        JsonCheck.Same<List<Id?>>([new Id(1), null]);
        JsonCheck.Same(new HoldsPolicy { Policies = new() { ["a"] = Policy.SomeMore, ["b"] = null } });
        JsonCheck.Same(new Dictionary<Policy, int> { [Policy.SomeMore] = 1 });
        Refused<HoldsOwn>("Identifiers", "Double");
        Refused<Collected>("Identifiers", "Collected");

        var carried = new JsonOptions { Convention = Convention.Plain.WithSurrogate(new IdSurrogate()) };
        Assert.Equal("""{"Id":5}""", Json.ToText(new HoldsId { Id = new Id(5) }, carried));
        Assert.Equal("""{"Value":"1.5"}""", Json.ToText(new HoldsCarried { Value = 1.5 }));
        foreach (string name in new[] { "System.Text.Json.Serialization.JsonConverterAttribute", "System.Text.Json.Serialization" })
        {
            var passing = new JsonOptions { Convention = Convention.Plain.WithIgnoredAttributes(name) };
            Assert.Equal("""{"Id":{"Value":5}}""", Json.ToText(new HoldsId { Id = new Id(5) }, passing));
            Assert.Equal("""{"Value":1.5}""", Json.ToText(new HoldsOwn { Value = 1.5 }, passing));
        }
        Assert.Equal("1", Json.ToText(Numbered.One, new JsonOptions { EnumsAsNames = true }));
        Assert.Equal(new Id(5), DeepCopy.Of(new HoldsId { Id = new Id(5) }).Id);
    }

    static void Refused<T>(params string[] said)
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var convention = Convention.Plain.WithTier(tier);
            string message =
                Assert.Throws<NotSupportedException>(() => Json.ToText<T>(default!, new JsonOptions { Convention = convention })).Message;
            Assert.All(said, part => Assert.Contains(part, message, StringComparison.Ordinal));
            Assert.Throws<NotSupportedException>(() => Json.FromText<T>("null", new JsonOptions { Convention = convention }));
            Assert.Throws<NotSupportedException>(() => Compact.Serialize<T>(default!, new CompactOptions { Convention = convention }));
        }
    }

    /// <summary>
    /// What has the attribute, in either library: one member or type for each, so that a new attribute cannot be overlooked.
    /// </summary>
    static readonly Dictionary<string, MemberInfo?> Bearers = new()
    {
        ["Newtonsoft.Json.JsonArrayAttribute"] = typeof(NArray),
        ["Newtonsoft.Json.JsonConverterAttribute"] = typeof(NConverted),
        ["Newtonsoft.Json.JsonDictionaryAttribute"] = typeof(NDictionary),
        ["Newtonsoft.Json.JsonExtensionDataAttribute"] = typeof(NMembers).GetProperty("Rest"),
        ["Newtonsoft.Json.JsonIgnoreAttribute"] = typeof(NMembers).GetProperty("Ignored"),
        ["Newtonsoft.Json.JsonObjectAttribute"] = typeof(NObject),
        ["Newtonsoft.Json.JsonPropertyAttribute"] = typeof(NMembers).GetProperty("Named"),
        ["Newtonsoft.Json.JsonRequiredAttribute"] = typeof(NMembers).GetProperty("Needed"),
        ["Newtonsoft.Json.JsonConstructorAttribute"] = typeof(NMade).GetConstructors()[0],
        ["Newtonsoft.Json.Serialization.OnErrorAttribute"] = typeof(NErrors).GetMethod(nameof(NErrors.Pass)),
    };

    /// <summary>Those that are obeyed, by the tests above and others, or say nothing about a type.</summary>
    static readonly HashSet<string> Obeyed =
    [
        "JsonPropertyNameAttribute", "JsonPropertyOrderAttribute", "JsonIgnoreAttribute", "JsonIncludeAttribute", "JsonRequiredAttribute",
        "JsonConstructorAttribute",
        "JsonExtensionDataAttribute", "JsonPolymorphicAttribute", "JsonDerivedTypeAttribute", "JsonStringEnumMemberNameAttribute",
        "JsonNumberHandlingAttribute",
        "JsonObjectCreationHandlingAttribute", "JsonUnmappedMemberHandlingAttribute", "JsonConverterAttribute", "JsonSerializableAttribute",
        "JsonSourceGenerationOptionsAttribute",
    ];

    [Fact]
    public void NoAttributeIsOverlooked()
    {
        foreach (var type in typeof(JsonSerializer).Assembly.GetExportedTypes()
            .Concat(typeof(Newtonsoft.Json.JsonConvert).Assembly.GetExportedTypes())
            .Where(t => typeof(Attribute).IsAssignableFrom(t) && !t.IsAbstract))
        {
            if (type.Namespace == "System.Text.Json.Serialization" && Obeyed.Contains(type.Name))
                continue;
            var bearer = Bearers.GetValueOrDefault(type.FullName!);
            Assert.True(bearer is not null, $"Nothing is known of {type.FullName}: obey it, or give it a remedy.");
            var holder = bearer as Type ?? bearer.DeclaringType!;
            string message = Assert.Throws<NotSupportedException>(
                () => Json.ToText(null, holder.IsValueType ? typeof(Nullable<>).MakeGenericType(holder) : holder)).Message;
            Assert.Contains("has no effect here", message, StringComparison.Ordinal);
            Assert.Contains($"WithIgnoredAttributes(\"", message, StringComparison.Ordinal);
            var passing = new JsonOptions
            { Convention = Convention.Plain.WithIgnoredAttributes("Newtonsoft.Json", "System.Text.Json.Serialization") };
            Assert.Equal("null", Json.ToText(null, holder.IsValueType ? typeof(Nullable<>).MakeGenericType(holder) : holder, passing));
        }
    }

    [Newtonsoft.Json.JsonArray(AllowNullItems = false)] public class NArray : List<int>;
    [Newtonsoft.Json.JsonConverter(typeof(Newtonsoft.Json.Converters.StringEnumConverter))]
    public class NConverted { public int A { get; set; } }
    [Newtonsoft.Json.JsonDictionary(IsReference = true)] public class NDictionary : Dictionary<string, int>;
    [Newtonsoft.Json.JsonObject(Newtonsoft.Json.MemberSerialization.OptIn)] public class NObject { public int A { get; set; } }

    public class NMembers
    {
        [Newtonsoft.Json.JsonExtensionData] public Dictionary<string, object>? Rest { get; set; }
        [Newtonsoft.Json.JsonIgnore] public int Ignored { get; set; }
        [Newtonsoft.Json.JsonProperty("x")] public int Named { get; set; }
        [Newtonsoft.Json.JsonRequired] public int Needed { get; set; }
    }

    public class NErrors
    {
        public int A { get; set; }
        [Newtonsoft.Json.Serialization.OnError]
        public void Pass(System.Runtime.Serialization.StreamingContext context, Newtonsoft.Json.Serialization.ErrorContext error) =>
        error.Handled = true;
    }
    public class NErrorsOfBase : NErrors { public int B { get; set; } }

    /// <summary>A method of a base class counts, too, and the remedy is one that there is.</summary>
    [Fact]
    public void WhatPassesOverErrorsIsRefused()
    {
        Refused<NErrors>("[OnError]", "JsonOptions.MaxErrors", "WithIgnoredAttributes(\"Newtonsoft.Json.Serialization.OnErrorAttribute\")");
        Refused<NErrorsOfBase>("NErrors.Pass", "[OnError]");
        foreach (string name in new[] { "Newtonsoft.Json", "Newtonsoft.Json.Serialization",
            "Newtonsoft.Json.Serialization.OnErrorAttribute" })
            Assert.Equal("""{"A":1}""",
                Json.ToText(new NErrors { A = 1 }, new JsonOptions { Convention = Convention.Plain.WithIgnoredAttributes(name) }));
        Assert.Throws<NotSupportedException>(
            () => Json.ToText(new NErrors(), new JsonOptions { Convention = Convention.Plain.WithIgnoredAttributes("Newtonsoft.Js") }));
    }

    public class NMade { [Newtonsoft.Json.JsonConstructor] public NMade(int a) => A = a; public int A { get; } }

    [Newtonsoft.Json.JsonObject]
    public class NBeside
    {
        [Newtonsoft.Json.JsonProperty("x"), JsonPropertyName("x")] public int Named { get; set; }
        [Newtonsoft.Json.JsonIgnore, JsonIgnore] public int Ignored { get; set; }
        [Newtonsoft.Json.JsonIgnore, Skip] public int Skipped { get; set; }
        [Newtonsoft.Json.JsonRequired, JsonRequired] public int Needed { get; set; }
        [Newtonsoft.Json.JsonConverter(typeof(Newtonsoft.Json.Converters.StringEnumConverter)),
            JsonConverter(typeof(JsonStringEnumConverter))]
        public DayOfWeek Day { get; set; }
        [Newtonsoft.Json.JsonProperty] public int Bare { get; set; }
    }

    [Fact]
    public void NewtonsoftsPassWhereOursSayTheSame() =>
        JsonCheck.Same(new NBeside { Named = 1, Ignored = 2, Skipped = 0, Needed = 3, Day = DayOfWeek.Friday, Bare = 4 },
            theirs: JsonCheck.StjWith(o => o.TypeInfoResolver = new System.Text.Json.Serialization.Metadata.DefaultJsonTypeInfoResolver
            {
                Modifiers =
                { info => { foreach (var p in info.Properties.Where(p => p.Name == "Skipped").ToList()) info.Properties.Remove(p); } },
            }));
}
