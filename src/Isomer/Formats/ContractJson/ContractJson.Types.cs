using System.Buffers;
using System.Text;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer;

/// <summary>The twins for types that are known only at run time, and filling what is there.</summary>
public static partial class ContractJson
{
    /// <summary>The value, as one of the declared type, as UTF-8 text.</summary>
    public static byte[] Serialize(object? value, Type type, ContractJsonOptions? options = null)
    {
        var writer = Begin(null, value, type, options ??= ContractJsonOptions.Default);
        try
        {
            writer.Root(options.Profile.Convention.ModelOf(type), value);
            return writer.Output.ToArray();
        }
        finally
        {
            writer.End();
        }
    }

    /// <summary>Writes the value, as one of the declared type, as UTF-8 text.</summary>
    public static void Serialize(IBufferWriter<byte> output, object? value, Type type, ContractJsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        Write(BufferWriterTarget.Of(output), value, type, options ?? ContractJsonOptions.Default);
    }

    /// <summary>Writes the value, as one of the declared type, as UTF-8 text.</summary>
    public static void Serialize(Stream output, object? value, Type type, ContractJsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        Write(new StreamTarget(output), value, type, options ?? ContractJsonOptions.Default);
    }

    static void Write(OutputTarget target, object? value, Type type, ContractJsonOptions options)
    {
        var writer = Begin(target, value, type, options);
        try
        {
            writer.Root(options.Profile.Convention.ModelOf(type), value);
            writer.Output.Flush();
        }
        finally
        {
            writer.End();
        }
    }

    static ContractJsonWriter Begin(OutputTarget? target, object? value, Type type, ContractJsonOptions options)
    {
        ArgumentNullException.ThrowIfNull(type);
        Refusals.CheckIsOf(value, type);
        return ContractJsonWriter.Begin(target, options.Profile);
    }

    /// <summary>The value of a text, as one of the declared type.</summary>
    public static unsafe object? Deserialize(ReadOnlySpan<byte> payload, Type type, ContractJsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(type);
        options ??= ContractJsonOptions.Default;
        if (IsUtf16(payload))
            return OfUtf16(payload, (type, options), static (utf8, given) => Deserialize(utf8, given.type, given.options));
        var model = options.Profile.Convention.ModelOf(type);
        fixed (byte* text = payload)
        {
            var reader = ContractJsonReader.Begin(text, payload.Length, options.Profile);
            try
            {
                return reader.Root(model);
            }
            catch (Exception e) when (InputErrors.IsInput(e))
            {
                throw JsonErrors.Place(e, payload, reader.Position, nameof(ContractJson));
            }
            finally
            {
                reader.Done();
            }
        }
    }

    /// <summary>The value of a UTF-8 text in pieces, as one of the declared type.</summary>
    public static object? Deserialize(in ReadOnlySequence<byte> payload, Type type, ContractJsonOptions? options = null)
    {
        if (payload.IsSingleSegment)
            return Deserialize(payload.FirstSpan, type, options);
        using var whole = InputText.Copy(payload);
        return Deserialize(whole.Bytes, type, options);
    }

    /// <summary>The value of a text, as one of the declared type.</summary>
    public static object? Deserialize(Stream input, Type type, ContractJsonOptions? options = null)
    {
        using var text = InputText.Read(input);
        return Deserialize(text.Bytes, type, options);
    }

    /// <summary>The value, as one of the declared type, as text.</summary>
    public static string ToText(object? value, Type type, ContractJsonOptions? options = null) =>
        Encoding.UTF8.GetString(Serialize(value, type, options));

    /// <summary>The value of a text, as one of the declared type.</summary>
    public static object? FromText(string text, Type type, ContractJsonOptions? options = null)
    {
        using var utf8 = JsonText.ToUtf8(text, nameof(ContractJson));
        try
        {
            return Deserialize(utf8.Bytes, type, options);
        }
        catch (WireFormatException e) when (TextErrors.MovedToText(e, utf8.Bytes))
        {
            throw;
        }
    }

    /// <summary>Reads a text into an object that is there: members that it names are set, the others stay; items are added to a collection.</summary>
    /// <returns>The target; for a struct, the filled copy.</returns>
    /// <exception cref="WireFormatException">The text is refused, or is null; what came before the error has been set.</exception>
    public static unsafe T Fill<T>(T target, ReadOnlySpan<byte> payload, ContractJsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(target);
        options ??= ContractJsonOptions.Default;
        if (IsUtf16(payload))
            return OfUtf16(payload, (target, options), static (utf8, given) => Fill(given.target, utf8, given.options));
        // Every object of a run-time type names it, so the target's own is declared.
        var model = options.Profile.Convention.ModelOf(target.GetType());
        fixed (byte* text = payload)
        {
            var reader = ContractJsonReader.Begin(text, payload.Length, options.Profile);
            try
            {
                return (T)reader.RootFill(model, target);
            }
            catch (Exception e) when (InputErrors.IsInput(e))
            {
                throw JsonErrors.Place(e, payload, reader.Position, nameof(ContractJson));
            }
            finally
            {
                reader.Done();
            }
        }
    }
}
