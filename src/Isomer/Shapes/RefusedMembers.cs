using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Which member an exception came from, where the source cannot tell: a packed block is taken from the input at once, and its members are
/// set one after the other. Written in the filter of an exception that flies, so that it costs nothing before; read by who makes the error
/// with its path.
/// </summary>
internal static class RefusedMembers
{
    // Not by thread: an exception that nobody asks for is not kept.
    static readonly ConditionalWeakTable<Exception, MemberModel> s_members = [];

    /// <summary>
    /// Notes the member of this index, or none where it is negative; never catches. What was wrong with the input has its place.
    /// </summary>
    public static bool Note(object thrown, TypeModel model, int index)
    {
        if (index >= 0 && thrown is Exception e and not WireFormatException)
            s_members.AddOrUpdate(e, ((ObjectModel)model).Members[index]);
        return false;
    }

    /// <summary>The member that was noted, once: the exception may be thrown again.</summary>
    public static MemberModel? Take(Exception e)
    {
        if (s_members.TryGetValue(e, out var member))
            s_members.Remove(e);
        return member;
    }
}
