using System.Runtime.Serialization;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

[assembly: Isomer.KnownTypes(typeof(NrbfKnownTypeTests.Elsewhere))]

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>Which types a payload may name: beside what the declared type holds, what attributes name.</summary>
public class NrbfKnownTypeTests
{
    [Serializable, KnownType(typeof(ByKnownType)), Subtype(typeof(BySubtype), 3),
        System.Text.Json.Serialization.JsonDerivedType(typeof(ByJson))]
    public abstract class Base
    {
        public int Id;
    }

    [Serializable]
    public sealed class ByKnownType : Base
    {
        public Further? More;
    }

    [Serializable]
    public sealed class BySubtype : Base;

    [Serializable]
    public sealed class ByJson : Base;

    [Serializable]
    public sealed class Undeclared : Base;

    [Serializable]
    public class Further;

    [Serializable]
    public sealed class Elsewhere
    {
        public string? Name;
    }

    [Serializable]
    public sealed class Holder
    {
        public Base? Held;
    }

    public static TheoryData<Type> Declared => [typeof(ByKnownType), typeof(BySubtype), typeof(ByJson)];

    [Theory, MemberData(nameof(Declared))]
    public void Subtypes_that_a_base_names_are_known(Type type)
    {
        var holder = new Holder { Held = (Base)Activator.CreateInstance(type)! };
        holder.Held.Id = 7;
        if (holder.Held is ByKnownType known)
            known.More = new();
        byte[] bytes = Nrbf.Serialize(holder);
        Assert.Equal(NrbfTests.Original(holder), bytes);
        var read = Nrbf.Deserialize<Holder>(bytes).Held!;
        Assert.Equal((type, 7), (read.GetType(), read.Id));
        Assert.Equal(type, Nrbf.Deserialize<Base>(Nrbf.Serialize(holder.Held)).GetType());
    }

    [Fact]
    public void Others_are_not() =>
        Assert.Contains("KnownTypes",
            Assert.Throws<WireFormatException>(
                () => Nrbf.Deserialize<Holder>(Nrbf.Serialize(new Holder { Held = new Undeclared() }))).Message,
                    StringComparison.Ordinal);

    [Fact]
    public void An_assembly_names_types()
    {
        byte[] bytes = Nrbf.Serialize(new Elsewhere { Name = "a" });
        Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(bytes));
        var options = NrbfOptions.Default.WithKnownTypesOf(typeof(Elsewhere).Assembly);
        Assert.Equal("a", ((Elsewhere)Nrbf.Deserialize<object>(bytes, options)).Name);
        using var stream = new MemoryStream(bytes);
        Assert.Equal("a", ((Elsewhere)new IsomerBinaryFormatter(options).Deserialize(stream)).Name);
        Assert.Contains("KnownTypes",
            Assert.Throws<ArgumentException>(() => NrbfOptions.Default.WithKnownTypesOf(typeof(object).Assembly)).Message,
            StringComparison.Ordinal);
    }

    /// <summary>Without [Serializable]: nobody can write one.</summary>
    public sealed class Unmarked;

    [Serializable]
    public sealed class Unwritten
    {
        public Unmarked? Unmarked;
        public Further? Further;
    }

    [Serializable]
    public sealed class Delegated
    {
        public Action? Act;
        public System.Threading.Tasks.Task? Task;
    }

    [Serializable]
    public sealed class Around
    {
        public Unwritten? Unwritten;
    }

    /// <summary>
    /// A known type that cannot be carried is refused where a payload has one of its objects, and by what is wrong with it; all else is
    /// read.
    /// </summary>
    [Fact]
    public void A_known_type_that_cannot_be_carried_is_in_nobodys_way()
    {
        Type[] known = [typeof(Unmarked), typeof(Unwritten), typeof(Delegated), typeof(Around), typeof(Further), typeof(Elsewhere)];
        object[] good = [new Further(), new object[] { 1, new Further(), "x" }, new List<Elsewhere> { new() { Name = "n" } }];
        foreach (var tier in (FieldsConvention[])[Convention.Fields, Convention.Fields.WithTier(ShapeTier.Reflection)])
        {
            var options = new NrbfOptions { KnownTypes = [.. known], Convention = tier };
            var soap = new SoapOptions { KnownTypes = [.. known], Convention = tier };
            foreach (object value in good)
            {
                Assert.IsType(value.GetType(), Nrbf.Deserialize<object>(Nrbf.Serialize(value), options));
                // Generic types have no name in SOAP.
                if (value is not List<Elsewhere>)
                    Assert.IsType(value.GetType(), Soap.Deserialize<object>(Soap.Serialize(value), soap));
            }
            byte[] other = Nrbf.Serialize<object>(new Elsewhere { Name = "n" });
            byte[] broken = Renamed(other, nameof(Elsewhere), nameof(Unwritten));
            var error = Assert.ThrowsAny<Exception>(() => Nrbf.Deserialize<object>(broken, options));
            Assert.Contains($"{nameof(Unmarked)}' cannot be carried by its fields", error.Message, StringComparison.Ordinal);
        }
    }

    /// <summary>Payloads name a class by a text, of which each has as many letters.</summary>
    static byte[] Renamed(byte[] payload, string from, string to)
    {
        Assert.Equal(from.Length, to.Length);
        string text = System.Text.Encoding.Latin1.GetString(payload);
        Assert.Contains(from, text, StringComparison.Ordinal);
        return System.Text.Encoding.Latin1.GetBytes(text.Replace(from, to, StringComparison.Ordinal));
    }
}
