using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Calls and returns of remoting: method, type, arguments, what came back. The samples are those of [MS-NRBF] 3.1 and their like, byte by
/// byte.
/// </summary>
public class NrbfMessageTests
{
    static byte[] Payload(string message, string objects = "") =>
        Convert.FromHexString("0001000000FFFFFFFF0100000000000000" + message + objects + "0B");

    const string SumOfA = "12" + "0353756D" + "12" + "0141";

    [Fact]
    public void A_call_has_its_arguments_in_itself()
    {
        // Flags: arguments inline, context inline.
        byte[] bytes = Payload("15" + "22000000" + SumOfA + "12" + "0163" + "03000000" + "08" + "05000000" + "12" + "0178" + "11");
        var message = Nrbf.Read(bytes).Message!;
        Assert.Equal((false, "Sum", "A", "c"), (message.IsReturn, message.MethodName, message.TypeName, message.Context));
        Assert.Equal([5, "x", null], message.Arguments);
        Assert.IsType<NrbfMessage>(Nrbf.Read(bytes).Root);
        Assert.Equal("""{"$call":"Sum","$type":"A","arguments":[5,"x",null],"context":"c"}""",
            Nrbf.Format.ParseNode(bytes)!.ToString());
        Assert.Equal(Convert.ToHexString(bytes),
            Convert.ToHexString(Nrbf.RecordsFormat.WriteNode(Nrbf.RecordsFormat.ParseNode(bytes))));
    }

    [Fact]
    public void A_call_whose_arguments_are_an_array()
    {
        // Flags: no context, the array is the arguments.
        byte[] bytes = Payload("15" + "14000000" + SumOfA, "1001000000" + "02000000" + "0808" + "05000000" + "0A");
        Assert.Equal([5, null], Nrbf.Read(bytes).Message!.Arguments);
        Assert.Equal("""{"$call":"Sum","$type":"A","arguments":[5,null]}""", Nrbf.Format.ParseNode(bytes)!.ToString());
    }

    [Fact]
    public void What_stands_in_the_array_comes_in_its_order()
    {
        // Flags: arguments, signature, context and properties in the array, of a generic method.
        string array = "1001000000" + "05000000" + "0902000000" + "0903000000" + "0904000000" + "0605000000" + "0163" + "0906000000"
            + "1002000000" + "01000000" + "0808" + "07000000"
            + "1103000000" + "01000000" + "0607000000" + "0154"
            + "1104000000" + "01000000" + "0608000000" + "0153"
            + "1006000000" + "01000000" + "0609000000" + "0150";
        var message = Nrbf.Read(Payload("15" + "C8810000" + SumOfA, array)).Message!;
        Assert.Equal([7], message.Arguments);
        Assert.Equal(["T"], message.GenericArguments);
        Assert.Equal(["S"], message.Signature);
        Assert.Equal("c", message.Context);
        Assert.Equal(["P"], message.Properties);
    }

    [Fact]
    public void Returns_have_a_value_or_an_exception()
    {
        Assert.Equal((true, 5),
            (Nrbf.Read(Payload("16" + "11080000" + "08" + "05000000")).Message!.IsReturn,
                Nrbf.Read(Payload("16" + "11080000" + "08" + "05000000")).Message!.ReturnValue));
        Assert.Equal("""{"$return":5}""", Nrbf.Format.ParseNode(Payload("16" + "11080000" + "08" + "05000000"))!.ToString());
        Assert.True(Nrbf.Read(Payload("16" + "11040000")).Message!.IsVoid);
        var thrown = Nrbf.Read(Payload("16" + "10200000", "1001000000" + "01000000" + "0602000000" + "0345727A")).Message!;
        Assert.Equal("Erz", thrown.Exception);
        var both = Nrbf.Read(
            Payload("16" + "18100000",
                "1001000000" + "02000000" + "0602000000" + "0152" + "0903000000" + "1003000000" + "01000000" + "0808"
                    + "07000000")).Message!;
        Assert.Equal("R", both.ReturnValue);
        Assert.Equal([7], both.Arguments);
    }

    [Theory]
    [InlineData("15" + "08000000" + SumOfA, "1001000000" + "00000000")]
    [InlineData("16" + "00100000", "")]
    [InlineData("15" + "08000000" + SumOfA, "1001000000" + "01000000" + "0602000000" + "0152")]
    public void Values_that_are_missing_are_told(string message, string objects) =>
        Assert.Contains("message of remoting",
            Assert.Throws<WireFormatException>(() => Nrbf.Read(Payload(message, objects))).Message, StringComparison.Ordinal);

    [Fact]
    public void What_a_formatter_wrote_is_no_message() => Assert.Null(Nrbf.Read(NrbfTests.Original(new List<int>())).Message);
}
