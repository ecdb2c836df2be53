import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../../../', import.meta.url).pathname;

interface Import {
  /** Path of the importing file, relative to the root. */
  readonly from: string;
  /** Path of the imported file, relative to the root, or the name of a package. */
  readonly to: string;
  readonly isTypeOnly: boolean;
}

/** The files that ship, without tests and files that only tests use. */
const SOURCES = globSync(
  ['packages/*/src/**/*.ts', 'apps/api/{src,bin}/**/*.ts', 'apps/web/src/**/*.{ts,tsx}'],
  { cwd: ROOT },
)
  .map((file) => file.replaceAll('\\', '/'))
  .filter(
    (file) =>
      !/\.(test|fixture)\.tsx?$|\.d\.ts$|(?<!routes\/webhooks)\/(test|fixture-[^/]*)(\/|\.ts$)/.test(
        file,
      ),
  );

const STATIC = /^\s*(?:import|export)\s+(type\s)?([^'";]*?)\bfrom\s+'([^']+)'/gm;
const BARE = /^\s*import\s+'([^']+)'/gm;
const DYNAMIC = /\bimport\(\s*'([^']+)'\s*\)/g;

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const place = (specifier: string): string =>
    specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
  const imports: Import[] = [];
  for (const [, type, names, specifier] of text.matchAll(STATIC)) {
    const list = /\{([^}]*)\}/
      .exec(names!)?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '');
    const isTypeOnly =
      type !== undefined || list?.every((name) => name.trim().startsWith('type ')) === true;
    imports.push({ from: file, to: place(specifier!), isTypeOnly });
  }
  for (const pattern of [BARE, DYNAMIC]) {
    for (const [, specifier] of text.matchAll(pattern)) {
      imports.push({ from: file, to: place(specifier!), isTypeOnly: false });
    }
  }
  return imports;
}

const IMPORTS = SOURCES.flatMap(importsOf);

const api = (path: string): string => `apps/api/src/${path}`;
const web = (path: string): string => `apps/web/src/${path}`;

interface Rule {
  readonly who: string;
  readonly from: RegExp;
  /** Forbidden imports. Types from paths that match `unlessType` are allowed. */
  readonly never: RegExp;
  readonly unlessType?: RegExp;
}

/** Matches the implementations of providers. Code outside of `providers` may import their interfaces only. */
const PROVIDERS =
  /^apps\/api\/src\/providers\/(?!mt\/engine\.ts$|payment\/payment-provider\.ts$|bundle-store\/bundle-store\.ts$|cdn\/cdn\.ts$|guarded\/guarded-client\.ts$)/;
const SERVER = '@parlance/api|@parlance/sdk';

