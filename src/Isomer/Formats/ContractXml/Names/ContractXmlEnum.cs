using System.Text;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>The names of an enum's values as XML text; flags as a list with spaces between.</summary>
internal sealed class ContractXmlEnum
{
    static readonly int Slot = ModelSlot.Next();

    readonly EnumModel _model;
    readonly Dictionary<long, byte[]> _texts = [];
    readonly bool _isUnsigned;

    ContractXmlEnum(EnumModel model)
    {
        if (model.Convention is DataContractConvention convention)
            ContractChecks.CheckEnumNames(model.Type, convention);
        _model = model;
        _isUnsigned = model.Underlying is Scalar.UInt64;
        foreach (var (name, value) in model.Named)
            _texts.TryAdd(value, Escape(name));
    }

    public static ContractXmlEnum Of(EnumModel model) =>
        (ContractXmlEnum?)model.GetSlot(Slot) ?? model.SetSlot(Slot, new ContractXmlEnum(model));

    /// <summary>The name of the value, or the names of its flags in declared order; nothing for no flags.</summary>
    public ReadOnlySpan<byte> TextOf(long value) => _texts.TryGetValue(value, out byte[]? text) ? text : TextOfFlags(value);

    /// <summary>The names of a value's flags in declared order, nothing between.</summary>
    public string[] NamesOf(long value)
    {
        if (_texts.ContainsKey(value))
            foreach (var (name, named) in _model.Named)
                if (named == value)
                    return name.Length == 0 ? [] : [name];
        return [.. FlagsOf(value)];
    }

    byte[] TextOfFlags(long value) => Escape(string.Join(' ', FlagsOf(value)));

    List<string> FlagsOf(long value)
    {
        var names = new List<string>();
        long left = value;
        foreach (var (name, flag) in _model.IsFlags ? _model.Named : [])
        {
            if (flag == 0 || (left & flag) != flag)
                continue;
            left &= ~flag;
            names.Add(name);
        }
        return left == 0 && _model.IsFlags ? names : throw new NotSupportedException(
            $"{(_isUnsigned ? ((ulong)value).ToString(System.Globalization.CultureInfo.InvariantCulture) : value.ToString(System.Globalization.CultureInfo.InvariantCulture))} is no value of '{_model.Type}' that has a name. Declare it{(_model.IsFlags ? "" : ", or mark the enum [Flags] if values combine")}.");
    }

    /// <summary>The value of a text; spaces may stand between flags only.</summary>
    public bool TryParse(ReadOnlySpan<byte> text, out long value)
    {
        if (text.IndexOf((byte)' ') < 0 && _model.Named.Length <= 32)
        {
            foreach (var (known, name) in _texts)
            {
                value = known;
                if (text.SequenceEqual(name))
                    return true;
            }
        }
        return TryParse(Encoding.UTF8.GetString(text), out value);
    }

    bool TryParse(string text, out long value)
    {
        if (!_model.IsFlags)
            return _model.TryParse(text, false, out value);
        value = 0;
        foreach (string name in text.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            if (!_model.TryParse(name, false, out long flag))
                return false;
            value |= flag;
        }
        return true;
    }

    static byte[] Escape(string name)
    {
        byte[] text = new byte[Wire.Xml.XmlEscape.MaxLength(name.Length)];
        return text[..(name.Length == 0 ? 0 : Wire.Xml.XmlEscape.Write(ref text[0], name, Wire.Xml.XmlEscaping.ContractText))];
    }
}
