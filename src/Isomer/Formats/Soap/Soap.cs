using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Isomer.Formats;
using Isomer.Model;
using Facade = Isomer.Calls.Facade<Isomer.Formats.SoapCalls, Isomer.SoapOptions>;

namespace Isomer;

/// <summary>
/// What SoapFormatter wrote and reads: a graph of objects as an envelope of SOAP 1.1, each object an element of its own under the name of
/// its class, references by <c>href</c>.
/// </summary>
/// <remarks>
/// <para>
/// The elements of the envelope's body are the root, and behind it the objects that it refers to in the order in which they were met. An
/// object of a class <c>Point { int x = 1; string name = "a"; object next = this; }</c> of the assembly Shapes is
/// </para>
/// <code>
/// &lt;a1:Point id="ref-1" xmlns:a1="http://schemas.microsoft.com/clr/nsassem/Geo/Shapes%2C%20Version%3D1.0.0.0%2C%20Culture%3Dneutral%2C%20PublicKeyToken%3Dnull"&gt;
/// &lt;x&gt;1&lt;/x&gt;
/// &lt;name id="ref-3"&gt;a&lt;/name&gt;
/// &lt;next href="#ref-1"/&gt;
/// &lt;/a1:Point&gt;
/// </code>
/// <para>
/// One counter numbers objects, strings and assemblies (ref-2 is that of Shapes). Values stand in their place; what is declared as object
/// says by <c>xsi:type</c> what it is. Lines end in CR LF.
/// </para>
/// <para>
/// Types are looked up by their names in a closed set, and never loaded: what the declared type reaches,
/// <see cref="SoapOptions.KnownTypes"/>, and the framework's collections and values. A list of a million nodes is written and read without
/// recursion. Document types are refused.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// byte[] bytes = Soap.Serialize(order);
/// Order back = Soap.Deserialize&lt;Order&gt;(bytes);
/// </code>
/// </example>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public static partial class Soap
{
    internal const string FormatName = "Soap";

    /// <summary>The value as bytes.</summary>
    public static byte[] Serialize<T>(T value, SoapOptions? options = null) => Facade.Serialize<T>(value, options);

    /// <summary>Writes the value to a buffer writer, in chunks if it is large.</summary>
    public static void Serialize<T>(IBufferWriter<byte> output, T value, SoapOptions? options = null) =>
        Facade.Serialize<T>(output, value, options);

    /// <summary>Writes the value to a stream, in chunks if it is large.</summary>
    public static void Serialize<T>(Stream output, T value, SoapOptions? options = null) => Facade.Serialize<T>(output, value, options);

    /// <summary>The value of an envelope.</summary>
    public static T Deserialize<T>(ReadOnlySpan<byte> payload, SoapOptions? options = null) => Facade.Deserialize<T>(payload, options);
}
