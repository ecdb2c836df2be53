import { setImmediate } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { type Fault, NoMatchError } from '../fault.ts';
import {
  type Document,
  type FoundFile,
  faultOf,
  findFiles,
  parseDocument,
  readBytes,
  readPieces,
  readRows,
  textsOf,
} from '../sync/documents.ts';
import { locateInDocument } from '../sync/locate-texts.ts';
import type { Selection } from '../sync/selection.ts';
import {
  addFamilies,
  type CheckContext,
  type CheckFinding,
  checkText,
  type Facts,
  type Found,
  factsOf,
} from './check-text.ts';
import { Coverage } from './coverage.ts';
import { SeenKeys } from './seen-keys.ts';
import { readStaged } from './staged.ts';

/** Result of a check. */
export interface Checked {
  readonly findings: CheckFinding[];
  readonly files: number;
  readonly texts: number;
  /** Locales that the files have. */
  readonly locales: ReadonlySet<string>;
}

interface CheckOptions {
  /** Ends the check. */
  signal?: AbortSignal;
  staged?: boolean;
  locales?: readonly string[];
  selection?: Selection;
}

/** Texts that are checked before Ctrl-C is looked for. */
const TEXTS_AT_ONCE = 500;

const NO_BYTES = new Uint8Array();

/**
 * Checks every file by itself and each translation against its source text, without a server. A file is checked while
 * it is read: its rows are in memory only if something is found, to find the places.
 */
export async function checkDocuments(
  config: Config,
  context: CheckContext,
  options: CheckOptions = {},
): Promise<Checked> {
  const findings: CheckFinding[] = [];
  const files = findFiles(config);
  const paths = files.map(({ path }) => path);
  const staged = options.staged ? readStaged(config.root, paths) : null;
  const { locales = [], selection, signal } = options;
  // A part of the files or keys tells nothing about a whole locale.
  const coverage = new Coverage(selection?.isAll === false || staged ? {} : config);
  const hasLocale = (code: string): boolean => locales.length === 0 || locales.includes(code);
  const isChecked = ({ path, locale }: FoundFile): boolean =>
    (staged?.changed.has(path) ?? true) &&
    (selection?.hasFile(path) ?? true) &&
    (locale === null || hasLocale(locale));
  const isSource = ({ locale }: FoundFile): boolean =>
    locale === null || locale === context.sourceLocale;
  const addFault = (file: FoundFile, fault: Fault): void => {
    if (isChecked(file)) findings.push({ ...fault, severity: 'error', locale: file.locale });
  };
  const sources = new Map<string, string>();
  const facts = new Map<string, Facts>();
  const keys = new SeenKeys(files);
  const names = new Set<string>();
  const named = new Set(files.flatMap(({ locale }) => locale ?? []));
  let texts = 0;
  let checked = 0;
  const examine = async (part: Document, found: PlacedFinding[]): Promise<void> => {
    if (!coverage.isEmpty) coverage.add(part, context);
    if (selection?.isAll === false) for (const name of namesOf(part)) names.add(name);
    const byLocale = textsOf(part);
    for (const locale of byLocale.keys()) named.add(locale);
    if (!isChecked(part)) return;
    const said = factsOf(part);
    for (const [locale, own] of byLocale) {
      if (!hasLocale(locale)) continue;
      for (const key of keys.repeated(part, locale, own.keys())) {
        const message = 'another file has the key, too: give the files different prefixes';
        found.push({ key, locale, finding: { code: 'duplicate_key', severity: 'error', message } });
      }
      for (const [key, text] of own) {
        if (selection?.hasKey(key) === false) continue;
        texts++;
        if (texts % TEXTS_AT_ONCE === 0) await letInterrupt(signal);
        const about = { ...facts.get(key), ...said.get(key) };
        const checkedText = { ...about, key, text, locale, source: sources.get(key) };
        for (const finding of checkText(checkedText, context)) found.push({ key, locale, finding });
      }
    }
  };
  const place = async (document: Document, found: readonly PlacedFinding[]): Promise<void> => {
    const places = await locateInDocument(document, found, context);
    for (const [at, { key, locale, finding }] of found.entries()) {
      findings.push({ ...finding, path: key, file: document.path, locale, ...places[at] });
    }
  };
  /** Returns false for a file that is not valid, or that the next commit does not have. */
  const readInParts = async (
    file: FoundFile,
    visit: (part: Document) => Promise<void> | void,
  ): Promise<boolean> => {
    await letInterrupt(signal);
    const index = staged?.bytes.get(file.path);
    if (staged && !index) return false;
    const pieces = index ? [index] : readPieces(config, file);
    try {
      for await (const rows of readRows(file, pieces, context)) {
        await visit({ ...file, rows, hash: null, bytes: NO_BYTES });
      }
      return true;
    } catch (error) {
      addFault(file, faultOf(file, error));
      return false;
    }
  };
  const first: FoundFile[] = [];
  for (const file of files.filter(isSource)) {
    const isRead = await readInParts(file, (part) => {
      for (const [key, own] of factsOf(part)) facts.set(key, own);
      for (const [key, text] of textsOf(part).get(context.sourceLocale) ?? []) {
        sources.set(key, text);
      }
    });
    if (isRead) first.push(file);
  }
  addFamilies(facts, sources.keys(), context);
  const others = files.filter((file) => !isSource(file) && (isChecked(file) || !coverage.isEmpty));
  for (const file of [...first, ...others]) {
    const found: PlacedFinding[] = [];
    if (!(await readInParts(file, (part) => examine(part, found)))) continue;
    if (isChecked(file)) checked++;
    if (found.length === 0) continue;
    const bytes = staged?.bytes.get(file.path) ?? readBytes(config, file);
    const document = await parseDocument(file, bytes, context);
    if ('rows' in document) await place(document, found);
  }
  selection?.requireMatches(paths, () => names);
  const lost = locales.find((code) => !named.has(code));
  if (lost !== undefined) {
    throw new NoMatchError('locale', lost, `No file has the locale ${lost}.`);
  }
  const order = new Map(paths.map((path, at) => [path, at]));
  findings.sort((a, b) => order.get(a.file!)! - order.get(b.file!)!);
  findings.push(...coverage.findings(context).filter(({ locale }) => hasLocale(locale!)));
  return { findings, files: checked, texts, locales: named };
}

/** Lets the process hear signals. @throws the reason of the signal once it has come */
async function letInterrupt(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}

const namesOf = ({ rows, prefix }: Document): string[] => rows.map(({ name }) => prefix + name);

interface PlacedFinding {
  key: string;
  locale: string;
  finding: Found;
}
