import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { ServerText } from '../../../ui/server-text.tsx';
import css from './finding-list.module.css';
import type { CellFinding } from './use-findings.ts';

/** Checks whose finding is about a placeholder, a tag or a word, which says it all. */
const NAMES_SUBJECT =
  /^(placeholder_(missing|duplicated|unknown)|tag_|leaked_marker|url_changed|entity_changed)/;

/** A finding by its code in the language of the app. The sentence of the check, which is in English, is folded. */
export function FindingText({ finding }: { finding: CellFinding }) {
  const { t, i18n } = useTranslation();
  const { code, value, detail } = finding;
  const saysAll = NAMES_SUBJECT.test(code) && value !== undefined && value !== '';
  return (
    <span className={css.text}>
      <strong>{t(`cell.check.${code}`)}</strong> {saysAll && <code dir="ltr">{value}</code>}
      {!saysAll && i18n.language === 'en' && <ServerText text={detail} />}
      {!saysAll && i18n.language !== 'en' && (
        <details className={css.detail}>
          <summary>{t('cell.detail')}</summary>
          <ServerText text={detail} />
        </details>
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
