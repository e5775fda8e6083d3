using Isomer.Tests.Formats;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>Rules for Json excuse their case, and not a fault beside it (<see cref="DialectRuleTests"/>).</summary>
public class JsonDialectRuleTests
{
    // What the original does with other libraries' rules, or without them; with one option, or with none.
    static readonly int[] Plain = [0], Populate = [0, 1, 1, 20], WithoutFields = [0, 1, 1, 14], Preserve = [0, 1, 1, 13];

    /// <summary>Nothing is excused there: the digits are compared.</summary>
    [Theory]
    [InlineData("-1e-400")]
    [InlineData("1e400")]
    [InlineData("0e5")]
    public void A_number_that_no_double_holds(string number)
    {
        var types = new DialectCase(new JsonDifferentialDialect(), "public class T0\n{\npublic object A0 { get; set; }\n}\n", Plain);
        var finding = types.Read($$"""{"A0":{{number}}}""");
        Assert.Equal("none", finding.Difference);
        types.DoesNotExcuse(types.AsIfOf(finding, """{"A0":7}"""));
    }

    [Fact]
    public void Metadata_that_the_type_has_not()
    {
        var types = new DialectCase(new JsonDifferentialDialect(), "public class T0\n{\npublic T0 A0 { get; set; }\npublic int B0 { get; set; }\n}\n", Preserve);
        const string Document = """{"A0":{"$type":"x","B0":2},"B0":3}""";
        var finding = types.Read(Document);
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("the name of metadata that the type has not", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("2", "4", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("3", "4", StringComparison.Ordinal)));
    }

