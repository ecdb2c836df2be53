import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CellStatus } from '../../drafts/cell-status.ts';
import { CellState } from '../cell-state.tsx';
import type { OpenCell } from '../open-cell.ts';
import css from './text-field.module.css';

/** State and length of the open text, next to its actions. */
export function TextFooter({
  cell,
  status,
  restoredAt,
  length,
  children,
}: {
  cell: OpenCell;
  status: CellStatus;
  /** Time of the restored draft, if the cell had one. */
  restoredAt: number | undefined;
  /** Length in code points. */
  length: number;
  /** Actions for the text. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { maxLength: max, value } = cell;
  return (
    <footer className={css.footer}>
      <CellState
        status={status}
        value={value}
        restoredAt={restoredAt}
        requireReview={cell.requireReview}
      />
      <span className={css.length} data-invalid={(max !== null && length > max) || undefined}>
        {max === null ? t('cell.length', { count: length }) : t('cell.lengthOf', { length, max })}
      </span>
      {children}
    </footer>
  );
}
