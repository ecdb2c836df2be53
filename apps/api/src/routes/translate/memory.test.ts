import { beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import {
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { createScriptedEngine, directoryOf } from '../../../test/engines/scripted-engine.ts';
import { indexMemory } from '../../domain/translation/memory/index-memory.ts';

const engine = createScriptedEngine();
let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject(
  (given) => {
    ({ app, tenant, projectId } = given);
  },
  { hasOwnTenant: true, overrides: { engines: directoryOf(engine) } },
);
beforeEach(async () => {
  engine.calls.length = 0;
});

/** Writes source texts that the translation memory has not yet indexed. */
const write = async (
  pairs: Record<string, readonly [en: string, es: string]>,
  into = projectId,
  { i18n: { projects } } = tenant.client,
): Promise<void> => {
  const of = (at: 0 | 1) =>
    Object.fromEntries(Object.entries(pairs).map(([key, pair]) => [key, pair[at]]));
  await projects.import({ projectId: into, locale: 'en', content: of(0) });
  await projects.import({ projectId: into, locale: 'es', content: of(1) });
};
const learn = async (...pairs: Parameters<typeof write>): Promise<void> => {
  await write(...pairs);
  await indexMemory(app.deps, new AbortController().signal);
};
const translate = async (text: string, client = tenant.client) =>
  (await client.translate.text({ text, sourceLocale: 'en', targetLocale: 'es' })).data;
const search = async (text: string, options = {}, client = tenant.client) =>
  (
    await client.translate.memory.search({
      text,
      sourceLocale: 'en',
      targetLocale: 'es',
      ...options,
    })
  ).data;

describe('a new translation of a person', () => {
  const body = { strings: ['Save', 'Send it'], sourceLocale: 'en', targetLocales: ['es'] };

  test('appears in a call', async () => {
    await write({ a: ['Save', 'Guardar'] });
    expect((await translate('Save')).text).toBe('Guardar');
  });

  test('appears in an estimate', async () => {
    await write({ a: ['Save', 'Guardar'] });
    const { data } = await tenant.client.translate.estimate(body);
    expect(data).toMatchObject({ memoryHits: 1, billableUnits: 7 });
  });

  test('appears in the estimate of missing values of a project', async () => {
    await write({ a: ['Save', 'Guardar'] });
    const { id } = await createProject(tenant.client);
    await tenant.client.i18n.locales.create({ projectId: id, code: 'es' });
    const content = { x: 'Save' };
    await tenant.client.i18n.projects.import({ projectId: id, locale: 'en', content });
    const { data } = await tenant.client.translate.estimate({ projectId: id });
    expect(data).toMatchObject({ memoryHits: 1, billableUnits: 0 });
  });

  test('appears in a job', async () => {
    await write({ a: ['Save', 'Guardar'] });
    const { data } = await tenant.client.translate.jobs.create(body, { waitSeconds: 30 });
    expect(data.usage).toMatchObject({ memoryHits: 1, billedUnits: 7 });
  });

  test('stays hidden from other organizations, and does not appear after its project is archived', async () => {
    const other = await createTenant(app);
    const { id: archived } = await createProject(tenant.client);
    for (const [client, project] of [
      [other.client, (await createProject(other.client)).id],
      [tenant.client, archived],
    ] as const) {
      await write({ a: ['Save', 'Guardar'] }, project, client);
    }
    await tenant.client.i18n.projects.delete({ projectId: archived });
    expect((await translate('Save')).usage.memoryHits).toBe(0);
  });
});

describe('a translation of a person', () => {
  test('replaces an engine call for the same text, even with other placeholders, and costs nothing', async () => {
    await learn({ a: ['Hello {name}!', '¡Hola, {name}!'] });
    expect(await translate('Hello {name}!')).toMatchObject({
      text: '¡Hola, {name}!',
      usage: { units: 13, billedUnits: 0, memoryHits: 1, engineCalls: 0, engine: null },
    });
    expect((await translate('Hello %s!')).text).toBe('¡Hola, %s!');
    expect(engine.calls).toEqual([]);
  });

  test('takes precedence in its project over newer translations of other projects', async () => {
    await learn({ verb: ['Open', 'Abrir'] });
    const other = await createProject(tenant.client);
    await learn({ adjective: ['Open', 'Abierto'] }, other.id);
    const textIn = async (project: string | undefined) => {
      const call = { text: 'Open', sourceLocale: 'en', targetLocale: 'es', projectId: project };
      return (await tenant.client.translate.text(call)).data.text;
    };
    expect(await textIn(projectId)).toBe('Abrir');
    expect(await textIn(other.id)).toBe('Abierto');
    expect(await textIn(undefined)).toBe('Abierto');
  });

  test('fills in a value of another project, which then has the origin memory', async () => {
    await learn({ a: ['Save', 'Guardar'] });
    const other = await createProject(tenant.client);
    const { data } = await tenant.client.i18n.projects.import({
      projectId: other.id,
      locale: 'en',
      targetLocales: ['es'],
      translateMissing: true,
      content: { x: 'Save', y: 'Open' },
    });
    expect(data.translation!.usage).toEqual({
      units: 8,
      billedUnits: 4,
      engineCalls: 1,
      memoryHits: 1,
      engine: 'scripted',
    });
    const values = await tenant.client.i18n.values.list({ projectId: other.id, locale: 'es' });
    expect(values.data).toMatchObject([
      { key: 'x', text: 'Guardar', origin: 'memory', state: 'needs_review' },
      { key: 'y', text: 'OPEN', origin: 'machine' },
    ]);
    const result = await tenant.client.translate.jobs.result({ jobId: data.translation!.id });
    expect(result.data.locales.es!.items.map((item) => item.engine)).toEqual([
      'memory',
      'scripted',
    ]);
  });

  test('has the same price in an estimate as in a call', async () => {
    await learn({ a: ['Save', 'Guardar'] });
    const body = { strings: ['Save', 'Save', 'Open'], sourceLocale: 'en', targetLocales: ['es'] };
    const { data } = await tenant.client.translate.estimate(body);
    expect(data).toMatchObject({ units: 12, billableUnits: 4, memoryHits: 2 });
    const { usage } = (await tenant.client.translate.multilingual(body)).data;
    expect(usage).toMatchObject({ units: 12, billedUnits: 4, memoryHits: 2 });
  });

  test('includes a machine translation once a person has approved it', async () => {
    await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      targetLocales: ['es'],
      translateMissing: true,
      content: { a: 'Good morning' },
    });
    await indexMemory(app.deps, new AbortController().signal);
    expect(await search('Good morning')).toEqual([]);
    const { data } = await tenant.client.i18n.values.list({ projectId, locale: 'es' });
    await tenant.client.i18n.values.update({
      projectId,
      valueId: data[0]!.id!,
      state: 'reviewed',
    });
    expect(await search('Good morning')).toMatchObject([{ score: 1, target: 'GOOD MORNING' }]);
  });

  test('disappears from the translation memory when its source text changes', async () => {
    await learn({ a: ['Save', 'Guardar'] });
    await learn({ a: ['Store', 'Guardar'] });
    await tenant.client.i18n.projects.import({ projectId, locale: 'en', content: { a: 'Keep' } });
    await indexMemory(app.deps, new AbortController().signal);
    for (const text of ['Save', 'Store', 'Keep']) expect(await search(text)).toEqual([]);
  });

  test('stays inside its organization', async () => {
    await learn({ a: ['Save all files', 'Guardar todos los archivos'] });
    const stranger = await createTenant(app);
    expect((await translate('Save all files', stranger.client)).text).toBe('SAVE ALL FILES');
    expect(await search('Save all files', {}, stranger.client)).toEqual([]);
  });

  test('stays hidden from a key of another project and from a key that may not read', async () => {
    await learn({ a: ['Save', 'Guardar'] });
    const other = await createProject(tenant.client);
    const bound = await createApiKeyFor(tenant.user, undefined, { projectIds: [other.id] });
    expect((await translate('Save', bound.client)).text).toBe('SAVE');
    expect(await search('Save', {}, bound.client)).toEqual([]);
    const blind = await createApiKeyFor(tenant.user, ['translate:write', 'translate:read']);
    expect((await translate('Save', blind.client)).text).toBe('SAVE');
    expect(await codeOf(search('Save', {}, blind.client))).toBe('insufficient_scope');
  });
});

