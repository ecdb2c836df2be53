import { type Static, Type } from 'typebox';
import { endpoint, proposing, scoped, translating } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable } from '../schema/build.ts';
import {
  Actor,
  actorOrNull,
  CanonicalLocaleTag,
  Code,
  counting,
  Id,
  LocaleTag,
  NameOfKey,
  ProjectId,
  Timestamp,
  ValueText,
} from '../schema/common.ts';
import { ListMeta, listQuery } from '../schema/list.ts';
import { projectParams } from './projects.ts';
import { ReadSourceVersion, SourceVersion, TranslationValue } from './values.ts';

const PATH = '/v1/i18n/projects/:projectId/proposals';

export const PROPOSAL_STATES = ['open', 'accepted', 'declined', 'withdrawn'] as const;

export const ProposalState = choice(PROPOSAL_STATES, {
  title: 'ProposalState',
  description: 'State of a proposal. Only an open one can be accepted, declined or withdrawn.',
});
export type ProposalState = Static<typeof ProposalState>;

export const Proposal = named(
  'Proposal',
  {
    id: Id,
    keyId: Id,
    key: NameOfKey,
    localeCode: CanonicalLocaleTag,
    text: Type.String({ description: 'Proposed text, exactly as it was sent.' }),
    state: ProposalState,
    baseVersion: Type.Integer({
      minimum: 0,
      description: 'Version of the value when the text was proposed. 0 if the value was missing.',
    }),
    outdated: Type.Boolean({
      description: 'True if the source string has changed since the text was proposed.',
    }),
    sourceVersion: SourceVersion,
    checks: Type.Array(Code, {
      description: 'Codes of the checks with a finding in the text when it was proposed.',
    }),
    votes: counting('Number of people who voted for the text.'),
    voted: Type.Boolean({ description: 'True if the caller voted for the text.' }),
    own: Type.Boolean({ description: 'True if the caller proposed the text.' }),
    by: Actor,
    createdAt: Timestamp,
    decidedBy: actorOrNull(
      'Actor that accepted, declined or withdrew the proposal. Null if it is open.',
    ),
    decidedAt: nullable(Timestamp, { description: 'Time of the decision. Null if it is open.' }),
  },
  'A text that somebody offers for the value of a key in a locale.',
);
export type Proposal = Static<typeof Proposal>;

const proposalParams = closed({ projectId: ProjectId, proposalId: Id });

export const i18nProposalsList = endpoint({
  id: 'i18n.proposals.list',
  method: 'GET',
  path: PATH,
  summary: 'Lists proposals for values of active keys, newest first.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: listQuery({
    keyId: Type.Optional({ ...Id, description: 'Only proposals for values of this key.' }),
    localeCode: Type.Optional({ ...LocaleTag, description: 'Only proposals in this locale.' }),
    state: Type.Optional({
      ...ProposalState,
      default: 'open',
      description: 'Only proposals in this state. Defaults to `open`.',
    }),
    author: Type.Optional(
      choice(['me'], { description: '`me`: only proposals of the caller. Defaults to everyone.' }),
    ),
  }),
  data: Type.Array(Proposal),
  meta: ListMeta,
});

export const i18nProposalsCreate = endpoint({
  id: 'i18n.proposals.create',
  method: 'POST',
  path: PATH,
  summary: 'Proposes a text for a value. Another text of the same person replaces the first.',
  access: proposing(scoped('i18n:write')),
  params: projectParams,
  body: closed({
    keyId: Id,
    localeCode: LocaleTag,
    text: {
      ...ValueText,
      description: `The text, stored exactly as sent. A person has at most one open proposal for a value, and a value at most ${LIMITS.openProposalsPerValue}.`,
    },
    sourceVersion: Type.Optional(ReadSourceVersion),
  }),
  status: 201,
  data: Proposal,
  errors: ['conflict', 'version_conflict', 'source_locale', 'archived'],
});

export const ProposalAcceptance = named(
  'ProposalAcceptance',
  {
    proposal: Proposal,
    value: { ...TranslationValue, description: 'The value, which has the text of the proposal.' },
  },
  'An accepted proposal and the value that has its text.',
);
export type ProposalAcceptance = Static<typeof ProposalAcceptance>;

export const i18nProposalsAccept = endpoint({
  id: 'i18n.proposals.accept',
  method: 'POST',
  path: `${PATH}/:proposalId/accept`,
  summary:
    'Writes the text of a proposal to the value, outdated if that is, and credits its author.',
  access: translating(scoped('i18n:write')),
  params: proposalParams,
  body: closed({
    version: Type.Integer({
      minimum: 0,
      description:
        'Version of the value that the caller has read; 0 if it was missing. The request fails with `version_conflict` if the value has changed since. Other open proposals of the same text are accepted, too.',
    }),
    sourceVersion: Type.Optional(ReadSourceVersion),
  }),
  data: ProposalAcceptance,
  errors: ['conflict', 'version_conflict', 'archived'],
});

export const i18nProposalsDecline = endpoint({
  id: 'i18n.proposals.decline',
  method: 'POST',
  path: `${PATH}/:proposalId/decline`,
  summary: 'Declines a proposal. The value stays as it is.',
  access: translating(scoped('i18n:write')),
  params: proposalParams,
  data: Proposal,
  errors: ['conflict', 'archived'],
});

export const i18nProposalsWithdraw = endpoint({
  id: 'i18n.proposals.withdraw',
  method: 'POST',
  path: `${PATH}/:proposalId/withdraw`,
  summary: 'Withdraws a proposal of the caller.',
  access: proposing(scoped('i18n:write')),
  params: proposalParams,
  data: Proposal,
  errors: ['conflict', 'archived'],
});

export const i18nProposalsVote = endpoint({
  id: 'i18n.proposals.vote',
  method: 'PUT',
  path: `${PATH}/:proposalId/vote`,
  summary: 'Votes for an open proposal of somebody else, or takes the vote back.',
  access: proposing(scoped('i18n:write')),
  params: proposalParams,
  body: closed({
    up: Type.Boolean({ description: 'True to vote for the text, false to take the vote back.' }),
  }),
  data: Proposal,
  errors: ['conflict', 'archived'],
});
