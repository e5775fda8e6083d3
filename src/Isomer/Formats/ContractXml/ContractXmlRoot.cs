using System.Text;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

internal ref partial struct ContractXmlSink<TEmit, TScan>
{
    /// <summary>Opens the root element: the declarations of it are those of the declared type.</summary>
    public void BeginRoot(TypeModel model, object? value)
    {
        // A type that a surrogate carries is, as a root, the carrier's contract.
        var carried = model.WithoutNullable is SurrogateModel { Surrogate: not UriSurrogate, Carrier: var carrier } ? carrier : model;
        if (_profile.IsNet)
        {
            ContractRefusedException.Check(carried);
            CheckCarried(model.WithoutNullable);
        }
        var facts = _profile.IsNet
            ? ContractXmlRootFacts.Of(ContractInfo.Of(value?.GetType() ?? typeof(object)))
            : ContractXmlRootFacts.Of(carried);
        var info = facts.Info;
        _state.Root = facts.Scope;
        var (name, ns, number) = _profile.RootOf(facts);
        // The Net form is that of the value's own type, whatever is declared.
        bool isName = (_profile.IsNet ? value?.GetType() : model.Type) == typeof(System.Xml.XmlQualifiedName);
        bool isAny = info.Kind == ContractKind.Any || isName;
        if (isAny && _profile.Options.RootName is null && !TEmit.IsWriter)
            Bind(ContractXmlState.Z, ContractXmlState.Serialization, null);
        bool isQName = isName && _profile.Options.RootName is not null;
        CountRoot();
        // A value that is an element itself stands in place of the root.
        if (value is not null && _profile.IsBare(model.Type))
        {
            _isBare = true;
            return;
        }
        if (TEmit.IsWriter)
        {
            _tag.Prefix = isQName && ns.Length > 0
                ? ContractXmlState.Q
                : isAny && _profile.Options.RootName is null ? ContractXmlState.Z : ContractXmlState.NoPrefix;
            Start(name, 0, number, null);
            if (value is null)
            {
                // What else the root declares then, its first attribute declares.
                if (DeclaresContract(info) && info.Namespace != ns)
                    Declare(facts.ContractNumber);
                return;
            }
        }
        else
        {
            Open(name, 0, number, isQName);
        }
        // What the binding of z belongs to is the root itself.
        _outside = 0;
        if (info.Kind is ContractKind.Class or ContractKind.Collection or ContractKind.Map or ContractKind.Entries)
        {
            if (DeclaresContract(info) && !(TEmit.IsWriter && info.Namespace == ns))
                Declare(facts.ContractNumber);
            Declare(ContractXmlState.I, XmlNamespaces.SchemaInstance);
            if (value is not null
                && (_profile.IsNet && WellKnownFields.FactsOf(info.Type) is { } fields
                    ? fields.IsEntries
                    : info.Kind == ContractKind.Entries))
                Declare(ContractXmlState.X, XmlNamespaces.Schema);
            // A root struct is an object like any other here.
            if (_profile.Preserves && value is ValueType && (!_profile.IsNet || model.Type.IsValueType)
                && !IsNumberedByCarrier(model.WithoutNullable))
                Reference(value);
        }
        else if (info.Kind == ContractKind.Any
            && (value is null || !IsRootScalar(TypeGiven(value, model))))
        {
            Declare(ContractXmlState.I, XmlNamespaces.SchemaInstance);
        }
        else if (_profile.IsNet)
        {
            WriteNetType(value!.GetType());
        }
    }

    /// <summary>The type that is told of a root which is declared as any object.</summary>
    readonly Type TypeGiven(object value, TypeModel declared)
    {
        var type = value.GetType();
        return _profile.Options.Convention.HasProvider
            && Provided(declared.Convention.ModelOf(type), type, declared.Type) is { Carrier.Type: var carrier } ? carrier : type;
    }

    /// <summary>Whether a root of another namespace declares that of the contract.</summary>
    static bool DeclaresContract(ContractInfo info) =>
        info.Kind is ContractKind.Class or ContractKind.Collection or ContractKind.Map && info.Namespace.Length > 0;
}

internal ref partial struct ContractXmlSource<TEmit, TScan>
{
    /// <summary>Opens the root element, which must be the expected one unless the options say otherwise.</summary>
    public void BeginRoot(TypeModel model)
    {
        Count(0);
        if (_scan.Peek() != XmlToken.Start)
            throw _scan.Error("Expected the root element.");
        _scan.ReadStart();
        _isBare = IsRootOfItsOwn(model.Type);
        var carried = ContractXmlRootFacts.CarriedBy(model);
        // Its namespaces are numbered first: the scanner looks a namespace up again only when types have got more of them.
        var facts = ContractXmlRootFacts.Of(carried);
        _state.Root = facts.Scope;
        var (name, ns, number) = _profile.RootOf(facts);
        if (!_profile.Options.VerifyRootName || _profile.IsNet)
            return;
        if (_profile.Options.RootName is null && facts.Info.RootName is null)
            return;
        if ((!_scan.LocalName.SequenceEqual(name.NameOf(0)) || _scan.Namespace != number)
            && (_profile.Options.RootName is not null
                || !facts.MayBe(Encoding.UTF8.GetString(_scan.LocalName), _scan.NamespaceText(_scan.Namespace))))
            throw _scan.Error(
                $"Expected the root element '{Encoding.UTF8.GetString(name.NameOf(0))}' of namespace '{ns}', found '{Encoding.UTF8.GetString(_scan.LocalName)}' of '{_scan.NamespaceText(_scan.Namespace)}'.");
    }

    /// <summary>Nothing but white space and comments may follow.</summary>
    public void End()
    {
        _scan.End();
        Complete();
    }

    /// <summary>What waited for the end of the value is done.</summary>
    public void Complete() => Rekeyed.Finish(ref _rekeyed);
}
