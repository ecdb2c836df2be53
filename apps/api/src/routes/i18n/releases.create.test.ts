import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { codeOf, createTenant, type Tenant } from '../../../test/app/build.ts';
import { describePublishedShop } from '../../../test/content/published-shop.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
const { publish, messages, emptyProject } = describePublishedShop((given) => {
  ({ app, tenant, projectId } = given);
});

describe('i18n.releases.create', () => {
  it('publishes every enabled locale, with the source text in place of missing texts', async () => {
    const { data } = await publish({ note: 'first' });
    expect(data).toMatchObject({ version: 1, environment: 'production', note: 'first' });
    expect(data.createdBy).toMatchObject({ type: 'api_key', name: 'Test key' });
    expect(data.locales.map(({ code, keys }) => [code, keys])).toEqual([
      ['de', 3],
      ['en', 3],
      ['fr', 3],
    ]);
    expect(await messages('de')).toEqual({
      'menu.open': 'Öffnen',
      'menu.close': 'Close',
      title: 'Title',
    });
  });

  describe('of plural families', () => {
    const formsIn = async (locale: string): Promise<Record<string, string>> => {
      const all = (await messages(locale)) as Record<string, string>;
      return Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith('item')));
    };

    beforeEach(async () => {
      await tenant.client.i18n.projects.import({
        projectId,
        locale: 'en',
        targetLocales: ['ru', 'ja'],
        content: { item_one: 'an item', item_other: '{{count}} items' },
      });
    });

    it('publishes each plural form that a language needs, derived from `other` if the source lacks it', async () => {
      await publish();
      expect(await formsIn('ru')).toEqual({
        item_one: 'an item',
        item_other: '{{count}} items',
        item_few: '{{count}} items',
        item_many: '{{count}} items',
      });
      expect(await formsIn('en')).toEqual({ item_one: 'an item', item_other: '{{count}} items' });
      expect(await formsIn('ja')).toEqual({ item_one: 'an item', item_other: '{{count}} items' });
    });

    it('publishes translated plural forms, and derives a form that the source lacks from the language’s own `other`', async () => {
      await tenant.client.i18n.projects.import({
        projectId,
        locale: 'ru',
        content: { item_few: '{{count}} предмета', item_other: '{{count}} предмет' },
      });
      await publish();
      expect(await formsIn('ru')).toEqual({
        item_one: 'an item',
        item_few: '{{count}} предмета',
        item_many: '{{count}} предмет',
        item_other: '{{count}} предмет',
      });
    });

    it('omits missing forms if there is no fallback', async () => {
      await tenant.client.i18n.environments.create({ projectId, name: 'Bare', fallback: 'none' });
      await publish({ environment: 'bare' });
      const url = `${app.url}/v1/i18n/bundles/${projectId}/bare/ru?envelope=false`;
      expect(await (await fetch(url)).json()).toEqual({});
    });
  });

  it('keeps the key separator of a release after the project changes it, even when the release is published again', async () => {
    const { data: first } = await publish();
    await tenant.client.i18n.projects.update({ projectId, settings: { keySeparator: null } });
    const nested = async (version: number): Promise<unknown> => {
      const other = await startTestApp({ connectionString: app.connectionString, works: false });
      try {
        const path = `/v1/i18n/bundles/${projectId}/production/en?envelope=false`;
        return await (await fetch(`${other.url}${path}&release=${version}`)).json();
      } finally {
        await other.close();
      }
    };
    const tree = { menu: { open: 'Open', close: 'Close' }, title: 'Title' };
    expect(await nested(1)).toEqual(tree);
    await publish();
    expect(await nested(2)).toEqual(await messages('en'));
    await publish({ fromReleaseId: first.id });
    expect(await nested(3)).toEqual(tree);
  });

  it('publishes every character with the same bytes as JSON.stringify', async () => {
    const units = Array.from({ length: 0xffff }, (_, index) => String.fromCharCode(index + 1));
    const characters = units.filter((unit) => unit.isWellFormed()).join('');
    const content = { plain: characters, 'q"\\/\u0001\u007f\u2028é😀': '😀\u{10ffff}', empty: '' };
    projectId = await emptyProject();
    await tenant.client.i18n.projects.import({ projectId, locale: 'en', content });
    const { data } = await publish();
    const bytes = Buffer.from(JSON.stringify(content));
    expect(data.locales).toMatchObject([
      {
        keys: 3,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      },
    ]);
    const url = `${app.url}/v1/i18n/bundles/${projectId}/production/en?shape=flat&envelope=false`;
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('publishes a locale without messages as an empty object, and publishes a large locale completely', async () => {
    const text = 'No two of these are alike. '.repeat(50);
    const many = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`k${index}`, text + index]),
    );
    projectId = await emptyProject();
    expect((await publish()).data.locales).toMatchObject([{ code: 'en', keys: 0, bytes: 2 }]);
    expect(await messages('en')).toEqual({});
    await tenant.client.i18n.projects.import({ projectId, locale: 'en', content: many });
    const { data } = await publish();
    expect(data.locales).toMatchObject([{ bytes: JSON.stringify(many).length }]);
    expect(await messages('en')).toEqual(many);
  });

  it('publishes one release of an environment at a time, and refuses concurrent releases', async () => {
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => publish()));
    const versions = all.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value.data.version] : [],
    );
    const codes = all.flatMap((result) =>
      result.status === 'rejected' ? [result.reason.code] : [],
    );
    expect(versions.sort((a, b) => a - b)).toEqual(versions.map((_, index) => index + 1));
    expect(versions.length).toBeGreaterThan(0);
    expect(new Set(codes)).toEqual(new Set(['conflict']));
    expect((await publish()).data.version).toBe(versions.length + 1);
  });

  it('publishes a release that later edits do not change', async () => {
    await publish();
    await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      content: { title: 'New' },
    });
    expect(await messages('en')).toMatchObject({ title: 'Title' });
    await publish();
    expect(await messages('en')).toMatchObject({ title: 'New' });
    expect(await messages('en', 1)).toMatchObject({ title: 'Title' });
  });

  it('gives equal content the same digest, and gives changed content another digest', async () => {
    const digests = async () =>
      new Map((await publish()).data.locales.map(({ code, sha256 }) => [code, sha256]));
    const first = await digests();
    expect(await digests()).toEqual(first);
    await tenant.client.i18n.projects.import({
      projectId,
      locale: 'de',
      content: { title: 'Titel' },
    });
    const third = await digests();
    expect(third.get('en')).toBe(first.get('en'));
    expect(third.get('de')).not.toBe(first.get('de'));
  });

  it('rejects unknown environments, locales and projects', async () => {
    expect(await codeOf(publish({ environment: 'nowhere' }))).toBe('not_found');
    expect(await codeOf(publish({ locales: ['it'] }))).toBe('validation_failed');
    expect(await codeOf(publish({ locales: ['!!'] }))).toBe('validation_failed');
    const stranger = await createTenant(app);
    const foreign = stranger.client.i18n.releases.create({ projectId, environment: 'production' });
    expect(await codeOf(foreign)).toBe('not_found');
  });

  it('writes an entry of the audit log', async () => {
    const { data } = await publish();
    const row = await app.db
      .selectFrom('audit_log')
      .where('organization_id', '=', tenant.organizationId)
      .where('target_id', '=', data.id)
      .select(['action', 'actor_type'])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ action: 'release.publish', actor_type: 'api_key' });
  });
});

