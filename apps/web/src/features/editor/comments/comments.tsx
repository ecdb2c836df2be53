import '../../../i18n/parts/comments.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chordOf } from '../../../lib/chord.ts';
import { earlyKeys } from '../../../lib/early-keys.ts';
import { MoreButton } from '../../../ui/display/more-button.tsx';
import { useRested } from '../../../ui/hooks/use-rested.ts';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { toast } from '../../../ui/toast/toast.tsx';
import type { PanelProps } from '../panel/panel-props.ts';
import { commandOf } from '../shortcuts/shortcuts.ts';
import { usePreferences } from '../use-preferences.ts';
import { commentsQuery } from './comment.queries.ts';
import { commentPlace } from './comment-place.ts';
import css from './comments.module.css';
import { NewComment, newField, type Writing } from './new-comment.tsx';
import { ThreadView } from './thread-view.tsx';
import { threadsOf } from './threads.ts';
import { useSeen } from './use-seen.ts';
import { type UnsentTexts, useUnsent } from './use-unsent.ts';

/** Time that the focus rests on a cell before its comments are loaded. */
const REST_MS = 120;
const ITEMS = '[data-comment]';

/** The comments on the active key and on its value in the active locale. */
export function Comments(props: PanelProps) {
  const { t } = useTranslation();
  const id = `${props.row.keyId} ${props.locale.code}`;
  const { isCurrent } = useRested(id, id, REST_MS);
  const unsent = useUnsent(props.userId, props.row.keyId);
  if (!isCurrent || !unsent) return <p role="status">{t('loading')}</p>;
  return <CommentsOfCell key={id} panel={props} unsent={unsent} />;
}

/** Moves the focus to the element that a command or a link has requested, as soon as the element exists. */
function useWantedFocus(
  { wantsFocus, onFocused, row }: PanelProps,
  {
    list,
    focusComment,
    focusThread,
    write,
  }: {
    list: {
      isPending: boolean;
      isFetching: boolean;
      hasNextPage: boolean;
      fetchNextPage(): unknown;
    };
    /** Moves the focus to a comment, or to the first one. Returns false if there is none. */
    focusComment(id?: string): boolean;
    /** Moves the focus to the first loaded comment of a thread. Returns false if there is none. */
    focusThread(id: string): boolean;
    /** Moves the focus to the field for a new thread. */
    write(writing: Writing): void;
  },
): void {
  const takeFocus = (): void => {
    if (!wantsFocus || list.isPending) return;
    if (typeof wantsFocus === 'object') {
      // Until the row of the link is active, the list contains the comments of another row.
      if (wantsFocus.keyId !== row.keyId) return;
      if (!focusThread(wantsFocus.thread) && list.hasNextPage) {
        if (!list.isFetching) void list.fetchNextPage();
        return;
      }
    } else if (wantsFocus !== 'first') write(wantsFocus);
    else if (!focusComment()) write('comment');
    onFocused();
  };
  useEffect(() => earlyKeys.whenResting(takeFocus));
}

function CommentsOfCell({ panel, unsent }: { panel: PanelProps; unsent: UnsentTexts }) {
  const { locale } = panel;
  const { t } = useTranslation();
  const { bindings } = usePreferences();
  const root = useRef<HTMLDivElement>(null);
  const kept = () => unsent.of(newField(locale.code));
  const [writing, setWriting] = useState<Writing>(() =>
    kept().text === '' ? 'comment' : (kept().kind ?? 'comment'),
  );
  const [current, setCurrent] = useState<string | null>(null);
  const place = commentPlace(panel);
  const list = useInfiniteQuery(commentsQuery(place));
  const threads = threadsOf(list.data?.pages.flatMap(({ data }) => data) ?? []);
  useSeen(threads.map(({ id }) => id));
  const ids = threads
    .flatMap(({ first, answers }) => [first, ...answers])
    .flatMap((one) => one?.id ?? []);

  const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector);
  const focusOn = (selector: string): boolean => {
    const item = find(selector);
    item?.focus();
    return item !== undefined && item !== null;
  };
  const focusComment = (id?: string): boolean =>
    focusOn(id === undefined ? ITEMS : `[data-comment="${id}"]`);
  const focusThread = (id: string): boolean => focusOn(`[data-thread="${id}"] ${ITEMS}`);
  function write(wanted: Writing): void {
    // Opening the field for a comment does not change the kind of an unsent text, such as a question.
    if (wanted !== 'comment' || kept().text === '') setWriting(wanted);
    find('textarea')?.focus();
  }
  useWantedFocus(panel, { list, focusComment, focusThread, write });

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
    const at = items.findIndex((item) => item.contains(event.target as Node));
    const chord = chordOf(event.nativeEvent);
    const command = commandOf(chord, 'comment', bindings)?.slice('comment.'.length);
    const written = commandOf(chord, 'grid', bindings);
    if (command && items[at]) {
      const thread = items[at].closest('li');
      const button = (command === 'answer' ? thread : items[at])?.querySelector<HTMLElement>(
        `[data-command=${command}]`,
      );
      if (button) button.click();
      else toast(t(`comments.denied.${command as 'edit'}`));
    } else if (written === 'comments' || written === 'question') {
      write(written === 'question' ? written : 'comment');
    } else if (chord === 'Escape') panel.onLeave();
    else if (chord === 'ArrowDown') items[Math.min(at + 1, items.length - 1)]?.focus();
    else if (chord === 'ArrowUp') (items[at - 1] ?? find('textarea'))?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div ref={root} className={css.comments}>
      <NewComment
        panel={panel}
        place={place}
        writing={writing}
        unsent={unsent}
        onWriting={setWriting}
        onDown={() => focusComment()}
      />
      {list.error && <ProblemNotice error={list.error} />}
      {list.isPending && <p role="status">{t('loading')}</p>}
      {list.data && threads.length === 0 && <p className={css.note}>{t('comments.none')}</p>}
      {threads.length > 0 && (
        <ol
          className={css.list}
          aria-label={t('comments.list', { locale: locale.name })}
          onKeyDown={onKeyDown}
        >
          {threads.map((thread) => (
            <ThreadView
              key={thread.id}
              thread={thread}
              context={{ ...panel, place, bindings }}
              unsent={unsent}
              list={list}
              current={current !== null && ids.includes(current) ? current : ids[0]}
              onCurrent={setCurrent}
              focusComment={focusComment}
            />
          ))}
        </ol>
      )}
      <MoreButton list={list} text={t('comments.older')} />
    </div>
  );
}
