import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf, createProject, type Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { makeTestDirectory } from '../../../test/servers/postgres.ts';
import { trustedProject } from '../kernel/tenant.ts';
import { findBundle } from './bundle.store.ts';
import { readManifest } from './delivery/write-manifest.ts';
import { findLiveContent } from './live-content.store.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject(
  (given) => {
    ({ app, tenant, projectId } = given);
  },
  { env: { BUNDLE_STORE: `file://${makeTestDirectory()}` } },
);

const i18n = () => tenant.client.i18n;
const TAGS = ['en', 'de', 'de-AT', 'fr'];

/** Version of the release whose messages readers get, by locale. */
type Versions = Record<string, number>;

const addressOf = (locale: string, more: { version?: number; prefix?: string } = {}) => ({
  projectId,
  environment: 'production',
  locale,
  version: null,
  prefix: null,
  ...more,
});

/** Reads each locale from the service, without its fallbacks. */
async function servedVersions(): Promise<Versions> {
  const served: Versions = {};
  for (const tag of TAGS) {
    const found = await findBundle(app.db, addressOf(tag)).catch(() => null);
    if (found?.locale === tag) served[tag] = found.release.version;
  }
  return served;
}

/** Reads the manifest in the bundle store. */
async function storedVersions(environmentId: string): Promise<Versions> {
  const stored = await readManifest(app.deps.bundleStore!, projectId, environmentId);
  return Object.fromEntries(
    Object.entries(stored?.manifest?.locales ?? {}).map(([tag, { releaseVersion }]) => [
      tag,
      releaseVersion,
    ]),
  );
}

async function start(): Promise<string> {
  projectId = (await createProject(tenant.client)).id;
  for (const locale of TAGS.slice(1)) await i18n().locales.create({ projectId, code: locale });
  await i18n().projects.import({ projectId, locale: 'en', content: { menu: { a: 'A' }, b: 'B' } });
  const { data } = await i18n().environments.list({ projectId });
  return data[0]!.id;
}

const publish = async (input: { locales?: string[]; fromReleaseId?: string } = {}) =>
  (await i18n().releases.create({ projectId, environment: 'production', ...input })).data;
const setEnabled = (localeCode: string, enabled: boolean) =>
  i18n().locales.update({ projectId, localeCode, enabled });

type Step =
  | { kind: 'publish'; tags: string[] | null }
  | { kind: 'again'; nth: number }
  | { kind: 'toggle'; tag: string };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('publish' as const),
    tags: fc.option(fc.subarray(TAGS, { minLength: 1 }), { freq: 2 }),
  }),
  fc.record({ kind: fc.constant('again' as const), nth: fc.nat(20) }),
  fc.record({ kind: fc.constant('toggle' as const), tag: fc.constantFrom('de', 'de-AT', 'fr') }),
);

interface Published {
  id: string;
  tags: string[];
  isWhole: boolean;
  /** Locales that the release leaves unchanged for readers. */
  left: Set<string>;
}

/** Predicts the versions that readers get, by the rules of the documentation. */
class Model {
  readonly enabled = new Set(TAGS);
  readonly releases: Published[] = [];
  versions: Versions = {};

  add(id: string, tags: string[], { isWhole, from }: { isWhole: boolean; from?: Published }): void {
    const version = this.releases.length + 1;
    const isLeft = (tag: string): boolean =>
      !tags.includes(tag) && (!isWhole || !this.enabled.has(tag) || from?.left.has(tag) === true);
    const left = Object.entries(this.versions).filter(([tag]) => isLeft(tag));
    this.versions = Object.fromEntries([...left, ...tags.map((tag) => [tag, version] as const)]);
    const leftTags = isWhole ? left.map(([tag]) => tag) : [];
    this.releases.push({ id, tags, isWhole, left: new Set(leftTags) });
  }
}

async function take(model: Model, step: Step): Promise<void> {
  if (step.kind === 'toggle') {
    const isEnabled = model.enabled.has(step.tag);
    await setEnabled(step.tag, !isEnabled);
    if (isEnabled) model.enabled.delete(step.tag);
    else model.enabled.add(step.tag);
  } else if (step.kind === 'publish') {
    const tags = (step.tags ?? TAGS).filter((tag) => model.enabled.has(tag));
    if (tags.length === 0) return;
    const { id } = await publish(step.tags === null ? {} : { locales: tags });
    model.add(id, tags, { isWhole: tags.length === model.enabled.size });
  } else if (model.releases.length > 0) {
    const from = model.releases[step.nth % model.releases.length]!;
    const tags = from.tags.filter((tag) => model.enabled.has(tag));
    const call = publish({ fromReleaseId: from.id });
    if (tags.length === 0) expect(await codeOf(call)).toBe('validation_failed');
    else model.add((await call).id, tags, { isWhole: from.isWhole, from });
  }
}

