namespace Isomer.Formats;

/// <summary>What a payload says of a class: its name, its library, and of each member the name and what it is declared as.</summary>
/// <param name="Name">The name of the type, with generic arguments as they were written.</param>
/// <param name="Library">The library; null for mscorlib.</param>
/// <param name="Members">The members, in the order of their values.</param>
/// <param name="Body">Where the values stand of the object that told the class.</param>
internal sealed record NrbfClassHeader(string Name, string? Library, NrbfMemberType[] Members, int Body)
{
    public static NrbfClassHeader Read(ref NrbfBytes bytes, NrbfIndex index)
    {
        var record = (NrbfRecord)bytes.Byte();
        bytes.Int32();
        string name = bytes.String();
        string[] names = new string[bytes.Count(2, "members")];
        for (int i = 0; i < names.Length; i++)
            names[i] = bytes.String();
        var kinds = new NrbfKind[names.Length];
        for (int i = 0; i < kinds.Length; i++)
            kinds[i] = bytes.Kind();
        var members = new NrbfMemberType[names.Length];
        for (int i = 0; i < members.Length; i++)
            members[i] = NrbfMemberType.Read(ref bytes, index, names[i], kinds[i]);
        string? library = record == NrbfRecord.ClassWithMembersAndTypes ? index.LibraryOf(bytes.Int32()) : null;
        return new NrbfClassHeader(name, library, members, bytes.At);
    }

    /// <summary>Of a record that has no types: they are those that a type of this name declares, which the index has looked up.</summary>
    public static NrbfClassHeader OfDeclared(ref NrbfBytes bytes, NrbfIndex index, int start)
    {
        bytes.Byte();
        var info = index.ClassOf(bytes.Int32(), start);
        var members = new NrbfMemberType[info.Members.Length];
        for (int i = 0; i < members.Length; i++)
            members[i] = new(info.Members[i], info.Kinds[i], info.Primitives[i], null, null);
        return new NrbfClassHeader(info.Name, info.Library == 0 ? null : index.LibraryOf(info.Library), members, info.Body);
    }
}

/// <summary>What a member, or the item of an array, is declared as.</summary>
/// <param name="Name">The member's name.</param>
/// <param name="Kind">Which kind of type.</param>
/// <param name="Primitive">Which primitive it is, or its items are.</param>
/// <param name="TypeName">The name of its class; null where the kind says all.</param>
/// <param name="Library">The library of that class; null for mscorlib.</param>
internal sealed record NrbfMemberType(string Name, NrbfKind Kind, NrbfPrimitive Primitive, string? TypeName, string? Library)
{
    public static NrbfMemberType Read(ref NrbfBytes bytes, NrbfIndex index, string name, NrbfKind kind)
    {
        var primitive = kind is NrbfKind.Primitive or NrbfKind.PrimitiveArray ? bytes.Primitive() : NrbfPrimitive.None;
        string? type = kind is NrbfKind.SystemClass or NrbfKind.Class ? bytes.String() : null;
        return new(name, kind, primitive, type, kind == NrbfKind.Class ? index.LibraryOf(bytes.Int32()) : null);
    }
}
