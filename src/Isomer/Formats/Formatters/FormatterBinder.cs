using System.Collections.Immutable;
using System.Runtime.Serialization;

namespace Isomer.Formats;

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about

/// <summary>What a SerializationBinder may say where types come from a closed set: it is asked for each name, it may rename and refuse, and it cannot widen.</summary>
internal static class FormatterBinder
{
    /// <summary>The types that the binder gives for other names than their own, as renames. What it throws is thrown.</summary>
    /// <param name="binder">The caller's.</param>
    /// <param name="names">Each class that the payload names, and its assembly.</param>
    /// <param name="known">The types of the options.</param>
    /// <param name="format">Whose payload it is.</param>
    /// <param name="options">The name of its options.</param>
    public static ImmutableArray<FormatterRename> Ask(SerializationBinder binder, IEnumerable<(string Type, string Assembly)> names, ImmutableArray<Type> known, string format, string options)
    {
        var renames = ImmutableArray.CreateBuilder<FormatterRename>();
        foreach (var (type, assembly) in names)
            if (binder.BindToType(assembly, type) is { IsGenericType: false, IsArray: false } bound && bound.FullName != type)
                renames.Add(known.Contains(bound) ? FormatterRename.OfType(bound, type)
                    : throw new WireFormatException($"The binder gives '{bound}' for '{type}', which is not among {options}.{nameof(NrbfOptions.KnownTypes)}.") { Format = format, Offset = 0 });
        return renames.ToImmutable();
    }
}
