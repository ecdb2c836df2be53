import { type MessageForm, printForm } from '@parlance/messages/forms';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useCellStatus } from '../../drafts/use-drafts.ts';
import { fillCell } from '../cell-draft.ts';
import { commitText } from '../commit-text.ts';
import type { TextFieldProps } from '../field/text-field-props.ts';
import { openForm } from './icu-lines.ts';

export interface IcuFormProps extends TextFieldProps {
  initial: MessageForm;
  /** The lines of the source text. Null if the source text has none. */
  sourceForm: MessageForm | null;
  onCode(): void;
}

/** Returns the lines of a message, and keeps them up to date with the draft. */
export function useMessageForm({ cell, drafts, initial, onCode }: IcuFormProps) {
  const [form, setForm] = useState(initial);
  const [round, setRound] = useState(0);
  const newest = useRef(initial);
  const isLeft = useRef(false);
  const status = useCellStatus(drafts, cell);
  const set = (next: MessageForm): string => {
    newest.current = next;
    setForm(next);
    return printForm(next);
  };
  /** Reads the lines again after the text has changed outside of the fields. */
  const reopen = (text: string): void => {
    if (text === printForm(newest.current)) return;
    const next = openForm(cell, text);
    if (!next) {
      isLeft.current = true;
      onCode();
      return;
    }
    set(next);
    setRound((rounds) => rounds + 1);
  };
  const onRead = useEffectEvent((value: string) => {
    if (drafts.stateOf(cell).state === 'clean') reopen(value);
  });
  const onDraft = useEffectEvent(() => {
    const { text } = drafts.stateOf(cell);
    if (text !== undefined) reopen(text);
  });
  const stored = cell.value?.text ?? '';
  useEffect(() => onRead(stored), [stored]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a command outside of the form can write the draft
  useEffect(() => onDraft(), [status.text]);
  const onClose = useEffectEvent(() => {
    if (!isLeft.current && drafts.stateOf(cell).state === 'draft') {
      commitText(drafts, cell, printForm(newest.current));
    }
    drafts.leave(cell);
  });
  useLayoutEffect(() => () => onClose(), []);
  return {
    form,
    /** Number that increases when the fields must show a text that was not typed into them. */
    round,
    newest,
    isLeft,
    write: set,
    change: (next: MessageForm) => fillCell(drafts, cell, set(next)),
    discard: () => reopen(stored),
  };
}
