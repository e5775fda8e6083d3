using System.Collections;
using System.Data;
using System.Diagnostics;
using System.Security.Principal;
using System.Text;
using Xunit;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;
using static Isomer.Tests.Formats.FastJson.FastJsonReadingTests;
using static Isomer.Tests.Formats.FastJson.FastJsonRootRepeatTests;
using static Isomer.Tests.Formats.FastJson.FastJsonWritingTests;

namespace Isomer.Tests.Formats.FastJson
{
    /// <summary>Payloads in the shapes that are used against fastJSON and Json.NET: nothing is made, the error names the type.</summary>
    public class FastJsonSafetyTests
    {
        public class Hostile
        {
            public static int Made;
            public static int Set;

            public Hostile() => Made++;

            public string Command { get => ""; set => Set++; }
        }

        public class HostileCat : Cat
        {
            public static int Made;

            public HostileCat() => Made++;
        }

        public class Everything
        {
            public object? Any { get; set; }
            public Animal? Base { get; set; }
            public List<Animal>? Bases { get; set; }
            public IComparable? Contract { get; set; }
            public Hashtable? Table { get; set; }
            public Dictionary<string, object>? Map { get; set; }
            public Cat? field;
            public object[]? Items { get; set; }
        }

        const string Provider = "System.Windows.Data.ObjectDataProvider, PresentationFramework, Version=4.0.0.0, Culture=neutral, PublicKeyToken=31bf3856ad364e35";

        public static TheoryData<string, string> Gadgets() => new()
        {
            { "System.Windows.Data.ObjectDataProvider",
                $$"""{"$types":{"{{Provider}}":"1","System.Diagnostics.Process, System, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089":"2"},"$type":"1","ObjectInstance":{"$type":"2","StartInfo":{"FileName":"cmd","Arguments":"/c calc"} },"MethodName":"Start"}""" },
            { "System.Windows.Data.ObjectDataProvider",
                $$"""{"$type":"{{Provider}}","MethodName":"Start","MethodParameters":{"$type":"System.Collections.ArrayList, mscorlib","$values":["cmd","/c calc"]},"ObjectInstance":{"$type":"System.Diagnostics.Process, System"} }""" },
            { "System.Windows.Data.ObjectDataProvider", $$"""{"MethodName":"Start","$type":"{{Provider}}"}""" },
            { "System.Diagnostics.Process",
                $$"""{"$type":"{{typeof(Process).AssemblyQualifiedName}}","StartInfo":{"$type":"{{typeof(ProcessStartInfo).AssemblyQualifiedName}}","FileName":"/bin/sh"} }""" },
            { "System.Security.Principal.WindowsIdentity",
                $$"""{"$type":"{{typeof(WindowsIdentity).AssemblyQualifiedName}}","System.Security.ClaimsIdentity.actor":"AAEAAAD/////AQAAAAAAAAAMAgAAAElTeXN0ZW0="}""" },
            { "System.Data.DataSet",
                $$"""{"$type":"{{typeof(DataSet).AssemblyQualifiedName}}","XmlSchema":"<?xml version=\"1.0\"?><xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\"><xs:element name=\"x\" msdata:IsDataSet=\"true\" msdata:DataType=\"System.Windows.Data.ObjectDataProvider\"/></xs:schema>"}""" },
            { "System.Configuration.Install.AssemblyInstaller",
                """{"$type":"System.Configuration.Install.AssemblyInstaller, System.Configuration.Install","Path":"file:///evil.dll"}""" },
            { "System.IO.FileInfo", $$"""{"$type":"{{typeof(FileInfo).AssemblyQualifiedName}}","fileName":"/etc/passwd"}""" },
            { "System.Text.StringBuilder", $$"""{"$type":"{{typeof(StringBuilder).AssemblyQualifiedName}}","Capacity":100}""" },
            { nameof(Hostile), $$"""{"$type":"{{typeof(Hostile).AssemblyQualifiedName}}","Command":"rm"}""" },
            { nameof(Hostile), $$"""{"Command":"rm","$type":"{{typeof(Hostile).FullName}}"}""" },
            { nameof(Hostile), $$"""{'$type':'{{typeof(Hostile).FullName}}',Command:'rm'}""" },
            { nameof(HostileCat), $$"""{"$type":"{{typeof(HostileCat).AssemblyQualifiedName}}","legs":4}""" },
            { "System.Collections.Generic.List`1",
                $$"""{"$type":"{{typeof(List<Hostile>).AssemblyQualifiedName}}","Capacity":1000000000}""" },
            { "System.Action", $$"""{"$type":"{{typeof(Action).AssemblyQualifiedName}}"}""" },
        };

