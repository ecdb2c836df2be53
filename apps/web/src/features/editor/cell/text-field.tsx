import { billableUnits, tokenize } from '@parlance/messages';
import type { ValueState } from '@parlance/sdk';
import { useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import { useModule } from '../../../ui/use-module.ts';
import type { InvisibleName } from '../codemirror/invisible-glyphs.ts';
import type { TextView } from '../codemirror/view.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { baseOf } from '../drafts/save-value.ts';
import { useCellStatus } from '../drafts/use-drafts.ts';
import { baseOfCell } from './cell-draft.ts';
import { commitText } from './commit-text.ts';
import { FindingList } from './finding-list.tsx';
import { mapText } from './map-text.ts';
import { MissingChips } from './missing-chips.tsx';
import type { Move, OpenCell } from './open-cell.ts';
import { optionId, PlaceholderMenu } from './placeholder-menu.tsx';
import type { MenuEntry } from './placeholders.ts';
import { type TextAction, TextActions } from './text-actions.tsx';
import type { TextCommand } from './text-commands.ts';
import css from './text-field.module.css';
import { TextFooter } from './text-footer.tsx';
import type { TextPart } from './text-part.ts';
import { useDismissal } from './use-dismissal.ts';
import { type CellFinding, isError, useFindings } from './use-findings.ts';
import { useMenu } from './use-menu.ts';
import { useTextView } from './use-text-view.ts';

const loadChangeNotice = () => import('./change-notice.tsx');

const STEPS: Readonly<Record<string, readonly ['first' | 'last', 1 | -1]>> = {
  ArrowUp: ['first', -1],
  ArrowDown: ['last', 1],
};

const isStep = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key in STEPS && !ctrlKey && !metaKey && !altKey && !shiftKey;

/** Positions in the text are those of the view, where a line break is one character. */
const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');

export interface TextFieldProps {
  cell: OpenCell;
  drafts: Drafts;
  /** Accessible name of the text. */
  label: string;
  commandOf(event: KeyboardEvent): TextCommand | null;
  showsInvisibles: boolean;
  /** Called after the text was saved, blocked or, with Escape, left as a draft. */
  onLeave(move: Move): void;
  /** A line of the text, if it is edited as a form. The form then saves the text. */
  part?: TextPart;
  /** Moves on to another form of the text, with the arrow keys at its edges. */
  onStep?(step: 1 | -1): void;
  /** Shows the text as code, or as forms again. */
  onCode?(): void;
  /** Name of the button for that. */
  codeLabel?: string;
  /** True for the code of an ICU message. */
  isMessage?: boolean;
}

/** The text of an open cell. It is saved when the field is left, also by removing it from the page. */
export function TextField(props: TextFieldProps) {
  const { cell, drafts, label, commandOf, onLeave, part, onCode } = props;
  const { t } = useTranslation();
  const id = useId();
  const element = useRef<HTMLFieldSetElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const viewRef = useRef<TextView | null>(null);
  const status = useCellStatus(drafts, cell);
  const [opened] = useState(status);
  const [firstValue] = useState(cell.value);
  const [text, setText] = useState(part?.text ?? status.text ?? cell.value?.text ?? '');
  const [caret, setCaret] = useState(0);
  const [current, setCurrent] = useState(-1);
  const isLeft = useRef(false);
  const whole = (written: string): string => (part ? part.write(written) : written);
  const found = useFindings(cell, text, part === undefined);
  const findings = part?.findings ?? found;
  const { format } = cell;
  const read = useCallback((one: string) => tokenize(one, format), [format]);
  const reading = { source: part?.source ?? cell.source.text, tokenize: part?.tokenize ?? read };
  const menu = useMenu(cell, reading, withLineFeeds(text), caret);
  useEffect(() => {
    viewRef.current?.showFindings(
      findings.flatMap(({ at, severity }) => (at?.side === 'target' ? [{ ...at, severity }] : [])),
    );
  }, [findings]);
  const isStored = (part?.message ?? text) === cell.value?.text;

  const view = (): TextView => viewRef.current!;

  function leave(move: Move, state?: ValueState): void {
    isLeft.current = true;
    commitText(drafts, cell, whole(view().text()), state);
    onLeave(move);
  }

  /** Leaves the text as a draft. */
  function keepDraft(): void {
    isLeft.current = true;
    onLeave('stay');
  }

  function insert(entry: Pick<MenuEntry, 'text'>): void {
    const from = menu.entries.length > 0 ? menu.from : view().selection().start;
    const { end } = view().selection();
    menu.close();
    view().replace(from, end, entry.text);
    view().focus();
  }

  function fix({ fix: found }: CellFinding): void {
    if (found) view().setText(found.text);
    view().focus();
  }

  function goToFinding(step: 1 | -1): void {
    if (findings.length === 0) return;
    const next = (Math.max(current, step > 0 ? -1 : 0) + step + findings.length) % findings.length;
    const { at } = findings[next]!;
    if (at?.side === 'target') view().select(at.start, at.end);
    setCurrent(next);
  }

  const commands: Record<TextCommand, () => void> = {
    save: () => {
      const chosen = findings[current];
      if (chosen?.fix) fix(chosen);
      else if (!part?.goOn()) leave('next-row');
    },
    lineBreak: () => {
      const { start, end } = view().selection();
      view().replace(start, end, '\n');
    },
    saveReviewed: () => leave('next-row', 'reviewed'),
    nextCell: () => leave('next-cell'),
    previousCell: () => leave('previous-cell'),
    leave: keepDraft,
    menu: () => menu.open(view().caret()),
    copySource: () => {
      const { start, end } = view().selection();
      // The code of a message gets the categories of its language.
      if (part || !props.isMessage) view().replace(start, end, reading.source);
      else void mapText(cell, reading.source).then((text) => view().replace(start, end, text));
    },
    code() {
      if (!onCode) return;
      isLeft.current = true;
      onCode();
    },
    nextFinding: () => goToFinding(1),
    previousFinding: () => goToFinding(-1),
    actions: () => element.current?.querySelector('button')?.focus(),
  };

  function discard(): void {
    drafts.discard(cell);
    if (part) part.onDiscard();
    else view().setText(cell.value?.text ?? '');
    view().focus();
  }

  const actions: Record<TextAction, () => void> = {
    discard,
    code: () => run('code'),
    copySource: () => run('copySource'),
    save: () => leave('next-row'),
    saveReviewed: () => leave('next-row', 'reviewed'),
    saveNeedsReview: () => leave('next-row', 'needs_review'),
  };
  const onAction = useLatest((action: TextAction) => actions[action]());

  function run(command: TextCommand): void {
    commands[command]();
    if (!isLeft.current && command !== 'actions') view().focus();
  }

  function onKey(event: KeyboardEvent): boolean {
    const chosen = menu.onKey(event);
    if (typeof chosen === 'object') insert(chosen);
    if (chosen !== false) return true;
    if (props.onStep && isStep(event) && view().isAtEdge(STEPS[event.key]![0])) {
      props.onStep(STEPS[event.key]![1]);
      return true;
    }
    const command = commandOf(event);
    if (command !== null) run(command);
    return command !== null;
  }

  function onChange(written: string): void {
    setText(written);
    setCurrent(-1);
    drafts.edit(cell, baseOfCell(drafts, cell), whole(written));
  }

  function onCaret(at: number, typed: string): void {
    setCaret(at);
    if (typed === '{') menu.open(at - 1);
    else if (at < menu.from) menu.close();
  }

  function onClose(): void {
    if (part) return;
    if (!isLeft.current && drafts.stateOf(cell).state === 'draft') {
      commitText(drafts, cell, view().text());
    }
    drafts.leave(cell);
  }

  const show = (other: string): void => {
    if (!part && view().text() !== other) view().setText(other);
  };
  const onRead = useEffectEvent((value: string) => {
    if (drafts.stateOf(cell).state === 'clean') show(value);
  });
  const onDraft = useEffectEvent(() => show(drafts.stateOf(cell).text ?? view().text()));

  const { locale, dir } = cell;
  useTextView(
    { field: element, host, view: viewRef },
    {
      text,
      tokenize: reading.tokenize,
      example: part?.example ?? null,
      attributes: {
        lang: locale,
        dir,
        spellcheck: 'true',
        autocorrect: 'on',
        autocapitalize: 'sentences',
        'aria-label': label,
        'aria-describedby': `${id}-findings`,
      },
      ...(props.showsInvisibles && {
        titleOf: (name: InvisibleName) => t(`cell.character.${name}`),
      }),
      onKey,
      onChange,
      onCaret,
    },
    { caret: part?.isEmpty ? part.start : undefined, onClose },
  );
  const stored = cell.value?.text ?? '';
  useEffect(() => onRead(stored), [stored]);
  // A command outside of the field can write the draft too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => onDraft(), [status.text]);
  const base = drafts.baseOf(cell) ?? baseOf(firstValue);
  const isChanged = (cell.value?.version ?? 0) !== base.version;
  const ChangeNotice = useModule(loadChangeNotice, isChanged)?.ChangeNotice;
  const menuId = `${id}-menu`;
  const option = menu.entries.length > 0 ? optionId(menuId, menu.current) : null;
  useEffect(() => {
    viewRef.current?.setAttribute('aria-controls', option && menuId);
    viewRef.current?.setAttribute('aria-activedescendant', option);
  }, [option, menuId]);

  const dismiss = useDismissal(cell, (value) => {
    drafts.announce(cell, value);
    viewRef.current?.focus();
  });
  return (
    <fieldset
      ref={element}
      className={css.field}
      onKeyDown={({ key, target }) => {
        // The text handles its keys itself. From a button, Escape goes back to it.
        if (key === 'Escape' && !host.current?.contains(target as Node)) view().focus();
      }}
    >
      {ChangeNotice && <ChangeNotice cell={cell} base={base} />}
      <div ref={host} className={css.text} />
      {option !== null && (
        <PlaceholderMenu
          id={menuId}
          entries={menu.entries}
          current={menu.current}
          onChoose={insert}
        />
      )}
      <MissingChips reading={reading} text={text} onInsert={insert} />
      <FindingList
        id={`${id}-findings`}
        findings={findings}
        current={current}
        onFix={fix}
        onDismiss={isStored ? dismiss.mutate : undefined}
      />
      {dismiss.error && <ProblemNotice error={dismiss.error} />}
      <TextFooter
        cell={cell}
        status={status}
        restoredAt={opened.at}
        length={billableUnits(part && cell.maxLength !== null ? part.message : text)}
      >
        <TextActions
          isUnsaved={status.state !== 'clean'}
          isBlocked={findings.some(isError)}
          codeLabel={onCode && props.codeLabel}
          onAction={onAction}
        />
      </TextFooter>
    </fieldset>
  );
}
