import type { Folded } from '../../lib/words/say-finding.ts';
import entries from '../display/entries.module.css';
import { FoldedText } from '../display/folded-text.tsx';

/** Files that were left out, each with the position and the reason of the fault. */
export function FaultyFiles({
  files,
}: {
  files: readonly {
    readonly path: string;
    /** Position of the fault. Null if the whole file is invalid. */
    readonly place: string | null;
    readonly reason: Folded;
  }[];
}) {
  return (
    <ul className={entries.list}>
      {files.map(({ path, place, reason }) => (
        <li key={path} className={entries.stack}>
          <p className={entries.head}>
            <bdi>
              <code>{path}</code>
            </bdi>
            {place !== null && <strong>{place}</strong>}
          </p>
          <FoldedText {...reason} />
        </li>
      ))}
    </ul>
  );
}
