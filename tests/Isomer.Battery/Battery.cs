namespace Isomer.Battery;

/// <summary>Tests that a format inherits, with the formats that they are asked of.</summary>
/// <example>
/// <code>
/// public sealed class CborUnderTest : FormatUnderTest
/// {
///     public override Format Of(Convention convention, Setup setup) =>
///         Cbor.Format.With(new CborOptions { Convention = convention, Limits = new() { MaxDepth = 500 } });
/// }
/// public class CborScalars() : ScalarBattery(new WireSet([new CborUnderTest()]));
/// </code>
/// </example>
public abstract class Battery(WireSet wires)
{
    protected WireSet Wires { get; } = wires;
}
