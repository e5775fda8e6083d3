using System.Collections.Concurrent;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>Options in the form that fastJSON's sink and source use: computed once per options object.</summary>
internal sealed class FastJsonProfile
{
    // Tables depend on few of the options: options made anew for each call share them.
    static readonly ConcurrentDictionary<string, object> Slots = new(StringComparer.Ordinal);

    readonly int _slot;

    public FastJsonProfile(JsonOptions options)
    {
        var rules = options.FastJsonRules!;
        Options = options;
        Rules = rules;
        Convention = options.Convention is FastJsonConvention own ? own.With(rules.View) : options.Convention;
        // fastJSON counts objects alone, between which lists and dictionaries may stand; who asks for less than the usual depth gets less.
        int depth = options.Limits.MaxDepth < Limits.Default.MaxDepth ? options.Limits.MaxDepth
            : Math.Max(options.Limits.MaxDepth, Math.Min(rules.MaxObjectDepth, 1000) * 3);
        // What is indented is indented afterwards, as fastJSON does it, and so are references and numbers of its own kind.
        Json = new JsonProfile(options with
        {
            Indented = false,
            References = References.None,
            Dates = JsonDates.Iso,
            IgnoreCase = true,
            Limits = options.Limits with { MaxDepth = depth },
        });
        WritesTypes = rules.WritesTypes;
        LosesTypes = rules.UnknownTypes == FastJsonUnknownTypes.Lose;
        if (options.NamingPolicy is not null || options.KeyNamingPolicy is not null)
            throw new ArgumentException("fastJSON's form takes no naming policy of your own: JsonOptions.Naming has Lower.");
        LowerKeys = options.Naming == JsonNaming.Lower;
        OmitsNulls = options.Omit != JsonOmit.Never;
        _slot = (int)Slots.GetOrAdd($"{options.Naming} {options.Escaping} {options.Omit} {WritesTypes} {LosesTypes} {rules.TypeNames}",
            static _ => ModelSlot.Next());
    }

    public JsonOptions Options { get; }

    public FastJsonRules Rules { get; }

    public Convention Convention { get; }

    /// <summary>The plain profile under which text is written and read.</summary>
    public JsonProfile Json { get; }

    public bool WritesTypes { get; }

    public bool LosesTypes { get; }

    public bool LowerKeys { get; }

    public bool OmitsNulls { get; }

    public FastJsonTable TableOf(TypeModel model) =>
        (FastJsonTable?)model.GetSlot(_slot) ?? model.SetSlot(_slot, new FastJsonTable((ObjectModel)model, this));
}

/// <summary>The member names of a type, and its own name.</summary>
internal sealed class FastJsonTable : JsonTable
{
    public FastJsonTable(ObjectModel model, FastJsonProfile profile) : base(model, profile.Json, afterMetadata: profile.WritesTypes)
    {
        TypeName = FastJsonTypeName.Of(BuiltInSurrogates.StoodForBy(model.Type), profile.Rules.TypeNames);
        TakesRuns &= !profile.LosesTypes;
        foreach (var member in model.Members)
            _hasHidden |= member.IsHidden;
    }

    readonly bool _hasHidden;

    /// <summary>
    /// The member that a name means which comes again: the one that the first of this name hides, if there is one that was not read yet.
    /// </summary>
    public int SecondOf(int index, int previous)
    {
        var members = ((ObjectModel)Model).Members;
        for (int i = _hasHidden ? previous + 1 : members.Length; i < members.Length; i++)
            if (members[i].IsHidden && members[i].Name == members[index].Name)
                return i;
        return index;
    }

    public FastJsonTypeName TypeName { get; }
}

/// <summary>The name of a type as $type has it, in UTF-8, not escaped: one object for each type and form.</summary>
internal sealed class FastJsonTypeName
{
    static readonly TypeTable<FastJsonTypeName> Short = new();
    static readonly TypeTable<FastJsonTypeName> Qualified = new();

    FastJsonTypeName(Type type, FastJsonTypeNames form) => Text = Encoding.UTF8.GetBytes(form == FastJsonTypeNames.AssemblyQualified
        ? type.AssemblyQualifiedName!
        : $"{type.FullName}, {type.Assembly.GetName().Name}");

    FastJsonTypeName(string text) => Text = Encoding.UTF8.GetBytes(text);

    public byte[] Text { get; }

    /// <summary>The name of a type that is not here.</summary>
    public static FastJsonTypeName OfText(string text) => new(text);

    public static FastJsonTypeName Of(Type type, FastJsonTypeNames form) =>
        (form == FastJsonTypeNames.AssemblyQualified ? Qualified : Short).GetOrAdd(type,
            static (t, f) => new FastJsonTypeName(t, (FastJsonTypeNames)f), (object)form);
}
