using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;
using System.Xml;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// The element names of one type, ready to be copied and compared: of an object the members', of a collection the items',
/// of a map those of entry, key and value. Each as <c>&lt;/Name&gt;</c> in a record of a fixed stride, of which an opening tag
/// is a part, so that it can be moved 32 bytes at a time whatever its length.
/// </summary>
internal sealed class ContractXmlTable : MemberTable
{
    /// <summary>Where in a record the name begins: behind its length (four bytes) and the two bytes of an end tag.</summary>
    public const int Name = 6;

    /// <summary>Strides are multiples of 32: two to this power.</summary>
    const int StrideUnit = 5;

    /// <summary>Names of binary XML of so many characters are written in pieces.</summary>
    const int ShortName = 42;

    // The records of maps.
    public const int Entry = 0;
    public const int Key = 1;
    public const int Value = 2;

    readonly bool[] _omits;
    readonly int[]? _refused;
    readonly int[]? _filled;
    ConditionalWeakTable<XmlBinaryNames, int[]>? _keys;
    (XmlDictionaryString, XmlDictionaryString)[]? _texts;

    /// <summary>Of a root: its name and namespace as strings of a caller's dictionary, where the caller gave such.</summary>
    public (XmlDictionaryString Name, XmlDictionaryString Namespace)? Given { get; init; }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    public ContractXmlTable(TypeModel model) : base(model)
    {
        Info = ContractInfo.Of(model.Type);
        Namespace = XmlNamespaces.Number(Info.Kind == ContractKind.Any ? "" : Info.Namespace);
        Scope = ContractScope.Of(Info);
        var names = new List<string>();
        var namespaces = new List<int>();
        var declared = new List<int>();
        _omits = [];
        switch (model)
        {
            case ObjectModel o:
                IsCarrier = FieldMembers.IsCarrier(o.Type);
                IsEntries = IsCarrier && FieldMembers.AreEntries(o.Type);
                _omits = new bool[o.Members.Length];
                for (int i = 0; i < _omits.Length; i++)
                {
                    var member = o.Members[i];
                    var level = ContractInfo.Of(member.Member.DeclaringType!);
                    names.Add(ContractNames.Encode(member.Name));
                    namespaces.Add(XmlNamespaces.Number(level.Namespace));
                    declared.Add(IsEntries ? -1
                        : member.Details is FieldCacheAttribute cache ? XmlNamespaces.Number(ContractInfo.Defaults + cache.Namespace)
                        : NamespaceToDeclare(member.Type, level.Namespace, model.Convention));
                    _omits[i] = member.Omit == Omit.WhenDefault;
                    MayOmit |= _omits[i];
                    HasQNames |= member.Type == typeof(XmlQualifiedName);
                    if (ContractRefusedException.WhyNotEvenNull(member.Model) is not null)
                        _refused = [.. _refused ?? [], i];
                    ChecksOmitted |= _omits[i] && member.IsRequired;
                    if (member.Model is CollectionModel && Merging.IsFilled(member))
                        _filled = [.. _filled ?? [], i];
                }
                KeepsExtensions = typeof(System.Runtime.Serialization.IExtensibleDataObject).IsAssignableFrom(model.Type);
                break;
            case SequenceModel s:
                names.Add(Info.ItemName);
                namespaces.Add(Namespace);
                declared.Add(-1);
                ItemRefusal = ContractRefusedException.WhyNotEvenNull(s.Element);
                HasQNames = s.Shown is DynamicModel shown && shown.Type == typeof(XmlQualifiedName);
                Content = NamespaceToDeclare(s.ElementType, Info.Namespace, model.Convention);
                IsStrict = (model.Type.IsArray || model.Type.IsInterface)
                    && s.Element is ScalarModel
                    {
                        Scalar: Scalar.Boolean or Scalar.Int32 or Scalar.Int64 or Scalar.Single or Scalar.Double
                        or Scalar.Decimal or Scalar.DateTime
                    };
                IsPacked = IsStrict && model.Type.IsArray;
                TellsSize = typeof(System.Collections.ICollection).IsAssignableFrom(model.Type)
                    || typeof(ICollection<>).MakeGenericType(s.ElementType).IsAssignableFrom(model.Type);
                break;
            case MapModel m:
                HasQNames = (m.Key is DynamicModel && m.KeyType == typeof(XmlQualifiedName))
                    || (m.Value is DynamicModel && m.ValueType == typeof(XmlQualifiedName));
                ItemRefusal = ContractRefusedException.WhyNotEvenNull(m.Key) ?? ContractRefusedException.WhyNotEvenNull(m.Value);
                names.AddRange([Info.ItemName, Info.KeyName, Info.ValueName]);
                namespaces.AddRange([Namespace, Namespace, Namespace]);
                declared.AddRange(
                    [-1, NamespaceToDeclare(m.KeyType, Info.Namespace, model.Convention),
                        NamespaceToDeclare(m.ValueType, Info.Namespace, model.Convention)]);
                break;
        }
        Count = names.Count;
        Namespaces = [.. namespaces];
        Declared = [.. declared];
        (Records, Stride) = Encode(names);
        IsUniform = !KeepsExtensions && !IsEntries && namespaces.TrueForAll(n => n == Namespace) && declared.TrueForAll(d => d < 0)
            && !HasQNames && !ChecksOmitted && _refused is null;
    }

