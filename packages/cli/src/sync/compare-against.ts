import { isParlanceError } from '@parlance/sdk';
import type { Call } from '../command.ts';
import { DocumentFinder, missingDocuments } from '../documents/document-finder.ts';
import {
  type Document,
  findFiles,
  foundFileOf,
  parseDocument,
  readDocuments,
} from '../documents/documents.ts';
import type { ReadContext } from '../documents/read-context.ts';
import { KEY_SEPARATOR } from '../documents/source-texts.ts';
import { CliError, EXIT, type Fault, failUsage } from '../fault.ts';
import { git, readObjects } from '../git.ts';
import type { ByLocale } from './read-project.ts';
import { readSelection } from './selection.ts';
import { compareTexts, type Difference } from './three-way.ts';
import { chooseLocales, mergeTexts, openProject } from './workspace.ts';

export type PlacedDifference = Difference & { path: string };

/**
 * Lists the differences between the files and a release or commit. A comparison with a commit needs
 * no server.
 */
export async function compareAgainst(call: Call, against: string): Promise<PlacedDifference[]> {
  const [, kind, name] = /^(release|git):(.+)$/.exec(against) ?? [];
  if (kind === undefined || name === undefined) {
    failUsage(`--against is project, release:<environment> or git:<commit>, not "${against}".`);
  }
  if (kind === 'git') return compareWithCommit(call, name);
  return compareWithRelease(call, name);
}

async function compareWithCommit(call: Call, ref: string): Promise<PlacedDifference[]> {
  if (ref.startsWith('-')) failUsage(`"${ref}" is no commit.`);
  const config = await call.config();
  const context = { keySeparator: KEY_SEPARATOR, sourceLocale: config.source.locale };
  const names = git(config.root, ['ls-tree', '-r', '--name-only', '-z', ref, '.']).toString();
  const then = names.split('\0').flatMap((path) => foundFileOf(config, path) ?? []);
  const bytes = readObjects(
    config.root,
    ref,
    then.map(({ path }) => path),
  );
  const before: Document[] = [];
  const faults: Fault[] = [];
  for (const file of then) {
    const read = await parseDocument(file, bytes.get(file.path) ?? new Uint8Array(), context);
    if ('rows' in read) before.push(read);
    else faults.push({ ...read, message: `at ${ref}: ${read.message}` });
  }
  if (faults.length > 0) throw new CliError(EXIT.no, faults);
  const now = await readDocuments(config, findFiles(config), context);
  const paths = new Set(now.map(({ path }) => path));
  const documents = [...now, ...before.filter(({ path }) => !paths.has(path))];
  return findDifferences(
    call,
    documents,
    mergeTexts(now, context.sourceLocale),
    mergeTexts(before, context.sourceLocale),
    context,
  );
}

async function compareWithRelease(call: Call, environment: string): Promise<PlacedDifference[]> {
  const { config, connection, project, inProject } = await openProject(call);
  const context: ReadContext = {
    keySeparator: project.settings.keySeparator,
    sourceLocale: project.sourceLocale,
  };
  const now = await readDocuments(config, findFiles(config), context);
  const released: ByLocale = new Map();
  const codes = new Set([project.sourceLocale, ...inProject.map(({ code }) => code)]);
  const place = { projectId: project.id, environment, shape: 'flat' as const };
  for (const localeCode of codes) {
    try {
      const { data } = await connection.client.i18n.bundles.get({ ...place, localeCode });
      if (data.locale !== localeCode) continue;
      released.set(localeCode, new Map(Object.entries(data.messages as Record<string, string>)));
    } catch (error) {
      if (!isParlanceError(error, 'not_found')) throw error;
      if (localeCode === project.sourceLocale) {
        failUsage(`The project has no release in an environment "${environment}".`);
      }
    }
  }
  const texts = mergeTexts(now, context.sourceLocale);
  dropFallbacks(released, texts, project.sourceLocale);
  const documents = [...now, ...missingDocuments(config, now, [...codes])];
  return findDifferences(call, documents, texts, released, context);
}

/** Removes the texts of a release that only replace missing translations by the source text. */
function dropFallbacks(released: ByLocale, files: ByLocale, sourceLocale: string): void {
  const source = released.get(sourceLocale);
  for (const [locale, texts] of released) {
    if (locale === sourceLocale) continue;
    for (const [key, text] of texts) {
      if (files.get(locale)?.has(key) !== true && source?.get(key) === text) texts.delete(key);
    }
  }
}

function findDifferences(
  call: Call,
  documents: readonly Document[],
  now: ByLocale,
  before: ByLocale,
  { sourceLocale }: ReadContext,
): PlacedDifference[] {
  const finder = new DocumentFinder(documents, now, sourceLocale);
  const allLocales = [...new Set([...now.keys(), ...before.keys()])].sort();
  const locales = chooseLocales(call, allLocales, call.flags.text('against'));
  const selection = readSelection(call);
  const paths = documents.map(({ path }) => path);
  selection.requireMatches(paths, () =>
    [now, before].flatMap((side) => [...side.values()].flatMap((texts) => [...texts.keys()])),
  );
  return locales
    .flatMap((locale) => {
      const base = before.get(locale) ?? new Map<string, string>();
      return compareTexts(locale, { file: now.get(locale) ?? new Map(), project: base, base });
    })
    .flatMap((difference): PlacedDifference[] => {
      const path = finder.find(difference.locale, difference.key)?.path;
      if (path === undefined) return [];
      return selection.hasKey(difference.key) && selection.hasFile(path)
        ? [{ ...difference, path }]
        : [];
    });
}
