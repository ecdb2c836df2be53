import type { Comment } from '@parlance/sdk';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { live } from '../../../lib/live.ts';
import { pagedQuery, searchOf } from '../../../lib/paged-query.ts';
import type { OpenCell } from '../cell/open-cell.ts';
import { sourceVersionOf } from '../drafts/save-value.ts';

const COMMENTS_PER_PAGE = 50;
const PEOPLE_OFFERED = 8;
/** Interval in milliseconds at which comments are read again if no events arrive. */
const POLL_INTERVAL_MS = 15_000;

export interface CommentPlace {
  readonly organizationId: string;
  readonly projectId: string;
  readonly locale: string;
  /** The key of the row, or the keys of the forms of a plural family. */
  readonly keyIds: readonly string[];
}

/** Cursors of the next pages by key. A key whose comments are all loaded is absent, and a first page has `''`. */
type Cursors = Readonly<Record<string, string>>;

interface CommentPage {
  readonly data: readonly Comment[];
  readonly next: Cursors;
}

/** Query of the comments on the keys of a row and on their values in a locale, newest first. */
export const commentsQuery = ({ organizationId, projectId, locale, keyIds }: CommentPlace) =>
  infiniteQueryOptions({
    queryKey: ['comments', organizationId, projectId, locale, keyIds],
    queryFn: async ({ pageParam }): Promise<CommentPage> => {
      const { comments } = api(organizationId).i18n.keys;
      const pages = await Promise.all(
        Object.entries(pageParam).map(async ([keyId, cursor]) => {
          const { data, meta } = await comments.list({
            projectId,
            keyId,
            localeCode: locale,
            limit: COMMENTS_PER_PAGE,
            ...(cursor !== '' && { cursor }),
          });
          return { keyId, data, next: meta.nextCursor };
        }),
      );
      const more = pages.flatMap(({ keyId, next }) => (next === null ? [] : [[keyId, next]]));
      return { data: pages.flatMap(({ data }) => data), next: Object.fromEntries(more) };
    },
    initialPageParam: Object.fromEntries(keyIds.map((keyId) => [keyId, ''])) as Cursors,
    getNextPageParam: ({ next }) => (Object.keys(next).length > 0 ? next : null),
    refetchInterval: () => (live.isLive(projectId) ? false : POLL_INTERVAL_MS),
  });

/** Query of people who can be mentioned, whose names contain the text. */
export const peopleQuery = (organizationId: string, projectId: string, q: string) =>
  pagedQuery(['people', organizationId, projectId, q], (page) =>
    api(organizationId).i18n.people.list({
      ...page,
      projectId,
      limit: PEOPLE_OFFERED,
      ...searchOf(q),
    }),
  );

/** First segments of the keys of queries whose results contain comments or count them. */
const OF_COMMENTS = ['comments', 'threads', 'open-work', 'queue'];

/** Reloads all queries of a project whose results contain comments or count them. */
export const refreshComments = (
  queries: QueryClient,
  { organizationId, projectId }: CommentPlace,
) =>
  Promise.all(
    OF_COMMENTS.map((name) =>
      queries.invalidateQueries({ queryKey: [name, organizationId, projectId] }),
    ),
  );

/** A text that a person writes: a new thread about a key or a value, an answer, or the change of a comment. */
export type NewComment =
  | { kind: 'comment' | 'question'; keyId: string; localeCode: string | null }
  | { kind: 'answer'; to: Comment }
  | { kind: 'edit'; of: Comment };

/** Sends a new comment, or the changed text of an existing comment. */
export async function sendComment(
  { organizationId, projectId }: CommentPlace,
  written: NewComment,
  text: string,
): Promise<Comment> {
  const { comments, keys } = api(organizationId).i18n;
  if (written.kind === 'edit') {
    return (await comments.update({ projectId, commentId: written.of.id, text })).data;
  }
  if (written.kind === 'answer') {
    const { keyId, threadId } = written.to;
    return (await keys.comments.create({ projectId, keyId, threadId, text })).data;
  }
  const { kind, keyId, localeCode } = written;
  const about = localeCode === null ? {} : { localeCode };
  return (await keys.comments.create({ projectId, keyId, kind, text, ...about })).data;
}

/** Sets a value to `needs_review`, with a comment that explains why. */
export const sendBack = async (
  { organizationId, projectId }: CommentPlace,
  { id: valueId, version }: { id: string; version: number },
  source: OpenCell['source'],
  text: string,
) => {
  const read = { valueId, version, ...sourceVersionOf({ source }) };
  return (await api(organizationId).i18n.values.sendBack({ projectId, ...read, text })).data;
};

export type CommentAction = 'delete' | 'resolve' | 'reopen' | 'mute';

/** Runs an action on a comment. */
export async function runAction(
  { organizationId, projectId }: CommentPlace,
  { id: commentId, muted }: Comment,
  action: CommentAction,
): Promise<void> {
  const { comments } = api(organizationId).i18n;
  const at = { projectId, commentId };
  if (action === 'mute') await comments.mute({ ...at, muted: !muted });
  else await comments[action](at);
}
