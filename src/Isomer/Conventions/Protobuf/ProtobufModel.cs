using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer;

/// <summary>
/// Registers in code what types cannot say themselves: fields, derived types, surrogates, callbacks, factories. A builder:
/// <see cref="Build"/> makes the immutable convention that goes into <see cref="ProtobufOptions.Convention"/>.
/// </summary>
/// <example>
/// <code>
/// var model = new ProtobufModel();
/// model.Add&lt;Animal&gt;("Name", "Age").AddSubType&lt;Dog&gt;(5);
/// model.Add&lt;Dog&gt;().AddField(1, "Bark");
/// var options = new ProtobufOptions { Convention = model.Build() };
/// </code>
/// </example>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class ProtobufModel
{
    ProtobufConvention _convention;

    /// <summary>Over the standard convention, or one of your own.</summary>
    public ProtobufModel(ProtobufConvention? convention = null) => _convention = convention ?? Convention.Protobuf;

    /// <summary>The convention with all that has been registered so far.</summary>
    public ProtobufConvention Build() => _convention;

    /// <summary>Makes the type a message; what its attributes say holds too. The members get the next free numbers, from 1.</summary>
    public ProtobufTypeBuilder Add(Type type, params string[] members)
    {
        ArgumentNullException.ThrowIfNull(type);
        var builder = new ProtobufTypeBuilder(this, type);
        builder.Rule(c => c);
        return builder.Add(members);
    }

    /// <summary>Makes the type a message; what its attributes say holds too. The members get the next free numbers, from 1.</summary>
    public ProtobufTypeBuilder Add<T>(params string[] members) => Add(typeof(T), members);

    /// <summary>Carries a type as another, by the conversion operators that one of them has; also of open generic types.</summary>
    public ProtobufModel SetSurrogate<T, TSurrogate>() => SetSurrogate(typeof(T), typeof(TSurrogate));

    /// <summary>Carries a type as another, by the conversion operators that one of them has; also of open generic types.</summary>
    public ProtobufModel SetSurrogate(Type type, Type surrogate)
    {
        _convention = _convention.With(type, c => c with { Surrogate = surrogate });
        return this;
    }

    /// <summary>Carries a type as another, by these functions.</summary>
    public ProtobufModel SetSurrogate<T, [DynamicallyAccessedMembers(Trimming.Carried)] TSurrogate>(
        Func<T, TSurrogate> to, Func<TSurrogate, T> from)
    {
        _convention = _convention.WithSurrogate(new Functions<T, TSurrogate>(to, from));
        return this;
    }

    internal void Apply(Type type, Func<ProtobufContract, ProtobufContract> rule) => _convention = _convention.With(type, rule);

    internal int NextNumber(Type type)
    {
        var contract = _convention.ContractOf(type);
        int highest = 0;
        foreach (var member in type.GetMembers(
            BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly))
            if (ProtobufMembers.TypeOf(member) is not null && ProtobufMarks.MarkOf(member, contract, false) is { } mark)
                highest = Math.Max(highest, mark.Number);
        foreach (var mark in contract.Partial.Values)
            highest = Math.Max(highest, mark.Number);
        foreach (var include in contract.Includes)
            highest = Math.Max(highest, include.Number);
        return highest + 1;
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class Functions<T, [DynamicallyAccessedMembers(Trimming.Carried)] TCarrier>(
        Func<T, TCarrier> to, Func<TCarrier, T> from) : Surrogate<T, TCarrier>
    {
        public override TCarrier ToCarrier(T value) => to(value);

        public override T FromCarrier(TCarrier carrier) => from(carrier);
    }
}

/// <summary>What is registered about one type.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class ProtobufTypeBuilder
{
    readonly ProtobufModel _model;
    readonly Type _type;

    internal ProtobufTypeBuilder(ProtobufModel model, Type type) => (_model, _type) = (model, type);

    /// <summary>Members with the next free numbers.</summary>
    public ProtobufTypeBuilder Add(params string[] members)
    {
        ArgumentNullException.ThrowIfNull(members);
        foreach (string member in members)
            AddField(_model.NextNumber(_type), member);
        return this;
    }

    /// <summary>A member with this number.</summary>
    public ProtobufTypeBuilder Add(int number, string member, object? defaultValue = null) =>
        Rule(c => c with { Partial = c.Partial.SetItem(member, new ProtobufMark { Number = number, Default = defaultValue }) });

    /// <summary>A member with this number, and how it is written.</summary>
    public ProtobufTypeBuilder AddField(int number, string member, ProtobufFormat format = ProtobufFormat.Default, bool packed = false,
        bool required = false, bool overwrite = false, ProtobufLevel level = default) =>
        Rule(c =>
            c with
            {
                Partial = c.Partial.SetItem(member,
                new ProtobufMark
                {
                    Number = number,
                    Format = format,
                    IsPacked = packed,
                    IsRequired = required,
                    Overwrites = overwrite,
                    Level = level
                })
            });

    /// <summary>One of the types that a member may hold, and its field: what <see cref="ProtobufCaseAttribute"/> says.</summary>
    public ProtobufTypeBuilder AddCase<TCase>(int number, string member) where TCase : class =>
        Rule(c =>
            c with
            {
                Cases =
                c.Cases.SetItem(member, [.. c.Cases.GetValueOrDefault(member, []), new ProtobufCaseOf(number, typeof(TCase))])
            });

    /// <summary>A member that does not count.</summary>
    public ProtobufTypeBuilder Ignore(string member) => Rule(c => c with { Ignored = c.Ignored.Add(member) });

    /// <summary>A derived type, and the field that holds what it adds.</summary>
    public ProtobufTypeBuilder AddSubType<TDerived>(int number, ProtobufFormat format = ProtobufFormat.Default) =>
        AddSubType(number, typeof(TDerived), format);

    /// <summary>A derived type, and the field that holds what it adds.</summary>
    public ProtobufTypeBuilder AddSubType(int number, Type derived, ProtobufFormat format = ProtobufFormat.Default) =>
        Rule(c => c with { Includes = c.Includes.Add(new ProtobufInclude(number, derived, format == ProtobufFormat.Group)) });

    /// <summary>Numbers that no member may have.</summary>
    public ProtobufTypeBuilder Reserve(int from, int to) =>
        Rule(c => c with { Reserved = c.Reserved.Add(new ProtobufReservation(from, to, null)) });

    /// <summary>Methods of the type to run around writing and reading, by name; null for none.</summary>
    public ProtobufTypeBuilder SetCallbacks(string? beforeSerialize, string? afterSerialize, string? beforeDeserialize,
        string? afterDeserialize) =>
        Rule(c =>
            c with
            {
                Callbacks =
                new Callbacks(Method(beforeSerialize), Method(afterSerialize), Method(beforeDeserialize), Method(afterDeserialize))
            });

    /// <summary>A static method of the type, without parameters, that makes an instance.</summary>
    public ProtobufTypeBuilder SetFactory(string method) => SetFactory(Find(method, BindingFlags.Static));

    /// <summary>A static method without parameters that makes an instance.</summary>
    public ProtobufTypeBuilder SetFactory(MethodInfo method)
    {
        ArgumentNullException.ThrowIfNull(method);
        if (!method.IsStatic || method.GetParameters().Length > 0 || !_type.IsAssignableFrom(method.ReturnType))
            throw new ArgumentException($"'{method.DeclaringType}.{method.Name}' must be static, take nothing and return a '{_type}'.",
                nameof(method));
        return Rule(c => c with { Factory = method });
    }

    /// <summary>Whether instances are made by their constructor.</summary>
    public ProtobufTypeBuilder UseConstructor(bool use) => Rule(c => c with { SkipsConstructor = !use });

    /// <summary>Whether values are written as groups.</summary>
    public ProtobufTypeBuilder IsGroup(bool group) => Rule(c => c with { IsGroup = group });

    /// <summary>Whether members count although the type is a collection.</summary>
    public ProtobufTypeBuilder IgnoreListHandling(bool ignore) => Rule(c => c with { IgnoresListHandling = ignore });

    /// <summary>Whether a derived type that is not declared is written as the nearest that is.</summary>
    public ProtobufTypeBuilder IgnoreUnknownSubTypes(bool ignore) => Rule(c => c with { IgnoresUnknownSubtypes = ignore });

    /// <summary>The form of dates, durations, decimals and Guids.</summary>
    public ProtobufTypeBuilder SetLevel(ProtobufLevel level) => Rule(c => c with { Level = level });

    /// <summary>The name in a schema.</summary>
    public ProtobufTypeBuilder SetName(string name) => Rule(c => c with { Name = name });

    internal ProtobufTypeBuilder Rule(Func<ProtobufContract, ProtobufContract> rule)
    {
        _model.Apply(_type, rule);
        return this;
    }

    System.Collections.Immutable.ImmutableArray<MethodInfo> Method(string? name) =>
        name is null ? [] : [ProtobufCallbacks.Check(Find(name, BindingFlags.Instance))];

    MethodInfo Find(string name, BindingFlags kind)
    {
        for (var t = _type; t is not null; t = t.BaseType)
            if (t.GetMethod(name, BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly | kind) is { } method)
                return method;
        throw new ArgumentException($"Type '{_type}' has no method '{name}'.", nameof(name));
    }
}
