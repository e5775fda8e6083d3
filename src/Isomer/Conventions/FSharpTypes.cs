using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>
/// F# options, lists, maps and unions, recognised by name so that FSharp.Core is not referenced. Records need nothing:
/// they are classes with one constructor. A union is an object whose cases are its subtypes, told apart by its tag.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class FSharpTypes
{
    const string Core = "Microsoft.FSharp.Core.";
    const string MappingAttribute = Core + "CompilationMappingAttribute";
    const int SumType = 1;
    const int RecordType = 2;
    const int Field = 4;
    const int UnionCase = 8;

    public static TypeModel? Create(Convention convention, Type type)
    {
        if (type.IsGenericType && type.Namespace is "Microsoft.FSharp.Core" or "Microsoft.FSharp.Collections")
        {
            var arguments = type.GetGenericArguments();
            switch (type.GetGenericTypeDefinition().FullName)
            {
                case Core + "FSharpOption`1":
                    return new OptionalModel(convention, type, arguments[0],
                        new OptionalAccess(false, type.GetProperty("Value")!.GetMethod, null, type.GetMethod("Some")));
                case Core + "FSharpValueOption`1":
                    return new OptionalModel(convention, type, arguments[0],
                        new OptionalAccess(false, type.GetProperty("Value")!.GetMethod, type.GetProperty("IsSome")!.GetMethod,
                            type.GetMethod("Some")));
                case "Microsoft.FSharp.Collections.FSharpList`1":
                    var ofArray = type.Assembly.GetType("Microsoft.FSharp.Collections.ListModule")!.GetMethod("OfArray")!
                        .MakeGenericMethod(arguments);
                    return new SequenceModel(convention, type, arguments[0], new Walk(WalkKind.Snapshot),
                        new Build(BuildKind.Convert, Convert: ofArray));
                case "Microsoft.FSharp.Collections.FSharpMap`2":
                    var walk = new Walk(WalkKind.Enumerator,
                        typeof(IEnumerable<>).MakeGenericType(typeof(KeyValuePair<,>).MakeGenericType(arguments))
                            .GetMethod("GetEnumerator"), type.GetProperty("Count")!.GetMethod);
                    var make = typeof(Builders).GetMethod(nameof(Builders.FSharpMap))!.MakeGenericMethod([type, .. arguments]);
                    return new MapModel(convention, type, arguments[0], arguments[1], walk, new Build(BuildKind.Convert, Convert: make));
            }
        }
        var kind = Mapping(type)?.Kind;
        if (kind == RecordType && type.GetConstructors(BindingFlags.NonPublic | BindingFlags.Instance) is [{ IsAssembly: true } hidden])
            return new ObjectModel(convention, type, _ => PrivateRecord(convention, type, hidden));
        return kind == SumType
            && type.GetProperty("Tag", BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance) is { GetMethod: { } tag }
            ? new ObjectModel(convention, type, model => Union(convention, model, tag))
            : null;
    }

    static ObjectParts Union(Convention convention, ObjectModel union, MethodInfo tag)
    {
        var cases = new SortedDictionary<int, Subtype>();
        foreach (var member in union.Type.GetMembers(
            BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.DeclaredOnly))
        {
            if (Mapping(member) is not (UnionCase, var number, _))
                continue;
            var make = member as MethodInfo ?? ((PropertyInfo)member).GetMethod!;
            string name = NameOf(member);
            var owner = union.Type.GetNestedType(name, BindingFlags.Public | BindingFlags.NonPublic) ?? union.Type;
            if (owner.IsGenericTypeDefinition)
                owner = owner.MakeGenericType(union.Type.GetGenericArguments());
            // A case without fields has no class of its own, or one that no factory's type shows: it is the union itself.
            var type = make.GetParameters().Length == 0 ? union.Type : owner;
            cases[number] = new Subtype(convention, type, number, name)
            { Model = new ObjectModel(convention, type, model => Case(convention, model, make, number)) };
        }
        if (cases.Keys.Where((key, i) => key != i).Any())
            throw new NotSupportedException(
                $"The cases of the F# union '{union.Type}' could not be recognised. Register a Surrogate for it.");
        return new ObjectParts([], new Construction(null, [], $"'{union.Type}' is a union: the case is missing"), Callbacks.None,
            [.. cases.Values], Union: new UnionCases(tag));
    }

    /// <summary>A case with fields is made by NewCircle, one without by the property Empty, whose getter is marked too.</summary>
    static string NameOf(MemberInfo member) => member switch
    {
        MethodInfo when member.Name.StartsWith("get_", StringComparison.Ordinal) => member.Name[4..],
        MethodInfo when member.Name.StartsWith("New", StringComparison.Ordinal) => member.Name[3..],
        _ => member.Name,
    };

    /// <summary>A record whose representation is private: its fields and constructor are internal, and only its marks tell them.</summary>
    static ObjectParts PrivateRecord(Convention convention, Type type, ConstructorInfo make)
    {
        var fields = type.GetProperties(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance)
            .Where(p => Mapping(p) is (Field, _, _))
            .OrderBy(p => Mapping(p)!.Value.Sequence)
            .Select(p => new MemberModel(convention, p, p.PropertyType))
            .ToImmutableArray();
        return new ObjectParts(fields, new Construction(make, [.. make.GetParameters().Select((p, i) => new ArgumentModel(p, i, null))]),
            Callbacks.None, []);
    }

    static ObjectParts Case(Convention convention, ObjectModel model, MethodInfo make, int number)
    {
        var fields = model.Type.GetProperties(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance)
            .Select(p => (Property: p, Mapping: Mapping(p)))
            .Where(p => p.Mapping is (Field, _, var variant) && (variant == number || make.DeclaringType != model.Type))
            .OrderBy(p => p.Mapping!.Value.Sequence)
            .Take(make.GetParameters().Length)
            .Select(p => new MemberModel(convention, p.Property, p.Property.PropertyType))
            .ToImmutableArray();
        var arguments = make.GetParameters().Select((p, i) => new ArgumentModel(p, i, null)).ToImmutableArray();
        return new ObjectParts(fields, new Construction(make, arguments), Callbacks.None, []);
    }

    static (int Kind, int Sequence, int Variant)? Mapping(MemberInfo member)
    {
        foreach (var attribute in member.GetCustomAttributesData())
        {
            if (attribute.AttributeType.FullName != MappingAttribute
                || attribute.ConstructorArguments is not [{ Value: int flags }, ..] arguments)
                continue;
            // (flags), (flags, sequence) or (flags, variant, sequence)
            int last = arguments.Count > 1 ? (int)arguments[^1].Value! : 0;
            int variant = arguments.Count > 2 ? (int)arguments[1].Value! : 0;
            return (flags & 31, last, variant);
        }
        return null;
    }
}
