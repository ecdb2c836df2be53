import { describe, expect, it } from 'vitest';
import { codeOf, type Tenant } from '../../../test/app/build.ts';
import {
  type DescribedProposals,
  describeProposals,
  type Person,
} from '../../../test/content/describe-proposals.ts';

let tenant: Tenant;
let projectId: string;
let keyId: string;
let owner: DescribedProposals['owner'];
const { join, propose, open, valueIn } = describeProposals((given) => {
  ({ tenant, projectId, keyId, owner } = given);
});

describe('i18n.proposals.accept', () => {
  it('writes the text as an edit that credits the author, with history and checks', async () => {
    const [contributor, reviewer] = [await join('contributor'), await join('reviewer')];
    const { id: proposalId } = await propose(contributor, 'Servus');
    const { data } = await reviewer.i18n.proposals.accept({ projectId, proposalId, version: 1 });
    expect(data.value).toMatchObject({
      text: 'Servus',
      version: 2,
      state: 'translated',
      checks: ['placeholder_missing'],
      updatedBy: { id: reviewer.id },
    });
    expect(data.proposal).toMatchObject({ state: 'accepted', decidedBy: { id: reviewer.id } });
    const author = { type: 'user', id: contributor.id, name: 'Test contributor' };
    const { data: history } = await owner.history.list({ projectId, valueId: data.value.id });
    expect(history.map(({ proposedBy }) => proposedBy)).toEqual([author, null]);
    expect(history[0]!.by).toMatchObject({ id: reviewer.id });
    const { data: changes } = await owner.changes.list({ projectId });
    expect(changes[0]).toMatchObject({ kind: 'edit', proposedBy: author, by: { id: reviewer.id } });
    expect(changes[1]!.proposedBy).toBeNull();
    const { data: change } = await owner.changes.get({ projectId, changeId: changes[0]!.id });
    expect(change.proposedBy).toEqual(author);
  });

  it('accepts all proposals of the same text, and leaves other proposals open', async () => {
    const [one, two, three] = [
      await join('contributor'),
      await join('contributor'),
      await join('contributor'),
    ];
    const { id: proposalId } = await propose(one, 'Moin {name}');
    await propose(two, 'Moin {name}');
    const left = await propose(three, 'Servus {name}');
    await propose(three, 'Moin {name}', { localeCode: 'fr' });
    await owner.proposals.accept({ projectId, proposalId, version: 1 });
    expect((await open()).map(({ localeCode, text }) => [localeCode, text])).toEqual([
      ['fr', 'Moin {name}'],
      ['de', left.text],
    ]);
    expect(await open({ state: 'accepted' })).toHaveLength(2);
  });

  it('keeps the value outdated if the source string has changed since the text was proposed', async () => {
    const contributor = await join('contributor');
    const { id: proposalId } = await propose(contributor, 'Servus {name}');
    await owner.values.put({ projectId, keyId, localeCode: 'en', text: 'Do not greet {name}' });
    const { data } = await owner.proposals.accept({ projectId, proposalId, version: 1 });
    expect(data.value).toMatchObject({ text: 'Servus {name}', outdated: true });
    expect(data.value.checks).toContain('outdated');
    expect(await valueIn('de')).toMatchObject({ outdated: true });
    const { data: history } = await owner.history.list({ projectId, valueId: data.value.id });
    expect(history[0]!.sourceText).not.toBe('Do not greet {name}');
    const { data: counts } = await owner.counts.get({ projectId, locales: ['de'] });
    expect(counts[0]).toMatchObject({ outdated: 1 });
    const confirmed = await owner.values.update({
      projectId,
      valueId: data.value.id,
      state: 'reviewed',
      sourceVersion: data.value.sourceVersion,
    });
    expect(confirmed.data).toMatchObject({ outdated: false, state: 'reviewed' });
  });

  it('rejects a stale source version and returns the current source string', async () => {
    const contributor = await join('contributor');
    const { id: proposalId, sourceVersion } = await propose(contributor, 'Servus {name}');
    await owner.values.put({ projectId, keyId, localeCode: 'en', text: 'Welcome {name}' });
    const call = { projectId, proposalId, version: 1 };
    await expect(owner.proposals.accept({ ...call, sourceVersion })).rejects.toMatchObject({
      code: 'version_conflict',
      current: { version: 1 },
      currentSource: { text: 'Welcome {name}', sourceVersion: sourceVersion + 1 },
    });
    const [listed] = await open();
    expect(listed).toMatchObject({ outdated: true, sourceVersion: sourceVersion + 1 });
    await owner.proposals.accept({ ...call, sourceVersion: listed!.sourceVersion });
  });

  it('rejects a stale version, and keeps the proposal open', async () => {
    const contributor = await join('contributor');
    const { id: proposalId } = await propose(contributor, 'Servus {name}');
    await owner.values.put({ projectId, keyId, localeCode: 'de', text: 'Guten Tag {name}' });
    const stale = owner.proposals.accept({ projectId, proposalId, version: 1 });
    await expect(stale).rejects.toMatchObject({
      code: 'version_conflict',
      current: { version: 2, text: 'Guten Tag {name}' },
    });
    expect(await open()).toMatchObject([{ id: proposalId, baseVersion: 1 }]);
    const { data } = await owner.proposals.accept({ projectId, proposalId, version: 2 });
    expect(data.value.version).toBe(3);
    const again = owner.proposals.accept({ projectId, proposalId, version: 3 });
    expect(await codeOf(again)).toBe('conflict');
  });

  it('fills a missing value, and accepts a text that the value already has', async () => {
    const contributor = await join('contributor');
    const first = await propose(contributor, 'Salut', { localeCode: 'fr' });
    const accept = (proposalId: string, version: number) =>
      owner.proposals.accept({ projectId, proposalId, version });
    expect((await accept(first.id, 0)).data.value).toMatchObject({ text: 'Salut', version: 1 });
    const second = await propose(contributor, 'Bonjour', { localeCode: 'fr' });
    await owner.values.put({ projectId, keyId, localeCode: 'fr', text: 'Bonjour' });
    const { data } = await accept(second.id, 2);
    expect(data.value.version).toBe(2);
    expect(data.proposal.state).toBe('accepted');
  });

  it('a proposal is marked as outdated if the source string has changed', async () => {
    const contributor = await join('contributor');
    await propose(contributor, 'Servus {name}');
    await owner.values.put({ projectId, keyId, localeCode: 'en', text: 'Hello {name}' });
    expect((await open())[0]).toMatchObject({ outdated: true });
  });

  it('lets exactly one of two concurrent calls write', async () => {
    const [one, two] = [await join('contributor'), await join('contributor')];
    const ids = [(await propose(one, 'A {name}')).id, (await propose(two, 'B {name}')).id];
    const codes = await Promise.all(
      ids.map((proposalId) =>
        codeOf(owner.proposals.accept({ projectId, proposalId, version: 1 })),
      ),
    );
    expect(codes.toSorted()).toEqual(['no error', 'version_conflict']);
    expect(await open()).toHaveLength(1);
  });

  it('treats the author of a proposal as the author of the text in reviews', async () => {
    const settings = { whoReviews: 'not_the_author' } as const;
    await tenant.user.client.i18n.projects.update({ projectId, settings });
    const [author, reviewer] = [await join('reviewer'), await join('reviewer')];
    const { id: proposalId } = await propose(author, 'Servus {name}');
    const { data } = await reviewer.i18n.proposals.accept({ projectId, proposalId, version: 1 });
    const review = { projectId, valueId: data.value.id, state: 'reviewed' } as const;
    expect(await codeOf(author.i18n.values.update(review))).toBe('role_forbidden');
    expect(await codeOf(reviewer.i18n.values.update(review))).toBe('no error');
  });
});

