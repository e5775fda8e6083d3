// A name of the original in a document.
global using Place = (Microsoft.CodeAnalysis.DocumentId Document, Microsoft.CodeAnalysis.Text.TextSpan Span);
