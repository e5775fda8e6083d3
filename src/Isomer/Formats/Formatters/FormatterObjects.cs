using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// The objects of a graph that is being written, in the order in which they were met, each with its number in the payload. They are also
/// what waits to be written, all but strings, which are written where they are met.
/// </summary>
internal sealed class FormatterObjects
{
    const int KeptNumbers = 1 << 15;

    ObjectNumbers _objects = null!;
    int[] _numbers = new int[64];
    int _written;

    public void Begin() => _objects = ObjectNumbers.Take(byEquals: false);

    /// <summary>Forgets all, and gives back what was lent.</summary>
    public void Return()
    {
        _objects.Return();
        _written = 0;
        if (_numbers.Length > KeptNumbers)
            _numbers = new int[64];
    }

    /// <summary>The number of an object; the given one if it is met for the first time.</summary>
    public int NumberOf(object value, int next, out bool isNew)
    {
        int place = _objects.Find(value, out int free, out int hash);
        isNew = place == 0;
        if (isNew)
        {
            place = _objects.Add(value, free, hash);
            if (place > _numbers.Length)
                Array.Resize(ref _numbers, _numbers.Length * 2);
            _numbers[place - 1] = next;
        }
        return _numbers[place - 1];
    }

    /// <summary>How many objects have been met.</summary>
    public int Count => _objects.Count;

    /// <summary>The number of an object that has been met; 0 of another.</summary>
    public int MetAs(object value) => _objects.Find(value, out _, out _) is > 0 and var place ? _numbers[place - 1] : 0;

    /// <summary>The next place of those that wait.</summary>
    public int Waiting => _written;

    /// <summary>What was met at this place, from 0, and its number.</summary>
    public (object Value, int Number) At(int place) => (_objects[place + 1], _numbers[place]);

    /// <summary>What was met first of all that has not been written.</summary>
    public bool TryTake(out object value, out int number)
    {
        while (_written < _objects.Count)
        {
            value = _objects[++_written];
            number = _numbers[_written - 1];
            // The root is written as an object of its own, whatever it is.
            if (value is not string || _written == 1)
                return true;
        }
        (value, number) = (null!, 0);
        return false;
    }
}
