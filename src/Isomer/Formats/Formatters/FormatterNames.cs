using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>What a type is called, and its library: null for mscorlib.</summary>
internal sealed record FormatterName(string Type, string? Library);

/// <summary>
/// The names of types as BinaryFormatter writes them: .NET Framework's, by what the types say where they were forwarded from, and what the
/// options say of types that were renamed. Types of mscorlib have no library.
/// </summary>
internal sealed class FormatterNames(ImmutableArray<FormatterRename> renames)
{
    const string Core = "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";

    readonly ConditionalWeakTable<Type, FormatterName> _known = [];
    readonly ConditionalWeakTable<TypeModel, FormatterTable>? _tables = renames.IsEmpty ? null : [];

    /// <summary>Names that nobody renamed.</summary>
    public static FormatterNames Default { get; } = new([]);

    /// <summary>Tables that hold these names; null where they are the usual ones, which models keep.</summary>
    public ConditionalWeakTable<TypeModel, FormatterTable>? Tables => _tables;

    /// <summary>The name of the type, and of its library: null for mscorlib.</summary>
    public FormatterName Of(Type type) => _known.TryGetValue(type, out var name) ? name : _known.GetValue(type, Find);

    FormatterName Find(Type type) =>
        FieldMembers.StandsFor(type) is var (stand, library) ? new FormatterName(stand, library)
        : NameInFramework(type) is { } name ? Of(name)
        : new FormatterName(FullName(type), AssemblyOf(type) is var assembly && IsCore(assembly) ? null : assembly);

    /// <summary>
    /// The name of a type that is declared and of which nothing is there: one that names another for itself when it is written does not do
    /// so here.
    /// </summary>
    public FormatterName OfDeclared(Type type) => type == typeof(DBNull) ? new FormatterName(FullName(type), null) : Of(type);

    /// <summary>
    /// The name of what a member holds. An array of one dimension that does not begin at 0 is called there as if it did; BinaryFormatter
    /// calls it so everywhere, and then does not read arrays of these, nor lists, as what they were: there it has a name of its own here.
    /// </summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Its name is asked for.")]
    public FormatterName OfHeld(Type type) =>
        type.IsVariableBoundArray && type.GetArrayRank() == 1 && !HasOwnPlaces(type.GetElementType()!)
            ? Of(type.GetElementType()!.MakeArrayType())
            : Of(type);

    static bool HasOwnPlaces(Type type) =>
        type.IsArray && ((type.IsVariableBoundArray && type.GetArrayRank() == 1) || HasOwnPlaces(type.GetElementType()!));

    /// <summary>Whether a member that is declared so is told with the name of its type: primitives and strings are not.</summary>
    public static bool HasName(Type declared) =>
        declared.IsEnum || (Type.GetTypeCode(declared) is TypeCode.Object or TypeCode.DBNull && declared != typeof(TimeSpan));

    /// <summary>
    /// What an entry calls the type of a column: as this runtime does, for so .NET writes it, unless it or its library has another name in
    /// payloads.
    /// </summary>
    public string OfColumn(Tabular.ColumnTypeName column) =>
        Renamed(column.Type) is not null || LibraryFor(column.Type) is not null
            ? $"{FullName(column.Type)}, {AssemblyOf(column.Type)}"
            : column.Name;

    /// <summary>What payloads call a member of the type.</summary>
    public string MemberOf(Type type, string member)
    {
        foreach (var rename in renames)
            if (rename.Member == member && (rename.Type == type || (type.IsGenericType && rename.Type == type.GetGenericTypeDefinition())))
                return rename.Name;
        return member;
    }

#pragma warning disable SYSLIB0050 // the marks of an older age are what this is about
    /// <summary>
    /// What .NET Framework calls a type that names another one for itself when it is written (a comparer of strings), or that is no longer
    /// [Serializable].
    /// </summary>
    static ClrName? NameInFramework(Type type) =>
        type.IsSerializable && !typeof(ISerializable).IsAssignableFrom(type)
            ? null
            : (WellKnownFields.Find(type, exact: true) as IFieldsSurrogate)?.Name;
#pragma warning restore SYSLIB0050

    /// <summary>The name of a type that is not public, or is not this runtime's.</summary>
    FormatterName Of(ClrName name) => new(
        name.Arguments.Length == 0 ? name.Name : $"{name.Name}[{Arguments(name.Arguments)}]", name.Assembly);

    /// <summary>A library by its name; null for mscorlib.</summary>
    public static string? LibraryOf(string assembly) => IsCore(assembly) ? null : assembly;

    string Arguments(Type[] types) =>
        string.Join(',', types.Select(t => $"[{FullName(t, isWithin: true)}, {AssemblyOf(t, isWithin: true)}]"));

    static bool IsCore(string assembly) => assembly == Core || assembly == typeof(object).Assembly.FullName;

    string AssemblyOf(Type type, bool isWithin = false)
    {
        for (; type.HasElementType; isWithin = true)
            type = type.GetElementType()!;
        return Renamed(type, isWithin)?.Library ?? LibraryFor(type) ?? ClrName.MovedFrom(type) ?? type.Assembly.FullName!;
    }

    /// <summary>The library that payloads have in place of the type's.</summary>
    string? LibraryFor(Type type)
    {
        foreach (var rename in renames)
            if (rename.Assembly is not null && type.Assembly.GetName().Name == rename.Assembly)
                return rename.Name;
        return null;
    }

    /// <param name="type">The type.</param>
    /// <param name="isWithin">Whether its name stands within that of an array or a generic type.</param>
    FormatterRename? Renamed(Type type, bool isWithin = false)
    {
        if (renames.IsEmpty)
            return null;
        var named = type.IsGenericType ? type.GetGenericTypeDefinition() : type;
        foreach (var rename in renames)
            if (rename.Type == named && rename.Member is null)
                return rename;
        foreach (var rename in renames)
            if (!(isWithin && rename.IsOutermost) && rename.WhenWritten?.Invoke(named) is { } called
                && (called.Name != named.FullName || called.Library is not null))
                return FormatterRename.OfType(named, called.Name, called.Library);
        return null;
    }

    string FullName(Type type, bool isWithin = false)
    {
        if (type.IsArray)
        {
            string places = type.IsSZArray ? "" : type.GetArrayRank() == 1 ? "*" : new string(',', type.GetArrayRank() - 1);
            return $"{FullName(type.GetElementType()!, isWithin: true)}[{places}]";
        }
        string name = Renamed(type, isWithin)?.Name ?? (type.IsGenericType ? type.GetGenericTypeDefinition() : type).FullName!;
        return type.IsGenericType ? $"{name}[{Arguments(type.GetGenericArguments())}]" : name;
    }
}
