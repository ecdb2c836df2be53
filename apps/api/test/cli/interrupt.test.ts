import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { startTestApp } from '../app/app.ts';
import { createTenant } from '../app/build.ts';
import { createGate, createScriptedEngine, directoryOf } from '../engines/scripted-engine.ts';
import { World } from './world.ts';

const engine = createScriptedEngine();
let world: World;
beforeAll(async () => {
  const app = await startTestApp({ overrides: { engines: directoryOf(engine) } });
  world = new World(app, await createTenant(app));
});
afterAll(() => world.close());

describe('a command that waits for a job', () => {
  /** Interrupts a command once the engine has received the strings. */
  const interrupt = async (...argv: string[]) => {
    // Uses another text each time. Otherwise, the translation memory would answer instead of the engine.
    const projectId = await world.createProject({ a: argv.join(' ') });
    const clone = world.clone(projectId);
    const gate = createGate();
    engine.script = { answer: gate.answer };
    const controller = new AbortController();
    const { signal } = controller;
    const started = engine.calls.length;
    const running = clone.runWith({ signal }, ...argv, '--json');
    await eventually(() => expect(engine.calls.length).toBe(started + 1));
    controller.abort();
    const { exit, json } = await running;
    const job = json.data.job as { id: string };
    return { exit, gate, job, message: json.errors[0]!.message };
  };
  const statusOf = async (jobId: string) =>
    (await world.tenant.client.translate.jobs.get({ jobId })).data.status;

  it('does not end the job at Ctrl-C, and names the job', async () => {
    const { exit, gate, job, message } = await interrupt('translate');
    expect(exit).toBe(130);
    expect(message).toContain(`Job ${job.id} goes on`);
    gate.open();
    await eventually(async () => expect(await statusOf(job.id)).toBe('completed'));
  });

  it('cancels the job at Ctrl-C with --cancel-on-interrupt', async () => {
    const { exit, job, message } = await interrupt('translate', '--cancel-on-interrupt');
    expect([exit, message]).toEqual([130, `Interrupted. Job ${job.id} was cancelled.`]);
    expect(await statusOf(job.id)).toBe('cancelled');
  });
});

it('Ctrl-C ends a check without a server', async () => {
  const clone = world.clone('none');
  clone.write('locales/en.json', { a: 'A' });
  const controller = new AbortController();
  const running = clone.runWith({ signal: controller.signal }, 'check', '--offline', '--json');
  controller.abort();
  const { exit, json } = await running;
  expect([exit, json.errors[0]!.code]).toEqual([130, 'interrupted']);
});

it('--timeout ends a command with exit code 5', async () => {
  const clone = world.clone(await world.createProject({ a: 'A' }));
  const { exit, json } = await clone.run('pull', '--timeout', '0.001');
  expect([exit, json.errors[0]!.code]).toEqual([5, 'timeout']);
  expect((await clone.run('pull', '--timeout', '60')).exit).toBe(0);
  expect((await clone.run('pull', '--timeout', 'soon')).exit).toBe(2);
});

it('push --keep-going sends the other locales after a refused locale, and exits with code 6', async () => {
  const projectId = await world.createProject({ a: 'A' });
  const clone = world.clone(projectId, {
    files: [
      { path: 'locales/{locale}.json', shape: 'flat' },
      { path: 'more/{locale}.json', shape: 'flat', prefix: 'more.' },
    ],
  });
  clone.write('locales/en.json', { a: 'A' });
  clone.write('locales/fr.json', { a: 'A fr' });
  // With the prefix, the name exceeds the maximum length of a name.
  clone.write('more/de.json', { ['k'.repeat(2_048)]: 'x' });
  const stopped = await clone.run('push', '--all');
  expect([stopped.exit, await world.texts(projectId, 'fr')]).toEqual([1, {}]);
  const { exit, json } = await clone.run('push', '--all', '--keep-going');
  expect([exit, json.errors[0]!.message]).toEqual([6, expect.stringMatching(/^de: /)]);
  expect(json.data.pushed).toMatchObject([{ locale: 'fr', created: 1 }]);
  expect(await world.texts(projectId, 'fr')).toEqual({ a: 'A fr' });
  clone.write('more/de.json', { k: 'x' });
  expect((await clone.run('push', '--all', '--keep-going')).exit).toBe(0);
  expect(await world.texts(projectId, 'de')).toEqual({ 'more.k': 'x' });
});
