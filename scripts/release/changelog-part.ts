/** Returns the part of the changelog under a heading such as `## 0.1.0`, without the heading. Null if there is none. */
export function changelogPart(changelog: string, heading: string): string | null {
  const lines = changelog.split('\n');
  const at = lines.findIndex((line) => line.startsWith('## ') && line.slice(3).trim() === heading);
  if (at === -1) return null;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  return `${rest
    .slice(0, end === -1 ? rest.length : end)
    .join('\n')
    .trim()}\n`;
}
