using System.Runtime.Intrinsics.X86;
using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.Wire.Text;

/// <summary>Texts on a machine without AVX2, where they are written character by character, in a process of its own.</summary>
public class PlainMachineTests
{
    [Fact]
    public void Texts_are_written_without_vectors_too() => ChildRun.Of(typeof(TextsOfPlainMachine), megabytes: 1000, minutes: 10,
        new Dictionary<string, string> { ["DOTNET_EnableAVX2"] = "0" });
}

/// <summary>Run by <see cref="PlainMachineTests"/>, for whether a processor has vectors is decided once in a process.</summary>
public class TextsOfPlainMachine
{
    readonly StringTests _tests = new();

    [Fact(Explicit = true)]
    public void Every_character()
    {
        Assert.False(Avx2.IsSupported);
        _tests.EveryCharacterIsEscapedAsSystemTextJsonDoesAndReadBack();
    }

    [Fact(Explicit = true)]
    public void Every_place_of_a_special_character() => _tests.EveryLengthAndEveryPlaceOfASpecialCharacter();

    [Fact(Explicit = true)]
    public void Contracts_escape_as_the_original() => _tests.ContractEscapesAsDataContractJsonSerializer();
}
