import { createHash } from 'node:crypto';
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findDebianPackage } from './debian.ts';
import { listFallbacks, listModeLocales } from './locales.ts';

/** An installed translation direction, which is defined by a `.mode` file. */
export interface InstalledMode {
  /**
   * Apertium's name of the direction, such as `eng-spa`. It contains only letters, digits, `_` and
   * one `-`.
   */
  readonly name: string;
  readonly file: string;
  readonly source: string;
  readonly target: string;
  /** String that changes when the mode file is replaced. */
  readonly stamp: string;
}

export type ModeLookup =
  | {
      readonly mode: InstalledMode;
      /**
       * True if the mode is for exactly the requested locale. False if it is for a more general
       * locale.
       */
      readonly isExact: boolean;
    }
  | { readonly reason: string };

export const DEFAULT_DATA_DIR = '/usr/share/apertium';

// Matches the names of mode files. It does not match the modes of debugging stages, whose names
// have a third part (`eng-spa-tagger`). The pattern excludes all characters that are special in a
// shell.
const MODE_FILE = /^([a-z]{2,3}(?:_[A-Za-z0-9]+)*)-([a-z]{2,3}(?:_[A-Za-z0-9]+)*)\.mode$/;
const NEEDED_PROGRAMS = ['bash', 'apertium-wblank-mode'];
const STANDARD_PATH = ['/usr/local/bin', '/usr/bin', '/bin'];

interface Scan {
  readonly changedAt: bigint | undefined;
  readonly modes: readonly InstalledMode[];
  /** Best mode for each language pair. The key is the source tag, a space and the target tag. */
  readonly byPair: ReadonlyMap<string, InstalledMode>;
  readonly fingerprint: string;
}

/** Lists the modes in `dataDir/modes`. Reads the folder again whenever it changes. */
export class ModeCatalog {
  /** Value of the variable `PATH` with which Apertium's programs are found. */
  readonly searchPath: string;
  readonly #folder: string;
  #last: Scan | undefined;

  constructor(dataDir: string, systemPath: readonly string[] = STANDARD_PATH) {
    this.#folder = join(resolve(dataDir), 'modes');
    // Apertium's programs are searched near its data, because an installation may be outside of the
    // system folders: /opt/x/share/apertium and /opt/x/bin.
    this.searchPath = [...new Set([join(resolve(dataDir), '../../bin'), ...systemPath])].join(':');
  }

  /** All installed modes, sorted by name. */
  get modes(): readonly InstalledMode[] {
    return this.#scan().modes;
  }

  /** A string that differs after a mode was added, removed or replaced. */
  get fingerprint(): string {
    return this.#scan().fingerprint;
  }

  /** Returns the mode for a language pair. If there is none, returns the reason. */
  find(sourceLocale: string, targetLocale: string): ModeLookup {
    const { byPair, modes } = this.#scan();
    const sources = listFallbacks(sourceLocale);
    const targets = listFallbacks(targetLocale);
    for (const [targetIndex, target] of targets.entries())
      for (const [sourceIndex, source] of sources.entries()) {
        const mode = byPair.get(`${source} ${target}`);
        if (mode === undefined) continue;
        const missing = NEEDED_PROGRAMS.find((program) => !isExecutable(this.searchPath, program));
        if (missing === undefined) return { mode, isExact: targetIndex + sourceIndex === 0 };
        return {
          reason: `Apertium's data is installed, but its program ${missing} cannot be found`,
        };
      }
    const pair = `${sourceLocale} to ${targetLocale}`;
    if (sources.some((source) => targets.includes(source)))
      return { reason: `Apertium does not translate between variants of a language (${pair})` };
    const debianPackage = findDebianPackage(sourceLocale, targetLocale);
    if (debianPackage === undefined) return { reason: `Apertium has no packaged pair for ${pair}` };
    const what = modes.length === 0 ? 'Apertium' : `Apertium's pair for ${pair}`;
    const install = modes.length === 0 ? `apertium ${debianPackage}` : debianPackage;
    return {
      reason: `${what} is not installed in ${dirname(this.#folder)}; on Debian: apt-get install ${install}`,
    };
  }

  #scan(): Scan {
    const stat = statSync(this.#folder, { bigint: true, throwIfNoEntry: false });
    if (this.#last === undefined || this.#last.changedAt !== stat?.mtimeNs) {
      this.#last = readFolder(this.#folder, stat?.mtimeNs);
    }
    return this.#last;
  }
}

function readFolder(folder: string, changedAt: bigint | undefined): Scan {
  const modes: InstalledMode[] = [];
  const ranked = new Map<string, { mode: InstalledMode; rank: number }>();
  const hash = createHash('sha256');
  const names = changedAt === undefined ? [] : readdirSync(folder).sort();
  for (const fileName of names) {
    const [, left, right] = MODE_FILE.exec(fileName) ?? [];
    if (left === undefined || right === undefined) continue;
    const sources = listModeLocales(left);
    const targets = listModeLocales(right);
    const file = join(folder, fileName);
    const stat = statSync(file, { throwIfNoEntry: false });
    const [source] = sources;
    const [target] = targets;
    if (source === undefined || target === undefined || !stat?.isFile()) continue;
    if (source.tag === target.tag) continue;
    const name = fileName.slice(0, -'.mode'.length);
    const stamp = `${stat.mtimeMs}-${stat.size}`;
    const mode = { name, file, source: source.tag, target: target.tag, stamp };
    modes.push(mode);
    hash.update(`${name} ${stamp}\n`);
    for (const from of sources)
      for (const to of targets) {
        const pair = `${from.tag} ${to.tag}`;
        const rank = from.rank + to.rank;
        if (rank < (ranked.get(pair)?.rank ?? Number.POSITIVE_INFINITY))
          ranked.set(pair, { mode, rank });
      }
  }
  const byPair = new Map([...ranked].map(([pair, { mode }]) => [pair, mode]));
  return { changedAt, modes, byPair, fingerprint: hash.digest('hex').slice(0, 8) };
}

function isExecutable(searchPath: string, program: string): boolean {
  return searchPath.split(':').some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
