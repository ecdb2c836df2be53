import type { ValueState } from '@parlance/sdk';
import type { RefObject } from 'react';
import type { TextView } from '../../codemirror/view.ts';
import { fillCell } from '../cell-draft.ts';
import { commitText } from '../commit-text.ts';
import type { CellFinding } from '../findings/check-text.ts';
import { mapText } from '../map-text.ts';
import type { Move } from '../open-cell.ts';
import type { MenuEntry } from './placeholders.ts';
import type { TextAction } from './text-actions.tsx';
import type { TextCommand } from './text-commands.ts';
import type { TextFieldProps } from './text-field-props.ts';
import type { Reading, TextMenu } from './use-menu.ts';

/** State that the commands of a text field share. */
export interface FieldContext {
  readonly props: TextFieldProps;
  view(): TextView;
  readonly element: RefObject<HTMLElement | null>;
  readonly reading: Reading;
  readonly menu: TextMenu;
  readonly findings: readonly CellFinding[];
  /** Shows findings that are hidden while the user types. */
  showFindings(): void;
  /** Index of the finding to which keyboard commands apply. -1 if there is none. */
  readonly current: number;
  setCurrent(index: number): void;
  /** True after the text was saved or kept as a draft. When the field is then removed, it saves nothing. */
  readonly isLeft: { current: boolean };
  readonly offered: { readonly current: readonly string[] };
  fillEqual(): void;
  /** Index of the suggestion that the shortcut inserts next. */
  readonly nextOffer: { current: number };
}

/**
 * If the field shows one line of a message, returns the whole message with the written text in this line. Otherwise
 * returns the text unchanged.
 */
export const wholeText = ({ part }: TextFieldProps, written: string): string =>
  part ? part.write(written) : written;

/** Returns functions that save, leave and change the text of a field. */
export function fieldActions(context: FieldContext) {
  const { props, view, menu, isLeft } = context;
  const { cell, drafts, onLeave, part } = props;
  return {
    leave(move: Move, state?: ValueState): void {
      isLeft.current = true;
      commitText(drafts, cell, wholeText(props, view().text()), state);
      onLeave(move);
    },
    /** Closes the text field and keeps the text as an unsaved draft. */
    keepDraft(): void {
      isLeft.current = true;
      onLeave('stay');
    },
    insert(entry: Pick<MenuEntry, 'text'>): void {
      const from = menu.entries.length > 0 ? menu.from : view().selection().start;
      const { end } = view().selection();
      menu.close();
      view().replace(from, end, entry.text);
      view().focus();
    },
    /** Replaces the text of the whole cell. If the cell shows a message line by line, the lines are read again. */
    async use(text: string): Promise<void> {
      const mapped = await mapText(cell, text);
      if (part) fillCell(drafts, cell, mapped);
      else view().setText(mapped);
      view().focus();
    },
    fix({ fix }: CellFinding): void {
      if (fix) view().setText(fix.text);
      view().focus();
    },
    goToFinding(step: 1 | -1): void {
      const { findings, current } = context;
      context.showFindings();
      if (findings.length === 0) return;
      const from = Math.max(current, step > 0 ? -1 : 0);
      const next = (from + step + findings.length) % findings.length;
      const { at } = findings[next]!;
      if (at?.side === 'target') view().select(at.start, at.end);
      context.setCurrent(next);
    },
    discard(): void {
      drafts.discard(cell);
      if (part) part.onDiscard();
      else view().setText(cell.value?.text ?? '');
      view().focus();
    },
  };
}

export type FieldActions = ReturnType<typeof fieldActions>;

/** Returns a function for each keyboard command of a text field. */
export function textCommands(
  context: FieldContext,
  actions: FieldActions,
): Record<TextCommand, () => void> {
  const { props, view, element, reading, menu, findings, current, isLeft } = context;
  const { cell, part, onCode } = props;
  return {
    save: () => {
      const chosen = findings[current];
      if (chosen?.fix) actions.fix(chosen);
      else if (!part?.goOn()) actions.leave('next-row');
    },
    lineBreak: () => {
      const { start, end } = view().selection();
      view().replace(start, end, '\n');
    },
    saveReviewed: () => actions.leave('next-row', 'reviewed'),
    nextCell: () => actions.leave('next-cell'),
    previousCell: () => actions.leave('previous-cell'),
    leave: actions.keepDraft,
    menu: () => menu.open(view().caret()),
    suggestion() {
      const { offered, nextOffer } = context;
      const text = offered.current[nextOffer.current % offered.current.length];
      if (text === undefined) return;
      nextOffer.current++;
      void actions.use(text);
    },
    copySource: () => {
      const { start, end } = view().selection();
      // In the code of a message, the plural categories are adapted to the language of the cell.
      if (part || !props.isMessage) view().replace(start, end, reading.source);
      else void mapText(cell, reading.source).then((text) => view().replace(start, end, text));
    },
    fillEqual: context.fillEqual,
    code() {
      if (!onCode) return;
      isLeft.current = true;
      onCode();
    },
    nextFinding: () => actions.goToFinding(1),
    previousFinding: () => actions.goToFinding(-1),
    actions: () =>
      element.current?.querySelector<HTMLElement>('footer button:not([disabled])')?.focus(),
  };
}

/** Returns the actions of the buttons below a text field. */
export const buttonActions = (
  { leave, discard }: FieldActions,
  run: (command: TextCommand) => void,
): Record<TextAction, () => void> => ({
  discard,
  code: () => run('code'),
  copySource: () => run('copySource'),
  save: () => leave('next-row'),
  saveReviewed: () => leave('next-row', 'reviewed'),
  saveNeedsReview: () => leave('next-row', 'needs_review'),
});
