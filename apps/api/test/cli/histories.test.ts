import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Difference } from '../../../../packages/cli/src/sync/three-way.ts';
import type { Clone, Ran } from '../../../../packages/cli/test/clone.ts';
import { SLOWNESS } from '../../../../scripts/slowness.ts';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { type Backup, restoreBackup, takeBackup } from '../content/project-backup.ts';
import { World } from './world.ts';

vi.setConfig({ testTimeout: 300_000 * SLOWNESS });

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const KEYS = ['a', 'b', 'c'];
const LOCALES = ['en', 'de'];
const CLONES = 3;
const LOCK = 'parlance.lock';

const place = { key: fc.constantFrom(...KEYS), locale: fc.constantFrom(...LOCALES) };
const clone = fc.nat(CLONES - 1);
const flags = fc.constantFrom(
  [],
  [],
  ['--conflicts', 'ours'],
  ['--conflicts', 'theirs'],
  ['--prune'],
);
const op = <Kind extends string, Members>(
  kind: Kind,
  members: { [Name in keyof Members]: fc.Arbitrary<Members[Name]> },
): fc.Arbitrary<{ kind: Kind } & Members> =>
  fc.record<Members>(members).map((rest) => ({ kind, ...rest }));

const step = fc.oneof(
  { weight: 4, arbitrary: op('edit', { clone, ...place, isOld: fc.boolean() }) },
  { weight: 1, arbitrary: op('remove', { clone, ...place }) },
  { weight: 3, arbitrary: op('put', { ...place, isOld: fc.boolean() }) },
  { weight: 1, arbitrary: op('clear', place) },
  { weight: 1, arbitrary: op('archive', { key: place.key }) },
  { weight: 1, arbitrary: op('restore', { key: place.key }) },
  { weight: 2, arbitrary: op('revert', { at: fc.nat(5) }) },
  { weight: 4, arbitrary: op('push', { clone, flags }) },
  { weight: 4, arbitrary: op('pull', { clone, flags }) },
  { weight: 1, arbitrary: op('checkout', { clone, at: fc.nat(5) }) },
  { weight: 1, arbitrary: op('take', { clone, from: clone }) },
  { weight: 1, arbitrary: op('forget', { clone }) },
  { weight: 1, arbitrary: op('backup', {}) },
  { weight: 1, arbitrary: op('recover', {}) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Texts by `<locale> <key>`. */
type Texts = Map<string, string>;

const FILES = [...LOCALES.map((locale) => `locales/${locale}.json`), LOCK];

class History {
  readonly projectId: string;
  readonly clones: Clone[];
  /** Texts that were in the files of a clone at any time. `#ofProject` has the texts of the project. */
  readonly #seen: Set<string>[];
  readonly #ofProject = new Set<string>();
  /** Earlier states of each clone, to which a step can return. */
  readonly #commits: Map<string, string | null>[][];
  #backup: Backup | null = null;
  #count = 0;

  constructor(projectId: string) {
    this.projectId = projectId;
    this.clones = Array.from({ length: CLONES }, () => world.clone(projectId));
    this.#seen = this.clones.map(() => new Set());
    this.#commits = this.clones.map(() => []);
  }

  async run(one: Step): Promise<void> {
    const { projectId } = this;
    const { i18n } = world.tenant.client;
    switch (one.kind) {
      case 'edit':
        return this.#edit(one.clone, one, this.#text(one));
      case 'remove':
        return this.#edit(one.clone, one, null);
      case 'put': {
        const keyId = await world.keyId(projectId, one.key);
        const isArchived = keyId !== undefined && !(await this.#isActive(one.key));
        if (!isArchived) await world.put(projectId, { [one.key]: this.#text(one) }, one.locale);
        return this.#note();
      }
      case 'clear': {
        if (!(await this.#isActive(one.key))) return;
        const { data } = await i18n.values.list({ projectId, locale: one.locale });
        const value = data.find(({ key, id }) => key === one.key && id !== null);
        if (!value) return;
        await i18n.values.delete({ projectId, valueId: value.id!, version: value.version! });
        return;
      }
      case 'archive':
      case 'restore': {
        const keyId = await world.keyId(projectId, one.key);
        if (keyId === undefined) return;
        if (one.kind === 'archive') await i18n.keys.delete({ projectId, keyId });
        else await i18n.keys.update({ projectId, keyId, archived: false });
        return;
      }
      case 'revert': {
        const { data } = await i18n.changes.list({ projectId });
        const change = data[one.at];
        if (change) await i18n.changes.revert({ projectId, changeId: change.id });
        return this.#note();
      }
      case 'push':
        return this.#push(one.clone, one.flags);
      case 'pull':
        return this.#pull(one.clone, one.flags);
      case 'checkout': {
        const commits = this.#commits[one.clone]!;
        const commit = commits[commits.length - 1 - one.at];
        if (commit) this.#restore(one.clone, commit);
        return;
      }
      case 'take':
        this.#restore(one.clone, this.#commitOf(one.from));
        return;
      case 'forget':
        this.clones[one.clone]!.write(LOCK, '{}\n');
        return;
      case 'backup':
        this.#backup = await takeBackup(world.app, projectId);
        return;
      case 'recover':
        if (this.#backup) await restoreBackup(world.app, projectId, this.#backup);
    }
  }

  /** Checks that a push replaces only texts that the clone had at some time, or names them. */
  async #push(at: number, given: readonly string[]): Promise<void> {
    const before = await this.#project();
    const { exit, json } = await this.clones[at]!.run('push', '--all', '--allow-none', ...given);
    expect([0, 4], JSON.stringify(json)).toContain(exit);
    const after = await this.#project();
    const named = namesIn(json);
    if (exit === 4 && !hasPartly(json)) expect(after).toEqual(before);
    for (const [slot, text] of before) {
      if (after.get(slot) === text || this.#seen[at]!.has(`${slot} ${text}`)) continue;
      expect(named, `push lost ${slot} ${text}`).toContain(slot.split(' ')[1]);
    }
    await this.#note();
    this.#commit(at);
  }

  /** Checks that a pull replaces only texts that the project had at some time, or names them. */
  async #pull(at: number, given: readonly string[]): Promise<void> {
    const before = this.#files(at);
    const { exit, json } = await this.clones[at]!.run('pull', ...given);
    expect([0, 4], JSON.stringify(json)).toContain(exit);
    const after = this.#files(at);
    if (exit === 4) expect(after).toEqual(before);
    const named = namesIn(json);
    for (const [slot, text] of before) {
      if (after.get(slot) === text || this.#ofProject.has(`${slot} ${text}`)) continue;
      expect(named, `pull lost ${slot} ${text}`).toContain(slot.split(' ')[1]);
    }
    const files = (json.data?.files ?? []) as { keptConflicts: Difference[] }[];
    // The response has named these texts of the project, which the next push replaces.
    for (const { locale, key, project } of files.flatMap((file) => file.keptConflicts)) {
      this.#seen[at]!.add(`${locale} ${key} ${project}`);
    }
    this.#look(at);
    this.#commit(at);
  }

  #text({ key, isOld }: { key: string; isOld: boolean }): string {
    if (!isOld) this.#count++;
    return `${key}${this.#count}`;
  }

  #edit(at: number, { key, locale }: { key: string; locale: string }, text: string | null): void {
    const path = `locales/${locale}.json`;
    const own = this.clones[at]!;
    const content = existsSync(join(own.root, path)) ? own.json(path) : {};
    if (text === null) delete content[key];
    else content[key] = text;
    own.write(path, content);
    this.#look(at);
  }

  #files(at: number): Texts {
    const own = this.clones[at]!;
    return new Map(
      LOCALES.filter((locale) => existsSync(join(own.root, `locales/${locale}.json`))).flatMap(
        (locale) =>
          Object.entries(own.json(`locales/${locale}.json`)).map(
            ([key, text]) => [`${locale} ${key}`, text as string] as const,
          ),
      ),
    );
  }

  async #project(): Promise<Texts> {
    const all: Texts = new Map();
    for (const locale of LOCALES) {
      const texts = await world.texts(this.projectId, locale);
      for (const [key, text] of Object.entries(texts)) all.set(`${locale} ${key}`, text);
    }
    return all;
  }

  async #isActive(name: string): Promise<boolean> {
    const { data } = await world.tenant.client.i18n.keys.list({ projectId: this.projectId });
    return data.some((key) => key.name === name);
  }

  async #note(): Promise<void> {
    for (const [slot, text] of await this.#project()) this.#ofProject.add(`${slot} ${text}`);
  }

  #look(at: number): void {
    for (const [slot, text] of this.#files(at)) this.#seen[at]!.add(`${slot} ${text}`);
  }

  #commitOf(at: number): Map<string, string | null> {
    const own = this.clones[at]!;
    return new Map(
      FILES.map((path) => [path, existsSync(join(own.root, path)) ? own.read(path) : null]),
    );
  }

  #commit(at: number): void {
    this.#commits[at]!.push(this.#commitOf(at));
  }

  #restore(at: number, commit: ReadonlyMap<string, string | null>): void {
    for (const [path, content] of commit) {
      this.clones[at]!.write(path, content ?? (path === LOCK ? '{}\n' : {}));
    }
    this.#look(at);
  }
}

/** Returns the keys that a response names, in any member. */
const namesIn = (json: Ran['json']): string[] =>
  KEYS.filter((key) => JSON.stringify(json).includes(`"${key}"`));

/** True if a locale before the one with conflicts was sent. */
const hasPartly = ({ errors }: Ran['json']): boolean =>
  errors[0]!.message.includes('changed meanwhile');

it('no history of three clones loses the text that was written last without a report', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24, size: 'max' }), async (steps) => {
      const history = new History(await world.createProject());
      for (const one of steps) await history.run(one);
      for (const own of history.clones) {
        const theirs = ['--conflicts', 'theirs'];
        expect((await own.run('push', '--all', '--allow-none', ...theirs)).exit).toBe(0);
        expect((await own.run('pull', ...theirs)).exit).toBe(0);
        const { json } = await own.run('diff');
        const rows = json.data.differences as { kind: string }[];
        // A text that was removed on one side stays on the other side until it is pruned.
        expect(rows.filter(({ kind }) => !/^(removed-|new-here)/.test(kind))).toEqual([]);
      }
    }),
    { numRuns: testRuns(8) },
  );
});
