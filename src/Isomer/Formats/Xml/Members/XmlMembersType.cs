using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Reflection.Emit;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// A class with one public field for each parameter of a mapping of members: so parameters are members like others, for both tiers of
/// shapes. Its assembly goes when the serializer goes.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class XmlMembersType
{
    XmlMembersType(Type type, FieldInfo[] fields) => (Type, Fields) = (type, fields);

    public Type Type { get; }

    public FieldInfo[] Fields { get; }

    public static XmlMembersType Create(IReadOnlyList<(string Name, Type Type)> members)
    {
        var twice = members.GroupBy(m => m.Name).FirstOrDefault(g => g.Count() > 1);
        if (twice is not null)
            throw new NotSupportedException(
                $"Two members of the mapping are called '{twice.Key}'. Give one another MemberName, and its element the name.");
        var assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Isomer.Members"), AssemblyBuilderAccess.RunAndCollect);
        var builder = assembly.DefineDynamicModule("Isomer.Members").DefineType("Members", TypeAttributes.Public | TypeAttributes.Sealed);
        builder.DefineDefaultConstructor(MethodAttributes.Public);
        foreach (var (name, type) in members)
            builder.DefineField(name, type, FieldAttributes.Public);
        var made = builder.CreateType();
        return new XmlMembersType(made, [.. members.Select(m => made.GetField(m.Name)!)]);
    }
}