/**
 * Previews a release of all locales or of an earlier release's content. Returns the tags that readers
 * would get, and the tags whose last release would be kept. Null if the step is not such a release or
 * the API rejects it.
 */
async function previewed(model: Model, environmentId: string, step: Step) {
  const from = step.kind === 'again' ? model.releases[step.nth % model.releases.length] : undefined;
  if (step.kind === 'toggle' || (step.kind === 'publish' && step.tags !== null)) return null;
  const wanted = { projectId, environmentId, ...(from && { fromReleaseId: from.id }) };
  if (from?.tags.every((tag) => !model.enabled.has(tag))) {
    expect(await codeOf(i18n().environments.pending(wanted))).toBe('validation_failed');
    return null;
  }
  const { data } = await i18n().environments.pending(wanted);
  const had = data.locales.filter(({ ends }) => !ends);
  return {
    tags: had.map(({ code }) => code),
    kept: had.flatMap(({ code, kept }) => (kept ? [code] : [])),
  };
}

describe('a disabled locale', () => {
  it('keeps its last release after any other releases, in the service and in the store', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 10 }), async (steps) => {
        const environmentId = await start();
        const model = new Model();
        for (const step of [{ kind: 'publish', tags: null } as const, ...steps]) {
          const preview = await previewed(model, environmentId, step);
          await take(model, step);
          expect(await servedVersions()).toEqual(model.versions);
          if (preview) {
            const version = model.releases.length;
            const tags = Object.keys(model.versions).sort();
            const kept = tags.filter((tag) => model.versions[tag]! < version);
            expect(preview).toEqual({ tags: tags.sort(), kept });
          }
          expect(await storedVersions(environmentId)).toEqual(model.versions);
        }
      }),
      { numRuns: testRuns(3) },
    );
  });

  it('remains available for prefixes and regions, and only under the version of its last release', async () => {
    const environmentId = await start();
    await i18n().environments.update({ projectId, environmentId, prefixes: ['menu.'] });
    await i18n().locales.delete({ projectId, localeCode: 'de-AT' });
    const first = await publish();
    await setEnabled('de', false);
    await publish();
    for (const address of [addressOf('de-AT'), addressOf('de', { prefix: 'menu.' })]) {
      const found = await findBundle(app.db, address);
      expect([found.locale, found.release.id]).toEqual(['de', first.id]);
    }
    const pinned = (version: number) => findBundle(app.db, addressOf('de', { version }));
    expect((await pinned(1)).release.id).toBe(first.id);
    await expect(pinned(2)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('has no pending changes, and keeps its version when a new release is published', async () => {
    const environmentId = await start();
    const first = await publish();
    await setEnabled('de', false);
    await i18n().projects.import({ projectId, locale: 'en', content: { b: 'New' } });
    const { data: pending } = await i18n().environments.pending({ projectId, environmentId });
    const german = pending.locales.find(({ code }) => code === 'de');
    expect(german).toMatchObject({ code: 'de', added: 0, changed: 0, removed: 0, kept: true });
    const release = await publish();
    expect(release.locales.map(({ code }) => code)).toEqual(['de-AT', 'en', 'fr']);
    expect(release.keptLocales).toEqual([{ code: 'de', release: { id: first.id, version: 1 } }]);
    const diff = { projectId, locale: 'de' };
    expect(await codeOf(i18n().releases.diff({ ...diff, releaseId: release.id }))).toBe(
      'not_found',
    );
    await setEnabled('de', true);
    const { data: changes } = await i18n().releases.diff({
      ...diff,
      releaseId: (await publish()).id,
    });
    expect(changes).toEqual([{ key: 'b', change: 'changed', before: 'B', after: 'New' }]);
  });

  it('stays after the next release of all locales, which drops a locale that was removed from the project', async () => {
    const environmentId = await start();
    await publish();
    await setEnabled('fr', false);
    await i18n().locales.delete({ projectId, localeCode: 'de', deleteValues: true, purge: true });
    expect(await servedVersions()).toMatchObject({ de: 1, fr: 1 });
    await publish();
    expect(await servedVersions()).toEqual({ 'de-AT': 2, en: 2, fr: 1 });
    expect(await storedVersions(environmentId)).toEqual({ 'de-AT': 2, en: 2, fr: 1 });
    const live = await findLiveContent(app.db, trustedProject(projectId), environmentId);
    expect(live!.locales.map(({ locale }) => locale)).toEqual(['de-AT', 'en', 'fr']);
  });
});
