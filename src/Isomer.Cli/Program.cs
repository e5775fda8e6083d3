using Isomer.Cli;

EarlyEnd.Watch();
return EarlyEnd.Over(PlainCalls.TryAnswer(args, out int code) ? code : await Root.RunAsync(args).ConfigureAwait(false));
