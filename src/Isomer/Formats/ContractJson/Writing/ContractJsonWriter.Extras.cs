using System.Runtime.CompilerServices;
using System.Text;
using Isomer.Conventions;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Unknown members that an object kept when it was read, from JSON or XML: written back at their places.</summary>
internal sealed partial class ContractJsonWriter
{
    // The object that was announced last, and what the open objects keep that can, with how much of it is written.
    object? _object;
    Stack<(ContractExtras? Extras, int Next)>? _extras;

    public override bool Reference(object value)
    {
        _object = value;
        return false;
    }

    void OpenExtras()
    {
        (_extras ??= new()).Push((_profile.Options.IgnoreExtensionDataObject ? null : ContractExtras.Of(_object), 0));
        _object = null;
    }

    void CloseExtras()
    {
        WriteExtras(int.MaxValue);
        _extras!.Pop();
    }

    /// <summary>Those that stood between the member that was written last and this one.</summary>
    void WriteExtras(int before)
    {
        var (extras, next) = _extras!.Peek();
        if (extras is null || next >= extras.Elements.Count || extras.Elements[next].After >= before)
            return;
        while (next < extras.Elements.Count && extras.Elements[next].After < before)
            WriteNamed(extras.Elements[next++]);
        _extras.Pop();
        _extras.Push((extras, next));
    }

    void WriteNamed(ContractExtra extra)
    {
        if (extra.Form == ContractExtraForm.Run)
            throw new NotSupportedException(
                $"An unknown element that an object kept has text beside elements, which JSON has no place for. Set {nameof(ContractJsonOptions.IgnoreExtensionDataObject)} to leave it out.");
        if (extra.Namespace.Length > 0)
            throw new NotSupportedException(
                $"The unknown element '{extra.Name}' that an object kept is of the namespace '{extra.Namespace}', which JSON has no place for. Set {nameof(ContractJsonOptions.IgnoreExtensionDataObject)} to leave it out.");
        ref byte to = ref _out.Reserve(Room);
        if (Unsafe.Subtract(ref to, 1) != (byte)'{')
            _out.Put((byte)',');
        WriteText(extra.Form == ContractExtraForm.Element ? System.Xml.XmlConvert.DecodeName(extra.Name) : extra.Name);
        _out.Put((byte)':');
        WriteExtra(extra);
        _out.Reserve(Room);
    }

    void WriteExtra(ContractExtra extra)
    {
        if (extra.Target is ContractExtraIdentity { Element: { } element })
        {
            WriteExtra(element);
            return;
        }
        if (extra.Target is { } target)
        {
            _out.Reserve(Room);
            Dynamic(target, _profile.Convention.ModelOf(typeof(object)));
            return;
        }
        switch (extra.Form)
        {
            case ContractExtraForm.Null:
            case ContractExtraForm.Element
                // Within a node of XML it may say so and hold something.
                when extra is { Text: null or "", Elements: null }
                    && extra.Attributes.Exists(a => a is { Name: "nil", Namespace: XmlNamespaces.SchemaInstanceUri, Value: "true" or "1" }):
                _out.Write("null"u8);
                break;
            case ContractExtraForm.Bare:
                if (extra.Text is "INF" or "-INF" or "NaN")
                    CheckLenient(extra.Text);
                _out.Write(Encoding.UTF8.GetBytes(extra.Text!));
                break;
            case ContractExtraForm.Array:
                Enter();
                _out.Put((byte)'[');
                for (int i = 0; i < extra.Elements!.Count; i++)
                {
                    if (i > 0)
                        _out.Put((byte)',');
                    WriteExtra(extra.Elements[i]);
                }
                _out.Put((byte)']');
                _depth--;
                break;
            case ContractExtraForm.String or ContractExtraForm.Element when extra.Elements is null:
                WriteText(extra.Text ?? "");
                break;
            default:
                Enter();
                _out.Reserve(Room);
                _out.Put((byte)'{');
                foreach (var type in extra.Attributes)
                    if (type.TypeNamespace is { } ns)
                        WriteTypeName(type.Value, ns);
                foreach (var member in extra.Elements!)
                    WriteNamed(member);
                _out.Put((byte)'}');
                _depth--;
                break;
        }
    }

    void WriteTypeName(string name, string ns)
    {
        _out.Write("\"__type\":"u8);
        string shown = ns.StartsWith(ContractInfo.Defaults, StringComparison.Ordinal) ? "#" + ns[ContractInfo.Defaults.Length..] : ns;
        WriteText(ns.Length == 0 ? name : $"{name}:{shown}");
    }
}
