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
  text: string;
  isOpen?: boolean | undefined;
}) {
  return (
    <details open={isOpen}>
      <summary>{summary}</summary>
      <span lang="en" dir="auto">
        {text}
      </span>
    </details>
  );
}
