using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>Collections: in an element of their own, directly in their owner, or in one attribute; and maps.</summary>
internal ref partial struct XmlSink
{
    public void BeginArray(TypeModel model, int count)
    {
        var member = _member;
        _member = null;
        if (member is { IsFlat: true })
        {
            if (member.NamedBy >= 0)
                CheckNames(member, count);
            Push(XmlFrameKind.Flat, member.Elements, member.Text, member);
        }
        else if (member is { Role: XmlRole.ChoiceNames })
        {
            Push(XmlFrameKind.Names, [], null, member);
        }
        else if (member is { Role: XmlRole.AnyAttributes })
        {
            Push(XmlFrameKind.Attributes, [], null, member);
        }
        else if (_place.Kind is XmlPlaceKind.Attribute or XmlPlaceKind.Text)
        {
            var place = _place;
            // Names need declarations, which stand before the attribute: they are gathered first.
            bool isOfNames = model is SequenceModel { Element.Details: XmlSpecialFacts { Kind: XmlSpecial.QualifiedName } };
            if (place.Kind == XmlPlaceKind.Attribute && !isOfNames)
                BeginAttribute(place.Name, place.Namespace);
            Push(XmlFrameKind.List, [], place, null);
            Top.List = isOfNames ? new System.Text.StringBuilder() : null;
        }
        else
        {
            var place = _place.With(model);
            StartTag(place, null, isBare: _typeName is not null);
            ref var frame = ref Top;
            frame.Items = place.Items;
            frame.Text = null;
            frame.Member = null;
        }
    }

    /// <summary>
    /// A list without an element of its own: what asks the top for the open element (prefixes that are due, attributes, nodes)
    /// gets that of the owner, not what an earlier frame of this depth has left.
    /// </summary>
    void Push(XmlFrameKind kind, XmlPlace[] items, XmlPlace? text, XmlMember? member)
    {
        ref var frame = ref _state.Push();
        if (_state.Count > 1)
        {
            ref var owner = ref Unsafe.Subtract(ref frame, 1);
            frame.Place = owner.Place;
            frame.Prefix = owner.Prefix;
            frame.Outside = owner.Outside;
        }
        frame.Kind = kind;
        frame.Items = items;
        frame.Text = text;
        frame.Member = member;
    }

    readonly void CheckNames(XmlMember member, int count)
    {
        int names = Top.NamesOf(member.NamedBy).Count;
        if (names < count)
            throw new NotSupportedException(
                $"Member '{member.Member}' has {count} items, and the member that names their elements has {names}.");
    }

    public void Item(int index)
    {
        ref var frame = ref Top;
        _member = null;
        switch (frame.Kind)
        {
            case XmlFrameKind.List:
                _place = frame.Text!.ListItem;
                if (frame.List is { } names)
                {
                    if (index > 0)
                        names.Append(' ');
                    break;
                }
                if (index > 0)
                    _out.Put((byte)' ');
                _out.Reserve(Room);
                break;
            case XmlFrameKind.Element or XmlFrameKind.Flat:
                _place = frame.Items.Length > 0 ? frame.Items[0] : frame.Text!;
                _state.ItemIndex = index;
                break;
        }
    }

    public void EndArray(TypeModel model)
    {
        ref var frame = ref Top;
        switch (frame.Kind)
        {
            case XmlFrameKind.Element:
                EndTag();
                return;
            case XmlFrameKind.List when frame.List is { } names:
                var place = frame.Text!;
                frame.List = null;
                _state.Count--;
                if (names.Length > 0)
                    WriteAttribute(place.Name, place.Namespace, names.ToString());
                return;
            case XmlFrameKind.List when frame.Text!.Kind == XmlPlaceKind.Attribute:
                _out.Put((byte)'"');
                break;
        }
        _state.Count--;
    }

    public void BeginMap(TypeModel model, int count)
    {
        _member = null;
        var place = _place.With(model);
        StartTag(place, null);
        ref var frame = ref Top;
        frame.Items = XmlMaps.PlacesOf((MapModel)model, place.Namespace);
    }

    public void Key(TypeModel model, int index)
    {
        if (index > 0)
            EndTag();
        var places = Top.Items;
        StartTag(places[0], null);
        Top.Items = places;
        _place = places[1];
        _member = null;
    }

    public void MapValue(TypeModel model)
    {
        _place = Top.Items[2];
        _member = null;
    }

    public void EndMap(TypeModel model, int count)
    {
        if (count > 0)
            EndTag();
        EndTag();
    }
}

/// <summary>The places of a dictionary's entries: Entry, and in it Key and Value.</summary>
internal static class XmlMaps
{
    static readonly int Slot = ModelSlot.Next();

    public static XmlPlace[] PlacesOf(MapModel model, string ns)
    {
        if (model.GetSlot(Slot) is XmlPlace[] known && known[0].Namespace == ns)
            return known;
        XmlPlace[] places =
        [
            new(new XmlElementFacts("Entry", ns, model, false), XmlPlaceKind.Element),
            new(new XmlElementFacts("Key", ns, model.Key, true), XmlPlaceKind.Element),
            new(new XmlElementFacts("Value", ns, model.Value, true), XmlPlaceKind.Element),
        ];
        return model.GetSlot(Slot) is null ? model.SetSlot(Slot, places) : places;
    }
}
