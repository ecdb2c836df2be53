import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { findBundle } from '../../domain/release/bundle.store.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await createTenant(app);
  projectId = await releasedProject();
});
afterAll(() => app.close());

async function releasedProject(): Promise<string> {
  const { id } = await createProject(tenant.client);
  await tenant.client.i18n.projects.import({
    projectId: id,
    locale: 'en',
    targetLocales: ['de'],
    content: { menu: { open: 'Open {name}', items: ['One', 'Two'] }, __proto__x: 'x' },
  });
  await tenant.client.i18n.releases.create({ projectId: id, environment: 'production' });
  return id;
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const request = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get(`${app.url}/v1/i18n/bundles/${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
      response.on('error', reject);
    }).on('error', reject);
  });

const json = ({ body }: Answer): Record<string, unknown> => JSON.parse(body.toString());

describe('i18n.bundles.get', () => {
  it('returns the latest release in the envelope, nested, without credentials', async () => {
    const answer = await request(`${projectId}/production/en`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json(answer)).toEqual({
      data: {
        projectId,
        environment: 'production',
        locale: 'en',
        release: { id: expect.any(String), version: 1, publishedAt: expect.any(String) },
        messages: { menu: { open: 'Open {name}', items: ['One', 'Two'] }, __proto__x: 'x' },
      },
      meta: {},
    });
  });

  it('returns the bare messages, flat or nested, in the form that loaders expect', async () => {
    const flat = await request(`${projectId}/production/en?shape=flat&envelope=false`);
    expect(json(flat)).toEqual({
      'menu.open': 'Open {name}',
      'menu.items[0]': 'One',
      'menu.items[1]': 'Two',
      __proto__x: 'x',
    });
    const nested = await request(`${projectId}/production/en?envelope=false&v=42`);
    expect(json(nested).menu).toEqual({ open: 'Open {name}', items: ['One', 'Two'] });
  });

  it('returns the same bytes from the cache as the first time, in each encoding', async () => {
    const path = `${projectId}/production/de`;
    const plain = await request(path);
    for (const [accept, decode] of [
      ['br, gzip', brotliDecompressSync],
      ['gzip', gunzipSync],
      ['identity', (body: Buffer) => body],
    ] as const) {
      const first = await request(path, { 'accept-encoding': accept });
      const again = await request(path, { 'accept-encoding': accept });
      expect(decode(first.body).equals(plain.body)).toBe(true);
      expect(again.body.equals(first.body)).toBe(true);
      expect(again.headers.etag).toBe(first.headers.etag);
    }
    expect(
      (await request(path, { 'accept-encoding': 'gzip;q=0, br;q=0' })).headers,
    ).not.toHaveProperty('content-encoding');
  });

  it('answers 304 without a body if the client has the current content', async () => {
    const path = `${projectId}/production/en`;
    const { headers } = await request(path, { 'accept-encoding': 'br' });
    for (const tag of [headers.etag as string, `W/${headers.etag}`, `"x", ${headers.etag}`, '*']) {
      const answer = await request(path, { 'if-none-match': tag });
      expect(answer.status).toBe(304);
      expect(answer.body.length).toBe(0);
      expect(answer.headers['cache-control']).toContain('max-age=60');
    }
    expect((await request(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('allows any origin, and never allows credentials', async () => {
    for (let turn = 0; turn < 2; turn++) {
      const { headers } = await request(`${projectId}/production/en?turn=${turn}`, {
        origin: 'https://app.example',
      });
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('falls back from a region to its language, and returns the locale of the language', async () => {
    const answer = await request(`${projectId}/production/de-AT`);
    expect(json(answer).data).toMatchObject({ locale: 'de' });
    expect((await request(`${projectId}/production/de_at`)).status).toBe(200);
    expect((await request(`${projectId}/production/it`)).status).toBe(404);
  });

  it.each([
    ['zh-Hans', ['zh-CN', 'zh-SG', 'zh', 'zh-Hans-CN'], ['zh-TW', 'zh-Hant']],
    ['zh-TW', ['zh-Hant', 'zh-HK', 'zh-Hant-TW'], ['zh-CN', 'zh']],
    ['no', ['nb', 'nb-NO', 'no-NO', 'nn'], ['da']],
    ['nb', ['no', 'no-NO', 'nn'], ['da']],
    ['es-419', ['es-MX', 'es-AR'], ['es', 'es-ES']],
    ['pt-PT', ['pt-AO'], ['pt', 'pt-BR']],
    ['en-GB', ['en-AU', 'en-001'], ['en-US']],
  ])(
    'serves the locale %s for the requested locales %j, as CLDR resolves the locales',
    async (released, found, missing) => {
      const { id } = await createProject(tenant.client, { sourceLocale: 'xh' });
      const content = { a: 'A' };
      await tenant.client.i18n.projects.import({ projectId: id, locale: 'xh', content });
      await tenant.client.i18n.projects.import({ projectId: id, locale: released, content });
      await tenant.client.i18n.releases.create({ projectId: id, environment: 'production' });
      for (const locale of found) {
        const { data } = json(await request(`${id}/production/${locale}`));
        expect([locale, data]).toEqual([locale, expect.objectContaining({ locale: released })]);
      }
      for (const locale of missing) {
        const { status } = await request(`${id}/production/${locale}`);
        expect([locale, status]).toEqual([locale, 404]);
      }
    },
  );

  it('fills missing messages of a locale from its fallback locales, in their order', async () => {
    const { id } = await createProject(tenant.client);
    const texts: Record<string, Record<string, string>> = {
      en: { a: 'en', b: 'en', c: 'en', d: 'en' },
      es: { a: 'es', b: 'es', c: 'es' },
      'es-419': { a: 'es-419', b: 'es-419' },
      'es-MX': { a: 'es-MX' },
      no: { a: 'no', b: 'no' },
      nb: { a: 'nb' },
      sr: { b: 'sr' },
      'sr-Latn': { a: 'sr-Latn' },
    };
    for (const [locale, content] of Object.entries(texts)) {
      await tenant.client.i18n.projects.import({ projectId: id, locale, content });
    }
    await tenant.client.i18n.releases.create({ projectId: id, environment: 'production' });
    const textsIn = async (locale: string) =>
      Object.values(json(await request(`${id}/production/${locale}?envelope=false`)));
    expect(await textsIn('es-MX')).toEqual(['es-MX', 'es-419', 'es', 'en']);
    expect(await textsIn('nb-NO')).toEqual(['nb', 'no', 'en', 'en']);
    expect(await textsIn('sr-Latn')).toEqual(['sr-Latn', 'en', 'en', 'en']);
  });

  it('lets caches keep a pinned version permanently', async () => {
    const { headers } = await request(`${projectId}/production/en?release=1`);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await request(`${projectId}/production/en?release=2`)).status).toBe(404);
  });

  it('returns a new release', async () => {
    const id = await releasedProject();
    await request(`${id}/production/en`);
    await tenant.client.i18n.releases.create({ projectId: id, environment: 'production' });
    const version = async () => {
      const { data } = json(await request(`${id}/production/en`)) as {
        data: { release: { version: number } };
      };
      return data.release.version;
    };
    await expect.poll(version).toBe(2);
  });

  it('returns no older release and no mixture of releases while new releases are published', async () => {
    const { id } = await createProject(tenant.client);
    const publish = async (n: number): Promise<void> => {
      const content = { a: `${n}`, b: `${n}` };
      await tenant.client.i18n.projects.import({ projectId: id, locale: 'en', content });
      await tenant.client.i18n.releases.create({ projectId: id, environment: 'production' });
    };
    await publish(0);
    let isOver = false;
    const reading = (async () => {
      let latest = 0;
      while (!isOver) {
        const { a, b } = json(await request(`${id}/production/en?envelope=false`));
        expect(a).toBe(b);
        expect(Number(a)).toBeGreaterThanOrEqual(latest);
        latest = Number(a);
      }
    })();
    for (let n = 1; n <= 8; n++) await publish(n);
    isOver = true;
    await reading;
  });

  it('answers 404 for an unknown address, and answers 422 for an invalid parameter', async () => {
    const none = '01a1fb58-0000-7000-8000-000000000000';
    const codes = [
      [`${none}/production/en`, 404],
      [`${projectId}/staging/en`, 404],
      [`${projectId}/production/not%20a%20tag`, 422],
      [`${projectId}/production/en?shape=round`, 422],
      [`${projectId}/production/en?release=2147483647`, 404],
      [`${projectId}/production/en?release=2147483648`, 422],
      [`${projectId}/production/%00`, 404],
      ['not-an-id/production/en', 404],
    ] as const;
    for (const [path, status] of codes)
      expect([path, (await request(path)).status]).toEqual([path, status]);
    const { detail } = json(await request('website/production/en')) as { detail: string };
    expect(detail).toContain('takes the id of a project, not its slug');
  });

  it('answers 410 after another process stopped delivery', async () => {
    const id = await releasedProject();
    expect((await request(`${id}/production/en`)).status).toBe(200);
    await app.db
      .updateTable('project')
      .set({ delivery_stopped_at: new Date() })
      .where('id', '=', id)
      .execute();
    await sql`select pg_notify('parlance_release', ${id})`.execute(app.db);
    await expect.poll(async () => (await request(`${id}/production/en`)).status).toBe(410);
  });
});

it('a bundle lookup succeeds if a release of all locales is published between its queries', async () => {
  const id = await releasedProject();
  const publish = (locales?: string[]) =>
    tenant.client.i18n.releases.create({
      projectId: id,
      environment: 'production',
      ...(locales && { locales }),
    });
  await publish(['de']);
  let isPublished = false;
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isPublished && result.rows[0]?.version === 2) {
        isPublished = true;
        await publish();
      }
      return result;
    },
  });
  const address = { projectId: id, environment: 'production', version: null, prefix: null };
  const found = await findBundle(db, { ...address, locale: 'en' });
  expect(isPublished).toBe(true);
  expect([found.locale, found.release.version]).toEqual(['en', 1]);
});
