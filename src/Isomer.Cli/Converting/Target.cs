using Isomer.Cli.Payloads;

namespace Isomer.Cli.Converting;

/// <summary>A file to be written whole or not at all: beside its place first, checked there, then moved.</summary>
static class Target
{
    /// <summary>The end of the name of what is being written.</summary>
    public const string Part = ".part";

    /// <summary>Writes a file. Where that fails (a full disk, a check that throws), nothing stays behind.</summary>
    /// <param name="path">Its place.</param>
    /// <param name="bytes">All of it.</param>
    /// <param name="force">Whether it may take the place of another.</param>
    /// <param name="check">Is given the file before it takes its place.</param>
    /// <param name="temporary">Where it is written first; null for a name beside it.</param>
    /// <param name="source">The file that it is made of: who may not read that may not read a new one.</param>
    public static void Save(string path, byte[] bytes, bool force, Action<string>? check = null, string? temporary = null,
        string? source = null)
    {
        RefuseIfThere(path, force);
        path = PlaceOf(path);
        if (IsDevice(path))
        {
            RefuseCheck(check, path);
            using var device = new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
            Write(device, bytes, path);
            return;
        }
        temporary ??= PartFile.NameFor(path);
        // Opened before the cleaning up begins: what another process is writing is not ours to delete.
        FileStream file = Open(temporary, path, source);
        using var half = new HalfFile(temporary);
        try
        {
            Write(file, bytes, path);
            check?.Invoke(temporary);
            File.Move(temporary, path, overwrite: force);
        }
        catch
        {
            File.Delete(temporary);
            throw;
        }
    }

    /// <summary>A file whose bytes come one after another.</summary>
    public static async Task SaveAsync(string path, bool force, Func<Stream, Task> write, Func<string, Task>? check = null,
        string? temporary = null, string? source = null)
    {
        RefuseIfThere(path, force);
        path = PlaceOf(path);
        if (IsDevice(path))
        {
            RefuseCheck(check, path);
            var device = new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
            await using (device.ConfigureAwait(false))
                await write(device).ConfigureAwait(false);
            return;
        }
        temporary ??= PartFile.NameFor(path);
        FileStream file = Open(temporary, path, source);
        using var half = new HalfFile(temporary);
        try
        {
            await using (file.ConfigureAwait(false))
            {
                await write(file).ConfigureAwait(false);
                file.Flush(flushToDisk: true);
            }
            if (check is not null)
                await check(temporary).ConfigureAwait(false);
            File.Move(temporary, path, overwrite: force);
        }
        catch
        {
            File.Delete(temporary);
            throw;
        }
    }

    /// <summary>Where a link leads: the file behind it is replaced, and the link stays.</summary>
    public static string PlaceOf(string path) => IsDevice(path) ? path
        : new FileInfo(path) is { LinkTarget: not null } link ? link.ResolveLinkTarget(returnFinalTarget: true)!.FullName : path;

    /// <summary>
    /// What is no file is written to and not replaced, pipes among it: as root, a file would take the place of /dev/null.
    /// </summary>
    static bool IsDevice(string path) => !OperatingSystem.IsWindows() && Path.GetFullPath(path) is var full
        && (full.StartsWith("/dev/", StringComparison.Ordinal) || full.StartsWith("/proc/", StringComparison.Ordinal)
            || (!Directory.Exists(full) && !UnixKind.IsFile(full)));

    static void RefuseCheck(Delegate? check, string path)
    {
        if (check is not null)
            throw new CliException(ExitCode.Usage, $"--verify reads what was written again; '{path}' is no file.");
    }

    /// <summary>For those alone who may read and write what it replaces, or, of a new one, what it is made of.</summary>
    static FileStream Open(string temporary, string path, string? source)
    {
        var options = new FileStreamOptions
        { Mode = FileMode.Create, Access = FileAccess.Write, Share = FileShare.None, BufferSize = 0 };
        string folder = Path.GetDirectoryName(Path.GetFullPath(path))!;
        if (!Directory.Exists(folder))
            throw new CliException(ExitCode.Usage, $"'{path}' was not written: there is no folder '{folder}'.");
        string? like = File.Exists(path) ? path : File.Exists(source) ? source : null;
        if (OperatingSystem.IsWindows() || like is null)
            return new(temporary, options);
        UnixFileMode mode = File.GetUnixFileMode(like)
            & ~(UnixFileMode.SetUser | UnixFileMode.SetGroup | UnixFileMode.StickyBit) | UnixFileMode.UserRead | UnixFileMode.UserWrite;
        options.UnixCreateMode = mode;
        var file = new FileStream(temporary, options);
        // The process's mask may have taken from it what the file that is replaced has.
        if (like == path)
            File.SetUnixFileMode(file.SafeFileHandle, mode);
        return file;
    }

    static void Write(FileStream file, byte[] bytes, string path)
    {
        try
        {
            using (file)
            {
                file.Write(bytes);
                // What takes the place of another file is on the disk before it does.
                if (!IsDevice(path))
                    file.Flush(flushToDisk: true);
            }
        }
        // no space; longer than the file system or a limit allows
        catch (Exception e) when (e is IOException or ArgumentOutOfRangeException)
        {
            throw new CliException(ExitCode.Usage, $"'{path}' was not written: {e.Message}", e);
        }
    }

    public static void RefuseIfThere(string path, bool force)
    {
        if (!force && File.Exists(path) && !IsDevice(PlaceOf(path)))
            throw new CliException(ExitCode.Usage, $"'{path}' is there already; --force overwrites it, --skip-existing leaves it.");
    }
}
