import { isParlanceError, type Locale, type Project, paginate } from '@parlance/sdk';
import { type Connection, connect, requireProjectId } from '../auth/connect.ts';
import type { Call } from '../command.ts';
import type { Config, FileSpec } from '../config/config.ts';
import type { PathValues } from '../config/pattern.ts';
import { CliError, EXIT, failUsage } from '../fault.ts';
import {
  type Document,
  findFiles,
  isWanted,
  type ReadContext,
  readDocuments,
  textsOf,
} from './documents.ts';
import { readTokens } from './lock-file.ts';
import { compareTexts, type Difference } from './three-way.ts';

type Texts = Map<string, string>;
type ByLocale = Map<string, Texts>;

/** Files and project side by side, with the state in which both last were. */
export interface Workspace {
  readonly connection: Connection;
  readonly config: Config;
  readonly project: Project;
  readonly context: ReadContext;
  /** Those that exist, and those that the locales of the project would have. */
  readonly documents: readonly Document[];
  /** Locales of the files and of the project that are worked on. */
  readonly locales: readonly string[];
  /** True if `locales` are all that the configuration has. */
  readonly isWhole: boolean;
  readonly differences: readonly Difference[];
  /** Number of texts in the files. */
  readonly textCount: number;
  /** Names that the files still use, with the names that the keys have now. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Token of the base; null if it is not known. */
  readonly baseToken: string | null;
  /** Token of the project as it was read. */
  readonly projectToken: string | null;
  /** The document that has, or would have, a text. Null if no entry of the configuration does. */
  documentOf(locale: string, key: string): Document | null;
}

export async function openWorkspace(call: Call): Promise<Workspace> {
  const config = await call.config();
  const connection = connect(call, config);
  const { client } = connection;
  const named = requireProjectId(call, config);
  const { data: project } = await client.i18n.projects.get({ projectId: named });
  // The lock file and the rest go by the id: a slug can change.
  const { id: projectId } = project;
  config.source.locale = project.sourceLocale;
  const context = {
    keySeparator: project.settings.keySeparator,
    sourceLocale: project.sourceLocale,
  };
  const found = findFiles(config);
  const existing = await readDocuments(config, found, context);
  const inProject = (await Array.fromAsync(paginate(client.i18n.locales.list, { projectId })))
    .filter(({ enabled }) => enabled)
    .map(({ code }: Locale) => code);
  const fileTexts = mergeTexts(existing);
  const all = [...new Set([...inProject, ...fileTexts.keys()])].filter((code) =>
    isWanted(config, code),
  );
  const locales = chooseLocales(call, all);
  const read = await readProject(connection, projectId, {
    locales: locales.filter((code) => inProject.includes(code)),
    tokens: readTokens(config, projectId),
  });
  if (read.isTokenUnknown) {
    call.note(
      'The server does not know the state in parlance.lock: differing texts are conflicts.',
    );
  }
  const documents = [...existing, ...missingDocuments(config, existing, all)];
  const finder = new DocumentFinder(documents, fileTexts, project.sourceLocale);
  const differences = locales.flatMap((locale) =>
    compareTexts(locale, {
      file: renameKeys(fileTexts.get(locale) ?? new Map(), read.renamed),
      project: read.texts.get(locale) ?? new Map(),
      base: read.base && (read.base.get(locale) ?? new Map()),
    }).filter(({ key }) => finder.find(locale, key) !== null),
  );
  return {
    connection,
    config,
    project,
    context,
    documents,
    locales,
    isWhole: locales.length === all.length,
    differences,
    textCount: [...fileTexts.values()].reduce((sum, texts) => sum + texts.size, 0),
    renamed: read.renamed,
    baseToken: read.baseToken,
    projectToken: read.projectToken,
    documentOf: (locale, key) => finder.find(locale, key),
  };
}

/** The locales of `--locale`, or all. @throws CliError for one that neither files nor project have */
function chooseLocales({ flags }: Call, all: readonly string[]): string[] {
  const wanted = flags.texts('locale');
  if (wanted.length === 0) return [...all];
  for (const one of wanted) {
    if (!all.includes(one)) failUsage(`Neither the files nor the project have the locale ${one}.`);
  }
  return all.filter((code) => wanted.includes(code));
}

/** @throws CliError for a text that two files have */
function mergeTexts(documents: readonly Document[]): ByLocale {
  const all: ByLocale = new Map();
  const faults = [];
  for (const document of documents) {
    for (const [locale, texts] of textsOf(document)) {
      const known = all.get(locale) ?? new Map<string, string>();
      for (const [key, text] of texts) {
        if (known.has(key)) {
          const message = `Another file has the key in ${locale}, too. Give the files different prefixes.`;
          faults.push({ code: 'duplicate_key', message, path: key, file: document.path });
        }
        known.set(key, text);
      }
      all.set(locale, known);
    }
  }
  if (faults.length > 0) throw new CliError(EXIT.no, faults);
  return all;
}

const renameKeys = (texts: Texts, renamed: ReadonlyMap<string, string>): Texts =>
  renamed.size === 0
    ? texts
    : new Map([...texts].map(([key, text]) => [newNameOf(texts, renamed, key), text]));

const newNameOf = (texts: Texts, renamed: ReadonlyMap<string, string>, key: string): string => {
  const name = renamed.get(key);
  return name === undefined || texts.has(name) ? key : name;
};

