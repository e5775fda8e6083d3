using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Records of classes: libraries first, then the class by its name or by the number of the object that told it, then the values.
/// </summary>
internal ref partial struct NrbfSink
{
    /// <summary>The object that is open: all that its members hold has been told.</summary>
    void Header()
    {
        var table = _due!;
        _due = null;
        var known = _known is { } top && ReferenceEquals(top.Type, table.Type) ? top : _state.Of(table.Type);
        if (known.ToldAs != 0)
        {
            if (table.IsForetold)
                HeldLibraries(table, known);
            Told(known.ToldAs);
            return;
        }
        bool isTyped = TellsTypes || table.AreEntries;
        int library = Library(table.Name.Library);
        HeldLibraries(table, known);
        var members = table.Members;
        string[] names = table.OptionalCount == 0 ? table.Names : PresentNames(members);
        bool isWhole = table.OptionalCount == 0;
        if (IsTold(table.Name.Type, names, null, out int first))
        {
            if (isWhole)
                known.ToldAs = first;
            return;
        }
        var (told, absent) = (_state.Told, _state.Absent);
        Class(table.Name, names.Length, library, isTyped);
        foreach (var member in members)
            if (isWhole || !absent[member.Index])
                Lps(member.Name);
        foreach (var member in members)
            if (isWhole || !absent[member.Index])
                Kind(member.Declared, Held(member, table, told), isTyped);
        foreach (var member in members)
            if (isTyped && (isWhole || !absent[member.Index]))
                KindDetails(member.Declared, Held(member, table, told));
        EndClass(library);
        if (_state.Add(table.Name.Type, new NrbfClass(_dueId, names, null)) && isWhole)
            known.ToldAs = _dueId;
    }

    /// <summary>What is known of a member's value: nothing where nothing of the class is foretold.</summary>
    static Type? Held(FormatterMember member, FormatterTable table, NrbfHeld[] told) => table.IsForetold ? told[member.Index].Type : null;

    /// <summary>
    /// The libraries of what the members hold, or are declared as where they hold nothing. A library that was told stays told: only where a
    /// member holds another type than in the object before is there anything to look for.
    /// </summary>
    void HeldLibraries(FormatterTable table, NrbfWritten known)
    {
        if (known.Libraries.Length < table.Members.Length)
            known.Libraries = new NrbfHeld[table.Members.Length];
        var (libraries, told, absent) = (known.Libraries, _state.Told, _state.Absent);
        foreach (var member in table.Named)
        {
            if (table.OptionalCount > 0 && absent[member.Index])
                continue;
            var held = Held(member, table, told);
            var type = held ?? member.Declared;
            if (ReferenceEquals(libraries[member.Index].Type, type))
                continue;
            Library((held is null ? member.TypeName! : _names.Of(held)).Library);
            libraries[member.Index].Type = type;
            if (!_state.IsInOrder && !member.IsCache)
                Watch(type);
        }
    }

    readonly string[] PresentNames(FormatterMember[] members)
    {
        var names = new List<string>(members.Length);
        foreach (var member in members)
            if (!_state.Absent[member.Index])
                names.Add(member.Name);
        return [.. names];
    }

    /// <summary>Refers to the object that told the class of this name, if one did.</summary>
    bool IsTold(string name, string[] names, Type[]? entryTypes, out int first)
    {
        first = 0;
        if (!_state.TryFindClass(name, out var told) || !told.Takes(names, entryTypes))
            return false;
        Told(first = told.Id);
        return true;
    }

    /// <summary>The record of an object whose class has been told.</summary>
    void Told(int first)
    {
        ref byte start = ref _out.Reserve(9);
        start = (byte)NrbfRecord.ClassWithId;
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref start, 1), _dueId);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref start, 5), first);
        _out.Advance(9);
    }

    /// <summary>Whether classes say what their members are (FormatterTypeStyle.TypesAlways). Entries always do.</summary>
    readonly bool TellsTypes => (_options.TypeStyle & NrbfTypeStyle.TypesAlways) != 0;

    void Kind(Type declared, Type? held, bool isTyped)
    {
        if (isTyped)
            _out.Put((byte)KindOf(declared, held));
    }

    void Class(FormatterName name, int members, int library, bool isTyped)
    {
        var record = library == 0 ? NrbfRecord.SystemClassWithMembers : NrbfRecord.ClassWithMembers;
        _out.Put((byte)(isTyped ? record + 2 : record));
        _out.Put(_dueId);
        Lps(name.Type);
        _out.Put(members);
    }

    void EndClass(int library)
    {
        if (library != 0)
            _out.Put(library);
    }

    /// <summary>The number of a library, which is told before the record that needs it; 0 for mscorlib.</summary>
    int Library(string? name)
    {
        if (name is null)
            return 0;
        int id = _state.LibraryOf(name, out bool isNew);
        if (isNew)
        {
            FlushNulls();
            _out.Put((byte)NrbfRecord.Library);
            _out.Put(id);
            Lps(name);
        }
        return id;
    }

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about
    readonly NrbfKind KindOf(Type declared, Type? held) =>
        declared == typeof(string) ? NrbfKind.String
        : declared == typeof(object) && !typeof(ISerializable).IsAssignableFrom(held) && !_options.Convention.IsChosen(held)
            ? NrbfKind.Object
        : declared == typeof(string[]) ? NrbfKind.StringArray
        : declared == typeof(object[]) ? NrbfKind.ObjectArray
        : declared.IsSZArray && NrbfPrimitives.HasArrays(NrbfPrimitives.Of(declared.GetElementType()!))
            && !IsCarried(declared.GetElementType()!)
            ? NrbfKind.PrimitiveArray
        : NrbfPrimitives.Of(declared) != NrbfPrimitive.None ? NrbfKind.Primitive
        : _names.Of(held ?? declared).Library is null ? NrbfKind.SystemClass : NrbfKind.Class;
