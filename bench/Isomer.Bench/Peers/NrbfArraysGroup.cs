using System.Globalization;
using Isomer.Bench.Harness;

namespace Isomer.Bench.Peers;

/// <summary>
/// Arrays alone in BinaryFormatter's format: of each kind that is written whole or item by item, small ones, where what a payload costs
/// beside its values shows, and large ones, where nothing else does.
/// </summary>
public sealed class NrbfArraysGroup : Group
{
    const double Seconds = 4;

    static readonly int[] s_lengths = [100, 10_000, 1_000_000];

    public override string Name => "nrbf-arrays";

    public override IReadOnlyList<Lineup> Cases => field ??=
    [
        .. Lengths("byte[]", static i => (byte)i),
        .. Lengths("char[]", static i => (char)('a' + (i % 26))),
        // Of three bytes each.
        .. Lengths("char[] wide", static i => (char)('一' + (i % 999))),
        .. Lengths("bool[]", static i => i % 3 == 0),
        .. Lengths("int[]", static i => i),
        .. Lengths("double[]", static i => i * 1.5),
        .. Lengths("string[]", static i => "text " + (i % 9_999).ToString(CultureInfo.InvariantCulture)),
        .. Lengths("decimal[]", static i => i / 100m),
        .. Lengths("DateTime[]", static i => new DateTime(2026, 1, 1).AddMinutes(i)),
    ];

    public override IReadOnlyList<Requirement> Requirements => [];

    static IEnumerable<Lineup> Lengths<T>(string name, Func<int, T> item) => s_lengths.Select(length => Of(
        string.Create(CultureInfo.InvariantCulture, $"{name} {length:N0}"), BinaryFormatterPeer.Id, Seconds,
        (Peer[])[new NrbfGroup.NrbfPeer(), new BinaryFormatterPeer()],
        () => (T[])[.. Enumerable.Range(0, length).Select(item)], static (a, b) => Enumerable.SequenceEqual(a, b)));
}
