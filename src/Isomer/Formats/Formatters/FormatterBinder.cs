using System.Collections.Immutable;
using System.Reflection.Metadata;
using System.Runtime.Serialization;
using Isomer.Conventions;

namespace Isomer.Formats;

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about

/// <summary>
/// What a SerializationBinder may say where types come from a closed set: it is asked for each name, it may rename and refuse, and it
/// cannot widen.
/// </summary>
/// <remarks>
/// A generic type's arguments and an array's items are asked one by one, behind it: the name of a list must not bring past the binder what
/// it refuses by itself. The framework's own among them are not, of which BinaryFormatter does not ask either.
/// </remarks>
internal static class FormatterBinder
{
    /// <summary>The types that the binder gives for other names than their own, as renames. What it throws is thrown.</summary>
    /// <param name="binder">The caller's.</param>
    /// <param name="names">Each class that the payload names, and its assembly.</param>
    /// <param name="known">The types of the options.</param>
    /// <param name="format">Whose payload it is.</param>
    /// <param name="options">The name of its options.</param>
    public static ImmutableArray<FormatterRename> Ask(SerializationBinder binder, IEnumerable<(string Type, string Assembly)> names,
        ImmutableArray<Type> known, string format, string options)
    {
        var renames = ImmutableArray.CreateBuilder<FormatterRename>();
        foreach (var (type, assembly) in names.SelectMany(static n => (IEnumerable<(string Type, string Assembly)>)[n, .. Within(n.Type)])
            .Distinct())
            if (binder.BindToType(assembly, type) is { IsGenericType: false, IsArray: false } bound && bound.FullName != type)
                renames.Add(known.Contains(bound) ? FormatterRename.OfType(bound, type)
                    : throw new WireFormatException(
                        $"The binder gives '{bound}' for '{type}', which is not among {options}.{nameof(NrbfOptions.KnownTypes)}.")
                    { Format = format, Offset = 0 });
        return renames.ToImmutable();
    }

    /// <summary>
    /// What the binder calls types when they are written (<see cref="SerializationBinder.BindToName"/>), as a rename. Generic types and
    /// arrays are not asked for: BinaryFormatter calls these by the own names of their parts. The rename also says, of a name whose
    /// assembly is not known yet, what the binder gives for it: a payload that does not tell the types of members has to be passed over by
    /// what the known types say, before its names and assemblies are known.
    /// </summary>
    static FormatterRename Naming(SerializationBinder binder)
    {
        return FormatterRename.ByRule(Guess, Name) with { IsOutermost = true };

        string? Guess(string name)
        {
            try
            {
                return binder.BindToType("", name) is { IsGenericType: false, IsArray: false } bound ? bound.FullName : null;
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                // It is asked again, with the assembly, and what it throws then is thrown.
                return null;
            }
        }

        (string, string?)? Name(Type type)
        {
            if (type.IsGenericType)
                return null;
            binder.BindToName(type, out string? assembly, out string? name);
            return string.IsNullOrEmpty(name) && string.IsNullOrEmpty(assembly) ? null
                : (string.IsNullOrEmpty(name) ? type.FullName! : name, string.IsNullOrEmpty(assembly) ? null : assembly);
        }
    }

    /// <summary>Options with the names that a binder gives, which are kept: it is asked once for each type.</summary>
    /// <param name="kept">The last binder of a formatter, the options then, and what was made of both.</param>
    /// <param name="binder">The formatter's.</param>
    /// <param name="options">Its options.</param>
    /// <param name="renaming">Adds a rename to options.</param>
    public static TOptions Named<TOptions>(ref Tuple<SerializationBinder, TOptions, TOptions>? kept, SerializationBinder? binder,
        TOptions options, Func<TOptions, FormatterRename, TOptions> renaming) where TOptions : class
    {
        if (binder is null)
            return options;
        // A formatter may be shared by threads.
        var last = kept;
        if (last is null || last.Item1 != binder || !ReferenceEquals(last.Item2, options))
            kept = last = Tuple.Create(binder, options, renaming(options, Naming(binder)));
        return last.Item3;
    }

    static readonly TypeNameParseOptions s_parsing = new() { MaxNodes = 64 };

    /// <summary>The names within a name. (One that cannot be read is refused elsewhere.)</summary>
    static List<(string Type, string Assembly)> Within(string name)
    {
        var found = new List<(string, string)>();
        if (TypeName.TryParse(name, out var parsed, s_parsing))
            Add(parsed, isOutermost: true);
        return found;

        void Add(TypeName type, bool isOutermost)
        {
            if (type.IsArray)
            {
                Add(type.GetElementType(), isOutermost: false);
                return;
            }
            string called = type.IsConstructedGenericType ? type.GetGenericTypeDefinition().FullName : type.FullName;
            if (!isOutermost && !NamedTypes.IsStandard(called))
                found.Add((type.FullName, type.AssemblyName?.FullName ?? ""));
            if (type.IsConstructedGenericType)
                foreach (var argument in type.GetGenericArguments())
                    Add(argument, isOutermost: false);
        }
    }
}
