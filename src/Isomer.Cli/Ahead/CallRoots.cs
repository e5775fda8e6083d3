using System.Numerics;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Isomer.Cli.Ahead;

/// <summary>
/// The types that compiled code hands to Isomer: type arguments of its calls, as <c>Json.Serialize&lt;Order&gt;</c>, under the conventions
/// of the format that is called. What a generic method of the program's own hands on (<c>Json.Serialize&lt;T&gt;</c>) is found by
/// <see cref="HandedOn"/>.
/// </summary>
/// <remarks>
/// A module has each generic method that it calls once for each of its type arguments, in a table (MethodSpec), and each generic type so
/// (TypeSpec): no code is looked through, but where a module hands on type parameters, or types as such.
/// </remarks>
static class CallRoots
{
    static readonly Dictionary<string, ShapeFamilies> s_facades = new(StringComparer.Ordinal)
    {
        [nameof(Json)] = ShapeFamilies.Plain,
        [nameof(Compact)] = ShapeFamilies.Lossless,
        [nameof(ContractXml)] = ShapeFamilies.DataContract,
        [nameof(ContractJson)] = ShapeFamilies.DataContract,
        [nameof(Xml)] = ShapeFamilies.XmlAttributes,
        [nameof(Protobuf)] = ShapeFamilies.Protobuf,
        [nameof(Nrbf)] = ShapeFamilies.Fields,
        [nameof(Soap)] = ShapeFamilies.Fields,
        [nameof(DeepCopy)] = ShapeFamilies.DeepCopy,
    };

    /// <summary>The names of the classes whose calls are looked for, and the conventions that they write by.</summary>
    internal static IReadOnlyDictionary<string, ShapeFamilies> OfCalls => s_facades;

    /// <summary>Those that go by a format's handle: of which formats, the handles tell that the program takes.</summary>
    static readonly HashSet<string> s_byHandle = [nameof(Format), "HttpClientExtensions", "IsomerContent", "IsomerResults", "IsomerBody`1"];

    /// <summary>
    /// Answers of ASP.NET Core, whose values a handle writes behind <c>WithIsomer()</c>: <c>TypedResults.Ok(order)</c>; and what says of an
    /// endpoint that it has some: <c>Produces&lt;Order&gt;(201)</c>.
    /// </summary>
    static readonly HashSet<string> s_answers = ["Results", "TypedResults", "OpenApiRouteHandlerBuilderExtensions"];

    /// <summary>Drop-ins, which are made of a type: <c>new ContractXmlSerializer(typeof(Order))</c>.</summary>
    static readonly HashSet<string> s_dropIns = [nameof(ContractXmlSerializer), nameof(ContractJsonSerializer)];

    const ShapeFamilies OfHandles = (ShapeFamilies.All & ~(ShapeFamilies.XmlAttributes | ShapeFamilies.Protobuf))
        | ShapeFamilies.XmlHandle | ShapeFamilies.ProtobufHandle;

    /// <summary>The handles of Xml and Protobuf carry more than their facades, by conventions of their own.</summary>
    static ShapeFamilies OfHandle(string facade) => facade switch
    {
        nameof(Xml) => ShapeFamilies.XmlHandle,
        nameof(Protobuf) => ShapeFamilies.ProtobufHandle,
        _ => s_facades.GetValueOrDefault(facade),
    };

