import '../../../i18n/editor.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import type { Drafts } from '../drafts/drafts.ts';
import { useCellStatus } from '../drafts/use-drafts.ts';
import { wholeCellQuery } from './cell.queries.ts';
import css from './cell-editor.module.css';
import { ConflictView } from './conflict-view.tsx';
import { cellKey, type Move, type OpenCell } from './open-cell.ts';
import { type TextCommand, textCommandOf } from './text-commands.ts';
import { TextField } from './text-field.tsx';

export interface CellEditorProps {
  /** The cell, or a cell for each form of a plural family. Their values are to be kept up to date. */
  cells: readonly OpenCell[];
  drafts: Drafts;
  /** Returns what a key does. Defaults to the default chords. */
  commandOf?: (event: KeyboardEvent) => TextCommand | null;
  /** Shows glyphs for characters that cannot be seen. Defaults to true. */
  showsInvisibles?: boolean;
  onLeave(move: Move): void;
}

/** The open cell: its text, or the texts of the forms of a plural family. */
export function CellEditor({
  cells,
  drafts,
  commandOf = textCommandOf,
  showsInvisibles = true,
  onLeave,
}: CellEditorProps) {
  const { t, i18n } = useTranslation();
  const isEmpty = (cell: OpenCell) => (drafts.stateOf(cell).text ?? cell.value?.text ?? '') === '';
  const [chosen, setChosen] = useState(() => Math.max(0, cells.findIndex(isEmpty)));
  const { key, locale } = cells[0]!;
  const name = new Intl.DisplayNames(i18n.language, { type: 'language' }).of(locale) ?? locale;
  const isFamily = cells.length > 1;

  const leave = (move: Move) => {
    // Enter goes through the later forms without a text before it leaves the row.
    const next =
      move === 'next-row' ? cells.findIndex((cell, at) => at > chosen && isEmpty(cell)) : -1;
    if (next >= 0) setChosen(next);
    else onLeave(move);
  };
  return (
    <section className={css.editor} aria-label={t('cell.group', { locale: name, key })}>
      {cells.map((cell, at) => {
        const form = cell.pluralCategory && t(`cell.form.${cell.pluralCategory}`);
        return (
          <div key={cellKey(cell)} className={isFamily ? css.form : undefined}>
            {isFamily && <h2>{form}</h2>}
            {at === chosen ? (
              <WholeCell
                cell={cell}
                drafts={drafts}
                commandOf={commandOf}
                showsInvisibles={showsInvisibles}
                label={
                  isFamily && form
                    ? t('cell.labelForm', { locale: name, key, form })
                    : t('cell.label', { locale: name, key })
                }
                onLeave={leave}
              />
            ) : (
              <FormText
                cell={cell}
                drafts={drafts}
                name={form ?? ''}
                onPress={() => setChosen(at)}
              />
            )}
          </div>
        );
      })}
    </section>
  );
}

interface FieldProps {
  cell: OpenCell;
  drafts: Drafts;
  label: string;
  commandOf(event: KeyboardEvent): TextCommand | null;
  showsInvisibles: boolean;
  onLeave(move: Move): void;
}

/** Reads the whole text if the row has only its beginning, and asks about a conflict before the text is edited. */
function WholeCell(props: FieldProps) {
  const { cell, drafts, onLeave } = props;
  const { t } = useTranslation();
  const { data: whole, error } = useQuery(wholeCellQuery(cell));
  const { state, text = '', theirs = null } = useCellStatus(drafts, cell);
  const isPart = cell.source.isTruncated || cell.value?.isTruncated === true;
  const open = isPart ? whole : cell;
  if (error) return <ProblemNotice error={error} />;
  if (!open) {
    return (
      <p role="status" className={css.loading}>
        {t('cell.loading')}
      </p>
    );
  }
  if (state !== 'conflict') return <TextField {...props} cell={open} />;
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

/** The text of a form that is not being edited. */
function FormText({
  cell,
  drafts,
  name,
  onPress,
}: {
  cell: OpenCell;
  drafts: Drafts;
  name: string;
  onPress(): void;
}) {
  const { t } = useTranslation();
  const { text = cell.value?.text ?? '' } = useCellStatus(drafts, cell);
  return (
    <button
      type="button"
      className={css.formText}
      aria-label={t('cell.editForm', { form: name, text })}
      onClick={onPress}
    >
      {text === '' ? (
        <em>{t('cell.empty')}</em>
      ) : (
        <span lang={cell.locale} dir={cell.dir}>
          {text}
        </span>
      )}
    </button>
  );
}
