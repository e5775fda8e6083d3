using Isomer.Formats;

namespace Isomer.Cli.Converting.Items;

/// <summary>
/// Payloads of Compact that come one behind another: each layout is told by the first of them and named by its fingerprint in the others,
/// by which a stream of values with a type becomes three times smaller. Each is whole for whoever has the type; who has it not reads them
/// in their order (<see cref="CompactStreamLayouts"/>).
/// </summary>
/// <param name="type">The type of the values; null for nodes.</param>
sealed class CompactRecords(Type? type)
{
    static readonly CompactOptions s_told = new() { Schema = CompactSchema.Embedded };
    static readonly CompactOptions s_named = new() { Schema = CompactSchema.Fingerprint };

    readonly Format _told = Compact.Format.With(s_told);
    readonly Format _named = Compact.Format.With(s_named);
    readonly CompactStreamLayouts _layouts = new();
    readonly RecordShapes _shapes = new();
    bool _isTold;

    public byte[] Write(object? value)
    {
        if (type is null)
            return _shapes.Write((Node?)value);
        byte[] bytes = (_isTold ? _named : _told).Serialize(value, type);
        _isTold = _isTold || CompactStreamLayouts.CanTell(bytes);
        return bytes;
    }

    /// <summary>A payload that was just written, for a reader who has no type.</summary>
    public ReadOnlySpan<byte> Whole(ReadOnlySpan<byte> payload) => _layouts.Whole(payload);
}