describe('i18n.proposals.decline, withdraw and vote', () => {
  it('decline or withdraw an open proposal once, and keep the value', async () => {
    const [contributor, translator] = [await join('contributor'), await join('translator')];
    const before = await valueIn('de');
    const one = await propose(contributor, 'Servus {name}');
    const at = { projectId, proposalId: one.id };
    const { data: declined } = await translator.i18n.proposals.decline(at);
    expect(declined).toMatchObject({ state: 'declined', decidedBy: { id: translator.id } });
    expect(await codeOf(translator.i18n.proposals.decline(at))).toBe('conflict');
    expect(await codeOf(contributor.i18n.proposals.withdraw(at))).toBe('conflict');
    const two = await propose(contributor, 'Moin {name}');
    expect(two.id).not.toBe(one.id);
    const own = { projectId, proposalId: two.id };
    expect(await codeOf(translator.i18n.proposals.withdraw(own))).toBe('role_forbidden');
    expect((await contributor.i18n.proposals.withdraw(own)).data.state).toBe('withdrawn');
    expect(await valueIn('de')).toEqual(before);
    expect(await open()).toEqual([]);
    expect(await open({ state: 'withdrawn' })).toMatchObject([{ id: two.id }]);
  });

  it('count one vote per person, and refuse a vote of the author', async () => {
    const [author, voter] = [await join('contributor'), await join('contributor')];
    const { id: proposalId } = await propose(author, 'Servus {name}');
    const vote = async (by: Pick<Person, 'i18n'>, up: boolean) =>
      (await by.i18n.proposals.vote({ projectId, proposalId, up })).data;
    expect(await vote(voter, true)).toMatchObject({ votes: 1, voted: true });
    expect(await vote(voter, true)).toMatchObject({ votes: 1 });
    expect(await vote(tenant.client, true)).toMatchObject({ votes: 2 });
    expect(await vote(voter, false)).toMatchObject({ votes: 1, voted: false });
    expect(await vote(voter, false)).toMatchObject({ votes: 1 });
    expect(await codeOf(vote(author, true))).toBe('conflict');
    await owner.proposals.decline({ projectId, proposalId });
    expect(await codeOf(vote(voter, true))).toBe('conflict');
  });

  it('refuse proposals of an archived key, which lists omit', async () => {
    const contributor = await join('contributor');
    const { id: proposalId } = await propose(contributor, 'Servus {name}');
    await owner.keys.delete({ projectId, keyId });
    expect(await open()).toEqual([]);
    const at = { projectId, proposalId };
    expect(await codeOf(owner.proposals.decline(at))).toBe('archived');
    expect(await codeOf(contributor.i18n.proposals.withdraw(at))).toBe('archived');
    expect(await codeOf(owner.proposals.vote({ ...at, up: true }))).toBe('archived');
    expect(await codeOf(owner.proposals.accept({ ...at, version: 1 }))).toBe('archived');
    await owner.keys.update({ projectId, keyId, archived: false });
    expect(await open()).toMatchObject([{ id: proposalId }]);
  });
});

