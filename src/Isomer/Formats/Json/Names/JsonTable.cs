using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>
/// The member names of one type, ready to be copied and compared: each as <c>,"name":</c>, escaped, in a record of 64 bytes
/// so that it can be moved or compared 32 bytes at once whatever its length.
/// </summary>
/// <remarks>
/// Most types write every member always, without white space. For them the table is <see cref="IsFast"/>: the first name
/// has the opening brace in place of its comma, and no one asks which separator is due.
/// </remarks>
internal class JsonTable : MemberTable
{
    /// <summary>Bytes from one record to the next: length, comparison mask, then the name.</summary>
    public const int Stride = 64;

    /// <summary>Where in a record the name is.</summary>
    public const int Text = 8;

    readonly Omit[] _omit;
    readonly byte[][] _long;
    readonly JsonNames _names;
    readonly int[] _runs;
    readonly JsonProfile _profile;
    readonly Nullability? _nulls;
    // Asked for each member of a text that is laid out or ordered otherwise than expected.
    readonly bool[] _passedOver;
    readonly bool[] _refusesNull;
    JsonTable? _afterMetadata;

    public JsonTable(ObjectModel model, JsonProfile profile, bool afterMetadata = false) : base(model)
    {
        _profile = profile;
        var options = profile.Options;
        var members = model.Members;
        Count = members.Length;
        ExtraIndex = model.ExtraIndex;
        IsMadeLate = model.Construction.IsParameterised;
        Discriminator = model.IsPolymorphic ? model.DiscriminatorName : null;
        // Loops, here and below: queries over enums and numbers would be compiled at the first call.
        _omit = new Omit[Count];
        byte[][] texts = new byte[Count][];
        bool isConditional = false;
        bool fits = true;
        for (int i = 0; i < Count; i++)
        {
            var member = members[i];
            PlainFacts.CheckGot(member);
            WhyNotRead ??= PlainFacts.WhyNotRead(member);
            _omit[i] = OmitOf(member, options.Omit);
            MayOmit |= _omit[i] == Omit.WhenDefault;
            isConditional |= _omit[i] is Omit.WhenDefault or Omit.WhenNull || member.IsOptional || !Merging.IsWritten(model, i)
                || member.IsExtra;
            if (NumbersOf(Model, member) is { } numbers)
                (Numbers ??= new JsonNumbers?[Count])[i] = numbers;
            string name = NameOf(member, options);
            CheckName(member, name);
            texts[i] = Encode(name, profile);
            fits &= texts[i].Length <= Stride - Text;
        }
        _nulls = options.NullableAnnotations ? Nullability.Of(model) : null;
        IsFast = profile.IsPlain && !isConditional && Count > 0 && fits && Numbers is null && _nulls is null && !options.CyclesAsNull;
        TakesRuns = IsFast;
        if (IsFast && !afterMetadata)
            texts[0][0] = (byte)'{';
        _long = texts;
        // Room for a whole vector behind the last name.
        Records = new byte[(Count * Stride) + Stride];
        _passedOver = new bool[Count];
        _refusesNull = new bool[Count];
        for (int i = 0; i < Count; i++)
        {
            _passedOver[i] = Merging.IsDropped(model, i, options.MergeNested);
            _refusesNull[i] = IsNeverNull(i) || Merging.IsPopulated(model, i, options.MergeNested);
            Store(i, texts[i], isExpected: Numbers is null && !_refusesNull[i] && !_passedOver[i]);
        }
        _runs = new int[Count];
        foreach (var run in model.Runs)
            for (int i = run.First; i < run.First + run.Count; i++)
                _runs[run.First] += texts[i].Length + JsonSink.Room;
        _names = new JsonNames(model, options);
    }

    /// <summary>
    /// The name under which texts say which subtype an object is, of a type that has subtypes; else the one that objects of the type were
    /// last written with, where they stood for a base of theirs.
    /// </summary>
    public string? Discriminator { get; private set; }

