using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Collections: in an element of their own, directly in their owner, or in one attribute; and maps.</summary>
internal ref partial struct XmlSource
{
    public int BeginArray(TypeModel model)
    {
        var member = _member;
        _member = null;
        ref var level = ref _state.Push();
        _events?.Open(_state.Count - 1, isAwaited: false);
        level.Member = member;
        level.ResumeAt = -1;
        level.Opened = -1;
        level.Kind = _origin switch
        {
            Origin.Absent => XmlLevelKind.Absent,
            Origin.Names => XmlLevelKind.Names,
            Origin.StartTag => XmlLevelKind.Attributes,
            _ when member is { IsFlat: true } => XmlLevelKind.Flat,
            Origin.Attribute or Origin.Text => XmlLevelKind.List,
            // A nil list is an empty one, whatever is in it.
            _ when !_isBare && IsNil() => XmlLevelKind.Absent,
            _ => XmlLevelKind.Array,
        };
        switch (level.Kind)
        {
            case XmlLevelKind.Absent when _origin != Origin.Absent:
                SkipElement();
                break;
            case XmlLevelKind.Flat:
                level.Items = member!.Elements;
                // The first item is open already, as the object's member was found by it.
                level.Opened = 0;
                break;
            case XmlLevelKind.List:
                level.Items = [_place.ListItem];
                level.IsOfStrings =
                    model is SequenceModel { Element: ScalarModel { Scalar: Scalar.String or Scalar.Bytes } or DynamicModel };
                _listEnded = false;
                _list = _origin == Origin.Attribute ? _scanner.ValueOf(_scanner.Attributes[_attribute]) : _scanner.ReadText();
                break;
            case XmlLevelKind.Array:
                var place = _place.With(model);
                level.Items = place.Items;
                level.Table = null;
                level.DefaultNamespace = _scanner.Resolve(default);
                level.HasUsualPrefixes = level.Items is [{ Model.Details: XmlSpecialFacts { Kind: XmlSpecial.Anything } }]
                    && _scanner.Resolve("xsi"u8) == XmlNamespaces.SchemaInstance && _scanner.Resolve("xsd"u8) == XmlNamespaces.Schema;
                break;
        }
        return -1;
    }

    public bool NextItem(int index, int count) => Next(index) && (index < _profile.MaxItems || FailTooMany());

    bool FailTooMany() => throw _scanner.Error($"A collection has more than {_profile.MaxItems} items (Limits.MaxItems).");

    bool Next(int index)
    {
        ref var level = ref Top;
        _merges = false;
        switch (level.Kind)
        {
            case XmlLevelKind.Array:
                return NextOfArray(ref level);
            case XmlLevelKind.Flat:
                return NextOfFlat(ref level);
            case XmlLevelKind.List:
                _place = level.Items[0];
                _origin = Origin.ListItem;
                if (level.IsOfStrings)
                    return NextString(index);
                _list = XmlChars.Trim(_list);
                return !_list.IsEmpty;
            case XmlLevelKind.Names:
                _origin = Origin.Names;
                return FindName(ref level);
            case XmlLevelKind.Attributes:
                _origin = Origin.StartTag;
                return NextUnmatched();
            default:
                return false;
        }
    }

    /// <summary>Strings in a list are separated by single spaces: XmlSerializer takes nothing between two for an empty one.</summary>
    bool NextString(int index)
    {
        if (_listEnded)
            return false;
        if (index > 0)
            _list = _list[1..];
        int length = 0;
        while (length < _list.Length && !XmlChars.IsWhite(_list[length]))
            length++;
        _listEnded = length == _list.Length;
        return true;
    }

    /// <summary>Goes on to the next name of a choice for the member that is read at this level: each name is passed once.</summary>
    readonly bool FindName(ref XmlLevel level)
    {
        ref var owner = ref _state.Levels[_state.Count - 2];
        int count = owner.Names?.Count ?? 0;
        while (level.ContentAt < count)
        {
            level.MemberIndex = level.ContentAt++;
            if (owner.Names![level.MemberIndex].Member == owner.MemberIndex)
                return true;
        }
        return false;
    }

    bool NextOfArray(ref XmlLevel level)
    {
        while (true)
        {
            SkipIndentation();
            var token = _scanner.Peek();
            if (token is XmlToken.End or XmlToken.Nothing)
                return false;
            if (token == XmlToken.Text)
            {
                UnknownText();
                continue;
            }
            var items = level.Items;
            if (items.Length > 0 && items[0].Number == level.DefaultNamespace)
            {
                int at = _scanner.Position;
                if (_scanner.TryStart(0, 0, items[0].OpenTag[1..]))
                {
                    _openedAt = at;
                    _isBare = true;
                    _origin = Origin.Element;
                    _place = items[0];
                    return true;
                }
                if (level.HasUsualPrefixes && TryCell(items[0], at))
                    return true;
            }
            Open();
            foreach (var item in items)
            {
                if (item.Number != _scanner.Namespace || !_scanner.LocalName.SequenceEqual(item.Local))
                    continue;
                _place = item;
                return true;
            }
            if (_profile.Options.Unknown == XmlUnknown.Refuse)
                throw new WireFormatException($"The element '{XmlScanner.ToUtf16(_scanner.LocalName)}' is no item here.")
                { Offset = _openedAt };
            if (_events is null)
                SkipElement();
            else
                TellElement(XmlTable.ExpectedOf(items));
        }
    }

    /// <summary>A cell of a row of objects that names a simple type of XML Schema.</summary>
    bool TryCell(XmlPlace place, int at)
    {
        var before = _scanner;
        if (!_scanner.TryStartTyped(place.TypedOpen, place.Local.Length, out var type))
            return false;
        if (XmlScalarName.Find(XmlNamespaces.Schema, type) is not { } cell)
        {
            _scanner = before;
            return false;
        }
        _openedAt = at;
        _isBare = true;
        _cell = cell;
        _origin = Origin.Element;
        _place = place;
        return true;
    }

    /// <summary>The next item if it comes at once; while the member is gathered, wherever it comes.</summary>
    bool NextOfFlat(ref XmlLevel level)
    {
        ref var owner = ref _state.Levels[_state.Count - 2];
        int index = owner.MemberIndex;
        var table = owner.Table!;
        if (level.Opened == 0)
            level.Opened = -1;
        else if (owner.ResumeAt >= 0)
        {
            if (!FindNextOf(table, index))
                return false;
        }
        else if (!NextInRow(table, ref owner, index, level.Items))
            return false;
        if (level.Member!.NamedBy >= 0)
            (owner.Names ??= []).Add((level.Member.NamedBy, level.Member.Names[Math.Max(Array.IndexOf(level.Member.Elements, _place), 0)]));
        return true;
    }

    bool NextInRow(XmlTable table, ref XmlLevel owner, int index, XmlPlace[] items)
    {
        bool isMixed = table.Text >= 0;
        var token = isMixed ? PeekMixed() : _scanner.Peek();
        if (token == XmlToken.Text && table.Text == index)
        {
            _origin = Origin.Text;
            _place = table.Members[index].Text!;
            return true;
        }
        if (token != XmlToken.Start)
            return false;
        if (items.Length > 0 && items[0].Kind == XmlPlaceKind.Element && items[0].Number == owner.DefaultNamespace)
        {
            int at = _scanner.Position;
            if (_scanner.TryStart(0, 0, items[0].OpenTag[1..]))
            {
                _openedAt = at;
                _isBare = true;
                _origin = Origin.Element;
                _place = items[0];
                return true;
            }
        }
        Open();
        int found = Enforces(table) ? FindInOrder(table, owner.OrderAt, out var place) : Find(table, out place);
        if (index == table.AnyElement && found >= 0 && found != index && IsOnce(table.Members[found]) && IsSeen(ref owner, found)
            && AnyOf(table) is { } any)
            (found, place) = (index, any);
        if (found == index && place is not null)
        {
            owner.OrderAt = TurnBehind(table.Members[index], index, owner.OrderAt);
            _place = place;
            return true;
        }
        // It is another member's: that finds it open.
        owner.Opened = 0;
        return false;
    }

    public void EndArray(TypeModel model)
    {
        ref var level = ref Top;
        if (level.Kind == XmlLevelKind.Array)
        {
            _scanner.ReadEnd();
        }
        else if (level.Kind == XmlLevelKind.Flat)
        {
            ref var owner = ref _state.Levels[_state.Count - 2];
            if (owner.ResumeAt >= 0)
            {
                // All of it has been read: what comes of it from here on is passed over.
                _scanner.Advance(owner.ResumeAt - _scanner.Position);
                owner.ResumeAt = -1;
            }
        }
        _state.Count--;
        _member = null;
        _merges = false;
    }

    public int BeginMap(TypeModel model)
    {
        ref var level = ref _state.Push();
        _events?.Open(_state.Count - 1, isAwaited: false);
        level.Kind = _origin == Origin.Absent ? XmlLevelKind.Absent : XmlLevelKind.Map;
        level.ResumeAt = -1;
        level.Opened = -1;
        level.Items = XmlMaps.PlacesOf((MapModel)model, _place.Namespace);
        _member = null;
        return -1;
    }

    public bool NextKey(TypeModel model, int index, int count)
    {
        ref var level = ref Top;
        _merges = false;
        if (level.Kind == XmlLevelKind.Absent)
            return false;
        if (index > 0)
            _scanner.ReadEnd();
        if (_scanner.Peek() != XmlToken.Start)
            return false;
        if (index >= _profile.MaxItems)
            FailTooMany();
        Expect(level.Items[0]);
        Expect(level.Items[1]);
        return true;
    }

    public void MapValue(TypeModel model) => Expect(Top.Items[2]);

    void Expect(XmlPlace place)
    {
        if (_scanner.Peek() != XmlToken.Start)
            throw _scanner.Error($"Expected the element '{place.Name}' of an entry.");
        Open();
        if (_scanner.Namespace != place.Number || !_scanner.LocalName.SequenceEqual(place.Local))
            throw new WireFormatException($"Expected the element '{place.Name}' of an entry.") { Offset = _openedAt };
        _place = place;
        _member = null;
    }

    public void EndMap(TypeModel model)
    {
        if (Top.Kind == XmlLevelKind.Map)
            _scanner.ReadEnd();
        _state.Count--;
        _member = null;
        _merges = false;
    }

    /// <summary>Moves to the next attribute that no member takes.</summary>
    bool NextUnmatched()
    {
        var table = _state.Levels[_state.Count - 2].Table!;
        var attributes = _scanner.Attributes;
        while (++_attribute < attributes.Length)
            if (IsUnmatched(table, attributes[_attribute]))
                return true;
        return false;
    }
}