    /// <summary>One name, such as a root element's.</summary>
    public ContractXmlTable(string name) : this([name], XmlNamespaces.None, ScalarOf(typeof(string)))
    {
    }

    ContractXmlTable(string[] names, int ns, TypeModel model) : base(model)
    {
        Info = ContractInfo.Of(model.Type);
        Namespace = ns;
        _omits = [];
        Count = names.Length;
        Namespaces = new int[Count];
        Declared = new int[Count];
        Array.Fill(Namespaces, ns);
        Array.Fill(Declared, -1);
        (Records, Stride) = Encode(names);
    }

    /// <summary>No name at all.</summary>
    public static ContractXmlTable Nameless { get; } = new("");

    /// <summary>A DateTimeOffset's two members.</summary>
    public static ContractXmlTable OfDateTimeOffset { get; } =
        new(["DateTime", "OffsetMinutes"], XmlNamespaces.Number(ContractInfo.Of(typeof(DateTimeOffset)).Namespace),
            ScalarOf(typeof(DateTimeOffset)));

    static TypeModel ScalarOf(Type type) => Convention.DataContract.ModelOf(type);

    public ContractInfo Info { get; }

    /// <summary>How many names there are.</summary>
    public int Count { get; }

    /// <summary>Bytes from one record to the next.</summary>
    public int Stride { get; }

    public byte[] Records { get; }

    /// <summary>The number of the contract's namespace.</summary>
    public int Namespace { get; }

    /// <summary>The number of each name's namespace: that of the class that declares the member.</summary>
    public int[] Namespaces { get; }

    /// <summary>The number of the namespace that the element declares for what is in it, or -1.</summary>
    public int[] Declared { get; }

    /// <summary>The number of the namespace that a collection declares for what is in its items, or -1.</summary>
    public int Content { get; } = -1;

    /// <summary>What the type's attributes make known while an object of it is open; null for nothing.</summary>
    public ContractScope? Scope { get; }

    /// <summary>Whether no name needs more than being copied, where the contract's namespace is the default one.</summary>
    public bool IsUniform { get; }

    /// <summary>Whether every name is ASCII and so short that binary XML writes it in one piece.</summary>
    public bool IsShort { get; private set; }

    /// <summary>Whether a member is an XmlQualifiedName, whose element has a prefix of its own.</summary>
    public bool HasQNames { get; }

    /// <summary>Whether a member is required and yet left out at its default, which is an error.</summary>
    public bool ChecksOmitted { get; }

    /// <summary>
    /// Whether other elements among the items are refused: in arrays, and interfaces that arrays are made for, that the original reads
    /// whole.
    /// </summary>
    public bool IsStrict { get; }

    /// <summary>Whether binary XML has it as one record: an array of numbers that the original writes whole.</summary>
    public bool IsPacked { get; }

    /// <summary>Whether a sequence that is numbered tells its size too: one that counts its items.</summary>
    public bool TellsSize { get; }

    /// <summary>Whether objects keep unknown elements.</summary>
    public bool KeepsExtensions { get; }

    /// <summary>
    /// Whether the members are the fields or entries of a framework's class: they come in any order, and are told by their names alone.
    /// </summary>
    public bool IsCarrier { get; }

    /// <summary>Whether they are entries: each has an identity and says its type.</summary>
    public bool IsEntries { get; }

    /// <summary>Whether any member is a collection that takes its items in its place.</summary>
    public bool HasFilled => _filled is not null;

    public bool IsFilled(int index) => Array.IndexOf(_filled!, index) >= 0;

    /// <summary>Why no item of a collection can be written, not even null; null if items can.</summary>
    public string? ItemRefusal { get; }

    /// <summary>Throws for a member of a type that is no contract: the original does not write null there either.</summary>
    public void CheckMember(int index)
    {
        if (_refused is not null && Array.IndexOf(_refused, index) >= 0)
            throw new ContractRefusedException(
                $"Member '{((ObjectModel)Model).Members[index]}': {ContractRefusedException.WhyNotEvenNull(((ObjectModel)Model).Members[index].Model)}");
    }

    public override bool OmitsDefault(int index) => _omits[index];

