using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Values whose declared type does not say what they are, and types that write themselves.</summary>
internal ref partial struct ContractXmlSink<TEmit, TScan>
{
    public void Dynamic(object? value, TypeModel declared)
    {
        if (value is null)
        {
            Null();
            return;
        }
        if (_names is not null)
            OpenQName(isNull: false);
        // Its type is written below.
        _isEntry = false;
        var type = value.GetType();
        // Whether its objects have an identity is known of a contract that was met.
        _ = ContractInfo.Of(type);
        if (declared is not DynamicModel)
        {
            // Collections of the framework are what they are, not what is declared.
            if (_profile.IsNet && WellKnownFields.FactsOf(type) is not null)
            {
                WriteKnown(value, type, declared);
                return;
            }
            // Whatever is assignable to an interface of collections is written as that.
            if (declared.Type.IsInterface)
            {
                if (!Reference(value))
                {
                    // A resolver is asked for the value's own type even here, where else nothing names it.
                    if (_profile.Options.Resolver is { } asked && Resolve(asked, type, declared.Type, out string given, out string of))
                        WriteType(given, of, Declare(Encoding.UTF8.GetBytes(of)));
                    _sized &= !IsEnumerableOnly(declared.Type);
                    Codecs<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>.Of(declared).WriteExactObject(ref this, value);
                }
                return;
            }
            // An array of objects is what an Array is without more.
            if (declared.Type == typeof(Array) && type == typeof(object[]))
            {
                if (!Reference(value))
                    WriteExactly(declared.Convention.ModelOf(type), value);
                return;
            }
        }
        else if (ContractInfo.Of(declared.Type) is { Kind: not ContractKind.Any }
            && (type == declared.Type || ContractKinds.IsAnyXml(declared.Type) || declared.Type == typeof(XmlQualifiedName)))
        {
            if (!type.IsValueType && !(_depth == 0 && (ContractKinds.IsXml(type) || type == typeof(XmlQualifiedName))) && Reference(value))
                return;
            // Entries say their type whether or not it is the declared one.
            if (_profile.IsNet && _depth > 0 && ContractInfo.Of(type).Kind == ContractKind.Entries)
                WriteNetType(type);
            WriteItself(value, declared);
            return;
        }
        WriteKnown(value, type, declared);
    }

    static bool IsEnumerableOnly(Type type) =>
        type == typeof(System.Collections.IEnumerable) || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IEnumerable<>));

    /// <summary>With i:type, if the run-time type is one that a reader would know.</summary>
    void WriteKnown(object value, Type type, TypeModel declared)
    {
        var model = declared.Convention.ModelOf(type);
        // Its type is told, which must be known.
        var given = Provided(model, type, declared.Type);
        bool isRootScalar = _depth == 0 && IsRootScalar(given?.Carrier.Type ?? type);
        bool isNumbered = model is SurrogateModel surrogate && (given is not null || !type.IsValueType) && NumbersCarried(surrogate);
        // What it carries has the number.
        bool hasNumber = _isCarrier;
        _isCarrier = false;
        CheckCarried(model);
        // A struct that a provider carries is written as what carries it, and has the number itself.
        bool isOfCarrier = IsNumberedByCarrier(model) && !_profile.Options.Convention.IsProvided(model);
        if (!hasNumber && !isOfCarrier && (isNumbered ? ReferenceTo(value, isTracked: true)
            : _profile.Preserves ? !isRootScalar && Reference(value)
            : !type.IsValueType && type != typeof(string) && model is not SurrogateModel && Reference(value)))
            return;
        if (type == typeof(object))
        {
            EndEmpty();
            return;
        }
        // A boxed struct whose carrier is no known type is told by its own name, and has its number by now.
        bool isNumberedBox = type.IsValueType && given is null && _profile.Preserves && !isOfCarrier && !isRootScalar
            && _profile.Options.Convention.IsProvided(model);
        if (given is not null)
        {
            value = given.Surrogate.ToCarrierObject(value)!;
            type = value.GetType();
            model = type == given.Carrier.Type ? given.Carrier : declared.Convention.ModelOf(type);
            isNumbered = false;
        }
        var info = ContractInfo.Of(type);
        ContractRefusedException.Check(model);
        if (_profile.IsNet)
        {
            CheckKnown(info, type, declared.Type);
            if (_depth > 0)
            {
                WriteNetType(type);
                // Of a writer nobody else does so: no member declares it here, and no i:type names it.
                if (TEmit.IsWriter && type == typeof(DateTimeOffset))
                    Declare(ContractXmlTable.OfDateTimeOffset.Namespace);
            }
        }
        else if (info.HasNameOf(declared))
        {
            // Which class holds the items is nobody's business; an object comes back as the declared one.
            if (!info.IsSameCollection(declared))
                info.CheckReadAs(declared, _profile.Options.Convention);
        }
        else if (_profile.Options.Resolver is { } resolver && Resolve(resolver, type, declared.Type, out var name, out var ns))
        {
            WriteType(name, ns, Declare(Encoding.UTF8.GetBytes(ns)));
            // The name declares a namespace, which is not that of its members.
            if (value is DateTimeOffset moment)
            {
                WriteMoment(moment, declares: false);
                return;
            }
        }
        else
        {
            CheckKnown(info, type, declared.Type);
            CheckNamed(info);
            WriteType(info.Name, info.Namespace, Declare(XmlNamespaces.Number(info.Namespace)));
        }
        // A carrier that is carried itself has no number of its own either.
        _isCarrier = isNumbered || isNumberedBox || (model is SurrogateModel && (hasNumber || (_profile.Preserves && !type.IsValueType)));
        if (model is DynamicModel)
            WriteItself(value, model);
        else
            WriteExactly(model, value);
        _isCarrier = false;
    }

    /// <summary>What stands, where another type is declared, for what a provider of surrogates carries; null if nothing may.</summary>
    readonly SurrogateModel? Provided(TypeModel model, Type type, Type declared) =>
        _profile.Options.Convention.IsProvided(model) && ((SurrogateModel)model).Carrier.Type is var carrier
            && (IsKnown(carrier, declared) || ContractInfo.Of(carrier).Kind == ContractKind.BuiltIn)
            ? (SurrogateModel)model : null;

    readonly void CheckKnown(ContractInfo info, Type type, Type declared)
    {
        if (info.Kind != ContractKind.BuiltIn && !_profile.Options.WritesAnyType && !IsKnown(type, declared)
            && !(_profile.IsNet && ContractNetNames.IsStandard(type, declared)))
            throw new NotSupportedException(
                $"A '{type}' (contract '{info}') stands where '{declared}' is declared, and is not a known type. {Convention.DataContract.RemedyFor(type, declared)}");
    }

    /// <summary>
    /// The name of a type without a namespace is told by xmlns="", which takes an element without a prefix out of its own namespace, so
    /// that no reader finds it: what the original loses in silence.
    /// </summary>
    readonly void CheckNamed(ContractInfo info)
    {
        if (info.Namespace.Length == 0 && !TEmit.IsWriter && _tag.Prefix.Length == 0 && _default != XmlNamespaces.None
            && !_profile.Options.Convention.HasLosses)
            throw new NotSupportedException(
                $"A '{info.Type}', whose contract has no namespace, stands in an element without a prefix: named there, it would be lost. Give its contract a Namespace, or accept that with {nameof(DataContractConvention)}.{nameof(DataContractConvention.WithLosses)}().");
    }

    void WriteExactly(TypeModel model, object value)
    {
        // The string or array itself has been numbered.
        if (value is string text)
            Text(text);
        else if (value is byte[] bytes)
            Base64(bytes);
        else if (value is Uri uri)
            Text(UriSurrogate.Instance.ToCarrier(uri));
        else
            Codecs<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>.Of(model).WriteExactObject(ref this, value);
    }

    /// <summary>The name that the caller's resolver gives a type.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A resolver of the application's, whose own business types are.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "A resolver of the application's, whose own business types are.")]
    readonly bool Resolve(DataContractResolver resolver, Type type, Type declared, out string name, out string ns)
    {
        (name, ns) = ("", "");
        var state = _state;
        var profile = _profile;
        // As the original has it, what the resolver reads of a name is known, and its own question about names is answered by what is.
        var names = new ContractXmlResolving.KnownTypes((n, s) => ContractInfo.Of(type) is var info && info.Name == n
            && info.Namespace == s && IsKnown(profile, state, type, declared) ? type : null, null);
        var known = new ContractXmlResolving.KnownTypes(static (_, _) => null, t => ContractInfo.Of(t) is var info
            && (resolver.ResolveName(info.Name, info.Namespace, declared, names) == t || IsKnown(profile, state, t, declared)));
        if (!resolver.TryResolveType(type, declared, known, out var givenName, out var givenNamespace) || givenName is null)
            return false;
        (name, ns) = (givenName.Value, givenNamespace?.Value ?? "");
        return true;
    }

    readonly bool IsKnown(Type type, Type declared) => IsKnown(_profile, _state, type, declared);

    static bool IsKnown(ContractXmlProfile profile, ContractXmlState state, Type type, Type declared)
    {
        if (profile.Known.Has(type) || state.Root?.Has(type) == true || ContractScope.Of(ContractInfo.Of(declared))?.Has(type) == true
            || ContractScope.Of(ContractInfo.Of(type))?.Has(type) == true)
            return true;
        foreach (var scope in state.Scopes)
            if (scope.Has(type))
                return true;
        return false;
    }

    /// <summary>Of a type that writes itself.</summary>
    void WriteItself(object value, TypeModel model)
    {
        switch (value)
        {
            case XmlQualifiedName name:
                WriteQName(name);
                break;
            case ISerializable serializable when ContractInfo.Of(model.Type).Kind == ContractKind.Entries:
                WriteEntries(serializable, model);
                break;
            default:
                ContractRefusedException.Check(model);
                WriteXml(value);
                break;
        }
    }

    /// <summary>The innermost that stands for the namespace: the element's own q before a default namespace around it.</summary>
    byte[] PrefixOfName(byte[] ns)
    {
        if (_tag.Prefix == ContractXmlState.Q && BindingOfQ() is >= 0 and var q && XmlNamespaces.Text(q).SequenceEqual(ns))
            return ContractXmlState.Q;
        return ns.AsSpan().SequenceEqual(ContractXmlState.XmlUri) ? ContractXmlState.Xml : Declare(ns);
    }

    readonly int BindingOfQ()
    {
        for (int i = _prefixes - 1; i >= 0; i--)
            if (_state.Prefixes[i].Prefix.AsSpan().SequenceEqual(ContractXmlState.Q))
                return _state.Prefixes[i].Number;
        return -1;
    }

    void WriteQName(XmlQualifiedName name)
    {
        if (name.IsEmpty)
        {
            EndEmpty();
            return;
        }
        int before = _prefixes;
        if (TEmit.IsWriter)
            _emit.Declaration(default, Encoding.UTF8.GetBytes(name.Namespace), isLoose: true);
        byte[] prefix = TEmit.IsWriter ? ContractXmlState.NoPrefix : PrefixOfName(Encoding.UTF8.GetBytes(name.Namespace));
        if (_prefixes != before)
            _state.Prefixes[before].IsLoose = true;
        BeginValue();
        _emit.QName(prefix, name.Name, name.Namespace, in _tag);
        EndValue();
    }
}
