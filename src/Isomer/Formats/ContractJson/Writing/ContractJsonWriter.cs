using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>
/// The writing end of JSON contracts, byte for byte DataContractJsonSerializer's:
/// <c>{"__type":"Order:#Shop","Id":1,"At":"\/Date(0+0000)\/","By":[{"Key":"k","Value":2}]}</c>. This file has the structure,
/// ContractJsonWriter.Scalars the values, .Dynamic what the declared type does not say.
/// </summary>
/// <remarks>
/// An ordinary class, compiled ahead of time, rather than a struct that every shape is compiled for: the first call costs
/// half of what it does otherwise, and each member two virtual calls. What announces a value reserves <see cref="Room"/>
/// behind itself, which a scalar of fixed width never exceeds.
/// </remarks>
internal sealed partial class ContractJsonWriter : FormatWriter
{
    const int Room = 72;

    Loan<ContractJsonWriter>? _loan;
    readonly ByteOutput _out = new();
    ContractJsonProfile _profile = ContractJsonOptions.Default.Profile;
    ContractJsonScope _scope = new();
    int _depth;
    long _graph;
    bool _announcesType;

    // What the object that comes next stands for, where no member declares it: a surrogate's carrier tells the type that it carries.
    ContractJsonContract? _stoodFor;

    // The arrays that stand where nothing declares them, by depth: their reader knows no type of an item but what it is told.
    Stack<(int Depth, ContractJsonContract? Item)>? _announced;
    ContractJsonContract? _itemsStandFor;
    int _announcing = -1;
    ContractJsonKey _key;

    // The members that were written, of each open object of which some must be and might not.
    Stack<HashSet<int>>? _written;

    /// <summary>The thread's writer; it is taken while in use.</summary>
    public static ContractJsonWriter Begin(OutputTarget target, ContractJsonProfile profile)
    {
        var loan = Loan<ContractJsonWriter>.Take();
        var writer = loan.Value;
        writer._loan = loan;
        writer._profile = profile;
        writer._depth = 0;
        writer._graph = 1;
        writer._announcesType = false;
        writer._stoodFor = null;
        writer._announcing = -1;
        writer._key = ContractJsonKey.None;
        writer._out.Begin(target);
        writer._out.Reserve(Room);
        return writer;
    }

    public ByteOutput Output => _out;

    public void End()
    {
        _out.End();
        _scope.Clear();
        // The options name types, and would keep their context as long as the thread has no other call.
        _profile = ContractJsonOptions.Default.Profile;
        _pairs = null;
        _pairsNext = null;
        _announced = null;
        _written = null;
        _extras = null;
        _object = null;
        _loan!.Return();
    }

    /// <summary>What comes is the root: its known types are known everywhere.</summary>
    public void BeginRoot(TypeModel model)
    {
        Conventions.ContractRefusedException.CheckRoot(model);
        Count(0);
        _scope.Begin(_profile.KnownTypes, model is SurrogateModel { Carrier: var carrier } ? carrier.Type : model.Type);
    }

    public override MemberTable BeginObject(TypeModel model)
    {
        Enter();
        var table = ContractJsonTable.Of(model);
        if (_profile.MaxGraph != int.MaxValue)
            Count(table.Members.Length);
        _scope.Open(table.Contract, _depth);
        if (_key != ContractJsonKey.None)
            RefuseKey(model);
        if (table.ChecksOmitted)
            (_written ??= new()).Push([]);
        _out.Put((byte)'{');
        if (_announcesType || _profile.Emits == EmitTypeInformation.Always)
            WriteType(_stoodFor ?? table.Contract);
        _stoodFor = null;
        if (table.KeepsExtensions)
            OpenExtras();
        return table;
    }

    void WriteType(ContractJsonContract contract)
    {
        if (_profile.Emits != EmitTypeInformation.Never)
            _out.Write(contract.Metadata);
        _announcesType = false;
        _out.Reserve(Room);
    }

