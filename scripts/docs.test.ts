import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENDPOINTS, RIGHTS_OF_ROLE, ROLES, SCOPES_OF_ROLE } from '@parlance/contracts';
import { FORMATS } from '@parlance/formats';
import { CHECK_CODES } from '@parlance/messages';
import { describe, expect, it } from 'vitest';
import { SECRETS, VARIABLES } from '../apps/api/src/config/config-variables.ts';
import { secretFileOf } from '../apps/api/src/config/secret-files.ts';
import { ENGINE_DEFINITIONS } from '../apps/api/src/providers/mt/registry.ts';
import { COMMANDS, findCommand } from '../packages/cli/src/commands.ts';
import { GLOBAL_FLAGS } from '../packages/cli/src/flags.ts';
import { headingAnchor } from './markdown.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = [...globSync('*.md', { cwd: ROOT }), ...globSync('docs/**/*.md', { cwd: ROOT })];

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Returns a page without its code blocks. */
const proseOf = (path: string): string => read(path).replace(/^ *```[\s\S]*?^ *```/gm, '');

const anchorsByPage = new Map<string, Set<string>>();

/** Returns the anchors of a page's headings. Repeated headings get a number. */
function anchorsOf(path: string): Set<string> {
  const known = anchorsByPage.get(path);
  if (known) return known;
  const anchors = new Set<string>();
  anchorsByPage.set(path, anchors);
  for (const [, heading] of proseOf(path).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = headingAnchor(heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    let candidate = anchor;
    for (let n = 1; anchors.has(candidate); n++) candidate = `${anchor}-${n}`;
    anchors.add(candidate);
  }
  return anchors;
}

const linksOf = (path: string): string[] =>
  [...proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));

