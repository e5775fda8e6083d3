using System.Text;
using App;
using Isomer.Calls;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// NetDataContractSerializer's documents. The vectors were written by mono 6.8's (Debian's mono-runtime), whose serializer is .NET
/// Framework's source; the assembly is put in by the test, and where mono writes i:type for what is declared as object, .NET Framework
/// writes z:Type, which both are read.
/// </summary>
public sealed class ContractXmlNetTests
{
    const string Ser = "http://schemas.microsoft.com/2003/10/Serialization/";
    const string Xsi = "http://www.w3.org/2001/XMLSchema-instance";

    static readonly ContractXmlOptions s_options = new()
    {
        NetDataContract = true,
        KnownTypes = [typeof(Person), typeof(Base), typeof(Derived), typeof(Ent), typeof(Kind), typeof(P2), typeof(int[])]
    };

    static string Assembly => typeof(Person).Assembly.FullName!;

    static string Vector(string text) =>
        text.Replace("'ASM'", $"\"{Assembly}\"", StringComparison.Ordinal)
            .Replace("'APP'", "\"http://schemas.datacontract.org/2004/07/App\"", StringComparison.Ordinal)
        .Replace("'SER'", $"\"{Ser}\"", StringComparison.Ordinal).Replace("'XSI'", $"\"{Xsi}\"", StringComparison.Ordinal)
            .Replace("'ARR'", $"\"{Ser}Arrays\"", StringComparison.Ordinal)
        .Replace("'XSD'", "\"http://www.w3.org/2001/XMLSchema\"", StringComparison.Ordinal).Replace('\'', '"');

    static readonly (object Value, string Document)[] s_vectors =
    [
        (5, "<int z:Type='System.Int32' z:Assembly='0' xmlns='SER' xmlns:z='SER'>5</int>"),
        ("a", "<string z:Type='System.String' z:Assembly='0' xmlns='SER' xmlns:z='SER'>a</string>"),
        (new DateTime(2020, 1, 2),
            "<dateTime z:Type='System.DateTime' z:Assembly='0' xmlns='SER' xmlns:z='SER'>2020-01-02T00:00:00</dateTime>"),
        (new byte[] { 1, 2 }, "<base64Binary z:Type='System.Byte[]' z:Assembly='0' xmlns='SER' xmlns:z='SER'>AQI=</base64Binary>"),
        (new[] { 1, 2 },
            "<ArrayOfint z:Id='1' z:Type='System.Int32[]' z:Assembly='0' z:Size='2' xmlns='ARR' xmlns:i='XSI' xmlns:z='SER'><int>1</int><int>2</int></ArrayOfint>"),
        (Kind.Two, "<Kind z:Type='App.Kind' z:Assembly='ASM' xmlns='APP' xmlns:z='SER'>Two</Kind>"),
        (new P2 { A = 1, B = "b" },
            "<P2 z:Id='1' z:Type='App.P2' z:Assembly='ASM' xmlns='APP' xmlns:i='XSI' xmlns:z='SER'><A>1</A><B z:Id='2'>b</B></P2>"),
        (new Base { X = 1 }, "<Base z:Id='1' z:Type='App.Base' z:Assembly='ASM' xmlns='APP' xmlns:i='XSI' xmlns:z='SER'><X>1</X></Base>"),
        (new Derived { X = 1, Y = "y" },
            "<Derived z:Id='1' z:Type='App.Derived' z:Assembly='ASM' xmlns='APP' xmlns:i='XSI' xmlns:z='SER'><X>1</X><Y z:Id='2'>y</Y></Derived>"),
        (new Ent(),
            "<Ent z:Id='1' z:Type='App.Ent' z:Assembly='ASM' xmlns='APP' xmlns:i='XSI' xmlns:x='XSD' xmlns:z='SER'><n z:Id='2' z:Type='System.Int32' z:Assembly='0' xmlns=''>5</n><s z:Id='3' z:Type='System.String' z:Assembly='0' xmlns=''>t</s>"
            + "<z i:nil='true' xmlns=''/><d z:Id='4' z:Type='System.Double' z:Assembly='0' xmlns=''>1.5</d></Ent>"),
    ];

