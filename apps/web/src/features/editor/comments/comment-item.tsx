import type { Comment } from '@parlance/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spellChord } from '../../../lib/chord.ts';
import { actorName } from '../../../lib/words/actor-name.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/dialog/confirm.tsx';
import { CommentText } from '../../../ui/display/comment-text.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { toast } from '../../../ui/toast/toast.tsx';
import type { PanelProps } from '../panel/panel-props.ts';
import { type Bindings, type CommentCommand, chordsOf, SHORTCUTS } from '../shortcuts/shortcuts.ts';
import {
  type CommentAction,
  type CommentPlace,
  refreshComments,
  runAction,
} from './comment.queries.ts';
import css from './comments.module.css';

export interface CommentContext extends Pick<PanelProps, 'mayWrite' | 'mayModerate' | 'locale'> {
  place: CommentPlace;
  bindings: Bindings;
}

/** Returns the commands that the user may run on a comment. */
function commandsFor(
  { own, text, id, threadId, kind }: Comment,
  { mayWrite, mayModerate }: CommentContext,
  isHead: boolean,
): readonly CommentCommand[] {
  const isFirst = id === threadId;
  return [
    ...(isHead ? (['answer'] as const) : []),
    ...(isFirst && kind === 'question' && (own || mayWrite) ? (['resolve'] as const) : []),
    ...(own && text !== null ? (['edit'] as const) : []),
    ...((own || mayModerate) && text !== null ? (['delete'] as const) : []),
    ...(isFirst ? (['mute'] as const) : []),
  ];
}

/** Returns the action of a command, if the command is one call to the service. */
const actionOf = (command: CommentCommand, { resolvedAt }: Comment): CommentAction | null => {
  if (command === 'resolve') return resolvedAt === null ? 'resolve' : 'reopen';
  return command === 'mute' ? 'mute' : null;
};

/** A comment with its author, its state and its available commands. */
export function CommentItem({
  comment,
  context,
  isHead,
  isCurrent,
  onFocus,
  onWrite,
}: {
  comment: Comment;
  context: CommentContext;
  /** True for the first loaded comment of a thread. */
  isHead: boolean;
  /** True for the comment whose buttons the Tab key reaches. */
  isCurrent: boolean;
  onFocus(): void;
  onWrite(command: 'answer' | 'edit'): void;
}) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const { place } = context;
  const run = async (action: CommentAction) => {
    await runAction(place, comment, action);
    await refreshComments(queries, place);
  };
  const acting = useMutation({
    mutationFn: run,
    onSuccess: (_, action) => {
      const done = action === 'mute' && comment.muted ? 'unmute' : action;
      toast(t(`comments.done.${done}`));
    },
  });
  const { id, text, by, createdAt, editedAt, mentions } = comment;
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const who = actorName(by);
  return (
    <article
      className={css.comment}
      data-comment={id}
      // The arrow keys lead from comment to comment (ARIA APG, feed).
      tabIndex={isCurrent ? 0 : -1}
      aria-label={t('comments.of', { who, time: time.format(new Date(createdAt)) })}
      onFocus={onFocus}
    >
      <p className={css.head}>
        <bdi className={css.who}>{who}</bdi>
        <time dateTime={createdAt} className={css.note}>
          {time.format(new Date(createdAt))}
        </time>
        {editedAt !== null && text !== null && (
          <span className={css.note}>{t('comments.edited')}</span>
        )}
        <States comment={comment} locale={context.locale.code} />
      </p>
      {text === null ? (
        <p className={css.note}>{t('comments.deleted')}</p>
      ) : (
        <CommentText text={text} mentions={mentions} former={t('formerMember')} />
      )}
      {acting.error && <ProblemNotice error={acting.error} />}
      <CommentButtons
        comment={comment}
        commands={commandsFor(comment, context, isHead)}
        bindings={context.bindings}
        isCurrent={isCurrent}
        isPending={acting.isPending}
        onCommand={(command) => {
          const action = actionOf(command, comment);
          if (action) acting.mutate(action);
          else if (command === 'delete') setDeleting(true);
          else onWrite(command as 'answer' | 'edit');
        }}
      />
      {isDeleting && (
        <Confirm
          title={t('comments.deleteTitle')}
          text={t('comments.deleteText')}
          button={t('comments.delete')}
          cancel={t('cancel')}
          call={() => run('delete')}
          onClose={() => setDeleting(false)}
        />
      )}
    </article>
  );
}

/** Shows the state of a thread at its first comment: open or resolved, its locale if it is another, muted. */
function States({ comment, locale }: { comment: Comment; locale: string }) {
  const { t } = useTranslation();
  const { id, threadId, kind, resolvedAt, resolvedBy, localeCode, muted } = comment;
  if (id !== threadId) return null;
  return (
    <>
      {kind === 'question' && (
        <Badge kind={resolvedAt === null ? 'active' : 'neutral'}>
          {resolvedAt === null
            ? t('comments.open')
            : t('comments.resolved', { who: actorName(resolvedBy ?? { name: null }) })}
        </Badge>
      )}
      {localeCode !== locale && (
        <span className={css.note}>{localeCode ?? t('comments.ofKey')}</span>
      )}
      {muted && <span className={css.note}>{t('comments.muted')}</span>}
    </>
  );
}

/** Buttons for the commands of a comment. The Tab key reaches only the buttons of the last focused comment. */
function CommentButtons({
  comment,
  commands,
  bindings,
  isCurrent,
  isPending,
  onCommand,
}: {
  comment: Comment;
  commands: readonly CommentCommand[];
  bindings: Bindings;
  isCurrent: boolean;
  isPending: boolean;
  onCommand(command: CommentCommand): void;
}) {
  const { t } = useTranslation();
  const nameOf = (command: CommentCommand): string => {
    if (command === 'resolve' && comment.resolvedAt !== null) return t('comments.reopen');
    if (command === 'mute' && comment.muted) return t('comments.unmute');
    return t(`comments.${command}`);
  };
  return (
    <div className={css.actions}>
      {commands.map((command) => {
        const shortcut = SHORTCUTS.find(({ id }) => id === `comment.${command}`)!;
        const [chord] = chordsOf(shortcut, bindings);
        return (
          <Button
            key={command}
            kind={command === 'resolve' ? 'secondary' : 'quiet'}
            data-command={command}
            excludeFromTabOrder={!isCurrent}
            isPending={isPending}
            aria-keyshortcuts={chord}
            onPress={() => onCommand(command)}
          >
            {nameOf(command)} {chord && <kbd>{spellChord(chord)}</kbd>}
          </Button>
        );
      })}
    </div>
  );
}
