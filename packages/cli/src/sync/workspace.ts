import { type Config, hasSourceTexts, type MatchedFile } from '@parlance/config';
import { readLocale } from '@parlance/formats';
import type { Locale, Project } from '@parlance/sdk';
import { type Connection, connect, requireProjectId } from '../auth/connect.ts';
import type { Call } from '../command.ts';
import { DocumentFinder, missingDocuments } from '../documents/document-finder.ts';
import {
  type Document,
  findFiles,
  hashFiles,
  isWanted,
  pathOf,
  readDocuments,
  textsOf,
} from '../documents/documents.ts';
import { findTwins } from '../documents/locale-sets.ts';
import { isPseudoTag } from '../documents/pseudo-tags.ts';
import type { ReadContext } from '../documents/read-context.ts';
import { CliError, EXIT, type Fault, failUsage, NoMatchError } from '../fault.ts';
import { collect } from '../lists.ts';
import { localesInstead } from '../output/did-you-mean.ts';
import { quoteText } from '../output/escape-text.ts';
import { localeComparer, type RefusedText, renameKeys } from './compare-locale.ts';
import { anyHasStates } from './has-states.ts';
import { type HeldMarks, readHeld } from './held-texts.ts';
import { readLock } from './lock-file.ts';
import { type ByLocale, combine, fetchTexts, readSince } from './read-project.ts';
import { readSelection, type Selection } from './selection.ts';
import { collectSkipped, type MaySkip, mayBeSkipped, type SkippedFile } from './skipped-files.ts';
import { type StateDifference, startStates } from './states.ts';
import { fingerprintOf, hasRenamed, type OpenedProject, readStep, type Step } from './step.ts';
import type { Difference } from './three-way.ts';
import { type Stop, withWayOn } from './unreadable-files.ts';

export interface Workspace {
  readonly connection: Connection;
  readonly config: Config;
  readonly project: Project;
  readonly inProject: readonly Locale[];
  readonly context: ReadContext;
  /** The existing files, and new files for locales of the project that have no file yet. */
  readonly documents: readonly Document[];
  readonly locales: readonly string[];
  /** True if the command covers all locales, files and keys of the configuration. */
  readonly isWhole: boolean;
  readonly selection: Selection;
  readonly differences: readonly Difference[];
  /** Differences that the command ignores because of `--file` or `--key`. */
  readonly leftOut: readonly Difference[];
  /** Texts of the project that their files cannot contain. */
  readonly refused: readonly RefusedText[];
  /** Texts that are equal in the file and the project, but differ in their review states. */
  readonly states: readonly StateDifference[];
  readonly projectStates: ByLocale;
  /** True if the last sync recorded review states. */
  readonly hasStates: boolean;
  readonly projectTexts: ByLocale;
  /** Current key names by the old key names in the files. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Sync token of the last sync. Null if it is unknown. */
  readonly baseToken: string | null;
  /** Sync token of the project, from the time at which the project was read. */
  readonly projectToken: string | null;
  readonly settings: string;
  /** Hashes of the files that have not changed since the last sync, by path. */
  readonly inStep: ReadonlyMap<string, string>;
  /** Marks of texts that the last pull did not write or remove. */
  readonly held: HeldMarks;
  /** Files with invalid content, which have no texts here. */
  readonly skipped: readonly SkippedFile[];
  /** Returns the file for a text. Null if no entry of the configuration covers the text. */
  documentOf(locale: string, key: string): Document | null;
}

export interface OpenOptions {
  /** Allows invalid files to be skipped. By default, only invalid files of omitted locales are skipped. */
  readonly maySkip?: MaySkip;
  /** Parts of the error message about an invalid file that is not skipped. */
  readonly stop?: Stop;
}

/**
 * Reads the project and the files, and compares them. Skips invalid files of locales that `--locale` leaves out.
 * @throws CliError for any other invalid file that `maySkip` does not allow to be skipped
 */
export async function openWorkspace(call: Call, options: OpenOptions = {}): Promise<Workspace> {
  const early = hashEarly(await call.config());
  const opened = await openProject(call);
  const { config, project, inProject } = opened;
  const found = findFiles(config);
  const step = await readStep(opened, found, early);
  const { existing, skipped, context } = await readExisting(opened, { found, step, ...options });
  // If a file was saved after its hash was computed, opens the workspace again.
  if (existing.some(({ path, hash }) => hash !== step.hashes.get(path)))
    return openWorkspace(call, options);
  const fileTexts = mergeTexts(existing, project.sourceLocale);
  const all = allLocales(opened, existing, fileTexts);
  const locales = chooseLocales(call, all);
  const missing = locales.filter(
    (code) => !step.locales.has(code) && inProject.some((one) => one.code === code),
  );
  const fetched = await fetchTexts(call, opened.connection, project.id, missing);
  const inStep: ByLocale = new Map(
    [...step.locales].map((code) => [code, fileTexts.get(code) ?? new Map()]),
  );
  const started = await startStates(opened, { existing, fetched, inStep });
  const since =
    step.since !== null && missing.length > 0
      ? await readSince(opened.connection, project.id, opened.lock.tokens, anyHasStates(config))
      : step.since;
  // A renamed key also affects locales whose texts were not fetched, so the workspace is opened
  // again.
  if (step.locales.size > 0 && hasRenamed(since)) return openWorkspace(call, options);
  const read = combine({ fetched, inStep, since, sinceStep: step.since });
  return compareSides(call, opened, {
    step,
    existing,
    skipped,
    context,
    fileTexts,
    all,
    locales,
    missing,
    since,
    read,
    started,
  });
}

