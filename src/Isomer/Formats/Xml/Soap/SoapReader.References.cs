using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Formats;

// What stands behind the root, and what is put in when all has been read.
internal sealed partial class SoapReader
{
    // So many items may be copied into collections whatever the input, and so many for each of its elements. An array that many members
    // point to is one, but a collection is filled for each of them: without a bound the work would be the product.
    const long FreeCopies = 1 << 17;
    const long CopiesOfElement = 16;

    readonly Dictionary<string, object> _targets = [];
    readonly List<Fixup> _fixups = [];
    readonly List<CollectionFixup> _collections = [];
    // Only where somebody listens.
    readonly List<object>? _withoutIds = events.OnUnreferencedObject is null ? null : [];
    readonly HashSet<object>? _referenced = events.OnUnreferencedObject is null ? null : new(Sameness.Instance);

    abstract class Fixup
    {
        public abstract void Run();
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class MemberFixup(SoapReader owner, Target target, IReadOnlyList<SoapMember> members) : Fixup
    {
        readonly List<(int Index, string Href)> _hrefs = [];

        public void Add(int index, string href) => _hrefs.Add((index, href));

        public override void Run()
        {
            // The last that was said of a member counts, in the order of the members.
            foreach (var (index, href) in _hrefs.GroupBy(h => h.Index).Select(g => g.Last()).OrderBy(h => h.Index))
                owner.Assign(target, members, index, owner.TargetOf(href));
        }
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class ArrayFixup(SoapReader owner, Array array, List<(int Index, string Href)> hrefs) : Fixup
    {
        public override void Run()
        {
            foreach (var (index, href) in hrefs)
                Put(array, index, owner.TargetOf(href));
        }
    }

    sealed record CollectionFixup(object Collection, object Items);

    void ReadBehind()
    {
        reader.MoveToContent();
        while (reader.NodeType is not (XmlNodeType.EndElement or XmlNodeType.None))
        {
            ReadReferring(null, null, elementIsType: true, out _);
            reader.MoveToContent();
        }
        foreach (var fixup in _fixups)
            fixup.Run();
        long copies = 0;
        foreach (var (collection, items) in _collections)
        {
            copies += items is ICollection counted ? counted.Count : 0;
            if (copies > FreeCopies + (CopiesOfElement * reader.Elements))
                throw new WireFormatException("Too many collections point to the same items: each would hold copies of all of them.");
            Fill(collection, items);
        }
        TellUnreferenced();
    }

    static void Fill(object collection, object items)
    {
        if (items is not IEnumerable sequence || items is string)
            throw new WireFormatException(
                $"A collection of type '{collection.GetType()}' cannot be filled from a value of type '{items.GetType()}'.");
        if (collection is IList list)
        {
            foreach (object? item in sequence)
                list.Add(item);
            return;
        }
        var add = collection.GetType().GetMethods(BindingFlags.Public | BindingFlags.Instance)
            .FirstOrDefault(m => m.Name == "Add" && m.GetParameters().Length == 1)
            ?? throw new WireFormatException($"'{collection.GetType()}' has no method Add.");
        foreach (object? item in sequence)
            add.Invoke(collection, BindingFlags.DoNotWrapExceptions, null, [item], null);
    }

    void AddTarget(string? id, object? value)
    {
        if (value is null)
            return;
        if (id is null)
            _withoutIds?.Add(value);
        else
            _targets.TryAdd(id, value);
    }

    object TargetOf(string id)
    {
        if (!_targets.TryGetValue(id, out object? target))
            throw new WireFormatException($"No element has the id '{Short(id)}' that is referred to.");
        Referenced(target);
        return target;
    }

    void Referenced(object? value)
    {
        if (value is not null)
            _referenced?.Add(value);
    }

    void TellUnreferenced()
    {
        if (events.OnUnreferencedObject is not { } handler)
            return;
        foreach (var (id, target) in _targets)
            if (!_referenced!.Contains(target))
                handler(sender, new UnreferencedObjectEventArgs(target, id));
        foreach (object target in _withoutIds!)
            if (!_referenced!.Contains(target))
                handler(sender, new UnreferencedObjectEventArgs(target, null));
    }

    /// <summary>As the original, objects that are equal are one. Numbers get hashes that input cannot choose.</summary>
    sealed class Sameness : IEqualityComparer<object>
    {
        public static Sameness Instance { get; } = new();

        public new bool Equals(object? x, object? y) => object.Equals(x, y);

        public int GetHashCode(object value) => value switch
        {
            int or short or sbyte or byte or ushort or uint or bool or char or string or float => HashCode.Combine(value),
            long number => HashCode.Combine((int)number, (int)(number >> 32)),
            ulong number => HashCode.Combine((uint)number, (uint)(number >> 32)),
            double number =>
                number == 0 || double.IsNaN(number) ? HashCode.Combine(number) : Halves(BitConverter.DoubleToInt64Bits(number)),
            DateTime time => Halves(time.Ticks),
            TimeSpan span => Halves(span.Ticks),
            DateTimeOffset time => Halves(time.UtcTicks),
            // Equal ones may differ in their bits.
            decimal number => HashCode.Combine(number.ToString("G29", System.Globalization.CultureInfo.InvariantCulture)),
            Guid id => HashCode.Combine(id.ToString()),
            _ => value.GetHashCode(),
        };

        static int Halves(long number) => HashCode.Combine((int)number, (int)(number >> 32));
    }
}
