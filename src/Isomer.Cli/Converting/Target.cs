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
    public static void Save(string path, byte[] bytes, bool force, Action<string>? check = null, string? temporary = null)
    {
        RefuseIfThere(path, force);
        temporary ??= path + Part;
        // Opened before the cleaning up begins: what another process is writing is not ours to delete.
        var file = new FileStream(temporary, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0);
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
        string? temporary = null)
    {
        RefuseIfThere(path, force);
        temporary ??= path + Part;
        var file = new FileStream(temporary, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0);
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

    static void Write(FileStream file, byte[] bytes, string path)
    {
        try
        {
            using (file)
            {
                file.Write(bytes);
                // What takes the place of another file is on the disk before it does.
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
        if (!force && File.Exists(path))
            throw new CliException(ExitCode.Usage, $"'{path}' is there already; --force overwrites it, --skip-existing leaves it.");
    }
}
