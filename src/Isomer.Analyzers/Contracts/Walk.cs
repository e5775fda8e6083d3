using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers.Contracts;

/// <summary>
/// All types that a root is made of, each once for each format, and what the rules say of them. Types of the framework are gone through for
/// their arguments alone: the library knows them.
/// </summary>
sealed class Walk(Compilation compilation, Initialisers initialisers, Action<Diagnostic> report)
{
    /// <summary>How often generic types may stand within one another.</summary>
    const int MaxNesting = 8;

    /// <summary>How many types are looked at: members that are generic types of each other make more than any program has.</summary>
    const int MaxTypes = 20_000;

    readonly HashSet<(ISymbol, Wire, bool)> _seen = new(new ByIdentity());
    readonly HashSet<(string, Location)> _told = [];

    /// <summary>Collections of the user's that are being gone through.</summary>
    readonly HashSet<ISymbol> _within = new(SymbolEqualityComparer.Default);

    sealed class ByIdentity : IEqualityComparer<(ISymbol, Wire, bool)>
    {
        public bool Equals((ISymbol, Wire, bool) x, (ISymbol, Wire, bool) y) =>
            SymbolEqualityComparer.Default.Equals(x.Item1, y.Item1) && x.Item2 == y.Item2 && x.Item3 == y.Item3;

        public int GetHashCode((ISymbol, Wire, bool) x) =>
            SymbolEqualityComparer.Default.GetHashCode(x.Item1) * 31 + (int)x.Item2 * 2 + (x.Item3 ? 1 : 0);
    }

    public Initialisers Initialisers => initialisers;

    /// <summary>The place where the root is handed over, for what has no source here.</summary>
    Location _place = Location.None;

    /// <summary>The types that those around the present one declare as known: for data contracts they count down to it.</summary>
    readonly List<ITypeSymbol> _known = [];

    public IReadOnlyList<ITypeSymbol> Known => _known;

    public void Visit(Root root)
    {
        _place = root.Place;
        Visit(root.Type, root, null);
    }

    /// <summary>Tells of a symbol, where it stands or where the root was handed over; of one place the same once.</summary>
    public void Tell(DiagnosticDescriptor rule, ISymbol? symbol, params object[] words)
    {
        Location place = symbol?.Locations.FirstOrDefault(l => l.SourceTree is { } tree && compilation.ContainsSyntaxTree(tree)) ?? _place;
        if (_told.Add((rule.Id + string.Join("|", words), place)))
            report(Diagnostic.Create(rule, place, words));
    }

    /// <param name="type">The type.</param>
    /// <param name="root">What it is part of.</param>
    /// <param name="bearer">The member that is declared so; null for a root.</param>
    void Visit(ITypeSymbol type, Root root, ISymbol? bearer)
    {
        type = Members.Bare(type);
        if (type is IArrayTypeSymbol array)
        {
            Visit(array.ElementType, root, bearer);
            return;
        }
        if (type is not INamedTypeSymbol named || named.TypeKind is TypeKind.Enum or TypeKind.Delegate or TypeKind.Error
            || named.SpecialType != SpecialType.None && named.TypeArguments.Length == 0 || Attributes.IsReplaced(named))
            return;
        bool isOfFramework = IsOfFramework(named);
        if (isOfFramework || Members.ItemsOf(named) is not null)
        {
            // A collection may be one of itself, as Newtonsoft's JToken is.
            if (!isOfFramework && (Nesting(named) > MaxNesting || !_within.Add(named)))
                return;
            foreach (ITypeSymbol argument in named.TypeArguments)
                Visit(argument, root, bearer);
            if (isOfFramework)
                return;
            Visit(Members.ItemsOf(named)!, root, bearer);
            _within.Remove(named);
            return;
        }
        // Before it is remembered: each member that is declared so has a place of its own.
        if (named.IsAbstract || named.TypeKind == TypeKind.Interface)
            SubtypesRule.Check(this, named, root.Wire, bearer);
        // A generic type may be made of ever larger ones of itself: A<T> has an A<A<T>>.
        if (_seen.Count > MaxTypes || Nesting(named) > MaxNesting || !_seen.Add((named, root.Wire, root.IsRead)))
            return;
        int known = _known.Count;
        _known.AddRange(Subtypes(named));
        NotObeyedRule.Check(this, named, named, root.Wire);
        if (IsHere(named))
            HiddenFieldRule.Check(this, named, root.Wire);
        if (IsHere(named) && root.IsRead && !named.IsAbstract && named.TypeKind is TypeKind.Class or TypeKind.Struct)
            ConstructionRule.Check(this, named, root.Wire);
        // The compiler's names for members of tuples and anonymous types are no business of anybody.
        if (!named.IsTupleType && !named.IsAnonymousType)
            foreach (ISymbol member in Members.Of(named, root.Wire))
                Visit(named, member, root);
        foreach (ITypeSymbol subtype in _known.Skip(known).ToArray())
            Visit(subtype, root, null);
        _known.RemoveRange(known, _known.Count - known);
    }

    void Visit(INamedTypeSymbol owner, ISymbol member, Root root)
    {
        if (Attributes.IsReplaced(member))
            return;
        NotObeyedRule.Check(this, owner, member, root.Wire);
        if (root.IsRead && IsHere(owner))
            NotSetBackRule.Check(this, owner, member, root.Wire);
        if (root.Wire == Wire.Protobuf)
            KindRule.Check(this, owner, member, compilation.Assembly);
        if (IsHere(member))
            InitialiserRule.Check(this, member, root.Wire);
        Visit(Members.TypeOf(member), root, member);
    }

    /// <summary>What a type declares that may stand where it is declared; the rules of it hold for these too.</summary>
    static IEnumerable<ITypeSymbol> Subtypes(INamedTypeSymbol type) => type.GetAttributes()
        .Where(a =>
            Attributes.NameOf(a) is "Isomer.SubtypeAttribute" or "System.Text.Json.Serialization.JsonDerivedTypeAttribute"
                or "System.Runtime.Serialization.KnownTypeAttribute"
            or "System.Xml.Serialization.XmlIncludeAttribute" or "Isomer.ProtobufIncludeAttribute" or "ProtoBuf.ProtoIncludeAttribute")
        .SelectMany(a => a.ConstructorArguments).Select(a => a.Kind == TypedConstantKind.Type ? a.Value : null).OfType<ITypeSymbol>();

    static int Nesting(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => 1 + Nesting(array.ElementType),
        INamedTypeSymbol named => Math.Max(
            named.ContainingType is { } outer ? Nesting(outer) : 0,
            named.TypeArguments.Length > 0 ? 1 + named.TypeArguments.Max(Nesting) : 0),
        _ => 0,
    };

    /// <summary>Whether the source is seen: of other assemblies neither hidden constructors nor initialisers are.</summary>
    bool IsHere(ISymbol symbol) => SymbolEqualityComparer.Default.Equals(symbol.ContainingAssembly, compilation.Assembly);

    public static bool IsOfFramework(ITypeSymbol type)
    {
        for (INamespaceSymbol? space = type.ContainingNamespace; space is { IsGlobalNamespace: false }; space = space.ContainingNamespace)
            if (space.ContainingNamespace.IsGlobalNamespace)
                return space.Name is "System" or "Microsoft" or "Isomer";
        return false;
    }
}
