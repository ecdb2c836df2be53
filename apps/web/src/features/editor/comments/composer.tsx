import { useMutation } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { chordOf, spellChord } from '../../../lib/chord.ts';
import { type Mention, withIds } from '../../../lib/words/comment-parts.ts';
import { Button } from '../../../ui/button.tsx';
import field from '../../../ui/form/field.module.css';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import editorCss from '../editor.module.css';
import css from './comments.module.css';
import { withOwnName } from './mention-token.ts';
import { type OfferedPerson, useMentions } from './use-mentions.ts';

const MAX_LENGTH = 4000;
const SEND = 'Mod+Enter';

/** The text of a comment and the people that it mentions. */
export interface Written {
  readonly text: string;
  readonly people: readonly Mention[];
  /** Kind of a new thread. Absent for an answer or an edit. */
  readonly kind?: 'comment' | 'question';
}

export const EMPTY: Written = { text: '', people: [] };

interface ComposerProps {
  organizationId: string;
  projectId: string;
  label: string;
  button: string;
  initial: Written;
  /** Number of times that the field was asked to take the focus. */
  wanted?: number;
  /** Keeps the text while it is typed. */
  onChange(written: Written): void;
  /** Sends the text. In this text, mentioned people are identified by their ids. */
  send(text: string): Promise<void>;
  /** Explains why the text was not sent. */
  showProblem?(error: Error): ReactNode;
  /** Called when the user presses Escape or, with `isDone`, the button that cancels. */
  onLeave(isDone: boolean): void;
  /** Called when the user presses the down arrow key in an empty text. */
  onDown?(): void;
  cancel?: string | undefined;
  children?: ReactNode;
}

/** State of the field: its text, its caret, and the people who are offered for a mention. */
function useComposer({ organizationId, projectId, initial, onChange, send }: ComposerProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [written, setWritten] = useState(initial);
  const [caret, setCaret] = useState(0);
  const [moveTo, setMoveTo] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (moveTo !== null) input.current?.setSelectionRange(moveTo, moveTo);
  }, [moveTo]);
  const change = (next: Written): void => {
    setWritten(next);
    onChange(next);
  };
  const mentions = useMentions({
    organizationId,
    projectId,
    caret,
    ...written,
    onPick(offered: OfferedPerson, start: number) {
      const person = withOwnName(offered, written.people);
      const before = `${written.text.slice(0, start)}@${person.name} `;
      const others = written.people.filter(({ userId }) => userId !== person.userId);
      const text = before + written.text.slice(caret);
      change({ ...written, text, people: [...others, person] });
      setCaret(before.length);
      setMoveTo(before.length);
    },
  });
  const sending = useMutation({
    mutationFn: () => send(withIds(written.text.trim(), written.people)),
    onSuccess: () => change(EMPTY),
  });
  return { input, written, change, setCaret, mentions, sending };
}

/** A field for a comment, which offers people after an `@`. */
export function Composer(props: ComposerProps) {
  const { label, button, cancel, wanted = 0, onLeave, onDown, children } = props;
  const { showProblem = (error) => <ProblemNotice error={error} /> } = props;
  const { t } = useTranslation();
  const id = useId();
  const { input, written, change, setCaret, mentions, sending } = useComposer(props);
  const { offered, at, pick } = mentions;
  const isOpen = offered.length > 0;
  useEffect(() => {
    if (wanted > 0) input.current?.focus();
  }, [wanted, input]);
  const submit = (): void => {
    if (written.text.trim() !== '' && !sending.isPending) sending.mutate();
  };
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const chord = chordOf(event.nativeEvent);
    if (chord !== SEND && mentions.onKey(event)) event.preventDefault();
    else if (chord === SEND) submit();
    else if (chord === 'Escape') onLeave(false);
    else if (chord === 'ArrowDown' && written.text === '' && onDown) onDown();
    else {
      // Typed letters must not run the commands of the comment that contains the field.
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={input}
        id={id}
        className={field.input}
        rows={written.text.length > 120 || written.text.includes('\n') ? 5 : 2}
        dir="auto"
        maxLength={MAX_LENGTH}
        readOnly={sending.isPending}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? `${id}-people` : undefined}
        aria-activedescendant={isOpen ? `${id}-${at}` : undefined}
        aria-keyshortcuts={SEND}
        value={written.text}
        onChange={({ target }) => {
          setCaret(target.selectionStart);
          change({ ...written, text: target.value });
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      <p className={editorCss.hidden} role="status">
        {isOpen && t('comments.offered', { count: offered.length })}
      </p>
      {isOpen && (
        <div
          role="listbox"
          id={`${id}-people`}
          aria-label={t('comments.people')}
          className={css.people}
        >
          {offered.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text, which has the focus
            <div
              key={person.userId}
              role="option"
              tabIndex={-1}
              id={`${id}-${index}`}
              aria-selected={index === at}
              // If the list took the focus, the caret would be lost.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(person)}
            >
              <bdi>{person.name}</bdi>
            </div>
          ))}
        </div>
      )}
      {sending.error && showProblem(sending.error)}
      <div className={css.tools}>
        {children}
        <span className={css.send}>
          <Button type="submit" isPending={sending.isPending}>
            {button} <kbd>{spellChord(SEND)}</kbd>
          </Button>
          {cancel !== undefined && (
            <Button kind="secondary" onPress={() => onLeave(true)}>
              {cancel}
            </Button>
          )}
        </span>
      </div>
    </form>
  );
}