    /// <summary>
    /// The types that an application's assemblies hand on, the conventions that their calls name, and those that any handle may have.
    /// </summary>
    /// <param name="assemblies">The application's, and those beside it.</param>
    /// <param name="callers">Further ones of the program that refer to these.</param>
    /// <param name="returned">What handlers of endpoints return, which is handed on where the program has Isomer answer for them.</param>
    public static List<(Type Type, ShapeFamilies Called, ShapeFamilies Any)> Of(
        IReadOnlyCollection<Assembly> assemblies, IReadOnlyCollection<Assembly> callers, IEnumerable<Type> returned)
    {
        // One may take the handle, and another call it.
        var named = new Named();
        foreach (var assembly in assemblies)
            Read(assembly, metadata => named.Add(metadata));
        // Which of several handles a call goes by is not known, nor whether it has the options of FastJson or Graph: then nothing is said
        // of what a type cannot be.
        var (byHandle, any) = !named.IsAny && BitOperations.IsPow2((int)named.Handles)
            ? (named.Handles, (ShapeFamilies)0)
            : ((ShapeFamilies)0, named.IsAny ? OfHandles | named.OfJson : named.Handles);
        var found = new List<(Type, ShapeFamilies, ShapeFamilies)>();
        if (named.AnswersForHandlers)
            found.AddRange(returned.SelectMany(t => WithItems(t, byHandle, any)));
        bool handsOn = false;
        var givesTypes = new List<(Module Module, HashSet<int> Calls)>();
        foreach (var assembly in assemblies)
            Read(assembly, metadata => Add(assembly.ManifestModule, metadata));
        if (handsOn || givesTypes.Count > 0)
        {
            Assembly[] all = [.. assemblies, .. callers];
            var handed = new HandedOn(all, FamiliesOf, (t, families) => found.AddRange(WithItems(t, 0, families)));
            foreach (var assembly in all)
                Read(assembly, metadata => Closed(assembly.ManifestModule, metadata, handed.Begin));
            foreach (var (module, calls) in givesTypes)
                Read(module.Assembly, metadata => Methods(module, metadata, calls, handed.Begin));
            handed.Follow();
        }
        return found;

        ShapeFamilies FamiliesOf(Type owner)
        {
            string name = owner.Name;
            return IsOfIsomer(owner.Assembly.GetName().Name)
                ? s_byHandle.Contains(name) ? byHandle | any
                    : s_dropIns.Contains(name) ? ShapeFamilies.DataContract
                    : s_facades.GetValueOrDefault(name) | (name == nameof(Json) ? named.OfJson : 0)
                : named.AnswersForHandlers && s_answers.Contains(name) && IsOfAnswers(owner.Assembly.GetName().Name) ? byHandle | any : 0;
        }

        void Add(Module module, MetadataReader metadata)
        {
            if (GivingTypes(module, metadata, FamiliesOf) is { Count: > 0 } calls)
                givesTypes.Add((module, calls));
            for (int row = 1; row <= metadata.GetTableRowCount(TableIndex.MethodSpec); row++)
            {
                var handle = MetadataTokens.MethodSpecificationHandle(row);
                if (metadata.GetMethodSpecification(handle).Method is not { Kind: HandleKind.MemberReference } called
                    || OwnerOf(metadata, (MemberReferenceHandle)called) is not var (owner, isOfIsomer))
                    continue;
                bool isByHandle = isOfIsomer ? s_byHandle.Contains(owner) : named.AnswersForHandlers && s_answers.Contains(owner);
                if (!isOfIsomer && !isByHandle)
                    continue;
                var families = isByHandle ? byHandle : s_facades.GetValueOrDefault(owner);
                var further = isByHandle ? any : owner == nameof(Json) ? named.OfJson : 0;
                if ((families | further) == 0)
                    continue;
                if (MethodCode.Find(() => module.ResolveMethod(MetadataTokens.GetToken(handle))) is
                    { ContainsGenericParameters: false } method)
                    found.AddRange(method.GetGenericArguments().SelectMany(t => WithItems(t, families, further)));
                else
                    handsOn = true;
            }
            if ((byHandle | any) != 0)
                Closed(module, metadata, member =>
                {
                    if (member is Type { IsGenericType: true } body && IsOfIsomer(body.Assembly.GetName().Name)
                        && s_byHandle.Contains(body.Name))
                        found.AddRange(WithItems(body.GetGenericArguments()[0], byHandle, any));
                });
        }
    }

    /// <summary>The generic methods and types that a module names in its tables, closed.</summary>
    static void Closed(Module module, MetadataReader metadata, Action<MemberInfo> named)
    {
        for (int row = 1; row <= metadata.GetTableRowCount(TableIndex.MethodSpec); row++)
            if (MethodCode.Find(
                () => module.ResolveMethod(
                    MetadataTokens.GetToken(MetadataTokens.MethodSpecificationHandle(row)))) is { ContainsGenericParameters: false } method)
                named(method);
        for (int row = 1; row <= metadata.GetTableRowCount(TableIndex.TypeSpec); row++)
            if (MethodCode.Find(
                () => module.ResolveType(
                    MetadataTokens.GetToken(MetadataTokens.TypeSpecificationHandle(row)))) is { ContainsGenericParameters: false } type)
                named(type);
    }

    /// <summary>The methods of a module with these calls that stand in no generic type, and are not generic themselves.</summary>
    static void Methods(Module module, MetadataReader metadata, HashSet<int> calls, Action<MethodBase> named)
    {
        foreach (var handle in metadata.MethodDefinitions)
            if (metadata.GetMethodDefinition(handle).RelativeVirtualAddress != 0
                && MethodCode.Find(
                    () => module.ResolveMethod(
                        MetadataTokens.GetToken(handle))) is { ContainsGenericParameters: false, IsGenericMethod: false } method
                && MethodCode.Has(method, calls))
                named(method);
    }

