import { CHECK_CODES, type CheckCode, findingsToMask, severityOf } from '@parlance/messages';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import type { TestApp } from '../../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';
import { refusalOf } from '../../../../test/app/refusal.ts';
import { whilePublishing } from '../../../../test/content/publisher.ts';
import { placeOfValue } from '../../../db/ids/value-id.ts';
import { presentProposal } from '../../../routes/i18n/proposal.present.ts';
import { type ProjectRef, trustedProject } from '../../kernel/tenant.ts';
import { getProposal, upsertProposal } from '../../talk/proposal/proposal.store.ts';
import { markFindings } from '../value/revision.store.ts';
import { type CheckedValue, writeChecks } from './check.store.ts';
import { writeIgnored } from './ignored-check.store.ts';
import { runRechecks } from './run-rechecks.ts';

/** One code for each bit of the stored masks: the existing codes and invented ones. */
const CODES = Array.from(
  { length: 63 },
  (_, bit) => CHECK_CODES[bit] ?? (`invented_${bit}` as CheckCode),
);
const ERRORS = CODES.filter((code) => severityOf(code) === 'error');

const known = CHECK_CODES as unknown as CheckCode[];
const knownCount = known.length;
beforeAll(() => {
  known.push(...CODES.slice(knownCount));
});
afterAll(() => {
  known.length = knownCount;
});

const maskOf = (codes: readonly CheckCode[]): bigint =>
  findingsToMask(codes.map((code) => ({ code })));

let app: TestApp;
let tenant: Tenant;
let projectId: ProjectRef;
/** Ids of the German values by key. Each key has the name of a code. */
let ids: ReadonlyMap<string, string>;

describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

beforeAll(async () => {
  const { i18n } = tenant.client;
  projectId = trustedProject((await createProject(tenant.client)).id);
  const content = (text: string) => Object.fromEntries(CODES.map((code) => [code, text]));
  await i18n.projects.import({ projectId, locale: 'en', content: content('Save') });
  await i18n.projects.import({ projectId, locale: 'de', content: content('Sichern') });
  await runRechecks(app.db, projectId);
  ids = new Map((await listValues()).map(({ key, id }) => [key, id!]));
});

const listValues = async (check?: string) =>
  (await tenant.client.i18n.values.list({ projectId, locale: 'de', limit: 100, check })).data;
const listRows = async (query?: string) =>
  (await tenant.client.i18n.rows.list({ projectId, locales: ['de'], limit: 100, query })).data;
const countsOf = async () =>
  (await tenant.client.i18n.counts.get({ projectId, locales: ['de'] })).data[0]!.checks;
const publish = (input: { failOn?: 'error' | 'warning' } = {}) =>
  whilePublishing(
    app,
    tenant.client.i18n.releases.create({ projectId, environment: 'production', ...input }),
  );

/** Stores findings as a recheck does. */
async function store(maskOfKey: (key: CheckCode) => bigint): Promise<void> {
  const checked = [...ids].map(
    ([key, id]): CheckedValue => ({
      ...placeOfValue(id),
      version: 1,
      sourceVersion: 0,
      mask: maskOfKey(key as CheckCode),
    }),
  );
  await writeChecks(app.db, projectId, checked);
  await markFindings(app.db, projectId);
}

const storeOwn = () => store((key) => maskOf([key]));
const EACH_ONCE = Object.fromEntries(CODES.map((code) => [code, 1]));
const OWN = CODES.map((code) => [code, [code]]);

describe('a finding of each check', () => {
  it('appears under its code in lists of values and rows, and is counted once', async () => {
    await storeOwn();
    expect((await listValues()).map(({ key, checks }) => [key, checks])).toEqual(OWN);
    const rows = await listRows();
    expect(rows.map(({ key, values }) => [key, values.de!.checks])).toEqual(OWN);
    expect(await countsOf()).toEqual(EACH_ONCE);
  });

  it('matches only a query for its code', async () => {
    await storeOwn();
    for (const code of CODES) {
      expect((await listRows(`check:${code}`)).map(({ key }) => key)).toEqual([code]);
    }
    for (const code of [CODES[0]!, CODES[31]!, CODES[32]!, CODES[62]!]) {
      expect((await listValues(code)).map(({ key }) => key)).toEqual([code]);
    }
    expect((await listRows('is:failing')).map(({ key }) => key)).toEqual(ERRORS);
  });

  it('fails a release whose failOn has the severity of the finding', async () => {
    for (const code of [CODES[0]!, CODES[31]!, CODES[32]!, CODES[53]!, CODES[62]!]) {
      await store((key) => (key === CODES[7] ? maskOf([code]) : 0n));
      const failOn = severityOf(code);
      const { code: refused, detail } = await refusalOf(publish({ failOn }));
      expect([refused, detail]).toEqual([
        'checks_failed',
        expect.stringMatching(/found 1 (?:error|finding)\./),
      ]);
    }
    await storeOwn();
    const { checks } = (await publish()).data;
    expect(checks).toMatchObject({ byCode: EACH_ONCE, errors: ERRORS.length });
    expect(checks!.warnings).toBe(CODES.length - ERRORS.length);
  });

  it('disappears from the list of values when it is dismissed, and the other findings stay', async () => {
    await store(() => maskOf(CODES));
    const actor = { type: 'user', id: tenant.user.id, name: null } as const;
    const dismiss = async (maskOfKey: (key: CheckCode) => bigint) => {
      for (const [key, id] of ids) {
        const code = key as CheckCode;
        const event = { code, ignored: true, version: 1, actor, now: new Date() };
        await writeIgnored(app.db, projectId, placeOfValue(id), maskOfKey(code), event);
      }
    };
    await dismiss((key) => maskOf([key]));
    const others = CODES.map((own) => [own, CODES.filter((code) => code !== own)]);
    expect((await listValues()).map(({ key, checks }) => [key, checks])).toEqual(others);
    await dismiss(() => 0n);
  });

  it('keeps its code in a proposal', async () => {
    const { id: personId } = tenant.user;
    const author = { type: 'user', id: personId, name: null } as const;
    const of = { baseVersion: 1, sourceVersion: 1, author, personId, now: new Date() };
    for (const checks of [CODES, [CODES[62]!], [CODES[0]!, CODES[54]!]]) {
      const place = { ...placeOfValue(ids.get(CODES[0]!)!), text: 'x', checks: maskOf(checks) };
      const id = await upsertProposal(app.db, projectId, { ...place, ...of });
      const proposal = presentProposal(await getProposal(app.db, projectId, personId, id));
      expect(proposal.checks).toEqual(checks);
    }
  });
});

it('any combination of findings is read back unchanged, and is counted correctly', async () => {
  const masks = fc.array(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), {
    minLength: CODES.length,
    maxLength: CODES.length,
  });
  await fc.assert(
    fc.asyncProperty(masks, async (stored) => {
      await store((key) => stored[CODES.indexOf(key)]!);
      const wanted = stored.map((mask) =>
        CODES.filter((_, bit) => (mask / 2n ** BigInt(bit)) % 2n),
      );
      expect((await listValues()).map(({ checks }) => checks)).toEqual(wanted);
      const counts: Record<string, number> = {};
      for (const code of wanted.flat()) counts[code] = (counts[code] ?? 0) + 1;
      expect(await countsOf()).toEqual(counts);
    }),
    { numRuns: testRuns(3), endOnFailure: true },
  );
});
