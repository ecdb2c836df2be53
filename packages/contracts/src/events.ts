import { type Static, Type } from 'typebox';
import { endpoint, scoped } from './endpoint.ts';
import { ChangeKind } from './i18n/changes.ts';
import { ProposalState } from './i18n/proposals.ts';
import { LIMITS } from './limits.ts';
import { choice, closed, named, nullable } from './schema/build.ts';
import { Actor, CanonicalLocaleTag, counting, Id, ProjectId, Timestamp } from './schema/common.ts';
import { JobStatus } from './schema/translation.ts';

const type = <const Name extends string>(name: Name) =>
  choice([name], { description: 'Type of the event, as in the field `event` of the stream.' });

const ofChange = {
  number: Type.Integer({
    minimum: 1,
    description: 'Place of the change in the order of the project.',
  }),
  changeId: Id,
  by: Actor,
  at: Timestamp,
};

const touchedKeys = nullable(Type.Array(Id, { maxItems: LIMITS.eventKeyIds }), {
  description: `Ids of the keys. Null if there are more than ${LIMITS.eventKeyIds}.`,
});

export const ValuesEvent = named(
  'ValuesEvent',
  {
    type: type('values'),
    ...ofChange,
    locales: Type.Array(CanonicalLocaleTag, { description: 'Locales of the values.' }),
    count: counting('Values that were written or deleted.'),
    keyIds: touchedKeys,
  },
  'A change has written or deleted values.',
);
export type ValuesEvent = Static<typeof ValuesEvent>;

export const KeysEvent = named(
  'KeysEvent',
  {
    type: type('keys'),
    ...ofChange,
    created: counting('Keys that were created.'),
    archived: counting('Keys that were archived.'),
    restored: counting('Archived keys that were restored.'),
    edited: counting('Keys with a new name, description, tags or maximum length.'),
    keyIds: touchedKeys,
  },
  'A change has created, archived, restored or edited keys.',
);
export type KeysEvent = Static<typeof KeysEvent>;

export const ImportEvent = named(
  'ImportEvent',
  {
    type: type('import'),
    ...ofChange,
    values: counting('Values that were written.'),
    keysCreated: counting('Keys that were created.'),
  },
  'An import has written texts.',
);
export type ImportEvent = Static<typeof ImportEvent>;

export const ChangeEvent = named(
  'ChangeEvent',
  {
    type: type('change'),
    ...ofChange,
    kind: ChangeKind,
    parentId: nullable(Id, {
      description: 'The change that this one is a part of. Null if it stands alone.',
    }),
  },
  'A change is complete. The last event of each change; its id in the stream is the number of the change.',
);
export type ChangeEvent = Static<typeof ChangeEvent>;

export const JobEvent = named(
  'JobEvent',
  {
    type: type('job'),
    jobId: Id,
    kind: choice(['translation', 'bulk'], {
      description: '`translation`: a translation job. `bulk`: a bulk change in the background.',
    }),
    status: JobStatus,
    progress: closed(
      {
        total: counting('Strings × target locales, or rows of a bulk change.'),
        done: counting('Number finished so far.'),
        failed: counting('Number failed.'),
      },
      { description: 'Progress of the job.' },
    ),
    by: Actor,
  },
  'A job has begun, gone on or ended. For callers with the scope `translate:read` if it is a translation job.',
);
export type JobEvent = Static<typeof JobEvent>;

export const ReleaseEvent = named(
  'ReleaseEvent',
  {
    type: type('release'),
    releaseId: Id,
    environmentId: Id,
    version: Type.Integer({ description: 'Version of the release in its environment.' }),
    status: choice(['publishing', 'published', 'failed'], {
      description: 'Status of the release.',
    }),
    by: Actor,
  },
  'A release is being published, was published or has failed.',
);
export type ReleaseEvent = Static<typeof ReleaseEvent>;

export const ProposalEvent = named(
  'ProposalEvent',
  {
    type: type('proposal'),
    id: Id,
    keyId: Id,
    localeCode: CanonicalLocaleTag,
    state: ProposalState,
    votes: counting('Number of people who voted for the text.'),
    by: Actor,
    at: Timestamp,
  },
  'A text was proposed or replaced, or its proposal was voted for or decided. `by` is the author of an open proposal, and otherwise the actor that decided it.',
);
export type ProposalEvent = Static<typeof ProposalEvent>;

export const CommentEvent = named(
  'CommentEvent',
  {
    type: type('comment'),
    id: Id,
    threadId: Id,
    keyId: Id,
    localeCode: nullable(CanonicalLocaleTag, {
      description: 'Locale of the value. Null if the thread is about the key.',
    }),
    action: choice(['created', 'edited', 'deleted', 'resolved', 'reopened'], {
      description: 'Change of the comment that the event tells of.',
    }),
    by: Actor,
    at: Timestamp,
  },
  'A comment was added or changed, or a question was resolved or opened again. Without the text.',
);
export type CommentEvent = Static<typeof CommentEvent>;

export const InboxEvent = named(
  'InboxEvent',
  { type: type('inbox'), unread: counting('Number of unread notifications of the caller.') },
  'The inbox of the signed-in user has changed, in any organization. Also the first event of a stream of a session, if the user was ever told of a comment. An API key gets none.',
);
export type InboxEvent = Static<typeof InboxEvent>;

export const ResetEvent = named(
  'ResetEvent',
  {
    type: type('reset'),
    number: counting('Number of the last change before the events that follow.'),
  },
  'Earlier changes are not told: read again what you show.',
);
export type ResetEvent = Static<typeof ResetEvent>;

export const ProjectEvent = Type.Union(
  [
    ValuesEvent,
    KeysEvent,
    ImportEvent,
    ChangeEvent,
    JobEvent,
    ReleaseEvent,
    ProposalEvent,
    CommentEvent,
    InboxEvent,
    ResetEvent,
  ],
  { title: 'ProjectEvent' },
);
export type ProjectEvent = Static<typeof ProjectEvent>;

export const eventsStream = endpoint({
  id: 'events.stream',
  method: 'GET',
  path: '/v1/events',
  summary:
    'Streams what changes in a project, or only in the inbox of the caller, as server-sent events.',
  access: scoped('i18n:read'),
  query: closed({
    projectId: Type.Optional({
      ...ProjectId,
      description:
        'Id or slug of the project. Without it, the stream has only events of the inbox. Required with an API key.',
    }),
  }),
  data: ProjectEvent,
  streams: true,
  rawContentTypes: ['text/event-stream'],
});
