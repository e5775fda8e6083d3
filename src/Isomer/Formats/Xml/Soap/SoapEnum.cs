using System.Globalization;

namespace Isomer.Formats;

/// <summary>The names of an enum's values, as [SoapEnum] says.</summary>
internal sealed class SoapEnum
{
    readonly Type _type;
    readonly bool _isFlags;
    readonly string[] _names;
    readonly long[] _values;
    readonly Dictionary<string, int> _byName = [];
    readonly object[] _boxed;

    public SoapEnum(Type type, bool isFlags, IReadOnlyList<(string XmlName, string Name, long Value)> constants)
    {
        _type = type;
        _isFlags = isFlags;
        _names = [.. constants.Select(c => c.XmlName)];
        _values = [.. constants.Select(c => c.Value)];
        _boxed = [.. constants.Select(c => Enum.Parse(type, c.Name))];
        for (int i = 0; i < _names.Length; i++)
            _byName.TryAdd(_names[i], i);
    }

    public string TextOf(object? value)
    {
        long number = Convert.ToInt64(value, CultureInfo.InvariantCulture);
        int index = Array.IndexOf(_values, number);
        if (index >= 0)
            return _names[index];
        return _isFlags ? SoapScalar.Formats.Flags(number, _names, _values, _type.FullName!)
            : throw new NotSupportedException($"'{value}' is no value of '{_type}' that has a name.");
    }

    public object Parse(string text)
    {
        if (!_isFlags)
            return _byName.TryGetValue(text, out int index) ? _boxed[index] : throw Unknown(text);
        long sum = 0;
        foreach (string name in text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))
            sum |= _byName.TryGetValue(name, out int index) ? _values[index] : throw Unknown(name);
        return Enum.ToObject(_type, sum);
    }

    WireFormatException Unknown(string name) => new($"'{(name.Length > 100 ? name[..100] + "..." : name)}' is no value of '{_type}'.");
}