/** The texts of the files and of the project, before they are compared. */
interface ReadSides extends Pick<Workspace, 'skipped' | 'context' | 'locales'> {
  readonly step: Step;
  readonly existing: Document[];
  readonly fileTexts: ByLocale;
  /** All locales of the files and of the project. */
  readonly all: readonly string[];
  /** Locales whose texts were fetched. */
  readonly missing: readonly string[];
  readonly since: Step['since'];
  readonly read: ReturnType<typeof combine>;
  readonly started: Awaited<ReturnType<typeof startStates>>;
}

/** Compares the texts of the files with those of the project. */
async function compareSides(
  call: Call,
  opened: OpenedProject,
  sides: ReadSides,
): Promise<Workspace> {
  const { config, project, inProject } = opened;
  const { step, existing, skipped, context, fileTexts, all, locales, missing, since, read } = sides;
  const documents = [...existing, ...missingDocuments(config, existing, all)];
  const finder = new DocumentFinder(documents, fileTexts, project.sourceLocale);
  const selection = readSelection(call);
  const paths = documents.map(({ path }) => path);
  selection.requireMatches(paths, () => keysOf(fileTexts, read.texts));
  const { renamed } = read;
  const projectStates = sides.started.end(since, step.since);
  const isHeld = await readHeld(opened.connection, config, project, {
    fetched: missing,
    since,
    known: projectStates.project,
  });
  const held = new Map(
    [...opened.lock.held].map(([locale, marks]) => [locale, renameKeys(marks, renamed)]),
  );
  const compare = localeComparer({
    call,
    config,
    project,
    documents,
    fileTexts,
    read,
    projectStates,
    held,
    isHeld,
    documentOf: (locale, key) => finder.find(locale, key),
    isUnchanged: ({ path, hash }) =>
      opened.lock.tokens.length === 1 && hash !== null && opened.lock.files.get(path) === hash,
  });
  const results = locales.map(compare);
  const compared = results
    .flatMap((result) => result.differences)
    .filter((difference) => !mayBeSkipped(skipped, difference));
  const states = results.flatMap((result) => result.states);
  const isSelected = ({ locale, key }: { locale: string; key: string }): boolean =>
    selection.hasKey(key) && selection.hasFile(finder.find(locale, key)!.path);
  const differences = selection.isAll ? compared : compared.filter(isSelected);
  return {
    config,
    project,
    inProject,
    context,
    documents,
    locales,
    selection,
    differences,
    leftOut: selection.isAll ? [] : compared.filter((difference) => !isSelected(difference)),
    refused: results.flatMap((result) => result.refused).filter(isSelected),
    states: states.filter(isSelected),
    projectStates: projectStates.project,
    hasStates: opened.lock.hasStates,
    projectTexts: read.texts,
    connection: opened.connection,
    settings: opened.settings,
    inStep: step.files,
    held,
    skipped,
    isWhole: selection.isAll && locales.length === all.length,
    renamed: read.renamed,
    baseToken: since?.token ?? null,
    projectToken: step.token,
    documentOf: (locale, key) => finder.find(locale, key),
  };
}

/** Reads the files, except files that the step or the command leaves out. */
async function readExisting(
  { call, config, project, inProject }: OpenedProject,
  {
    found,
    step,
    maySkip = () => false,
    stop = { nothing: 'The files were not compared.' },
  }: OpenOptions & { found: MatchedFile[]; step: Step },
): Promise<Pick<Workspace, 'context' | 'skipped'> & { existing: Document[] }> {
  const { sourceLocale } = project;
  const { keySeparator, messageFormat } = project.settings;
  const context = { keySeparator, sourceLocale, messageFormat };
  const skipped: SkippedFile[] = [];
  const wanted = call.flags.texts('locale');
  const isLeftOut = ({ locale }: MatchedFile): boolean =>
    wanted.length > 0 && locale !== null && !wanted.includes(locale);
  const existing = await readDocuments(config, found, context, {
    isRead: (file) => step.isRead(file),
    hashes: step.hashes,
    progress: call.progress,
    skip: collectSkipped(
      skipped,
      sourceLocale,
      (file, isSource) => (!isSource && isLeftOut(file)) || maySkip(file, isSource),
    ),
  }).catch((error: unknown) => {
    const codes = [
      ...inProject.map(({ code }) => code),
      ...found.flatMap((file) => file.locale ?? []),
    ];
    const locales = [...new Set(codes)].filter(
      (code) => wanted.length === 0 || wanted.includes(code),
    );
    const isSource = (file: MatchedFile): boolean => hasSourceTexts(file, sourceLocale);
    throw withWayOn(error, { found, locales, isSource }, stop);
  });
  return { existing, skipped, context };
}