describe('translate.memory.search', () => {
  beforeEach(() =>
    learn({
      one: ['Delete the project', 'Eliminar el proyecto'],
      two: ['Delete the projects', 'Eliminar los proyectos'],
      three: ['Sign in to continue', 'Inicie sesión para continuar'],
      four: ['Delete {name} now', 'Eliminar {name} ahora'],
    }),
  );

  test('finds similar texts, best first', async () => {
    const found = await search('Delete the project');
    expect(found).toMatchObject([
      {
        score: 1,
        source: 'Delete the project',
        target: 'Eliminar el proyecto',
        projectId,
        key: 'one',
      },
      { source: 'Delete the projects', key: 'two' },
    ]);
    expect(found[1]!.score).toBeLessThan(0.98);
  });

  test('treats all placeholders as equal', async () => {
    expect(await search('Delete %s now')).toMatchObject([{ score: 0.98, key: 'four' }]);
  });

  test('omits texts below the minimum similarity and texts beyond the limit', async () => {
    expect(await search('Delete the project', { minScore: 1 })).toHaveLength(1);
    expect(await search('Delete the project', { limit: 1 })).toHaveLength(1);
    expect(await search('Something else entirely')).toEqual([]);
  });

  test('searches in one project on request', async () => {
    const other = await createProject(tenant.client);
    expect(await search('Delete the project', { projectId: other.id })).toEqual([]);
    expect(await search('Delete the project', { projectId })).not.toEqual([]);
    const missing = search('x', { projectId: '00000000-0000-7000-8000-000000000000' });
    expect(await codeOf(missing)).toBe('not_found');
  });
});
