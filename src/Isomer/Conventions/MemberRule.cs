using System.Text.Json.Serialization;
using Isomer.Model;

namespace Isomer;

/// <summary>
/// What a program says of one member without an attribute on it, as a resolver's modifier of System.Text.Json or a contract resolver of
/// Json.NET does. What is not said is as the member's attributes have it.
/// </summary>
/// <example>
/// <code>
/// var convention = Convention.Plain.WithMembers(member =>
///     member.Name == "Password" ? MemberRule.LeftOut :
///     member.GetCustomAttribute&lt;ColumnAttribute&gt;() is { Name: { } name } ? new MemberRule { Name = name } : null);
/// </code>
/// </example>
public sealed record MemberRule
{
    /// <summary>The member is neither written nor read.</summary>
    public static MemberRule LeftOut { get; } = new() { IsLeftOut = true };

    /// <summary>The name on the wire.</summary>
    public string? Name { get; init; }

    /// <summary>The place among the members: lower first.</summary>
    public int? Order { get; init; }

    /// <summary>Whether it is left out; said with false, it is written and read though an attribute leaves it out.</summary>
    public bool? IsLeftOut { get; init; }

    /// <summary>Whether it is a member though it is not public, or a field where these are none.</summary>
    public bool IsIncluded { get; init; }

    /// <summary>When it is left out at writing.</summary>
    public Omit? Omit { get; init; }

    /// <summary>
    /// Asked at writing, with the object and with what the member holds: whether it is written, as <c>JsonPropertyInfo.ShouldSerialize</c>
    /// and Json.NET's predicate are. Settings that leave out nulls and defaults do not touch such a member, nor does a default that is
    /// declared.
    /// </summary>
    public Func<object, object?, bool>? WrittenWhen { get; init; }

    /// <summary>What counts as its default.</summary>
    public object? Default { get; init; }

    /// <summary>Whether its absence at reading is an error.</summary>
    public bool? IsRequired { get; init; }

    /// <summary>What carries its values, for this member alone.</summary>
    public Surrogate? Surrogate { get; init; }

    /// <summary>A converter of System.Text.Json for this member alone, as <c>JsonPropertyInfo.CustomConverter</c> is.</summary>
    public JsonConverter? Converter { get; init; }
}