    (byte[] Records, int Stride) Encode(IReadOnlyList<string> names)
    {
        int longest = 0;
        byte[][] encoded = new byte[names.Count][];
        for (int i = 0; i < encoded.Length; i++)
        {
            encoded[i] = Encoding.UTF8.GetBytes(names[i]);
            longest = Math.Max(longest, encoded[i].Length);
        }
        IsShort = longest < ShortName && names.All(static n => Ascii.IsValid(n));
        int stride = (longest + Name + 1 + 63) >> StrideUnit << StrideUnit;
        // Room for a whole vector behind the last name.
        byte[] records = new byte[(encoded.Length * stride) + 64];
        for (int i = 0; i < encoded.Length; i++)
        {
            var record = records.AsSpan(i * stride);
            MemoryMarshal.Write(record, encoded[i].Length);
            "</"u8.CopyTo(record[4..]);
            encoded[i].CopyTo(record[Name..]);
            record[Name + encoded[i].Length] = (byte)'>';
        }
        return (records, stride);
    }

    /// <summary>A name as it is in a tag.</summary>
    public ReadOnlySpan<byte> NameOf(int index) =>
        Records.AsSpan((index * Stride) + Name, MemoryMarshal.Read<int>(Records.AsSpan(index * Stride)));

    /// <summary>The field of a carrier that has this name here or in another runtime; -1 for none.</summary>
    public int FieldOf(ReadOnlySpan<byte> name)
    {
        for (int i = 0; i < Count; i++)
        {
            if (NameOf(i).SequenceEqual(name))
                return i;
            foreach (string alias in ((ObjectModel)Model).Members[i].Aliases)
                if (Ascii.Equals(name, alias))
                    return i;
        }
        return -1;
    }

    /// <summary>The record of a name.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte RecordOf(int index) => ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(Records), index * Stride);

    /// <summary>The name of the record that begins here.</summary>
    public ReadOnlySpan<byte> NameAt(int record) => Records.AsSpan(record + Name, MemoryMarshal.Read<int>(Records.AsSpan(record)));

    /// <summary>A record's name and namespace as strings of a dictionary, for the framework's writers and readers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref readonly (XmlDictionaryString Name, XmlDictionaryString Namespace) TextsAt(int record) =>
        ref (_texts ?? MakeTexts())[record >> StrideUnit];

    /// <summary>One entry for each 32 bytes of records, so that there is nothing to divide.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    (XmlDictionaryString, XmlDictionaryString)[] MakeTexts()
    {
        var dictionary = new XmlDictionary(Count);
        var texts = new (XmlDictionaryString, XmlDictionaryString)[(Count * Stride) >> StrideUnit];
        for (int i = 0; i < Count; i++)
            texts[(i * Stride) >> StrideUnit] = (dictionary.Add(Encoding.UTF8.GetString(NameOf(i))),
                XmlNamespaces.DictionaryText(Namespaces[i]));
        Volatile.Write(ref _texts, texts);
        return texts;
    }

    /// <summary>
    /// The names' keys in a dictionary or session; <see cref="NotAsked"/> for those that were not asked for yet: a session counts in the
    /// order of asking.
    /// </summary>
    public int[] KeysIn(XmlBinaryNames names) => (_keys ??= []).GetValue(names, _ =>
    {
        int[] keys = new int[Count];
        Array.Fill(keys, NotAsked);
        return keys;
    });

    public const int NotAsked = -2;

    /// <summary>Copies at least this many bytes, 32 at a time.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Copy(ref byte from, ref byte to, int length)
    {
        Vector256.LoadUnsafe(ref from).StoreUnsafe(ref to);
        for (int i = 32; i < length; i += 32)
            Vector256.LoadUnsafe(ref from, (nuint)i).StoreUnsafe(ref to, (nuint)i);
    }

    /// <summary>The length of the name in a record.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int LengthAt(ref byte record) => Unsafe.ReadUnaligned<int>(ref record);

    /// <summary>
    /// The namespace that a member's or item's element declares because of its declared type, whether or not it is needed: that
    /// of the type's contract, unless it is the enclosing one, or the type has no elements of a namespace.
    /// </summary>
    static int NamespaceToDeclare(Type type, string enclosing, Convention? convention = null)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        var info = ContractInfo.Of(type);
        // Of what a surrogate carries too it is the type's own, which need be no contract.
        bool declares = (info.Kind is ContractKind.Class or ContractKind.Collection or ContractKind.Map or ContractKind.Entries
            || (info.Kind == ContractKind.Refused && convention?.ModelOf(type) is SurrogateModel { Surrogate: not IFieldsSurrogate }))
            && type != typeof(DBNull) && type != typeof(Array) && info.Namespace.Length > 0 && info.Namespace != enclosing;
        return declares ? XmlNamespaces.Number(info.Namespace) : -1;
    }
}
