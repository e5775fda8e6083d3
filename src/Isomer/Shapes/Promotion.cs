using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace Isomer.Shapes;

/// <summary>
/// When code is made for a type that began interpreted (<see cref="ShapeTier.Auto"/>): once it has proved to be used, on a
/// thread beside, so that no call waits for it. The interpreter goes over to it from the next object on.
/// </summary>
/// <remarks>
/// Why begin interpreted: emitting is most of a first call. First write and read of ten orders in a fresh process,
/// precompiled: 44 ms emitted at once, 33 interpreted first (System.Text.Json 57); as built 77 and 57.
/// </remarks>
internal static class Promotion
{
    /// <summary>So many objects, or calls that count for <see cref="Call"/> each, are interpreted before it begins.</summary>
    const int Enough = 64;

    /// <summary>What a call of a facade counts for, however small its value.</summary>
    public const int Call = 16;

    /// <summary>A collection of more items is worth waiting for the code, which takes about as long as interpreting these.</summary>
    public const int ManyItems = 1024;

    /// <summary>So is a payload of more bytes.</summary>
    public const int ManyBytes = 1 << 16;

    // Tests of emitted code want nothing else.
    static readonly bool EmitAtOnce = AppContext.TryGetSwitch("Isomer.EmitAtOnce", out bool on) && on;

    static readonly ConcurrentQueue<Work> Waiting = new();
    static int s_running;

    /// <summary>Whether shapes of this model begin interpreted.</summary>
    public static bool Applies(Convention convention) =>
        (convention.Tier == ShapeTier.Promoted || (convention.Tier == ShapeTier.Auto && !EmitAtOnce))
            && RuntimeFeature.IsDynamicCodeSupported;

    /// <summary>Whether this convention's shapes are interpreted for good.</summary>
    public static bool UsesReflection(Convention convention) =>
        convention.Tier == ShapeTier.Reflection || !RuntimeFeature.IsDynamicCodeSupported;

    /// <summary>What is kept of a model for one format while it is interpreted.</summary>
    public sealed class Beginning
    {
        int _uses;

        /// <summary>The interpreting codec, where one was asked for.</summary>
        public object? Codec;

        /// <summary>Why its code could not be made.</summary>
        volatile Exception? _failure;

        public Exception? Failure { get => _failure; set => _failure = value; }

        /// <summary>
        /// Throws what the thread beside met: the interpreter could go on, many times slower for good and without a word, and the same type
        /// emitted at once would fail.
        /// </summary>
        public void Check(Type type)
        {
            // A type that is refused, however it is met.
            if (_failure is NotSupportedException refusal)
                throw new NotSupportedException(refusal.Message, refusal);
            if (_failure is { } failure)
                throw new InvalidOperationException(
                    $"The code for '{type}' could not be made: {failure.Message} A convention with {nameof(ShapeTier)}.{nameof(ShapeTier.Reflection)} does without it.",
                    failure);
        }

        /// <summary>Counts uses; true for the one that makes it enough.</summary>
        public bool IsEnough(int uses)
        {
            int before = _uses;
            if (before >= Enough)
                return false;
            // Not interlocked: a lost count delays, a doubled one only queues twice what is made once.
            _uses = before + uses;
            return before + uses >= Enough;
        }
    }

    // A class: a queue of structs is compiled at the first call, for no precompiled code has it.
    sealed record Work(Beginning Of, Action Make);

    /// <summary>Does the work on a thread that lives as long as there is some.</summary>
    public static void Queue(Beginning of, Action work)
    {
        Waiting.Enqueue(new Work(of, work));
        if (Interlocked.CompareExchange(ref s_running, 1, 0) == 0)
            new Thread(Run) { IsBackground = true, Priority = ThreadPriority.BelowNormal, Name = "Isomer shapes" }.UnsafeStart();
    }

    static void Run()
    {
        do
        {
            while (Waiting.TryDequeue(out var next))
            {
                try
                {
                    next.Make();
                }
                catch (Exception e)
                {
                    // Told by the next use of the type.
                    next.Of.Failure = e;
                }
            }
            Volatile.Write(ref s_running, 0);
        }
        while (!Waiting.IsEmpty && Interlocked.CompareExchange(ref s_running, 1, 0) == 0);
    }
}
