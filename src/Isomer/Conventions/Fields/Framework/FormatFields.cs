using System.Globalization;
using System.Runtime.Serialization;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

[FieldsOf(typeof(NumberFormatInfo))]
struct NumberFormatFields
{
    public int[]? numberGroupSizes;
    public int[]? currencyGroupSizes;
    public int[]? percentGroupSizes;
    public string? positiveSign;
    public string? negativeSign;
    public string? numberDecimalSeparator;
    public string? numberGroupSeparator;
    public string? currencyGroupSeparator;
    public string? currencyDecimalSeparator;
    public string? currencySymbol;
    [OptionalField] public string? ansiCurrencySymbol;
    public string? nanSymbol;
    public string? positiveInfinitySymbol;
    public string? negativeInfinitySymbol;
    public string? percentDecimalSeparator;
    public string? percentGroupSeparator;
    public string? percentSymbol;
    public string? perMilleSymbol;
    [OptionalField] public string[]? nativeDigits;
    [OptionalField] public int m_dataItem;
    public int numberDecimalDigits;
    public int currencyDecimalDigits;
    public int currencyPositivePattern;
    public int currencyNegativePattern;
    public int numberNegativePattern;
    public int percentPositivePattern;
    public int percentNegativePattern;
    public int percentDecimalDigits;
    [OptionalField] public int digitSubstitution;
    public bool isReadOnly;
    [OptionalField] public bool m_useUserOverride;
    [OptionalField] public bool m_isInvariant;
    [OptionalField] public bool validForParseAsNumber;
    [OptionalField] public bool validForParseAsCurrency;
}

/// <summary>How numbers are written, all of it: by the properties, which take what they take from everyone.</summary>
sealed class NumberFormatSurrogate : FieldsSurrogate<NumberFormatInfo, NumberFormatFields>
{
    public override ClrName Name => new("System.Globalization.NumberFormatInfo", []);

    public override NumberFormatFields ToCarrier(NumberFormatInfo value)
    {
        bool differ = value.NumberDecimalSeparator != value.NumberGroupSeparator;
        return new()
        {
            numberGroupSizes = value.NumberGroupSizes,
            currencyGroupSizes = value.CurrencyGroupSizes,
            percentGroupSizes = value.PercentGroupSizes,
            positiveSign = value.PositiveSign,
            negativeSign = value.NegativeSign,
            numberDecimalSeparator = value.NumberDecimalSeparator,
            numberGroupSeparator = value.NumberGroupSeparator,
            currencyGroupSeparator = value.CurrencyGroupSeparator,
            currencyDecimalSeparator = value.CurrencyDecimalSeparator,
            currencySymbol = value.CurrencySymbol,
            nanSymbol = value.NaNSymbol,
            positiveInfinitySymbol = value.PositiveInfinitySymbol,
            negativeInfinitySymbol = value.NegativeInfinitySymbol,
            percentDecimalSeparator = value.PercentDecimalSeparator,
            percentGroupSeparator = value.PercentGroupSeparator,
            percentSymbol = value.PercentSymbol,
            perMilleSymbol = value.PerMilleSymbol,
            nativeDigits = value.NativeDigits,
            numberDecimalDigits = value.NumberDecimalDigits,
            currencyDecimalDigits = value.CurrencyDecimalDigits,
            currencyPositivePattern = value.CurrencyPositivePattern,
            currencyNegativePattern = value.CurrencyNegativePattern,
            numberNegativePattern = value.NumberNegativePattern,
            percentPositivePattern = value.PercentPositivePattern,
            percentNegativePattern = value.PercentNegativePattern,
            percentDecimalDigits = value.PercentDecimalDigits,
            digitSubstitution = (int)value.DigitSubstitution,
            isReadOnly = value.IsReadOnly,
            m_isInvariant = ReferenceEquals(value, NumberFormatInfo.InvariantInfo),
            validForParseAsNumber = differ,
            validForParseAsCurrency = differ && value.NumberDecimalSeparator != value.CurrencyGroupSeparator
                && value.CurrencyDecimalSeparator != value.NumberGroupSeparator
                && value.CurrencyDecimalSeparator != value.CurrencyGroupSeparator,
        };
    }

    /// <summary>A number has fewer groups than these, and one array may be named by many.</summary>
    const int MostGroups = 100;

    static int[] Sizes(int[]? sizes, string field) =>
        Given(sizes, field).Length <= MostGroups ? sizes! : throw Wrong(field, $"has more than {MostGroups} groups");

