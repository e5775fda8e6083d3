using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.Json.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Chooses how an instance comes into being: the constructor marked [Creator] (or [JsonConstructor]); else the public
/// parameterless one; else the only public one; else a private parameterless one. Parameters are matched to members by
/// name, ignoring case.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class Constructions
{
    const BindingFlags Any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance;

    /// <param name="type">The type.</param>
    /// <param name="members">Its members.</param>
    /// <param name="ignored">Members that attributes leave out: parameters of their names get their default.</param>
    public static Construction Choose(Type type, ImmutableArray<MemberModel> members, List<MemberModel>? ignored = null)
    {
        if (type.IsInterface || type.IsAbstract)
            return Refused(
                $"'{type}' is {(type.IsInterface ? "an interface" : "abstract")}: declare what may stand there with [Subtype(typeof(...), \"name\")] or Convention.Plain.WithSubtype<{type.Name}, ...>(\"name\")");
        var constructors = type.GetConstructors(Any);
        var marked = constructors.Where(c => Marks.IsMarked(c) && IsChosen(c)).ToArray();
        if (marked.Length > 1)
            throw new NotSupportedException($"Type '{type}' has more than one constructor marked [Creator]. Mark one.");
        if (marked.Length == 1)
            return Bind(type, marked[0], members, ignored);

        var open = constructors.Where(c => c.IsPublic).ToArray();
        if (open.FirstOrDefault(c => c.GetParameters().Length == 0) is { } simple)
            return new Construction(simple, []);
        if (type.IsValueType)
        {
            // A struct always has its default; its one constructor serves where that sets what could not be set afterwards.
            return open.Length == 1 && Bind(type, open[0], members, ignored) is { Refusal: null } bound
                && bound.Arguments.Any(a => a.MemberIndex >= 0 && (!members[a.MemberIndex].CanSet || members[a.MemberIndex].IsSetHidden))
                ? bound
                : new Construction(null, []);
        }
        if (open.Length == 1)
            return Bind(type, open[0], members, ignored);
        if (constructors.FirstOrDefault(c => c.GetParameters().Length == 0) is { } hidden)
            return new Construction(hidden, []);
        return Refused(open.Length == 0
            ? $"'{type}' has no usable constructor: add a parameterless one, or mark one with [Creator]"
            : $"'{type}' has {open.Length} public constructors and none without parameters: mark the one to use with [Creator]");
    }

    static bool IsChosen(ConstructorInfo constructor) =>
        constructor.IsDefined(typeof(CreatorAttribute), false) || constructor.IsDefined(typeof(JsonConstructorAttribute), false);

    static Construction Bind(Type type, ConstructorInfo constructor, ImmutableArray<MemberModel> members, List<MemberModel>? ignored)
    {
        var arguments = ImmutableArray.CreateBuilder<ArgumentModel>();
        foreach (var parameter in constructor.GetParameters())
        {
            int index = IndexOf(members, parameter);
            if (index < 0 && !parameter.HasDefaultValue && ignored?.Exists(m => Fits(m, parameter)) != true)
                return Refused(
                    $"the constructor of '{type}' has a parameter '{parameter.Name}' that no member matches by name and type: rename it, give it a default, or mark another constructor with [Creator]");
            arguments.Add(new ArgumentModel(parameter, index, DefaultOf(parameter)));
        }
        return new Construction(constructor, arguments.ToImmutable());
    }

    static int IndexOf(ImmutableArray<MemberModel> members, ParameterInfo parameter)
    {
        // Of two of one name that of the most derived class: a constructor sets its own.
        int best = -1;
        for (int i = 0; i < members.Length; i++)
            if (Fits(members[i], parameter)
                && (best < 0 || members[i].Member.DeclaringType!.IsSubclassOf(members[best].Member.DeclaringType!)))
                best = i;
        return best;
    }

    static bool Fits(MemberModel member, ParameterInfo parameter) =>
        string.Equals(member.ClrName, parameter.Name, StringComparison.OrdinalIgnoreCase) && member.Type == ArgumentModel.TypeOf(parameter);

    static object? DefaultOf(ParameterInfo parameter)
    {
        if (!parameter.HasDefaultValue || parameter.DefaultValue is not { } value)
            return null;
        // Reflection gives an enum's default as its number.
        var type = ArgumentModel.TypeOf(parameter);
        var target = Nullable.GetUnderlyingType(type) ?? type;
        return target.IsEnum ? Enum.ToObject(target, value) : value;
    }

    static Construction Refused(string why) => new(null, [], why);
}
