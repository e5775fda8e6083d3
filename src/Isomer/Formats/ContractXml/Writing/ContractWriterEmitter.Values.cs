using System.Xml;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Values by the calls that the original makes: what has a record of its own typed, the others as text.</summary>
internal ref partial struct ContractWriterEmitter
{
    public void Boolean(bool value, in ContractTag tag)
    {
        _writer.WriteValue(value);
        End();
    }

    public void Int32(int value, in ContractTag tag)
    {
        _writer.WriteValue(value);
        End();
    }

    public void UInt32(uint value, in ContractTag tag) => Int64(value, in tag);

    public void Int64(long value, in ContractTag tag)
    {
        _writer.WriteValue(value);
        End();
    }

    public void UInt64(ulong value, in ContractTag tag) => Raw(XmlConvert.ToString(value));

    void Raw(string text)
    {
        _writer.WriteRaw(text);
        End();
    }

    public void Single(float value, in ContractTag tag)
    {
        _writer.WriteValue(value);
        End();
    }

    public void Double(double value, in ContractTag tag)
    {
        _writer.WriteValue(value);
        End();
    }

    public void Decimal(decimal value, in ContractTag tag)
    {
        _writer.WriteValue(value);
        End();
    }

    public void DateTime(DateTime value, in ContractTag tag)
    {
        _writer.WriteValue(value);
        End();
    }

    public void DateOnly(DateOnly value, in ContractTag tag) =>
        Text(value.ToString("yyyy-MM-dd", System.Globalization.CultureInfo.InvariantCulture), in tag);

    public void TimeOnly(TimeOnly value, in ContractTag tag)
    {
        Span<byte> text = stackalloc byte[64];
        Text(System.Text.Encoding.ASCII.GetString(text[..XmlDates.WriteTimeOnly(ref text[0], value)]), in tag);
    }

    public void TimeSpan(TimeSpan value, in ContractTag tag) => Raw(XmlConvert.ToString(value));

    public void Guid(Guid value, in ContractTag tag) => Raw(value.ToString());

    public void Text(string value, in ContractTag tag)
    {
        _writer.WriteString(value);
        End();
    }

    public void Run(string value) => _writer.WriteString(value);

    public void LastRun(string value, in ContractTag tag) => Text(value, in tag);

    public void Base64(byte[] value, in ContractTag tag)
    {
        _writer.WriteBase64(value, 0, value.Length);
        End();
    }

    /// <summary>Flags: a text for each name and each space between.</summary>
    public void Enum(ContractXmlEnum names, long value, in ContractTag tag)
    {
        var pieces = names.NamesOf(value);
        for (int i = 0; i < pieces.Length; i++)
        {
            if (i > 0)
                _writer.WriteString(" ");
            _writer.WriteString(pieces[i]);
        }
        End();
    }

    public void QName(ReadOnlySpan<byte> prefix, string name, string ns, in ContractTag tag)
    {
        _writer.WriteQualifiedName(name, ns);
        End();
    }

    public void StartArray(in ContractTag tag, int ns) =>
        (_itemName, _itemNamespace) = (tag.Names.TextsAt(tag.Record).Name, XmlNamespaces.DictionaryText(ns));

    /// <summary>It wants an array, so this is a copy.</summary>
    public readonly void Array<T>(ReadOnlySpan<T> items) where T : unmanaged
    {
        switch ((object)items.ToArray())
        {
            case bool[] booleans:
                _writer.WriteArray(null, _itemName!, _itemNamespace!, booleans, 0, booleans.Length);
                break;
            case int[] numbers:
                _writer.WriteArray(null, _itemName!, _itemNamespace!, numbers, 0, numbers.Length);
                break;
            case long[] numbers:
                _writer.WriteArray(null, _itemName!, _itemNamespace!, numbers, 0, numbers.Length);
                break;
            case float[] numbers:
                _writer.WriteArray(null, _itemName!, _itemNamespace!, numbers, 0, numbers.Length);
                break;
            case double[] numbers:
                _writer.WriteArray(null, _itemName!, _itemNamespace!, numbers, 0, numbers.Length);
                break;
            case decimal[] numbers:
                _writer.WriteArray(null, _itemName!, _itemNamespace!, numbers, 0, numbers.Length);
                break;
            case DateTime[] dates:
                _writer.WriteArray(null, _itemName!, _itemNamespace!, dates, 0, dates.Length);
                break;
            default:
                throw new NotSupportedException(typeof(T).ToString());
        }
    }
}
