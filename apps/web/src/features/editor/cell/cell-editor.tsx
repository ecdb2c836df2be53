import '../../../i18n/editor.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useModule } from '../../../ui/use-module.ts';
import type { Drafts } from '../drafts/drafts.ts';
import css from './cell-editor.module.css';
import type { OpenFamily } from './family.ts';
import type { Move, OpenCell } from './open-cell.ts';
import { type TextCommand, textCommandOf } from './text-commands.ts';
import { WholeCell } from './whole-cell.tsx';

export interface CellEditorProps {
  /** The cell, or a cell for each form of a plural family. Their values are to be kept up to date. */
  cells: readonly OpenCell[];
  /** The forms of a plural family, also those that have no key yet. Null for a plain key. */
  family: OpenFamily | null;
  drafts: Drafts;
  /** Returns what a key does. Defaults to the default chords. */
  commandOf?: (event: KeyboardEvent) => TextCommand | null;
  /** Shows glyphs for characters that cannot be seen. Defaults to true. */
  showsInvisibles?: boolean;
  onLeave(move: Move): void;
}

const loadFamilyField = () => import('./family-field.tsx');

/** The open cell: its text, or the texts of the forms of a plural family. */
export function CellEditor({
  cells,
  family,
  drafts,
  commandOf = textCommandOf,
  showsInvisibles = true,
  onLeave,
}: CellEditorProps) {
  const { t, i18n } = useTranslation();
  const { key, locale } = cells[0]!;
  const names = useMemo(
    () => new Intl.DisplayNames(i18n.language, { type: 'language' }),
    [i18n.language],
  );
  const name = names.of(locale) ?? locale;
  const FamilyField = useModule(loadFamilyField, family !== null)?.FamilyField;
  const shared = { drafts, commandOf, showsInvisibles, onLeave };
  return (
    <section className={css.editor} aria-label={t('cell.group', { locale: name, key })}>
      {family === null ? (
        <WholeCell cell={cells[0]!} label={t('cell.label', { locale: name, key })} {...shared} />
      ) : FamilyField ? (
        <FamilyField cells={cells} family={family} localeName={name} {...shared} />
      ) : (
        <p role="status" className={css.loading}>
          {t('cell.loading')}
        </p>
      )}
    </section>
  );
}
