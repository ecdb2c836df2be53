import { Worker } from 'node:worker_threads';
import { RUNTIME_NAMES } from '@parlance/messages';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import type { TestApp } from '../../../../test/app/app.ts';
import { codeOf, createProject, type Tenant } from '../../../../test/app/build.ts';
import { describeProject } from '../../../../test/app/describe-project.ts';
import { type ProjectRef, trustedProject } from '../../kernel/tenant.ts';
import type { MessageCall } from '../message/call-in-thread.ts';
import type { CheckOptions } from '../message/message-functions.ts';
import { hasRechecks } from '../recheck/recheck.store.ts';
import { runRechecks } from './run-rechecks.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: ProjectRef;
describeProject(
  (given) => {
    ({ app, tenant } = given);
    projectId = trustedProject(given.projectId);
  },
  { works: false },
);

const set = async (runtimes: string[] | null) =>
  (await tenant.client.i18n.projects.update({ projectId, settings: { runtimes } })).data.settings;

/** Texts of the project. The service checks that many values only in a thread. */
const TEXTS = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`key${index}`, 'Save']));

const importTexts = (locale: string) =>
  tenant.client.i18n.projects.import({ projectId, locale, content: TEXTS });

/** Records the runtimes of the texts that are checked in threads. */
function runtimesInThreads(): () => (readonly string[])[] {
  const post = vi.spyOn(Worker.prototype, 'postMessage').mockClear();
  onTestFinished(() => post.mockRestore());
  return () => {
    const options = post.mock.calls.flatMap(([call]) => {
      const { name, args } = call as MessageCall;
      if (name === 'verifyPairs')
        return (args[0] as [[string, string, CheckOptions]]).map((pair) => pair[2]);
      return name === 'verifyMessage' ? [args[2] as CheckOptions] : [];
    });
    post.mockClear();
    return options.map(({ runtimes }) => runtimes);
  };
}

describe('the setting `runtimes`', () => {
  it('defaults to null, even in a project that is older than the setting', async () => {
    const { data } = await tenant.client.i18n.projects.get({ projectId });
    expect(data.settings.runtimes).toBeNull();
    const { runtimes: _, ...old } = data.settings;
    await app.db
      .updateTable('project')
      .set({ settings: JSON.stringify(old) })
      .where('id', '=', projectId)
      .execute();
    expect(
      (await tenant.client.i18n.projects.get({ projectId })).data.settings.runtimes,
    ).toBeNull();
    expect(await set(null)).toEqual(data.settings);
    expect(await hasRechecks(app.db, projectId)).toBe(false);
  });

  it('defaults to `flutter` in a new Flutter project, unless the request sets another value', async () => {
    const created = async (settings: object) =>
      (await createProject(tenant.client, { settings })).settings.runtimes;
    expect(await created({ messageFormat: 'flutter' })).toEqual(['flutter']);
    expect(await created({ messageFormat: 'flutter', runtimes: null })).toBeNull();
    expect(await created({ messageFormat: 'icu' })).toBeNull();
  });

  it('keeps the given order, and passes to a new child project', async () => {
    const lists = fc.uniqueArray(fc.constantFrom(...RUNTIME_NAMES), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(lists, async (runtimes) => {
        expect((await set(runtimes)).runtimes).toEqual(runtimes);
      }),
      { numRuns: testRuns(5) },
    );
    await set(['vue-i18n', 'android']);
    const child = await tenant.client.i18n.children.create({ projectId, name: 'Child' });
    expect(child.data.settings.runtimes).toEqual(['vue-i18n', 'android']);
    expect((await set(null)).runtimes).toBeNull();
  });

  it('rejects an unknown name, and the error contains the name', async () => {
    const settings = { runtimes: ['android', 'vue-i19n'] };
    const calls = [
      () => tenant.client.i18n.projects.update({ projectId, settings }),
      () => tenant.client.i18n.projects.create({ name: 'Other', sourceLocale: 'en', settings }),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [
          { path: '/settings/runtimes/1', message: expect.stringMatching(/“vue-i19n”.*vue-i18n/) },
        ],
      });
    }
    for (const runtimes of [[], ['qt', 'qt'], ['__proto__'], ['toString']]) {
      expect(await codeOf(set(runtimes))).toBe('validation_failed');
    }
  });

  it('reaches every check: after a write, for a long text, and after a change of the setting', async () => {
    const taken = runtimesInThreads();
    await importTexts('en');
    await set(['android']);
    await runRechecks(app.db, projectId);
    taken();
    await importTexts('de');
    expect(taken()).toEqual(Object.keys(TEXTS).map(() => ['android']));
    await set(['android']);
    expect(await hasRechecks(app.db, projectId)).toBe(false);
    await set(['qt', 'apple']);
    expect(await hasRechecks(app.db, projectId)).toBe(true);
    await runRechecks(app.db, projectId);
    const ofRecheck = taken();
    expect(ofRecheck.length).toBeGreaterThanOrEqual(Object.keys(TEXTS).length);
    expect(new Set(ofRecheck.map(String))).toEqual(new Set(['qt,apple']));

    const [value] = (await tenant.client.i18n.values.list({ projectId, locale: 'de' })).data;
    await tenant.client.i18n.values.update({
      projectId,
      valueId: value!.id!,
      text: 'x'.repeat(9_000),
    });
    expect(taken()).toEqual([['qt', 'apple']]);
  });

  it('causes a finding in a source string that a library refuses, and causes none in its translations', async () => {
    const { id } = await createProject(tenant.client);
    const own = trustedProject(id);
    const write = (locale: string, text: string) =>
      tenant.client.i18n.projects.import({ projectId: id, locale, content: { mail: text } });
    const found = async () => {
      const { data } = await tenant.client.i18n.values.list({
        projectId: id,
        check: 'runtime_refused',
      });
      return data.map(({ locale }) => locale);
    };
    await write('en', 'Write to me@example.org');
    await write('de', 'Schreib an me@example.org');
    expect(await found()).toEqual([]);
    const settings = { runtimes: ['vue-i18n'] };
    const preview = await tenant.client.i18n.findings.preview({ projectId: id, ...settings });
    expect(preview.data.added).toEqual({ runtime_refused: 1 });
    await tenant.client.i18n.projects.update({ projectId: id, settings });
    await runRechecks(app.db, own);
    expect(await found()).toEqual(['en']);
    const { data } = await tenant.client.i18n.values.list({ projectId: id, locale: 'en' });
    const at = { projectId: id, valueId: data[0]!.id! };
    const { fix } = (await tenant.client.i18n.findings.get(at)).data.findings[0]!;
    expect(fix?.text).toBe("Write to me{'@'}example.org");
    await tenant.client.i18n.values.update({ ...at, text: fix!.text });
    await runRechecks(app.db, own);
    expect(await found()).toEqual(['de']);
    await tenant.client.i18n.projects.update({ projectId: id, settings: { runtimes: null } });
    await runRechecks(app.db, own);
    expect(await found()).toEqual([]);
  });

  it('keeps a name that only a newer version knows, and the checks ignore this name', async () => {
    const { settings } = await createProject(tenant.client);
    await app.db
      .updateTable('project')
      .set({ settings: JSON.stringify({ ...settings, runtimes: ['invented', 'qt'] }) })
      .where('id', '=', projectId)
      .execute();
    const taken = runtimesInThreads();
    await importTexts('en');
    taken();
    await importTexts('de');
    expect(new Set(taken().map(String))).toEqual(new Set(['qt']));
    const { data } = await tenant.client.i18n.projects.get({ projectId });
    expect(data.settings.runtimes).toEqual(['invented', 'qt']);
  });
});
