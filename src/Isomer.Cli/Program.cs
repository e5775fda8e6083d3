using Isomer.Cli;

return await Root.RunAsync(args).ConfigureAwait(false);
