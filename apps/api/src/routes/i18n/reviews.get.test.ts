import type { ReviewCounts } from '@parlance/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import {
  codeOf,
  createApiKeyFor,
  createTenant,
  type Tenant,
  translateProject,
} from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { createScriptedEngine, directoryOf } from '../../../test/engines/scripted-engine.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject(
  (given) => {
    ({ app, tenant, projectId } = given);
  },
  { overrides: { engines: directoryOf(createScriptedEngine()) } },
);
beforeEach(async () => {
  const { projects } = tenant.client.i18n;
  const texts = { a: 'Apple', b: 'Bread', c: 'Cake' };
  await projects.import({ projectId, locale: 'en', content: texts });
  await projects.import({ projectId, locale: 'de', content: texts });
});

const reviews = async (since: Date): Promise<ReviewCounts[]> =>
  (await tenant.client.i18n.reviews.get({ projectId, since: since.toISOString() })).data;

const nowReviewed = async (since: Date) =>
  (await reviews(since)).flatMap(({ locale, reviewed, reviewedByCaller }) =>
    locale === 'de' ? [reviewed, reviewedByCaller] : [],
  );

const values = async () => (await tenant.client.i18n.values.list({ projectId, locale: 'de' })).data;

describe('i18n.reviews.get', () => {
  it('counts texts that edits and bulk changes marked as reviewed, once each', async () => {
    const { i18n } = tenant.client;
    const since = app.clock.now();
    expect(await nowReviewed(since)).toEqual([0, 0]);
    const [a, b] = await values();
    const review = (valueId: string, state: 'reviewed' | 'translated') =>
      i18n.values.update({ projectId, valueId, state });
    for (const value of [a!, b!]) await review(value.id!, 'reviewed');
    expect(await nowReviewed(since)).toEqual([2, 2]);
    await review(a!.id!, 'translated');
    expect(await nowReviewed(since)).toEqual([1, 1]);
    const other = await createApiKeyFor(tenant.user, ['i18n:read', 'i18n:write']);
    await other.client.i18n.values.bulk({
      projectId,
      select: { query: '', locales: ['de'] },
      action: { setState: { state: 'translated' } },
    });
    await other.client.i18n.values.bulk({
      projectId,
      select: { query: '', locales: ['de'] },
      action: { setState: { state: 'reviewed' } },
    });
    expect(await nowReviewed(since)).toEqual([3, 0]);
    app.clock.advance(60_000);
    expect(await nowReviewed(app.clock.now())).toEqual([0, 0]);
  });

  it('counts a review that is restored when the change of another person is undone', async () => {
    const { i18n } = tenant.client;
    const since = app.clock.now();
    for (const { id } of await values()) {
      await i18n.values.update({ projectId, valueId: id!, state: 'reviewed' });
    }
    const other = await createApiKeyFor(tenant.user, ['i18n:read', 'i18n:write']);
    const { data: bulk } = await other.client.i18n.values.bulk({
      projectId,
      select: { query: 'key:a', locales: ['de'] },
      action: { replace: { find: 'Apple', replaceWith: 'Apfel' } },
    });
    expect(await nowReviewed(since)).toEqual([2, 2]);
    await other.client.i18n.changes.revert({ projectId, changeId: bulk.changeId! });
    expect(await nowReviewed(since)).toEqual([3, 3]);
  });

  it('refuses invalid dates and projects of other owners', async () => {
    const { client } = await createTenant(app);
    expect(await codeOf(client.i18n.reviews.get({ projectId, since: '2026-01-31' }))).toBe(
      'not_found',
    );
    expect(await codeOf(tenant.client.i18n.reviews.get({ projectId, since: '2026-02-31' }))).toBe(
      'validation_failed',
    );
  });
});

describe('i18n.counts.get', () => {
  it('counts machine translations that need review separately', async () => {
    const { i18n } = tenant.client;
    await i18n.locales.create({ projectId, code: 'fr' });
    await translateProject(tenant, projectId);
    const [a] = await values();
    await i18n.values.update({ projectId, valueId: a!.id!, state: 'needs_review' });
    const { data } = await i18n.counts.get({ projectId, locales: ['de', 'fr'] });
    expect(data.map(({ needsReview, machine }) => [needsReview, machine])).toEqual([
      [1, 0],
      [3, 3],
    ]);
    const { data: french } = await i18n.values.list({ projectId, locale: 'fr' });
    for (const [at, state] of (['translated', 'reviewed'] as const).entries()) {
      await i18n.values.update({ projectId, valueId: french[at]!.id!, state });
    }
    const [now] = (await i18n.counts.get({ projectId, locales: ['fr'] })).data;
    expect(now).toMatchObject({ needsReview: 1, machine: 1, machineUnreviewed: 2, reviewed: 1 });
  });
});