        [Theory]
        [MemberData(nameof(Gadgets))]
        public void A_gadget_is_refused_by_name_wherever_it_stands(string name, string gadget)
        {
            foreach (var options in new[] { Default, Types(typeof(Cat), typeof(Zoo)), Plain,
                Default with { Leniency = JsonLeniency.Json5, Unknown = JsonMembers.Refuse } })
            {
                Named(Refuses<object>(gadget, options));
                Named(Refuses<Everything>(gadget, options));
                Named(Refuses<Animal>(gadget, options));
                Named(Refuses<Cat>(gadget, options));
                foreach (string place in new[] { "\"Any\":#", "\"Base\":#", "\"Bases\":[#]", "\"Contract\":#",
                    "\"Table\":[{\"k\":1,\"v\":#}]", "\"Table\":[{\"k\":#,\"v\":1}]", "\"Map\":{\"a\":#}", "\"field\":#", "\"Items\":[1,#]",
                    "\"Any\":[[#]]", "\"Any\":{\"a\":#}" })
                {
                    // A table of types belongs into the first object.
                    string inside = gadget.Replace("\"$types\"", "\"$types\"", StringComparison.Ordinal);
                    var error = Refuses<Everything>($"{{{place.Replace("#", inside, StringComparison.Ordinal)}}}", options);
                    Named(error);
                    Assert.StartsWith("$.", error.Path, StringComparison.Ordinal);
                }
                Named(Refuses<List<object>>($"[{gadget}]", options));
                Named(Refuses<Dictionary<string, Animal>>($$"""{"a":{{gadget}}}""", options));
            }
            Assert.Equal((0, 0, 0), (Hostile.Made, Hostile.Set, HostileCat.Made));
            Assert.Equal(0, System.Windows.Data.ObjectDataProvider.Made);

            void Named(WireFormatException error) => Assert.Contains(name, error.Message, StringComparison.Ordinal);
        }

        [Fact]
        public void A_known_type_in_the_wrong_place_is_refused_before_it_is_made()
        {
            var options = Types(typeof(Hostile), typeof(Cat), typeof(Dog));
            string hostile = $$"""{"$type":"{{typeof(Hostile).FullName}}","Command":"rm"}""";
            foreach (string text in new[] { $$"""{"Base":{{hostile}}}""", $$"""{"field":{{hostile}}}""", $$"""{"Bases":[{{hostile}}]}""",
                $$"""{"Contract":{{hostile}}}""" })
                Assert.Contains(nameof(Hostile), Refuses<Everything>(text, options).Message, StringComparison.Ordinal);
            Assert.Equal((0, 0), (Hostile.Made, Hostile.Set));
            // fastJSON puts the string, or the Dog, into the field of type Cat.
            Refuses<Everything>("""{"field":"abcdef"}""", options);
            var error = Refuses<Everything>($$"""{"Any":1,"field":{"$type":"{{typeof(Dog).FullName}}"} }""", options);
            Assert.Equal("$.field.$type", error.Path);
            Assert.Equal(26, error.Offset);
            Assert.Contains(nameof(Dog), error.Message, StringComparison.Ordinal);
        }

        [Fact]
        public void Only_a_resolver_opens_the_set_and_it_sees_what_is_written()
        {
            var asked = new List<string>();
            var options = Default with
            {
                Types = JsonTypes.None.WithResolver(name =>
                {
                    asked.Add(name);
                    return name == "old.cat, Shop" ? typeof(Cat) : null;
                }),
            };
            Assert.Equal(4, ((Cat)Read<object>("""{"$type":"old.cat, Shop","legs":4}""", options)).legs);
            Assert.All(asked, name => Assert.Equal("old.cat, Shop", name));
            Assert.Contains("old.dog", Refuses<object>("""{"$type":"old.dog"}""", options).Message, StringComparison.Ordinal);
            // What the resolver answers must fit as well.
            Refuses<Dog>("""{"$type":"old.cat, Shop"}""", options);
        }

        [Fact]
        public void Registrations()
        {
            var options = Default with { Types = JsonTypes.None.With<Cat>("kitty").WithAssembly(typeof(FastJsonSafetyTests).Assembly) };
            Assert.IsType<Cat>(Read<object>("""{"$type":"kitty"}""", options));
            Assert.IsType<Zoo>(Read<object>($$"""{"$type":"{{typeof(Zoo).FullName}}"}""", options));
            Assert.Throws<ArgumentException>(() => JsonTypes.None.With<Cat>("a").With<Dog>("a"));
            Assert.Throws<ArgumentException>(() => JsonTypes.None.With(typeof(List<>)));
            Assert.Throws<ArgumentException>(() => JsonTypes.None.With(typeof(Stream)));
            var registered = Default with { Convention = Convention.FastJson.WithSubtype<Animal, Cat>() };
            Assert.IsType<Cat>(Json.FromText<Animal>($$"""{"$type":"{{typeof(Cat).FullName}}"}""", registered));
            Assert.Throws<WireFormatException>(() => Json.FromText<Animal>($$"""{"$type":"{{typeof(Dog).FullName}}"}""", registered));
        }

        [Fact]
        public void Deep_and_long_input()
        {
            foreach (string part in new[] { "[", "{\"a\":", "{\"$type\":{", "[{\"k\":" })
                Refuses<object>(string.Concat(Enumerable.Repeat(part, 100_000)));
            Refuses<Hashtable>(string.Concat(Enumerable.Repeat("[{\"k\":1,\"v\":", 100_000)));
            Refuses<object>("\"" + new string('\\', 100_001));
            // Late types on every level: the text is gone over once, not once for each.
            const int Levels = 50;
            string name = typeof(Holder).FullName!;
            string deep = string.Concat(Enumerable.Repeat("{\"o\":", Levels)) + "1"
                + string.Concat(Enumerable.Repeat($",\"$type\":\"{name}\"}}", Levels));
            object? value = Read<object>(deep, Types(typeof(Holder)));
            for (int i = 0; i < Levels; i++)
                value = ((Holder)value!).o;
            Assert.Equal(1L, value);
            // Types that nest without end.
            string nested = string.Concat(Enumerable.Repeat("A`1[[", 800)) + "B" + string.Concat(Enumerable.Repeat("]]", 800));
            Refuses<object>($$"""{"$type":"{{nested}}"}""");
            Refuses<object>($$"""{"$type":"{{new string('x', 100_000)}}"}""");
        }

        [Fact]
        public void Mutated_texts_give_a_value_or_the_one_exception()
        {
            var options = Types(typeof(Cat), typeof(Dog), typeof(Maps), typeof(Zoo), typeof(Numbers), typeof(O1), typeof(O2), typeof(O3),
                typeof(Holder), typeof(Part));
            var o1 = new O1 { o2obj = new O2(), child = new O3() };
            o1.o2obj.parent = o1;
            string[] texts =
            [
                Text(new Maps(), options), Text(o1, options), Text(new Zoo { animals = { new Cat { Name = "é\n" }, new Dog() } }, options),
                Text(new Numbers(), options),
                Text(new Holder { o = new object?[] { 1, "s", null, new Dictionary<string, object> { ["a"] = 1.5 } } }, options),
                Text(Repeating(), options),
                "{'$type':'x', /* c */ a : .5, b:[+1,0x1F,], // d\n \"$map\":{\"o\":\"System.Object\"}}",
            ];
            int iterations = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int n) ? n : 12_000;
            var random = new Random(11);
            foreach (string text in texts)
            {
                byte[] bytes = Encoding.UTF8.GetBytes(text);
                for (int length = 0; length < bytes.Length; length += 1 + (bytes.Length / 400))
                    Try(bytes[..length], options);
            }
            for (int i = 0; i < iterations; i++)
            {
                byte[] bytes = Encoding.UTF8.GetBytes(texts[random.Next(texts.Length)]);
                for (int k = random.Next(1, 5); k > 0; k--)
                    Mutate(ref bytes, random);
                Try(bytes, options);
            }
        }

