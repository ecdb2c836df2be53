import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withNames } from '../../../lib/words/comment-parts.ts';
import { Button } from '../../../ui/button.tsx';
import type { PagedList } from '../../../ui/display/more-button.tsx';
import { refreshComments, sendComment } from './comment.queries.ts';
import { type CommentContext, CommentItem } from './comment-item.tsx';
import css from './comments.module.css';
import { Composer, type Written } from './composer.tsx';
import type { Thread } from './threads.ts';
import type { UnsentTexts } from './use-unsent.ts';

interface ThreadViewProps {
  thread: Thread;
  context: CommentContext;
  unsent: UnsentTexts;
  list: PagedList;
  /** Id of the comment whose buttons the Tab key reaches. */
  current: string | undefined;
  onCurrent(id: string): void;
  /** Moves the focus to a comment. */
  focusComment(id: string): void;
}

/** A comment with its answers, the oldest first. */
export function ThreadView(props: ThreadViewProps) {
  const { thread, context, unsent, list, current, onCurrent, focusComment } = props;
  const { id, first, answers } = thread;
  const { t } = useTranslation();
  const queries = useQueryClient();
  // Fields with an unsent text are open from the start. A field takes the focus only when the user opens it.
  const [open, setOpen] = useState<readonly { field: string; wanted: number }[]>(
    unsent.fields.map((field) => ({ field, wanted: 0 })),
  );
  const { place } = context;
  const write = (field: string): void =>
    setOpen((now) => {
      const { wanted = 0 } = now.find((one) => one.field === field) ?? {};
      return [...now.filter((one) => one.field !== field), { field, wanted: wanted + 1 }];
    });
  const close = (field: string): void => setOpen((now) => now.filter((one) => one.field !== field));
  const isOpen = (field: string) => open.find((one) => one.field === field);
  const shown = first ? [first, ...answers] : answers;
  const composer = (field: string, initial: Written, comment: (typeof shown)[number]) => {
    const kind = field === id ? 'answer' : 'edit';
    const opened = isOpen(field);
    if (!opened) return null;
    return (
      <Composer
        {...place}
        label={t(`comments.write.${kind}`)}
        button={t(`comments.send.${kind}`)}
        cancel={t('cancel')}
        initial={initial}
        wanted={opened.wanted}
        onChange={(written) => unsent.keep(field, written)}
        onLeave={(isDone) => {
          if (isDone) {
            unsent.keep(field, { text: '', people: [] });
            close(field);
          }
          focusComment(comment.id);
        }}
        send={async (text) => {
          await sendComment(
            place,
            kind === 'edit' ? { kind, of: comment } : { kind, to: comment },
            text,
          );
          await refreshComments(queries, place);
          close(field);
          focusComment(comment.id);
        }}
      />
    );
  };
  return (
    <li className={css.thread} data-thread={id}>
      {first === null && list.hasNextPage && (
        <Button
          kind="quiet"
          isPending={list.isFetchingNextPage}
          onPress={() => void list.fetchNextPage()}
        >
          {t('comments.earlier')}
        </Button>
      )}
      {shown.map((comment) => {
        const field = `edit ${comment.id}`;
        const kept = unsent.of(field);
        const { text, mentions } = comment;
        const written = { text: withNames(text ?? '', mentions), people: mentions };
        return (
          <div key={comment.id} data-answer={comment.id !== id || undefined}>
            <CommentItem
              comment={comment}
              context={context}
              isHead={comment === shown[0]}
              isCurrent={comment.id === current}
              onFocus={() => onCurrent(comment.id)}
              onWrite={(command) => write(command === 'edit' ? field : id)}
            />
            {composer(field, kept.text === '' ? written : kept, comment)}
          </div>
        );
      })}
      {composer(id, unsent.of(id), shown.at(-1)!)}
    </li>
  );
}
