import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import {
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { bring } from '../../../test/content/import.ts';
import { createScriptedEngine, directoryOf } from '../../../test/engines/scripted-engine.ts';
import { indexMemory } from '../../domain/translation/memory/index-memory.ts';
import { EngineError } from '../../providers/mt/engine.ts';

const held = Promise.withResolvers<void>();
const quick = createScriptedEngine({ id: 'quick' });
const slow = createScriptedEngine({
  id: 'slow',
  say: (body) => `slow ${body}`,
  readiness: async () => {
    await held.promise;
    return { status: 'ready' };
  },
});
const broken = createScriptedEngine({
  id: 'broken',
  answer: async () => {
    throw new EngineError('engine_auth', 'the key is wrong');
  },
});

let app: TestApp;
let tenant: Tenant;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp({
    works: false,
    overrides: { engines: directoryOf(quick, slow, broken) },
  });
  tenant = await createTenant(app);
  const memory = await createProject(tenant.client);
  await bring(tenant, memory, {
    same: 'Save the file',
    placeholder: 'Hello {user}',
    like: 'Save the large file now',
    other: 'Entirely different words',
  });
  await bring(
    tenant,
    memory,
    { same: 'Datei sichern', placeholder: 'Hallo {user}', like: 'Große Datei jetzt sichern' },
    { locale: 'de' },
  );
  const project = await createProject(tenant.client);
  projectId = project.id;
  await bring(tenant, project, {
    greeting: 'Hello {name}',
    item_one: '{{count}} file',
    item_other: '{{count}} files',
    save: 'Save the file',
  });
  await bring(tenant, project, { save: 'Eigener Text', item_few: '' }, { locale: 'de' });
  await tenant.client.i18n.glossary.create({
    projectId,
    term: 'file',
    translations: { de: 'Datei' },
  });
  await tenant.client.i18n.glossary.create({ projectId, term: 'Save', doNotTranslate: true });
  await indexMemory(app.deps, new AbortController().signal);
});
afterAll(() => app.close());

const keyIdOf = async (name: string): Promise<string> =>
  (await tenant.client.i18n.keys.list({ projectId })).data.find((key) => key.name === name)!.id;

async function suggest(name: string, more: { locale?: string; engines?: string[] } = {}) {
  const keyId = await keyIdOf(name);
  const { keys } = tenant.client.i18n;
  return (await keys.suggestions({ projectId, keyId, locale: 'de', ...more })).data;
}

describe('i18n.keys.suggestions', () => {
  it('finds equal and similar source strings, best first, without the value itself', async () => {
    const { memory, sourceText, locale } = await suggest('save');
    expect([sourceText, locale]).toEqual(['Save the file', 'de']);
    expect(memory).toMatchObject([
      { score: 1, text: 'Datei sichern', key: 'same', fits: true },
      { text: 'Große Datei jetzt sichern', key: 'like' },
    ]);
    expect(memory[0]!.sourceDiff).toEqual([{ kind: 'same', text: 'Save the file' }]);
    expect(memory[1]!.sourceDiff).toEqual([
      { kind: 'same', text: 'Save the ' },
      { kind: 'removed', text: 'large ' },
      { kind: 'same', text: 'file' },
      { kind: 'removed', text: ' now' },
    ]);
  });

  it('puts the placeholders of the key into an earlier translation', async () => {
    const { memory } = await suggest('greeting');
    expect(memory).toMatchObject([{ score: 0.98, text: 'Hallo {name}', fits: true }]);
  });

  it('finds glossary terms with their positions', async () => {
    const { terms } = await suggest('save');
    expect(terms).toMatchObject([
      { start: 0, end: 4, source: 'Save', target: null },
      { start: 9, end: 13, source: 'file', target: 'Datei' },
    ]);
  });

  it('calls each named engine separately, and reports the engines that fail', async () => {
    const { engines } = await suggest('item_other', { engines: ['quick', 'broken', 'none'] });
    expect(engines).toMatchObject([
      { engine: 'quick', text: expect.stringContaining('{{count}}'), usage: { engine: 'quick' } },
      {
        engine: 'broken',
        text: null,
        usage: null,
        error: { code: expect.stringMatching(/^engine_/) },
      },
      { engine: 'none', text: null, error: { code: expect.any(String) } },
    ]);
    expect(engines[0]!.usage!.units).toBe('{{count}} files'.length);
    const { data } = await tenant.client.usage.get({});
    expect(data.totals.units).toBe('{{count}} files'.length);
  });

  it('sends known suggestions immediately, and suggestions of engines as they arrive', async () => {
    const keyId = await keyIdOf('save');
    const response = await fetch(
      `${app.url}/v1/i18n/projects/${projectId}/keys/${keyId}/suggestions`,
      {
        method: 'POST',
        headers: {
          Authorization: `ApiKey ${tenant.apiKey.token}`,
          'Content-Type': 'application/json',
          Accept: 'application/x-ndjson',
        },
        body: JSON.stringify({ locale: 'de', engines: ['slow', 'quick'] }),
      },
    );
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const lines: { engine?: string; memory?: unknown[] }[] = [];
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop()!;
      lines.push(...parts.map((line) => JSON.parse(line)));
      if (lines.length === 2) held.resolve();
    }
    expect(lines.map(({ engine }) => engine)).toEqual([undefined, 'quick', 'slow']);
    expect(lines[0]!.memory).toHaveLength(2);
  });

  it('returns no translations or terms for the source locale, and refuses unknown keys and locales', async () => {
    expect(await suggest('save', { locale: 'en' })).toMatchObject({ memory: [], terms: [] });
    expect(await codeOf(suggest('save', { locale: 'fr' }))).toBe('not_found');
    const { keys } = tenant.client.i18n;
    const keyId = crypto.randomUUID();
    expect(await codeOf(keys.suggestions({ projectId, keyId, locale: 'de' }))).toBe('not_found');
  });

  it('calls engines only for a caller who may translate', async () => {
    const { token } = await createApiKeyFor(tenant.user, ['i18n:read']);
    const { keys } = app.client(token).i18n;
    const at = { projectId, keyId: await keyIdOf('save'), locale: 'de' };
    expect((await keys.suggestions(at)).data.memory).toHaveLength(2);
    expect(await codeOf(keys.suggestions({ ...at, engines: ['quick'] }))).toBe(
      'insufficient_scope',
    );
  });
});
