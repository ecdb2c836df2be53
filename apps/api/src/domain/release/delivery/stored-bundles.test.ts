import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTestDirectory } from '../../../../test/servers/postgres.ts';
import { FileStore } from '../../../providers/bundle-store/file-store.ts';
import { StoredBundles } from './stored-bundles.ts';

const PROJECT = '01a1fb58-0000-7000-8000-000000000000';

describe('StoredBundles', () => {
  it('reads no object outside the project, and no member that an index does not have', async () => {
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
});
