import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NEEDS_WORDS } from '../../../../lib/words/needs-words.ts';
import { Button } from '../../../../ui/button.tsx';
import editorCss from '../../editor.module.css';
import { missingChips } from '../field/placeholders.ts';
import type { Reading } from '../field/use-menu.ts';
import type { CellFinding } from './check-text.ts';
import css from './finding-strip.module.css';

const FindingWords = lazy(() => import('../../../../ui/notice/finding-words.tsx'));

/** Describes a finding in the language of the app: its check, and its subject or a sentence. */
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

/**
 * Shows the missing placeholders and the findings of the open text in one line of fixed height, so that nothing moves
 * while the user types.
 */
export function FindingStrip({
  id,
  findings,
  current,
  reading,
  text,
  onInsert,
  onFix,
  onDismiss,
}: {
  id: string;
  findings: readonly CellFinding[];
  /** Index of the finding that keyboard commands act on, or -1. */
  current: number;
  reading: Reading;
  text: string;
  onInsert(chip: { readonly text: string }): void;
  onFix(finding: CellFinding): void;
  /** Dismisses a finding. Absent if the text differs from the saved text. */
  onDismiss?: ((finding: CellFinding) => void) | undefined;
}) {
  const { t } = useTranslation();
  const strip = useRef<HTMLDivElement>(null);
  const selected = findings[current];
  const missing =
    text === '' ? [] : [...new Set(missingChips(reading.source, text, reading.tokenize))];
  const named = new Set(findings.map(({ value }) => value));
  useEffect(() => {
    if (current < 0) return;
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div ref={strip} className={css.strip}>
      <span role="status" className={editorCss.hidden}>
        {selected && t(`cell.check.${selected.code}`)}
      </span>
      <MissingChips chips={missing.filter((chip) => !named.has(chip))} onInsert={onInsert} />
      <ul id={id} className={css.list} aria-label={t('cell.findings')}>
        {findings.map((finding, index) => (
          <Finding
            key={`${finding.code} ${finding.detail} ${finding.value}`}
            finding={finding}
            isCurrent={index === current}
            isMissing={finding.value !== undefined && missing.includes(finding.value)}
            onInsert={onInsert}
            onFix={onFix}
            onDismiss={onDismiss}
          />
        ))}
      </ul>
    </div>
  );
}

function Finding({
  finding,
  isCurrent,
  isMissing,
  onInsert,
  onFix,
  onDismiss,
}: {
  finding: CellFinding;
  isCurrent: boolean;
  /** True if the finding is about a missing part that can be inserted. */
  isMissing: boolean;
  onInsert(chip: { readonly text: string }): void;
  onFix(finding: CellFinding): void;
  onDismiss: ((finding: CellFinding) => void) | undefined;
}) {
  const { t } = useTranslation();
  const title = t(`cell.check.${finding.code}`);
  return (
    <li
      className={css.finding}
      data-severity={finding.severity}
      aria-current={isCurrent || undefined}
    >
      {isMissing ? (
        <>
          <strong>{title}</strong> <InsertChip chip={finding.value!} onInsert={onInsert} />
        </>
      ) : (
        <FindingText finding={finding} />
      )}
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
}

/** The placeholders and tags that a text still lacks. In an unfinished text, a missing one is not an error. */
function MissingChips({
  chips,
  onInsert,
}: {
  chips: readonly string[];
  onInsert(chip: { readonly text: string }): void;
}) {
  const { t } = useTranslation();
  if (chips.length === 0) return null;
  return (
    <div className={css.missing}>
      <span>{t('cell.missing')}</span>
      {chips.map((chip) => (
        <InsertChip key={chip} chip={chip} onInsert={onInsert} />
      ))}
    </div>
  );
}

/** Inserts a placeholder or a tag into the text. */
function InsertChip({
  chip,
  onInsert,
}: {
  chip: string;
  onInsert(chip: { readonly text: string }): void;
}) {
  const { t } = useTranslation();
  return (
    <Button
      kind="secondary"
      aria-label={t('cell.insert', { text: chip })}
      onPress={() => onInsert({ text: chip })}
    >
      <code dir="ltr">{chip}</code>
    </Button>
  );
}
