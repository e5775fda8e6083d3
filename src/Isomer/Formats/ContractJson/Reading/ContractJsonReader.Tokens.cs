using System.Buffers;
using System.Text;

namespace Isomer.Formats;

/// <summary>Values as text, whatever they are: numbers, what stands in quotes, and what is left of them.</summary>
internal sealed unsafe partial class ContractJsonReader
{
    static readonly SearchValues<byte> s_token =
        SearchValues.Create("+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"u8);

    /// <summary>The text of a number; in quotes, if such is taken for one.</summary>
    string NumberText()
    {
        if (_profile.Options.IsStrict && !_key && Peek() is not (>= (byte)'0' and <= (byte)'9' or (byte)'-'))
            Fail("a number");
        return Content();
    }

    /// <summary>What is in a value, whatever its kind: of a string, number or boolean its text; of an empty object or array none.</summary>
    string Content()
    {
        byte next = Peek();
        if (next == (byte)'"')
            return String()!;
        if (next is (byte)'{' or (byte)'[' && !_profile.Options.IsStrict)
        {
            int at = _position;
            // A name of a type in front is no member.
            if (next == (byte)'{' && HasTypeName())
                ReadTypeName();
            else
                _position++;
            if (Peek() != (next == (byte)'{' ? (byte)'}' : (byte)']'))
            {
                _position = at;
                Fail("a value without members and items");
            }
            _position++;
            return "";
        }
        string token = Token();
        return token != "null" ? token : throw Error("null stands where a value is expected that cannot be null.");
    }

    /// <summary>A number, true, false or null.</summary>
    string Token()
    {
        int length = TokenLength();
        if (length == 0
            || _start[_position] is not (>= (byte)'0' and <= (byte)'9' or (byte)'-' or (byte)'I' or (byte)'N' or (byte)'t' or (byte)'f'
                or (byte)'n'))
            Fail("a value");
        if (length > _profile.MaxStringLength)
            throw Error($"A number is longer than {_profile.MaxStringLength} bytes (Limits.MaxStringLength).");
        string token = Encoding.ASCII.GetString(Rest[..length]);
        bool isNumber = token[0] is not ('t' or 'f' or 'n');
        if (isNumber
            ? !JsonInfosetNumbers.IsNumber(token, _profile.Options.IsStrict ? JsonInfosetRules.Strict : JsonInfosetRules.Lenient)
            : token is not ("true" or "false" or "null"))
            Fail("a value");
        _position += length;
        return token;
    }

    int TokenLength()
    {
        var rest = Rest;
        // Tokens are short: one by one is no slower than by vectors, and there is no more code for a first call to wait for.
        int length = 0;
        while (length < rest.Length && s_token.Contains(rest[length]))
            length++;
        if (length == rest.Length)
            return length;
        return s_delimiters.Contains(rest[length]) ? length : 0;
    }
}