const RULES: readonly Rule[] = [
  {
    who: 'let formats import no other package of Parlance than locales',
    from: /^packages\/formats\//,
    never: /^@parlance\/(?!locales$)/,
  },
  {
    who: 'let locales, messages and query import no other package of Parlance',
    from: /^packages\/(locales|messages|query)\//,
    never: /^@parlance\//,
  },
  {
    who: 'let contracts import neither the server nor the SDK',
    from: /^packages\/contracts\//,
    never: new RegExp(`^(${SERVER}|fastify|kysely|pg)`),
  },
  {
    who: 'let the configuration import only formats and types of the contracts',
    from: /^packages\/config\//,
    never: /^@parlance\/(?!formats$)/,
    unlessType: /^@parlance\/contracts$/,
  },
  {
    who: 'let the SDK import nothing of the server',
    from: /^packages\/sdk\//,
    never: /^(@parlance\/api|fastify|kysely|pg|node:)/,
  },
  {
    who: 'let the reader import only locales and the formatters of messages, whose sources its package contains',
    from: /^packages\/reader\//,
    never: /^(?!packages\/reader\/|@parlance\/locales$|@parlance\/messages\/format$)/,
  },
  {
    who: 'let the command line import nothing of the server, and the contracts only through the SDK',
    from: /^packages\/cli\//,
    never: /^(@parlance\/(api|contracts)|apps\/|fastify|kysely|pg)/,
  },
  {
    who: 'let the domain import neither HTTP nor the configuration nor implementations of providers',
    from: /^apps\/api\/src\/domain\//,
    never: new RegExp(
      `^(fastify|@fastify|${api('(http|routes|tasks|config|main|build-deps)')})|${PROVIDERS.source}`,
    ),
    unlessType: PROVIDERS,
  },
  {
    who: 'let providers import neither the domain nor the database nor HTTP',
    from: /^apps\/api\/src\/providers\//,
    never: new RegExp(`^(fastify|kysely|pg$|${api('(domain|db|http|routes|tasks|config|deps)')})`),
  },
  {
    who: 'let routes import neither providers nor the database client',
    from: /^apps\/api\/src\/routes\//,
    never: new RegExp(`^(${api('(db/client|config|build-deps|tasks)')})|${PROVIDERS.source}`),
  },
  {
    who: 'let http and tasks import no implementation of a provider',
    from: /^apps\/api\/src\/(http|tasks)\//,
    never: new RegExp(`^(${api('(config|build-deps|main)')})|${PROVIDERS.source}`),
    unlessType: PROVIDERS,
  },
  {
    who: 'let the server import nothing of the web app',
    from: /^apps\/api\//,
    never: /^apps\/web\//,
  },
  {
    who: 'let lib import nothing of the rest of the service',
    from: /^apps\/api\/src\/lib\//,
    never: new RegExp(
      `^(fastify|kysely|pg$|${api('(domain|db|http|routes|tasks|providers|config|deps)')})`,
    ),
  },
  {
    who: 'let the database import nothing of the layers above the database',
    from: /^apps\/api\/src\/db\//,
    never: new RegExp(`^(fastify|${api('(domain|http|routes|tasks|providers|config)')})`),
  },
  {
    who: 'let the web app import nothing of the server, of Node or of the formats',
    from: /^apps\/web\//,
    never: /^(@parlance\/(api|cli|formats)|apps\/api\/|packages\/|node:|fastify|kysely|pg)/,
  },
  {
    who: 'let the web app import only types, limits and scopes of the contracts',
    from: /^apps\/web\//,
    never: /^@parlance\/contracts(?!\/(?:limits|scopes)$)/,
    unlessType: /^@parlance\/contracts/,
  },
  {
    who: 'let parts of the interface import no features, no calls and no texts',
    from: /^apps\/web\/src\/ui\//,
    never: new RegExp(
      `^(${web('(app|features|i18n)')}|@parlance/|@tanstack/|i18next|react-i18next)`,
    ),
  },
  {
    who: 'let lib of the web app import neither React nor components',
    from: /^apps\/web\/src\/lib\//,
    never: new RegExp(`^(${web('(app|features|ui)')}|react)`),
  },
  {
    who: 'let features import neither the app around them nor its routes',
    from: /^apps\/web\/src\/features\//,
    never: new RegExp(`^${web('app/')}`),
  },
  {
    who: 'let queries of the web app import no components',
    from: /^apps\/web\/src\/.*\.queries\.ts$/,
    never: /\.tsx$/,
  },
  {
    who: 'let the extensions of CodeMirror import no React',
    from: /^apps\/web\/src\/features\/editor\/codemirror\//,
    never: /^(react|@tanstack\/)/,
  },
];

/** The folders of the domain. Each one imports only the folders before it. */
const ROOMS =
  'kernel content billing project people editing files release translation talk editor'.split(' ');
const roomOf = (file: string): string | undefined =>
  /^apps\/api\/src\/domain\/([^/]+)\//.exec(file)?.[1];

const show = ({ from, to }: Import): string => `${from} → ${to}`;

