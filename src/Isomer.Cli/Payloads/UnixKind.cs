using System.Runtime.InteropServices;

namespace Isomer.Cli.Payloads;

/// <summary>
/// What a name in a folder of Unix stands for, which the framework's own classes do not tell: to open a pipe would wait for whoever writes
/// into it.
/// </summary>
static class UnixKind
{
    const int Kinds = 0xF000, Regular = 0x8000;

    // The runtime's own face of stat, the same on every Unix: flags, then the mode, then what is not asked for.
    [DllImport("libSystem.Native", EntryPoint = "SystemNative_Stat"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories
        | DllImportSearchPath.AssemblyDirectory)]
    static extern int Stat([MarshalAs(UnmanagedType.LPUTF8Str)] string path, [Out] int[] status);

    /// <summary>Whether it is a file, or leads to one; what cannot be asked is taken for one, and fails when it is read.</summary>
    public static bool IsFile(string path)
    {
        int[] status = new int[128];
        try
        {
            return Stat(path, status) != 0 || (status[1] & Kinds) == Regular;
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return true;
        }
    }
}
