import '../../../i18n/parts/editor.ts';
import type { TermSuggestion } from '@parlance/sdk';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLater } from '../../../ui/hooks/use-later.ts';
import { useLatest } from '../../../ui/hooks/use-latest.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { suggestionsQuery } from '../suggestion.queries.ts';
import css from './cell-editor.module.css';
import { type TextCommand, textCommandOf } from './field/text-commands.ts';
import type { OpenFamily } from './forms/family.ts';
import { FamilyField } from './forms/family-field.tsx';
import type { Move, OpenCell } from './open-cell.ts';
import { OPEN_MS, type OpenText, type Workspace, WorkspaceContext } from './open-text.ts';
import { StillText } from './still-text.tsx';
import { useStillHeight } from './use-still-height.ts';
import { WholeCell } from './whole-cell.tsx';

export interface CellEditorProps {
  /** The cell, or one cell for each form of a plural family. The caller keeps their values up to date. */
  cells: readonly OpenCell[];
  /** The forms of a plural family, including those without a key. Null for an ordinary key. */
  family: OpenFamily | null;
  drafts: Drafts;
  /** Returns the command of a key press. Defaults to the default chords. */
  commandOf?: (event: KeyboardEvent) => TextCommand | null;
  /** Shows glyphs for invisible characters. Defaults to true. */
  showsInvisibles?: boolean;
  /** Texts that number keys insert. */
  offered: { current: readonly string[] };
  /** Fills the missing texts with the same source string as the last saved text. */
  onFillEqual(): void;
  /** Suggestions beside the texts, or below them if there is no room. Null while they are loading. */
  aside: ReactNode;
  onLeave(move: Move): void;
}

const NO_TERMS: readonly TermSuggestion[] = [];

/** The glossary terms in the source string of a cell. */
function useTerms(cell: OpenCell): readonly TermSuggestion[] {
  const isResting = useLater(OPEN_MS);
  const { data } = useQuery({ ...suggestionsQuery(cell), enabled: isResting });
  return data?.terms ?? NO_TERMS;
}

/** The workspace of an open cell: the source and the text of the cell, or of each form of a plural family. */
export function CellEditor({
  cells,
  family,
  drafts,
  commandOf = textCommandOf,
  showsInvisibles = true,
  offered,
  onFillEqual,
  aside,
  onLeave,
}: CellEditorProps) {
  const { t, i18n } = useTranslation();
  const { key, locale, source } = cells[0]!;
  const names = useMemo(
    () => new Intl.DisplayNames(i18n.language, { type: 'language' }),
    [i18n.language],
  );
  const name = names.of(locale) ?? locale;
  const terms = useTerms(
    cells.find(({ pluralCategory }) => pluralCategory === 'other') ?? cells[0]!,
  );
  const text = useRef<OpenText>(null);
  const fillEqual = useLatest(onFillEqual);
  const workspace = useMemo(
    (): Workspace => ({ text, terms, offered, fillEqual }),
    [terms, offered, fillEqual],
  );
  const shared = { drafts, commandOf, showsInvisibles, onLeave };
  // The fields are rendered one frame later, after the row of the previous cell shows its text again.
  const isDrawn = useDeferredValue(true, false);
  const section = useRef<HTMLElement>(null);
  useStillHeight(section, isDrawn);
  return (
    <WorkspaceContext value={workspace}>
      <section
        ref={section}
        className={css.editor}
        aria-busy={!isDrawn || undefined}
        aria-label={t('cell.group', { locale: name, key })}
      >
        <div className={css.texts}>
          <div className={css.names}>
            <span>
              <bdi>{names.of(source.locale) ?? source.locale}</bdi> <code>{source.locale}</code>
            </span>
            <span>
              <bdi>{name}</bdi> <code>{locale}</code>
            </span>
          </div>
          {!isDrawn ? (
            <StillText cells={cells} drafts={drafts} />
          ) : family === null ? (
            <WholeCell
              cell={cells[0]!}
              label={t('cell.label', { locale: name, key })}
              {...shared}
            />
          ) : (
            <FamilyField cells={cells} family={family} localeName={name} {...shared} />
          )}
        </div>
        <div className={css.aside}>{isDrawn && aside}</div>
      </section>
    </WorkspaceContext>
  );
}
