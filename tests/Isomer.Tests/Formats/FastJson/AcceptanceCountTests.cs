using System.Reflection;
using Xunit;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>None of fastJSON's own 124 tests is left out: each is here under its name.</summary>
public class AcceptanceCountTests
{
    const string Names = """
        objectarray ClassTest StructTest ParseTest StringListTest IntListTest List_int Variables Dictionary_String_RetClass Dictionary_String_RetClass_noextensions
        Dictionary_int_RetClass Dictionary_int_RetClass_noextensions Dictionary_Retstruct_RetClass Dictionary_Retstruct_RetClass_noextentions List_RetClass
        List_RetClass_noextensions List_NestedRetClass Perftest CreateObjPerfTest Speed_Test_Deserialize Speed_Test_Serialize exotic_deserialize exotic_serialize
        BigData FillObject AnonymousTypes NullTest DisableExtensions ZeroArray BigNumber GermanNumbers UsingGlobalsBug_singlethread UsingGlobalsBug_multithread
        NullOutput ArrayTest SingleCharNumber Datasets DynamicTest GetDynamicMemberNamesTests CommaTests embedded_list Formatter EmptyArray DictionaryWithListValue
        HashtableTest AbstractTest NestedDictionary IgnoreCase SpecialCollections consttest enumtest IgnoreAttributes NonDefaultConstructor CircularReferences
        ListOfList complexobject TestMilliseconds StructProperty NullVariable ReadonlyTest InlineCircular lowercaseSerilaize null_in_dictionary statictest
        structstaticproperty ArrayTest2 Dictionary_String_Object_WithList comments CustomTypes stringint anonymoustype Expando array NaN nonstandardkey bytearrindic
        twitter datetimeoff ReadonlyProperty ilist interface_test nested_dictionary dicofdic DynamicEnumerate DictListTest autoconvert timespan DataMember
        ConvertTest zerostring spacetest dec digitlimits ArrayOfObjectExtOff ArrayOfObjectsWithoutTypeInfoToObjectTyped ArrayOfObjectsWithTypeInfoToObject
        NonStandardKey ConvertInt2String ReadOnlyProperty NonStrictBoolean NonPublicClass noncapacitylist Dates UTCDateTrue UTCDateFalse diclistdouble
        dicarraydouble numberchecks intarr readonlyfield refchecking1 refchecking2 HackTest TestNull json5_non_leading_zero_decimal json5_trailing_dot_decimal
        json5_infinity json5_nan json5_trailing_comma json5_comments json5_hex_numbers json5_single_double_strings json5_string_escapes json5_string_breaks
        """;

    [Fact]
    public void All_124_are_here()
    {
        string[] names = Names.Split((char[])[' ', '\n', '\r'], StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(124, names.Distinct().Count());
        Type[] classes = [typeof(AcceptanceGraphTests), typeof(AcceptanceCollectionTests), typeof(AcceptanceValueTests),
            typeof(AcceptanceOptionTests), typeof(AcceptanceJson5Tests)];
        var tests = classes.SelectMany(c => c.GetMethods()).Where(m => m.IsDefined(typeof(FactAttribute), inherit: true))
            .Select(m => m.Name).ToHashSet();
        Assert.Empty(names.Except(tests));
    }
}
