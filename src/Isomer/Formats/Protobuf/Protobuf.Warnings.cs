using Isomer.Conventions;

namespace Isomer;

public static partial class Protobuf
{
    /// <summary>
    /// What the contract of a type, and of all that it is made of, allows and hardly means: a member that the constructor sets to
    /// something else than zero, a [DefaultValue] that the constructor does not give. Empty where all comes back as it was.
    /// </summary>
    /// <example>
    /// <code>
    /// Assert.Empty(Protobuf.GetWarnings&lt;Order&gt;());       // in a test of your own
    /// </code>
    /// </example>
    public static IReadOnlyList<string> GetWarnings<T>(ProtobufOptions? options = null) =>
        ProtobufWarnings.Of((options ?? ProtobufOptions.Default).Convention.ModelOf(typeof(T)));
}
