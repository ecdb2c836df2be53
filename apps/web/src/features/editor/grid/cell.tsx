import type { CheckCode, MessageFormat, PluralCategory } from '@parlance/messages';
import type { Cell, Locale, Row } from '@parlance/sdk';
import type { TFunction } from 'i18next';
import { memo, useSyncExternalStore } from 'react';
import { familyForms, isFamilyRow } from '../cell/forms/family.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { useRowStatus } from '../drafts/use-drafts.ts';
import css from './cell.module.css';
import type { ChangedBy } from './store/changed-by.ts';
import { CellText } from './text/cell-text.tsx';

const MARKS = { missing: '○', translated: '✓', needs_review: '◐', reviewed: '✓✓' } as const;

interface Forms {
  /** Number of needed forms with a text. */
  readonly count: string;
  /** Categories of needed forms without a text. */
  readonly missing: readonly PluralCategory[];
}

/**
 * Counts the forms of a plural family that a locale needs and that have a text, and lists the missing forms. Returns
 * null for an ordinary key.
 */
function formsOf(row: Row, cell: Cell | null, locale: Locale): Forms | null {
  if (!isFamilyRow(row)) return null;
  const needed = familyForms(row, locale.code).filter(({ isNeeded }) => isNeeded);
  const has = new Set(cell?.forms?.map(({ category }) => category));
  const missing = needed.flatMap(({ category }) => (has.has(category) ? [] : [category]));
  return { count: `${needed.length - missing.length}/${needed.length}`, missing };
}

/** Shows the number of forms and the missing ones. */
function FormCount({ forms: { count, missing }, t }: { forms: Forms; t: TFunction }) {
  if (missing.length === 0) return <span className={css.forms}>{count}</span>;
  const names = missing.map((category) => t(`cell.form.${category}`)).join(', ');
  const label = t('editor.formsMissing', { forms: names });
  return (
    <span
      className={css.forms}
      data-missing
      role="img"
      aria-label={`${count}, ${label}`}
      title={label}
    >
      {count}
    </span>
  );
}

/** A mark beside a text, with its meaning for screen readers and on hover. */
function Mark({
  sign,
  label,
  title = label,
  className = css.findings,
}: {
  sign: string;
  label: string;
  title?: string;
  className?: string | undefined;
}) {
  return (
    <span className={className} role="img" aria-label={label} title={title}>
      {sign}
    </span>
  );
}

/**
 * The mark for the state of a value. It is the first element of a cell, so that a screen reader
 * reads the language and the state before the text. Visually, it is the last one. For a missing
 * value, the state is shown in place of the text.
 */
function StateMark({
  state,
  label,
  locale,
}: {
  state: keyof typeof MARKS;
  label: string;
  locale: Locale;
}) {
  return (
    <span
      className={css.state}
      data-state={state}
      title={label}
      role="img"
      aria-label={state === 'missing' ? locale.name : `${locale.name} ${label}`}
    >
      {MARKS[state]}
    </span>
  );
}

// Thousands of cells are rendered while a list scrolls, so a cell has few elements and gets `t` from its row.

/** The source text of a row. Its parent needs the class `content` of cell.module.css. */
export const SourceCell = memo(function SourceCell({
  row,
  locale,
  format,
  t,
}: {
  row: Row;
  locale: Locale;
  format: MessageFormat;
  t: TFunction;
}) {
  if (!row.source) return <em className={css.empty}>{t('editor.noSource')}</em>;
  const forms = formsOf(row, row.source, locale);
  return (
    <>
      <CellText
        text={row.source.text}
        format={format}
        locale={locale.code}
        dir={locale.direction}
      />
      {forms !== null && <FormCount forms={forms} t={t} />}
    </>
  );
});

function emptyLabel({ translatable }: Row, cell: Row['values'][string] | null) {
  if (cell !== null) return 'editor.tree.empty';
  return translatable ? 'cell.value.missing' : 'cell.value.untranslatable';
}

/**
 * The text of a row in a locale, or its unsaved draft, with its state. Its parent needs the class `content` of
 * cell.module.css.
 */
export const TargetCell = memo(function TargetCell({
  row,
  locale,
  format,
  projectId,
  drafts,
  changedBy,
  t,
}: {
  row: Row;
  locale: Locale;
  format: MessageFormat;
  projectId: string;
  drafts: Drafts;
  changedBy: ChangedBy;
  t: TFunction;
}) {
  const cell = row.values[locale.code] ?? null;
  const at = { projectId, keyId: row.keyId, locale: locale.code };
  const status = useRowStatus(drafts, at, row);
  const text = drafts.stateOf(at).text ?? cell?.text ?? '';
  const forms = formsOf(row, cell, locale);
  const proposals = row.proposals[locale.code];
  // A family with a missing form is unfinished, even if its other forms are reviewed.
  const state = forms && forms.missing.length > 0 ? 'missing' : (cell?.state ?? 'missing');
  const name = useSyncExternalStore(changedBy.subscribe, () =>
    changedBy.nameOf(row.keyId, locale.code),
  );
  const unsaved = status.state === 'clean' ? null : t(`editor.unsaved.${status.state}`);
  return (
    <>
      {unsaved !== null ? (
        <span
          className={css.unsaved}
          data-state={status.state}
          role="img"
          aria-label={`${locale.name} ${unsaved}`}
        >
          {unsaved}
        </span>
      ) : cell !== null || row.translatable ? (
        <StateMark state={state} label={t(`cell.value.${state}`)} locale={locale} />
      ) : null}
      {text === '' ? (
        <em className={css.empty}>{t(emptyLabel(row, cell))}</em>
      ) : (
        <CellText text={text} format={format} locale={locale.code} dir={locale.direction} />
      )}
      {name !== undefined && (
        <span className={css.changed} dir="auto">
          {t('editor.live.changedBy', { name })}
        </span>
      )}
      {forms !== null && <FormCount forms={forms} t={t} />}
      {proposals && (
        <Mark
          sign={`✎ ${proposals}`}
          label={t('editor.proposals', { count: proposals })}
          className={css.forms}
        />
      )}
      {cell !== null && cell.checks.length > 0 && (
        <Mark
          sign="⚠"
          label={t('editor.findings', { count: cell.checks.length })}
          title={cell.checks.map((code) => t(`cell.check.${code as CheckCode}`)).join(', ')}
        />
      )}
      {cell?.outdated && <Mark sign="↻" label={t('editor.outdated')} />}
    </>
  );
});
