/** Words of the server: they are English in every language of the app. */
export function ServerText({ text }: { text: string }) {
  return (
    <span lang="en" dir="auto">
      {text}
    </span>
  );
}

/** Words of the server that are read on demand. */
export function FoldedText({ summary, text }: { summary: string; text: string }) {
  return (
    <details>
      <summary>{summary}</summary>
      <ServerText text={text} />
    </details>
  );
}