    /// <summary>The members that have the name of an identity or a type in formats that write these; null where none has.</summary>
    public List<string>? LikeMetadata { get; private set; }

    void CheckName(MemberModel member, string name)
    {
        if (member.CanGet && !member.IsExtra && (name is "$id" or "$ref" or "$type" || name == Discriminator))
            (LikeMetadata ??= []).Add(name);
    }

    /// <summary>
    /// Refuses a member that bears the name under which the type is about to be said: whoever writes it would choose the type that is read.
    /// </summary>
    public void CheckDiscriminator(string name)
    {
        if (name == Discriminator)
            return;
        int index = Find(Encoding.UTF8.GetBytes(name));
        if (index >= 0 && Model is ObjectModel { Members: var members } && members[index].CanGet)
            RefuseLikeMetadata(name);
        if (Model is not ObjectModel { IsPolymorphic: true })
            Discriminator = AfterMetadata.Discriminator = name;
    }

    public void RefuseLikeMetadata(string name) => throw new NotSupportedException(
        $"'{Model.Type}' has a member that is called '{name}', which would be read back as metadata: the text has a '{name}' of its own. Give the member another name, " +
        "or the type's by [JsonPolymorphic(TypeDiscriminatorPropertyName = ...)].");

    /// <summary>Whether an object is made only when its members are there, so that none of them can refer to it.</summary>
    public bool IsMadeLate { get; }

    /// <summary>Why no object of the type is read, if something of it would be lost; it is written all the same.</summary>
    public string? WhyNotRead { get; }

    /// <summary>How many members there are.</summary>
    public int Count { get; }

    /// <summary>The names, <see cref="Stride"/> bytes each; a name that does not fit has length 0 here.</summary>
    public byte[] Records { get; }

    /// <summary>Whether every member is always written and the first name has the opening brace.</summary>
    public bool IsFast { get; }

    /// <summary>Whether unknown members are handed to the shape.</summary>
    public bool KeepsUnknown => ExtraIndex >= 0;

    public int ExtraIndex { get; }

    /// <summary>How the numbers of each member are written and read, where attributes say it; null where none does.</summary>
    public JsonNumbers?[]? Numbers { get; }

    /// <summary>Whether members that the type does not have are refused; null leaves it to the options.</summary>
    public bool? RefusesUnknown => (Model.Details as PlainFacts)?.RefusesUnknown;

    /// <summary>What <see cref="Find"/> gives for a member that attributes leave out: what comes under its name is dropped.</summary>
    public const int Ignored = JsonNames.Ignored;

    /// <summary>The table's names for an object that metadata has opened: the first has its comma.</summary>
    public JsonTable AfterMetadata => IsFast ? _afterMetadata ??= new JsonTable((ObjectModel)Model, _profile, afterMetadata: true) : this;

    public override bool OmitsDefault(int index) => _omit[index] == Omit.WhenDefault;

    /// <summary>A null is at its default unless [DefaultValue] names another.</summary>
    public override bool OmitsNull(int index) => _omit[index] == Omit.WhenNull
        || (_omit[index] == Omit.WhenDefault && ((ObjectModel)Model).Members[index].Default is null);

    /// <summary>
    /// Whether null at reading is an error: its annotation says that it never is, or nothing could become null of what is read into.
    /// </summary>
    public bool RefusesNull(int index) => _refusesNull[index];

    /// <summary>Whether its annotation says that null is not read into it.</summary>
    public bool IsNeverNull(int index) => _nulls is not null && _nulls.RefusesNull[index];

    /// <summary>A member that its annotation says is never null holds null.</summary>
    public void CheckNull(int index)
    {
        if (_nulls is not null && _nulls.NeverNull[index])
            throw new NotSupportedException(
                $"The member '{((ObjectModel)Model).Members[index].ClrName}' of '{Model.Type}' holds null, and its annotation says that it never does. "
                + "Give it a value, declare it nullable, or leave JsonOptions.NullableAnnotations off.");
    }

