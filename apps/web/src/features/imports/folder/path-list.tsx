/** Paths of files, collapsed under a summary. */
export function PathList({ summary, paths }: { summary: string; paths: readonly string[] }) {
  return (
    <details>
      <summary>{summary}</summary>
      <ul>
        {paths.map((path) => (
          <li key={path}>
            <bdi>
              <code>{path}</code>
            </bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}
