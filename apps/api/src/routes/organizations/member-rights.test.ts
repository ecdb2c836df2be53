import type { Project } from '@parlance/contracts';
import type { Client } from '@parlance/sdk';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { actFor, codeOf, joinOrganization, type Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';

let app: TestApp;
let tenant: Tenant;
let project: Project;
describeProject((given) => {
  ({ app, tenant, project } = given);
});

/** Adds a member to the organization of the project, and returns a client that acts in it. */
async function joinAs(role: 'reviewer' | 'translator', locales: string[] | null): Promise<Client> {
  const user = await joinOrganization(
    ...([tenant.user, tenant.organizationId, role, undefined, locales] as const),
  );
  return actFor(user, tenant.organizationId);
}

const importTexts = async (): Promise<string[]> => {
  const projectId = project.id;
  await tenant.client.i18n.projects.import({
    projectId,
    locale: 'en',
    content: { a: 'One', b: 'Two' },
  });
  for (const code of ['de', 'fr']) {
    await tenant.client.i18n.projects.import({
      projectId,
      locale: code,
      content: { a: `${code} a`, b: `${code} b` },
    });
  }
  return (await tenant.client.i18n.keys.list({ projectId })).data.map(({ id }) => id);
};

const valueIn = async (keyId: string, locale: string) =>
  (await tenant.client.i18n.values.list({ projectId: project.id, locale })).data.find(
    (value) => value.keyId === keyId,
  )!;

const put = (client: Client, keyId: string, localeCode: string, more: object = {}) =>
  client.i18n.values.put({ projectId: project.id, keyId, localeCode, text: 'Text', ...more });

describe('a translator of one locale', () => {
  it('changes values of the locale only', async () => {
    const [a = '', b = ''] = await importTexts();
    const translator = await joinAs('translator', ['de']);
    expect((await put(translator, a, 'de')).data.text).toBe('Text');
    const fr = (await valueIn(a, 'fr')).id!;
    const projectId = project.id;
    const before = await tenant.client.i18n.changes.list({ projectId });
    const foreign = { right: 'translate', locale: 'fr' };
    const select = { keyIds: [a, b], locales: ['de', 'fr'] };
    const clear = { clear: {} };
    const ignored = { valueId: fr, code: 'edge_whitespace', version: 1 };
    for (const call of [
      () => put(translator, a, 'fr'),
      () => translator.i18n.values.update({ projectId, valueId: fr, text: 'x' }),
      () => translator.i18n.values.update({ projectId, valueId: fr, state: 'needs_review' }),
      () => translator.i18n.values.delete({ projectId, valueId: fr }),
      () => translator.i18n.values.bulk({ projectId, select, action: clear }),
      () => translator.i18n.values.bulk({ projectId, select, action: clear, dryRun: true }),
      () => translator.translate.jobs.create({ projectId, targetLocales: ['de', 'fr'] }),
      () => translator.i18n.ignoredChecks.put({ projectId, ...ignored }),
      () => translator.i18n.ignoredChecks.delete({ projectId, ...ignored }),
    ]) {
      await expect(call()).rejects.toMatchObject({
        status: 403,
        code: 'role_forbidden',
        needs: foreign,
      });
    }
    await expect(put(translator, a, 'en')).rejects.toMatchObject({
      code: 'role_forbidden',
      needs: { right: 'content' },
    });
    expect(await tenant.client.i18n.changes.list({ projectId })).toEqual(before);
    const own = { ...select, locales: ['de'] };
    const done = await translator.i18n.values.bulk({ projectId, select: own, action: clear });
    expect(done.data.changed).toBe(2);
  });

  it('can omit other locales from a bulk change on request, and gets an error if no locale is left', async () => {
    const [a = '', b = ''] = await importTexts();
    const translator = await joinAs('translator', ['de']);
    const setText = (locales: string[], dryRun = false) =>
      translator.i18n.values.bulk({
        projectId: project.id,
        select: { keyIds: [a, b], locales },
        dryRun,
        action: { setText: { text: 'Neu', overwrite: true } },
        skipForbidden: true,
      });
    const before = await valueIn(a, 'fr');
    expect((await setText(['en', 'FR', 'de'], true)).data).toMatchObject({ rows: 2, changed: 2 });
    expect((await setText(['en', 'FR', 'de'])).data.changed).toBe(2);
    expect(await valueIn(a, 'fr')).toEqual(before);
    expect((await valueIn(b, 'de')).text).toBe('Neu');
    await expect(setText(['fr'])).rejects.toMatchObject({
      code: 'role_forbidden',
      needs: { right: 'translate', locale: 'fr' },
    });
  });

  it('has the same limits with a personal key', async () => {
    const [a = ''] = await importTexts();
    const user = await joinOrganization(
      ...([tenant.user, tenant.organizationId, 'translator', undefined, ['de']] as const),
    );
    const { data } = await actFor(user, tenant.organizationId).users.apiKeys.create({
      name: 'Own',
      scopes: ['i18n:read', 'i18n:write'],
      expiresAt: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
    });
    const client = app.client(data.token);
    expect(await codeOf(put(client, a, 'de'))).toBe('no error');
    expect(await codeOf(put(client, a, 'fr'))).toBe('role_forbidden');
    expect(await codeOf(client.i18n.keys.create({ projectId: project.id, name: 'c' }))).toBe(
      'role_forbidden',
    );
  });

  it('estimates and translates missing values of the locale if a job names no locale', async () => {
    await importTexts();
    const translator = await joinAs('translator', ['de']);
    const { data: estimate } = await translator.translate.estimate({ projectId: project.id });
    expect(Object.keys(estimate.perLocale)).toEqual(['de']);
    const { data } = await translator.translate.jobs.create({ projectId: project.id });
    expect(data.targetLocales).toEqual(['de']);
  });

  it('reverts only changes that the role allows', async () => {
    const [a = '', b = ''] = await importTexts();
    const translator = await joinAs('translator', ['de']);
    const projectId = project.id;
    const select = { keyIds: [a, b], locales: ['de'] };
    const cleared = await translator.i18n.values.bulk({ projectId, select, action: { clear: {} } });
    await translator.i18n.changes.revert({ projectId, changeId: cleared.data.changeId! });
    expect((await valueIn(a, 'de')).text).toBe('de a');
    const { data: changes } = await tenant.client.i18n.changes.list({ projectId });
    const imports = changes.filter(({ kind }) => kind === 'import');
    expect(imports.length).toBe(3);
    for (const { id: changeId } of imports) {
      const isOwn = changeId === imports[1]!.id;
      expect(await codeOf(translator.i18n.changes.revert({ projectId, changeId }))).toBe(
        isOwn ? 'no error' : 'role_forbidden',
      );
    }
    expect((await valueIn(a, 'fr')).text).toBe('fr a');
  });
});

describe('the locales of a member', () => {
  it('come from the invitation, can be changed, and end with a role without locales', async () => {
    const { organizationId, user } = tenant;
    const invited = await user.client.organizations.invitations.create({
      organizationId,
      email: 'new@example.test',
      role: 'translator',
      localeCodes: ['pt_br'],
    });
    expect(invited.data.localeCodes).toEqual(['pt-BR']);
    const member = await joinOrganization(user, organizationId, 'translator');
    const update = (change: object) =>
      user.client.organizations.members.update({ organizationId, userId: member.id, ...change });
    expect((await update({ localeCodes: ['de', 'fr'] })).data.localeCodes).toEqual(['de', 'fr']);
    const { data: seen } = await member.client.organizations.get({ organizationId });
    expect(seen).toMatchObject({ role: 'translator', localeCodes: ['de', 'fr'] });
    expect((await update({ role: 'reviewer', localeCodes: ['de'] })).data).toMatchObject({
      role: 'reviewer',
      localeCodes: ['de'],
    });
    for (const role of ['contributor', 'translator'] as const) {
      expect((await update({ role })).data).toMatchObject({ role, localeCodes: ['de'] });
    }
    expect((await update({ role: 'developer' })).data.localeCodes).toBe(null);
    expect((await update({ role: 'reviewer' })).data.localeCodes).toBe(null);
    for (const role of ['owner', 'admin', 'developer', 'viewer'] as const) {
      expect(await codeOf(update({ role, localeCodes: ['de'] }))).toBe('validation_failed');
    }
    expect(await codeOf(update({ localeCodes: ['not a locale'] }))).toBe('validation_failed');
    await expect(update({ role: 'translator', localeCodes: ['de', 'english'] })).rejects.toThrow(
      '/localeCodes/1 (english) does not begin with a registered language: did you mean en?',
    );
  });
});

describe('the setting that decides who reviews', () => {
  const setWho = (whoReviews: 'anyone' | 'reviewers' | 'not_the_author') =>
    tenant.client.i18n.projects.update({ projectId: project.id, settings: { whoReviews } });
  const review = async (client: Client, keyId: string) =>
    client.i18n.values.update({
      projectId: project.id,
      valueId: (await valueIn(keyId, 'de')).id!,
      state: 'reviewed',
    });
  const reviewAll = (client: Client, keyIds: string[]) =>
    client.i18n.values.bulk({
      projectId: project.id,
      select: { keyIds, locales: ['de'] },
      action: { setState: { state: 'reviewed' } },
    });

  it('lets a translator review by default', async () => {
    const [a = ''] = await importTexts();
    expect(project.settings.whoReviews).toBe('anyone');
    const translator = await joinAs('translator', null);
    expect((await review(translator, a)).data.state).toBe('reviewed');
  });

  it('lets only a reviewer and a key of the organization review if the project requires a reviewer', async () => {
    const [a = '', b = ''] = await importTexts();
    await setWho('reviewers');
    const translator = await joinAs('translator', null);
    const needs = { right: 'review' };
    for (const call of [
      () => review(translator, a),
      () => put(translator, a, 'de', { state: 'reviewed' }),
      () => reviewAll(translator, [a, b]),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'role_forbidden', needs });
    }
    expect(await codeOf(put(translator, a, 'de', { state: 'translated' }))).toBe('no error');
    expect((await review(await joinAs('reviewer', ['de']), a)).data.state).toBe('reviewed');
    expect((await reviewAll(tenant.client, [a, b])).data.changed).toBe(1);
  });

  it('stops authors from reviewing their own texts if the project forbids such reviews', async () => {
    const [a = '', b = ''] = await importTexts();
    await setWho('not_the_author');
    const author = await joinAs('translator', null);
    const other = await joinAs('translator', null);
    await put(author, a, 'de');
    expect(await codeOf(put(author, a, 'de', { state: 'reviewed' }))).toBe('role_forbidden');
    await expect(put(author, b, 'de', { text: 'New', state: 'reviewed' })).rejects.toMatchObject({
      code: 'role_forbidden',
      needs: { right: 'review' },
    });
    // A change of the state does not make its author the author of the text.
    await put(other, a, 'de', { state: 'needs_review' });
    expect(await codeOf(review(author, a))).toBe('role_forbidden');
    const all = await reviewAll(author, [a, b]);
    expect(all.data).toMatchObject({ changed: 1, skipped: 1 });
    expect((await valueIn(a, 'de')).state).toBe('needs_review');
    expect((await valueIn(b, 'de')).state).toBe('reviewed');
    expect((await review(other, a)).data.state).toBe('reviewed');
  });

  it('treats an author as the same person in a session and with each personal API key', async () => {
    const [a = '', b = ''] = await importTexts();
    await setWho('not_the_author');
    const author = await joinAs('translator', null);
    const createKey = async () => {
      const { data } = await author.users.apiKeys.create({
        name: 'Mine',
        scopes: ['i18n:read', 'i18n:write'],
        expiresAt: new Date(app.clock.now().getTime() + 60_000).toISOString(),
      });
      return app.client(data.token);
    };
    const [withKey, withOtherKey] = [await createKey(), await createKey()];
    await put(author, a, 'de');
    await put(withKey, b, 'de');
    for (const client of [author, withKey, withOtherKey]) {
      expect(await codeOf(review(client, a))).toBe('role_forbidden');
      expect(await codeOf(review(client, b))).toBe('role_forbidden');
      expect((await reviewAll(client, [a, b])).data).toMatchObject({ changed: 0, skipped: 2 });
    }
    const other = await joinAs('translator', null);
    expect((await reviewAll(other, [a, b])).data.changed).toBe(2);
  });

  it('keeps the author of a text when another person restores the text', async () => {
    const [a = ''] = await importTexts();
    await setWho('not_the_author');
    const author = await joinAs('translator', null);
    const other = await joinAs('translator', null);
    await put(author, a, 'de', { text: 'Mine' });
    await put(other, a, 'de', { text: 'Theirs' });
    const { data: changes } = await tenant.client.i18n.changes.list({ projectId: project.id });
    await other.i18n.changes.revert({ projectId: project.id, changeId: changes[0]!.id });
    expect((await valueIn(a, 'de')).text).toBe('Mine');
    expect(await codeOf(review(author, a))).toBe('role_forbidden');
  });

  it('counts a revert of another person’s change as a review, but not a revert of one’s own change', async () => {
    const [a = ''] = await importTexts();
    const projectId = project.id;
    const reviewer = await joinAs('reviewer', null);
    const translator = await joinAs('translator', null);
    const lastChange = async () =>
      (await tenant.client.i18n.changes.list({ projectId })).data[0]!.id;
    const revertAs = (client: Client, changeId: string) =>
      client.i18n.changes.revert({ projectId, changeId });
    await put(translator, a, 'de', { text: 'Mine' });
    for (const who of ['reviewers', 'not_the_author'] as const) {
      await setWho(who);
      await review(reviewer, a);
      await put(reviewer, a, 'de', { text: 'Mine', state: 'needs_review' });
      const changeId = await lastChange();
      await expect(revertAs(translator, changeId)).rejects.toMatchObject({
        code: 'role_forbidden',
        needs: { right: 'review' },
      });
      const dryRun = translator.i18n.changes.revert({ projectId, changeId, dryRun: true });
      expect(await codeOf(dryRun)).toBe('role_forbidden');
      expect((await valueIn(a, 'de')).state).toBe('needs_review');
      expect((await revertAs(reviewer, changeId)).data.counts.values).toBe(1);
      expect((await valueIn(a, 'de')).state).toBe('reviewed');
      await put(translator, a, 'de', { text: 'By mistake' });
      await revertAs(translator, await lastChange());
      expect(await valueIn(a, 'de')).toMatchObject({ text: 'Mine', state: 'reviewed' });
    }
  });
});