    /// <summary>The calls of a module that give a type as such to Isomer, by their tokens.</summary>
    static HashSet<int> GivingTypes(Module module, MetadataReader metadata, Func<Type, ShapeFamilies> familiesOf) =>
    [
        .. metadata.MemberReferences.Where(handle => OwnerOf(metadata, handle) is (_, true)
            && MethodCode.Find(() => module.ResolveMethod(MetadataTokens.GetToken(handle))) is { DeclaringType: { } owner } method
            && familiesOf(owner) != 0 && HandedOn.TakesType(method)).Select(static handle => MetadataTokens.GetToken(handle)),
    ];

    static void Read(Assembly assembly, Action<MetadataReader> read)
    {
        using var file = new PEReader(File.OpenRead(assembly.Location));
        read(file.GetMetadataReader());
    }

    /// <summary>
    /// Of a stream of items each is written by itself; the stream where a value has it, whose shape knows the items, and a list of them in
    /// formats that write no streams.
    /// </summary>
    public static IEnumerable<(Type Type, ShapeFamilies Called, ShapeFamilies Any)> WithItems(
        Type type, ShapeFamilies called, ShapeFamilies any)
    {
        if (!type.IsGenericType || type.GetGenericTypeDefinition() != typeof(IAsyncEnumerable<>))
            return [(type, called, any)];
        var item = type.GetGenericArguments()[0];
        return [(item, called, any), (type, 0, called | any), (typeof(List<>).MakeGenericType(item), 0, called | any)];
    }

    /// <summary>Isomer, and what belongs to it: there are no types of the application's in them.</summary>
    public static bool IsOfIsomer(string? assembly) => assembly is nameof(Isomer) or "Isomer.AspNetCore";

    /// <summary>
    /// What the program names of Isomer beside its calls: the formats whose handles it takes, or any of them, and what of Json's options
    /// has a convention of its own.
    /// </summary>
    sealed class Named
    {
        ShapeFamilies _handles;

        public ShapeFamilies Handles => _handles | ((_handles & ShapeFamilies.Plain) != 0 ? OfJson : 0);

        public ShapeFamilies OfJson { get; private set; }

        public bool IsAny { get; private set; }

        /// <summary>Whether what handlers of endpoints return is written, or described, by Isomer.</summary>
        public bool AnswersForHandlers { get; private set; }

        public void Add(MetadataReader metadata)
        {
            foreach (var handle in metadata.MemberReferences)
            {
                if (OwnerOf(metadata, handle) is not (var owner, true))
                    continue;
                string member = metadata.GetString(metadata.GetMemberReference(handle).Name);
                if (member.StartsWith("get_", StringComparison.Ordinal) && member.EndsWith(nameof(Format), StringComparison.Ordinal))
                    _handles |= OfHandle(owner);
                else if ((owner == nameof(Format) && member is "get_All" or nameof(Format.Find)) || member == "AddIsomer")
                    IsAny = true;
                else if (member is "WithIsomer" or "MapIsomerOpenApi")
                    AnswersForHandlers = true;
                else if (owner == nameof(JsonOptions))
                    OfJson |= member switch
                    {
                        "get_" + nameof(JsonOptions.FastJson) => ShapeFamilies.FastJson,
                        "get_" + nameof(JsonOptions.Graph) => ShapeFamilies.Graph,
                        _ => 0,
                    };
            }
        }
    }

    /// <summary>
    /// The name of the type of Isomer that has this member, or of ASP.NET Core's answers; null for those of others.
    /// </summary>
    static (string Name, bool IsOfIsomer)? OwnerOf(MetadataReader metadata, MemberReferenceHandle member)
    {
        if (metadata.GetMemberReference(member).Parent is not { Kind: HandleKind.TypeReference } parent)
            return null;
        var type = metadata.GetTypeReference((TypeReferenceHandle)parent);
        if (type.ResolutionScope.Kind != HandleKind.AssemblyReference)
            return null;
        string assembly = metadata.GetString(metadata.GetAssemblyReference((AssemblyReferenceHandle)type.ResolutionScope).Name);
        return IsOfIsomer(assembly) ? (metadata.GetString(type.Name), true)
            : IsOfAnswers(assembly) ? (metadata.GetString(type.Name), false) : null;
    }

    static bool IsOfAnswers(string? assembly) => assembly is "Microsoft.AspNetCore.Http.Results" or "Microsoft.AspNetCore.Routing";
}