describe('the import rules', () => {
  it('cover every file that ships', () => {
    expect(SOURCES.length).toBeGreaterThan(200);
    expect(IMPORTS.length).toBeGreaterThan(1000);
    const files = new Set(SOURCES);
    const broken = IMPORTS.filter(({ to }) => /\.tsx?$/.test(to) && !files.has(to));
    expect(broken.map(show)).toEqual([]);
  });

  it.each(RULES)('$who', ({ from, never, unlessType }) => {
    const broken = IMPORTS.filter(
      (use) =>
        from.test(use.from) && never.test(use.to) && !(use.isTypeOnly && unlessType?.test(use.to)),
    );
    expect(broken.map(show)).toEqual([]);
  });

  it('let no feature of the web app import another feature', () => {
    const featureOf = (file: string): string | undefined =>
      /^apps\/web\/src\/features\/([^/]+)\//.exec(file)?.[1];
    const broken = IMPORTS.filter(({ from, to }) => {
      const [own, other] = [featureOf(from), featureOf(to)];
      return own !== undefined && other !== undefined && own !== other;
    });
    expect(broken.map(show)).toEqual([]);
  });

  it('let only queries, drafts and events of the web app call the service', () => {
    const callers = IMPORTS.filter(({ to }) => to === web('lib/api.ts')).map(({ from }) => from);
    const others = callers.filter((file) => !file.endsWith('.queries.ts'));
    expect(others.sort()).toEqual([
      web('app/live/event-reader.ts'),
      web('features/editor/drafts/browser-drafts.ts'),
    ]);
    const clients = SOURCES.filter((file) =>
      /\bcreateClient\b/.test(
        file.startsWith(web('')) ? readFileSync(join(ROOT, file), 'utf8') : '',
      ),
    );
    expect(clients).toEqual([web('lib/api.ts')]);
  });

  it('allow no index file in the web app', () => {
    expect(SOURCES.filter((file) => /^apps\/web\/src\/.*\/index\.tsx?$/.test(file))).toEqual([]);
  });

  it('let only later folders import a folder of the domain, and only through its index file', () => {
    expect(new Set(SOURCES.map(roomOf))).toEqual(new Set([...ROOMS, undefined]));
    const broken = IMPORTS.filter(({ from, to }) => {
      const [own, other] = [roomOf(from), roomOf(to)];
      if (other === undefined || own === other || /\/(?:app-)?deps\.ts$/.test(from)) return false;
      const isEarlier = own === undefined || ROOMS.indexOf(other) < ROOMS.indexOf(own);
      return to !== api(`domain/${other}/index.ts`) || !isEarlier;
    });
    expect(broken.map(show)).toEqual([]);
  });

  it('require that an index file of the domain only re-exports other files', () => {
    const isDoor = (file: string): boolean =>
      /^apps\/api\/src\/domain\/[^/]+\/index\.ts$/.test(file);
    const others = SOURCES.filter(isDoor).filter((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .replaceAll(/^export (?:type )?\{[^}]*\} from '[^']+';$/gm, '')
        .trim(),
    );
    expect(others).toEqual([]);
  });

  it('let no route import another route, except presenters', () => {
    const broken = IMPORTS.filter(
      ({ from, to }) =>
        from.startsWith(api('routes/')) &&
        from !== api('routes/routes.generated.ts') &&
        to.startsWith(api('routes/')) &&
        !to.endsWith('.present.ts'),
    );
    expect(broken.map(show)).toEqual([]);
  });

  it('let only the composition root and the configuration construct providers', () => {
    const root = [
      'build-deps.ts',
      'open-bundles.ts',
      'config/config.ts',
      'config/config-variables.ts',
    ];
    const allowed = new Set(root.map(api));
    const broken = IMPORTS.filter(
      ({ from, to, isTypeOnly }) =>
        !isTypeOnly &&
        from.startsWith(api('')) &&
        !from.startsWith(api('providers/')) &&
        !allowed.has(from) &&
        PROVIDERS.test(to),
    );
    expect(broken.map(show)).toEqual([]);
  });

  it('let only the configuration read the environment, except PATH for child processes', () => {
    const readers = SOURCES.filter(
      (file) => file.startsWith(api('')) && file !== api('config/config.ts'),
    ).filter((file) => /process\.env\b(?!\.PATH\b)/.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(readers).toEqual([]);
  });

  it('let the server read nothing of the web app except the build', () => {
    const isOutsideBuild = /['"`][^'"`\n]*(?:\.\.|apps)\/web\b(?!\/dist\b)/;
    expect("new URL('../../web/src/', base)").toMatch(isOutsideBuild);
    const readers = SOURCES.filter(
      (file) =>
        file.startsWith('apps/api/') &&
        isOutsideBuild.test(
          readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
        ),
    );
    expect(readers).toEqual([]);
  });

  it('require that SQL of the domain is in stores and records', () => {
    const others = SOURCES.filter((file) =>
      /^apps\/api\/src\/domain\/(?!.*\.(?:store|record)\.ts$)/.test(file),
    );
    const isSql = /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/;
    expect(others.filter((file) => isSql.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
  });

  it('let only the content writer import its stores, and no unlisted store write its tables', () => {
    const content = api('domain/content/writer/');
    const users = IMPORTS.filter(
      ({ from, to }) =>
        to.startsWith(content) && to.endsWith('.store.ts') && !from.startsWith(content),
    );
    expect(users.map(show)).toEqual([]);
    const tables =
      'translation_(?:key|value)|cleared_value|key_(?:alias|count|history)|revision_mark';
    const isWrite = new RegExp(
      `(?:insert into|delete from|update) (?:${tables})\\b|(?:insertInto|deleteFrom|updateTable)\\('(?:${tables})'`,
    );
    const writers = SOURCES.filter(
      (file) =>
        file.startsWith(api('domain/')) &&
        !file.startsWith(content) &&
        isWrite.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    // Findings, hashes of source texts and revisions are computed from content.
    expect(writers.sort()).toEqual(
      ['check/check', 'check/ignored-check', 'key/source-hash', 'value/revision'].map((name) =>
        api(`domain/content/${name}.store.ts`),
      ),
    );
  });

  it('forbid cycles between files of translation and its engines, types included', () => {
    const own = /^apps\/api\/src\/(domain\/(project\/engine|translation)|providers\/mt)\//;
    const edges = new Map<string, Set<string>>();
    for (const { from, to } of IMPORTS) {
      if (!own.test(from) || !own.test(to)) continue;
      edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
    expect(edges.size).toBeGreaterThan(50);
    expect(findCycle(edges)).toBeNull();
  });

  it('forbid cycles between folders of the domain', () => {
    const folderOf = (file: string): string | undefined =>
      /^apps\/api\/src\/domain\/([^/]+)\//.exec(file)?.[1];
    const edges = new Map<string, Set<string>>();
    for (const { from, to } of IMPORTS) {
      const [a, b] = [folderOf(from), folderOf(to)];
      if (a === undefined || b === undefined || a === b) continue;
      edges.set(a, (edges.get(a) ?? new Set()).add(b));
    }
    expect(edges.size).toBeGreaterThan(5);
    expect(findCycle(edges)).toBeNull();
  });
});

/** Returns the folders or files of one cycle in order, or null. */
function findCycle(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const done = new Set<string>();
  const walk = (folder: string, path: readonly string[]): string[] | null => {
    const at = path.indexOf(folder);
    if (at !== -1) return [...path.slice(at), folder];
    if (done.has(folder)) return null;
    for (const next of edges.get(folder) ?? []) {
      const cycle = walk(next, [...path, folder]);
      if (cycle) return cycle;
    }
    done.add(folder);
    return null;
  };
  for (const folder of edges.keys()) {
    const cycle = walk(folder, []);
    if (cycle) return cycle;
  }
  return null;
}
