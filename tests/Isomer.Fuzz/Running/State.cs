using System.IO.MemoryMappedFiles;
using Isomer.Fuzz.Targets;

namespace Isomer.Fuzz.Running;

/// <summary>
/// What a worker is doing, in memory that its parent sees: when the worker dies, the input that killed it is still there.
/// </summary>
sealed unsafe class State : IDisposable
{
    const int Header = 64;

    readonly MemoryMappedFile _file;
    readonly MemoryMappedViewAccessor _view;
    readonly byte* _memory;

    public State(string path)
    {
        _file = MemoryMappedFile.CreateFromFile(path, FileMode.OpenOrCreate, null, Header + Input.MaxLength);
        _view = _file.CreateViewAccessor();
        _view.SafeMemoryMappedViewHandle.AcquirePointer(ref _memory);
    }

    /// <summary>How many inputs were made.</summary>
    public ref long Inputs => ref *(long*)_memory;

    /// <summary>How often one was read.</summary>
    public ref long Readings => ref *(long*)(_memory + 8);

    public ref long Corpus => ref *(long*)(_memory + 16);

    public ref long Blocks => ref *(long*)(_memory + 24);

    /// <summary>The target that is running; -1 between two.</summary>
    public ref int Target => ref *(int*)(_memory + 32);

    public ref int Way => ref *(int*)(_memory + 36);

    ref int Length => ref *(int*)(_memory + 40);

    public void Begin(int target, int way, ReadOnlySpan<byte> input)
    {
        Length = Math.Min(input.Length, Input.MaxLength);
        input[..Length].CopyTo(new Span<byte>(_memory + Header, Input.MaxLength));
        (Way, Target) = (way, target);
    }

    public byte[] Current => new ReadOnlySpan<byte>(_memory + Header, Length).ToArray();

    public void Dispose()
    {
        _view.SafeMemoryMappedViewHandle.ReleasePointer();
        _view.Dispose();
        _file.Dispose();
    }
}
