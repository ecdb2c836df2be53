import { type Static, Type } from 'typebox';
import { endpoint, personal, scoped, translating } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable } from '../schema/build.ts';
import {
  Actor,
  actorOrNull,
  CanonicalLocaleTag,
  counting,
  Id,
  Label,
  LocaleTag,
  NameOfKey,
  ProjectId,
  SearchText,
  Timestamp,
} from '../schema/common.ts';
import { ListMeta, listQuery } from '../schema/list.ts';
import { projectParams } from './projects.ts';
import { ReadSourceVersion, TranslationValue } from './values.ts';

const PROJECT = '/v1/i18n/projects/:projectId';
const COMMENT = `${PROJECT}/comments/:commentId`;

/** Kinds of the first comment of a thread. */
export const COMMENT_KINDS = ['comment', 'question'] as const;

const Kind = choice(COMMENT_KINDS, {
  title: 'CommentKind',
  description: '`question`: open until somebody resolves it. An answer is always a `comment`.',
});
export type CommentKind = Static<typeof Kind>;

const CommentText = Type.String({
  minLength: 1,
  maxLength: LIMITS.commentLength,
  pattern: '\\S',
  description: `Plain text. \`@[id]\` with the id of a user mentions a person, at most ${LIMITS.commentMentions} in a comment.`,
});

export const Comment = named(
  'Comment',
  {
    id: Id,
    threadId: { ...Id, description: 'Id of the first comment of the thread, also of itself.' },
    keyId: Id,
    key: NameOfKey,
    localeCode: nullable(CanonicalLocaleTag, {
      description: 'Locale of the value that the thread is about. Null if it is about the key.',
    }),
    kind: Kind,
    text: nullable(Type.String(), {
      description: 'Plain text, exactly as it was sent. Null if the comment was deleted.',
    }),
    mentions: Type.Array(closed({ userId: Id, name: nullable(Label) }), {
      description:
        'People whom the text mentions, as far as they see the project. `name` is null for a former member.',
    }),
    own: Type.Boolean({ description: 'True if the caller wrote the comment.' }),
    by: Actor,
    createdAt: Timestamp,
    editedAt: nullable(Timestamp, { description: 'Time of the last edit. Null if there is none.' }),
    answers: counting('Number of answers in the thread. 0 for an answer.'),
    muted: Type.Boolean({ description: 'True if the caller is not told of the thread.' }),
    resolvedBy: actorOrNull('Who resolved the question. Null if it is open, or not a question.'),
    resolvedAt: nullable(Timestamp, {
      description:
        'Time at which the question was resolved. Null if it is open, or not a question.',
    }),
  },
  'A comment on a key or on one of its values. It is never part of a file, a bundle or an export.',
);
export type Comment = Static<typeof Comment>;

const keyParams = closed({ projectId: ProjectId, keyId: Id });
const commentParams = closed({ projectId: ProjectId, commentId: Id });

export const i18nKeysCommentsList = endpoint({
  id: 'i18n.keys.comments.list',
  method: 'GET',
  path: `${PROJECT}/keys/:keyId/comments`,
  summary: 'Lists the comments on a key and its values, newest first, answers included.',
  access: scoped('i18n:read'),
  params: keyParams,
  query: listQuery({
    localeCode: Type.Optional({
      ...LocaleTag,
      description: 'Only comments on the key itself and on its value in this locale.',
    }),
  }),
  data: Type.Array(Comment),
  meta: ListMeta,
});

export const i18nKeysCommentsCreate = endpoint({
  id: 'i18n.keys.comments.create',
  method: 'POST',
  path: `${PROJECT}/keys/:keyId/comments`,
  summary:
    'Adds a comment, a question or an answer. Only people can, not API keys of the organization.',
  access: personal(scoped('i18n:read')),
  params: keyParams,
  body: closed({
    text: CommentText,
    kind: Type.Optional({ ...Kind, default: 'comment' }),
    localeCode: Type.Optional({
      ...LocaleTag,
      description: 'Locale of the value that the comment is about. Without it: the key.',
    }),
    threadId: Type.Optional({
      ...Id,
      description: 'Thread that the comment answers. `localeCode` is then that of the thread.',
    }),
  }),
  status: 201,
  data: Comment,
  errors: ['archived'],
});

export const i18nCommentsList = endpoint({
  id: 'i18n.comments.list',
  method: 'GET',
  path: `${PROJECT}/comments`,
  summary: 'Lists the threads of a project by their first comment, newest first.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: listQuery({
    state: Type.Optional(
      choice(['open', 'resolved'], {
        description: 'Only questions that are open, or that are resolved.',
      }),
    ),
    localeCode: Type.Optional({
      ...LocaleTag,
      description: 'Only threads on values in this locale.',
    }),
    about: Type.Optional(
      choice(['key'], { description: '`key`: only threads on keys, not on values.' }),
    ),
    mentions: Type.Optional(
      choice(['me'], {
        description: '`me`: only threads with a comment that mentions the caller.',
      }),
    ),
    author: Type.Optional(
      choice(['me'], { description: '`me`: only threads that the caller began.' }),
    ),
    waiting: Type.Optional(
      choice(['me'], {
        description: '`me`: only the open questions in the queue of the caller (`i18n.queue.get`).',
      }),
    ),
  }),
  data: Type.Array(Comment),
  meta: ListMeta,
});

