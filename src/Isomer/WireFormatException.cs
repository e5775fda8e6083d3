using System.Globalization;
using System.Runtime.Serialization;

namespace Isomer;

/// <summary>
/// The input is not what the format or the type allows. The one exception of every reader: whatever the bytes,
/// deserialization returns a value or throws this.
/// </summary>
public sealed class WireFormatException : SerializationException
{
    readonly string _problem;

    /// <summary>Creates the exception; the facade of the format fills in the place.</summary>
    public WireFormatException(string problem, Exception? inner = null) : base(problem, inner) => _problem = problem;

    /// <summary>The name of the format that was being read.</summary>
    public string? Format { get; internal set; }

    /// <summary>
    /// The byte offset in the input at which the problem was met, or -1. Of a string (<c>FromText</c>) the offset counts its characters.
    /// </summary>
    public long Offset { get; internal set; } = -1;

    /// <summary>For text formats: the line, from 1; else 0.</summary>
    public int Line { get; internal set; }

    /// <summary>For text formats: the column in bytes, of a string in characters, from 1; else 0.</summary>
    public int Column { get; internal set; }

    /// <summary>The place in the value, such as <c>$.orders[3].freight</c>; null where it could not be told.</summary>
    public string? Path { get; internal set; }

    /// <summary>
    /// All that was refused, this first, where a format was asked for more than the first (<see cref="JsonOptions.MaxErrors"/>); else this
    /// alone.
    /// </summary>
    public IReadOnlyList<WireFormatException> Errors => Collected.Count > 0 ? Collected : [this];

    /// <summary>Those that this one stands for, where it stands for several: each has its own place.</summary>
    internal IReadOnlyList<WireFormatException> Collected { get; init; } = [];

    /// <summary>This one and those: what has to be moved where the places of errors are told in other units.</summary>
    internal IEnumerable<WireFormatException> WithCollected => Collected.Prepend(this);

    /// <summary>The member that the innermost object lacks, where that is the problem: the path then ends with it.</summary>
    internal string? Missing { get; init; }

    /// <summary>The input ends too early: with more of it this might not be an error.</summary>
    internal bool IsCut { get; init; }

    /// <summary>Whether what was met is a bound of ours: the input may be whole, and is more than one of its size may be.</summary>
    internal bool IsOfBound { get; init; }

    /// <summary>Whether rows lack nothing but what says their columns.</summary>
    internal bool LacksColumns { get; init; }

    /// <summary>Of a bound that much is charged to: whether the input would have met it by itself, too.</summary>
    internal bool IsBeyondAlone { get; init; }

    /// <summary>For a stream of items: how many were read whole before this one.</summary>
    public long? GoodItems { get; internal set; }

    /// <inheritdoc/>
    public override string Message
    {
        get
        {
            var text = new System.Text.StringBuilder();
            if (Format is not null)
                text.Append(Format).Append(": ");
            text.Append(_problem);
            if (Path is not null)
                text.Append(CultureInfo.InvariantCulture, $" Path: {Path}.");
            if (Offset >= 0)
                text.Append(CultureInfo.InvariantCulture, $" Offset: {Offset}.");
            if (Line > 0)
                text.Append(CultureInfo.InvariantCulture, $" Line: {Line}, column: {Column}.");
            if (GoodItems is { } good)
                text.Append(CultureInfo.InvariantCulture, $" Items read whole before it: {good}.");
            return text.ToString();
        }
    }
}
