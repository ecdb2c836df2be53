import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import type { CellStatus } from '../drafts/drafts.ts';
import { CellState } from './cell-state.tsx';
import type { OpenCell } from './open-cell.ts';
import { TEXT_CHORDS } from './text-commands.ts';
import css from './text-field.module.css';

/** State and length of the open text, and its actions. */
export function TextFooter({
  cell,
  status,
  restoredAt,
  length,
  isBlocked,
  onDiscard,
  onCopy,
  onSave,
  children,
}: {
  cell: OpenCell;
  status: CellStatus;
  /** Time of the draft that the cell was opened with, if it had one. */
  restoredAt: number | undefined;
  /** In code points. */
  length: number;
  /** True if an error keeps the text from being saved. */
  isBlocked: boolean;
  onDiscard(): void;
  onCopy(): void;
  onSave(state?: 'reviewed' | 'needs_review'): void;
  /** More actions. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { maxLength: max, value } = cell;
  const isUnsaved = status.state !== 'clean';
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
      <div className={css.actions}>
        {isUnsaved && (
          <Button kind="quiet" onPress={onDiscard}>
            {t('cell.discard')}
          </Button>
        )}
        {children}
        <Button kind="quiet" aria-keyshortcuts={TEXT_CHORDS.copySource} onPress={onCopy}>
          {t('cell.copySource')}
        </Button>
        {isBlocked && isUnsaved ? (
          <Button kind="secondary" onPress={() => onSave('needs_review')}>
            {t('cell.saveNeedsReview')}
          </Button>
        ) : (
          <Button
            kind="secondary"
            aria-keyshortcuts={TEXT_CHORDS.saveReviewed}
            onPress={() => onSave('reviewed')}
          >
            {t('cell.saveReviewed')}
          </Button>
        )}
        <Button aria-keyshortcuts={TEXT_CHORDS.save} onPress={() => onSave()}>
          {t('cell.save')}
        </Button>
      </div>
    </footer>
  );
}
