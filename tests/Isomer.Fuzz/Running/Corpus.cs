using System.Security.Cryptography;
using Isomer.Fuzz.Mutating;
using Isomer.Fuzz.Targets;

namespace Isomer.Fuzz.Running;

/// <summary>Inputs that are worth changing further, of one target: its seeds, and what reached new code, from all workers.</summary>
sealed class Corpus
{
    readonly string _folder;
    readonly List<byte[]> _inputs = [];
    readonly HashSet<string> _known = [];

    public Corpus(Target target, string folder)
    {
        _folder = Path.Combine(folder, target.Name);
        Directory.CreateDirectory(_folder);
        _inputs.AddRange(target.Seeds);
        Refresh();
    }

    public int Count => _inputs.Count;

    public IReadOnlyList<byte[]> Inputs => _inputs;

    /// <summary>What was found last is chosen most: it has been tried least.</summary>
    public byte[] Choose(Rng random)
    {
        int back = random.Next(3) == 0 ? random.Next(Math.Min(16, _inputs.Count)) : random.Next(_inputs.Count);
        return _inputs[_inputs.Count - 1 - back];
    }

    public void Add(byte[] input)
    {
        string name = Convert.ToHexString(SHA256.HashData(input))[..16];
        if (!_known.Add(name))
            return;
        _inputs.Add(input);
        string path = Path.Combine(_folder, name);
        if (!File.Exists(path))
            File.WriteAllBytes(path, input);
    }

    /// <summary>Takes what other workers found.</summary>
    public void Refresh()
    {
        foreach (string path in Directory.EnumerateFiles(_folder))
            if (_known.Add(Path.GetFileName(path)))
                _inputs.Add(File.ReadAllBytes(path));
    }
}