    /// <summary>Bytes that the run which starts with this member can take.</summary>
    public int RunSize(int first) => _runs[first];

    /// <summary>The name with its comma (or brace), quotes and colon, whatever its length.</summary>
    public ReadOnlySpan<byte> TextOf(int index) => _long[index];

    /// <summary>The member of this name (UTF-8, without escapes), or -1.</summary>
    public int Find(ReadOnlySpan<byte> name)
    {
        int index = _names.Find(name);
        // The extension dictionary is not a member of its own here.
        return index == ExtraIndex ? -1 : index;
    }

    public static string NameOf(MemberModel member, JsonOptions options) =>
        member.IsNamed ? member.Name : options.NamingPolicy?.ConvertName(member.Name) ?? JsonProfile.Rename(member.Name, options.Naming);

    /// <summary>Whether what the text has for the member is passed over, whatever it is: nothing takes it.</summary>
    public bool IsPassedOver(int index) => _passedOver[index];

    /// <summary>Of numbers, and of collections of them, as System.Text.Json has it: those of the member, else of its type.</summary>
    public static JsonNumbers? NumbersOf(TypeModel owner, MemberModel member)
    {
        if ((member.Details as JsonNumbers? ?? (owner.Details as PlainFacts)?.Numbers) is not { } numbers)
            return null;
        if (PlainFacts.HoldsNumbers(member.Model))
            return numbers;
        // "Strict" says of what holds no numbers what holds anyway.
        bool saysNothing = member.Details is JsonNumbers and not default(JsonNumbers)
            && PlainFacts.HeldBy(member.Model) is not SurrogateModel;
        return saysNothing ? throw new NotSupportedException(
            $"[JsonNumberHandling] stands on '{owner.Type}.{member.ClrName}', which is neither a number nor a collection of numbers: it would say nothing there. Remove it, or put it on the type.")
                : null;
    }

    /// <param name="index">The member.</param>
    /// <param name="text">Its name.</param>
    /// <param name="isExpected">Whether a reader may take it for granted when the name stands where it is expected: else it must be looked
    /// up.</param>
    void Store(int index, byte[] text, bool isExpected)
    {
        if (text.Length > Stride - Text)
            return;
        ref byte record = ref Records[index * Stride];
        Unsafe.WriteUnaligned(ref record, text.Length);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref record, 4), !isExpected ? 0 : text.Length >= 32 ? uint.MaxValue : (1u << text.Length) - 1);
        text.AsSpan().CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.Add(ref record, Text), text.Length));
    }

    /// <summary>Whether each object that is written has the member.</summary>
    public static bool IsAlwaysWritten(MemberModel member, JsonOptions options) =>
        member.IsAlwaysWritten && OmitOf(member, options.Omit) switch
        {
            Omit.Never => true,
            Omit.WhenNull => !member.Model.IsNullable,
            _ => false,
        };

    static Omit OmitOf(MemberModel member, JsonOmit byOptions) => member.Omit != Omit.ByOptions ? member.Omit : byOptions switch
    {
        JsonOmit.WhenNull => Omit.WhenNull,
        JsonOmit.WhenDefault => Omit.WhenDefault,
        _ => Omit.Never,
    };

    static byte[] Encode(string name, JsonProfile profile)
    {
        if (profile.Options.Encoder is { } encoder)
            return [.. ","u8, .. JsonEncoded.Quoted(name, encoder), .. ":"u8];
        byte[] escaped = new byte[Utf8Strings.MaxLength(name.Length)];
        int length = Utf8Strings.Write(ref escaped[0], name, profile.Escaping & ~EscapeMode.KeepHalves);
        return [.. ",\""u8, .. escaped.AsSpan(0, length), .. "\":"u8];
    }
}
