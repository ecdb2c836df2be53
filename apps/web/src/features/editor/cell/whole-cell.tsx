import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { useModule } from '../../../ui/use-module.ts';
import { useCellStatus } from '../drafts/use-drafts.ts';
import { wholeCellQuery } from './cell.queries.ts';
import css from './cell-editor.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

const loadMessageField = () => import('./message-field.tsx');
const loadConflictView = () => import('./conflict-view.tsx');

/** A text that may be an ICU message with branches. Who reads it decides. */
const BRANCHES = /,\s*(?:plural|select|selectordinal)\s*,/;

/** Reads the whole text if the row has only its beginning, and asks about a conflict before the text is edited. */
export function WholeCell(props: TextFieldProps) {
  const { cell, drafts, onLeave } = props;
  const { t } = useTranslation();
  const { data: whole, error } = useQuery(wholeCellQuery(cell));
  const { state, text = '', theirs = null } = useCellStatus(drafts, cell);
  const isPart = cell.source.isTruncated || cell.value?.isTruncated === true;
  const open = isPart ? whole : cell;
  const texts = [open?.source.text, open?.value?.text, text];
  const isMessage =
    (cell.format === 'icu' || cell.format === 'auto') &&
    texts.some((one) => one !== undefined && BRANCHES.test(one));
  const MessageField = useModule(loadMessageField, isMessage)?.MessageField;
  const isConflict = state === 'conflict';
  const ConflictView = useModule(loadConflictView, isConflict)?.ConflictView;
  if (error) return <ProblemNotice error={error} />;
  if (!open || (isMessage && !MessageField) || (isConflict && !ConflictView)) {
    return (
      <p role="status" className={css.loading}>
        {t('cell.loading')}
      </p>
    );
  }
  if (!isConflict || !ConflictView) {
    return isMessage && MessageField ? (
      <MessageField {...props} cell={open} />
    ) : (
      <TextField {...props} cell={open} />
    );
  }
  return (
    <ConflictView
      cell={open}
      mine={text}
      theirs={theirs}
      onChoose={(choice) => {
        drafts.resolve(cell, choice);
        if (choice !== 'edit') onLeave('stay');
      }}
      onLeave={() => onLeave('stay')}
    />
  );
}
