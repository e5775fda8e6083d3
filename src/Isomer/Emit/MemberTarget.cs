using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>Where the members go that are read: into an object that exists, or into locals until it can.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal abstract class MemberTarget(Body body)
{
    protected Body Body { get; } = body;

    /// <summary>Takes a member's value, which <paramref name="load"/> pushes.</summary>
    public abstract void Set(int index, MemberModel member, Action load);

    /// <summary>Reads a member's value and takes it; source.Skip(model) where nothing could take it.</summary>
    public virtual void Read(int index, MemberModel member)
    {
        if (!Merging.IsPassedOver(member) || IsNeeded(index))
        {
            Set(index, member, () => ValueEmitter.Read(Body, member.Model));
            return;
        }
        Body.Wire();
        Body.LoadModel(member.Model);
        Body.Call(nameof(ISource.Skip));
    }

    /// <summary>Whether the object cannot be made without this member.</summary>
    protected virtual bool IsNeeded(int index) => false;

    /// <summary>target.XSpecified = true; where members come in pieces, one may also be taken back: = source.OptionalMember()</summary>
    protected void EmitSpecified(MemberModel member, MemberAccess access)
    {
        if (member.Specified is not (PropertyInfo { SetMethod: not null } or FieldInfo))
            return;
        access.Set(member.Specified, LoadIsThere);
    }

    /// <summary>!source.Merges</summary>
    protected void EmitDoesNotMerge()
    {
        Body.Wire();
        Body.Call("get_" + nameof(ISource.Merges));
        Body.Int(0);
        Body.Il.Emit(OpCodes.Ceq);
    }

    protected void LoadIsThere()
    {
        var (given, end) = (Body.Label(), Body.Label());
        Body.LoadTrait(SourceTraits.Gathers);
        Body.GoIfFalse(given);
        Body.Wire();
        Body.Call(nameof(ISource.OptionalMember));
        Body.Go(end);
        Body.Mark(given);
        Body.Int(1);
        Body.Mark(end);
    }

    /// <summary>Gathering.Pour(from, into, model), or Gathering.PourAll(from, into, model, "Type.Member")</summary>
    protected void EmitPour(Action loadFrom, Action loadInto, MemberModel member)
    {
        loadFrom();
        loadInto();
        Body.LoadModel(member.Model);
        if (member.TakesAll)
            Body.Il.Emit(OpCodes.Ldstr, member.ToString());
        Body.CallStatic(typeof(Gathering), member.TakesAll ? nameof(Gathering.PourAll) : nameof(Gathering.Pour));
    }

    /// <summary>Whether what the type itself has as code runs where <see cref="Set"/> takes the member's value.</summary>
    public virtual bool RunsCode(MemberModel member) => false;

    /// <summary>Pushes what the member holds, of an object that is there.</summary>
    public virtual void Get(MemberModel member) => throw new NotSupportedException();

    /// <summary>Reads an unknown member into the extension dictionary.</summary>
    public abstract void Extra(int index, MemberModel member, LocalBuilder table);
}