export const i18nCommentsUpdate = endpoint({
  id: 'i18n.comments.update',
  method: 'PATCH',
  path: COMMENT,
  summary: 'Changes the text of a comment of the caller. Only people newly mentioned are told.',
  access: personal(scoped('i18n:read')),
  params: commentParams,
  body: closed({ text: CommentText }),
  data: Comment,
  errors: ['conflict', 'archived', 'role_forbidden'],
});

export const i18nCommentsDelete = endpoint({
  id: 'i18n.comments.delete',
  method: 'DELETE',
  path: COMMENT,
  summary: 'Deletes the text of a comment of the caller. Owners and admins can delete any.',
  access: personal(scoped('i18n:read')),
  params: commentParams,
  data: Comment,
  errors: ['role_forbidden'],
});

export const i18nCommentsResolve = endpoint({
  id: 'i18n.comments.resolve',
  method: 'POST',
  path: `${COMMENT}/resolve`,
  summary: 'Resolves a question: its author, and everyone who may translate.',
  access: personal(scoped('i18n:read')),
  params: commentParams,
  data: Comment,
  errors: ['conflict', 'archived', 'role_forbidden'],
});

export const i18nCommentsReopen = endpoint({
  id: 'i18n.comments.reopen',
  method: 'POST',
  path: `${COMMENT}/reopen`,
  summary: 'Opens a resolved question again.',
  access: personal(scoped('i18n:read')),
  params: commentParams,
  data: Comment,
  errors: ['conflict', 'archived', 'role_forbidden'],
});

export const i18nCommentsMute = endpoint({
  id: 'i18n.comments.mute',
  method: 'PUT',
  path: `${COMMENT}/mute`,
  summary: 'Stops or resumes notifications of a thread for the caller.',
  access: personal(scoped('i18n:read')),
  params: commentParams,
  body: closed({
    muted: Type.Boolean({ description: 'True to be told of the thread no more.' }),
  }),
  data: Comment,
});

export const Person = named(
  'Person',
  { userId: Id, name: Label },
  'A person who sees the project and can be mentioned.',
);
export type Person = Static<typeof Person>;

export const i18nPeopleList = endpoint({
  id: 'i18n.people.list',
  method: 'GET',
  path: `${PROJECT}/people`,
  summary:
    'Lists people who can be mentioned. A guest finds only people who wrote comments in the project.',
  access: personal(scoped('i18n:read')),
  params: projectParams,
  query: listQuery({ q: Type.Optional({ ...SearchText, description: 'Part of the name.' }) }),
  data: Type.Array(Person),
  meta: ListMeta,
});

export const SentBackValue = named(
  'SentBackValue',
  {
    value: { ...TranslationValue, description: 'The value, which needs review.' },
    comment: Comment,
  },
  'A value that needs review again, and the comment that says why.',
);
export type SentBackValue = Static<typeof SentBackValue>;

export const i18nValuesSendBack = endpoint({
  id: 'i18n.values.send-back',
  method: 'POST',
  path: `${PROJECT}/values/:valueId/send-back`,
  summary: 'Sets a value to `needs_review` and adds a comment on it, both or neither.',
  access: personal(translating(scoped('i18n:write'))),
  params: closed({ projectId: ProjectId, valueId: Id }),
  body: closed({
    version: Type.Integer({
      minimum: 1,
      description:
        'Version of the value that the caller has read. The request fails with `version_conflict` if the value has changed since.',
    }),
    sourceVersion: Type.Optional(ReadSourceVersion),
    text: CommentText,
  }),
  data: SentBackValue,
  errors: ['version_conflict', 'source_locale', 'archived'],
});

export const OpenWork = named(
  'OpenWork',
  {
    localeCode: nullable(CanonicalLocaleTag, {
      description: 'Locale. Null for questions about keys.',
    }),
    questions: counting('Number of open questions.'),
    proposals: counting('Number of open proposals.'),
  },
  'What waits for a person in a locale.',
);
export type OpenWork = Static<typeof OpenWork>;

export const i18nOpenWorkGet = endpoint({
  id: 'i18n.open-work.get',
  method: 'GET',
  path: `${PROJECT}/open-work`,
  summary:
    'Returns the number of open questions and proposals of each enabled locale that has any.',
  access: scoped('i18n:read'),
  params: projectParams,
  data: Type.Array(OpenWork, { maxItems: LIMITS.localesPerProject + 1 }),
});