/** Matches a `parlance` command up to the end of its line, quotation mark, comment or pipe. */
const COMMAND = /(?:npx --no -- parlance |`parlance |\bcommand: )([a-z][^`'"#|&\n]*)/g;
const flagsOf = (flags: object = {}): string[] => Object.keys(flags).map((name) => `--${name}`);
const FLAGS = new Set(
  [...COMMANDS.map(({ flags }) => flags), GLOBAL_FLAGS].flatMap((flags) => flagsOf(flags)),
);
/** Flags of npx, curl, Node and the project's other programs. */
const OTHER_FLAGS = new Set([
  '--no',
  '--fail-with-body',
  '--retry',
  '--password-stdin',
  '--maintenance-db',
  '--limit',
  '--erase',
  '--keys',
  '--keys-of',
  '--expand',
  '--discard',
  '--expose-gc',
  '--min-semi-space-size',
  '--max-semi-space-size',
]);

/** True if the command exists and has all the given flags. */
function isCommand(text: string): boolean {
  const words = text.trim().split(/\s+/);
  const command = findCommand(words.filter((word) => !word.startsWith('-')));
  if (command === undefined) return false;
  const known = new Set([...flagsOf(command.flags), ...flagsOf(GLOBAL_FLAGS)]);
  return (text.match(/--[a-z][\w-]*/g) ?? []).every((flag) => known.has(flag));
}

describe('the documents', () => {
  it('link every guide from another page', () => {
    expect(PAGES).toContain('README.md');
    const linked = new Set(
      PAGES.flatMap((page) =>
        linksOf(page).map((target) => join(dirname(page), target.split('#')[0]!)),
      ),
    );
    const guides = PAGES.filter((page) => /^docs\/[^/]+$/.test(page));
    expect(guides.length).toBeGreaterThan(7);
    expect(guides.filter((page) => !linked.has(page))).toEqual([]);
  });

  it.each(PAGES)('contain no broken link in %s', (page) => {
    const broken = linksOf(page).filter((target) => {
      const [path, anchor] = target.split('#', 2) as [string, string?];
      const file = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
      if (file.startsWith('..') || !existsSync(join(ROOT, file))) return true;
      return anchor !== undefined && !anchorsOf(file).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('say in each guide of a stack how to try without an engine, and how to make a key', () => {
    const guides = PAGES.filter((page) => page.startsWith('docs/stacks/'));
    expect(guides.length).toBeGreaterThan(4);
    const needed = [
      'engines.md#try-without-an-engine',
      'cli.md#pseudo-locales',
      'ci.md#make-the-key',
    ];
    for (const guide of guides) {
      expect(linksOf(guide)).toEqual(
        expect.arrayContaining(needed.map((target) => `../${target}`)),
      );
    }
  });

  it('show only pictures that exist in light and dark, and that are smaller than 150 KB', () => {
    const pictures = PAGES.flatMap((page) =>
      [...read(page).matchAll(/(?:srcset|src)="([^"]+)"|!\[[^\]]*\]\(([^)]+)\)/g)].map(
        ([, html, markdown]) => join(ROOT, dirname(page), (html ?? markdown)!),
      ),
    );
    expect(pictures.filter((path) => !existsSync(path))).toEqual([]);
    expect(pictures.filter((path) => statSync(path).size > 150_000)).toEqual([]);
    const themes = pictures.filter((path) => /-(?:light|dark)\.\w+$/.test(path));
    const twins = themes.map((path) =>
      path.replace(/-(light|dark)\./, (_, one) => (one === 'light' ? '-dark.' : '-light.')),
    );
    expect(themes.length).toBeGreaterThan(1);
    expect(twins.toSorted()).toEqual(themes.toSorted());
  });

  it('name only files of the repository that exist', () => {
    const named = PAGES.filter((page) => page !== 'CHANGELOG.md').flatMap((page) =>
      [
        ...read(page).matchAll(
          /(?<![\w./-])(?:apps|packages|scripts|action|bench)\/[\w./-]+\.\w+/g,
        ),
      ].map(([path]) => `${page}: ${path}`),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((line) => !existsSync(join(ROOT, line.split(': ')[1]!)))).toEqual([]);
  });

  it('name only existing commands and flags, and run the command line with --no', () => {
    const files = [
      ...PAGES.filter((page) => page !== 'CHANGELOG.md'),
      ...globSync('{action/*.yml,.pre-commit-hooks.yaml,packages/*/README.md}', { cwd: ROOT }),
      'apps/web/src/features/people/key-commands.tsx',
    ];
    const commands = files.flatMap((file) =>
      [...read(file).matchAll(COMMAND)].map(([, command]) => ({ file, command: command! })),
    );
    expect(commands.length).toBeGreaterThan(40);
    expect(commands.filter(({ command }) => command !== 'help' && !isCommand(command))).toEqual([]);
    const flags = files.flatMap((file) =>
      [...proseOf(file).matchAll(/`(--[a-z][\w-]*)/g)].map(([, flag]) => ({ file, flag: flag! })),
    );
    expect(flags.filter(({ flag }) => !OTHER_FLAGS.has(flag) && !FLAGS.has(flag))).toEqual([]);
    expect(files.filter((file) => /npx parlance/.test(read(file)))).toEqual([]);
  });

  it('name only environment variables that the service reads', () => {
    const known = new Set([
      ...Object.keys(VARIABLES),
      ...SECRETS.map(secretFileOf),
      ...ENGINE_DEFINITIONS.flatMap(({ settings }) => settings.map(({ variable }) => variable)),
    ]);
    const words = PAGES.flatMap((page) =>
      [...proseOf(page).matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)].map(
        ([, name]) => `${page}: ${name}`,
      ),
    );
    expect(words.length).toBeGreaterThan(40);
    // Values of PayPal, and variables of other programs.
    const others =
      /: (NODE_ENV|NODE_OPTIONS|MALLOC_ARENA_MAX|OTEL_EXPORTER_OTLP_COMPRESSION|TEST_(?:RUNS|SEED|SLOWNESS|WORKERS)|ORDER_|INSTRUMENT_|PARLANCE_(?:KEY|URL|PROJECT)|HTTPS?_PROXY|NO_PROXY|NODE_EXTRA_CA_CERTS|APERTIUM_PAIRS|DATABSE_URL|NPM_TOKEN)/;
    expect(words.filter((word) => !others.test(word) && !known.has(word.split(': ')[1]!))).toEqual(
      [],
    );
  });
});

describe('the guide', () => {
  it('lists the scopes and the rights of each role', () => {
    const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
    const rows = ROLES.map(
      (role) => `| \`${role}\` | ${list(SCOPES_OF_ROLE[role])} | ${list(RIGHTS_OF_ROLE[role])} |`,
    );
    expect(read('docs/guide.md')).toContain(rows.join('\n'));
  });
});

describe('the comparison with other products', () => {
  const page = read('docs/compare.md');

  it('states the actual formats, engines, roles and checks of Parlance', () => {
    expect(page).toContain(`| file formats | ${FORMATS.length}: `);
    expect(page).toContain(`(${ROLES.join(', ')})`);
    expect(page).toContain(`${CHECK_CODES.length} built-in checks`);
    const engines = ENGINE_DEFINITIONS.map(({ id }) => id).filter((id) => id !== 'pseudo');
    const named = /^\| engines \| ([^|]+) \|/m.exec(page)![1]!.split(/, (?:and )?/);
    const ids = named.map((name) => (name.includes('OpenAI') ? 'openai-compatible' : name));
    expect(ids.map((id) => id.toLowerCase()).toSorted()).toEqual(engines.toSorted());
  });

  it('does not call a feature missing if an endpoint provides the feature', () => {
    const said = /webhook|suggest|screenshot|task|branch|scim|sso|totp|passkey/;
    const there = ENDPOINTS.map(({ id }) => id).filter((id) => said.test(id));
    // The matches are the webhook of the payment provider, and suggestions from the translation memory and engines.
    const others = there.filter((id) => !id.startsWith('webhooks.'));
    expect(others.toSorted()).toEqual(['billing.webhooks.paypal', 'i18n.keys.suggestions']);
  });

  it('lists a source for each citation, and cites a proof for each feature of Parlance', () => {
    const [, has, lacks] = page.split(/^## What /m);
    const rows = (part: string) => part.split('\n').filter((line) => /^\| (?!what|---)/.test(line));
    expect(rows(has!).length).toBeGreaterThan(10);
    expect(rows(lacks!).length).toBeGreaterThan(20);
    const unproven = rows(has!).filter((row) => !/\]\([^)]+\.(?:md|ts)\)|Apache-2\.0/.test(row));
    expect(unproven).toEqual([]);
    const cited = new Set([...page.matchAll(/\[(\d+[a-z]?)\](?!\()/g)].map(([, mark]) => mark));
    const sources = page.slice(page.indexOf('## Sources'));
    for (const mark of cited) expect(sources, mark).toContain(`- [${mark}] `);
  });
});

describe('the page on security', () => {
  const page = read('docs/security.md');
  const rows = page.split('\n').filter((line) => /^\| (?!control|---)/.test(line));
  const named = rows.flatMap(testsNamedIn);

  it('names a test as proof of every control', () => {
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter((row) => !/\.test\.ts\)[^|]*“[^|]+\|$/.test(row))).toEqual([]);
    expect(named.filter(({ names }) => names.length === 0)).toEqual([]);
  });

  it('names at least as many tests for a control as the control has sentences', () => {
    const short = rows.filter((row) => {
      const control = row.split(' | ')[0]!.replace(/`[^`]*`|\]\([^)]*\)/g, 'x');
      const proofs = testsNamedIn(row).flatMap(({ names }) => names);
      return proofs.length < control.split(/[.!?] (?=[\p{Lu}x])/u).length;
    });
    expect(short).toEqual([]);
  });

  it('names tests for each duty of the operator', () => {
    const [, duties] = page.split('## Duties of the operator');
    const items = duties!.split(/\n(?=- |\n\S)/).filter((item) => item.trim() !== '');
    expect(items.length).toBeGreaterThan(6);
    expect(items.filter((item) => testsNamedIn(item).length === 0)).toEqual([]);
    expect(testsNamedIn(duties!).flatMap(missingTests)).toEqual([]);
  });

  it('names only symbols that their files declare', () => {
    const symbols = rows.flatMap((row) => {
      const where = row.split(' | ')[1]!;
      return [...where.matchAll(/\]\(\.\.\/([^)]+\.ts)\)((?:,? `\w+`)*)/g)].flatMap(
        ([, file, names]) =>
          [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => ({ file: file!, name: name! })),
      );
    });
    expect(symbols.length).toBeGreaterThan(25);
    const missing = symbols.filter(
      ({ file, name }) =>
        !new RegExp(
          `^(export )?(async )?(function|const|class|type|interface) ${name}\\b`,
          'm',
        ).test(read(file)),
    );
    expect(missing).toEqual([]);
  });

  it('names only tests that exist', () => {
    expect(named.flatMap(missingTests)).toEqual([]);
  });
});

describe('the page that compares the editor with other editors', () => {
  const page = read('docs/editor.md');
  const rows = page.split('\n').filter((line) => /^\| (?!feature|---)/.test(line));

  it('names a test for every statement on Parlance, and has a cell for each other editor', () => {
    expect(rows.length).toBeGreaterThan(25);
    // A dash in Parlance's column means that other editors are ahead. Such a cell needs no proof.
    const ours = rows.map((row) => row.split(' | ')[1]!).filter((cell) => !cell.startsWith('–'));
    expect(
      ours.filter((cell) => !testsNamedIn(cell).some(({ names }) => names.length > 0)),
    ).toEqual([]);
    expect(rows.filter((row) => row.split(' | ').length !== 7)).toEqual([]);
    expect(rows.filter((row) => !/not verified\)? \|$/.test(row))).toEqual([]);
  });

  it('names only tests that exist', () => {
    expect(testsNamedIn(page.replaceAll('\n', ' ')).flatMap(missingTests)).toEqual([]);
  });
});

interface NamedTests {
  file: string;
  names: string[];
}

/** Returns the tests that a text names, by file. The names after a link to a test file belong to this file. */
function testsNamedIn(text: string): NamedTests[] {
  return [...text.matchAll(/\]\(\.\.\/([^)]+\.test\.ts)\)([^[]*)/g)].map(([, file, names]) => ({
    file: file!,
    names: [...names!.matchAll(/“([^”]+)”/g)].map(([, name]) => name!),
  }));
}

/** Returns the named tests that their file does not declare. */
function missingTests({ file, names }: NamedTests): string[] {
  const source = read(file);
  return names.filter((name) => !isTestOf(source, name)).map((name) => `${file} “${name}”`);
}

/** True if the source declares a test of this name that can run. */
function isTestOf(source: string, name: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const at = source.indexOf(`${quote}${name.replaceAll(quote, `\\${quote}`)}${quote}`);
    if (at === -1) return false;
    const before = source.slice(0, at);
    const declaration = [...before.matchAll(/^\s*(?:it|test)[.(]/gm)].at(-1);
    if (!declaration) return false;
    const call = before.slice(declaration.index).trimStart();
    // A call with a function body before the name is not a test of this name.
    return !call.includes('=> {') && !/^\w+\.(skip|todo|fails)\b/.test(call);
  });
}