describe('the rights to propose and to decide', () => {
  it('let a contributor propose and vote, but write no values', async () => {
    const { i18n } = await join('contributor');
    const other = await join('contributor');
    const { id: proposalId } = await propose(other, 'Moin {name}');
    await i18n.proposals.vote({ projectId, proposalId, up: true });
    const { id: valueId } = await valueIn('de');
    const select = { keyIds: [keyId], locales: ['de'] };
    const at = { projectId, proposalId };
    for (const call of [
      () => i18n.values.put({ projectId, keyId, localeCode: 'de', text: 'x' }),
      () => i18n.values.update({ projectId, valueId, state: 'reviewed' }),
      () => i18n.values.bulk({ projectId, select, action: { clear: {} } }),
      () => i18n.projects.import({ projectId, locale: 'de', content: { hello: 'x' } }),
      () => i18n.proposals.accept({ ...at, version: 1 }),
      () => i18n.proposals.decline(at),
    ]) {
      expect(await codeOf(call())).toBe('role_forbidden');
    }
    expect(await open()).toHaveLength(1);
  });

  it('cover only the locales of a member, for proposals, votes and decisions', async () => {
    const [contributor, translator] = [
      await join('contributor', ['fr']),
      await join('translator', ['de']),
    ];
    const foreign = { needs: { right: 'propose', locale: 'de' }, code: 'role_forbidden' };
    await expect(propose(contributor, 'Servus {name}')).rejects.toMatchObject(foreign);
    const french = await propose(contributor, 'Salut {name}', { localeCode: 'fr' });
    const german = await propose(tenant.client, 'Servus {name}');
    const vote = contributor.i18n.proposals.vote({ projectId, proposalId: german.id, up: true });
    await expect(vote).rejects.toMatchObject(foreign);
    const at = { projectId, proposalId: french.id };
    const needs = { right: 'translate', locale: 'fr' };
    await expect(translator.i18n.proposals.accept({ ...at, version: 0 })).rejects.toMatchObject({
      needs,
    });
    await expect(translator.i18n.proposals.decline(at)).rejects.toMatchObject({ needs });
    await translator.i18n.proposals.accept({ projectId, proposalId: german.id, version: 1 });
  });

  it('let a viewer read proposals, but not propose', async () => {
    const { i18n } = await join('viewer');
    await propose(tenant.client, 'Servus {name}');
    expect((await i18n.proposals.list({ projectId })).data).toHaveLength(1);
    expect(await codeOf(propose({ i18n }, 'Moin {name}'))).toBe('insufficient_scope');
  });
});
