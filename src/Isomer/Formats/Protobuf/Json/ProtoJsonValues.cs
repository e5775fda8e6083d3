namespace Isomer.Formats;

/// <summary>
/// What the fields of one message hold, by their numbers. The first stands here itself and few others in an array, for of small messages
/// there may be as many as bytes; more of them are found by a table.
/// </summary>
internal struct ProtoJsonValues
{
    const int MostInArray = 15;

    int _number;
    object? _value;
    (int Number, object? Value)[]? _few;
    Dictionary<int, object?>? _many;

    /// <summary>The first that is held.</summary>
    public readonly (int Number, object? Value)? First =>
        _number > 0 ? (_number, _value) : _few is not null && Array.Find(_few, f => f.Number > 0) is { Number: > 0 } found ? found : null;

    public readonly bool TryGetValue(int number, out object? value)
    {
        value = _value;
        if (number == _number)
            return true;
        if (_many is not null)
            return _many.TryGetValue(number, out value);
        int at = IndexOf(number);
        value = at < 0 ? null : _few![at].Value;
        return at >= 0;
    }

    public readonly object? GetValueOrDefault(int number) => TryGetValue(number, out object? value) ? value : null;

    public void Set(int number, object? value)
    {
        if (number == _number || (_number == 0 && !TryGetValue(number, out _)))
        {
            (_number, _value) = (number, value);
            return;
        }
        if (_many is not null)
        {
            _many[number] = value;
            return;
        }
        int at = IndexOf(number);
        if (at < 0 && (at = IndexOf(0)) < 0)
        {
            at = _few?.Length ?? 0;
            if (at == MostInArray)
            {
                _many = _few!.ToDictionary(f => f.Number, f => f.Value);
                _many.Add(number, value);
                _few = null;
                return;
            }
            Array.Resize(ref _few, (2 * at) + 1);
        }
        _few![at] = (number, value);
    }

    public void Remove(int number)
    {
        if (number == _number)
            (_number, _value) = (0, null);
        else if (_many is not null)
            _many.Remove(number);
        else if (IndexOf(number) is >= 0 and var at)
            _few![at] = default;
    }

    /// <summary>Where it is in the array; of 0, where there is room.</summary>
    readonly int IndexOf(int number)
    {
        for (int i = 0; i < (_few?.Length ?? 0); i++)
            if (_few![i].Number == number)
                return i;
        return -1;
    }
}
