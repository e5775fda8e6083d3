using Isomer.Cli.Lab.Results;

namespace Isomer.Cli.Lab.Features;

/// <summary>What a value may be made of: cycles, shared objects, subtypes, nulls.</summary>
static class CarryingProbes
{
    public static IReadOnlyList<Probe> All { get; } =
    [
        new("cycle", "cycles", "Two objects that refer to each other.", Cycle),
        new("shared", "shared objects", "One object in two members: is it one when it comes back?", Shared),
        new("subtype", "subtypes",
            "A member of a base type holds a subtype that is declared by the serializer's own attribute (or, where it has an option for that, by the option).",
            r => Subtype(r, new Tame { Name = "Rex", Tricks = 3 })),
        new("undeclared", "subtypes not declared",
            "The same with a subtype that is declared nowhere. To refuse it is safe; to cut it down to its base without a word loses data.",
            r => Subtype(r, new Wild { Name = "Rex", Tricks = 3 })),
        new("null", "null and empty", "A null string, an empty one, a null list, an empty one, and a null in a list.", Nulls),
    ];

    static Answer Cycle(Respondent r)
    {
        var a = new Link { Name = "a" };
        a.Next = new Link { Name = "b", Next = a };
        Contestants.PeerCalls calls = r.Calls(a);
        object read = calls.Read(calls.Write());
        bool isKept = read switch
        {
            Link copy => ReferenceEquals(copy.Next?.Next, copy),
            Contestants.Messages.ProbeLink copy => ReferenceEquals(copy.Next?.Next, copy),
            _ => false,
        };
        return Answer.If(isKept, "kept", "comes back without the cycle");
    }

    static Answer Shared(Respondent r)
    {
        var one = new Link { Name = "one" };
        Link copy = r.Trip(new Link { Next = one, Other = one });
        return Answer.If(ReferenceEquals(copy.Next, copy.Other), "one", "two copies");
    }

    static Answer Subtype(Respondent r, Pet pet)
    {
        try
        {
            Pet? came = r.Trip(new Owner { Pet = pet }, isPolymorphic: true).Pet;
            return came?.GetType() == pet.GetType() ? new Answer(Verdict.Yes, "kept")
                : new Answer(Verdict.No, came is null ? "lost" : "cut down to the base");
        }
        catch (Exception e) when (pet is Wild && e is not CannotException)
        {
            return new Answer(Verdict.Partly, Probe.Refused(e));
        }
    }

    static Answer Nulls(Respondent r)
    {
        var wrong = new List<string>();
        void Try(string what, Texts value, Func<Texts, bool> isSame)
        {
            try
            {
                if (!isSame(r.Trip(value)))
                    wrong.Add(what);
            }
            catch (Exception e) when (e is not CannotException)
            {
                wrong.Add($"{what} {Probe.Refused(e)}");
            }
        }
        Try("null string", new Texts { Items = ["a"] }, t => t.Text is null);
        Try("empty string", new Texts { Text = "" }, t => t.Text?.Length == 0);
        Try("null list", new Texts { Text = "a" }, t => t.Items is null);
        Try("empty list", new Texts { Items = [] }, t => t.Items?.Count == 0);
        Try("null in a list", new Texts { Items = ["a", null] }, t => t.Items is ["a", null]);
        return wrong.Count == 0
            ? new Answer(Verdict.Yes, "kept")
            : new Answer(wrong.Count == 5 ? Verdict.No : Verdict.Partly, "not kept: " + string.Join(", ", wrong));
    }
}
