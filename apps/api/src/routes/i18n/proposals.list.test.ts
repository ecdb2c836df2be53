import type { ProjectEvent } from '@parlance/contracts';
import { readEvents } from '@parlance/sdk';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { actFor, codeOf, joinOrganization, type Tenant } from '../../../test/app/build.ts';
import {
  type DescribedProposals,
  describeProposals,
} from '../../../test/content/describe-proposals.ts';

let tenant: Tenant;
let projectId: string;
let keyId: string;
let owner: DescribedProposals['owner'];
const { join, propose, open, keyOf } = describeProposals((given) => {
  ({ tenant, projectId, keyId, owner } = given);
});

describe('i18n.proposals.list', () => {
  it('lists pages, newest first, and filters by key, locale, state and author', async () => {
    const contributor = await join('contributor');
    const bye = await keyOf('bye');
    const texts = ['A', 'B', 'C', 'D'];
    const places = [
      { localeCode: 'de' },
      { localeCode: 'fr' },
      { localeCode: 'de', keyId: bye },
      { localeCode: 'fr', keyId: bye },
    ];
    for (const [at, place] of places.entries()) await propose(contributor, texts[at]!, place);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await owner.proposals.list({ projectId, limit: 3, ...(cursor && { cursor }) });
      seen.push(...page.data.map(({ text }) => text));
      cursor = page.meta.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(['D', 'C', 'B', 'A']);
    const found = async (query: object) => (await open(query)).map(({ text }) => text);
    expect(await found({ keyId: bye })).toEqual(['D', 'C']);
    expect(await found({ localeCode: 'de' })).toEqual(['C', 'A']);
    expect(await found({ localeCode: 'de', keyId: bye })).toEqual(['C']);
    expect(await found({ author: 'me' })).toEqual([]);
    expect(await found({ state: 'accepted' })).toEqual([]);
    expect(await codeOf(open({ localeCode: 'it' }))).toBe('not_found');
    expect(await codeOf(open({ cursor: 'x' }))).toBe('validation_failed');
  });

  it('omits the proposals of a locale that is removed or whose values are deleted', async () => {
    await propose(tenant.client, 'Servus {name}');
    await propose(tenant.client, 'Salut {name}', { localeCode: 'fr' });
    await owner.locales.delete({ projectId, localeCode: 'fr', purge: true });
    expect((await open()).map(({ localeCode }) => localeCode)).toEqual(['de']);
    await owner.locales.delete({ projectId, localeCode: 'de', deleteValues: true });
    expect(await open()).toEqual([]);
  });
});

describe('rows', () => {
  it('count the open proposals by locale, and match the filter has:proposal', async () => {
    const [one, two] = [await join('contributor'), await join('contributor')];
    const rows = async (query: string, locales = ['de', 'fr']) =>
      (await owner.rows.list({ projectId, locales, query })).data;
    const found = async (query: string, locales?: string[]) =>
      (await rows(query, locales)).map(({ key }) => key);
    const revision = async () =>
      (await owner.rowIndex.get({ projectId, locales: ['de'] })).data.revision;
    const before = await revision();
    expect(await found('has:proposal')).toEqual([]);
    await propose(one, 'A {name}');
    const { id: proposalId } = await propose(two, 'B {name}');
    expect(await revision()).not.toBe(before);
    expect((await rows('')).map(({ proposals }) => proposals)).toEqual([{ de: 2 }, {}]);
    expect(await found('has:proposal')).toEqual(['hello']);
    expect(await found('has:proposal', ['fr'])).toEqual([]);
    expect(await found('-has:proposal')).toEqual(['bye']);
    expect(await found('has:proposal|description')).toEqual(['hello']);
    const { data: index } = await owner.rowIndex.get({
      projectId,
      locales: ['de'],
      query: 'has:proposal',
    });
    expect(index).toMatchObject({ total: 1, keyIds: [keyId] });
    await owner.proposals.accept({ projectId, proposalId, version: 1 });
    expect((await rows('has:proposal'))[0]!.proposals).toEqual({ de: 1 });
  });

  it('count proposals for all forms of a plural family', async () => {
    const content = { item_one: '{count} item', item_other: '{count} items' };
    await owner.projects.import({ projectId, locale: 'en', content });
    await propose(tenant.client, 'Teil', { keyId: await keyOf('item_one') });
    await propose(tenant.client, 'Teile', { keyId: await keyOf('item_other') });
    const query = 'has:proposal';
    const { data } = await owner.rows.list({ projectId, locales: ['de'], query });
    expect(data).toMatchObject([{ key: 'item', proposals: { de: 2 } }]);
  });
});

describe('events', () => {
  it('notify readers of the project of each proposal, vote and decision, without texts', async () => {
    const [author, voter] = [await join('contributor'), await join('viewer')];
    const abort = new AbortController();
    const response = await voter.client.events.stream(
      { projectId },
      { raw: 'text/event-stream', signal: abort.signal },
    );
    const events: ProjectEvent[] = [];
    const ended = (async () => {
      for await (const event of readEvents(response)) events.push(event);
    })().catch(() => {});
    const told = (expected: object) =>
      eventually(async () => {
        expect(events.filter(({ type }) => type === 'proposal').at(-1)).toMatchObject(expected);
      });
    const { id } = await propose(author, 'A secret {name}');
    const at = { type: 'proposal', id, keyId, localeCode: 'de' };
    await told({ ...at, state: 'open', votes: 0, by: { id: author.id } });
    await owner.proposals.vote({ projectId, proposalId: id, up: true });
    await told({ ...at, state: 'open', votes: 1 });
    await owner.proposals.accept({ projectId, proposalId: id, version: 1 });
    await told({ ...at, state: 'accepted', by: { type: 'api_key' } });
    expect(JSON.stringify(events)).not.toContain('secret');
    abort.abort();
    await ended;
  });
});

describe('an erased account', () => {
  it('keeps its proposals and their history without its name', async () => {
    const user = await joinOrganization(tenant.user, tenant.organizationId, 'contributor');
    const author = actFor(user, tenant.organizationId);
    const translator = await join('translator');
    const { id: proposalId } = await propose(author, 'Servus {name}');
    await propose(author, 'Salut {name}', { localeCode: 'fr' });
    const voted = await propose(translator, 'Moin {name}');
    await author.i18n.proposals.vote({ projectId, proposalId: voted.id, up: true });
    const { data } = await translator.i18n.proposals.accept({ projectId, proposalId, version: 1 });
    const { data: own } = await author.users.me.export();
    const types = own.actions.map(({ type }) => type).toSorted();
    expect(types).toEqual(['proposal', 'proposal', 'proposal_vote']);
    expect(own.actions.find(({ type }) => type === 'proposal_vote')!.id).toBe(voted.id);
    await user.client.users.me.delete();
    await eventually(async () => {
      const names = (await open()).map(({ by }) => by.name);
      expect(names).toEqual(['Test translator', null]);
    });
    const { data: history } = await owner.history.list({ projectId, valueId: data.value.id });
    expect(history[0]!.proposedBy).toEqual({ type: 'user', id: user.id, name: null });
  });
});
