import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changelogPart } from './changelog.ts';
import { BUMPS, type Bump } from './changesets.ts';
import { packageFaults } from './package-faults.ts';
import { manifestsOf, prepareRelease } from './prepare-release.ts';
import { releaseFaults } from './release-faults.ts';

const ROOT = join(import.meta.dirname, '../..');

const changeset = (bump: Bump, text: string): string =>
  `---\n'@parlance/cli': ${bump}\n---\n\n${text}\n`;

describe('the release script', () => {
  let copy: string;
  const inCopy = (path: string): string => join(copy, path);
  const readCopy = (path: string): string => readFileSync(inCopy(path), 'utf8');
  const add = (name: string, content: string): void =>
    writeFileSync(inCopy(`.changeset/${name}.md`), content);
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'parlance-release-test-'));
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    for (const path of [...manifestsOf(ROOT), 'package-lock.json']) {
      mkdirSync(dirname(inCopy(path)), { recursive: true });
      // Resets the copy to the first version, because the repository may have a later version by now.
      const text = readFileSync(join(ROOT, path), 'utf8');
      writeFileSync(inCopy(path), text.replaceAll(`"${version}"`, '"0.1.0"'));
    }
    mkdirSync(inCopy('.changeset'));
    writeFileSync(inCopy('CHANGELOG.md'), '# Changelog\n\nNewest first.\n');
  });
  afterEach(() => rmSync(copy, { recursive: true, force: true }));

  it('finds no fault in the changes and the changelog of this repository', () => {
    expect(releaseFaults(ROOT, null)).toEqual([]);
  });

  it('prepares version 0.1.0 first, and moves each change into the changelog section of the next release', () => {
    add('b', changeset('minor', 'Second.\n\n- a list\n- of two'));
    add('a', changeset('patch', 'A fault is gone.'));
    expect(prepareRelease(copy)).toBe('0.1.0');
    const notes =
      '### New\n\n- Second.\n\n  - a list\n  - of two\n\n### Fixed\n\n- A fault is gone.\n';
    expect(changelogPart(readCopy('CHANGELOG.md'), '0.1.0')).toBe(notes);
    expect(readdirSync(inCopy('.changeset'))).toEqual([]);
    expect(releaseFaults(copy, 'v0.1.0')).toEqual([]);

    add('c', changeset('minor', 'Third.'));
    expect(releaseFaults(copy, 'v0.1.0')).toEqual(['The notes lack .changeset/c.md.']);
    expect(releaseFaults(copy, null)).toEqual([]);
    expect(prepareRelease(copy)).toBe('0.2.0');
    expect(changelogPart(readCopy('CHANGELOG.md'), '0.2.0')).toBe('### New\n\n- Third.\n');
    expect(changelogPart(readCopy('CHANGELOG.md'), '0.1.0')).toBe(notes);
    expect(changelogPart(readCopy('CHANGELOG.md'), '0.1')).toBeNull();
    expect(releaseFaults(copy, 'v0.2.0')).toEqual([]);
    expect(readCopy('packages/cli/package.json')).toContain('"@parlance/sdk": "0.2.0"');
    const lock = JSON.parse(readCopy('package-lock.json'));
    expect(lock.packages['packages/cli']).toMatchObject({
      version: '0.2.0',
      devDependencies: { '@parlance/sdk': '0.2.0' },
    });
  });

  it('accepts a change with any text, and rejects a tag with another version', () => {
    const text = fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '- ', '#', ' ', '`') }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...BUMPS), text), { minLength: 1 }), (all) => {
        rmSync(inCopy('.changeset'), { recursive: true });
        mkdirSync(inCopy('.changeset'));
        for (const [index, [bump, lines]] of all.entries()) {
          add(`change-${index}`, changeset(bump, `Word ${lines.join('\n')}`));
        }
        expect(releaseFaults(copy, null)).toEqual([]);
      }),
      { numRuns: 20 },
    );
    expect(releaseFaults(copy, 'v99.0.0')).toContain(
      'packages/cli/package.json has the version 0.1.0, not 99.0.0.',
    );
    expect(releaseFaults(copy, 'nightly')).toContain('nightly is no tag such as v1.2.3.');
  });

  it('rejects a changelog with a part without a version, and notes that say that nothing is released', () => {
    const said = '# Changelog\n\n## Unreleased\n\nNo version is released yet.\n\n## 0.1.0\n- a\n';
    writeFileSync(inCopy('CHANGELOG.md'), said);
    const heading = 'CHANGELOG.md has the part "## Unreleased", which is no version.';
    expect(releaseFaults(copy, 'v0.1.0')).toEqual([heading]);
    expect(releaseFaults(copy, null)).toEqual([heading]);
    writeFileSync(inCopy('CHANGELOG.md'), said.replace('Unreleased', '0.1.0'));
    expect(releaseFaults(copy, 'v0.1.0')).toEqual([
      'The notes say that nothing is released: No version is released yet.',
    ]);
    writeFileSync(inCopy('CHANGELOG.md'), '# Changelog\n');
    expect(releaseFaults(copy, 'v0.1.0')).toEqual(['CHANGELOG.md has no part "## 0.1.0".']);
    add('long', changeset('minor', 'word '.repeat(30_000)));
    expect(releaseFaults(copy, null)[0]).toMatch(/GitHub takes 125000/);
  });

  it('rejects a change without a text or for an unknown package, and names the file of the change', () => {
    add('x', `---\n'@parlance/clii': minor\n---\n\nText.\n`);
    expect(releaseFaults(copy, null)).toEqual([
      '.changeset/x.md names @parlance/clii, which the repository does not have.',
    ]);
    add('x', changeset('minor', ''));
    expect(() => releaseFaults(copy, null)).toThrow('.changeset/x.md says nothing');
    add('x', 'Text.\n');
    expect(() => releaseFaults(copy, null)).toThrow('.changeset/x.md names no packages');
  });
});

describe('a package of a release', () => {
  const manifest = {
    name: '@parlance/x',
    version: '1.0.0',
    license: 'Apache-2.0',
    homepage: 'https://github.com/example/parlance#readme',
    bugs: 'https://github.com/example/parlance/issues',
    repository: { url: 'git+https://github.com/example/parlance.git' },
    bin: { x: 'dist/x.js' },
    types: './dist/x.d.ts',
  };
  const paths = ['LICENSE', 'README.md', 'package.json', 'dist/x.js', 'dist/x.d.ts'];
  const published = { id: '@parlance/x@1.0.0', files: paths.map((path) => ({ path })) };

  it('must have every file that its manifest names', () => {
    expect(packageFaults(manifest, published)).toEqual([]);
    for (const left of paths) {
      const files = published.files.filter(({ path }) => path !== left);
      expect(packageFaults(manifest, { ...published, files })).toEqual([
        `@parlance/x@1.0.0: it has no file ${left}.`,
      ]);
    }
  });

  it('must be public, and npm must publish it', () => {
    expect(packageFaults({ ...manifest, private: true }, published)).toEqual([
      '@parlance/x@1.0.0: it is private.',
    ]);
    expect(packageFaults(manifest, undefined)[0]).toContain('npm published nothing in its place');
    const { repository: _, ...without } = manifest;
    expect(packageFaults(without, published)[0]).toContain('names no repository');
  });
});
