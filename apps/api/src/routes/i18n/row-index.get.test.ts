import { findingsToMask } from '@parlance/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { codeOf, createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { ofValue } from '../../../test/content/of-value.ts';
import { runRechecks } from '../../domain/content/check/run-rechecks.ts';
import { insertRechecks } from '../../domain/content/recheck/recheck.store.ts';
import { RowAnswers } from '../../domain/editor/row/row-answers.ts';
import { viewRowIndex } from '../../domain/editor/row/view-row-index.ts';
import { ownerOf, type Principal } from '../../domain/kernel/principal.ts';
import { trustedOwner, trustedProject } from '../../domain/kernel/tenant.ts';
import { readRowState } from '../../domain/project/content-reads/revision.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  tenant = await createTenant(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  projectId = (await createProject(tenant.client)).id;
});

const importTexts = (locale: string, content: Record<string, string>) =>
  tenant.client.i18n.projects.import({ projectId, locale, content });

const TESTER = {
  type: 'api_key',
  id: '00000000-0000-7000-8000-000000000001',
  name: 'Test',
  scopes: [],
  projectIds: null,
  membership: null,
  grants: [],
} as const;

const texts = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) =>
      index % 10 === 0
        ? [
            [`item${index}_one`, 'One'],
            [`item${index}_other`, 'Some'],
          ]
        : [[`key${index}`, `Text ${index}`]],
    ).flat(),
  );

describe('i18n.row-index.get', () => {
  it.each(['', 'key:*5', 'is:missing'])(
    'returns anchors that open the right pages of the filter "%s"',
    async (query) => {
      await importTexts('en', texts(query === '' ? 2050 : 900));
      await importTexts('de', { key5: 'Text' });
      const input = { projectId, locales: ['de'], query };
      const all: string[] = [];
      for await (const row of tenant.client.i18n.rows.listAll({ ...input, limit: 200 })) {
        all.push(row.keyId);
      }
      const { data } = await tenant.client.i18n.rowIndex.get(input);
      expect(data).toMatchObject({ total: all.length, isComplete: true, nextCursor: null });
      expect(data.anchors).toEqual(all.filter((_, index) => index % 200 === 0));
      expect(data.keyIds).toEqual(all.length <= 2000 ? all : undefined);
      for (const [at, cursor] of data.anchors.entries()) {
        const page = await tenant.client.i18n.rows.list({ ...input, cursor, limit: 200 });
        const keyIds = page.data.map((row) => row.keyId);
        expect(keyIds).toEqual(all.slice(at * 200, (at + 1) * 200));
      }
    },
  );

  it('continues where a part of the index ended', async () => {
    await importTexts('en', texts(600));
    const input = { projectId, locales: ['en'] };
    const { data: whole } = await tenant.client.i18n.rowIndex.get(input);
    const place = `${whole.keyIds![299]} 300`;
    const cursor = Buffer.from(place).toString('base64url');
    const { data: rest } = await tenant.client.i18n.rowIndex.get({ ...input, cursor });
    expect(rest).toMatchObject({ total: 600, isComplete: true, anchors: [whole.anchors[2]] });
    expect(rest.keyIds).toEqual(whole.keyIds!.slice(300));
    expect(await codeOf(tenant.client.i18n.rowIndex.get({ ...input, cursor: 'x' }))).toBe(
      'validation_failed',
    );
  });
});

describe('the index of rows', () => {
  it('ends a part at its time limit, and the route continues from the cursor', async () => {
    await importTexts('en', texts(2500));
    const query = { locales: ['en'], query: 'key:*5' };
    const { data: whole } = await tenant.client.i18n.rowIndex.get({ projectId, ...query });
    const principal: Principal = { ...TESTER, organizationId: trustedOwner(tenant.organizationId) };
    const state = await readRowState(app.db, ownerOf(principal), projectId);
    const deps = { ...app.deps, rowAnswers: new RowAnswers() };
    const limits = { signal: new AbortController().signal, maxMs: 0 };
    const part = await viewRowIndex(deps, principal, state, query, limits);
    expect(part.nextCursor).not.toBeNull();
    expect(part.total).toBeGreaterThan(0);
    expect(part.total).toBeLessThan(whole.total);
    const cursor = part.nextCursor!;
    const { data: rest } = await tenant.client.i18n.rowIndex.get({ projectId, ...query, cursor });
    expect(rest).toMatchObject({ total: whole.total, isComplete: true, nextCursor: null });
    expect([...part.anchors, ...rest.anchors]).toEqual(whole.anchors);
    expect([...part.keyIds!, ...rest.keyIds!]).toEqual(whole.keyIds);
  });
});

const paths = [
  'rows?locales=de',
  'row-index?locales=de',
  'counts?locales=de',
  'key-tree',
  'keys?tag=new',
  'values?locale=de&outdated=true',
];

async function get(path: string, etag?: string) {
  const response = await fetch(`${app.url}/v1/i18n/projects/${projectId}/${path}`, {
    headers: {
      authorization: `ApiKey ${tenant.apiKey.token}`,
      ...(etag === undefined ? {} : { 'if-none-match': etag }),
    },
  });
  await response.arrayBuffer();
  return { status: response.status, etag: response.headers.get('etag')! };
}