    [Fact]
    public void Populate_of_a_struct_that_a_constructor_makes()
    {
        var types = new DialectCase(new JsonDifferentialDialect(), """
            public class T0
            {
            public T1 A0 { get; set; } = new T1(3);
            public int B0 { get; set; }
            }
            public struct T1
            {
            public int N1 { get; }
            public int K1 { get; set; }
            [JsonConstructor] public T1(int n1) { this.N1 = n1; }
            }
            """, Populate);
        const string Document = """{"A0":{"N1":5,"K1":6},"B0":7}""";
        var finding = types.Read(Document);
        types.Excuses("Populate of a struct that a constructor makes", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('7', '8')));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('6', '8')));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('5', '8')));
        // Of the text alone, and not of nothing.
        var half = types.Read("""{"A0":{"K1":6},"B0":7}""");
        types.Excuses("Populate of a struct that a constructor makes", half);
        types.DoesNotExcuse(types.AsIfOf(half, """{"A0":{},"B0":7}"""));
    }

    /// <summary>Each struct is compared with what stands in its own place, also where a list beside it has more of them.</summary>
    [Fact]
    public void Populate_of_a_struct_that_a_constructor_makes_in_its_place()
    {
        var types = new DialectCase(new JsonDifferentialDialect(), """
            public class T0
            {
            public T1 A0 { get; set; } = new T1(3);
            public T1 C0 { get; set; } = new T1(3);
            public List<T1> L0 { get; set; } = new List<T1> { new T1(4) };
            }
            public struct T1
            {
            public int N1 { get; }
            public int K1 { get; set; }
            [JsonConstructor] public T1(int n1) { this.N1 = n1; }
            }
            """, Populate);
        var finding = types.Read("""{"A0":{"K1":6},"C0":{"K1":7},"L0":[{"N1":8}]}""");
        types.Excuses("Populate of a struct that a constructor makes", finding);
        types.DoesNotExcuse(types.AsIfChanged(finding, root => root.A0 = root.C0));
        types.DoesNotExcuse(types.AsIfChanged(finding, root => root.L0[0] = root.L0[1]));
    }

    /// <summary>What is refused in the override of one accessor, beside a member of the base that holds nothing.</summary>
    [Fact]
    public void An_override_of_one_accessor_that_refuses()
    {
        var types = new DialectCase(new JsonDifferentialDialect(), """
            [JsonDerivedType(typeof(T1), "T1")]
            public class T0
            {
            public virtual Dictionary<string, T2?> A00 { get; set; }
            public readonly T2? B10;
            }
            public class T1 : T0
            {
            public T2? _x01;
            public short? _x11 { get; private set; }
            public override Dictionary<string, T2?> A00 { get => base.A00; }
            }
            public record struct T2
            {
            public ConcurrentStack<string> _x02 { get; set; }
            }
            """, Plain);
        const string Document = """{"$type":"T1","_x11":null,"A00":{"x y":1},"_x01":null,"B10":null}""";
        const string Reason = "what is refused in a collection without a setter";
        var finding = types.Read(Document);
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses(Reason, finding);
        // As if ours had refused another member.
        types.DoesNotExcuse(types.AsIfOf(types.Read(Document.Replace("1}", "{}}", StringComparison.Ordinal)),
            Document.Replace("\"_x01\":null", "\"_x01\":1", StringComparison.Ordinal).Replace("1},", "{}},", StringComparison.Ordinal)));
    }

    /// <summary>Records in a set, equal by what stands behind object: compared as values.</summary>
    [Fact]
    public void A_set_of_records_that_hold_objects()
    {
        var types = new DialectCase(new JsonDifferentialDialect(), """
            public class T0
            {
            public HashSet<T1> L0 { get; set; }
            }
            public record T1
            {
            public object A1 { get; set; }
            }
            """, Plain);
        var finding = types.Read("""{"L0":[{"A1":1},{"A1":1},{"A1":2}]}""");
        Assert.Equal("none", finding.Difference);
        types.DoesNotExcuse(types.AsIfOf(finding, """{"L0":[{"A1":1}]}"""));
    }

    [Fact]
    public void A_parameter_for_a_field_where_fields_are_no_members()
    {
        var types = new DialectCase(new JsonDifferentialDialect(), """
            public class T0
            {
            public List<T1> L0 { get; set; }
            public int K0 { get; set; }
            }
            public struct T1
            {
            public decimal a01;
            public int B1 { get; set; }
            [JsonConstructor] public T1(decimal a01 = default) { this.a01 = a01; }
            }
            """, WithoutFields);
        const string Document = """{"L0":[{"B1":5}],"K0":7}""";
        var finding = types.Read(Document);
        types.Excuses("a parameter with a default that no member matches", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('5', '6')));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('7', '6')));
    }

    [Fact]
    public void An_override_of_one_accessor()
    {
        var types = new DialectCase(new JsonDifferentialDialect(), """
            public class T0
            {
            public T2 M0 { get; set; }
            public int K0 { get; set; }
            }
            public class T1
            {
            public virtual int A1 { get; set; }
            }
            public class T2 : T1
            {
            public override int A1 { get => base.A1; }
            public int B2 { get; set; }
            }
            """, Plain);
        const string Document = """{"M0":{"A1":5,"B2":6},"K0":7}""";
        var finding = types.Read(Document);
        types.Excuses("an override of one accessor has the other of the base", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('6', '8')));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('7', '8')));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('5', '8')));
        // Both refuse what is no number elsewhere, and ours alone what the override takes.
        types.Excuses("an override of one accessor has the other of the base",
            types.Read(Document.Replace("5", "true", System.StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(types.Read(Document), Document.Replace("6", "true", System.StringComparison.Ordinal)));
    }

    /// <summary>What the override holds is compared also where it says something by attributes, and beside dictionaries.</summary>
    [Fact]
    public void An_override_of_one_accessor_that_says_something()
    {
        var types = new DialectCase(new JsonDifferentialDialect(), """
            public class T0
            {
            public Dictionary<string, T2> M0 { get; set; }
            public int K0 { get; set; }
            }
            public class T1
            {
            public virtual int A1 { get; set; }
            }
            public class T2 : T1
            {
            [JsonPropertyOrder(1)] public override int A1 { get => base.A1; }
            public int B2 { get; set; }
            }
            """, Plain);
        const string Document = """{"M0":{"k":{"A1":5,"B2":6}},"K0":7}""";
        var finding = types.Read(Document);
        types.Excuses("an override of one accessor has the other of the base", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('5', '8')));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('6', '8')));
    }

    [Fact]
    public void An_override_of_one_accessor_in_what_is_written()
    {
        var types = new DialectCase(new JsonDifferentialDialect(), """
            public class T0
            {
            public T2 M0 { get; set; }
            public int K0 { get; set; }
            }
            public class T1
            {
            public virtual int A1 { get; set; }
            }
            public class T2 : T1
            {
            public override int A1 { set => base.A1 = value; }
            public int B2 { get; set; }
            }
            """, Plain);
        var finding = types.Write(root =>
        {
            dynamic made = Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T2")!)!;
            root.M0 = made;
            root.M0.A1 = 5;
            root.M0.B2 = 6;
            root.K0 = 7;
            return root;
        });
        types.Excuses("an override of one accessor has the other of the base", finding);
        types.DoesNotExcuse(types.As(finding, "\"A1\":5", "\"A1\":8"));
        types.DoesNotExcuse(types.As(finding, "\"B2\":6", "\"B2\":8"));
        types.DoesNotExcuse(types.As(finding, ",\"K0\":7", ""));
    }

    [Fact]
    public void Populate_of_a_member_that_is_ignored_at_reading()
    {
        var types = new DialectCase(new JsonDifferentialDialect(), """
            public class T0
            {
            [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public T1 A0 { get; set; } = new T1();
            public int B0 { get; set; }
            }
            public class T1
            {
            public int N1 { get; set; }
            }
            """, Populate);
        const string Document = """{"A0":{"N1":5},"B0":7}""";
        var finding = types.Read(Document);
        types.Excuses("Populate of a member that is ignored at reading", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('7', '8')));
        // The member keeps what it had.
        types.DoesNotExcuse(types.AsIfChanged(finding, root => root.A0.N1 = 9));
        types.DoesNotExcuse(types.AsIfChanged(finding, root => root.A0 = null));
        var refused = types.Read(Document.Replace("5", "true", StringComparison.Ordinal));
        types.Excuses("Populate of a member that is ignored at reading", refused);
        types.DoesNotExcuse(types.AsIfOf(refused, Document.Replace('7', '8')));
    }

    [Fact]
    public void An_enumerable_with_an_Add()
    {
        var types = new DialectCase(new JsonDifferentialDialect(), """
            public class T0
            {
            public T1 A0 { get; set; }
            public int B0 { get; set; }
            }
            public class T1 : IEnumerable<int>
            {
            readonly List<int> _items = new(); public void Clear() => _items.Clear(); public void Add(int item) { _items.Add(item); } public IEnumerator<int> GetEnumerator() => _items.GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
            }
            """, Plain);
        const string Document = """{"A0":[1,2],"B0":7}""";
        var finding = types.Read(Document);
        types.Excuses("an enumerable with an Add of its own", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('7', '8')));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('2', '3')));
        types.DoesNotExcuse(types.AsIfOf(finding, """{"A0":[1],"B0":7}"""));
    }

    [Fact]
    public void An_identity_in_the_argument_of_a_constructor()
    {
        // The one option keeps identities.
        var types = new DialectCase(new JsonDifferentialDialect(), """
            public class T0
            {
            public T1 A0 { get; set; }
            public int B0 { get; set; }
            }
            public class T1
            {
            public T2 C1 { get; }
            public List<int> D1 { get; set; }
            public T1(T2 c1) { this.C1 = c1; }
            }
            public class T2
            {
            public int E2 { get; set; }
            }
            """, 0, 1, 1, 13);
        const string Document = """{"$id":"1","A0":{"$id":"2","C1":{"$id":"3","E2":5},"D1":{"$id":"4","$values":[6]}},"B0":7}""";
        var finding = types.Read(Document);
        types.Excuses("an identity in the argument of a constructor", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('5', '8')));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('6', '8')));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('7', '8')));
    }

    /// <summary>No rule: what a class that derives from a dictionary holds behind object is compared as what a dictionary holds.</summary>
    [Fact]
    public void Numbers_behind_object_in_a_class_of_a_dictionary()
    {
        var types = new DialectCase(new JsonDifferentialDialect(),
            "public class T0\n{\npublic T1 A0 { get; set; }\n}\npublic class T1 : Dictionary<string, object>\n{\npublic int Further { get; set; }\n}\n",
            Plain);
        var finding = types.Read("""{"A0":{"a":0}}""");
        Assert.Equal("none", finding.Difference);
        types.DoesNotExcuse(types.AsIfOf(finding, """{"A0":{"a":1}}"""));
    }

    [Fact]
    public void A_list_with_an_Add_of_its_own()
    {
        var types = new DialectCase(new JsonDifferentialDialect(), """
            public class T0
            {
            public T1 A0 { get; set; }
            public int B0 { get; set; }
            }
            public class T1 : List<int>
            {
            public new void Add(int item) { if (Count < 2) base.Add(item); }
            }
            """, Plain);
        const string Document = """{"A0":[1,2,3],"B0":7}""";
        var finding = types.Read(Document);
        types.Excuses("a collection class with an Add of its own", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('7', '8')));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('1', '8')));
        types.DoesNotExcuse(types.AsIfOf(finding, """{"A0":[1],"B0":7}"""));
        // As the values of a dictionary, too.
        var held = new DialectCase(new JsonDifferentialDialect(),
            "public class T0\n{\npublic Dictionary<string, T1> A0 { get; set; }\n}\npublic class T1 : List<int>\n{\npublic new void Add(int item) { if (Count < 2) base.Add(item); }\n}\n",
            Plain);
        held.Excuses("a collection class with an Add of its own", held.Read("""{"A0":{"k":[1,2,3]}}"""));
    }

    [Fact]
    public void Populate_without_a_getter()
    {
        var types = new DialectCase(new JsonDifferentialDialect(), """
            public class T0
            {
            public T1 A0 { get; set; }
            public int B0 { get; set; }
            }
            public class T1
            {
            [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public T2 C1 { private get => _ofC1; set => _ofC1 = value; }
            private T2 _ofC1;
            }
            public class T2
            {
            public int D2 { get; set; }
            }
            """, Plain);
        const string Reason = "Populate without a getter in a type of which there is no object";
        var finding = types.Write(root => root);
        types.Excuses(Reason, finding);
        types.DoesNotExcuse(types.As(finding, "\"B0\":0", "\"B0\":1"));
        var read = types.Read("""{"A0":null,"B0":2}""");
        types.Excuses(Reason, read);
        types.DoesNotExcuse(types.AsIfOf(read, """{"A0":null,"B0":3}"""));
        // Of an object both refuse.
        Assert.NotNull(types.Read("""{"A0":{},"B0":2}""").Ours!.Refusal);
    }

    /// <summary>
    /// Two causes in one text: ours tells the subtype of what stands behind object, and the original an identity of a struct there, so that
    /// its numbers are others.
    /// </summary>
    [Fact]
    public void A_subtype_and_the_identity_of_a_struct_behind_object()
    {
        var types = new DialectCase(new JsonDifferentialDialect(), """
            [JsonDerivedType(typeof(T1), "T1")]
            public class T0
            {
            public object A0 { get; set; }
            public T0 D0 { get; set; }
            public object B0 { get; set; }
            public int C0 { get; set; }
            }
            public class T1 : T0
            {
            public int E1 { get; set; }
            }
            public struct T2
            {
            public int F2 { get; set; }
            }
            """, 0, 1, 1, 13);
        Finding Written(bool isTold, bool isStruct) => types.Write(root =>
        {
            object Make(string name) => Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0." + name)!)!;
            root.A0 = isStruct ? Make("T2") : null;
            // The original leaves it out behind a value of the type.
            ((object)root).GetType().GetProperty("D0")!.SetValue(root, isTold ? Make("T1") : null);
            root.B0 = isTold ? Make("T1") : null;
            root.C0 = 7;
            return root;
        });
        var finding = Written(true, true);
        types.Excuses("the subtype of a value behind object + the identity of a struct behind object", finding);
        types.Excuses("the subtype of a value behind object", Written(true, false));
        types.Excuses("the identity of a struct behind object", Written(false, true));
        types.DoesNotExcuse(types.As(finding, "\"C0\":7", "\"C0\":8"));
        types.DoesNotExcuse(types.As(finding, "\"F2\":0", "\"F2\":1"));
        types.DoesNotExcuse(types.As(finding, "\"$id\":\"3\",\"$type\":\"T1\",\"E1\":0,", "\"$id\":\"3\",\"$type\":\"T1\","));
        // An identity of what is no struct.
        types.DoesNotExcuse(types.As(finding, "\"$id\":\"2\",", ""));
    }
}