const hashEarly = async (config: Config): Promise<Map<string, string>> => {
  try {
    return await hashFiles(config.root, findFiles(config));
  } catch {
    return new Map();
  }
};

export async function openProject(call: Call): Promise<OpenedProject> {
  const config = await call.config();
  const connection = connect(call, config);
  const { i18n } = connection.client;
  const named = { projectId: requireProjectId(call, config) };
  const [{ data: project }, inProject] = await Promise.all([
    i18n.projects.get(named),
    collect(i18n.locales.listAll({ ...named, limit: 500 })),
  ]);
  config.source.locale = project.sourceLocale;
  const enabled = inProject.filter((one) => one.enabled);
  for (const { code } of enabled) requireTag(code);
  requireOwnPaths(config, enabled);
  config.source.inProject = inProject.map(({ code }) => code);
  const settings = fingerprintOf(call.io.version, config, project, enabled);
  const lock = readLock(config, project.id);
  return { call, config, connection, project, inProject: enabled, lock, settings };
}

/**
 * Rejects an invalid locale tag of the server, because tags become parts of paths.
 * @throws CliError
 */
function requireTag(code: string): void {
  if (readLocale(code, 'bcp47') === code) return;
  const message = `The server has a locale ${quoteText(code)}, which is no language tag.`;
  throw new CliError(EXIT.unavailable, [{ code: 'unexpected_answer', message }]);
}

/**
 * Rejects two locales whose files have the same path, because one file would overwrite the other.
 * @throws CliError
 */
function requireOwnPaths(config: Config, locales: readonly Locale[]): void {
  for (const spec of config.files.filter(({ pattern }) => pattern.hasLocale)) {
    const values = Object.fromEntries([...spec.pattern.names].map((name) => [name, 'x']));
    const owners = new Map<string, string>();
    for (const { code } of locales) {
      if (!isWanted(config, code)) continue;
      const path = pathOf(config, spec, code, values);
      const other = owners.get(path);
      if (other !== undefined) {
        failUsage(`The locales ${other} and ${code} have the same files. Correct "locales.map".`, {
          path: spec.path,
          file: config.file,
        });
      }
      owners.set(path, code);
    }
  }
}

function allLocales(
  { config, inProject }: OpenedProject,
  existing: readonly Document[],
  fileTexts: ByLocale,
): string[] {
  const codes = [
    ...inProject.map(({ code }) => code),
    ...existing.flatMap(({ locale }) => locale ?? []),
    ...fileTexts.keys(),
  ];
  return [...new Set(codes)].filter((code) => isWanted(config, code));
}

/**
 * Returns the locales of `--locale`, or all locales.
 * @throws CliError for a locale that neither the files nor the project have
 */
export function chooseLocales(
  { flags }: Call,
  all: readonly string[],
  side = 'the project',
): string[] {
  const wanted = flags.texts('locale');
  if (wanted.length === 0) return [...all];
  for (const one of wanted) {
    if (all.includes(one)) continue;
    if (isPseudoTag(one)) {
      const message = `${one} is a pseudo-locale, which pull writes and ${side} does not have.`;
      throw new NoMatchError('locale', one, message);
    }
    const message = `Neither the files nor ${side} have the locale ${one}.${localesInstead(one, all)}`;
    throw new NoMatchError('locale', one, message);
  }
  return all.filter((code) => wanted.includes(code));
}

function* keysOf(...sides: readonly ByLocale[]): Generator<string> {
  for (const side of sides) for (const texts of side.values()) yield* texts.keys();
}

/**
 * Returns the texts of all documents by locale.
 * @throws CliError if two files contain the same text
 */
export function mergeTexts(documents: readonly Document[], sourceLocale: string): ByLocale {
  const twins = findTwins(sourceLocale, documents);
  const all: ByLocale = new Map();
  const faults: Fault[] = [];
  for (const document of documents) {
    const twin = twins.get(document);
    for (const [locale, texts] of textsOf(document)) {
      const localeTexts = all.get(locale);
      if (localeTexts === undefined) {
        all.set(locale, texts);
        continue;
      }
      for (const [key, text] of texts) {
        if (localeTexts.has(key) && twin !== undefined) {
          faults.push(twin);
          break;
        }
        if (localeTexts.has(key)) {
          const message = `Another file has the key in ${locale}, too. Give the files different prefixes.`;
          faults.push({ code: 'duplicate_key', message, path: key, file: document.path });
        }
        localeTexts.set(key, text);
      }
    }
  }
  if (faults.length > 0) throw new CliError(EXIT.no, faults);
  return all;
}