        static Part[] Repeating()
        {
            Part shared = new() { id = 1 }, last = new() { id = 2, a = shared, more = [new() { id = 3 }] };
            last.b = last.more[0];
            return [shared, shared, last, last.b];
        }

        static void Mutate(ref byte[] bytes, Random random)
        {
            int at = random.Next(bytes.Length);
            switch (random.Next(4))
            {
                case 0:
                    bytes[at] = (byte)random.Next(256);
                    break;
                case 1:
                    bytes[at] = (byte)"{}[],:\"'0-9.$i\\/n t"[random.Next(19)];
                    break;
                case 2:
                    int from = random.Next(bytes.Length), length = random.Next(Math.Min(30, bytes.Length - from));
                    bytes = [.. bytes[..at], .. bytes[from..(from + length)], .. bytes[at..]];
                    break;
                default:
                    bytes = [.. bytes[..at], .. bytes[Math.Min(at + random.Next(6), bytes.Length)..], (byte)' '];
                    break;
            }
        }

        static void Try(byte[] bytes, JsonOptions options)
        {
            foreach (var tier in Tiers(options))
            {
                One<object>(bytes, tier);
                One<Zoo>(bytes, tier);
                One<Maps>(bytes, tier);
                One<Numbers>(bytes, tier);
                One<O1>(bytes, tier);
                One<Part[]>(bytes, tier);
            }
        }

        static void One<T>(byte[] bytes, JsonOptions options)
        {
            try
            {
                Json.Deserialize<T>(bytes, options);
            }
            catch (WireFormatException e)
            {
                Assert.InRange(e.Offset, 0, bytes.Length);
            }
        }
    }
}

namespace System.Windows.Data
{
    /// <summary>A look-alike of the most used gadget: if a text could name it, this would find out.</summary>
    public class ObjectDataProvider
    {
        public static int Made;

        public ObjectDataProvider() => Made++;

        public string? MethodName { get; set; }
        public object? ObjectInstance { get; set; }
    }
}
