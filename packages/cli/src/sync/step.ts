import type { Config, MatchedFile } from '@parlance/config';
import { formatById } from '@parlance/formats';
import type { Locale, Project } from '@parlance/sdk';
import type { Connection } from '../auth/connect.ts';
import type { Call } from '../command.ts';
import { hashFiles, hashOf } from '../documents/documents.ts';
import { anyHasStates } from './has-states.ts';
import type { Lock } from './lock-file.ts';
import { readSince, readToken, type Since } from './read-project.ts';

export interface OpenedProject {
  readonly call: Call;
  readonly connection: Connection;
  readonly config: Config;
  readonly project: Project;
  readonly inProject: readonly Locale[];
  readonly lock: Lock;
  readonly settings: string;
}

/**
 * The files and locales that are unchanged since the last sync. A command does not compare an unchanged file with the
 * project. If the project is unchanged too, the command does not read the file.
 */
export interface Step {
  readonly token: string | null;
  /** Changes of the project since the last sync. Null if the last sync is unknown. */
  readonly since: Since | null;
  readonly hashes: ReadonlyMap<string, string>;
  /** Hashes of the files that have not changed since the last sync, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Locales in which no file has changed since the last sync. */
  readonly locales: ReadonlySet<string>;
  /** True if the rows of the file must be read. */
  isRead(file: MatchedFile): boolean;
}

/**
 * Maximum number of changes that are fetched. If there are more, fetching whole locales is faster.
 */
const MAX_CHANGES = 5_000;

export async function readStep(
  opened: OpenedProject,
  found: readonly MatchedFile[],
  early: Promise<ReadonlyMap<string, string>>,
): Promise<Step> {
  const { call, connection, config, project, inProject, lock, settings } = opened;
  const readState = async () => ({
    token: await readToken(connection, project),
    since: await readSince(connection, project.id, lock.tokens, anyHasStates(config)),
  });
  const [hashes, { token, since }] = await Promise.all([
    early.then((earlyState) => hashFiles(config.root, found, earlyState)),
    readState(),
  ]);
  if (since === null && lock.tokens.length > 0) {
    call.note(
      'The server does not know the state in parlance.lock: differing texts are conflicts.',
    );
  }
  const isKnown =
    since !== null &&
    lock.tokens.length === 1 &&
    lock.settings === settings &&
    (lock.hasStates || !anyHasStates(config)) &&
    !call.flags.has('allow-empty');
  const files = new Map(
    [...hashes].filter(([path, hash]) => isKnown && lock.files.get(path) === hash),
  );
  const isWhole = [...lock.files.keys()].every((path) => hashes.has(path));
  const isQuick = isKnown && isWhole && since.changes.length <= MAX_CHANGES && !hasRenamed(since);
  const locales = isQuick ? localesInStep(opened, found, files) : new Set<string>();
  if (config.files.some(({ format }) => formatById(format)!.states?.isOfEntry)) {
    for (const { locale, stateBefore, state } of since?.changes ?? []) {
      if (locale !== null && stateBefore !== state) locales.delete(locale);
    }
  }
  const changed = new Set(since?.changes.map(({ locale }) => locale));
  const follows =
    config.pull?.empty === 'empty' &&
    (changed.has(project.sourceLocale) || !locales.has(project.sourceLocale));
  const isUsed = ({ locale }: MatchedFile): boolean =>
    follows ||
    (locale === null
      ? changed.size > 0 || locales.size === 0
      : !locales.has(locale) || changed.has(locale));
  const isNew = ({ code }: Locale): boolean => !locales.has(code) || changed.has(code);
  const hasWork = found.some(isUsed) || inProject.some(isNew);
  return {
    token,
    since,
    hashes,
    files,
    locales,
    isRead: (file) =>
      isUsed(file) || (hasWork && (file.locale === null || file.locale === project.sourceLocale)),
  };
}

export const hasRenamed = (since: Since | null): boolean =>
  since?.changes.some(({ previousKey }) => previousKey !== null) ?? false;

function localesInStep(
  { inProject }: OpenedProject,
  found: readonly MatchedFile[],
  files: ReadonlyMap<string, string>,
): Set<string> {
  const shared = found.filter(({ locale }) => locale === null);
  if (shared.some(({ path }) => !files.has(path))) return new Set();
  const empty = inProject.filter(({ counts }) => counts.translated + counts.needsReview === 0);
  const hasTexts = (code: string): boolean => !empty.some((one) => one.code === code);
  const codes = new Set([
    ...inProject.map(({ code }) => code),
    ...found.flatMap(({ locale }) => locale ?? []),
  ]);
  return new Set(
    [...codes].filter((code) => {
      const localeDocuments = found.filter(({ locale }) => locale === code);
      if (localeDocuments.length === 0) return shared.length > 0 || !hasTexts(code);
      return localeDocuments.every(({ path }) => files.has(path));
    }),
  );
}

/** Returns a fingerprint of the settings that affect how files are compared with the project. */
export function fingerprintOf(
  version: string,
  { files, locales, pull }: Config,
  { sourceLocale, settings }: Project,
  inProject: readonly Locale[],
): string {
  const { keySeparator, messageFormat } = settings;
  const parts = [
    version,
    files.map(({ path, source = null, format, prefix = '' }) => [path, source, format, prefix]),
    locales ?? null,
    ...(pull?.empty === undefined ? [] : [pull.empty]),
    { sourceLocale, keySeparator, messageFormat },
    inProject.map(({ code }) => code).sort(),
  ];
  return hashOf(Buffer.from(JSON.stringify(parts)));
}
