import type { Folded } from '../../lib/words/say-finding.ts';
import entries from '../display/entries.module.css';
import { FoldedText } from '../display/folded-text.tsx';

/** Files that were left out, each with its reason. */
export function FaultyFiles({
  files,
}: {
  files: readonly { readonly path: string; readonly reason: Folded }[];
}) {
  return (
    <ul className={entries.list}>
      {files.map(({ path, reason }) => (
        <li key={path} className={entries.stack}>
          <bdi>
            <code>{path}</code>
          </bdi>
          <FoldedText {...reason} />
        </li>
      ))}
    </ul>
  );
}
