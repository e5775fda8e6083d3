namespace Isomer.Cli.Converting.Rows;

/// <summary>The forms in which rows are kept.</summary>
enum RowForm
{
    Csv,
    Tsv,
    JsonLines,
    Json,
    Document,

    /// <summary>A document of changes, which has no schema.</summary>
    DiffGram,

    /// <summary>BinaryFormatter's payload of a DataSet or DataTable; a DataTable in its binary form is written.</summary>
    Nrbf,

    /// <summary>SoapFormatter's envelope of a DataSet or DataTable; a DataTable in its XML form is written.</summary>
    Soap,
    Compact,
    Sqlite,
    Postgres,

    /// <summary>A payload of any format that holds a DataSet or DataTable.</summary>
    Payload,
}

/// <summary>Where rows come from or go to: a file of one of the forms, or a database.</summary>
/// <param name="Form">The form.</param>
/// <param name="Name">The file, a database's address, or - for a standard stream.</param>
/// <param name="Held">The bytes of standard input, which is there once and looked at more often.</param>
sealed record RowPlace(RowForm Form, string Name, byte[]? Held = null)
{
    /// <summary>The name of what is read, as it is told.</summary>
    public string Shown => Name == "-" ? "standard input" : Told;

    /// <summary>Where it is, as it is told: an address without its password, which logs would keep.</summary>
    public string Told => Form == RowForm.Postgres && Uri.TryCreate(Name, UriKind.Absolute, out Uri? address)
        && address.UserInfo.IndexOf(':', StringComparison.Ordinal) is > 0 and var end
        ? Name.Replace($"{address.UserInfo}@", $"{address.UserInfo[..end]}:***@", StringComparison.Ordinal)
        : Name;

    /// <summary>What a database of SQLite begins with.</summary>
    public static ReadOnlySpan<byte> SqliteHead => "SQLite format 3\0"u8;

    public bool IsDatabase => Form is RowForm.Sqlite or RowForm.Postgres;

    /// <summary>Whether nothing but rows is kept so.</summary>
    public bool IsOfRowsAlone => IsDatabase || Form is RowForm.Csv or RowForm.Tsv or RowForm.DiffGram;

    public static bool IsUrl(string? name) =>
        name is not null
            && (name.StartsWith("postgres://", StringComparison.OrdinalIgnoreCase)
                || name.StartsWith("postgresql://", StringComparison.OrdinalIgnoreCase));

    /// <summary>The place that rows are read from.</summary>
    /// <param name="name">The file, a database's address, or - for standard input.</param>
    /// <param name="form">What `--from` says: a form, or the address itself.</param>
    public static RowPlace In(string? name, string? form)
    {
        if (IsUrl(form))
            return new(RowForm.Postgres, form!);
        if (IsUrl(name))
            return new(RowForm.Postgres, name!);
        name ??= "-";
        if (form is not null)
            return new(Named(form) ?? RowForm.Payload, name);
        if (!Payloads.Payload.IsReadOnce(name) && File.Exists(name) && HasHeadOf(name, SqliteHead))
            return new(RowForm.Sqlite, name);
        return new(OfExtension(name) is { } found and not RowForm.Sqlite ? found : RowForm.Payload, name);
    }

    /// <summary>What is written; null if nothing says in which form.</summary>
    public static RowPlace? Out(string? name, string? form) =>
        IsUrl(form) ? new(RowForm.Postgres, form!)
        : IsUrl(name) ? new(RowForm.Postgres, name!)
        : (form is null ? OfExtension(name ?? "-") : Named(form)) is { } found ? new(found, name ?? "-")
        : null;

    static RowForm? Named(string form) =>
        RowForms.All.FirstOrDefault(f => f.Names.Contains(form, StringComparer.OrdinalIgnoreCase))?.Form;

    static RowForm? OfExtension(string name) => Path.GetExtension(Payloads.Compression.InnerName(name)!) is var extension
        ? RowForms.All.FirstOrDefault(f => f.Extensions.Contains(extension, StringComparer.OrdinalIgnoreCase))?.Form
        : null;

    static bool HasHeadOf(string path, ReadOnlySpan<byte> head)
    {
        Span<byte> begin = stackalloc byte[16];
        using FileStream file = File.OpenRead(path);
        return file.ReadAtLeast(begin, begin.Length, throwOnEndOfStream: false) == head.Length && begin.SequenceEqual(head);
    }
}
