import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { codeOf, createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { createScriptedEngine, directoryOf, shout } from '../../../test/engines/scripted-engine.ts';
import { type PaypalServer, startPaypalServer } from '../../../test/servers/paypal-server.ts';
import { EngineError, type SegmentResult, type TranslateCall } from '../../providers/mt/engine.ts';

const MONTHLY = 1000;

let answer: ((call: TranslateCall) => Promise<SegmentResult[]>) | null;
const say = ({ segments }: TranslateCall): SegmentResult[] =>
  segments.map(({ id, body }) => ({ id, body: shout(body) }));
const engine = createScriptedEngine({
  id: 'pseudo',
  answer: async (call) => (answer ? answer(call) : say(call)),
});

let paypal: PaypalServer;
let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  paypal = await startPaypalServer();
  app = await startTestApp({
    env: { ...paypal.env, FREE_MONTHLY_CREDITS: String(MONTHLY) },
    overrides: { engines: directoryOf(engine) },
  });
});
beforeEach(async () => {
  answer = null;
  engine.calls.length = 0;
  tenant = await createTenant(app);
});
afterAll(async () => {
  await app.close();
  await paypal.close();
});

const translate = () => tenant.client.translate;
const pair = { sourceLocale: 'en', targetLocale: 'es' };
const creditsOf = async () => (await tenant.client.billing.credits()).data;
const usageRows = async () =>
  (await tenant.client.billing.ledger()).data
    .filter(({ type }) => type === 'usage')
    .map(({ credits, units, balanceAfter, reference }) => ({
      credits,
      units,
      balanceAfter,
      of: reference.type,
    }));

/** Spends credits of the organization until it has `left` credits. */
async function leaveCredits(left: number): Promise<void> {
  const text = 'x'.repeat(MONTHLY - left);
  await translate().text({ text, ...pair });
  expect(await creditsOf()).toMatchObject({ balance: left, reserved: 0 });
  engine.calls.length = 0;
}

describe('a synchronous call', () => {
  it('costs its units, in one row of the ledger, and costs nothing when it is repeated', async () => {
    const { data } = await translate().text({ text: 'Hello', ...pair });
    expect(data.usage).toMatchObject({ units: 5, billedUnits: 5 });
    await translate().text({ text: 'Hello', ...pair });
    expect(await creditsOf()).toMatchObject({ balance: MONTHLY - 5, reserved: 0 });
    expect(await usageRows()).toEqual([
      { credits: -5, units: 5, balanceAfter: MONTHLY - 5, of: 'translation' },
    ]);
  });

  it('adds one row to the ledger for all its strings and locales, with repeated strings once', async () => {
    const strings = ['One', 'Three', 'One', 'One'];
    const { data } = await translate().multilingual({
      strings,
      sourceLocale: 'en',
      targetLocales: ['es', 'fr'],
    });
    expect(data.usage.billedUnits).toBe(16);
    expect(await usageRows()).toEqual([
      { credits: -16, units: 16, balanceAfter: MONTHLY - 16, of: 'translation' },
    ]);
    const { data: usage } = await tenant.client.usage.get();
    expect(usage.totals.billedUnits).toBe(16);
  });

  it('costs nothing for failed strings', async () => {
    answer = async ({ segments }) =>
      segments.map(({ id, body }) => ({ id, body: body.startsWith('bad') ? '' : shout(body) }));
    const { data } = await translate().bulk({ strings: ['bad one', 'fine'], ...pair });
    expect(data.items.map(({ status }) => status)).toEqual(['failed', 'translated']);
    expect((await usageRows())[0]).toMatchObject({ credits: -4, units: 4 });
    answer = async () => {
      throw new EngineError('engine_quota', 'empty');
    };
    expect(await codeOf(translate().text({ text: 'Nothing', ...pair }))).toMatch(/^engine_/);
    expect(await usageRows()).toHaveLength(1);
    expect(await creditsOf()).toMatchObject({ balance: MONTHLY - 4, reserved: 0 });
  });

  it('fails before any work if its maximum cost exceeds the balance', async () => {
    await leaveCredits(9);
    expect(await codeOf(translate().text({ text: 'Ten letter', ...pair }))).toBe(
      'insufficient_credits',
    );
    expect(engine.calls).toEqual([]);
    expect(await creditsOf()).toMatchObject({ balance: 9, reserved: 0 });
    await translate().text({ text: 'Nine left', ...pair });
    expect(await creditsOf()).toMatchObject({ balance: 0 });
    expect(await codeOf(translate().text({ text: 'a', ...pair }))).toBe('insufficient_credits');
  });

  it('costs nothing for a text that was translated before, even with an empty balance', async () => {
    await leaveCredits(10);
    await translate().text({ text: 'Ten letter', ...pair });
    const { data } = await translate().text({ text: 'Ten letter', ...pair });
    expect(data.usage.billedUnits).toBe(0);
    expect(await creditsOf()).toMatchObject({ balance: 0, reserved: 0 });
  });

  it('never makes the balance negative, with any number of concurrent calls', async () => {
    await leaveCredits(50);
    const calls = Array.from({ length: 30 }, (_, index) =>
      codeOf(translate().text({ text: `word ${10 + index}`, ...pair })),
    );
    const codes = await Promise.all(calls);
    expect(codes.filter((code) => code === 'no error')).toHaveLength(7);
    expect(codes.filter((code) => code === 'insufficient_credits')).toHaveLength(23);
    expect(await creditsOf()).toMatchObject({ balance: 1, reserved: 0 });
  });
});

