using System.Numerics;
using System.Runtime.InteropServices;

namespace Isomer.Fuzz.Coverage;

/// <summary>
/// One byte for each block of the library's code, at an address that <see cref="Instrumenter"/> writes into that code. A block that runs
/// sets its byte; nothing is cleared between inputs, so what an input reached first is what changed while it ran.
/// </summary>
sealed unsafe class CoverageMap
{
    /// <summary>Far from where the runtime, the heap and the stacks are.</summary>
    public const ulong Address = 0x0000_2A00_0000_0000;
    public const int Size = 1 << 19;
    const int ReadWrite = 3, Private = 2, Anonymous = 0x20, FixedNoReplace = 0x100000;

    readonly byte* _bytes;
    readonly byte[] _seen = new byte[Size];
    readonly int _used;

    CoverageMap(byte* bytes, int used)
    {
        _bytes = bytes;
        _used = (used + Vector<byte>.Count - 1) / Vector<byte>.Count * Vector<byte>.Count;
    }

    /// <summary>How many blocks have run.</summary>
    public int Reached { get; private set; }

    /// <summary>Must be called before any code of the library runs.</summary>
    /// <param name="blocks">How many blocks the library has; 0 if it is as it was built.</param>
    public static CoverageMap? Open(int blocks)
    {
        if (blocks == 0 || !OperatingSystem.IsLinux())
            return null;
        byte* bytes = Map((void*)Address, Size, ReadWrite, Private | Anonymous | FixedNoReplace, -1, 0);
        return bytes == (byte*)Address
            ? new CoverageMap(bytes, blocks)
            : throw new InvalidOperationException($"0x{Address:x} cannot be mapped: {Marshal.GetLastPInvokeError()}.");
    }

    /// <summary>Whether a block ran that had not run before; it is then taken as seen, and named.</summary>
    public bool TakeNew(List<int>? blocks = null)
    {
        bool any = false;
        var seen = MemoryMarshal.Cast<byte, Vector<byte>>(_seen.AsSpan(0, _used));
        var now = new ReadOnlySpan<Vector<byte>>(_bytes, _used / Vector<byte>.Count);
        for (int i = 0; i < now.Length; i++)
        {
            if (now[i] == seen[i])
                continue;
            any = true;
            for (int at = i * Vector<byte>.Count, end = at + Vector<byte>.Count; at < end; at++)
            {
                if (_bytes[at] == _seen[at])
                    continue;
                _seen[at] = 1;
                Reached++;
                blocks?.Add(at);
            }
        }
        return any;
    }

    /// <summary>Forgets that blocks ran, so that it shows which input makes them run.</summary>
    public void Forget(List<int> blocks)
    {
        foreach (int block in blocks)
            _bytes[block] = 0;
    }

    /// <summary>Whether one of the forgotten blocks ran again; it is taken from the list.</summary>
    public bool TookAny(List<int> forgotten) => forgotten.RemoveAll(b => _bytes[b] != 0) > 0;

    /// <summary>What was forgotten and did not run again has run all the same.</summary>
    public void Restore(List<int> blocks)
    {
        foreach (int block in blocks)
            _bytes[block] = 1;
    }

    [DllImport("libc", EntryPoint = "mmap", SetLastError = true)]
    static extern byte* Map(void* address, nint length, int protection, int flags, int file, nint offset);
}
