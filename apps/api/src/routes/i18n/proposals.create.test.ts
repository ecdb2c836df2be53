import { LIMITS } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf } from '../../../test/app/build.ts';
import {
  type DescribedProposals,
  describeProposals,
  type Person,
} from '../../../test/content/describe-proposals.ts';
import { takeUses } from '../../domain/kernel/limits/rate.store.ts';
import { PROPOSALS_RULE } from '../../domain/talk/proposal/create-proposal.ts';

let app: TestApp;
let projectId: string;
let keyId: string;
let owner: DescribedProposals['owner'];
const { join, propose, open, valueIn } = describeProposals((given) => {
  ({ app, projectId, keyId, owner } = given);
});

describe('i18n.proposals.create', () => {
  it('stores a text with its findings, and keeps the value', async () => {
    const contributor = await join('contributor');
    const before = await valueIn('de');
    const proposal = await propose(contributor, 'Servus');
    expect(proposal).toMatchObject({
      keyId,
      key: 'hello',
      localeCode: 'de',
      text: 'Servus',
      state: 'open',
      baseVersion: 1,
      outdated: false,
      votes: 0,
      voted: false,
      own: true,
      checks: ['placeholder_missing'],
      by: { type: 'user', id: contributor.id, name: 'Test contributor' },
      decidedBy: null,
      decidedAt: null,
    });
    expect(await valueIn('de')).toEqual(before);
    expect(await open()).toEqual([{ ...proposal, own: false }]);
  });

  it('proposes a text for a missing value, at version 0', async () => {
    const contributor = await join('contributor');
    const { baseVersion } = await propose(contributor, 'Salut {name}', { localeCode: 'fr' });
    expect(baseVersion).toBe(0);
  });

  it('replaces the open proposal of the same person, and ends its votes', async () => {
    const [one, other] = [await join('contributor'), await join('contributor')];
    const first = await propose(one, 'Servus {name}');
    await other.i18n.proposals.vote({ projectId, proposalId: first.id, up: true });
    const same = await propose(one, 'Servus {name}');
    expect(same).toMatchObject({ id: first.id, votes: 1 });
    const second = await propose(one, 'Moin {name}');
    expect(second).toMatchObject({ id: first.id, text: 'Moin {name}', votes: 0 });
    expect(await open()).toHaveLength(1);
    await propose(other, 'Grüezi {name}');
    expect((await open()).map(({ text }) => text)).toEqual(['Grüezi {name}', 'Moin {name}']);
  });

  it('treats a personal API key as its user', async () => {
    const contributor = await join('contributor');
    await propose(contributor, 'Servus {name}');
    const { data: key } = await contributor.client.users.apiKeys.create({
      name: 'Own',
      scopes: ['i18n:read', 'i18n:write'],
      expiresAt: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
    });
    const program = app.client(key.token);
    const { id, by } = await propose(program, 'Moin {name}');
    expect(by).toEqual({ type: 'api_key', id: key.id, name: 'Own' });
    expect((await open()).map(({ text }) => text)).toEqual(['Moin {name}']);
    const own = await contributor.i18n.proposals.list({ projectId, author: 'me' });
    expect(own.data).toMatchObject([{ id, own: true }]);
    const vote = contributor.i18n.proposals.vote({ projectId, proposalId: id, up: true });
    expect(await codeOf(vote)).toBe('conflict');
    await contributor.i18n.proposals.withdraw({ projectId, proposalId: id });
  });

  it('refuses a proposal if the source string has changed since the author read the string', async () => {
    const contributor = await join('contributor');
    const { sourceVersion } = await propose(contributor, 'Servus {name}');
    await owner.values.put({ projectId, keyId, localeCode: 'en', text: 'Welcome {name}' });
    await expect(propose(contributor, 'Moin {name}', { sourceVersion })).rejects.toMatchObject({
      code: 'version_conflict',
      current: { text: 'Hallo {name}' },
      currentSource: { text: 'Welcome {name}', sourceVersion: sourceVersion + 1 },
    });
    expect((await open()).map(({ text }) => text)).toEqual(['Servus {name}']);
    await propose(contributor, 'Moin {name}', { sourceVersion: sourceVersion + 1 });
    expect(await open()).toMatchObject([{ text: 'Moin {name}', outdated: false }]);
  });

  it('rejects the current text of the value, a source text, an archived key, and unknown objects', async () => {
    const contributor = await join('contributor');
    const refused = (more: object) => codeOf(propose(contributor, 'Hallo {name}', more));
    expect(await refused({})).toBe('conflict');
    expect(await refused({ localeCode: 'en' })).toBe('source_locale');
    expect(await refused({ localeCode: 'it' })).toBe('not_found');
    expect(await refused({ keyId: projectId })).toBe('not_found');
    expect(await refused({ text: 'x'.repeat(LIMITS.valueLength + 1) })).toBe('validation_failed');
    await owner.keys.delete({ projectId, keyId });
    expect(await refused({ text: 'Servus' })).toBe('archived');
    await owner.projects.delete({ projectId });
    expect(await refused({ text: 'Servus' })).toBe('archived');
  });

  it('accepts at most 20 open proposals for a value, and lets their authors replace them', async () => {
    const people: Person[] = [];
    for (let index = 0; index < LIMITS.openProposalsPerValue; index++)
      people.push(await join('contributor'));
    await Promise.all(people.map((person, index) => propose(person, `Text ${index}`)));
    const late = await join('contributor');
    expect(await codeOf(propose(late, 'Late'))).toBe('limit_exceeded');
    await propose(late, 'Late', { localeCode: 'fr' });
    await propose(people[0]!, 'Another');
    expect(await open({ localeCode: 'de' })).toHaveLength(LIMITS.openProposalsPerValue);
  });

  it('accepts 200 texts of a person in an hour, and states when to retry', async () => {
    const contributor = await join('contributor');
    const used = { needed: LIMITS.proposalsPerHour - 1, extra: 0 };
    await takeUses(app.db, PROPOSALS_RULE, contributor.id, used, app.clock.now());
    await propose(contributor, 'Last {name}');
    await expect(propose(contributor, 'Too many')).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      retryAfterSeconds: expect.any(Number),
    });
    expect((await open()).map(({ text }) => text)).toEqual(['Last {name}']);
  });
});