    [Fact]
    public void DocumentsAreTheOriginals()
    {
        foreach (var (value, document) in s_vectors)
        {
            var type = value.GetType();
            string expected = Vector(document);
            Assert.Equal(expected, ContractXml.ToText(value, type, s_options));
            Assert.Equal(expected, ContractXml.ToText<object>(value, s_options));
            Assert.Equal(expected, ContractXml.ToText(ContractXml.FromText(expected, type, s_options), type, s_options));
            Assert.Equal(expected, ContractXml.ToText(ContractXml.FromText<object>(expected, s_options), type, s_options));
        }
    }

    const string PersonOfMono = "<Person z:Id='1' z:Type='App.Person' z:Assembly='a, Version=9.9.9.9, Culture=neutral, PublicKeyToken=null' xmlns='APP' xmlns:i='XSI' xmlns:z='SER'><Name z:Id='2'>n</Name><Age>3</Age><Friend z:Ref='1' i:nil='true'/>"
        + "<Tag i:type='a:int' z:Id='3' xmlns:a='XSD'>5</Tag><Names z:Id='4' xmlns:a='ARR'><a:_items z:Id='5' z:Size='4'><a:string z:Id='6'>a</a:string><a:string z:Id='7'>b</a:string><a:string z:Ref='6' i:nil='true'/><a:string i:nil='true'/></a:_items>"
        + "<a:_size>3</a:_size><a:_version>3</a:_version></Names><B z:Id='8' z:Type='App.Derived' z:Assembly='a, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null'><X>1</X><Y z:Ref='2' i:nil='true'/></B>"
        + "<Nums z:Id='9' z:Size='2' xmlns:a='ARR'><a:int>1</a:int><a:int>2</a:int></Nums><N>4</N><K>Two</K><S><A>1</A><B z:Ref='7' i:nil='true'/></S><Bytes z:Id='16'>AQ==</Bytes>"
        + "<IL z:Id='17' z:Type='System.Collections.Generic.List`1[[System.Int32, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089]]' z:Assembly='0' xmlns:a='ARR'><a:_items z:Id='18' z:Size='4'>"
        + "<a:int>1</a:int><a:int>0</a:int><a:int>0</a:int><a:int>0</a:int></a:_items><a:_size>1</a:_size><a:_version>1</a:_version></IL>"
        + "<Objs z:Id='19' z:Size='3' xmlns:a='ARR'><a:anyType i:type='b:int' z:Id='20' xmlns:b='XSD'>1</a:anyType><a:anyType i:type='b:string' z:Ref='2' i:nil='true' xmlns:b='XSD'/><a:anyType i:nil='true'/></Objs></Person>";

    static void Check(Person person)
    {
        Assert.Equal(("n", 3, 5, 4, Kind.Two), (person.Name, person.Age, person.Tag, person.N, person.K));
        Assert.Same(person, person.Friend);
        Assert.Equal(["a", "b", "a"], person.Names!);
        Assert.Equal((1, "n"), (person.B!.X, ((Derived)person.B).Y));
        Assert.Equal([1, 2], person.Nums!);
        Assert.Equal((1, "b"), (person.S.A, person.S.B));
        Assert.Equal([1], person.IL!);
        Assert.Equal([1, "n", null], person.Objs!);
        Assert.Same(person.Name, person.Objs![1]);
    }

    [Theory]
    [InlineData(ContractXmlForm.Text, ShapeTier.Auto)]
    [InlineData(ContractXmlForm.Binary, ShapeTier.Auto)]
    [InlineData(ContractXmlForm.Text, ShapeTier.Reflection)]
    [InlineData(ContractXmlForm.Binary, ShapeTier.Reflection)]
    public void AGraphOfTheOriginalIsReadInAnyVersionAndWrittenAgain(ContractXmlForm form, ShapeTier tier)
    {
        var options =
            s_options with { Convention = tier == ShapeTier.Auto ? Convention.DataContract : Convention.DataContract.WithTier(tier) };
        var person = ContractXml.FromText<Person>(Vector(PersonOfMono), options);
        Check(person);
        byte[] again = ContractXml.Serialize(person, options with { Form = form });
        Check(ContractXml.Deserialize<Person>(again, options with { Form = form }));
        Check((Person)ContractXml.Deserialize<object>(again, options with { Form = form }));
    }