describe('i18n.releases.list', () => {
  it('lists the newest release first, page by page', async () => {
    for (let version = 1; version <= 3; version++) await publish();
    const first = await tenant.client.i18n.releases.list({ projectId, limit: 2 });
    expect(first.data.map(({ version }) => version)).toEqual([3, 2]);
    const second = await tenant.client.i18n.releases.list({
      projectId,
      limit: 2,
      cursor: first.meta.nextCursor!,
    });
    expect(second.data.map(({ version }) => version)).toEqual([1]);
    expect(second.meta.nextCursor).toBeNull();
  });
});

describe('i18n.releases.diff', () => {
  it('lists the messages that were added, removed and changed since the previous version', async () => {
    await publish();
    await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      prune: true,
      content: { menu: { open: 'Open it' }, title: 'Title', footer: 'Footer' },
    });
    const { data: release } = await publish();
    const { data } = await tenant.client.i18n.releases.diff({
      projectId,
      releaseId: release.id,
      locale: 'en',
    });
    expect(data).toEqual([
      { key: 'footer', change: 'added', before: null, after: 'Footer' },
      { key: 'menu.close', change: 'removed', before: 'Close', after: null },
      { key: 'menu.open', change: 'changed', before: 'Open', after: 'Open it' },
    ]);
    const page = await tenant.client.i18n.releases.diff({
      projectId,
      releaseId: release.id,
      locale: 'en',
      limit: 2,
    });
    expect(page.data).toEqual(data.slice(0, 2));
    const rest = await tenant.client.i18n.releases.diff({
      projectId,
      releaseId: release.id,
      locale: 'en',
      cursor: page.meta.nextCursor!,
    });
    expect(rest.data).toEqual(data.slice(2));
  });

  it('returns no messages for releases with the same content', async () => {
    await publish();
    const { data: release } = await publish();
    const diff = { projectId, releaseId: release.id, locale: 'de' };
    expect((await tenant.client.i18n.releases.diff(diff)).data).toEqual([]);
  });
});
