using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// The types that may stand where object is declared without being registered: the scalars, arrays and lists of them, and
/// collections of object. Their numbers are on the wire, beside those of the scalars and below those of the table.
/// </summary>
internal static class CompactDynamic
{
    public const int ObjectArray = 32;
    public const int ObjectList = 33;
    public const int ObjectMap = 34;
    public const int StringMap = 35;
    public const int ScalarArray = 36;
    public const int ScalarList = 37;
    public const int PlainObject = 38;
    public const int NodeTag = 39;
    public const int NumberTag = 40;

    /// <summary>Behind <see cref="NodeTag"/>: the node, as where Node is declared.</summary>
    public static readonly CompactType NodeSlot = new(CompactKind.Dynamic) { MinSize = 1 };

    /// <summary>Behind <see cref="NumberTag"/>: a number of a node that no scalar is digit for digit, as text.</summary>
    public static readonly CompactType NumberText = new(CompactKind.Scalar) { Scalar = Scalar.String };

    static readonly CompactType Any = new(CompactKind.Dynamic) { MinSize = 1 };

    static readonly CompactType Sequence = Collection(CompactKind.Sequence, null, Any);
    static readonly CompactType MapOfObject = Collection(CompactKind.Map, Any, Any);
    static readonly CompactType MapOfString = Collection(CompactKind.Map, CompactType.OfScalar[(int)Scalar.String], Any, comparer: true);
    static readonly CompactType Plain = new(CompactKind.Object) { IsReference = true, HasIdentity = true, MinSize = 1, Name = "object" };
    static readonly CompactType[] OfScalars = [.. CompactType.OfScalar.Select(s => Collection(CompactKind.Sequence, null, s))];

    static readonly Type?[] ClrTypes = MakeClrTypes();

    /// <summary>The tag of a CLR type, and which scalar its items are; 0 if it is none of these.</summary>
    public static (int Tag, Scalar Item) TagOf(Type type)
    {
        if (type == typeof(object[]))
            return (ObjectArray, default);
        if (type == typeof(List<object>))
            return (ObjectList, default);
        if (type == typeof(Dictionary<object, object>))
            return (ObjectMap, default);
        if (type == typeof(Dictionary<string, object>))
            return (StringMap, default);
        if (type == typeof(object))
            return (PlainObject, default);
        if (type.IsSZArray && Scalars.Of(type.GetElementType()!) is var item and not Scalar.None)
            return (ScalarArray, item);
        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>)
            && Scalars.Of(type.GetGenericArguments()[0]) is var listed and not Scalar.None)
            return (ScalarList, listed);
        return default;
    }

    /// <summary>The CLR type of a tag; null if there is none.</summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Arrays and lists of scalars, which this library has code of.")]
    public static Type? ClrTypeOf(int tag, Scalar item) => tag switch
    {
        ObjectArray => typeof(object[]),
        ObjectList => typeof(List<object>),
        ObjectMap => typeof(Dictionary<object, object>),
        StringMap => typeof(Dictionary<string, object>),
        ScalarArray => ClrOf(item) is { } type ? type.MakeArrayType() : null,
        ScalarList => ClrOf(item) is { } type ? typeof(List<>).MakeGenericType(type) : null,
        PlainObject => typeof(object),
        _ => null,
    };

    /// <summary>What is on the wire after a tag; null if there is no such tag.</summary>
    public static CompactType? TypeOf(int tag, Scalar item) => tag switch
    {
        ObjectArray or ObjectList => Sequence,
        ObjectMap => MapOfObject,
        StringMap => MapOfString,
        ScalarArray or ScalarList when ClrOf(item) is not null => OfScalars[(int)item],
        PlainObject => Plain,
        NodeTag => NodeSlot,
        NumberTag => NumberText,
        _ => null,
    };

    public static WireFormatException BadTag(ulong tag) => new($"{tag} is not the tag of a dynamic value that may stand here.");

    public static bool HasItem(int tag) => tag is ScalarArray or ScalarList;

    static CompactType Collection(CompactKind kind, CompactType? key, CompactType item, bool comparer = false) =>
        new(kind) { Key = key, Item = item, IsReference = true, HasIdentity = true, HasComparer = comparer, MinSize = 1 };

    static Type? ClrOf(Scalar scalar) => (int)scalar < ClrTypes.Length ? ClrTypes[(int)scalar] : null;

    static Type?[] MakeClrTypes()
    {
        var types = new Type?[CompactType.OfScalar.Length];
        foreach (var type in new[]
        {
            typeof(bool), typeof(char), typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(int), typeof(uint),
            typeof(long), typeof(ulong), typeof(Int128), typeof(UInt128), typeof(nint), typeof(nuint), typeof(Half), typeof(float),
            typeof(double), typeof(decimal), typeof(System.Numerics.BigInteger), typeof(string), typeof(Guid), typeof(DateTime),
            typeof(DateTimeOffset), typeof(TimeSpan), typeof(DateOnly), typeof(TimeOnly), typeof(byte[]),
        })
            types[(int)Scalars.Of(type)] = type;
        return types;
    }
}
