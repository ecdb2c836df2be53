import type { ValuesBulkAction } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { codeOf, createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { bring } from '../../../test/content/import.ts';
import { type MeasuredApp, startMeasuredApp } from '../../../test/measure/measured-app.ts';

let app: MeasuredApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startMeasuredApp({ MT_ENGINES: 'pseudo' });
  tenant = await createTenant(app);
});
afterAll(() => app?.close());

const MIB = 1024 * 1024;

async function newProject(en: Record<string, string>, de: Record<string, string> = {}) {
  const project = await createProject(tenant.client);
  await bring(tenant, project, en);
  await bring(tenant, project, de, { locale: 'de' });
  const { data } = await tenant.client.i18n.keys.list({ projectId: project.id });
  return { projectId: project.id, keyId: data[0]!.id };
}

const bulk = (projectId: string, action: ValuesBulkAction, locale = 'de') => {
  const select = { query: '', locales: [locale] };
  return codeOf(tenant.client.i18n.values.bulk({ projectId, select, action, dryRun: true }));
};

describe.each([8_000, 95_000])('work on texts of %i characters', (size) => {
  it.each([
    ['a text', { find: 'b', replaceWith: 'y'.repeat(10_000) }],
    ['long characters', { find: 'b', replaceWith: '😀'.repeat(20) }],
    ['the match', { find: 'b+', replaceWith: '$&'.repeat(5_000), isPattern: true }],
    ['empty groups', { find: '()', replaceWith: '$1'.repeat(5_000), isPattern: true }],
  ])(
    'does not block the event loop or retain memory when it replaces matches by %s',
    async (_, replace) => {
      const { projectId } = await newProject({ t: 'src' }, { t: 'b'.repeat(size) });
      const before = await app.usedBytes();
      const codes = new Set<string>();
      await app.expectShortTurns(async () => {
        codes.add(await bulk(projectId, { replace }));
      });
      expect([...codes]).toEqual(['limit_exceeded']);
      await eventually(async () => expect((await app.usedBytes()) - before).toBeLessThan(16 * MIB));
    },
  );

  it('does not block the event loop when plurals are copied to a language with more forms', async () => {
    const nested = [...'abcdefgh'].reduce(
      (inner, name) => `{${name}, plural, one {y} other {${inner}}}`,
      'x',
    );
    const { projectId } = await newProject({ t: nested.repeat(size / nested.length) });
    await bring(tenant, { id: projectId }, {}, { locale: 'ar' });
    const copy = { copy: { from: 'en' } };
    await app.expectShortTurns(() => bulk(projectId, copy, 'ar'));
  });

  it('does not block the event loop when glossary terms contain each other', async () => {
    const { projectId, keyId } = await newProject({ t: 'あ'.repeat(size) }, {});
    const terms = Array.from({ length: 190 }, (_, index) => `"${'あ'.repeat(index + 1)}","x"`);
    const csv = ['term,de', ...terms].join('\n');
    await tenant.client.i18n.glossary.import({ projectId, csv });
    await app.expectShortTurns(async (attempt) => {
      const text = `${'あ'.repeat(size)}${attempt}`;
      await tenant.client.i18n.values.put({ projectId, keyId, localeCode: 'de', text });
      await tenant.client.i18n.keys.suggestions({ projectId, keyId, locale: 'de' });
    });
  });

  it('does not block the event loop when similar texts are compared', async () => {
    const words = Array.from({ length: size / 8 }, (_, index) => `w${(index * 7919) % 9973}`);
    const variant = (at: number) =>
      words.map((word, place) => (place % 3 === at % 3 ? `${word}x${at}` : word)).join(' ');
    const texts = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`k${index}`, variant(index)]),
    );
    const { projectId, keyId } = await newProject(texts, texts);
    const suggested = () => tenant.client.i18n.keys.suggestions({ projectId, keyId, locale: 'de' });
    await eventually(async () => expect((await suggested()).data.memory).not.toEqual([]));
    await app.expectShortTurns(suggested);
  });
});
