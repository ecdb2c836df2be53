// Builds the web app if it has changed, and fails if a browser would load more of it than its limits allow.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureBuilt } from '../../../scripts/run/build.mjs';

const ROOT = resolve(import.meta.dirname, '../../..');
const DIST = join(ROOT, 'apps/web/dist');
const KIB = 1024;

/**
 * The editor, whose scripts are loaded in addition to the scripts of the first page. After a plain text, a plural family and
 * an ICU message were opened with suggestions beside them, the file `open-text` is also loaded (vite.config.ts).
 */
const EDITOR = 'src/features/editor/editor.page.tsx';
const OPEN_TEXT = 'open-text';

/** A word that every schema of the contract contains. The build contains a table of operations instead of schemas. */
const SCHEMA = 'additionalProperties';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** Returns the names of the given chunks and of the chunks that a browser loads with them. */
function loadedWith(chunks: Manifest, names: readonly string[]): Set<string> {
  const loaded = new Set<string>();
  const add = (name: string): void => {
    const chunk = chunks[name];
    if (!chunk) throw new Error(`The build has no chunk of ${name}.`);
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const other of chunk.imports ?? []) add(other);
  };
  for (const name of names) add(name);
  return loaded;
}

/** Returns the size of files in KiB, compressed by gzip. */
const sizeOf = (files: Iterable<string>): number =>
  [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length,
    0,
  ) / KIB;

if (!(await ensureBuilt(ROOT, process.execPath))) process.exit(1);
const chunks: Manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));
const entries = Object.keys(chunks).filter((name) => chunks[name]!.isEntry);
const scriptsOf = (names: readonly string[]): string[] =>
  [...loadedWith(chunks, names)].map((name) => chunks[name]!.file);
const openText = Object.keys(chunks).filter((name) => chunks[name]!.name === OPEN_TEXT);
if (openText.length === 0) throw new Error(`The build has no file ${OPEN_TEXT}.`);
const all = Object.values(chunks);

const sizes = [
  { what: 'scripts before the first page', limit: 195, size: sizeOf(scriptsOf(entries)) },
  {
    what: 'scripts for the editor with a cell, a family and an ICU message open',
    limit: 359,
    size: sizeOf(scriptsOf([...entries, EDITOR, ...openText])),
  },
  {
    what: 'styles of all pages',
    limit: 25,
    size: sizeOf(new Set(all.flatMap(({ css }) => css ?? []))),
  },
];
for (const { what, limit, size } of sizes) {
  console.log(`Web app, ${what}: ${size.toFixed(1)} of ${limit} KiB.`);
}
const isSchemaIn = ({ file }: Chunk): boolean =>
  file.endsWith('.js') && readFileSync(join(DIST, file), 'utf8').includes(SCHEMA);
const faults = [
  ...sizes
    .filter(({ limit, size }) => size > limit)
    .map(({ what }) => `The limit for ${what} is exceeded.`),
  ...scriptsOf([...entries, EDITOR])
    .filter((file) => openText.some((name) => chunks[name]!.file === file))
    .map((file) => `The editor loads ${file} (${OPEN_TEXT}) before a text is open.`),
  ...all.filter(isSchemaIn).map(({ file }) => `${file} has a schema of the contract.`),
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
