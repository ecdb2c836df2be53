import { tokenize } from '@parlance/messages';
import { useCallback, useContext, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvisibleName } from '../../codemirror/invisible-glyphs.ts';
import type { TextView } from '../../codemirror/view.ts';
import { useCellStatus } from '../../drafts/use-drafts.ts';
import { baseOfCell } from '../cell-draft.ts';
import { commitText } from '../commit-text.ts';
import { useCalmFindings } from '../findings/use-calm-findings.ts';
import { useFindings } from '../findings/use-findings.ts';
import { type OpenText, WorkspaceContext } from '../open-text.ts';
import { type FieldContext, fieldActions, textCommands, wholeText } from './field-commands.ts';
import { optionId } from './placeholder-menu.tsx';
import type { TextCommand } from './text-commands.ts';
import type { TextFieldProps } from './text-field-props.ts';
import { type TextMenu, useMenu } from './use-menu.ts';
import { useTextView } from './use-text-view.ts';

const STEPS: Readonly<Record<string, readonly ['first' | 'last', 1 | -1]>> = {
  ArrowUp: ['first', -1],
  ArrowDown: ['last', 1],
};

const isStep = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key in STEPS && !ctrlKey && !metaKey && !altKey && !shiftKey;

/** Replaces each CR LF by `\n`, because a line break counts as one character in the editor. */
const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');

/** Returns the text of an open cell, its findings and its menu. */
function useFieldState(props: TextFieldProps) {
  const { cell, drafts, part } = props;
  const element = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const viewRef = useRef<TextView | null>(null);
  const status = useCellStatus(drafts, cell);
  const [opened] = useState(status);
  const [text, setText] = useState(part?.text ?? status.text ?? cell.value?.text ?? '');
  const [caret, setCaret] = useState(0);
  const [current, setCurrent] = useState(-1);
  const found = useFindings(cell, text, part === undefined);
  const calm = useCalmFindings(part?.findings ?? found, part?.message ?? text);
  const { format } = cell;
  const read = useCallback((one: string) => tokenize(one, format), [format]);
  const reading = { source: part?.source ?? cell.source.text, tokenize: part?.tokenize ?? read };
  const { terms, offered, fillEqual } = useContext(WorkspaceContext);
  const menu = useMenu(cell, reading, { text: withLineFeeds(text), caret }, terms);
  const isLeft = useRef(false);
  const nextOffer = useRef(0);
  const context: FieldContext = {
    props,
    element,
    reading,
    menu,
    current,
    setCurrent,
    isLeft,
    offered,
    nextOffer,
    fillEqual,
    view: () => viewRef.current!,
    findings: calm.findings,
    showFindings: calm.show,
  };
  const refs = { field: element, host, view: viewRef };
  return { context, refs, status, opened, text, setText, setCaret };
}

/**
 * Returns everything that a text field needs. The text is saved when the field loses the focus or is removed from the
 * page.
 */
export function useTextField(props: TextFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const state = useFieldState(props);
  const { context, refs, text } = state;
  const actions = fieldActions(context);
  const commands = textCommands(context, actions);
  const run = (command: TextCommand): void => {
    commands[command]();
    if (!context.isLeft.current && command !== 'actions') context.view().focus();
  };
  const { part, cell, label, showsInvisibles } = props;
  useTextView(
    refs,
    {
      text,
      tokenize: context.reading.tokenize,
      example: part?.example ?? null,
      attributes: {
        lang: cell.locale,
        dir: cell.dir,
        spellcheck: 'true',
        autocorrect: 'on',
        autocapitalize: 'sentences',
        'aria-label': label,
        'aria-describedby': `${id}-findings`,
      },
      ...(showsInvisibles && { titleOf: (name: InvisibleName) => t(`cell.character.${name}`) }),
      ...handlersOf(props, state, { run, insert: actions.insert }),
    },
    {
      caret: part?.isEmpty ? part.start : undefined,
      onClose: () => closeText(props, context),
      run,
    },
  );
  useDraftInView(props, context);
  useFindingMarks(context, refs.view);
  useMenuAttributes(refs.view, context.menu, `${id}-menu`);
  useOpenText(actions);
  return { ...state, id, actions, run };
}

