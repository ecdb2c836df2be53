import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTestDirectory } from '../../../../test/servers/postgres.ts';
import { FileStore } from '../../../providers/bundle-store/file-store.ts';
import { StoredBundles } from './stored-bundles.ts';
import { environmentsKey, manifestKey } from './stored-keys.ts';

const PROJECT = '01a1fb58-0000-7000-8000-000000000000';

describe('StoredBundles', () => {
  it('finds nothing for a path that leaves the project or contains an inherited member such as `constructor`', async () => {
    const outside = makeTestDirectory();
    const folder = join(outside, 'store');
    const index = { production: { id: PROJECT, prefixes: [] } };
    for (const place of [outside, folder, join(folder, 'm'), join(folder, 'm', PROJECT)]) {
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, 'environments.json'), JSON.stringify(index));
      writeFileSync(join(place, `${PROJECT}.json`), '{}');
    }
    const bundles = new StoredBundles(new FileStore(folder));
    const part = fc.constantFrom('..', '.', '', PROJECT, 'production', '__proto__', 'constructor');
    const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    await fc.assert(
      fc.asyncProperty(path, path, async (projectId, environment) => {
        const address = { projectId, environment, locale: 'en', version: null, prefix: null };
        expect(await bundles.find(address)).toBeNull();
      }),
    );
  });

  it('returns a pinned version only if it is the current version of its locale', async () => {
    const folder = makeTestDirectory();
    mkdirSync(join(folder, 'm', PROJECT), { recursive: true });
    const sha256 = 'ab'.repeat(32);
    const locale = {
      releaseVersion: 7,
      releaseId: PROJECT,
      publishedAt: '2026-01-01T00:00:00.000Z',
      keySeparator: '.',
      sha256,
      bytes: 2,
      shapes: { nested: sha256 },
    };
    const manifest = {
      version: 8,
      releaseId: PROJECT,
      publishedAt: locale.publishedAt,
      parents: {},
    };
    const index = { production: { id: PROJECT, prefixes: [] } };
    writeFileSync(join(folder, environmentsKey(PROJECT)), JSON.stringify(index));
    writeFileSync(
      join(folder, manifestKey(PROJECT, PROJECT)),
      JSON.stringify({ ...manifest, locales: { en: locale } }),
    );
    const bundles = new StoredBundles(new FileStore(folder));
    const find = (version: number | null) =>
      bundles.find({
        projectId: PROJECT,
        environment: 'production',
        locale: 'en',
        version,
        prefix: null,
      });
    expect((await find(null))?.release.version).toBe(7);
    expect((await find(7))?.release.version).toBe(7);
    for (const version of [6, 8]) expect(await find(version)).toBeNull();
  });
});
