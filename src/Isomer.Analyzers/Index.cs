namespace System;

/// <summary>What patterns over lists ask of the framework, which this one lacks.</summary>
readonly struct Index(int value, bool fromEnd = false)
{
    public int GetOffset(int length) => fromEnd ? length - value : value;
}
