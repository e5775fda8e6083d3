using System.Collections.Immutable;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>What the format needs of a type's data contract: its name as <c>__type</c> has it, and whom it makes known.</summary>
internal sealed class ContractJsonContract
{
    static readonly int Slot = ModelSlot.Next();

    ContractJsonContract(TypeModel model)
    {
        Model = model;
        Info = ContractInfo.Of(model.Type);
        if (Info.IsReference)
            throw new NotSupportedException(
                $"'{model.Type}' is written by reference ([DataContract(IsReference = true)]), which JSON contracts cannot. ContractXml can.");
        ItemRefusal = model is CollectionModel collection
            ? collection.Parts.Select(ContractRefusedException.WhyNotEvenNull).FirstOrDefault(static why => why is not null)
            : null;
        TypeName = NameOf(Info.Name, Info.Namespace);
        byte[] escaped = new byte[Utf8Strings.MaxLength(TypeName.Length)];
        int length = Utf8Strings.Write(ref escaped[0], TypeName, EscapeMode.Contract);
        Metadata = [.. "\"__type\":\""u8, .. escaped.AsSpan(0, length), (byte)'"'];
    }

    public TypeModel Model { get; }

    public ContractInfo Info { get; }

    /// <summary>Why no item can be written, not even null; null if items can.</summary>
    public string? ItemRefusal { get; }

    /// <summary>Name:namespace, with the usual beginning of namespaces as #.</summary>
    public string TypeName { get; }

    /// <summary><c>"__type":"Name:#Namespace"</c></summary>
    public byte[] Metadata { get; }

    public ImmutableArray<Type> KnownTypes => Info.KnownTypes;

    public static ContractJsonContract Of(TypeModel model) =>
        (ContractJsonContract?)model.GetSlot(Slot) ?? model.SetSlot(Slot, new ContractJsonContract(model));

    public static string NameOf(string name, string ns) =>
        ns.Length == 0 ? name
        : ns.StartsWith(ContractInfo.Defaults, StringComparison.Ordinal) ? $"{name}:#{ns[ContractInfo.Defaults.Length..]}"
        : $"{name}:{ns}";

    /// <summary>Whether a name in the input means this contract: abbreviated or whole.</summary>
    public bool IsNamed(string typeName) =>
        typeName == TypeName
            || (Info.Namespace.StartsWith(ContractInfo.Defaults, StringComparison.Ordinal)
                && typeName == $"{TypeName[..TypeName.LastIndexOf(":#", StringComparison.Ordinal)]}:{Info.Namespace}");
}
