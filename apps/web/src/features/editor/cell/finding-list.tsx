import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { ServerText } from '../../../ui/server-text.tsx';
import css from './finding-list.module.css';
import type { CellFinding } from './use-findings.ts';

/** Checks whose finding is about a placeholder, a tag or a word, which says it all. */
const NAMES_SUBJECT =
  /^(placeholder_(missing|duplicated|unknown)|tag_|leaked_marker|url_changed|entity_changed)/;

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
              <span className={css.text}>
                <strong>{title}</strong>{' '}
                {NAMES_SUBJECT.test(finding.code) && finding.value ? (
                  <code dir="ltr">{finding.value}</code>
                ) : (
                  <ServerText text={finding.detail} />
                )}
              </span>
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
