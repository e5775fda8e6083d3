using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Values whose declared type does not say what they are: by the names of types, which are looked up in the closed set.</summary>
internal ref partial struct SoapSource
{
    public object? Dynamic(TypeModel declared)
    {
        if (declared.Type == typeof(SerializationInfo))
            return Entries();
        if (declared.Type == typeof(FieldValues))
            return Fields(((IDerived)_carried!.Surrogate).Plan);
        // Nothing is declared as what an interface or object is: it is read whole, or promised.
        return Find(declared) == Shapes.Head.Null ? null : _referenced;
    }

    /// <summary>
    /// The type of the object of an element: what it says, or its name; where neither does, what is declared there, and text is a string.
    /// </summary>
    readonly Type TypeAt(int node, Type declared)
    {
        ref readonly var element = ref _document[node];
        if (element.Array >= 0)
            return ArrayTypeAt(_document.ArrayOf(element.Array), node);
        int name = element.Type >= 0 ? element.Type : _document.NamespaceOf(element.Name).Length > 0 ? element.Name : -1;
        if (name >= 0)
        {
            ref var known = ref _state.TypeOf(name);
            var type = known ??= TypeOf(name, node);
            // SOAP-ENC:Array without its type (told by a type of our own), and anyType: what is declared.
            if (type != typeof(SoapArray) && (type != typeof(object) || element.IsTop))
                return type;
        }
        else if (element.IsTop)
        {
            throw new WireFormatException("An object's element has no type: neither its name nor xsi:type says it.")
            { Offset = element.Offset };
        }
        if (declared != typeof(object) && !declared.IsInterface && !declared.IsAbstract && declared != typeof(ValueType)
            && declared != typeof(SerializationInfo) && declared != typeof(FieldValues))
            return declared;
        return element.End == node + 1
            ? typeof(string)
            : throw new WireFormatException($"Nothing says the type of what stands where a '{declared}' is expected.")
            { Offset = element.Offset };
    }

    /// <summary>The type of a name; an error that names the remedy if there is none in the closed set.</summary>
    readonly Type TypeOf(int name, int node)
    {
        var ns = _document.NamespaceOf(name);
        string local = SoapText.ToString(_document.LocalOf(name));
        string uri = SoapText.ToString(ns);
        if (SoapNamespaces.IsSchema(ns) || uri == SoapNamespaces.EncodingUri)
            return SoapScalars.TypeOf(local)
                ?? (local == "Array"
                    ? typeof(SoapArray)
                    : throw new WireFormatException($"'{Short(local)}' is no type of XML Schema, or none that a value here has.")
                    { Offset = _document[node].Offset });
        if (uri == SoapNamespaces.EnvelopeUri && local == "Fault")
            return typeof(SoapFault);
        string full = SoapNaming.TypeOf(uri, SoapText.NameOf(_document.LocalOf(name)))
            ?? throw new WireFormatException(
                $"'{Short(local)}' of the namespace '{Short(uri)}' is no type of the CLR: a call of a method is not read.")
            { Offset = _document[node].Offset };
        return _options.Types.Find(full, _root) ?? throw new WireFormatException(
            $"The type '{Short(full)}' is not known where '{_root.Type}' is read. If its objects are wanted, name it among {nameof(SoapOptions)}.{nameof(SoapOptions.KnownTypes)}.{FrameworkViews.Remedy(full)}")
        { Offset = _document[node].Offset };
    }

    static string Short(string name) => name.Length <= 200 ? name : name[..200] + "...";

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Items)]
    readonly Type ArrayTypeAt(SoapArray array, int node)
    {
        ref var known = ref _state.TypeOf(array.Item);
        var type = known ??= TypeOf(array.Item, node);
        // Arrays of any kind, which say themselves of what they are.
        if (type == typeof(SoapArray))
            type = typeof(Array);
        foreach (int rank in array.Ranks)
            type = rank == 1 ? type.MakeArrayType() : type.MakeArrayType(rank);
        return array.Lengths.Length > 1
            ? type.MakeArrayType(array.Lengths.Length)
            : array.Bounds is [not 0] ? type.MakeArrayType(1) : type.MakeArrayType();
    }

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about
    /// <summary>
    /// An ISerializable's entries, each as what it says it is; what does not say so is text, of which the object makes what it asks for.
    /// </summary>
    SerializationInfo Entries()
    {
        // A struct has no announcement: it is what is declared, or the one that the envelope names, which its surrogate looks at.
        if (_node == None)
            throw Fail("An item is missing.");
        var surrogate = _carried?.Surrogate as IFieldsSurrogate;
        var type = _carried?.Type ?? TypeAt(Follow(_node), Nullable.GetUnderlyingType(_expected) ?? _expected);
        _carried = null;
        int node = OpenObject(type);
        return Entries(node, type, surrogate, surrogate is { IsTable: true });
    }

    /// <summary>The entries in an element, or those of them that are asked for.</summary>
    SerializationInfo Entries(int node, Type type, IFieldsSurrogate? surrogate, bool isTable, Func<string, bool>? isAsked = null)
    {
        var entries = new SerializationInfo(type, EntryConverter.Instance);
        _state.Completion.MayBeAsked();
        Push(node, isArray: false, isPart: true);
        var any = _options.Convention.ModelOf(typeof(object));
        while (Child() is >= 0 and var child)
        {
            (_node, _expected) = (child, typeof(object));
            string name = SoapText.NameOf(_document.LocalOf(_document[child].Name));
            if (isAsked?.Invoke(name) == false || (isTable ? Tabular.TableEntries.IsPassed(name) : surrogate?.Passes(name) == true))
                continue;
            _state.Frames[_top].Copies = surrogate?.CopiesEntry(name) == true ? FormatterCopies.All : FormatterCopies.None;
            object? value = Dynamic(any);
            if (isTable)
                value = TableEntry(name, value);
            else if (value is DateTime { Kind: DateTimeKind.Local } && ZoneDates.AreOf(type))
                value = AsItStands(child) ?? value;
            try
            {
                entries.AddValue(name, value, value?.GetType() ?? typeof(object));
            }
            catch (SerializationException e)
            {
                throw Fail($"The entry '{name}' comes twice.", e);
            }
        }
        Pop();
        return entries;
    }

    /// <summary>A date without the offset behind it.</summary>
    DateTime? AsItStands(int node)
    {
        (_node, _expected) = (node, typeof(DateTime));
        var text = XmlChars.Trim(Text(typeof(DateTime), out _));
        int offset = text.LastIndexOfAny((byte)'+', (byte)'-');
        return offset > text.IndexOf((byte)'T') && XmlDates.TryReadDateTime(text[..offset], out var date) ? date : null;
    }
