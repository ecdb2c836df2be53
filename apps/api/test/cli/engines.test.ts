import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Payments } from '../../src/deps.ts';
import { startTestApp } from '../app/app.ts';
import { createTenant } from '../app/build.ts';
import { type OpenaiServer, startOpenaiServer } from '../engines/openai-server.ts';
import { World } from './world.ts';

let server: OpenaiServer;
let world: World;
beforeAll(async () => {
  server = await startOpenaiServer();
  world = await World.start(engineOf(server));
});
afterAll(async () => {
  await world.close();
  await server.close();
});

const engineOf = ({ url, options }: OpenaiServer) => ({
  MT_ENGINES: 'openai-compatible,pseudo',
  OPENAI_BASE_URL: `${url}/v1`,
  OPENAI_MODEL: options.model,
});

async function createReviewed(): Promise<string> {
  const projectId = await world.createProject({ a: 'Save {x}', b: 'Open', c: 'Close', d: 'Copy' });
  await world.translate(projectId, {
    a: ['Save~de {x}', 'reviewed'],
    b: ['Auf', 'reviewed'],
    c: ['Zu', 'translated'],
    d: ['Kopie', 'reviewed'],
  });
  return projectId;
}

describe('parlance engines compare', () => {
  it('compares engines with approved translations, in a table and in a file', async () => {
    const projectId = await createReviewed();
    const clone = world.clone(projectId);
    const engines = ['--engine', 'openai-compatible', '--engine', 'pseudo'];
    const { exit, json } = await clone.run('engines', 'compare', ...engines, '--out', 'r.json');
    expect(exit).toBe(0);
    const { results } = json.data as { results: { chrF: number }[] };
    const [model, pseudo] = results;
    expect(model).toMatchObject({
      locale: 'de',
      engine: 'openai-compatible',
      texts: 3,
      equal: 1,
      broken: 0,
      failed: 0,
      units: 16,
    });
    expect(model!.chrF).toBeGreaterThan(pseudo!.chrF);
    expect(clone.json('r.json')).toEqual({ results });
    await clone.run('engines', 'compare', ...engines, '--out', 'r.csv');
    expect(clone.read('r.csv')).toMatch(
      /^locale,engine,texts,chrF,equal,broken,failed,units,error\nde,openai-compatible,3,/,
    );
    await clone.run('engines', 'compare', ...engines, '--out', 'r.md');
    expect(clone.read('r.md')).toContain('| de | openai-compatible | 3 |');
    expect(await world.texts(projectId, 'de')).toMatchObject({ b: 'Auf', c: 'Zu' });
  });

  it('uses the engines of the project, and uses the same sample of texts each time', async () => {
    const projectId = await createReviewed();
    const { translation } = world.tenant.client.i18n;
    await translation.update({ projectId, locales: { de: { engines: ['pseudo'] } } });
    const clone = world.clone(projectId);
    const compare = async () => (await clone.run('engines', 'compare', '--sample', '2')).json.data;
    const first = await compare();
    expect(first.results).toMatchObject([{ engine: 'pseudo', texts: 2 }]);
    expect(await compare()).toEqual(first);
  });

  it('prints the number of texts and units without a translation with --dry-run', async () => {
    const projectId = await createReviewed();
    const asked = server.requests.length;
    const { json } = await world
      .clone(projectId)
      .run(
        'engines',
        'compare',
        '--engine',
        'openai-compatible',
        '--engine',
        'pseudo',
        '--dry-run',
      );
    expect(json.data).toEqual({ texts: 3, units: 32 });
    expect(server.requests).toHaveLength(asked);
  });

  it('refuses an unwritable file before any translation', async () => {
    const clone = world.clone(await createReviewed());
    clone.write('r.json/file', '');
    const asked = server.requests.length;
    for (const [file, reason] of [
      ['r.json/file/r.md', 'a part of its folder is a file'],
      ['r.json', 'illegal operation on a directory'],
    ] as const) {
      const { exit, json } = await clone.run('engines', 'compare', '--out', file);
      expect(exit).toBe(2);
      expect(json.errors).toMatchObject([{ file, message: `Cannot write ${file}: ${reason}.` }]);
    }
    expect(server.requests).toHaveLength(asked);
    const out = ['--out', 'none/r.md'];
    const unknown = await clone.run('engines', 'compare', ...out, '--engine', 'nonsense');
    expect([unknown.exit, existsSync(join(clone.root, 'none'))]).toEqual([2, false]);
    const written = await clone.run('engines', 'compare', ...out, '--engine', 'pseudo');
    expect([written.exit, clone.read('none/r.md')]).toEqual([0, expect.stringContaining('pseudo')]);
  });

  it('prints and writes the comparisons that were completed before the credits were used up', async () => {
    const payments = { packs: [], monthlyCredits: 20, returnUrl: '' } as unknown as Payments;
    const app = await startTestApp({ env: engineOf(server), overrides: { payments } });
    const billed = new World(app, await createTenant(app));
    const projectId = await billed.createProject({ a: 'Save', b: 'Open the file' });
    await billed.tenant.client.i18n.locales.create({ projectId, code: 'fr' });
    for (const locale of ['de', 'fr']) {
      await billed.translate(projectId, { a: ['x', 'reviewed'], b: ['y', 'reviewed'] }, locale);
    }
    const clone = billed.clone(projectId);
    const flags = ['--engine', 'openai-compatible', '--out', 'r.json'];
    const { exit, json } = await clone.run('engines', 'compare', ...flags);
    expect(exit).toBe(1);
    expect(json.errors).toMatchObject([
      { code: 'insufficient_credits' },
      { code: 'partly_done', message: '2 of 4 translations were compared.' },
    ]);
    expect(json.data.results).toMatchObject([{ locale: 'de', texts: 2 }]);
    expect(clone.json('r.json')).toEqual({ results: json.data.results });
    const refused = await clone.run('engines', 'compare', '--engine', 'openai-compatible');
    expect(refused.json.errors).toMatchObject([{ code: 'insufficient_credits' }]);
    await billed.close();
  });

  it('omits a locale without approved texts, and warns of that locale', async () => {
    const projectId = await createReviewed();
    await world.tenant.client.i18n.locales.create({ projectId, code: 'fr' });
    const { json } = await world.clone(projectId).run('engines', 'compare', '--engine', 'pseudo');
    expect(json.data.results).toMatchObject([{ locale: 'de' }]);
    expect(json.warnings).toMatchObject([{ message: 'fr has no approved text.' }]);
  });

  it('refuses another file format, an unknown locale, an empty sample and a project without approved texts', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const clone = world.clone(projectId);
    for (const flags of [['--out', 'r.xlsx'], ['--locale', 'fr'], ['--sample', '0'], []]) {
      const { exit } = await clone.run('engines', 'compare', ...flags);
      expect(exit, flags.join(' ')).toBe(2);
    }
  });
});

describe('parlance translate --renewable', () => {
  it('lists and renews texts that were translated with other settings', async () => {
    const projectId = await world.createProject({ e: 'Print {x}', f: 'Share' });
    const { translation } = world.tenant.client.i18n;
    await translation.update({ projectId, engines: ['openai-compatible'] });
    const clone = world.clone(projectId);
    await clone.run('translate');
    expect(await world.texts(projectId, 'de')).toEqual({ e: 'Print~de {x}', f: 'Share~de' });
    await translation.update({ projectId, instructions: 'Be short.' });
    const asked = server.requests.length;
    const estimate = async () => (await clone.runWith({}, 'translate', '--estimate')).out;
    expect(await estimate()).toContain(
      'Texts made with other settings: 2. `--renewable` translates them again.',
    );
    await clone.run('translate');
    expect(server.requests).toHaveLength(asked);
    await clone.run('translate', '--renewable');
    expect(server.requests[asked]!.text).toContain('Be short.');
    expect(await estimate()).not.toContain('--renewable');
  });
});
