import { describe, expect, test } from 'vitest';
import { codeOf, createProject, type Tenant } from '../../../test/app/build.ts';
import { shout } from '../../../test/engines/scripted-engine.ts';
import { describeTwoEngines } from '../../../test/engines/two-engines.ts';
import { EngineError } from '../../providers/mt/engine.ts';

let tenant: Tenant;
const { first, translate, usageRows } = describeTwoEngines((given) => {
  ({ tenant } = given);
});
const en = { sourceLocale: 'en', targetLocale: 'es' };

describe('translate.bulk', () => {
  test('returns every string at its position, with the id of the caller', async () => {
    first.script = { say: (body) => (body.includes('Bad') ? '' : shout(body)) };
    const { data } = await translate().bulk({
      ...en,
      strings: ['Save', { id: 'my-id', text: 'Bad {x}' }, 'Save', { id: 'z', text: '42' }],
    });
    expect(data.items).toMatchObject([
      { id: '0', text: 'SAVE', status: 'translated', engine: 'first' },
      { id: 'my-id', text: null, status: 'failed', error: { code: 'content_broken' } },
      { id: '2', text: 'SAVE', status: 'translated' },
      { id: 'z', text: '42', status: 'translated', engine: null },
    ]);
    expect(data.usage).toEqual({
      units: 10,
      billedUnits: 4,
      memoryHits: 0,
      engine: 'first',
      engineCalls: expect.any(Number),
    });
  });

  test('fails as a whole if no string can be sent to an engine', async () => {
    first.script = { answer: () => Promise.reject(new EngineError('engine_auth', 'bad key')) };
    const call = translate().bulk({ ...en, strings: ['One', 'Two'] });
    expect(await codeOf(call)).toBe('engine_unavailable');
  });

  test('refuses more strings than a call may have', async () => {
    const strings = Array.from({ length: 2_001 }, (_, index) => `Text ${index}`);
    const error = await translate()
      .bulk({ ...en, strings })
      .catch((fault: unknown) => fault);
    expect(error).toMatchObject({
      status: 422,
      code: 'limit_exceeded',
      detail: expect.stringContaining('2000'),
    });
    expect(first.calls).toEqual([]);
  });

  test.each([
    [[{ id: 'a', text: 'One' }, 'Two', { id: 'a', text: 'Three' }], '/strings/2/id'],
    [[{ id: '1', text: 'One' }, 'Two'], '/strings/1'],
  ])('refuses two strings with the same id: %j', async (strings, path) => {
    const many = { strings, sourceLocale: 'en', targetLocales: ['es'] };
    const calls = await Promise.allSettled<unknown>([
      translate().bulk({ ...en, strings }),
      translate().multilingual(many),
      translate().estimate(many),
      translate().jobs.create(many),
    ]);
    const reason = { code: 'validation_failed', errors: [{ path }] };
    for (const call of calls) expect(call).toMatchObject({ status: 'rejected', reason });
    expect(first.calls).toEqual([]);
  });
});

describe('translate.multilingual', () => {
  test('returns every locale, with errors for the strings of an unsupported locale', async () => {
    first.script = {
      readiness: async (_, target) =>
        target === 'tlh' ? { status: 'unsupported', reason: 'no' } : { status: 'ready' },
    };
    const { data } = await translate().multilingual({
      strings: ['Save'],
      sourceLocale: 'en',
      targetLocales: ['es', 'tlh', 'de'],
    });
    expect(Object.keys(data.locales)).toEqual(['es', 'tlh', 'de']);
    expect(data.locales.de!.items[0]!.text).toBe('SAVE');
    expect(data.locales.tlh!.items[0]!.error!.code).toBe('unsupported_pair');
    expect(data.usage).toMatchObject({ units: 8, billedUnits: 8 });
    expect((await usageRows()).map((row) => row.target_locale)).toEqual(['de', 'es']);
  });

  test('refuses more strings × targets than a call may have', async () => {
    const strings = Array.from({ length: 1_001 }, (_, index) => `Text ${index}`);
    const call = translate().multilingual({
      strings,
      sourceLocale: 'en',
      targetLocales: ['es', 'de'],
    });
    expect(await codeOf(call)).toBe('limit_exceeded');
  });
});

