using System.Text;
using Isomer.Calls;

namespace Isomer.Tests.Differential;

/// <summary>How a type stands in a member: its C#, and what an attribute may ask of it.</summary>
public sealed record TypeUse(string Code, UseKind Kind, TypeUse? Item = null, TypePlan? Plan = null)
{
    public bool MayBeNull =>
        Code.EndsWith('?') || Kind is UseKind.Text or UseKind.Class or UseKind.Collection or UseKind.Map or UseKind.Any;
}

public enum UseKind { Number, Text, Other, Enum, Any, Class, Struct, Collection, Map }

/// <summary>What a member looks like in C#.</summary>
public enum MemberForm { Property, Field, PrivateSetter, Init, GetOnly, ReadOnlyField, PrivateProperty, Computed }

public sealed class MemberPlan(string name, TypeUse type, MemberForm form, TypePlan owner)
{
    public string Name => name;
    public TypeUse Type => type;
    public MemberForm Form => form;
    public TypePlan Owner => owner;
    public string Attributes { get; set; } = "";
    public string Modifier { get; set; } = "";
    public string? Initial { get; set; }

    /// <summary>What stands behind the name of a property that is written by hand.</summary>
    public string? Body { get; set; }

    public void Print(StringBuilder code)
    {
        string initial = Initial is null ? "" : " = " + Initial;
        code.Append("        ").Append(Attributes).Append(Attributes.Length > 0 ? " " : "")
            .Append(form == MemberForm.PrivateProperty ? "private " : "public ").Append(Modifier)
            .Append(form == MemberForm.ReadOnlyField ? "readonly " : "").Append(type.Code).Append(' ').Append(name)
            .AppendLine(
                Modifier.StartsWith("abstract", StringComparison.Ordinal) ? " { get; set; }" : Body is not null ? " " + Body : form switch
                {
                    MemberForm.Field or MemberForm.ReadOnlyField => initial + ";",
                    MemberForm.PrivateSetter => " { get; private set; }" + (Initial is null ? "" : initial + ";"),
                    MemberForm.Init => " { get; init; }" + (Initial is null ? "" : initial + ";"),
                    MemberForm.GetOnly => " { get; }" + (Initial is null ? "" : initial + ";"),
                    MemberForm.Computed => " => " + (Initial ?? "default!") + ";",
                    _ => " { get; set; }" + (Initial is null ? "" : initial + ";"),
                });
    }
}

/// <summary>
/// A random type as data: a class, struct, record or enum. It prints itself as C#, which is also the report of a failure.
/// </summary>
public sealed class TypePlan(string name, string keyword, TypePlan? based)
{
    public string Name => name;
    public string Keyword => keyword;
    public TypePlan? Base => based;
    public bool IsEnum => keyword == "enum";
    public bool IsValueType => keyword is "enum" or "struct" or "record struct";
    public bool IsAbstract { get; set; }
    public List<string> Attributes { get; } = [];
    public List<MemberPlan> Members { get; } = [];
    public List<TypePlan> Derived { get; } = [];

    /// <summary>Of an enum, each name with attributes before and a value behind it.</summary>
    public List<string> Names { get; } = [];
    public string Underlying { get; set; } = "int";

    /// <summary>Behind the name: &lt;T&gt; of a generic one, parameters of a record.</summary>
    public string Parameters { get; set; } = "";

    public bool IsGeneric { get; set; }

    /// <summary>Whether its constructor has some.</summary>
    public bool HasParameters { get; set; }

    /// <summary>Whether `new()` makes one.</summary>
    public bool IsMade =>
        !IsAbstract && !HasParameters && !Members.Exists(m => m.Modifier == "required ")
            && (based is null || based.IsAbstract && !based.Members.Exists(m => m.Modifier == "required ") || based.IsMade);

    /// <summary>A collection that somebody wrote, or a class that writes its own XML; null where it is neither.</summary>
    public UseKind? Collects { get; set; }

    public List<string> Interfaces { get; } = [];

    /// <summary>C# that stands in the body as it is: constructors, callbacks.</summary>
    public List<string> Further { get; } = [];

    public string Code
    {
        get
        {
            var code = new StringBuilder();
            foreach (string attribute in Attributes)
                code.Append("    ").AppendLine(attribute);
            code.Append("    public ").Append(IsAbstract ? "abstract " : "").Append(keyword).Append(' ').Append(name).Append(Parameters);
            string[] above = [.. based is null ? [] : (string[])[based.Name], .. Interfaces];
            code.Append(IsEnum ? Underlying == "int" ? "" : " : " + Underlying : above.Length == 0 ? "" : " : " + string.Join(", ", above))
                .AppendLine().AppendLine("    {");
            foreach (string entry in Names)
                code.Append("        ").Append(entry).AppendLine(",");
            foreach (var member in Members)
                member.Print(code);
            foreach (string further in Further)
                code.Append("        ").AppendLine(further);
            return code.AppendLine("    }").ToString();
        }
    }
}
