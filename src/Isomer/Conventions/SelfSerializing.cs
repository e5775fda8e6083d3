using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Xml.Serialization;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>Makes objects of types that read themselves, by the constructors that their patterns ask for.</summary>
internal static class SelfSerializing
{
    const BindingFlags Any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance;

    /// <summary>The constructor (SerializationInfo, StreamingContext); an error with the remedy where there is none.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "A constructor that was trimmed away is refused.")]
    public static ConstructorInfo OfEntries(Type type) =>
        Find(type)
        ?? throw (Trimming.MayLack(type) ? Trimming.Refusal(type) : new NotSupportedException(
            $"'{type}' is ISerializable without the constructor (SerializationInfo, StreamingContext): it can be written but not read. Add it."));

    /// <summary>Whether it has that constructor.</summary>
    public static bool HasConstructor(Type type) => Find(type) is not null;

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "A constructor that was trimmed away is refused.")]
    static ConstructorInfo? Find(Type type) => type.GetConstructor(Any, [typeof(SerializationInfo), typeof(StreamingContext)]);

#pragma warning disable SYSLIB0050 // the pattern of an older age is what this is about
    /// <summary>
    /// Whether a class that derives from an ISerializable of the framework's writes entries of its own: by an override, or by the interface
    /// anew, which has no method of that name.
    /// </summary>
    public static bool AddsEntries(Type type, Type framework) =>
        type != framework && Array.Exists(type.GetInterfaceMap(typeof(ISerializable)).TargetMethods, m => m.DeclaringType != framework);

    /// <summary>An object of the entries that were read.</summary>
    public static object Make(ConstructorInfo constructor, SerializationInfo entries) =>
        constructor.Call(null, entries, CallbackContext.Current)!;
#pragma warning restore SYSLIB0050

    /// <summary>An empty IXmlSerializable; an error with the remedy where it cannot be made.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2067", Justification = "A constructor that was trimmed away is refused.")]
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "A constructor that was trimmed away is refused.")]
    public static IXmlSerializable OfXml(Type type)
    {
        if (type.IsValueType)
            return (IXmlSerializable)RuntimeHelpers.GetUninitializedObject(type);
        var constructor = type.GetConstructor(Any, [])
            ?? throw new NotSupportedException(
                $"'{type}' is IXmlSerializable without a constructor without parameters: it can be written but not read. Add one.");
        return (IXmlSerializable)constructor.Make();
    }
}
