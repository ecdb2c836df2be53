import { billableUnits } from '@parlance/messages';
import type { TranslationValue, ValueState } from '@parlance/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import type { InvisibleName } from '../codemirror/invisible-glyphs.ts';
import { openText, type TextView } from '../codemirror/view.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { baseOf } from '../drafts/save-value.ts';
import { useCellStatus } from '../drafts/use-drafts.ts';
import { dismissFinding, findingsQuery } from './cell.queries.ts';
import { CellState } from './cell-state.tsx';
import { ChangeNotice } from './change-notice.tsx';
import { FindingList } from './finding-list.tsx';
import type { Move, OpenCell } from './open-cell.ts';
import { optionId, PlaceholderMenu } from './placeholder-menu.tsx';
import { type MenuEntry, missingChips } from './placeholders.ts';
import { TEXT_CHORDS, type TextCommand } from './text-commands.ts';
import css from './text-field.module.css';
import { type CellFinding, checkText, isError, useFindings } from './use-findings.ts';
import { useMenu } from './use-menu.ts';

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
}

/** The text of an open cell. It is saved when the field is left, also by removing it from the page. */
export function TextField(props: TextFieldProps) {
  const { cell, drafts, label, commandOf, onLeave } = props;
  const { t } = useTranslation();
  const id = useId();
  const element = useRef<HTMLFieldSetElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const viewRef = useRef<TextView | null>(null);
  const status = useCellStatus(drafts, cell);
  const [opened] = useState(status);
  const [firstValue] = useState(cell.value);
  const queries = useQueryClient();
  const [text, setText] = useState(status.text ?? cell.value?.text ?? '');
  const [caret, setCaret] = useState(0);
  const [current, setCurrent] = useState(-1);
  const isLeft = useRef(false);
  const findings = useFindings(cell, text);
  const menu = useMenu(cell, withLineFeeds(text), caret);
  const missing = missingChips(cell.source.text, text, cell.format);
  useEffect(() => {
    viewRef.current?.showFindings(
      findings.flatMap(({ at, severity }) => (at?.side === 'target' ? [{ ...at, severity }] : [])),
    );
  }, [findings]);
  const isStored = text === cell.value?.text;

  const view = (): TextView => viewRef.current!;
  const base = () => drafts.baseOf(cell) ?? baseOf(cell.value);

  function commit(state?: ValueState): void {
    const written = view().text();
    const isBlocked =
      written !== base().text && state !== 'needs_review' && checkText(cell, written).some(isError);
    if (isBlocked) drafts.block(cell);
    else drafts.commit(cell, base(), state);
  }

  function leave(move: Move, state?: ValueState): void {
    commit(state);
    isLeft.current = true;
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
      const found = findings[current];
      if (found?.fix) fix(found);
      else leave('next-row');
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
      view().replace(start, end, cell.source.text);
    },
    nextFinding: () => goToFinding(1),
    previousFinding: () => goToFinding(-1),
    actions: () => element.current?.querySelector('button')?.focus(),
  };

  function run(command: TextCommand): void {
    commands[command]();
    if (!isLeft.current && command !== 'actions') view().focus();
  }

  const onKey = useEffectEvent((event: KeyboardEvent): boolean => {
    const chosen = menu.onKey(event);
    if (typeof chosen === 'object') insert(chosen);
    if (chosen !== false) return true;
    const command = commandOf(event);
    if (command !== null) run(command);
    return command !== null;
  });
  const onChange = useEffectEvent((written: string) => {
    setText(written);
    setCurrent(-1);
    drafts.edit(cell, base(), written);
  });
  const onCaret = useEffectEvent((at: number, typed: string) => {
    setCaret(at);
    if (typed === '{') menu.open(at - 1);
    else if (at < menu.from) menu.close();
  });
  const onClose = useEffectEvent(() => {
    if (!isLeft.current && drafts.stateOf(cell).state === 'draft') commit();
    drafts.leave(cell);
  });
  const onRead = useEffectEvent((read: string) => {
    if (drafts.stateOf(cell).state === 'clean' && view().text() !== read) view().setText(read);
  });

  // The parent makes a new field for another cell: what the field is opened with is read once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const { locale, dir, format } = cell;
    const field = openText(host.current!, {
      text,
      format,
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
    });
    viewRef.current = field;
    field.focus();
    return () => {
      onClose();
      field.close();
    };
  }, []);
  const read = cell.value?.text ?? '';
  useEffect(() => onRead(read), [read]);
  const menuId = `${id}-menu`;
  const option = menu.entries.length > 0 ? optionId(menuId, menu.current) : null;
  useEffect(() => {
    viewRef.current?.setAttribute('aria-controls', option && menuId);
    viewRef.current?.setAttribute('aria-activedescendant', option);
  }, [option, menuId]);

  const dismiss = useMutation({
    // Only what was read can be dismissed.
    mutationFn: async ({ code }: CellFinding) => {
      const { sourceVersion } = await queries.ensureQueryData(findingsQuery(cell));
      return dismissFinding(cell, cell.value!, sourceVersion, code);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: findingsQuery(cell).queryKey }),
    onSuccess: (value: TranslationValue) => {
      drafts.announce(cell, value);
      viewRef.current?.focus();
    },
  });
  const length = billableUnits(text);
  const isTooLong = cell.maxLength !== null && length > cell.maxLength;
  const isUnsaved = status.state !== 'clean';

  return (
    <fieldset
      ref={element}
      className={css.field}
      onKeyDown={({ key, target }) => {
        // The text handles its keys itself. From a button, Escape goes back to it.
        if (key === 'Escape' && !host.current?.contains(target as Node)) view().focus();
      }}
    >
      <ChangeNotice cell={cell} base={drafts.baseOf(cell) ?? baseOf(firstValue)} />
      <div ref={host} className={css.text} />
      {option !== null && (
        <PlaceholderMenu
          id={menuId}
          entries={menu.entries}
          current={menu.current}
          onChoose={insert}
        />
      )}
      {missing.length > 0 && text !== '' && (
        <div className={css.missing}>
          <span>{t('cell.missing')}</span>
          {[...new Set(missing)].map((chip) => (
            <Button
              key={chip}
              kind="secondary"
              aria-label={t('cell.insert', { text: chip })}
              onPress={() => insert({ text: chip })}
            >
              <code dir="ltr">{chip}</code>
            </Button>
          ))}
        </div>
      )}
      <FindingList
        id={`${id}-findings`}
        findings={findings}
        current={current}
        onFix={fix}
        onDismiss={isStored ? dismiss.mutate : undefined}
      />
      {dismiss.error && <ProblemNotice error={dismiss.error} />}
      <footer className={css.footer}>
        <CellState
          status={status}
          value={cell.value}
          restoredAt={opened.at}
          requireReview={cell.requireReview}
        />
        <span className={css.length} data-invalid={isTooLong || undefined}>
          {cell.maxLength === null
            ? t('cell.length', { count: length })
            : t('cell.lengthOf', { length, max: cell.maxLength })}
        </span>
        <div className={css.actions}>
          {isUnsaved && (
            <Button
              kind="quiet"
              onPress={() => {
                drafts.discard(cell);
                view().setText(cell.value?.text ?? '');
                view().focus();
              }}
            >
              {t('cell.discard')}
            </Button>
          )}
          <Button
            kind="quiet"
            aria-keyshortcuts={TEXT_CHORDS.copySource}
            onPress={() => run('copySource')}
          >
            {t('cell.copySource')}
          </Button>
          {findings.some(isError) && isUnsaved ? (
            <Button kind="secondary" onPress={() => leave('next-row', 'needs_review')}>
              {t('cell.saveNeedsReview')}
            </Button>
          ) : (
            <Button
              kind="secondary"
              aria-keyshortcuts={TEXT_CHORDS.saveReviewed}
              onPress={() => run('saveReviewed')}
            >
              {t('cell.saveReviewed')}
            </Button>
          )}
          <Button aria-keyshortcuts={TEXT_CHORDS.save} onPress={() => leave('next-row')}>
            {t('cell.save')}
          </Button>
        </div>
      </footer>
    </fieldset>
  );
}
