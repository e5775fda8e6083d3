using System.Runtime.InteropServices;

namespace Isomer.Fuzz.Targets;

/// <summary>Bytes that end where memory that cannot be read begins: one byte too far ends the process, which is a finding.</summary>
sealed unsafe class Input
{
    public const int MaxLength = 1 << 16;
    const int Page = 1 << 14, ReadWrite = 3, PrivateAnonymous = 0x22;

    readonly byte* _end;

    public Input()
    {
        if (OperatingSystem.IsLinux())
        {
            byte* memory = Map(null, MaxLength + (2 * Page), ReadWrite, PrivateAnonymous, -1, 0);
            _end = memory + Page + MaxLength;
            if (Protect(memory, Page, 0) != 0 || Protect(_end, Page, 0) != 0)
                throw new InvalidOperationException("Pages cannot be protected.");
        }
        else
        {
            _end = (byte*)NativeMemory.Alloc(MaxLength) + MaxLength;
        }
    }

    public byte[] Array { get; private set; } = [];

    public ReadOnlySpan<byte> Guarded => new(_end - Array.Length, Array.Length);

    public void Set(byte[] bytes)
    {
        Array = bytes.Length > MaxLength ? bytes[..MaxLength] : bytes;
        Array.CopyTo(new Span<byte>(_end - Array.Length, Array.Length));
    }

    [DllImport("libc", EntryPoint = "mmap")]
    static extern byte* Map(void* address, nint length, int protection, int flags, int file, nint offset);

    [DllImport("libc", EntryPoint = "mprotect")]
    static extern int Protect(void* address, nint length, int protection);
}
