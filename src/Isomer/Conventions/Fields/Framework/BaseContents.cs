using System.Collections;
using System.Collections.Specialized;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Makes what an object has of the framework's class that it derives from. Some of these classes let others override how an item is added
/// (<c>class Log : Queue { override void Enqueue ... }</c>): BinaryFormatter sets fields, and calls no such method. So the content is
/// made in an object of the framework's class itself, and its fields are handed over.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members)]
sealed class BaseContents
{
    readonly Type _level;
    readonly Surrogate _surrogate;

    // Null where the framework's class adds by methods that nobody overrides.
    readonly FieldInfo[]? _fields;

    public BaseContents(Type level, Surrogate surrogate)
    {
        (_level, _surrogate) = (level, surrogate);
        if (level != typeof(ArrayList) && level != typeof(Queue) && level != typeof(Stack) && level != typeof(SortedList)
            && level != typeof(Hashtable) && level != typeof(NameValueCollection) && level != typeof(StringDictionary))
            return;
        const BindingFlags any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        var fields = new List<FieldInfo>();
        for (var type = level; type is not null; type = type.BaseType)
            fields.AddRange(type.GetFields(any));
        _fields = [.. fields];
    }

    public void Make(object target, object carrier) => Through(target, isPrepared: false, plain =>
    {
        _surrogate.MakeObject(plain, carrier);
        return true;
    });

    /// <inheritdoc cref="Surrogate.Prepare"/>
    public bool Prepare(object target, object carrier) =>
        Through(target, isPrepared: false, plain => _surrogate.Prepare(plain, carrier));

    /// <inheritdoc cref="Surrogate.Complete"/>
    public void Complete(object target, object carrier) => Through(target, isPrepared: true, plain =>
    {
        _surrogate.Complete(plain, carrier);
        return true;
    });

    bool Through(object target, bool isPrepared, Func<object, bool> make)
    {
        if (_fields is null)
            return make(target);
        object plain = RuntimeHelpers.GetUninitializedObject(_level);
        if (isPrepared)
            Hand(target, plain);
        bool isMade = make(plain);
        Hand(plain, target);
        return isMade;
    }

    void Hand(object from, object to)
    {
        foreach (var field in _fields!)
            field.SetValue(to, field.GetValue(from));
    }
}