#pragma warning restore SYSLIB0050

    readonly FormatterName NameOf(Type declared, Type? held) => held is null ? _names.OfDeclared(declared) : _names.OfHeld(held);

    /// <summary>What follows the kinds: which primitive, which class.</summary>
    void KindDetails(Type declared, Type? held)
    {
        switch (KindOf(declared, held))
        {
            case NrbfKind.Primitive:
                _out.Put((byte)NrbfPrimitives.Of(declared));
                break;
            case NrbfKind.PrimitiveArray:
                _out.Put((byte)NrbfPrimitives.Of(declared.GetElementType()!));
                break;
            case NrbfKind.SystemClass:
                Lps(NameOf(declared, held).Type);
                break;
            case NrbfKind.Class:
                var name = NameOf(declared, held);
                Lps(name.Type);
                _out.Put(Library(name.Library));
                break;
        }
    }

    /// <summary>Whether a surrogate carries the type: then an item of it is a record, also where the type itself is a primitive.</summary>
    readonly bool IsCarried(Type element) => _options.Convention.ModelOf(element) is SurrogateModel;

    void ArrayHeader(Type element, int count, bool isCarried = false)
    {
        var known = _state.Of(element);
        if (known.Item is { IsKnown: true } item)
        {
            _nullsAreApart = false;
            OfKnownItems(item, count);
            return;
        }
        _nullsAreApart = element.IsArray;
        var primitive = isCarried ? NrbfPrimitive.None : NrbfPrimitives.Of(element);
        if (primitive == NrbfPrimitive.None)
            Library(_names.Of(element).Library);
        if (primitive != NrbfPrimitive.None)
        {
            ArrayRecord(NrbfRecord.PrimitiveArray, count);
            _out.Put((byte)primitive);
        }
        else if (element == typeof(string))
        {
            ArrayRecord(NrbfRecord.StringArray, count);
        }
        else if (element == typeof(object))
        {
            ArrayRecord(NrbfRecord.ObjectArray, count);
        }
        else
        {
            _out.Put((byte)NrbfRecord.Array);
            _out.Put(_id);
            _out.Put((byte)(element.IsArray ? NrbfArrayKind.Jagged : NrbfArrayKind.Single));
            _out.Put(1);
            _out.Put(count);
            ElementKind(element, isCarried);
            var kind = KindOf(element, null);
            if (!element.IsArray && kind is (NrbfKind.SystemClass or NrbfKind.Class))
            {
                var name = NameOf(element, null);
                known.Item = new NrbfItemKind(true, kind, name.Type, Library(name.Library));
            }
        }
    }

    /// <summary>A further array of items whose class, and its library, have been told.</summary>
    void OfKnownItems(in NrbfItemKind item, int count)
    {
        ref byte start = ref _out.Reserve(15);
        start = (byte)NrbfRecord.Array;
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref start, 1), _id);
        Unsafe.Add(ref start, 5) = (byte)NrbfArrayKind.Single;
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref start, 6), 1);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref start, 10), count);
        Unsafe.Add(ref start, 14) = (byte)item.Kind;
        _out.Advance(15);
        Lps(item.Name!);
        if (item.Kind == NrbfKind.Class)
            _out.Put(item.Library);
    }

    void ElementKind(Type element, bool isCarried)
    {
        if (isCarried && NrbfPrimitives.Of(element) != NrbfPrimitive.None)
        {
            _out.Put((byte)NrbfKind.SystemClass);
            Lps(NameOf(element, null).Type);
            return;
        }
        _out.Put((byte)KindOf(element, null));
        KindDetails(element, null);
    }

    void ArrayRecord(NrbfRecord record, int count)
    {
        _out.Put((byte)record);
        _out.Put(_id);
        _out.Put(count);
    }

    /// <summary>An array of several dimensions, or whose first item has another number than 0: the last index fastest.</summary>
    void Rectangular(Array array)
    {
        var element = array.GetType().GetElementType()!;
        if (NrbfPrimitives.Of(element) == NrbfPrimitive.None)
            Library(_names.Of(element).Library);
        bool hasOffset = false;
        for (int i = 0; i < array.Rank; i++)
            hasOffset |= array.GetLowerBound(i) != 0;
        var kind = array.Rank > 1 ? NrbfArrayKind.Rectangular : element.IsArray ? NrbfArrayKind.Jagged : NrbfArrayKind.Single;
        _out.Put((byte)NrbfRecord.Array);
        _out.Put(_id);
        _out.Put((byte)(hasOffset ? kind + 3 : kind));
        _out.Put(array.Rank);
        for (int i = 0; i < array.Rank; i++)
            _out.Put(array.GetLength(i));
        if (hasOffset)
            for (int i = 0; i < array.Rank; i++)
                _out.Put(array.GetLowerBound(i));
        var model = _options.Convention.ModelOf(element);
        ElementKind(element, model is SurrogateModel);
        _id = 0;
        _nullsAreApart = array.Rank > 1 || element.IsArray;
        _itemsAreTyped = IsCarriedAsPrimitive(model);
        var codec = Shapes.Codecs<NrbfSink, NrbfSource>.Of(model);
        int before = _state.Count;
        _isArrayOpen = true;
        foreach (object? item in array)
        {
            Item(0);
            if (!TryItemInOrder(item, element))
                codec.WriteObject(ref this, item);
        }
        FlushNulls();
        _isArrayOpen = false;
        if (!element.IsValueType && !_state.IsInOrder && _state.Count > before)
            _state.AddItems(before);
    }
}