/** Returns the event handlers of the text editor. */
function handlersOf(
  props: TextFieldProps,
  { context, setText, setCaret }: ReturnType<typeof useFieldState>,
  { run, insert }: { run(command: TextCommand): void; insert(entry: { text: string }): void },
) {
  const { cell, drafts, commandOf, onStep } = props;
  const { menu, view } = context;
  return {
    onKey(event: KeyboardEvent): boolean {
      // The menu may not yet be filtered by the last key press. A placeholder that was typed completely needs no menu
      // entry.
      const typed = view().slice(menu.from, view().caret()).toLowerCase();
      const isTyped = menu.entries.some(({ text }) => text.toLowerCase() === typed);
      if (isTyped) menu.close();
      const chosen = isTyped ? false : menu.onKey(event);
      if (typeof chosen === 'object') insert(chosen);
      if (chosen !== false) return true;
      if (onStep && isStep(event) && view().isAtEdge(STEPS[event.key]![0])) {
        onStep(STEPS[event.key]![1]);
        return true;
      }
      const command = commandOf(event);
      if (command !== null) run(command);
      return command !== null;
    },
    onChange(written: string): void {
      setText(written);
      context.setCurrent(-1);
      drafts.edit(cell, baseOfCell(drafts, cell), wholeText(props, written));
    },
    onCaret(at: number, typed: string): void {
      setCaret(at);
      if (typed === '{') menu.open(at - 1);
      else if (at < menu.from) menu.close();
    },
  };
}

function closeText({ cell, drafts, part }: TextFieldProps, { isLeft, view }: FieldContext): void {
  if (part) return;
  if (!isLeft.current && drafts.stateOf(cell).state === 'draft') {
    commitText(drafts, cell, view().text());
  }
  drafts.leave(cell);
}

/** Shows a text that has changed outside of the field, by a command or by another person. */
function useDraftInView({ cell, drafts, part }: TextFieldProps, { view }: FieldContext): void {
  const status = useCellStatus(drafts, cell);
  const show = (other: string): void => {
    if (!part && view().text() !== other) view().setText(other);
  };
  const onRead = useEffectEvent((value: string) => {
    if (drafts.stateOf(cell).state === 'clean') show(value);
  });
  const onDraft = useEffectEvent(() => show(drafts.stateOf(cell).text ?? view().text()));
  const stored = cell.value?.text ?? '';
  useEffect(() => onRead(stored), [stored]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the draft is what is shown
  useEffect(() => onDraft(), [status.text]);
}

type ViewRef = { readonly current: TextView | null };

function useFindingMarks({ findings }: FieldContext, view: ViewRef): void {
  useEffect(() => {
    view.current?.showFindings(
      findings.flatMap(({ at, severity }) => (at?.side === 'target' ? [{ ...at, severity }] : [])),
    );
  }, [findings, view]);
}

/**
 * Sets the ARIA attributes that describe the menu to screen readers. The focus stays in the text field, so the
 * entries of the menu never have it.
 */
function useMenuAttributes(view: ViewRef, menu: TextMenu, menuId: string): void {
  const option = menu.entries.length > 0 ? optionId(menuId, menu.current) : null;
  useEffect(() => {
    view.current?.setAttribute('aria-controls', option && menuId);
    view.current?.setAttribute('aria-activedescendant', option);
  }, [view, option, menuId]);
}

/** Registers the text field, so that other components can write into it. */
function useOpenText({
  insert,
  use,
}: {
  insert(entry: { text: string }): void;
  use(text: string): Promise<void>;
}): void {
  const { text: open } = useContext(WorkspaceContext);
  const onInsert = useEffectEvent((text: string) => insert({ text }));
  const onUse = useEffectEvent((text: string) => void use(text));
  useEffect(() => {
    const openText: OpenText = { insert: (text) => onInsert(text), use: (text) => onUse(text) };
    open.current = openText;
    return () => {
      if (open.current === openText) open.current = null;
    };
  }, [open]);
}
