import type { Release } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { auditActions, codeOf, type Tenant } from '../../../test/app/build.ts';
import { sendRaw } from '../../../test/app/refusal.ts';
import { describePublishedShop } from '../../../test/content/published-shop.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
const { publish, messages } = describePublishedShop((given) => {
  ({ app, tenant, projectId } = given);
});

describe('i18n.releases.create', () => {
  it('reuses the stored content of earlier releases of any environment', async () => {
    await tenant.client.i18n.environments.create({ projectId, name: 'Staging' });
    const first = (await publish()).data;
    await publish({ locales: ['de'] });
    await app.db
      .updateTable('translation_value')
      .set({ text: 'Made again' })
      .where('project_id', '=', projectId)
      .execute();
    const { data: promoted } = await tenant.client.i18n.releases.create({
      projectId,
      environment: 'staging',
    });
    expect(promoted.locales).toEqual(first.locales);
  });

  it('publishes an earlier release again as a rollback', async () => {
    const first = (await publish()).data;
    await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      content: { title: 'Bad' },
    });
    await publish();
    const third = (await publish({ fromReleaseId: first.id })).data;
    expect(third.version).toBe(3);
    expect(third.locales).toEqual(first.locales);
    expect(third.fromRelease).toEqual({ id: first.id, version: 1, environment: 'production' });
    const { data: list } = await tenant.client.i18n.releases.list({ projectId });
    expect(list.map(({ fromRelease }) => fromRelease?.version ?? null)).toEqual([1, null, null]);
    expect(await messages('en')).toMatchObject({ title: 'Title' });
  });

  it('omits locales of an earlier release that have been disabled, and apps keep their last release', async () => {
    const { data: first } = await publish();
    const { data: french } = await publish({ locales: ['fr'] });
    await tenant.client.i18n.locales.update({ projectId, localeCode: 'fr', enabled: false });
    const { data: third } = await publish({ fromReleaseId: first.id });
    expect(third.locales.map(({ code }) => code)).toEqual(['de', 'en']);
    const kept = await fetch(`${app.url}/v1/i18n/bundles/${projectId}/production/fr`);
    expect(await kept.json()).toMatchObject({ data: { release: { id: french.id, version: 2 } } });
    expect(await codeOf(publish({ fromReleaseId: french.id }))).toBe('validation_failed');
    const named = publish({ fromReleaseId: first.id, locales: ['fr'] });
    expect(await codeOf(named)).toBe('validation_failed');
  });

  it('fills missing values of a region from its language before the source locale', async () => {
    const bring = (locale: string, content: Record<string, string>) =>
      tenant.client.i18n.projects.import({ projectId, locale, content });
    await bring('de-AT', { title: 'Titel' });
    await bring('zh', { title: '标题' });
    await bring('zh-TW', { 'menu.open': '開啟' });
    await publish();
    expect(await messages('de-AT')).toEqual({
      'menu.open': 'Öffnen',
      'menu.close': 'Close',
      title: 'Titel',
    });
    expect(await messages('zh-TW')).toMatchObject({ 'menu.open': '開啟', title: 'Title' });
    await bring('de', { 'menu.open': 'Aufmachen' });
    await publish();
    expect(await messages('de-AT')).toMatchObject({ 'menu.open': 'Aufmachen' });
    await tenant.client.i18n.locales.update({ projectId, localeCode: 'de', enabled: false });
    await publish();
    expect(await messages('de-AT')).toMatchObject({ 'menu.open': 'Open' });
  });

  describe('of some of the locales', () => {
    const versionOf = async (locale: string): Promise<number | string> => {
      const url = `${app.url}/v1/i18n/bundles/${projectId}/production/${locale}`;
      const answer = (await (await fetch(url)).json()) as {
        data?: { release: Release };
        code: string;
      };
      return answer.data?.release.version ?? answer.code;
    };

    it('keeps the last published content of the other locales', async () => {
      await publish();
      await tenant.client.i18n.projects.import({
        projectId,
        locale: 'en',
        content: { title: 'Name' },
      });
      await publish({ locales: ['de'] });
      await publish({ locales: ['de'] });
      expect(await Promise.all(['de', 'en', 'fr-CA'].map(versionOf))).toEqual([3, 1, 1]);
      expect(await messages('en')).toMatchObject({ title: 'Title' });
      const pinned = `${app.url}/v1/i18n/bundles/${projectId}/production/en?release=2`;
      expect((await fetch(pinned)).status).toBe(404);
    });

    it('compares the release with the content that readers of each locale had', async () => {
      await publish();
      await publish({ locales: ['de'] });
      await tenant.client.i18n.projects.import({
        projectId,
        locale: 'en',
        content: { title: 'Name' },
      });
      const { data: release } = await publish({ locales: ['en'] });
      const diff = { projectId, releaseId: release.id };
      expect((await tenant.client.i18n.releases.diff({ ...diff, locale: 'en' })).data).toEqual([
        { key: 'title', change: 'changed', before: 'Title', after: 'Name' },
      ]);
      const untouched = tenant.client.i18n.releases.diff({ ...diff, locale: 'de' });
      expect(await codeOf(untouched)).toBe('not_found');
    });

    it('publishes all enabled locales on request, and a disabled locale keeps its version', async () => {
      await publish();
      await publish({ locales: ['de'] });
      await tenant.client.i18n.locales.update({ projectId, localeCode: 'fr', enabled: false });
      await publish({ locales: ['en', 'de'] });
      expect(await Promise.all(['en', 'de', 'fr'].map(versionOf))).toEqual([3, 3, 1]);
    });

    it('publishes only these locales of an earlier release', async () => {
      const { data: first } = await publish();
      await publish();
      await publish({ fromReleaseId: first.id, locales: ['de'] });
      expect(await Promise.all(['de', 'en'].map(versionOf))).toEqual([3, 2]);
    });
  });

  describe('with skipUnchanged', () => {
    const skip = (input: Record<string, unknown> = {}) =>
      publish({ skipUnchanged: true, ...input }).then(({ data }) => data);
    const bring = (locale: string, title: string) =>
      tenant.client.i18n.projects.import({ projectId, locale, content: { title } });

    it('answers 200 with the live release if nothing would change, and publishes otherwise', async () => {
      const first = await skip({ note: 'first' });
      expect(first).toMatchObject({ version: 1, note: 'first' });
      const { checks, ...same } = await skip({ note: 'again' });
      expect({ ...same, checks }).toEqual(first);
      const body = JSON.stringify({ environment: 'production', skipUnchanged: true });
      const path = `/v1/i18n/projects/${projectId}/releases`;
      const type = { 'Content-Type': 'application/json' };
      expect((await sendRaw(app, tenant, path, body, type)).status).toBe(200);
      expect(await auditActions(app, first.id)).toEqual(['release.publish']);
      await bring('de', 'Titel');
      expect((await skip()).version).toBe(2);
      await bring('de', 'Überschrift');
      await bring('de', 'Titel');
      expect((await skip()).version).toBe(2);
      expect((await publish()).data.version).toBe(3);
    });

    it('publishes to another environment or with another separator, but not if only a locale was disabled', async () => {
      await skip();
      await tenant.client.i18n.environments.create({ projectId, name: 'Staging' });
      expect((await skip({ environment: 'staging' })).environment).toBe('staging');
      await tenant.client.i18n.projects.update({ projectId, settings: { keySeparator: '/' } });
      expect((await skip()).version).toBe(2);
      await tenant.client.i18n.locales.update({ projectId, localeCode: 'fr', enabled: false });
      expect((await skip()).version).toBe(2);
    });

    it('compares each locale with its last published content', async () => {
      const first = await skip();
      await bring('de', 'Titel');
      expect((await skip({ locales: ['fr'] })).version).toBe(1);
      expect((await skip({ locales: ['de'] })).version).toBe(2);
      expect((await skip()).version).toBe(2);
      expect((await skip({ fromReleaseId: first.id })).version).toBe(3);
      expect((await skip({ fromReleaseId: first.id })).version).toBe(3);
      expect((await skip({ fromReleaseId: first.id, locales: ['en'] })).version).toBe(3);
    });

    it('fails if a finding has the severity of failOn', async () => {
      await tenant.client.i18n.projects.import({ projectId, locale: 'en', content: { n: '{x}' } });
      await tenant.client.i18n.projects.import({ projectId, locale: 'de', content: { n: 'y' } });
      await skip();
      expect(await codeOf(skip({ failOn: 'error' }))).toBe('checks_failed');
    });
  });
});
