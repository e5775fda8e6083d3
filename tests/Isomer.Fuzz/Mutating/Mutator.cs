using Isomer.Formats;
using Isomer.Fuzz.Targets;

namespace Isomer.Fuzz.Mutating;

/// <summary>Makes inputs of inputs: parts are taken out, doubled, exchanged, nested; bytes are changed.</summary>
sealed class Mutator(Language language)
{
    /// <summary>What is larger takes long to read and rarely reaches anything else.</summary>
    const int UsualLength = 2048, RareLength = Input.MaxLength;

    static readonly byte[] s_bytes = [0, 1, 2, 3, 4, 7, 8, 0x0A, 0x10, 0x20, 0x7F, 0x80, 0x81, 0xC0, 0xED, 0xF0, 0xFE, 0xFF, (byte)'"',
        (byte)'\\', (byte)'<', (byte)'{', (byte)'9'];

    readonly Structure _structure = language switch
    {
        Language.Json => new JsonStructure(),
        Language.Xml => new XmlStructure(),
        Language.BinaryXml => new BinaryXmlStructure(),
        Language.Protobuf => new ProtobufStructure(),
        Language.Compact => new CompactStructure(),
        Language.Nrbf => new NrbfStructure(),
        Language.Csv => new CsvStructure(),
        _ => new ProtoStructure(),
    };

    readonly List<Part> _parts = [], _others = [];

    public byte[] Mutate(byte[] seed, byte[] donor, Rng random)
    {
        byte[] input = seed;
        bool large = random.Next(500) == 0;
        for (int changes = 1 + (random.Next(3) == 0 ? random.Next(5) : 0); changes > 0; changes--)
        {
            byte[] next = random.Next(5) < 3 ? OfParts(input, donor, random, large) : OfBytes(input, donor, random);
            if (next.Length <= (large ? RareLength : UsualLength + seed.Length))
                input = next;
        }
        return _structure.Finish(ReferenceEquals(input, seed) ? (byte[])seed.Clone() : input);
    }

    byte[] OfParts(byte[] input, byte[] donor, Rng random, bool large)
    {
        _parts.Clear();
        _structure.Find(input, _parts);
        if (_parts.Count == 0)
            return OfBytes(input, donor, random);
        int index = random.Next(_parts.Count);
        Part part = _parts[index];
        ReadOnlySpan<byte> old = input.AsSpan(part.Start, part.Length);
        switch (random.Next(8))
        {
            case 0:
                return _structure.Replace(input, _parts, index, []);
            case 1:
                int times = large ? random.Next(1 + (RareLength / (part.Length + 1))) : 1 + random.Next(3);
                byte[] many = new byte[Math.Min(old.Length * (times + 1), RareLength)];
                for (int at = 0; at < many.Length; at += old.Length)
                    old[..Math.Min(old.Length, many.Length - at)].CopyTo(many.AsSpan(at));
                return _structure.Replace(input, _parts, index, many);
            case 2 or 3:
                _others.Clear();
                _structure.Find(donor, _others);
                int from = _others.Count;
                for (int tries = 0; tries < 8 && _others.Count > 0; tries++)
                    if (_others[from = random.Next(_others.Count)].Kind == part.Kind)
                        break;
                return from < _others.Count
                    ? _structure.Replace(input, _parts, index, donor.AsSpan(_others[from].Start, _others[from].Length))
                    : OfBytes(input, donor, random);
            case 4:
                // A part of this input in another place, as if it had been moved or referred to.
                Part other = _parts[random.Next(_parts.Count)];
                return _structure.Replace(input, _parts, index, input.AsSpan(other.Start, other.Length).ToArray());
            case 5:
                int depth = random.Next(8) == 0 ? random.Of([63, 64, 65, 100, 600]) : 1 + random.Next(3);
                return _structure.Replace(input, _parts, index, _structure.Nest(old, part.Kind, depth, random));
            case 6:
                return _structure.Replace(input, _parts, index, random.Of(_structure.Words));
            default:
                byte[] inside = OfBytes(old.ToArray(), donor, random);
                return _structure.Replace(input, _parts, index, inside);
        }
    }

    byte[] OfBytes(byte[] input, byte[] donor, Rng random)
    {
        int at = random.Next(input.Length + 1), count = Math.Min(1 + random.Next(random.Next(4) == 0 ? 64 : 4), input.Length - at);
        switch (random.Next(10))
        {
            case 0 when at < input.Length:
                byte[] flipped = (byte[])input.Clone();
                flipped[at] ^= (byte)(1 << random.Next(8));
                return flipped;
            case 1 when at < input.Length:
                byte[] set = (byte[])input.Clone();
                set[at] = s_bytes[random.Next(s_bytes.Length)];
                return set;
            case 2 when at < input.Length:
                byte[] any = (byte[])input.Clone();
                any[at] = (byte)random.Next();
                return any;
            case 3:
                return Structure.Splice(input, at, at + count, []);
            case 4:
                byte[] word = random.Of(_structure.Words);
                return Structure.Splice(input, at, at, word);
            case 5:
                byte[] instead = random.Of(_structure.Words);
                return Structure.Splice(input, at, Math.Min(at + instead.Length, input.Length), instead);
            case 6:
                return input[..at];
            case 7 when donor.Length > 0:
                int from = random.Next(donor.Length);
                return [.. input.AsSpan(0, at), .. donor.AsSpan(from)];
            case 8 when input.Length > 0:
                int copied = random.Next(input.Length);
                byte[] piece = input[copied..Math.Min(copied + 1 + random.Next(32), input.Length)];
                return Structure.Splice(input, at, at, piece);
            default:
                return at < input.Length && input[at] is >= (byte)'0' and <= (byte)'9'
                    ? Structure.Splice(input, at, at + 1, random.Of(_structure.Words))
                    : Structure.Splice(input, at, at, [(byte)random.Next()]);
        }
    }
}
