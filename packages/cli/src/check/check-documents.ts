import { setImmediate } from 'node:timers/promises';
import {
  type CheckLevels,
  type Finding,
  type MessageFormat,
  PLURAL_CATEGORIES,
  verifyMessage,
  weighFindings,
} from '@parlance/messages';
import type { Config } from '../config/config.ts';
import { type Fault, NoMatchError } from '../fault.ts';
import {
  type Document,
  type FoundFile,
  findFiles,
  parseDocument,
  type ReadContext,
  readDocument,
  textsOf,
} from '../sync/documents.ts';
import { locateInDocument } from '../sync/locate-texts.ts';
import type { Selection } from '../sync/selection.ts';
import { findUncovered } from './coverage.ts';
import { readStaged } from './staged.ts';

export interface CheckFinding extends Fault {
  severity: 'error' | 'warning';
  locale: string | null;
}

export interface CheckContext extends ReadContext {
  messageFormat: MessageFormat;
  /** The levels that the project gives checks; its defaults without a server. */
  levels: CheckLevels;
}

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

/** Checks every file by itself and each translation against its source text, without a server. */
export async function checkDocuments(
  config: Config,
  context: CheckContext,
  options: CheckOptions = {},
): Promise<Checked> {
  const findings: CheckFinding[] = [];
  const documents: Document[] = [];
  const files = findFiles(config);
  const paths = files.map(({ path }) => path);
  const staged = options.staged ? readStaged(config.root, paths) : null;
  const { locales = [], selection } = options;
  const hasLocale = (code: string): boolean => locales.length === 0 || locales.includes(code);
  const isChecked = ({ path, locale }: FoundFile): boolean =>
    (staged?.changed.has(path) ?? true) &&
    (selection?.hasFile(path) ?? true) &&
    (locale === null || hasLocale(locale));
  for (const file of files) {
    await letInterrupt(options.signal);
    const bytes = staged?.bytes.get(file.path);
    if (staged && !bytes) continue;
    const read = bytes
      ? await parseDocument(file, bytes, context)
      : await readDocument(config, file, context);
    if ('rows' in read) documents.push(read);
    else if (isChecked(file)) findings.push({ ...read, severity: 'error', locale: file.locale });
  }
  const sources = new Map<string, string>();
  for (const document of documents) {
    for (const [key, text] of textsOf(document).get(context.sourceLocale) ?? []) {
      sources.set(key, text);
    }
  }
  let texts = 0;
  const checked = documents.filter(isChecked);
  selection?.requireMatches(paths, () => documents.flatMap(namesOf));
  const named = new Set([
    ...files.flatMap(({ locale }) => locale ?? []),
    ...documents.flatMap((one) => [...textsOf(one).keys()]),
  ]);
  const lost = locales.find((code) => !named.has(code));
  if (lost !== undefined) {
    throw new NoMatchError('locale', lost, `No file has the locale ${lost}.`);
  }
  for (const document of checked) {
    const found: { key: string; locale: string; finding: Found }[] = [];
    for (const [locale, own] of textsOf(document)) {
      if (!hasLocale(locale)) continue;
      for (const [key, text] of own) {
        if (selection?.hasKey(key) === false) continue;
        texts++;
        if (texts % TEXTS_AT_ONCE === 0) await letInterrupt(options.signal);
        for (const finding of checkText({ key, text, locale, source: sources.get(key) }, context)) {
          found.push({ key, locale, finding });
        }
      }
    }
    const places = await locateInDocument(document, found, context);
    for (const [at, { key, locale, finding }] of found.entries()) {
      findings.push({ ...finding, path: key, file: document.path, locale, ...places[at] });
    }
  }
  // A part of the files or keys tells nothing about a whole locale.
  if (selection?.isAll !== false && !options.staged) {
    const all = findUncovered(config, context, documents);
    findings.push(...all.filter(({ locale }) => hasLocale(locale!)));
  }
  return { findings, files: checked.length, texts, locales: named };
}

/** Lets the process hear signals. @throws the reason of the signal once it has come */
async function letInterrupt(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}

const namesOf = ({ rows, prefix }: Document): string[] => rows.map(({ name }) => prefix + name);

const PLURAL_FORM = new RegExp(`[_.](${PLURAL_CATEGORIES.join('|')})$`);

interface CheckedText {
  key: string;
  text: string;
  locale: string;
  /** Undefined if the source locale has no such key. */
  source: string | undefined;
}

type Found = Pick<CheckFinding, 'code' | 'severity' | 'message'>;

function checkText(
  { key, text, locale, source }: CheckedText,
  { sourceLocale, messageFormat: format, levels }: CheckContext,
): Found[] {
  const verify = (against: string): readonly Finding[] =>
    weighFindings(
      verifyMessage(against, text, { format, sourceLocale, targetLocale: locale }),
      levels,
    );
  const toFound = ({ code, severity, detail: message }: Finding): Found => ({
    code,
    severity,
    message,
  });
  if (locale === sourceLocale) {
    // A source text has nothing to be compared with but itself: its syntax.
    return verify(text)
      .filter(({ code }) => code === 'icu_invalid' || code === 'tag_unbalanced')
      .map(toFound);
  }
  if (source === undefined) {
    // Languages have plural forms that the source language lacks.
    if (PLURAL_FORM.test(key)) return [];
    const message = `the source locale ${sourceLocale} has no such key`;
    return [{ code: 'no_source_text', severity: 'warning', message }];
  }
  return verify(source).map(toFound);
}