describe('translate.estimate', () => {
  const strings = ['Save', 'Save', 'Hello {name}', '{n, plural, one {# day} other {# days}}', '42'];

  test('returns the later bill of the call, and calls no engine', async () => {
    const body = { strings, sourceLocale: 'en', targetLocales: ['es', 'pl'] };
    const { data: before } = await translate().estimate(body);
    expect(first.calls).toEqual([]);
    const { data } = await translate().multilingual(body);
    expect(before).toMatchObject({
      units: data.usage.units,
      billableUnits: data.usage.billedUnits,
      credits: data.usage.billedUnits,
      affordable: true,
      perLocale: { es: { strings: 5 }, pl: { strings: 5 } },
    });
    const { data: after } = await translate().estimate(body);
    expect(after.billableUnits).toBe(0);
    expect((await translate().multilingual(body)).data.usage.billedUnits).toBe(0);
  });

  test('counts nothing to bill for a locale that no engine supports, and returns the reason', async () => {
    first.script = {
      readiness: async (_, target) =>
        target === 'tlh' ? { status: 'unsupported', reason: 'no' } : { status: 'ready' },
    };
    const body = { strings, sourceLocale: 'en', targetLocales: ['es', 'tlh'] };
    const { data } = await translate().estimate(body);
    expect(data.perLocale.tlh).toMatchObject({
      strings: 1,
      units: 2,
      billableUnits: 0,
      error: { code: 'unsupported_pair', message: expect.stringContaining('no') },
    });
    expect(data.perLocale.es).not.toHaveProperty('error');
    const { usage, locales } = (await translate().multilingual(body)).data;
    expect(locales.tlh!.items.filter(({ status }) => status === 'translated')).toHaveLength(1);
    expect(data).toMatchObject({ units: usage.units, billableUnits: usage.billedUnits });
    const alone = await translate().estimate({ ...body, targetLocales: ['tlh'] });
    expect(alone.data).toMatchObject({ billableUnits: 0, credits: 0, affordable: true });
  });

  test('counts strings that wait for a model, or for an engine that is temporarily unavailable', async () => {
    const body = { strings: ['Save'], sourceLocale: 'en', targetLocales: ['es'] };
    first.script = { readiness: async () => ({ status: 'loadable', retryAfterMs: 1_000 }) };
    expect((await translate().estimate(body)).data.billableUnits).toBe(4);
    first.script = {
      readiness: async () => {
        throw new EngineError('engine_unavailable', 'away', { retryable: true });
      },
    };
    expect((await translate().estimate(body)).data.billableUnits).toBe(4);
  });

  test('returns the later bill of a job for the missing translations of a project', async () => {
    const { id: projectId } = await createProject(tenant.client);
    await tenant.client.i18n.locales.create({ projectId, code: 'pl' });
    await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      content: { a: 'Save', b: 'Save', day_one: '{{count}} day', day_other: '{{count}} days' },
    });
    const { data } = await translate().estimate({ projectId });
    expect(data.perLocale).toMatchObject({ pl: { strings: 6 } });
    const { data: keys } = await tenant.client.i18n.keys.list({ projectId });
    expect(keys).toHaveLength(4);
    const { data: job } = await translate().jobs.create(
      { projectId },
      { headers: { Prefer: 'wait=30' } },
    );
    expect(job).toMatchObject({ status: 'completed', progress: { total: 6, done: 6 } });
    expect(job.usage).toMatchObject({ units: data.units, billedUnits: data.billableUnits });
    expect(data.billableUnits).toBe(4 + 13 + 14);
  });
});
