using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Members in the order of the input: attributes first, then elements and text, then what is not there but counts.</summary>
internal ref partial struct XmlSource
{
    readonly ref XmlLevel Top => ref _state.Levels[_state.Count - 1];

    public MemberTable BeginObject(TypeModel model)
    {
        var table = XmlTable.Of(model);
        // A struct has no head: a type that its tag names is looked at here, and can only be its own.
        if (!_isBare && _origin == Origin.Element && model.Type.IsValueType && FindType(out int ns, out var local))
            HeadOf(model, ns, local);
        ref var level = ref _state.Push();
        _events?.Open(_state.Count - 1, !model.Type.IsValueType);
        level.Table = table;
        level.Attribute = table.HasAttributes || _events is not null || _profile.Options.Unknown == XmlUnknown.Refuse ? 0 : -1;
        level.ContentAt = _scanner.Position;
        level.DefaultNamespace = _scanner.Resolve(default);
        level.Opened = -1;
        level.ResumeAt = -1;
        if (table.Members.Length > 64)
            level.SeenMore = new ulong[(table.Members.Length + 63) / 64];
        _merges = false;
        return table;
    }

    public int NextMember(MemberTable members, int previous)
    {
        var table = Unsafe.As<XmlTable>(members);
        ref var level = ref Top;
        if (level.Attribute >= 0 && NextAttribute(table, ref level) is >= 0 and var attribute)
            return attribute;
        if (level.Opened >= 0)
            return TakeOpened(ref level);
        // Most members come in order: the tag of the next one is compared as it is.
        int next = Math.Max(previous + 1, table.FirstContent);
        if (table.Text < 0)
            SkipIndentation();
        var token = table.Text >= 0 ? PeekMixed() : _scanner.Peek();
        if (token == XmlToken.Start && next < table.Members.Length
            && (!Enforces(table) || (next >= level.OrderAt && !table.TakesNodes)))
        {
            var member = table.Members[next];
            if (member.IsPlain && member.Place!.Number == level.DefaultNamespace)
            {
                int at = _scanner.Position;
                if (_scanner.TryStart(0, 0, member.Place.OpenTag[1..]))
                {
                    _openedAt = at;
                    _isBare = true;
                    _origin = Origin.Element;
                    _place = member.Place;
                    return !IsSeen(ref level, next) || member.IsFlat && !member.IsGathered ? Take(ref level, member, next)
                        : Opened(table, ref level, at) is >= 0 and var again ? again
                        : NextMember(members, previous);
                }
            }
        }
        return NextMemberSlowly(table, ref level, token);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    int NextMemberSlowly(XmlTable table, ref XmlLevel level, XmlToken token)
    {
        while (true)
        {
            switch (token)
            {
                case XmlToken.End or XmlToken.Nothing:
                    return NextAbsent(table, ref level);
                case XmlToken.Text:
                    if (table.Text >= 0 && TakeText(table, ref level))
                        return table.Text;
                    UnknownText();
                    break;
                default:
                    int at = _scanner.Position;
                    Open();
                    if (Opened(table, ref level, at) is >= 0 and var index)
                        return index;
                    break;
            }
            token = table.Text >= 0 ? PeekMixed() : _scanner.Peek();
        }
    }

    /// <summary>What comes next; white space before text is part of it, and alone is nothing.</summary>
    XmlToken PeekMixed() => _scanner.PeekRun();

    /// <summary>Decides what the open element is; -1 if it was passed over.</summary>
    int Opened(XmlTable table, ref XmlLevel level, int at)
    {
        _openedAt = at;
        int index = Enforces(table) ? FindInOrder(table, level.OrderAt, out var place) : Find(table, out place);
        if (index < 0 || place is null)
        {
            level.OrderAt = table.Members.Length;
            UnknownElement(table);
            return -1;
        }
        var member = table.Members[index];
        // What comes twice is not lost where a member takes what no other does.
        if (table.AnyElement >= 0 && IsSeen(ref level, index) && IsOnce(member) && AnyOf(table) is { } any)
            (index, place, member) = (table.AnyElement, any, table.Members[table.AnyElement]);
        _place = place;
        // Items of a second list are added to the first; a second array takes its place, which loses the first.
        bool isCollection = member.Member.Model is CollectionModel;
        bool isLast = IsOfLast(member, place);
        if (IsSeen(ref level, index) && !member.IsFlat && !(isLast && _profile.Options.Duplicates == XmlDuplicates.First)
            && !(isCollection && (member.Adds || _profile.Options.Duplicates == XmlDuplicates.First)))
        {
            if (_profile.Options.Duplicates == XmlDuplicates.Refuse)
                throw new WireFormatException(isLast
                    ? $"A second element stands in a '{table.Model.Type}' where the member '{member.Member.Name}' takes one of any name. XmlSerializer takes the last: so does XmlOptions.Duplicates = XmlDuplicates.First."
                    : $"The element '{place.Name}' comes twice in a '{table.Model.Type}'. XmlSerializer takes the first: so does XmlOptions.Duplicates = XmlDuplicates.First.")
                { Offset = at };
            UnknownElement(table);
            return -1;
        }
        // A nil array leaves the member as it is.
        if (!_isBare && !member.IsFlat && !place.IsNullable && isCollection && IsNil())
        {
            level.OrderAt = Math.Max(index, level.OrderAt);
            SkipElement();
            return -1;
        }
        if (member.KeepsEmpty && _scanner.IsEmpty)
        {
            MarkSeen(ref level, index);
            level.OrderAt = index + 1;
            SkipElement();
            return -1;
        }
        if (member.IsGathered && IsSeen(ref level, index))
        {
            if (level.Gathered?.Contains(index) == true)
            {
                SkipElement();
                return -1;
            }
            _scanner.SkipRest();
            Gather(table, ref level, index);
        }
        return Take(ref level, member, index);
    }

    /// <summary>A second stretch of an array: it is read anew from all of the content, in one go.</summary>
    void Gather(XmlTable table, ref XmlLevel level, int index)
    {
        level.ResumeAt = _scanner.Position;
        _scanner.Advance(level.ContentAt - _scanner.Position);
        int names = table.Members[index].NamedBy;
        level.Names?.RemoveAll(n => n.Member == names);
        (level.Gathered ??= []).Add(index);
        level.GatherAt = 0;
        level.SeenAgain = index == table.AnyElement ? new ulong[(table.Members.Length + 63) / 64] : null;
        if (!FindNextOf(table, index))
            throw _scanner.Error("An element was not found again.");
    }

    /// <summary>Whether an element has its turn and is passed over at any other time.</summary>
    readonly bool Enforces(XmlTable table) => table.IsOrdered && _profile.Options.EnforceOrder;

    /// <summary>
    /// The member whose turn it is: the one of the element's name, if its turn is still to come. One that takes nodes takes whatever comes
    /// in its turn, also what has a member of its own. What comes too late is nobody's, unless a list takes what is nobody's.
    /// </summary>
    readonly int FindInOrder(XmlTable table, int turn, out XmlPlace? place)
    {
        int found = table.FindElement(_scanner.Namespace, _scanner.LocalName, out place);
        int end = found >= turn ? found : table.Members.Length;
        for (int i = table.TakesNodes ? turn : end; i < end; i++)
        {
            if (table.Members[i].Any is not { } any)
                continue;
            place = any;
            return i;
        }
        if (found >= turn)
            return found;
        // One node has been taken in its turn.
        place = table.AnyElement >= 0 && !IsOnce(table.Members[table.AnyElement]) ? AnyOf(table) : null;
        return place is null ? -1 : table.AnyElement;
    }

    /// <summary>The member of the open element while one is gathered: the turns of the content are gone through once more.</summary>
    readonly int FindInTurn(XmlTable table, out XmlPlace? place)
    {
        ref var owner = ref _state.Levels[_state.Count - (Top.Kind == XmlLevelKind.Flat ? 2 : 1)];
        int found = FindInOrder(table, owner.GatherAt, out place);
        owner.GatherAt = found < 0 ? table.Members.Length : TurnBehind(table.Members[found], found, owner.GatherAt);
        return found;
    }

    /// <summary>Whose turn it is behind an element of this member: a collection's goes on. What came too late was behind all.</summary>
    static int TurnBehind(XmlMember member, int index, int turn) => index < turn ? int.MaxValue
        : member.IsFlat || member.Member.Model is CollectionModel ? index : index + 1;

    /// <summary>The member of the open element, and its place.</summary>
    readonly int Find(XmlTable table, out XmlPlace? place)
    {
        int ns = _scanner.Namespace;
        int index = table.FindElement(ns, _scanner.LocalName, out place);
        if (index >= 0 || table.AnyElement < 0)
            return index;
        place = AnyOf(table);
        return place is null ? -1 : table.AnyElement;
    }

    /// <summary>
    /// The place of the open element in the member that takes what no other does; null where it takes only other namespaces.
    /// </summary>
    readonly XmlPlace? AnyOf(XmlTable table)
    {
        foreach (var element in table.Members[table.AnyElement].Elements)
            if (element.Kind == XmlPlaceKind.Any && element.Local.Length == 0
                && !(element.IsOfNamespace && element.Number != _scanner.Namespace))
                return element;
        return null;
    }

    int Take(ref XmlLevel level, XmlMember member, int index)
    {
        _member = member;
        _merges = member.Merges;
        // An element that is one of any name takes nobody's place, and the next of any name takes its.
        if (_profile.Options.Duplicates == XmlDuplicates.Refuse || !IsOfLast(member, _place))
            MarkSeen(ref level, index);
        level.OrderAt = TurnBehind(member, index, level.OrderAt);
        level.MemberIndex = index;
        if (member.NamedBy >= 0 && !member.IsFlat)
            (level.Names ??= []).Add((member.NamedBy, member.Names[Array.IndexOf(member.Elements, _place)]));
        return index;
    }

    /// <summary>Whether the member is one node, and its place that of elements of any name: of these the last one counts.</summary>
    static bool IsOfLast(XmlMember member, XmlPlace place) =>
        place.Kind == XmlPlaceKind.Any && place.Local.Length == 0 && IsOnce(member);

    int TakeOpened(ref XmlLevel level)
    {
        int index = level.Opened;
        level.Opened = -1;
        int at = _openedAt;
        var again = Opened(level.Table!, ref level, at);
        return again >= 0 ? again : NextMember(level.Table!, index);
    }

    bool TakeText(XmlTable table, ref XmlLevel level)
    {
        var member = table.Members[table.Text];
        if (member.IsGathered && IsSeen(ref level, table.Text))
        {
            if (level.Gathered?.Contains(table.Text) == true)
                return false;
            _scanner.ReadText();
            Gather(table, ref level, table.Text);
            TakeOutOfTurn(ref level, member, table.Text);
            return true;
        }
        if (!member.IsFlat && IsSeen(ref level, table.Text) && _profile.Options.Duplicates == XmlDuplicates.Refuse)
            throw _scanner.Error(
                $"A second piece of text stands in a '{table.Model.Type}'. XmlSerializer takes the last: so does XmlOptions.Duplicates = XmlDuplicates.First.");
        _origin = Origin.Text;
        _place = member.Text!;
        _valueAt = _scanner.Position;
        TakeOutOfTurn(ref level, member, table.Text);
        return true;
    }

    /// <summary>Text is between elements, and takes none of their turns.</summary>
    void TakeOutOfTurn(ref XmlLevel level, XmlMember member, int index)
    {
        int turn = level.OrderAt;
        Take(ref level, member, index);
        level.OrderAt = turn;
    }

    /// <summary>While a member is gathered: the next element or text of it, opened; false at the end of the content.</summary>
    bool FindNextOf(XmlTable table, int index)
    {
        while (true)
        {
            var token = table.Text == index ? PeekMixed() : _scanner.Peek();
            if (token is XmlToken.End or XmlToken.Nothing)
                return false;
            if (token == XmlToken.Text)
            {
                if (table.Text == index)
                {
                    _origin = Origin.Text;
                    _place = table.Members[index].Text!;
                    return true;
                }
                _scanner.ReadText();
                continue;
            }
            Open();
            int found = Enforces(table) ? FindInTurn(table, out var place) : Find(table, out place);
            if (index == table.AnyElement && found >= 0 && found != index && IsOnce(table.Members[found]) && SeenAgain(found)
                && AnyOf(table) is { } any)
                (found, place) = (index, any);
            if (found == index && place is not null)
            {
                _place = place;
                return true;
            }
            _scanner.SkipRest();
        }
    }

    /// <summary>Whether a member holds one value, so that a second element of its name is not its own.</summary>
    static bool IsOnce(XmlMember member) => !member.IsFlat && member.Member.Model is not CollectionModel;

    /// <summary>While the elements of no other member are gathered: whether this member has been met before; from now on it has.</summary>
    readonly bool SeenAgain(int index)
    {
        ref var owner = ref _state.Levels[_state.Count - (Top.Kind == XmlLevelKind.Flat ? 2 : 1)];
        ref ulong bits = ref owner.SeenAgain![index / 64];
        bool seen = (bits & (1UL << index)) != 0;
        bits |= 1UL << index;
        return seen;
    }

    /// <summary>
    /// What counts although the input does not have it: names of choices, lists, which come back empty, and arrays without an element
    /// of their own, which are null.
    /// </summary>
    int NextAbsent(XmlTable table, ref XmlLevel level)
    {
        _origin = Origin.Absent;
        while (level.AbsentAt < table.Absents.Length)
        {
            int index = table.Absents[level.AbsentAt++];
            var member = table.Members[index];
            if (member.Role == XmlRole.ChoiceNames && HasNames(ref level, index))
            {
                _origin = Origin.Names;
                level.MemberIndex = index;
            }
            else if (IsSeen(ref level, index)
                || (member.IsNullIfAbsent ? FillsRoot && _state.Count == 1 : member.Role == XmlRole.ChoiceNames))
            {
                continue;
            }
            else
            {
                _origin = Origin.Absent;
            }
            _member = member;
            _merges = member.Merges && !(member.IsNullIfAbsent && _origin == Origin.Absent);
            _place = member.Place!;
            return index;
        }
        return -1;
    }

    static bool HasNames(ref XmlLevel level, int index) => level.Names?.Exists(n => n.Member == index) == true;

    public void EndObject(MemberTable table)
    {
        _scanner.ReadEnd();
        _state.Count--;
        _member = null;
        _merges = false;
    }

    int NextAttribute(XmlTable table, ref XmlLevel level)
    {
        int index = table.Namespaces;
        if (level.Attribute == 0 && index >= 0 && !IsSeen(ref level, index))
        {
            MarkSeen(ref level, index);
            _scanner.Bindings(out int first);
            if (_scanner.Bindings(out _).Length > first)
            {
                _origin = Origin.StartTag;
                _member = table.Members[index];
                return index;
            }
        }
        var attributes = _scanner.Attributes;
        while (level.Attribute < attributes.Length)
        {
            _attribute = level.Attribute++;
            ref readonly var attribute = ref attributes[_attribute];
            index = table.FindAttribute(attribute.Namespace, _scanner.LocalNameOf(attribute));
            if (index < 0)
            {
                UnknownAttribute(table, attribute);
                continue;
            }
            MarkSeen(ref level, index);
            _origin = Origin.Attribute;
            _member = table.Members[index];
            _place = _member.Place!;
            _merges = _member.Merges;
            _valueAt = attribute.ValueStart;
            return index;
        }
        level.Attribute = -1;
        index = table.AnyAttributes;
        if (index < 0 || !HasUnmatched(table))
            return -1;
        MarkSeen(ref level, index);
        _origin = Origin.StartTag;
        _member = table.Members[index];
        _attribute = -1;
        _merges = _member.Merges;
        return index;
    }

    readonly bool HasUnmatched(XmlTable table)
    {
        foreach (ref readonly var attribute in _scanner.Attributes)
            if (IsUnmatched(table, attribute))
                return true;
        return false;
    }

    readonly bool IsUnmatched(XmlTable table, in XmlAttributeSpan attribute) =>
        attribute.Namespace != XmlNamespaces.SchemaInstance
            && table.FindAttribute(attribute.Namespace, _scanner.LocalNameOf(attribute)) < 0;

    static bool IsSeen(ref XmlLevel level, int index) =>
        ((level.SeenMore is null ? level.Seen : level.SeenMore[index / 64]) & (1UL << index)) != 0;

    static void MarkSeen(ref XmlLevel level, int index)
    {
        if (level.SeenMore is null)
            level.Seen |= 1UL << index;
        else
            level.SeenMore[index / 64] |= 1UL << index;
    }
}
