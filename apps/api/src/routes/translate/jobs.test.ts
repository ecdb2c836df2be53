import type { Client } from '@parlance/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import {
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { withoutDelays } from '../../../test/app/without-delays.ts';
import {
  answerCall,
  createGate,
  createScriptedEngine,
  directoryOf,
  shout,
} from '../../../test/engines/scripted-engine.ts';
import { EngineError, type TranslateCall } from '../../providers/mt/engine.ts';

const first = createScriptedEngine({ id: 'first', capabilities: { maxConcurrentCalls: 8 } });
const second = createScriptedEngine({ id: 'second', say: (body) => body.toLowerCase() });

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ overrides: { engines: directoryOf(first, second) } });
});
afterAll(() => app.close());
beforeEach(async () => {
  first.script = {};
  first.calls.length = 0;
  second.calls.length = 0;
  tenant = await createTenant(app);
});

const jobs = () => tenant.client.translate.jobs;
const wait = { waitSeconds: 30 };
const en = { sourceLocale: 'en', targetLocales: ['es'] };
const texts = (count: number, prefix = 'Text'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix} number ${index}`);

describe('a job for strings', () => {
  test('translates the strings into every locale, and returns the translations page by page in their order', async () => {
    const strings = texts(250);
    const { data: job } = await jobs().create(
      { strings, sourceLocale: 'en', targetLocales: ['es', 'de'] },
      wait,
    );
    expect(job).toMatchObject({
      kind: 'strings',
      status: 'completed',
      projectId: null,
      progress: { total: 500, done: 500, failed: 0 },
      usage: { engine: 'first' },
      error: null,
    });
    const items: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await jobs().result({ jobId: job.id, locale: 'es', limit: 120, cursor });
      items.push(...page.data.locales.es!.items.map(({ id, text }) => `${id} ${text}`));
      cursor = page.meta.nextCursor ?? undefined;
    } while (cursor);
    expect(items).toEqual(strings.map((text, index) => `${index} ${text.toUpperCase()}`));
    const all = await jobs().result({ jobId: job.id, limit: 500 });
    expect(all.data.locales.de!.items).toHaveLength(250);
    expect(all.meta.nextCursor).toBeNull();
  });

  test('translates and bills a repeated text once, even in a later chunk', async () => {
    const strings = [...texts(150), ...texts(150)];
    const { data: job } = await jobs().create({ ...en, strings }, wait);
    expect(job.progress).toEqual({ total: 300, done: 300, failed: 0 });
    expect(job.usage.billedUnits * 2).toBe(job.usage.units);
    expect(first.calls.flatMap(({ segments }) => segments)).toHaveLength(150);
    const { data } = await jobs().result({ jobId: job.id, limit: 500 });
    expect(data.locales.es!.items.map(({ text }) => text)).toEqual(
      strings.map((text) => text.toUpperCase()),
    );
  });

  test('has no readable result before it ends, unless partial is set', async () => {
    const gate = createGate();
    first.script = { answer: gate.answer };
    const { data: job } = await jobs().create({ ...en, strings: ['One'] });
    expect(['queued', 'running']).toContain(job.status);
    expect(await codeOf(jobs().result({ jobId: job.id }))).toBe('job_not_completed');
    const { data } = await jobs().result({ jobId: job.id, partial: true });
    expect(data.locales).toEqual({});
    gate.open();
    const { data: ended } = await jobs().get({ jobId: job.id }, wait);
    expect(ended.status).toBe('completed');
  });

  test('fails only if no string was translated', async () => {
    first.script = { say: (body) => (body.includes('bad') ? '' : shout(body)) };
    const strings = ['A bad {x}', 'Good'];
    const { data: mixed } = await jobs().create({ ...en, strings, engine: 'first' }, wait);
    expect(mixed).toMatchObject({ status: 'completed', progress: { done: 1, failed: 1 } });
    const { data: bad } = await jobs().create(
      { ...en, strings: ['A bad {x}'], engine: 'first' },
      wait,
    );
    expect(bad).toMatchObject({
      status: 'failed',
      progress: { total: 1, done: 0, failed: 1 },
      usage: { units: 0, billedUnits: 0, engineCalls: 2 },
      error: {
        code: 'content_broken',
        params: { engine: 'first', findings: [{ code: 'empty' }] },
      },
    });
    expect(bad.localeErrors).toEqual({});
    const { data } = await jobs().result({ jobId: bad.id });
    expect(data.locales.es!.items[0]).toMatchObject({ status: 'failed', engine: null });
  });

  test('lists only its failed strings on request, page by page', async () => {
    first.script = { say: (body) => (body.includes('bad') ? '' : shout(body)) };
    const strings = texts(9_000).map((text, index) =>
      index % 3_000 === 10 ? `bad {x} ${text}` : text,
    );
    const call = { sourceLocale: 'en', targetLocales: ['es'], engine: 'first' };
    const { data: job } = await jobs().create({ ...call, strings }, wait);
    expect(job).toMatchObject({
      progress: { failed: 3 },
      sourceLocale: 'en',
      targetLocales: ['es'],
      createdBy: { type: 'api_key' },
    });
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const failed = { jobId: job.id, status: 'failed', limit: 2 } as const;
      const { data, meta } = await jobs().result({ ...failed, cursor });
      pages.push((data.locales.es?.items ?? []).map(({ id }) => id));
      cursor = meta.nextCursor ?? undefined;
    } while (cursor);
    expect(pages.flat()).toEqual(['10', '3010', '6010']);
    expect(pages.length).toBeGreaterThan(1);
  });

  test('lists in localeErrors the locales that no engine could translate, but omits a locale with some failed strings', async () => {
    first.script = {
      answer: async (call) => {
        const isBusy = call.targetLocale === 'de' || call.segments.length < 50;
        if (isBusy) throw new EngineError('engine_auth', 'the key is wrong');
        return answerCall(call);
      },
    };
    const targetLocales = ['es', 'de'];
    const strings = texts(55);
    const call = { sourceLocale: 'en', targetLocales, strings, engine: 'first' };
    const { data: job } = await jobs().create(call, wait);
    expect(job).toMatchObject({
      status: 'completed',
      include: [],
      progress: { total: 110, done: 50, failed: 60 },
      error: null,
    });
    const detail = expect.stringContaining('the key is wrong');
    const params = { engine: 'first', reason: 'engine_auth' };
    expect(job.localeErrors).toEqual({ de: { code: 'engine_unavailable', detail, params } });
    const { data: none } = await jobs().create({ ...call, targetLocales: ['de'] }, wait);
    expect(none).toMatchObject({ status: 'failed', progress: { done: 0, failed: 55 } });
    expect(Object.keys(none.localeErrors)).toEqual(['de']);
  });

  test('continues with the next engine if the first engine refuses the call, and its usage names the next engine', async () => {
    first.script = { answer: () => Promise.reject(new EngineError('engine_quota', 'empty')) };
    const { data: job } = await jobs().create({ ...en, strings: ['One'] }, wait);
    expect(job).toMatchObject({ status: 'completed', usage: { engine: 'second' } });
  });

  test('waits for an engine that requests a delay, and keeps the completed translations', async () => {
    const strings = texts(110);
    let isBusy = true;
    first.script = {
      answer: async (call) => {
        if (isBusy && call.segments.at(-1)!.body === strings.at(-1)) {
          isBusy = false;
          await eventually(() => expect(first.calls).toHaveLength(3));
          throw new EngineError('engine_rate_limited', 'slow down', {
            retryable: true,
            retryAfterMs: 5_500,
          });
        }
        return answerCall(call);
      },
    };
    const { data: job } = await jobs().create({ ...en, strings });
    await eventually(async () => {
      const { data } = await jobs().result({ jobId: job.id, partial: true });
      expect(data.locales.es!.items.length).toBe(100);
    });
    const billed = (await jobs().get({ jobId: job.id })).data.usage.billedUnits;
    expect(billed).toBe(strings.slice(0, 50).join('').length);
    const ending = jobs().get({ jobId: job.id }, wait);
    const { data: ended } = await withoutDelays(app, 'translate-job', ending);
    expect(ended).toMatchObject({ status: 'completed', progress: { done: 110 } });
    expect(ended.usage.billedUnits).toBe(strings.join('').length);
    expect(ended.usage.engine).toBe('first');
  });

  test('waits for a model that must be downloaded', async () => {
    let isReady = false;
    first.script = {
      readiness: async () =>
        isReady ? { status: 'ready' } : { status: 'loadable', retryAfterMs: 60_000 },
      load: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        isReady = true;
      },
    };
    const strings = ['One'];
    const job = jobs().create({ ...en, strings, engine: 'first' }, wait);
    const { data: ended } = await withoutDelays(app, 'translate-job', job);
    expect(ended).toMatchObject({ status: 'completed', progress: { done: 1 } });
  });

  test('fails if no engine supports the language', async () => {
    first.script = { readiness: { status: 'unsupported', reason: 'never' } };
    const call = jobs().create({ ...en, strings: ['One'], engine: 'first' });
    expect(await codeOf(call)).toBe('unsupported_pair');
  });

  test('fails if it has too many strings × targets', async () => {
    const targetLocales = Array.from({ length: 101 }, (_, index) => `en-x-t${index}`);
    const call = jobs().create({ strings: texts(10_000), sourceLocale: 'en', targetLocales });
    expect(await codeOf(call)).toBe('limit_exceeded');
  });
});

describe('translate.jobs.cancel', () => {
  test('aborts the calls of the engine, and keeps and bills only completed translations', async () => {
    const gate = createGate();
    const strings = texts(250);
    const isFirst = ({ segments }: TranslateCall) =>
      segments.every(({ body }) => strings.indexOf(body) < 50);
    first.script = {
      answer: async (call) => (isFirst(call) ? answerCall(call) : gate.answer(call)),
    };
    const { data: job } = await jobs().create({ ...en, strings });
    await eventually(async () => {
      expect((await jobs().get({ jobId: job.id })).data.progress.done).toBe(50);
    });
    const { data: cancelled } = await jobs().cancel({ jobId: job.id });
    expect(cancelled).toMatchObject({ status: 'cancelled', progress: { done: 50 } });
    await eventually(() => expect(gate.aborted).toHaveBeenCalled());
    const { data: result } = await jobs().result({ jobId: job.id, limit: 500 });
    expect(result.locales.es!.items).toHaveLength(50);
    const { data: later } = await jobs().get({ jobId: job.id });
    const done = result.locales.es!.items.map(({ text }) => text).join('');
    expect(later.usage.billedUnits).toBe(done.length);
    expect(later.finishedAt).not.toBeNull();
    expect((await jobs().cancel({ jobId: job.id })).data.status).toBe('cancelled');
  });

  test('refuses a job that has ended', async () => {
    const { data: job } = await jobs().create({ ...en, strings: ['One'] }, wait);
    expect(await codeOf(jobs().cancel({ jobId: job.id }))).toBe('job_not_cancellable');
  });
});

describe('a job', () => {
  test('appears only in lists of its organization, newest first, filtered by status and project', async () => {
    const project = await createProject(tenant.client);
    const { data: one } = await jobs().create({ ...en, strings: ['One'] }, wait);
    const { data: two } = await jobs().create(
      { ...en, strings: ['Two'], projectId: project.id },
      wait,
    );
    const ids = async (query = {}) => (await jobs().list(query)).data.map(({ id }) => id);
    expect(await ids()).toEqual([two.id, one.id]);
    expect(await ids({ projectId: project.id })).toEqual([two.id]);
    expect(await ids({ status: 'running' })).toEqual([]);
    const page = await jobs().list({ limit: 1 });
    expect(page.data).toHaveLength(1);
    expect(await ids({ cursor: page.meta.nextCursor! })).toEqual([one.id]);
    const stranger = await createTenant(app);
    for (const call of ['get', 'cancel', 'result'] as const) {
      expect(await codeOf(stranger.client.translate.jobs[call]({ jobId: one.id }))).toBe(
        'not_found',
      );
    }
    expect((await stranger.client.translate.jobs.list()).data).toEqual([]);
  });

  test('stays hidden from a key of another project', async () => {
    const mine = await createProject(tenant.client);
    const { id } = await createProject(tenant.client);
    const { data: job } = await jobs().create({ ...en, strings: ['One'], projectId: id }, wait);
    const key = await createApiKeyFor(tenant.user, undefined, { projectIds: [mine.id] });
    expect(await codeOf(key.client.translate.jobs.get({ jobId: job.id }))).toBe('not_found');
  });

  test('appears to the bound key that created it without a project, and to no other bound key', async () => {
    const { id } = await createProject(tenant.client);
    const [mine, other] = [
      await createApiKeyFor(tenant.user, undefined, { projectIds: [id] }),
      await createApiKeyFor(tenant.user, undefined, { projectIds: [id] }),
    ];
    const start = async (client: Client, projectId?: string) =>
      (await client.translate.jobs.create({ ...en, strings: ['One'], projectId }, wait)).data.id;
    const [own, ofProject] = [await start(mine.client), await start(tenant.client, id)];
    const hidden = [await start(tenant.client), await start(other.client)];
    const { data: listed } = await mine.client.translate.jobs.list();
    expect(listed.map((job) => job.id)).toEqual([ofProject, own]);
    for (const jobId of [own, ofProject]) {
      expect((await mine.client.translate.jobs.result({ jobId })).data.locales).not.toEqual({});
    }
    for (const jobId of hidden) {
      for (const call of ['get', 'result', 'cancel'] as const) {
        expect(await codeOf(mine.client.translate.jobs[call]({ jobId }))).toBe('not_found');
      }
    }
    const { data: activity } = await mine.client.dashboard.activity();
    expect(activity.map((row) => row.id)).toEqual([ofProject, own]);
  });

  test('requires i18n:write if it stores values', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const key = await createApiKeyFor(tenant.user, ['translate:write', 'i18n:read']);
    expect(await codeOf(key.client.translate.jobs.create({ projectId }))).toBe(
      'insufficient_scope',
    );
  });
});
