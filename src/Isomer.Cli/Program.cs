using Isomer.Cli;

EarlyEnd.Watch();
return EarlyEnd.Over(await Root.RunAsync(args).ConfigureAwait(false));