    public override void Member(MemberTable table, int index)
    {
        if (Unsafe.As<ContractJsonTable>(table).ChecksMembers)
            CheckMember(Unsafe.As<ContractJsonTable>(table), index);
        if (Unsafe.As<ContractJsonTable>(table).KeepsExtensions)
            WriteExtras(index);
        var names = Unsafe.As<ContractJsonTable>(table).Names;
        ref byte to = ref _out.Reserve(NameRecords.Room + Room);
        int skip = Unsafe.Subtract(ref to, 1) == (byte)'{' ? 1 : 0;
        int length = names.Copy(ref to, index, skip);
        if (length == 0)
            _out.Write(names.TextOf(index)[skip..]);
        _out.Advance(length);
        _out.Reserve(Room);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void CheckMember(ContractJsonTable table, int index)
    {
        table.CheckMember(index);
        if (table.ChecksOmitted)
            _written!.Peek().Add(index);
    }

    public override void NullMember(MemberTable table, int index)
    {
        if (table.OmitsDefault(index))
            return;
        Member(table, index);
        Null();
    }

    public override bool OptionalMember(MemberTable table, int index, bool present)
    {
        if (present)
            Member(table, index);
        return present;
    }

    public override void EndObject(MemberTable table)
    {
        if (Unsafe.As<ContractJsonTable>(table).ChecksOmitted)
            CheckRequired(Unsafe.As<ContractJsonTable>(table));
        if (Unsafe.As<ContractJsonTable>(table).KeepsExtensions)
            CloseExtras();
        _scope.Close(_depth);
        _depth--;
        _out.Put((byte)'}');
        _out.Reserve(Room);
    }

    void CheckRequired(ContractJsonTable table)
    {
        var written = _written!.Pop();
        for (int i = 0; i < table.Members.Length; i++)
            if (table.Members[i].IsRequired && !written.Contains(i))
                throw new NotSupportedException(
                    $"'{table.Members[i]}' must be written (IsRequired), but is at its default, which is not (EmitDefaultValue = false).");
    }

    public override void BeginArray(TypeModel model, int count)
    {
        Enter();
        if (_profile.MaxGraph != int.MaxValue)
            Count(count);
        if (_announcesType)
            (_announced ??= new()).Push((_announcing = _depth, _itemsStandFor = StoodFor(((SequenceModel)model).Element)));
        _announcesType = false;
        var contract = ContractJsonContract.Of(model);
        if (count > 0 && contract.ItemRefusal is { } why)
            throw new Conventions.ContractRefusedException(why);
        _scope.Open(contract, _depth);
        if (_key != ContractJsonKey.None)
            RefuseKey(model);
        _out.Put((byte)'[');
        _out.Reserve(Room);
    }

    public override void Item(int index)
    {
        if (index > 0)
            _out.Put((byte)',');
        _out.Reserve(Room);
        if (_announcing != _depth)
            return;
        _announcesType = true;
        _stoodFor = _itemsStandFor;
    }

    public override void EndArray(TypeModel model)
    {
        if (_announcing == _depth)
        {
            _announced!.Pop();
            (_announcing, _itemsStandFor) = _announced.TryPeek(out var outer) ? outer : (-1, null);
            _announcesType = false;
            _stoodFor = null;
        }
        _scope.Close(_depth);
        _depth--;
        _out.Put((byte)']');
        _out.Reserve(Room);
    }

    public override void Null()
    {
        if (_key != ContractJsonKey.None)
            throw new NotSupportedException("A dictionary written in the simple format has a key that is null.");
        Unsafe.WriteUnaligned(ref _out.Reserve(4), 0x6C6C756Eu);
        _out.Advance(4);
    }

    public override void Subtype(TypeModel declared, int index) =>
        throw new NotSupportedException("Data contracts have known types in place of subtypes.");

    void Enter()
    {
        if (++_depth > _profile.MaxDepth || (_depth & 15) == 0)
            CheckDepth();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void CheckDepth()
    {
        if (_depth > _profile.MaxDepth)
            throw new NotSupportedException(
                $"The value nests deeper than {_profile.MaxDepth} levels, or contains itself. Raise Limits.MaxDepth.");
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new NotSupportedException($"The value nests deeper, {_depth} levels so far, than the thread's stack allows.");
    }

    void Count(int more)
    {
        _graph += more;
        if (_graph > _profile.MaxGraph)
            throw new NotSupportedException($"The value has more than {_profile.MaxGraph} items (MaxItemsInObjectGraph).");
    }
}
