using System.Collections;
using System.Reflection;
using System.Runtime.Serialization;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;

namespace Isomer.Tests.Differential;

/// <summary>
/// Rules for collections of another class than the declared one, whose items the original takes for those of a collection that nothing
/// declares.
/// </summary>
public sealed partial class ContractJsonDialect
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <summary>
    /// Whether the original writes entries of a dictionary of another class than the declared one as those of one that nothing declares,
    /// which it cannot read: of the value with dictionaries of the declared classes it writes what ours writes.
    /// </summary>
    bool IsOfOtherDictionary(Finding finding)
    {
        if (finding is not { Step: "write", Difference: "the bytes differ" or "only the original refuses" })
            return false;
        int altered = 0;
        object? value = AsDeclared(Objects.Moved(finding.Value, Objects.RootOf(finding.Type).Assembly), finding.Type,
            new HashSet<object>(ReferenceEqualityComparer.Instance), ref altered);
        if (altered == 0)
            return false;
        var original = Outcome.Of(() => OriginalWrite(value, finding.Type, finding.Options));
        return Difference(original, finding.Ours!) is not { } difference
            || IsTold(finding with { Original = original, Value = value, Difference = difference, IsOursOfDocument = false });
    }

    /// <summary>The value, changed itself, with dictionaries of the declared classes.</summary>
    static object? AsDeclared(object? value, Type declared, HashSet<object> seen, ref int altered)
    {
        if (value is null or string || value.GetType() is { IsPrimitive: true } or { IsEnum: true }
            || (!value.GetType().IsValueType && !seen.Add(value)))
            return value;
        if (value is IDictionary map && !declared.IsInterface && declared != typeof(object) && declared != value.GetType()
            && Objects.Empty(declared) is IDictionary other)
        {
            foreach (DictionaryEntry entry in map)
                other.Add(entry.Key, entry.Value);
            (value, map) = (other, other);
            altered++;
        }
        if (value is IDictionary entries)
        {
            foreach (object key in entries.Keys.Cast<object>().ToList())
                if (AsDeclared(entries[key], ItemOf(value), seen, ref altered) is var changed && changed != entries[key])
                    entries[key] = changed;
        }
        else if (value is IList list)
        {
            for (int i = 0; i < list.Count; i++)
                if (AsDeclared(list[i], ItemOf(value), seen, ref altered) is var changed && changed != list[i])
                    list[i] = changed;
        }
        else if (value is IEnumerable items)
        {
            foreach (object? item in items)
                AsDeclared(item, ItemOf(value), seen, ref altered);
        }
        for (var level = value.GetType(); level is not null && level.Namespace?.StartsWith("System", StringComparison.Ordinal) != true;
            level = level.BaseType)
            foreach (var field in level.GetFields(Own))
                field.SetValue(value, AsDeclared(field.GetValue(value), field.FieldType, seen, ref altered));
        return value;
    }

    /// <summary>
    /// Whether the original takes the name of the declared type for a known type that has it, too: where that is not known it makes of the
    /// document what ours makes of it.
    /// </summary>
    bool IsOfNamesakeOfDeclared(Finding finding)
    {
        if (finding.Step == "write" || finding.Document is not { } document)
            return false;
        string text = Encoding.UTF8.GetString(document);
        var named = TypesOf(finding).Where(t => !t.IsInterface && !t.ContainsGenericParameters)
            .Select(t => (Type: t, Name: NameOf(t))).Where(t => t.Name is not null && text.Contains(t.Name.Name, StringComparison.Ordinal))
            .GroupBy(t => t.Name!).Where(g => g.Count() > 1).SelectMany(g => g.Select(t => t.Type));
        return named.Any(one => Forgetting(finding, one.ToString()) is { Original: { } original } without
            && (Difference(original, finding.Ours!) is not { } difference
                || IsTold(without with { Ours = finding.Ours, Difference = difference, IsOursOfDocument = false })));

        static XmlQualifiedName? NameOf(Type type)
        {
            try
            {
                return new XsdDataContractExporter().GetSchemaTypeName(type);
            }
            catch (InvalidDataContractException)
            {
                return null;
            }
        }
    }

    /// <summary>What a collection holds, or a dictionary as its values.</summary>
    static Type ItemOf(object collection)
    {
        var type = collection.GetType();
        return type.GetElementType()
            ?? type.GetInterfaces().Where(i => i.IsGenericType).OrderBy(i => i.GetGenericArguments().Length).LastOrDefault(i =>
                i.GetGenericTypeDefinition() is var open && (open == typeof(IDictionary<,>) || open == typeof(IEnumerable<>)))
                ?.GetGenericArguments()[^1]
            ?? typeof(object);
    }

    /// <summary>
    /// Whether the original needs the items known of a collection of another class than the declared one: with them among the known types
    /// it writes what ours writes.
    /// </summary>
    bool IsOfItemsOfOtherClass(Finding finding)
    {
        if (finding is not { Step: "write", Difference: "only the original refuses" })
            return false;
        var held = new HashSet<Type>();
        Gather(finding.Value, finding.Type, new HashSet<object>(ReferenceEqualityComparer.Instance), held);
        var (known, original) = (Settings(finding.Options).KnownTypes!.ToList(), finding.Original!);
        for (int i = 0; i < 6 && original.Refusal is { } refusal; i++)
        {
            if (Regex.Match(refusal.Message, @"^Type '(.*)' with data contract name '.* is not expected\. Add any types")
                is not { Success: true } named || Named(finding, named.Groups[1].Value) is not { } missing
                || !held.Contains(missing) || known.Contains(missing))
                return false;
            known.Add(missing);
            var knowing = OriginalKnowing(finding.Options, known);
            original = Outcome.Of(() => OriginalWrite(finding.Value, finding.Type, knowing));
            if (Difference(original, finding.Ours!) is not { } difference)
                return true;
            if (original.Refusal is null)
                return IsTold(finding with { Original = original, Options = knowing, Difference = difference, IsOursOfDocument = false });
        }
        return false;
    }

    /// <summary>The types of items in collections of another class than the declared one, in whatever those hold, too.</summary>
    static void Gather(object? value, Type declared, HashSet<object> seen, HashSet<Type> held)
    {
        if (value is null or string or ArraySegment<int> || value.GetType() is { IsPrimitive: true } or { IsEnum: true }
            || (!value.GetType().IsValueType && !seen.Add(value)))
            return;
        if (value is IEnumerable items)
        {
            if (!declared.IsInterface && declared != typeof(object) && declared != value.GetType())
                held.UnionWith([ItemOf(value), .. items.Cast<object?>().Select(i => i?.GetType()).OfType<Type>()]);
            foreach (object? item in value is IDictionary map ? map.Values : items)
                Gather(item, held.Contains(ItemOf(value)) ? typeof(Type) : ItemOf(value), seen, held);
        }
        for (var level = value.GetType(); level is not null && level.Namespace?.StartsWith("System", StringComparison.Ordinal) != true;
            level = level.BaseType)
            foreach (var field in level.GetFields(Own))
                Gather(field.GetValue(value), field.FieldType, seen, held);
    }
}
