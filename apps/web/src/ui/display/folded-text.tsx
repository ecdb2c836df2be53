/** The server's text, which is always English. It is collapsed unless it names the fault. */
export function FoldedText({
  summary,
  text,
  isOpen,
}: {
  summary: string;
  /** One or more texts. */
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
