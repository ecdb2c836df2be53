import { isParlanceError } from '@parlance/sdk';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../lib/problem.ts';
import { sayFault } from '../../lib/words/say-fault.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemText } from '../../ui/notice/problem-notice.tsx';
import { SaidWords } from '../../ui/notice/said-words.tsx';
import css from './import.module.css';
import { linesAround } from './lines-around.ts';

/** Maximum number of displayed faults. A file with more of them usually has another format. */
const FAULTS_SHOWN = 20;
/** Maximum size of a file whose lines are displayed. */
const MAX_BYTES_READ = 20 * 1024 * 1024;

/** Explains why a file was rejected, with the lines that contain the faults. */
export function Faults({ error, content }: { error: unknown; content: Blob }) {
  const { t } = useTranslation();
  const id = useId();
  const { data: text } = useQuery({
    queryKey: ['file-text', id],
    queryFn: () => content.text(),
    enabled: content.size <= MAX_BYTES_READ,
    gcTime: 0,
  });
  const faults = isParlanceError(error) ? error.errors : [];
  return (
    <Notice kind="problem">
      <ProblemText problem={problemOf(error)} hasOwnFaults={faults.length > 0} />
      <ul className={css.faults}>
        {faults.slice(0, FAULTS_SHOWN).map(({ path, line, column, ...fault }) => (
          <li key={`${path} ${fault.message} ${line} ${column}`}>
            {line !== undefined && (
              <strong>{t('imports.place', { line, column: column ?? 1 })} </strong>
            )}
            <code>{path}</code> <SaidWords said={sayFault(fault)} isOpen />
            {line !== undefined && text !== undefined && (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the lines scroll sideways, also by keyboard.
              <pre className={css.lines} dir="ltr" tabIndex={0}>
                {linesAround(text, line, column).map(({ number, text: content, mark }) => (
                  <span key={number} className={mark === null ? undefined : css.marked}>
                    <span className={css.number}>{number}</span>
                    {mark === null ? content : content.slice(0, mark)}
                    {mark !== null && <mark>{content[mark] ?? ' '}</mark>}
                    {mark !== null && content.slice(mark + 1)}
                    {'\n'}
                  </span>
                ))}
              </pre>
            )}
          </li>
        ))}
      </ul>
      {faults.length > FAULTS_SHOWN && (
        <p>{t('imports.moreFaults', { count: faults.length - FAULTS_SHOWN })}</p>
      )}
    </Notice>
  );
}
