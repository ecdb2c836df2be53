import { type CheckCode, type MessageFormat, tokenize } from '@parlance/messages';
import type { Cell, Locale, Row } from '@parlance/sdk';
import { memo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { familyForms, isFamilyRow } from '../cell/family.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { useCellStatus } from '../drafts/use-drafts.ts';
import css from './cell.module.css';
import type { ChangedBy } from './changed-by.ts';
import { TokenText } from './token-text.tsx';

/** A text with its placeholders and tags as chips. */
export function CellText({
  text,
  format,
  locale,
  dir,
}: {
  text: string;
  format: MessageFormat;
  locale: string;
  dir: 'ltr' | 'rtl';
}) {
  return <TokenText tokens={tokenize(text, format)} locale={locale} dir={dir} />;
}

const MARKS = { missing: '○', translated: '✓', needs_review: '◐', reviewed: '✔' } as const;

/** How many of the forms that the locale needs have a text, for a plural family. */
function formsOf(row: Row, cell: Cell | null, locale: Locale): string | null {
  if (!isFamilyRow(row)) return null;
  const needed = familyForms(row, locale.code).filter(({ isNeeded }) => isNeeded);
  const has = new Set(cell?.forms?.map(({ category }) => category));
  return `${needed.filter(({ category }) => has.has(category)).length}/${needed.length}`;
}

export const SourceCell = memo(function SourceCell({
  row,
  locale,
  format,
}: {
  row: Row;
  locale: Locale;
  format: MessageFormat;
}) {
  const { t } = useTranslation();
  if (!row.source) return <span className={css.empty}>{t('editor.noSource')}</span>;
  const forms = formsOf(row, row.source, locale);
  return (
    <div className={css.content}>
      <CellText
        text={row.source.text}
        format={format}
        locale={locale.code}
        dir={locale.direction}
      />
      {forms !== null && <span className={css.forms}>{forms}</span>}
    </div>
  );
});

/** The text of a row in a locale, with what is not saved yet, and its state. */
export const TargetCell = memo(function TargetCell({
  row,
  locale,
  format,
  projectId,
  drafts,
  changedBy,
}: {
  row: Row;
  locale: Locale;
  format: MessageFormat;
  projectId: string;
  drafts: Drafts;
  changedBy: ChangedBy;
}) {
  const { t } = useTranslation();
  const cell = row.values[locale.code] ?? null;
  const status = useCellStatus(drafts, { projectId, keyId: row.keyId, locale: locale.code });
  const text = status.text ?? cell?.text ?? '';
  const forms = formsOf(row, cell, locale);
  const state = cell?.state ?? 'missing';
  const isClean = status.state === 'clean';
  const name = useSyncExternalStore(changedBy.subscribe, () =>
    changedBy.nameOf(row.keyId, locale.code),
  );
  return (
    <div className={css.content}>
      {text === '' ? (
        <span className={css.empty}>
          {t(row.translatable ? 'cell.value.missing' : 'cell.value.untranslatable')}
        </span>
      ) : (
        <CellText text={text} format={format} locale={locale.code} dir={locale.direction} />
      )}
      <span className={css.marks}>
        {name !== undefined && (
          <span className={css.changed} dir="auto">
            {t('editor.live.changedBy', { name })}
          </span>
        )}
        {forms !== null && <span className={css.forms}>{forms}</span>}
        {cell !== null && cell.checks.length > 0 && (
          <span
            className={css.findings}
            title={cell.checks.map((code) => t(`cell.check.${code as CheckCode}`)).join(', ')}
          >
            <span aria-hidden="true">⚠</span>
            <span className={css.said}>{t('editor.findings', { count: cell.checks.length })}</span>
          </span>
        )}
        {cell?.outdated && (
          <span className={css.findings} title={t('editor.outdated')}>
            <span aria-hidden="true">↻</span>
            <span className={css.said}>{t('editor.outdated')}</span>
          </span>
        )}
        {isClean && cell === null && !row.translatable ? null : isClean ? (
          <span className={css.state} data-state={state} title={t(`cell.value.${state}`)}>
            <span aria-hidden="true">{MARKS[state]}</span>
            {text !== '' && <span className={css.said}>{t(`cell.value.${state}`)}</span>}
          </span>
        ) : (
          <span className={css.unsaved} data-state={status.state}>
            {t(`editor.unsaved.${status.state as Exclude<typeof status.state, 'clean'>}`)}
          </span>
        )}
      </span>
    </div>
  );
});
