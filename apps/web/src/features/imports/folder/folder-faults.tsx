import { isParlanceError } from '@parlance/sdk';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../../lib/problem.ts';
import { sayFault } from '../../../lib/words/say-fault.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ProblemText } from '../../../ui/notice/problem-notice.tsx';
import { SaidWords } from '../../../ui/notice/said-words.tsx';
import css from '../import.module.css';

/**
 * Explains why a folder was rejected, with the file of each fault. Asks whether to leave out the
 * files that cannot be read.
 */
export function FolderFaults({ error, onSkip }: { error: unknown; onSkip(): void }) {
  const { t } = useTranslation();
  const faults = isParlanceError(error) ? error.errors : [];
  const files = new Set(faults.flatMap(({ file }) => file ?? []));
  const canSkip = isParlanceError(error, 'content_invalid') && files.size > 0;
  return (
    <Notice kind="problem">
      {canSkip ? (
        <p>{t('imports.folder.unreadable', { count: files.size })}</p>
      ) : (
        <ProblemText problem={problemOf(error)} hasOwnFaults={faults.length > 0} />
      )}
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
      {canSkip && (
        <Button kind="secondary" onPress={onSkip}>
          {t('imports.folder.leaveOut', { count: files.size })}
        </Button>
      )}
    </Notice>
  );
}
