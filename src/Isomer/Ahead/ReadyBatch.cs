using System.Globalization;
using Isomer.Model;

namespace Isomer.Ahead;

/// <summary>
/// The shapes of one root type and of all that it is made of, as a saved assembly gives them: by their place in <see
/// cref="ModelGraph.Reach"/> of the root, with
/// the fingerprint of each model that was seen when they were made. They are taken together or not at all, for they call one another.
/// </summary>
/// <param name="Root">The type.</param>
/// <param name="Prints">
/// 16 digits of all fingerprints, and behind them four of each model's, which tell the model that is not what it was: a root names all that
/// it reaches.
/// </param>
/// <param name="Shapes">Gives of each model the shape; null of what is written where it stands. Asked only if the prints are right: the
/// runtime cannot even load code over types that became others.</param>
internal sealed record ReadyBatch(Type Root, string Prints, Func<ReadyShape?[]> Shapes)
{
    const int Digits = 4, DigitsOfAll = 16;

    /// <summary>What is kept with a model.</summary>
    public static readonly int Slot = ModelSlot.Next();

    /// <summary>The prints in the form in which they are saved.</summary>
    public static string Print(IReadOnlyList<TypeModel> models)
    {
        ulong[] prints = new Fingerprint(models).Each();
        return string.Concat(prints.Select(static p => Short(p).ToString("x4", CultureInfo.InvariantCulture))
            .Prepend(Fingerprint.Of(prints).ToString("x16", CultureInfo.InvariantCulture)));
    }

    static ushort Short(ulong print) => (ushort)(print ^ (print >> 16) ^ (print >> 32) ^ (print >> 48));

    /// <summary>
    /// Gives the models of this root their shapes; false if nothing is given. That is where anything is not as it was seen, which is
    /// told, or where the shapes serve other models
    /// of the same types already: Xml sees a type once as a root and once by what another root adds, and a shape holds on to one model.
    /// </summary>
    public bool Attach(TypeModel root, out string? mismatch)
    {
        var models = ModelGraph.Reach(root, static _ => false);
        var prints = new Fingerprint(models).Each();
        int known = (Prints.Length - DigitsOfAll) / Digits;
        for (int i = 0; i < Math.Min(prints.Length, known); i++)
            if (Short(prints[i]) != Parse(Prints.AsSpan(DigitsOfAll + (i * Digits), Digits)))
            {
                mismatch = $"'{models[i].Type}' is not what it was";
                return false;
            }
        mismatch = prints.Length != known ? $"it reaches {prints.Length} types and reached {known}"
            : Fingerprint.Of(prints) != Parse(Prints.AsSpan(0, DigitsOfAll)) ? "what it reaches is not what it was" : null;
        if (mismatch is not null)
            return false;
        var shapes = Shapes();
        for (int i = 0; i < known; i++)
            if (shapes[i] is { } shape && !shape.Bind(models[i]))
                return false;
        for (int i = 0; i < known; i++)
            if (shapes[i] is { } shape)
                models[i].SetSlot(Slot, shape);
        return true;
    }

    static ulong Parse(ReadOnlySpan<char> digits) => ulong.Parse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
}