    [Fact]
    public void OnlyKnownTypesAreMade()
    {
        string document = Vector(
            "<Base z:Id='1' z:Type='System.Diagnostics.Process' z:Assembly='System, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089' xmlns='APP' xmlns:z='SER'/>");
        Assert.Contains("Process", Assert.Throws<WireFormatException>(() => ContractXml.FromText<object>(document, s_options)).Message,
            StringComparison.Ordinal);
        Assert.Throws<WireFormatException>(() => ContractXml.FromText<Base>(document, s_options));
        Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(new Person { Tag = new Tuple<int>(1) }, s_options));
    }

    [Fact]
    public void NullIsAnyType()
    {
        string document = Vector("<z:anyType i:nil='true' xmlns:z='SER' xmlns:i='XSI'/>");
        Assert.Equal(document, ContractXml.ToText<Person?>(null, s_options));
        Assert.Null(ContractXml.FromText<Person?>(document, s_options));
    }

    [Theory]
    [InlineData("<a:_items z:Id='2' z:Size='1'><a:int>1</a:int></a:_items>")]
    [InlineData("<a:_items z:Id='2' z:Size='1'><a:int>1</a:int></a:_items><a:_size>2</a:_size>")]
    [InlineData("<a:_items z:Id='2' z:Size='1'><a:int>1</a:int></a:_items><a:_size>-2</a:_size>")]
    [InlineData("<a:_items z:Ref='1'/><a:_size>1</a:_size>")]
    [InlineData("<a:_items><x><a:_items/></x></a:_items><a:_size>1</a:_size>")]
    [InlineData("<a:_size>1</a:_size>")]
    [InlineData("text")]
    public void BrokenListsAreRefused(string content)
    {
        string document = Vector(
            $"<ArrayOfint z:Id='1' z:Type='System.Collections.Generic.List`1[[System.Int32]]' xmlns='ARR' xmlns:a='ARR' xmlns:z='SER'>{content}</ArrayOfint>");
        Assert.Throws<WireFormatException>(() => ContractXml.FromText<List<int>>(document, s_options));
    }

    [Fact]
    public void MutationsEndInAValueOrTheOneException()
    {
        var random = new Random(3);
        byte[] payload = Encoding.UTF8.GetBytes(Vector(PersonOfMono));
        for (int i = 0; i < ContractXmlReadingTests.Iterations / 4; i++)
        {
            byte[] changed = [.. payload];
            for (int k = random.Next(3); k >= 0; k--)
                changed[random.Next(changed.Length)] = random.Next(2) == 0
                    ? (byte)random.Next(256)
                    : (byte)"<>/=\"'&;: xai0-"[random.Next(15)];
            try
            {
                ContractXml.Deserialize<Person>(changed, s_options);
            }
            catch (WireFormatException e)
            {
                Assert.NotNull(e.Path);
            }
        }
    }

    public class Nesting
    {
        public object? Inner;
        public int Number;
    }

    /// <summary>As in the plain form, what is declared as the root is known in all that is in it.</summary>
    [Fact]
    public void TheRootIsKnownInWhatItHolds()
    {
        foreach (var tier in (ShapeTier[])[ShapeTier.Reflection, ShapeTier.Emitted])
        {
            var net = new ContractXmlOptions { NetDataContract = true, Convention = Convention.DataContract.WithTier(tier) };
            var value = new Nesting { Inner = new Nesting { Number = 2 } };
            var back = ContractXml.FromText<Nesting>(ContractXml.ToText(value, net), net)!;
            Assert.Equal(2, Assert.IsType<Nesting>(back.Inner).Number);
            var items = ContractXml.FromText<List<Nesting>>(ContractXml.ToText<List<Nesting>>([value], net), net)!;
            Assert.Equal(2, Assert.IsType<Nesting>(items[0].Inner).Number);
        }
    }
}
