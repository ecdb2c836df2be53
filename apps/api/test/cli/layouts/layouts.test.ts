import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Clone } from '../../../../../packages/cli/test/clone.ts';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import { World } from '../world.ts';
import { LAYOUTS, type Layout } from './layouts.ts';
import type { Texts } from './write-files.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const KEYS = ['title', 'save', 'close', 'open'];
const BUNDLES = ['common', 'sign_in', 'sign-in', 'What.is', 'errors', 'my_texts', 'Form1'];
const LOCALES = ['de', 'pt-BR', 'fr-CA', 'zh-Hans', 'it'];
const APPS_IN_TREE = 9;

interface App {
  layout: Layout;
  folder: string;
  locales: string[];
  bundles: { name: string; keys: string[] }[];
  hasBoth: boolean;
  isCompiled: boolean;
}

const appOf = (layout: Layout, folder: string): fc.Arbitrary<App> =>
  fc.record({
    layout: fc.constant(layout),
    folder: fc.constant(folder),
    locales: fc.subarray(LOCALES, { minLength: layout.needsTranslation ? 1 : 0 }),
    bundles: fc.uniqueArray(
      fc.record({ name: fc.constantFrom(...BUNDLES), keys: fc.subarray(KEYS, { minLength: 1 }) }),
      { minLength: 1, maxLength: layout.hasBundles ? 4 : 1, selector: ({ name }) => name },
    ),
    hasBoth: fc.boolean(),
    isCompiled: fc.boolean(),
  });

const treeOf = (layouts: readonly Layout[]): fc.Arbitrary<App[]> =>
  fc
    .boolean()
    .chain((isAtRoot) =>
      fc.tuple(
        ...layouts.map((layout, index) =>
          appOf(layout, isAtRoot && index === 0 ? '' : `app${index}/`),
        ),
      ),
    );

type Files = Map<string, string | Uint8Array>;

/** Returns the files of an app, and adds their texts to `counts` by locale. */
function filesOf({ layout, folder, locales, bundles, hasBoth, isCompiled }: App): {
  files: Files;
  compiled: Files;
  counts: Map<string, number>;
} {
  const files: Files = new Map();
  const compiled: Files = new Map();
  const counts = new Map<string, number>();
  for (const [place, { name, keys: some }] of bundles.entries()) {
    const keys = layout.needsTranslation && place === 0 ? KEYS : some;
    const all: Record<string, Texts> = {};
    for (const locale of ['en', ...locales]) {
      const own =
        locale === 'en' ? keys : keys.filter((_, index) => (index + locale.length) % 3 !== 0);
      all[locale] = Object.fromEntries(own.map((key) => [key, `${key} ${name} ${locale}`]));
    }
    const add = (locale: string, at: string | null): void => {
      const texts = all[locale]!;
      if (Object.keys(texts).length === 0) return;
      const place = { locale, isSource: locale === 'en', source: all.en!, all };
      files.set(folder + layout.path(name, at), layout.write(texts, place));
      if (!isCompiled) return;
      for (const [path, text] of Object.entries(layout.compiled?.(texts, locale) ?? {})) {
        compiled.set(folder + path, text);
      }
    };
    add('en', layout.source === 'locale' ? 'en' : null);
    if (layout.source !== 'all') for (const locale of locales) add(locale, locale);
    if (hasBoth && layout.hasBoth) add('en', 'en');
    for (const [locale, texts] of Object.entries(all)) {
      const size = Object.keys(texts).length;
      if (size > 0) counts.set(locale, (counts.get(locale) ?? 0) + size);
    }
  }
  return { files, compiled, counts };
}

const git = (cwd: string, ...argv: string[]): string =>
  spawnSync('git', argv, { cwd, encoding: 'utf8' }).stdout;

function commitAll(root: string): void {
  git(root, 'add', '-A');
  git(root, '-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'x');
}

async function tryTree(apps: readonly App[]): Promise<void> {
  const clone = new Clone(world.env);
  try {
    const { data: project } = await world.tenant.client.i18n.projects.create({
      name: 'tree',
      sourceLocale: 'en',
    });
    const wanted = new Map<string, number>();
    for (const app of apps) {
      const { files, compiled, counts } = filesOf(app);
      for (const [path, content] of [...files, ...compiled]) {
        clone.write(path, '');
        writeFileSync(join(clone.root, path), content);
      }
      for (const [locale, size] of counts) wanted.set(locale, (wanted.get(locale) ?? 0) + size);
    }
    clone.write('.gitignore', '.home\n');
    git(clone.root, 'init', '-q');
    const run = async (...argv: string[]) => {
      const { exit, json } = await clone.run(...argv);
      expect({ argv, exit, errors: json.errors }).toEqual({ argv, exit: 0, errors: [] });
      return json;
    };
    await run('init', '--project', project.id);
    await run('push', '--all');
    const got = new Map<string, number>();
    for (const locale of wanted.keys()) {
      const size = Object.keys(await world.texts(project.id, locale)).length;
      if (size > 0) got.set(locale, size);
    }
    expect(got).toEqual(wanted);
    commitAll(clone.root);
    const announced = (await run('pull')).warnings.map(
      (warning) => (warning as { file?: string }).file,
    );
    const changed = git(clone.root, 'status', '--porcelain', '-uall')
      .split('\n')
      .map((line) => line.slice(3))
      .filter((path) => path !== '' && path !== 'parlance.lock' && !announced.includes(path));
    expect(changed).toEqual([]);
    commitAll(clone.root);
    await run('pull');
    expect(git(clone.root, 'status', '--porcelain', '-uall')).toBe('');
  } catch (error) {
    const config = clone.run('init', '--force', '--dry-run');
    const { files } = (await config).json.data.config as { files: unknown };
    throw new Error(`${JSON.stringify({ files })}\n${(error as Error).message}`);
  } finally {
    clone.remove();
  }
}

const groups = Array.from({ length: Math.ceil(LAYOUTS.length / APPS_IN_TREE) }, (_, index) =>
  LAYOUTS.slice(index * APPS_IN_TREE, (index + 1) * APPS_IN_TREE),
);

it.each(groups.map((group) => [group.map(({ name }) => name).join(', '), group] as const))(
  'after init, push sends each text of generated projects of %s, and pull changes no file',
  async (_, group) => {
    await fc.assert(fc.asyncProperty(treeOf(group), tryTree), {
      numRuns: testRuns(1),
      endOnFailure: true,
    });
  },
);

it('after init, push sends each text of a repository with several apps of one framework', async () => {
  const twice = fc.constantFrom(...LAYOUTS).chain((layout) => treeOf([layout, layout, layout]));
  await fc.assert(fc.asyncProperty(twice, tryTree), { numRuns: testRuns(1), endOnFailure: true });
});
