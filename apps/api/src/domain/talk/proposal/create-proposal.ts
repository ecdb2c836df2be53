import { LIMITS } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { CheckerSource, checkWrites, getKey, readValues } from '../../content/index.ts';
import { requireActiveKey, requireReadSource } from '../../editing/index.ts';
import {
  actorOf,
  announceEvent,
  type RateRule,
  requireProposalRights,
  takeUses,
} from '../../kernel/index.ts';
import {
  type Edit,
  type EditCall,
  editProject,
  getLocale,
  KEEPS_LOCALES,
  type LocaleRow,
  numberEarlierChanges,
} from '../../project/index.ts';
import { notifyOfProposal } from './notify-of-proposal.ts';
import { findPersonId } from './person.store.ts';
import {
  findOpenProposals,
  getProposal,
  type ProposalView,
  upsertProposal,
} from './proposal.store.ts';

export const PROPOSALS_RULE: RateRule = {
  name: 'proposals',
  limit: LIMITS.proposalsPerHour,
  windowMs: 60 * 60_000,
};

interface ProposalCall extends EditCall {
  keyId: string;
  localeTag: string;
  text: string;
  /** Version of the source string that the author has read. */
  sourceVersion?: number;
}

/**
 * Proposes a text for a value in a target locale. Replaces an open proposal of the same person for the value.
 * @throws `not_found`, `role_forbidden`, `source_locale`, `archived`, `conflict`, `version_conflict`,
 * `limit_exceeded`, `rate_limited`
 */
export async function createProposal(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: ProposalCall,
): Promise<ProposalView> {
  await numberEarlierChanges(deps.db, input);
  return editProject(deps, input, KEEPS_LOCALES, async (edit) => {
    const { tx, project } = edit;
    const locale = await getLocale(tx, project.id, input.localeTag);
    requireTarget(edit, locale);
    requireProposalRights(input.principal, locale.code);
    const personId = await findPersonId(tx, input.principal);
    const id = await propose(edit, locale, { ...input, personId });
    return getProposal(tx, project.id, personId, id);
  });
}

function requireTarget({ project }: Edit, { id, code }: LocaleRow): void {
  if (id !== project.source_locale_id) return;
  fail('source_locale', `${code} is the source locale of the project. Propose translations only.`);
}

async function propose(
  { tx, project, now }: Edit,
  { id: localeId, code }: LocaleRow,
  { keyId, text, sourceVersion, principal, personId }: ProposalCall & { personId: string },
): Promise<string> {
  // The lock serializes proposals for the same key with each other and with edits of the key's values.
  const key = await getKey(tx, project.id, keyId, 'update');
  requireActiveKey(key);
  const cell = { keyId, localeId, localeTag: code };
  await requireReadSource(tx, project, cell, key, sourceVersion);
  const value = (await readValues(tx, project.id, localeId, [keyId])).get(keyId);
  if (value?.text === text) fail('conflict', 'The value already has this text.');
  const open = await findOpenProposals(tx, project.id, { keyId, localeId });
  const ownProposal = open.find((one) => one.person_id === personId);
  if (ownProposal?.text === text) return ownProposal.id;
  if (!ownProposal && open.length >= LIMITS.openProposalsPerValue) {
    const most = `A value can have at most ${LIMITS.openProposalsPerValue} open proposals.`;
    fail('limit_exceeded', `${most} Vote for one of them, or wait until some are decided.`);
  }
  await countProposal(tx, personId, now);
  const written = { key, text, isOutdated: false, unknownWords: null };
  const source = new CheckerSource(project.id);
  const [checks] = await checkWrites(tx, project.id, source, localeId, [written]);
  const author = actorOf(principal);
  const proposalId = await upsertProposal(tx, project.id, {
    keyId,
    localeId,
    text,
    personId,
    now,
    checks: checks!,
    author,
    baseVersion: value?.version ?? 0,
    sourceVersion: key.source_version,
  });
  // The count of the person's proposals is locked, so that parallel proposals cause one notification.
  await notifyOfProposal(tx, project, { id: proposalId, localeId, localeTag: code, personId, now });
  await announceEvent(tx, {
    organizationId: project.organization_id,
    projectId: project.id,
    event: 'proposal.created',
    at: now,
    facts: { actor: author, locales: [code], keyIds: [keyId], proposalId },
  });
  return proposalId;
}

/** @throws `rate_limited` */
async function countProposal(tx: Db, personId: string, now: Date): Promise<void> {
  const use = await takeUses(tx, PROPOSALS_RULE, personId, { needed: 1, extra: 0 }, now);
  if (use.granted > 0) return;
  const retryAfterSeconds = (use.endsAt.getTime() - now.getTime()) / 1000;
  fail('rate_limited', `You can propose at most ${PROPOSALS_RULE.limit} texts in an hour.`, {
    retryAfterSeconds,
  });
}
