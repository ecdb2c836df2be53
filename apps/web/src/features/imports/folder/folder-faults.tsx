import { isParlanceError } from '@parlance/sdk';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../../lib/problem.ts';
import { sayFault } from '../../../lib/words/say-fault.ts';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ProblemText } from '../../../ui/notice/problem-notice.tsx';
import { SaidWords } from '../../../ui/notice/said-words.tsx';
import css from '../import.module.css';

/** Explains why a folder was rejected, with the file of each fault. */
export function FolderFaults({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const faults = isParlanceError(error) ? error.errors : [];
  return (
    <Notice kind="problem">
      <ProblemText problem={problemOf(error)} hasOwnFaults />
      <ul className={css.faults}>
        {faults.map(({ path, file, line, column, ...fault }) => (
          <li key={`${file} ${path} ${fault.message} ${line} ${column}`}>
            {file !== undefined && (
              <bdi>
                <code>{file}</code>{' '}
              </bdi>
            )}
            {line !== undefined && (
              <strong>{t('imports.place', { line, column: column ?? 1 })} </strong>
            )}
            {path !== file && <code dir="auto">{path}</code>}{' '}
            <SaidWords said={sayFault(fault)} isOpen />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
