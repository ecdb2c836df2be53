import type { Locale } from '@parlance/sdk';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import entries from '../../../ui/display/entries.module.css';
import { checkSource } from '../cell/findings/check-text.ts';
import { useChecks } from '../cell/findings/checks.ts';
import css from '../cell/findings/finding-strip.module.css';
import { FindingText } from '../cell/findings/finding-strip.tsx';
import type { EditorSettings } from '../cell/open-cell.ts';

/** Lists the parts of a source text that the project's apps cannot display, while the text is being written. */
export function SourceFindings({
  text,
  source: { code },
  settings,
  onFix,
}: {
  text: string;
  /** The source locale. */
  source: Locale;
  settings: EditorSettings;
  onFix(text: string): void;
}) {
  const { t } = useTranslation();
  const checks = useChecks();
  const checked = useDeferredValue(text);
  const findings = useMemo(
    () => (checks ? checkSource(checks, settings, code, checked) : []),
    [checks, settings, code, checked],
  );
  return (
    <div role="status" className={css.alone}>
      {findings.length > 0 && (
        <ul className={entries.list} aria-label={t('cell.findings')}>
          {findings.map((finding) => (
            <li
              className={css.finding}
              key={`${finding.code} ${finding.detail} ${finding.value}`}
              data-severity={finding.severity}
            >
              <FindingText finding={finding} />
              {finding.fix && checked === text && (
                <Button
                  kind="quiet"
                  aria-label={t('cell.fixNamed', { finding: t(`cell.check.${finding.code}`) })}
                  onPress={() => onFix(finding.fix!.text)}
                >
                  {t('cell.fix')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
