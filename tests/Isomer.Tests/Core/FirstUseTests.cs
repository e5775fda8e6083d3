using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>First use: by many threads at once, of wide and deep types.</summary>
public class FirstUseTests
{
    public sealed class Branch<T>
    {
        public T? Value { get; set; }
        public List<Branch<T>>? Kids { get; set; }
        public Dictionary<string,
        Leaf<T>>? Leaves
        { get; set; }
        public Branch<T>? Up { get; set; }
    }
    public sealed class Leaf<T>
    {
        public T? Value { get; set; }
        public Branch<List<int>>? Other { get; set; }
        public (T?,
        Kind) Pair
        { get; set; }
        public Kind? Kind { get; set; }
    }
    public enum Kind { A, B }

    static void Use<T>(T value, Convention convention)
    {
        var tree = new Branch<T>
        {
            Value = value,
            Kids = [new() { Value = value }],
            Leaves = new() { ["a"] = new() { Value = value, Pair = (value, Kind.B), Kind = Kind.A } }
        };
        foreach (var wire in Wires.All)
        {
            var copy = wire.Read<Branch<T>>(wire.Write(tree, convention, Setup.Default), convention, Setup.Default);
            Assert.Null(new Deep(true).Difference(tree, copy));
        }
    }

    static void AtOnce(params Action[] uses)
    {
        using var start = new Barrier(16);
        var failures = new List<Exception>();
        var threads = Enumerable.Range(0, 16).Select(i => new Thread(() =>
        {
            start.SignalAndWait();
            try
            {
                for (int k = 0; k < uses.Length; k++)
                    uses[(i + k) % uses.Length]();
            }
            catch (Exception e)
            {
                lock (failures)
                    failures.Add(e);
            }
        })).ToArray();
        Array.ForEach(threads, t => t.Start());
        Array.ForEach(threads, t => t.Join());
        Assert.Empty(failures);
    }

    [Theory]
    [InlineData(ShapeTier.Auto)]
    [InlineData(ShapeTier.Reflection)]
    public void By_sixteen_threads(ShapeTier tier)
    {
        var convention = new PlainConvention(PlainSettings.Default with { Tier = tier });
        AtOnce(() => Use(1, convention), () => Use("a", convention), () => Use(2.5, convention), () => Use(new DateTime(1), convention),
            () => Use((1, "x"), convention));
    }

    [Fact]
    public void By_sixteen_threads_under_different_conventions() =>
        AtOnce([.. Enumerable.Range(0, 8).Select(_ => new PlainConvention(PlainSettings.Default))
            .Select<PlainConvention, Action>(c => () => Use(3m, c))]);

    [Fact]
    public void The_plain_convention_by_sixteen_threads() =>
        AtOnce(() => Use(Guid.Empty, Convention.Plain), () => Use(1f, Convention.Plain));

    static readonly ModuleBuilder Module =
        AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Isomer.Tests.Wide"), AssemblyBuilderAccess.Run).DefineDynamicModule("m");

    static Type WideType(string name, int members, bool required)
    {
        var type = Module.DefineType(name, TypeAttributes.Public | TypeAttributes.Class);
        Type[] types = [typeof(int), typeof(string), typeof(double?), typeof(List<int>), typeof(DayOfWeek), typeof(DateTime?)];
        for (int i = 0; i < members; i++)
        {
            var field = type.DefineField("Member" + i, types[i % types.Length], FieldAttributes.Public);
            if (required)
                field.SetCustomAttribute(
                    new CustomAttributeBuilder(typeof(System.Text.Json.Serialization.JsonRequiredAttribute).GetConstructor([])!, []));
        }
        return type.CreateType();
    }

    static object Fill(Type type)
    {
        object value = Activator.CreateInstance(type)!;
        int i = 0;
        foreach (var field in type.GetFields().Where((_, n) => n % 7 != 3))
            field.SetValue(value, field.FieldType switch
            {
                var t when t == typeof(int) => i++,
                var t when t == typeof(string) => "s" + i++,
                var t when t == typeof(double?) => i++ + 0.5,
                var t when t == typeof(List<int>) => new List<int> { i++ },
                var t when t == typeof(DayOfWeek) => DayOfWeek.Friday,
                _ => new DateTime(i++, DateTimeKind.Utc),
            });
        return value;
    }

    static void RoundTripAny(object value) =>
        typeof(FirstUseTests).GetMethod(nameof(RoundTrip), BindingFlags.NonPublic | BindingFlags.Static)!
            .MakeGenericMethod(value.GetType()).Invoke(null, BindingFlags.DoNotWrapExceptions, null, [value], null);

    static void RoundTrip<T>(T value) =>
        Wires.RoundTrip(value, only: w => w.KeepsDefaults || !typeof(T).Name.StartsWith("Required", StringComparison.Ordinal));

    [Fact]
    public void A_type_of_three_hundred_members() => RoundTripAny(Fill(WideType("Wide300", 300, required: false)));

    [Fact]
    public void Three_hundred_required_members_are_all_checked()
    {
        var type = WideType("Required300", 300, required: true);
        object value = Fill(type);
        RoundTripAny(value);
        foreach (int missing in new[] { 0, 63, 64, 128, 299 })
        {
            var members = System.Text.Json.Nodes.JsonNode.Parse(Wires.ToJson<object>(value))!.AsObject();
            members.Remove("Member" + missing);
            var refuses = typeof(Wires).GetMethod(nameof(Wires.RefusesJson))!.MakeGenericMethod(type);
            var e = (WireFormatException)refuses.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [members.ToJsonString(), null, null],
                null)!;
            Assert.Contains($"'Member{missing}'", e.Message, StringComparison.Ordinal);
        }
    }

    public class Node<T> { public T? Value { get; set; } public Node<List<Node<T>>>? NotTooDeep => null; }

    [Fact]
    public void Deep_generics()
    {
        Wires.RoundTrip(new Branch<List<Branch<List<Branch<int>>>>> { Value = [new() { Value = [new() { Value = 5 }] }] });
        Wires.RoundTrip(
            new List<Dictionary<string, List<Dictionary<int, (List<int[]>, Branch<(int, string)>?)>>>>
                { new() { ["a"] = [new() { [1] = ([[1]], new() { Value = (1, "x") }) }] } });
        Wires.RefusesToWrite(new Node<int>(), null, nameof(Node<>), "without end");
    }

    public sealed class Chain { public Chain? Next { get; set; } public int Id { get; set; } }

    [Fact]
    public void A_deep_value_within_the_limit()
    {
        Chain? chain = null;
        for (int i = 0; i < 400; i++)
            chain = new Chain { Next = chain, Id = i };
        Wires.RoundTrip(chain);
    }
}
