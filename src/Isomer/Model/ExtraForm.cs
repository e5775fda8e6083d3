namespace Isomer.Model;

/// <summary>
/// An extension dictionary of another form than <c>IDictionary&lt;string, object?&gt;</c>: what its values are, and how one is put in.
/// </summary>
internal abstract class ExtraForm
{
    /// <summary>The declared type of its values.</summary>
    public abstract Type ValueType { get; }

    /// <summary>Its entries, in their order.</summary>
    public abstract IEnumerable<KeyValuePair<string, object?>> EntriesOf(object entries);

    /// <summary>Puts an entry in, in place of one of the same name; into a new one if there is none.</summary>
    public abstract object Put(object? entries, string name, object? value);
}
