import type { ValuesBulkAction } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { codeOf, createProject, createTenant, type Tenant } from '../../test/build.ts';
import { bring } from '../../test/import.ts';
import { longestTurnInLoops, MEASURED } from '../../test/longest-turn.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await createTenant(app);
});
afterAll(() => app?.close());

/** The longest turn of the event loop, in loops of about 10 ms: 200 ms. */
const MOST_HELD = 20;
const SIZES = [8_000, 95_000];

/** A project with a text of English, and what is there for German. */
async function newProject(en: Record<string, string>, de: Record<string, string> = {}) {
  const project = await createProject(tenant.client);
  await bring(tenant, project, en);
  await bring(tenant, project, de, { locale: 'de' });
  const { data } = await tenant.client.i18n.keys.list({ projectId: project.id });
  return { projectId: project.id, keyId: data[0]!.id };
}

const select = { query: '', locales: ['de'] };
const bulk = (projectId: string, action: ValuesBulkAction) =>
  codeOf(tenant.client.i18n.values.bulk({ projectId, select, action, dryRun: true }));

const PLACES = 'abcdefghijklmnopqrstuvwxyz';

describe.each(SIZES)('work on texts of %i characters', MEASURED, (size) => {
  it.each([
    ['a text', { find: 'b', replaceWith: 'y'.repeat(10_000) }],
    ['long characters', { find: 'b', replaceWith: '😀'.repeat(20) }],
    ['the match', { find: 'b+', replaceWith: '$&'.repeat(5_000), isPattern: true }],
    ['empty groups', { find: '()', replaceWith: '$1'.repeat(5_000), isPattern: true }],
  ])('does not hold the event loop to replace matches by %s', async (_, replace) => {
    const { projectId } = await newProject({ t: 'src' }, { t: 'b'.repeat(size) });
    const codes: string[] = [];
    const turn = await longestTurnInLoops(async () => {
      codes.push(await bulk(projectId, { replace }));
    });
    expect(codes).toEqual(['limit_exceeded']);
    expect(turn).toBeLessThan(MOST_HELD);
  });

  it('does not hold the event loop to copy plurals to a language with more forms', async () => {
    const nested = [...PLACES.slice(0, 8)].reduce(
      (inner, name) => `{${name}, plural, one {y} other {${inner}}}`,
      'x',
    );
    const { projectId } = await newProject({ t: nested.repeat(size / nested.length) });
    await bring(tenant, { id: projectId }, {}, { locale: 'ar' });
    const turn = await longestTurnInLoops(() => bulk(projectId, { copy: { from: 'en' } }));
    expect(turn).toBeLessThan(MOST_HELD);
  });

  it('does not hold the event loop to find terms within terms', async () => {
    const { projectId, keyId } = await newProject({ t: 'あ'.repeat(size) }, {});
    const terms = Array.from({ length: 190 }, (_, at) => `"${'あ'.repeat(at + 1)}","x"`);
    const csv = ['term,de', ...terms].join('\n');
    await tenant.client.i18n.glossary.import({ projectId, csv });
    const text = `${'あ'.repeat(size)}!`;
    const turn = await longestTurnInLoops(async () => {
      await tenant.client.i18n.values.put({ projectId, keyId, localeCode: 'de', text });
      await tenant.client.i18n.keys.suggestions({ projectId, keyId, locale: 'de' });
    });
    expect(turn).toBeLessThan(MOST_HELD);
  });

  it('does not hold the event loop to compare similar texts', async () => {
    const words = Array.from({ length: size / 8 }, (_, at) => `w${(at * 7919) % 9973}`);
    const variant = (at: number) =>
      words.map((word, place) => (place % 3 === at % 3 ? `${word}x${at}` : word)).join(' ');
    const texts = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`k${at}`, variant(at)]));
    const { projectId, keyId } = await newProject(texts, texts);
    const call = { projectId, keyId, locale: 'de' };
    const suggested = () => tenant.client.i18n.keys.suggestions(call);
    await vi.waitFor(async () => expect((await suggested()).data.memory).not.toEqual([]), 60_000);
    expect(await longestTurnInLoops(suggested)).toBeLessThan(MOST_HELD);
  });
});
