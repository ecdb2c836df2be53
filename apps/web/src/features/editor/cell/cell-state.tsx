import { useTranslation } from 'react-i18next';
import { sayProblem } from '../../../lib/problem.ts';
import type { CellStatus } from '../drafts/cell-status.ts';
import css from './cell-state.module.css';
import type { CellValue } from './open-cell.ts';

/** Shows whether the open text is saved, and the reason if it is not. */
export function CellState({
  status,
  value,
  restoredAt,
  requireReview,
}: {
  status: CellStatus;
  value: CellValue | null;
  /** Time of the restored draft, if the cell had one. */
  restoredAt: number | undefined;
  /** True if releases exclude the text until it is reviewed. */
  requireReview: boolean;
}) {
  const { t, i18n } = useTranslation();
  const { state, reason = 'service', problem, at } = status;
  const text = {
    clean: () => t(`cell.value.${value?.state ?? 'missing'}`),
    waiting: () => t(`cell.waiting.${reason}`),
    failed: () => t('cell.state.failed', { problem: sayProblem(problem) }),
    draft: () => t('cell.state.draft'),
    blocked: () => t('cell.state.blocked'),
    saving: () => t('cell.state.saving'),
    conflict: () => t('cell.state.conflict'),
  }[state]();
  const time = () =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  return (
    <div role="status" className={css.state} data-state={state}>
      <span>{text}</span>
      {at !== undefined && at === restoredAt && <span>{t('cell.since', { time: time() })}</span>}
      {requireReview && value !== null && value.state !== 'reviewed' && (
        <span>{t('cell.heldBack')}</span>
      )}
      {status.isElsewhere && <span className={css.elsewhere}>{t('cell.elsewhere')}</span>}
    </div>
  );
}