describe('the ETag of rows, their index, counts, the key tree, keys and values', () => {
  beforeEach(async () => {
    await importTexts('en', { 'menu.open': 'Open', 'menu.close': 'Close' });
    await importTexts('de', { 'menu.open': 'Öffnen' });
    await runRechecks(app.db, trustedProject(projectId));
  });

  it('has no weak form, and leads to a 304 as long as nothing changes', async () => {
    for (const path of paths) {
      const { status, etag } = await get(path);
      expect(status).toBe(200);
      expect(etag).toMatch(/^"[\w-]+.*"$/);
      expect(await get(path, etag)).toEqual({ status: 304, etag });
    }
  });

  const valueId = async () =>
    (await tenant.client.i18n.values.list({ projectId, locale: 'de' })).data[0]!.id!;
  const changes: Record<string, () => Promise<unknown>> = {
    'a value': async () =>
      tenant.client.i18n.values.update({ projectId, valueId: await valueId(), text: 'Auf' }),
    'the source': () => importTexts('en', { 'menu.open': 'Open it' }),
    'a key': async () => {
      const [key] = (await tenant.client.i18n.keys.list({ projectId })).data;
      await tenant.client.i18n.keys.update({ projectId, keyId: key!.id, tags: ['new'] });
    },
    'a locale': () => tenant.client.i18n.locales.create({ projectId, code: 'fr' }),
    'a setting': () =>
      tenant.client.i18n.projects.update({ projectId, settings: { keySeparator: '/' } }),
    'a glossary term': async () => {
      await tenant.client.i18n.glossary.create({
        projectId,
        term: 'Open',
        translations: { de: 'Auf' },
      });
      await runRechecks(app.db, trustedProject(projectId));
    },
    'a finding': async () => {
      const id = await valueId();
      const update = app.db.updateTable('translation_value').where(ofValue(id));
      await update.set({ text: ' Öffnen' }).execute();
      await insertRechecks(app.db, trustedProject(projectId), [
        { reason: 'settings', keyIds: null },
      ]);
      await runRechecks(app.db, trustedProject(projectId));
    },
  };

  it.each(Object.keys(changes))('changes with %s', async (kind) => {
    const before = await Promise.all(paths.map((path) => get(path)));
    await changes[kind]!();
    for (const [at, path] of paths.entries()) {
      const { status, etag } = await get(path, before[at]!.etag);
      expect(status).toBe(200);
      expect(etag).not.toBe(before[at]!.etag);
    }
  });
});

describe('i18n.counts.get', () => {
  it('counts values by state and by finding', async () => {
    await importTexts('en', { a: 'A', b: 'B', c: 'C', files_one: 'File', files_other: 'Files' });
    await importTexts('de', { a: 'Ä', b: 'B' });
    const { data: values } = await tenant.client.i18n.values.list({ projectId, locale: 'de' });
    const [first, second] = values;
    await tenant.client.i18n.values.update({
      projectId,
      valueId: first!.id!,
      state: 'reviewed',
    });
    await app.db
      .updateTable('translation_value')
      .set({
        checks: Number(findingsToMask([{ code: 'identical_to_source' }, { code: 'too_long' }])),
      })
      .where(ofValue(second!.id!))
      .execute();
    await importTexts('en', { a: 'New' });
    const [during] = (await tenant.client.i18n.counts.get({ projectId, locales: ['de'] })).data;
    expect(during!.rechecking).toBe(true);
    await runRechecks(app.db, trustedProject(projectId));
    const { data } = await tenant.client.i18n.counts.get({ projectId, locales: ['de'] });
    expect(data).toEqual([
      {
        locale: 'de',
        missing: 3,
        needsReview: 0,
        machine: 0,
        machineUnreviewed: 0,
        translated: 1,
        reviewed: 1,
        outdated: 1,
        checks: { identical_to_source: 1, too_long: 1, outdated: 1 },
        rechecking: false,
      },
    ]);
    const all = await tenant.client.i18n.counts.get({ projectId });
    expect(all.data.map(({ locale }) => locale)).toEqual(['en', 'de']);
    expect(await codeOf(tenant.client.i18n.counts.get({ projectId, locales: ['fr'] }))).toBe(
      'not_found',
    );
  });
});

describe('i18n.key-tree.list', () => {
  it('lists the next segments with their rows, page by page', async () => {
    await importTexts('en', {
      'menu.open': 'Open',
      'menu.close.all': 'Close all',
      'menu.files_one': 'File',
      'menu.files_other': 'Files',
      title: 'Title',
    });
    const tree = async (prefix?: string) =>
      (await tenant.client.i18n.keyTree.list({ projectId, prefix })).data;
    const [menu, title] = await tree();
    expect(menu).toEqual({ segment: 'menu', keyId: null, prefix: 'menu.', count: 3 });
    expect(title).toMatchObject({ segment: 'title', keyId: expect.any(String), prefix: null });
    const below = await tree('menu.');
    expect(below.map(({ segment, prefix, count }) => [segment, prefix, count])).toEqual([
      ['close', 'menu.close.', 1],
      ['files', null, 1],
      ['open', null, 1],
    ]);
    expect(await tree('nothing')).toEqual([]);
    const segments: string[] = [];
    const input = { projectId, prefix: 'menu.', limit: 1 };
    for await (const { segment } of tenant.client.i18n.keyTree.listAll(input)) {
      segments.push(segment);
    }
    expect(segments).toEqual(['close', 'files', 'open']);
  });

  it('returns one level in a project without a separator', async () => {
    await tenant.client.i18n.projects.update({ projectId, settings: { keySeparator: null } });
    await importTexts('en', { 'menu.open': 'Open' });
    const { data } = await tenant.client.i18n.keyTree.list({ projectId });
    expect(data).toMatchObject([{ segment: 'menu.open', prefix: null, count: 1 }]);
  });
});
