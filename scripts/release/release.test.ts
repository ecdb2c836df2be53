import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changelogPart } from './changelog-part.ts';
import { packageFaults } from './package-faults.ts';
import { versionFaults } from './version-faults.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('the notes of a release', () => {
  const changelog = '# Changelog\n\n## 0.2.0\n\n### Web\n- b\n\n## 0.1.0\n- a\n';

  it('the notes are the part of the changelog with its number, and no other', () => {
    expect(changelogPart(changelog, '0.2.0')).toBe('### Web\n- b\n');
    expect(changelogPart(changelog, '0.1.0')).toBe('- a\n');
    expect(changelogPart(changelog, '0.1')).toBeNull();
  });
});

describe('the versions of a release', () => {
  let copy: string;
  const version: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'parlance-versions-'));
    const manifests = globSync('{packages,apps}/*/package.json', { cwd: ROOT });
    for (const path of ['package.json', 'CHANGELOG.md', ...manifests]) {
      cpSync(join(ROOT, path), join(copy, path));
    }
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('the versions are the same everywhere', () => {
    expect(versionFaults(ROOT, null)).toEqual([]);
  });

  it('the versions are compared with the tag, which has a part of the changelog', () => {
    expect(versionFaults(copy, `v${version}`)).toEqual([
      `CHANGELOG.md has no part "## ${version}".`,
    ]);
    writeFileSync(join(copy, 'CHANGELOG.md'), `# Changelog\n\n## ${version}\n- a\n`);
    expect(versionFaults(copy, `v${version}`)).toEqual([]);
    expect(versionFaults(copy, 'v99.0.0')).toContain(
      `packages/cli/package.json has the version ${version}, not 99.0.0.`,
    );
    expect(versionFaults(copy, 'nightly')).toContain('nightly is no tag such as v1.2.3.');
  });
});

describe('a package of a release', () => {
  const manifest = {
    name: '@parlance/x',
    version: '1.0.0',
    license: 'Apache-2.0',
    repository: { url: 'git+https://github.com/example/parlance.git' },
    bin: { x: 'dist/x.js' },
    types: './dist/x.d.ts',
  };
  const paths = ['LICENSE', 'README.md', 'package.json', 'dist/x.js', 'dist/x.d.ts'];
  const published = { id: '@parlance/x@1.0.0', files: paths.map((path) => ({ path })) };

  it('a package has everything that its manifest names', () => {
    expect(packageFaults(manifest, published)).toEqual([]);
    for (const left of paths) {
      const files = published.files.filter(({ path }) => path !== left);
      expect(packageFaults(manifest, { ...published, files })).toEqual([
        `@parlance/x@1.0.0: it has no file ${left}.`,
      ]);
    }
  });

  it('a package is published, and not skipped by npm', () => {
    expect(packageFaults({ ...manifest, private: true }, published)).toEqual([
      '@parlance/x@1.0.0: it is private.',
    ]);
    expect(packageFaults(manifest, undefined)[0]).toContain('npm published nothing in its place');
    const { repository: _, ...without } = manifest;
    expect(packageFaults(without, published)[0]).toContain('names no repository');
  });
});
