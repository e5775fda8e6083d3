using System.Reflection;
using System.Reflection.Emit;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// A type that is read before it was ever written, whose XML namespace nothing has met: as in the first call of a process.
/// </summary>
public sealed class FirstReadTests
{
    static int s_types;

    /// <summary>A public class of a CLR namespace of its own, with a field and an attribute.</summary>
    static Type NewType()
    {
        int number = Interlocked.Increment(ref s_types);
        var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Isomer.Tests.First" + number), AssemblyBuilderAccess.Run)
            .DefineDynamicModule("m");
        var type = module.DefineType($"First{number}.Read", TypeAttributes.Public);
        type.SetCustomAttribute(
            new CustomAttributeBuilder(typeof(XmlRootAttribute).GetConstructor([])!, [],
                [typeof(XmlRootAttribute).GetProperty("Namespace")!], ["urn:first:" + number]));
        type.DefineField("X", typeof(int), FieldAttributes.Public);
        type.DefineField("A", typeof(string), FieldAttributes.Public).SetCustomAttribute(
            new CustomAttributeBuilder(typeof(XmlAttributeAttribute).GetConstructor([])!, [],
                [typeof(XmlAttributeAttribute).GetProperty("Namespace")!], ["urn:attribute:" + number]));
        return type.CreateType();
    }

    static object? Get(object? value, string field) => value!.GetType().GetField(field)!.GetValue(value);

    [Fact]
    public void OfADataContract()
    {
        var type = NewType();
        string document = $"<Read xmlns=\"http://schemas.datacontract.org/2004/07/{type.Namespace}\"><A>a</A><X>-5</X></Read>";
        object? value = ContractXml.FromText(document, type);
        Assert.Equal(-5, Get(value, "X"));
        Assert.Equal("a", Get(value, "A"));
    }

    [Fact]
    public void OfXmlSerializersAttributes()
    {
        var type = NewType();
        string number = type.Namespace!["First".Length..];
        string document = $"<Read xmlns=\"urn:first:{number}\" xmlns:p=\"urn:attribute:{number}\" p:A=\"a\"><X>-5</X></Read>";
        object? value = Xml.FromText(document, type);
        Assert.Equal(-5, Get(value, "X"));
        Assert.Equal("a", Get(value, "A"));
    }
}
