using Isomer.Cli.Lab.Contestants.Messages;
using Isomer.Cli.Lab.Features;

namespace Isomer.Cli.Lab.Contestants.Messages
{
    public sealed partial class ProbeCounted
    {
        partial void OnConstruction() => Tally.Read++;
    }
}

namespace Isomer.Cli.Lab.Features
{
    /// <summary>What the matrix asks with, as generated messages and back.</summary>
    static class ProbeMessages
    {
        /// <summary>Made from the inside where it is a chain, and once where it is shared.</summary>
        public static ProbeLink To(Link link)
        {
            var made = new Dictionary<Link, ProbeLink>(ReferenceEqualityComparer.Instance);
            var open = new Stack<Link>([link]);
            while (open.TryPop(out Link? next))
            {
                if (!made.TryAdd(next, new ProbeLink()))
                    continue;
                foreach (Link? other in (Link?[])[next.Next, next.Other])
                {
                    if (other is not null)
                        open.Push(other);
                }
            }
            foreach (var (from, to) in made)
            {
                if (from.Name is not null)
                    to.Name = from.Name;
                to.Next = from.Next is null ? null : made[from.Next];
                to.Other = from.Other is null ? null : made[from.Other];
            }
            return made[link];
        }

        public static Link From(ProbeLink link) =>
            new()
            {
                Name = link.HasName ? link.Name : null,
                Next = link.Next is null ? null : From(link.Next),
                Other = link.Other is null ? null : From(link.Other)
            };

        public static int Depth(ProbeLink? link)
        {
            int depth = 0;
            for (; link is not null; link = link.Next)
                depth++;
            return depth;
        }

        public static ProbeOlder To(Older v) => new() { Id = v.Id, Name = v.Name ?? "" };

        public static Older From(ProbeOlder m) => new() { Id = m.Id, Name = m.Name };

        public static ProbeNewer To(Newer v)
        {
            var to = new ProbeNewer { Id = v.Id, Name = v.Name ?? "", Quantity = v.Quantity };
            if (v.Note is not null)
                to.Note = v.Note;
            return to;
        }

        public static Newer From(ProbeNewer m) =>
            new() { Id = m.Id, Name = m.Name, Quantity = m.Quantity, Note = m.HasNote ? m.Note : null };

        public static ProbeTexts To(Texts v)
        {
            var to = new ProbeTexts();
            if (v.Text is not null)
                to.Text = v.Text;
            if (v.Items is not null)
                to.Items.Add(v.Items);
            return to;
        }

        public static Texts From(ProbeTexts m) => new() { Text = m.HasText ? m.Text : null, Items = [.. m.Items] };

        public static ProbeCrowd To(Crowd v) =>
            new() { Items = { v.Items.Select(i => new ProbeCounted { Id = i.Id, Text = i.Text ?? "" }) } };

        public static Crowd From(ProbeCrowd m) => new() { Items = [.. m.Items.Select(i => new Counted { Id = i.Id, Text = i.Text })] };
    }
}
