using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Isomer.Cli.Ahead;

/// <summary>
/// The types that compiled code hands to Isomer: type arguments of its calls, as <c>Json.Serialize&lt;Order&gt;</c>, under the conventions of the format that is
/// called. What a generic method of the program's own hands on (<c>Json.Serialize&lt;T&gt;</c>) is not known here.
/// </summary>
/// <remarks>
/// A module has each generic method that it calls once for each of its type arguments, in a table (MethodSpec), and each generic type so (TypeSpec): no code is looked
/// through.
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
    };

    /// <summary>Those that go by a format's handle: of which formats, the handles tell that the program takes.</summary>
    static readonly HashSet<string> s_byHandle = [nameof(Format), "HttpClientExtensions", "IsomerContent", "IsomerResults", "IsomerBody`1"];

    public static IEnumerable<(Type Type, ShapeFamilies Families)> Of(Assembly assembly)
    {
        using var file = new PEReader(File.OpenRead(assembly.Location));
        var metadata = file.GetMetadataReader();
        var (handles, further) = Named(metadata);
        for (int row = 1; row <= metadata.GetTableRowCount(TableIndex.MethodSpec); row++)
        {
            var handle = MetadataTokens.MethodSpecificationHandle(row);
            if (metadata.GetMethodSpecification(handle).Method is not { Kind: HandleKind.MemberReference } called || OwnerOf(metadata, (MemberReferenceHandle)called) is not { } owner)
                continue;
            var families = s_byHandle.Contains(owner) ? handles : s_facades.GetValueOrDefault(owner);
            if (owner == nameof(Json))
                families |= further;
            if (families != 0 && Resolve(() => assembly.ManifestModule.ResolveMethod(MetadataTokens.GetToken(handle))) is MethodBase { ContainsGenericParameters: false } method)
                foreach (var type in method.GetGenericArguments())
                    yield return (ItemOf(type), families);
        }
        for (int row = 1; row <= metadata.GetTableRowCount(TableIndex.TypeSpec); row++)
            if (handles != 0 && Resolve(() => assembly.ManifestModule.ResolveType(MetadataTokens.GetToken(MetadataTokens.TypeSpecificationHandle(row)))) is Type { IsGenericType: true, ContainsGenericParameters: false } body
                && IsOfIsomer(body.Assembly.GetName().Name) && s_byHandle.Contains(body.Name))
                yield return (ItemOf(body.GetGenericArguments()[0]), handles);
    }

    /// <summary>Of a stream of items each is written by itself.</summary>
    static Type ItemOf(Type type) => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IAsyncEnumerable<>) ? type.GetGenericArguments()[0] : type;

    /// <summary>Isomer, and what belongs to it: there are no types of the application's in them.</summary>
    public static bool IsOfIsomer(string? assembly) => assembly is nameof(Isomer) or "Isomer.AspNetCore";

    /// <summary>What the program names of Isomer beside its calls: the formats whose handles it takes, and what of Json's options has a convention of its own.</summary>
    static (ShapeFamilies Handles, ShapeFamilies OfJson) Named(MetadataReader metadata)
    {
        ShapeFamilies handles = 0, further = 0;
        foreach (var handle in metadata.MemberReferences)
        {
            if (OwnerOf(metadata, handle) is not { } owner)
                continue;
            string member = metadata.GetString(metadata.GetMemberReference(handle).Name);
            if (member.StartsWith("get_", StringComparison.Ordinal) && member.EndsWith(nameof(Format), StringComparison.Ordinal))
                handles |= s_facades.GetValueOrDefault(owner);
            else if ((owner == nameof(Format) && member is "get_All" or nameof(Format.Find)) || member == "AddIsomer")
                handles = ShapeFamilies.All;
            else if (owner == nameof(JsonOptions) && member == "get_" + nameof(JsonOptions.FastJson))
                further = ShapeFamilies.FastJson;
        }
        return (handles, further);
    }

    /// <summary>The name of the type of Isomer that has this member; null for those of others.</summary>
    static string? OwnerOf(MetadataReader metadata, MemberReferenceHandle member)
    {
        if (metadata.GetMemberReference(member).Parent is not { Kind: HandleKind.TypeReference } parent)
            return null;
        var type = metadata.GetTypeReference((TypeReferenceHandle)parent);
        return type.ResolutionScope.Kind == HandleKind.AssemblyReference && IsOfIsomer(metadata.GetString(metadata.GetAssemblyReference((AssemblyReferenceHandle)type.ResolutionScope).Name))
            ? metadata.GetString(type.Name) : null;
    }

    /// <summary>What a row of the tables names; null for one over the parameters of a generic method or type of the program's own, and for what is not there.</summary>
    static MemberInfo? Resolve(Func<MemberInfo?> find)
    {
        try
        {
            return find();
        }
        catch (Exception e) when (e is ArgumentException or BadImageFormatException or TypeLoadException or FileNotFoundException)
        {
            return null;
        }
    }
}
