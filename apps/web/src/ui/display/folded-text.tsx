/**
 * Words of the server, which are English in every language of the app. They are read on demand, or open because they
 * name what is wrong.
 */
export function FoldedText({
  summary,
  text,
  isOpen,
}: {
  summary: string;
  /** A text, or several. */
  text: string | readonly string[];
  isOpen?: boolean | undefined;
}) {
  return (
    <details open={isOpen}>
      <summary>{summary}</summary>
      {[text].flat().map((line) => (
        <p key={line} lang="en" dir="auto">
          {line}
        </p>
      ))}
    </details>
  );
}