/** Files that locales of the project would have beside those that exist. */
function missingDocuments(
  config: Config,
  existing: readonly Document[],
  locales: readonly string[],
): Document[] {
  const paths = new Set(existing.map(({ path }) => path));
  const placeOf = (spec: FileSpec, locale: string | null, values: PathValues): string =>
    JSON.stringify([config.files.indexOf(spec), locale, values]);
  const places = new Set(existing.map(({ spec, locale, values }) => placeOf(spec, locale, values)));
  const missing = new Map<string, Document>();
  const groups = [
    ...existing.map(({ spec, values, prefix }) => ({ spec, values, prefix })),
    ...config.files
      .filter(({ pattern }) => pattern.names.size === 0)
      .map((spec) => ({ spec, values: {}, prefix: spec.prefix ?? '' })),
  ];
  for (const { spec, values, prefix } of groups) {
    const { pattern } = spec;
    for (const locale of pattern.hasLocale ? locales : [null]) {
      // Platforms read several spellings of some locales: the one that exists stays the only one.
      if (places.has(placeOf(spec, locale, values))) continue;
      const path = pattern.pathOf(locale, values);
      if (paths.has(path) || missing.has(path)) continue;
      const bytes = new Uint8Array();
      missing.set(path, { spec, values, prefix, locale, path, rows: [], hash: null, bytes });
    }
  }
  return [...missing.values()];
}

/** Tells which document a text belongs to. */
class DocumentFinder {
  readonly #byLocale = new Map<string, Document[]>();
  readonly #names = new Map<Document, Set<string>>();
  readonly #shared: readonly Document[];
  readonly #sourceLocale: string;

  constructor(documents: readonly Document[], texts: ByLocale, sourceLocale: string) {
    this.#sourceLocale = sourceLocale;
    this.#shared = documents.filter(({ locale }) => locale === null);
    for (const document of documents) {
      const { locale, rows, prefix } = document;
      this.#names.set(document, new Set(rows.map(({ name }) => prefix + name)));
      if (locale === null) continue;
      this.#byLocale.set(locale, [...(this.#byLocale.get(locale) ?? []), document]);
    }
    for (const locale of texts.keys()) {
      if (!this.#byLocale.has(locale)) this.#byLocale.set(locale, []);
    }
  }

  find(locale: string, key: string): Document | null {
    const candidates = [...(this.#byLocale.get(locale) ?? []), ...this.#shared].filter(
      ({ prefix }) => key.startsWith(prefix) && key.length > prefix.length,
    );
    const longest = Math.max(...candidates.map(({ prefix }) => prefix.length));
    const best = candidates.filter(({ prefix }) => prefix.length === longest);
    if (best.length <= 1) return best[0] ?? null;
    const owner = best.find((document) => this.#names.get(document)!.has(key));
    if (owner) return owner;
    const source = locale === this.#sourceLocale ? null : this.find(this.#sourceLocale, key);
    return (
      (source && best.find((one) => one.spec === source.spec && isSameGroup(one, source))) ??
      best[0]!
    );
  }
}

const isSameGroup = (a: Document, b: Document): boolean =>
  JSON.stringify(a.values) === JSON.stringify(b.values);

interface ReadProject {
  texts: ByLocale;
  base: ByLocale | null;
  renamed: Map<string, string>;
  baseToken: string | null;
  projectToken: string | null;
  isTokenUnknown: boolean;
}

/**
 * Reads the project, and then what changed since the base: changes between the two are in both, so that the base is
 * never newer than the project.
 */
async function readProject(
  { client }: Connection,
  projectId: string,
  { locales, tokens }: { locales: string[]; tokens: readonly string[] },
): Promise<ReadProject> {
  const texts: ByLocale = new Map();
  let projectToken: string | null = null;
  if (locales.length > 0) {
    const { data, meta } = await client.i18n.projects.export({
      projectId,
      locales,
      format: 'json',
      shape: 'flat',
    });
    projectToken = meta.syncToken;
    for (const file of 'files' in data ? data.files : [data]) {
      texts.set(file.locale, new Map(Object.entries(file.content as Record<string, string>)));
    }
  }
  const since = await readSince(client, projectId, tokens);
  if (since === null) {
    const isTokenUnknown = tokens.length > 0;
    return { texts, base: null, renamed: new Map(), baseToken: null, projectToken, isTokenUnknown };
  }
  const base: ByLocale = new Map([...texts].map(([locale, own]) => [locale, new Map(own)]));
  const renamed = new Map<string, string>();
  for (const { key, previousKey, locale, before } of since.changes) {
    if (previousKey !== null) {
      for (const [old, name] of renamed) if (name === previousKey) renamed.set(old, key);
      renamed.set(previousKey, key);
    } else if (before === null) base.get(locale!)?.delete(key);
    else base.get(locale!)?.set(key, before);
  }
  for (const [old, name] of renamed) if (old === name) renamed.delete(old);
  return { texts, base, renamed, baseToken: since.token, projectToken, isTokenUnknown: false };
}

/** The changes since the oldest token: an older base only means more questions. Null without a known token. */
async function readSince(
  client: Connection['client'],
  projectId: string,
  tokens: readonly string[],
) {
  let oldest = null;
  for (const token of tokens) {
    try {
      const pages = paginate(client.i18n.changes.since, { projectId, token, limit: 500 });
      const changes = await Array.fromAsync(pages);
      if (oldest === null || changes.length > oldest.changes.length) oldest = { token, changes };
    } catch (error) {
      // A token that was cut or made up counts as unknown, like one from before a restored backup.
      if (!isParlanceError(error, 'unknown_sync_token', 'validation_failed')) throw error;
      return null;
    }
  }
  return oldest;
}
