import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { NEEDS_WORDS } from '../../../lib/needs-words.ts';
import { Button } from '../../../ui/button.tsx';
import css from './finding-list.module.css';
import type { CellFinding } from './use-findings.ts';

const FindingWords = lazy(() => import('../../../ui/finding-words.tsx'));

/** A finding by its code in the language of the app, with its subject or a sentence. */
export function FindingText({ finding }: { finding: CellFinding }) {
  const { t } = useTranslation();
  const { code, value, detail } = finding;
  return (
    <span className={css.text}>
      <strong>{t(`cell.check.${code}`)}</strong>{' '}
      {NEEDS_WORDS.test(code) ? (
        <Suspense>
          <FindingWords finding={{ ...finding, message: detail }} />
        </Suspense>
      ) : (
        value && <code dir="ltr">{value}</code>
      )}
    </span>
  );
}

/** The findings in the open text, with what can be done about each. */
export function FindingList({
  id,
  findings,
  current,
  onFix,
  onDismiss,
}: {
  id: string;
  findings: readonly CellFinding[];
  /** Index of the finding that the keys act on, or -1. */
  current: number;
  onFix(finding: CellFinding): void;
  /** Absent if the text is not the one that the service has. */
  onDismiss?: ((finding: CellFinding) => void) | undefined;
}) {
  const { t } = useTranslation();
  const selected = findings[current];
  return (
    <>
      <span role="status" className={css.announced}>
        {selected && t(`cell.check.${selected.code}`)}
      </span>
      <ul id={id} className={css.list} aria-label={t('cell.findings')}>
        {findings.map((finding, index) => {
          const title = t(`cell.check.${finding.code}`);
          return (
            <li
              key={`${finding.code} ${finding.detail} ${finding.value}`}
              className={css.finding}
              data-severity={finding.severity}
              aria-current={index === current || undefined}
            >
              <FindingText finding={finding} />
              {finding.fix && (
                <Button
                  kind="quiet"
                  aria-label={t('cell.fixNamed', { finding: title })}
                  onPress={() => onFix(finding)}
                >
                  {t('cell.fix')}
                </Button>
              )}
              {onDismiss && (
                <Button
                  kind="quiet"
                  aria-label={t('cell.dismissNamed', { finding: title })}
                  onPress={() => onDismiss(finding)}
                >
                  {t('cell.dismiss')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
