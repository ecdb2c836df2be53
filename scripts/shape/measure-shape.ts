import { dirname, join, normalize } from 'node:path/posix';

/** Figures on the structure of the product's sources without tests. `CONTRIBUTING.md` explains why each is measured. */
export interface Shape {
  /** Type names that two files of one package declare, as `package Name`. */
  readonly typesDeclaredTwice: number;
  /** Files that name the column `max_length` of a key, as a sample of its fields. */
  readonly filesOfKeyField: number;
  /** Declared types per 1,000 lines. */
  readonly typesPerThousandLines: number;
  /** Exports with one importing file, per 1,000 lines. */
  readonly oneImporterExportsPerThousandLines: number;
  /** Spreads of an object literal, which hide several members on one line. */
  readonly packedSpreads: number;
}

const DOOR = /^apps\/api\/src\/domain\/[^/]+\/index\.ts$/;
const TYPE = /^(?:export )?(?:declare )?(?:interface|type) (\w+)(?=[\s<=])/gm;
const EXPORT = /^export (?:async )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm;
const IMPORT = /^(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'(\.[^']+)'/gm;
/** Matches the spread of an object literal. */
const PACKED = /\.\.\.\{/g;
/** Files whose exports have one importer by design: contracts, lists of all items of a kind, and routes. */
const LISTED = /^packages\/contracts\/|registry\.ts$|\/index\.ts$|^apps\/api\/src\/routes\//;

const packageOf = (path: string): string => path.split('/').slice(0, 2).join('/');

interface Use {
  readonly from: string;
  readonly to: string;
  readonly names: readonly string[];
}

function usesIn(path: string, source: string): Use[] {
  return Array.from(source.matchAll(IMPORT), ([, list, specifier]) => ({
    from: path,
    to: normalize(join(dirname(path), specifier!)),
    names: list!
      .split(',')
      .map(
        (name) =>
          name
            .trim()
            .replace(/^type /, '')
            .split(' as ')[0]!,
      )
      .filter((name) => name !== ''),
  }));
}

/** Measures the sources of the product, given by path from the root. */
export function measureShape(sources: ReadonlyMap<string, string>): Shape {
  const all = [...sources];
  const uses = all.flatMap(([path, source]) => usesIn(path, source));
  const lines = all.reduce((sum, [, source]) => sum + source.split('\n').length - 1, 0);
  const perThousand = (count: number): number => Math.round((count / lines) * 10_000) / 10;
  const types = all.flatMap(([path, source]) =>
    Array.from(source.matchAll(TYPE), ([, name]) => `${packageOf(path)} ${name}`),
  );
  return {
    typesDeclaredTwice: new Set(types.filter((name, index) => types.indexOf(name) !== index)).size,
    filesOfKeyField: all.filter(([, source]) => /\bmax_length\b/.test(source)).length,
    typesPerThousandLines: perThousand(types.length),
    oneImporterExportsPerThousandLines: perThousand(oneImporterExports(sources, uses)),
    packedSpreads: all.reduce((sum, [, source]) => sum + (source.match(PACKED)?.length ?? 0), 0),
  };
}

function oneImporterExports(sources: ReadonlyMap<string, string>, uses: readonly Use[]): number {
  const importers = new Map<string, Set<string>>();
  const note = (name: string, from: string): void => {
    importers.set(name, (importers.get(name) ?? new Set()).add(from));
  };
  // An export that an index passes on has the importers of the index's export.
  const throughDoors = new Map<string, string>();
  for (const { from, to, names } of uses.filter((use) => DOOR.test(use.from))) {
    for (const name of names) throughDoors.set(`${from}#${name}`, `${to}#${name}`);
  }
  for (const { from, to, names } of uses) {
    if (DOOR.test(from) || LISTED.test(from)) continue;
    for (const name of names) note(throughDoors.get(`${to}#${name}`) ?? `${to}#${name}`, from);
  }
  let count = 0;
  for (const [path, source] of sources) {
    if (LISTED.test(path)) continue;
    for (const [, name] of source.matchAll(EXPORT)) {
      if (importers.get(`${path}#${name}`)?.size === 1) count += 1;
    }
  }
  return count;
}

/**
 * Compares figures with their limits, which may only decrease. Returns an instruction for each figure that exceeds its
 * limit.
 */
export const shapeFaults = (shape: Shape, limits: Shape): string[] =>
  (Object.keys(limits) as (keyof Shape)[])
    .filter((name) => shape[name] > limits[name])
    .map((name) => `${name} is ${shape[name]}, and at most ${limits[name]}: see CONTRIBUTING.md.`);
