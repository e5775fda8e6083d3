using System.Runtime.Serialization;

namespace Isomer.Tests.Differential;

/// <summary>What a provider of surrogates puts in place of an object of a case: two of its fields.</summary>
public interface ICarrier
{
    object? First { get; set; }

    object? Second { get; set; }
}

/// <summary>A class without attributes.</summary>
public class PlainCarrier<T, TFirst, TSecond> : ICarrier
{
    public TFirst? One { get; set; }
    public TSecond? Two { get; set; }

    object? ICarrier.First { get => One; set => One = (TFirst?)value; }
    object? ICarrier.Second { get => Two; set => Two = (TSecond?)value; }
}

/// <summary>A class whose objects have identities.</summary>
[DataContract(IsReference = true)]
public class ReferredCarrier<T, TFirst, TSecond> : ICarrier
{
    [DataMember] public TFirst? One { get; set; }
    [DataMember(EmitDefaultValue = false)] public TSecond? Two { get; set; }

    object? ICarrier.First { get => One; set => One = (TFirst?)value; }
    object? ICarrier.Second { get => Two; set => Two = (TSecond?)value; }
}

public struct StructCarrier<T, TFirst, TSecond> : ICarrier
{
    public TFirst? One { get; set; }
    public TSecond? Two { get; set; }

    object? ICarrier.First { readonly get => One; set => One = (TFirst?)value; }
    object? ICarrier.Second { readonly get => Two; set => Two = (TSecond?)value; }
}

/// <summary>Fields that must be there.</summary>
[Serializable]
public class FieldsCarrier<T, TFirst, TSecond> : ICarrier
{
    public TFirst? One;
    public TSecond? Two;

    object? ICarrier.First { get => One; set => One = (TFirst?)value; }
    object? ICarrier.Second { get => Two; set => Two = (TSecond?)value; }
}

/// <summary>A collection, which has one of the fields alone.</summary>
public class ListCarrier<T, TFirst, TSecond> : List<TFirst?>, ICarrier
{
    object? ICarrier.First
    {
        get => Count > 0 ? this[0] : default;
        set => Add((TFirst?)value);
    }

    object? ICarrier.Second { get; set; }
}

/// <summary>An enum of its own for each type that it carries.</summary>
public static class Words<T>
{
    public enum Word { None, Some }
}