    public override NumberFormatInfo FromCarrier(NumberFormatFields carrier)
    {
        try
        {
            var made = new NumberFormatInfo
            {
                NumberGroupSizes = Sizes(carrier.numberGroupSizes, nameof(carrier.numberGroupSizes)),
                CurrencyGroupSizes = Sizes(carrier.currencyGroupSizes, nameof(carrier.currencyGroupSizes)),
                PercentGroupSizes = Sizes(carrier.percentGroupSizes, nameof(carrier.percentGroupSizes)),
                PositiveSign = Given(carrier.positiveSign, nameof(carrier.positiveSign)),
                NegativeSign = Given(carrier.negativeSign, nameof(carrier.negativeSign)),
                NumberDecimalSeparator = Given(carrier.numberDecimalSeparator, nameof(carrier.numberDecimalSeparator)),
                NumberGroupSeparator = Given(carrier.numberGroupSeparator, nameof(carrier.numberGroupSeparator)),
                CurrencyGroupSeparator = Given(carrier.currencyGroupSeparator, nameof(carrier.currencyGroupSeparator)),
                CurrencyDecimalSeparator = Given(carrier.currencyDecimalSeparator, nameof(carrier.currencyDecimalSeparator)),
                CurrencySymbol = Given(carrier.currencySymbol, nameof(carrier.currencySymbol)),
                NaNSymbol = Given(carrier.nanSymbol, nameof(carrier.nanSymbol)),
                PositiveInfinitySymbol = Given(carrier.positiveInfinitySymbol, nameof(carrier.positiveInfinitySymbol)),
                NegativeInfinitySymbol = Given(carrier.negativeInfinitySymbol, nameof(carrier.negativeInfinitySymbol)),
                PercentDecimalSeparator = Given(carrier.percentDecimalSeparator, nameof(carrier.percentDecimalSeparator)),
                PercentGroupSeparator = Given(carrier.percentGroupSeparator, nameof(carrier.percentGroupSeparator)),
                PercentSymbol = Given(carrier.percentSymbol, nameof(carrier.percentSymbol)),
                PerMilleSymbol = Given(carrier.perMilleSymbol, nameof(carrier.perMilleSymbol)),
                NumberDecimalDigits = carrier.numberDecimalDigits,
                CurrencyDecimalDigits = carrier.currencyDecimalDigits,
                CurrencyPositivePattern = carrier.currencyPositivePattern,
                CurrencyNegativePattern = carrier.currencyNegativePattern,
                NumberNegativePattern = carrier.numberNegativePattern,
                PercentPositivePattern = carrier.percentPositivePattern,
                PercentNegativePattern = carrier.percentNegativePattern,
                PercentDecimalDigits = carrier.percentDecimalDigits,
            };
            // Files of .NET 1.1 have neither digits nor what stands for them.
            if (carrier.nativeDigits is { } digits)
            {
                made.NativeDigits = digits;
                made.DigitSubstitution = (DigitShapes)carrier.digitSubstitution;
            }
            return carrier.isReadOnly ? NumberFormatInfo.ReadOnly(made) : made;
        }
        catch (ArgumentException e)
        {
            throw Wrong(e.ParamName ?? nameof(carrier.nativeDigits), $"is none that it may have ({e.Message})");
        }
    }
}

[FieldsOf(typeof(RegionInfo))]
struct RegionFields
{
    [OptionalField] public string? m_name;
    [OptionalField] public int m_cultureId;
    [OptionalField] public int m_dataItem;

    // mono's.
    [OptionalField] public string? iso2Name;

    public readonly bool Hasiso2Name() => false;
}

/// <summary>By its name alone: what a file says of its money and languages is not taken.</summary>
sealed class RegionSurrogate : FieldsSurrogate<RegionInfo, RegionFields>
{
    public override ClrName Name => new("System.Globalization.RegionInfo", []);

    public override RegionFields ToCarrier(RegionInfo value) => new() { m_name = value.Name };

    public override RegionInfo FromCarrier(RegionFields carrier)
    {
        string name = Given(carrier.m_name ?? carrier.iso2Name, nameof(carrier.m_name));
        try
        {
            return new RegionInfo(name);
        }
        catch (ArgumentException)
        {
            throw Wrong(nameof(carrier.m_name), "is no region that this machine has");
        }
    }
}
