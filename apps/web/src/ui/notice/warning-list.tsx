import { Fragment } from 'react';
import type { SaidWarning } from '../../lib/words/say-fault.ts';
import entries from '../display/entries.module.css';
import { FoldedText } from '../display/folded-text.tsx';

/** A list of the kinds of warning about imported files. Each entry shows the keys or positions that its warnings refer to. */
export function WarningList({ warnings }: { warnings: readonly SaidWarning[] }) {
  return (
    <ul className={entries.list}>
      {warnings.map(({ code, words, paths, folded }) => (
        <li key={code} className={entries.stack}>
          {words}
          {paths.length > 0 && (
            <span className={entries.note}>
              {paths.map((path) => (
                <Fragment key={path}>
                  <bdi>
                    <code>{path}</code>
                  </bdi>{' '}
                </Fragment>
              ))}
            </span>
          )}
          {folded && <FoldedText {...folded} />}
        </li>
      ))}
    </ul>
  );
}