#pragma warning restore SYSLIB0050

    /// <summary>The next element of the object that is open; -1 at its end.</summary>
    readonly int Child()
    {
        ref var frame = ref _state.Frames[_top];
        if (frame.Next >= _document[frame.Node].End)
            return -1;
        frame.Current = frame.Next;
        frame.Next = _document[frame.Next].End;
        return frame.Current;
    }

    /// <summary>
    /// The fields of a class that derives from one of the framework's collections, each as what it is; what nothing takes is passed over.
    /// </summary>
    FieldValues Fields(FieldPlan plan)
    {
        _carried = null;
        int node = OpenObject(plan.Type);
        var fields = new FieldValues(plan);
        var names = new List<string>();
        for (int child = node + 1; child < _document[node].End; child = _document[child].End)
            names.Add(SoapText.NameOf(_document.LocalOf(_document[child].Name)));
        int[] map = plan.Map([.. names], _options.Names.Names.MemberOf);
        Push(node, isArray: false, isPart: true);
        for (int i = 0; Child() is >= 0 and var child; i++)
        {
            if (map[i] < 0)
                continue;
            _node = child;
            _expected = plan.Places[map[i]].Declared;
            _state.Frames[_top].IsPart = plan.IsPart(map[i]);
            _state.Frames[_top].Copies = plan.IsOwn(map[i]) ? FormatterCopies.None : FormatterCopies.All;
            fields.Values[map[i]] = Field(_expected);
            fields.AreThere[map[i]] = true;
        }
        Pop();
        return fields;
    }

    /// <summary>A value whose declared type is known here alone: primitives are boxed, objects are read whole or promised.</summary>
    object? Field(Type declared)
    {
        var underlying = Nullable.GetUnderlyingType(declared) ?? declared;
        if (IsNull())
            return null;
        // A node of a chain is no object of anyone else's, and read where it is declared as one.
        if (FieldMembers.IsNode(declared))
            return Codecs<SoapSink, SoapSource>.Of(_options.Convention.ModelOf(declared)).ReadObject(ref this);
        return underlying.IsValueType
            ? Exact(_options.Convention.ModelOf(underlying), Follow(_node))
            : Dynamic(_options.Convention.ModelOf(typeof(object)));
    }

    /// <summary>An array of several dimensions, or whose first item has another number than 0.</summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Items)]
    Array Rectangular(Type type, int node)
    {
        var shape = _document.ArrayOf(_document[node].Array);
        var element = type.GetElementType()!;
        long count = 1;
        for (int i = 0; i < shape.Lengths.Length; i++)
            if (shape.Lengths[i] < 0 || (count *= shape.Lengths[i]) > Array.MaxLength
                || (shape.Bounds is { } lower && lower[i] + (long)shape.Lengths[i] - 1 > int.MaxValue))
                throw Fail("The lengths of an array are negative, or more than any array has.");
        CheckItems(node, count);
        CheckMissing(node, (int)count, element);
        var array = Array.CreateInstance(element, shape.Lengths, shape.Bounds ?? new int[shape.Lengths.Length]);
        Register(_document[node].Id, array);
        Push(node, isArray: true, isPart: false, element);
        var codec = Codecs<SoapSink, SoapSource>.Of(_options.Convention.ModelOf(element));
        int[] place = [.. shape.Bounds ?? new int[shape.Lengths.Length]];
        for (int i = 0; NextItem(i, (int)count); i++)
        {
            array.SetValue(codec.ReadObject(ref this), place);
            for (int d = place.Length - 1; d >= 0 && ++place[d] == array.GetLowerBound(d) + array.GetLength(d); d--)
                place[d] = array.GetLowerBound(d);
        }
        if (_state.Frames[_top].Next < _document[node].End)
            throw Fail($"More than {count} items stand in an array.");
        Pop();
        return array;
    }
}
