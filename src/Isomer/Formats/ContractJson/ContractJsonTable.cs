using System.Runtime.Serialization;
using System.Xml;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>The member names of one type, and which are left out at their default ([DataMember(EmitDefaultValue = false)]).</summary>
internal sealed class ContractJsonTable : MemberTable
{
    static readonly int Slot = ModelSlot.Next();

    readonly (int Member, string Why)[]? _refusals;
    readonly Dictionary<string, int> _indexes = new(StringComparer.Ordinal);

    ContractJsonTable(ObjectModel model) : base(model)
    {
        var members = model.Members;
        string[] names = new string[members.Length];
        for (int i = 0; i < names.Length; i++)
        {
            names[i] = NameOf(members[i].Name);
            MayOmit |= members[i].Omit == Omit.WhenDefault;
            ChecksOmitted |= members[i].Omit == Omit.WhenDefault && members[i].IsRequired;
            if (!_indexes.TryAdd(names[i], i))
                throw new NotSupportedException(
                    $"Members '{members[_indexes[names[i]]]}' and '{members[i]}' have the same name '{names[i]}' in JSON. Give one another with [DataMember(Name = ...)].");
        }
        Names = new NameRecords(names, EscapeMode.Contract);
        Members = members.AsSpan().ToArray();
        Contract = ContractJsonContract.Of(model);
        for (int i = 0; i < members.Length; i++)
            if (ContractRefusedException.WhyNotEvenNull(members[i].Model) is { } why)
                _refusals = [.. _refusals ?? [], (i, $"Member '{members[i]}': {why}")];
        ChecksMembers = ChecksOmitted || _refusals is not null;
        KeepsExtensions = typeof(IExtensibleDataObject).IsAssignableFrom(model.Type) && !model.Type.IsValueType;
    }

    /// <summary>The contract's name without its escapes for XML: a name that looks like one is taken for it, as in the original.</summary>
    public static string NameOf(string name) => XmlReader.IsName(name) && !name.Contains(':') ? XmlConvert.DecodeName(name) : name;

    public NameRecords Names { get; }

    public MemberModel[] Members { get; }

    /// <summary>Whether a member must be written and yet is left out at its default: then its default is an error.</summary>
    public bool ChecksOmitted { get; }

    /// <summary>Whether something is to be done of each member that is written.</summary>
    public bool ChecksMembers { get; }

    /// <summary>Throws for a member of a type that is no contract: the original does not write null there either.</summary>
    public void CheckMember(int index)
    {
        foreach (var (member, why) in _refusals ?? [])
            if (member == index)
                throw new ContractRefusedException(why);
    }

    public ContractJsonContract Contract { get; }

    /// <summary>Whether objects keep unknown members.</summary>
    public bool KeepsExtensions { get; }

    public static ContractJsonTable Of(TypeModel model) =>
        (ContractJsonTable?)model.GetSlot(Slot) ?? model.SetSlot(Slot, new ContractJsonTable((ObjectModel)model));

    public override bool OmitsDefault(int index) => Members[index].Omit == Omit.WhenDefault;

    /// <summary>The index of the member of this name, or -1. Names are case-sensitive.</summary>
    public int Find(ReadOnlySpan<byte> name) => NameRecords.Find(_indexes, name);
}