describe('an estimate', () => {
  it('reports whether the balance covers the work', async () => {
    await leaveCredits(20);
    const ask = async (strings: string[]) =>
      (await translate().estimate({ strings, sourceLocale: 'en', targetLocales: ['es', 'fr'] }))
        .data;
    expect(await ask(['Ten letter'])).toMatchObject({ credits: 20, affordable: true });
    expect(await ask(['Eleven lett'])).toMatchObject({ credits: 22, affordable: false });
  });
});

describe('a job', () => {
  const create = (strings: string[], options = {}) =>
    translate().jobs.create({ strings, sourceLocale: 'en', targetLocales: ['es'] }, options);
  const texts = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `w${100 + index}`);

  /** Returns a word of three letters for a number, because only words need translation. */
  const wordOf = (at: number): string =>
    String.fromCharCode(...[1, 26, 676].map((place) => 97 + (Math.floor(at / place) % 26)));

  it('reserves its maximum cost while it runs, and costs its actual amount in one row of the ledger', async () => {
    const gate = Promise.withResolvers<void>();
    answer = async (call) => {
      await gate.promise;
      return say(call);
    };
    const { data: job } = await create([...texts(120), 'twice', 'twice']);
    expect(await creditsOf()).toMatchObject({ balance: MONTHLY, reserved: 485 });
    expect(await codeOf(translate().text({ text: 'x'.repeat(516), ...pair }))).toBe(
      'insufficient_credits',
    );
    gate.resolve();
    await eventually(async () => {
      const { data } = await translate().jobs.get({ jobId: job.id });
      expect(data.status).toBe('completed');
    });
    expect(await creditsOf()).toMatchObject({ balance: MONTHLY - 485, reserved: 0 });
    expect(await usageRows()).toEqual([
      { credits: -485, units: 485, balanceAfter: MONTHLY - 485, of: 'translation_job' },
    ]);
    const { data: rows } = await tenant.client.billing.ledger({ limit: 1 });
    expect(rows[0]!.reference.id).toBe(job.id);
  });

  it('runs only within the balance: 100 credits admit 33 of 200 concurrent jobs that cost 3 each', async () => {
    await leaveCredits(100);
    const gate = Promise.withResolvers<void>();
    answer = async (call) => {
      await gate.promise;
      return say(call);
    };
    const asked = Array.from({ length: 200 }, (_, index) => create([wordOf(index)]));
    const outcomes = await Promise.allSettled(asked);
    const made = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.data.id : [],
    );
    expect(made).toHaveLength(33);
    for (const one of outcomes) {
      if (one.status === 'rejected') expect(one.reason.code).toBe('insufficient_credits');
    }
    expect(await creditsOf()).toMatchObject({ balance: 100, reserved: 99 });
    gate.resolve();
    await eventually(async () => {
      const { data } = await translate().jobs.list({ limit: 500 });
      expect(data).toHaveLength(33);
      expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['completed']));
    });
    expect(await creditsOf()).toMatchObject({ balance: 1, reserved: 0 });
    const rows = (await usageRows()).filter(({ of }) => of === 'translation_job');
    expect(rows.map(({ credits }) => credits)).toEqual(made.map(() => -3));
  });

  it('costs only the completed work if it is cancelled, and releases the other reserved credits', async () => {
    const gate = Promise.withResolvers<void>();
    answer = async (call) => {
      if (call.targetLocale === 'es') return say(call);
      await new Promise<void>((resolve, reject) => {
        call.signal.addEventListener('abort', () => reject(call.signal.reason));
        void gate.promise.then(resolve);
      });
      return say(call);
    };
    const { data: job } = await translate().jobs.create({
      strings: texts(100),
      sourceLocale: 'en',
      targetLocales: ['es', 'fr'],
    });
    expect(await creditsOf()).toMatchObject({ reserved: 800 });
    await eventually(async () => {
      expect((await translate().jobs.get({ jobId: job.id })).data.progress.done).toBe(100);
    });
    await translate().jobs.cancel({ jobId: job.id });
    gate.resolve();
    expect(await creditsOf()).toMatchObject({ balance: MONTHLY - 400, reserved: 0 });
    expect(await usageRows()).toMatchObject([{ credits: -400, units: 400 }]);
    await translate().jobs.cancel({ jobId: job.id });
    expect(await usageRows()).toHaveLength(1);
  });

  it('costs nothing if every string fails', async () => {
    answer = async () => {
      throw new EngineError('engine_quota', 'empty');
    };
    const { data } = await create(['Nothing'], { waitSeconds: 30 });
    expect(data.status).toBe('failed');
    expect(await creditsOf()).toMatchObject({ balance: MONTHLY, reserved: 0 });
    expect(await usageRows()).toEqual([]);
  });

  it('fails if its maximum cost exceeds the balance, and leaves no job', async () => {
    expect(await codeOf(create(['x'.repeat(MONTHLY + 1)]))).toBe('insufficient_credits');
    expect((await translate().jobs.list()).data).toEqual([]);
    expect(await creditsOf()).toMatchObject({ balance: MONTHLY, reserved: 0 });
  });

  it('costs one row for a project, and an import that the balance does not cover is not stored', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const { projects } = tenant.client.i18n;
    const content = { a: 'First text', b: 'Other text' };
    const { data } = await projects.import(
      { projectId, locale: 'en', content, targetLocales: ['es'], translateMissing: true },
      { waitSeconds: 30 },
    );
    expect(data.translation).toMatchObject({ status: 'completed' });
    expect(await usageRows()).toEqual([
      { credits: -20, units: 20, balanceAfter: MONTHLY - 20, of: 'translation_job' },
    ]);
    const large = { c: 'x'.repeat(MONTHLY) };
    const call = projects.import({
      projectId,
      locale: 'en',
      content: large,
      translateMissing: true,
    });
    expect(await codeOf(call)).toBe('insufficient_credits');
    expect((await tenant.client.i18n.keys.list({ projectId })).data).toHaveLength(2);
    expect(await creditsOf()).toMatchObject({ balance: MONTHLY - 20, reserved: 0 });
  });
});
