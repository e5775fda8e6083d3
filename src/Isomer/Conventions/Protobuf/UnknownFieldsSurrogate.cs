namespace Isomer.Conventions;

/// <summary>Unknown fields are carried as the bytes that they are.</summary>
internal sealed class UnknownFieldsSurrogate : Surrogate<UnknownFields, byte[]>
{
    public static UnknownFieldsSurrogate Instance { get; } = new();

    public override byte[] ToCarrier(UnknownFields value) => value.Array;

    public override UnknownFields FromCarrier(byte[] carrier) => new() { Array = carrier };

    /// <summary>Of a message in several pieces each may have some.</summary>
    internal override bool Merges => true;

    internal override UnknownFields Join(UnknownFields existing, byte[] carrier) =>
        existing.IsEmpty ? FromCarrier(carrier) : new() { Array = [.. existing.Bytes, .. carrier] };
}
