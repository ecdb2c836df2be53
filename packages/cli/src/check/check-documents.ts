import { type Config, hasSourceTexts, type MatchedFile } from '@parlance/config';
import { type FileWarning, warningKind } from '@parlance/formats';
import { findWrongMembers, hasSourceMembers, sourceFileOf } from '../documents/correct-members.ts';
import { type Document, findFiles, textsOf } from '../documents/documents.ts';
import {
  type CountedWarning,
  describeWarnings,
  FileWarnings,
  sayWarning,
  type WarnedFile,
} from '../documents/file-warnings.ts';
import { findingsOfLocales } from '../documents/locale-sets.ts';
import { locateInDocument } from '../documents/locate-texts.ts';
import { type Fault, NoMatchError } from '../fault.ts';
import { localesInstead } from '../output/did-you-mean.ts';
import type { Selection } from '../sync/selection.ts';
import type { CheckContext, CheckFinding } from './check-text.ts';
import { Coverage } from './coverage.ts';
import { KeyReferences } from './key-references.ts';
import { type KeyFinding, PartChecker, type Repair } from './part-checker.ts';
import { PartReader } from './part-reader.ts';
import { findingOf } from './platform-findings.ts';
import { type Scope, scopeOf } from './scope.ts';
import { readStaged } from './staged.ts';

export interface Checked {
  readonly findings: CheckFinding[];
  /** Information about how files were read. */
  readonly notes: readonly Fault[];
  readonly files: number;
  readonly texts: number;
  readonly locales: ReadonlySet<string>;
}

export interface CheckOptions {
  signal?: AbortSignal;
  staged?: boolean;
  locales?: readonly string[];
  selection?: Selection;
  /** Called for each translation that can be repaired without a decision by the user. */
  onRepair?: (file: MatchedFile, repair: Repair) => void;
  /**
   * Called with the references to keys that no file has. Removes those whose keys are elsewhere.
   * Absent if references are not checked.
   */
  removeKnown?: (references: KeyReferences) => Promise<void>;
}

/**
 * Checks the locale files without a server. Checks each file on its own, and compares each
 * translation with its source text.
 */
export async function checkDocuments(
  config: Config,
  context: CheckContext,
  { locales = [], selection, signal, ...options }: CheckOptions = {},
): Promise<Checked> {
  const files = findFiles(config);
  const paths = files.map(({ path }) => path);
  const staged = options.staged ? readStaged(config.root, paths) : null;
  const scope = scopeOf(locales, selection, staged);
  const check = new DocumentCheck(files, context, {
    scope,
    reader: new PartReader(config, context, { staged, signal }),
    coverage: new Coverage(scope.isPart ? {} : config),
    onRepair: options.onRepair,
    removeKnown: options.removeKnown,
  });
  const checked = await check.run();
  const isTold = (file: MatchedFile): boolean => scope.hasFile(file);
  checked.findings.push(...findingsOfLocales(config, files, { isTold, isWhole: !scope.isPart }));
  selection?.requireMatches(paths, () => check.names);
  const lost = locales.find((code) => !checked.locales.has(code));
  if (lost === undefined) return checked;
  const others = localesInstead(lost, [...checked.locales]);
  throw new NoMatchError('locale', lost, `No file has the locale ${lost}.${others}`);
}

interface Parts {
  readonly scope: Scope;
  readonly reader: PartReader;
  readonly coverage: Coverage;
  readonly onRepair: CheckOptions['onRepair'];
  readonly removeKnown: CheckOptions['removeKnown'];
}

class DocumentCheck {
  readonly names = new Set<string>();
  readonly #files: readonly MatchedFile[];
  /** Files of the source locale that could be read. */
  #sources: readonly MatchedFile[] = [];
  /** False if a file of the source locale could not be read. A key may then be in that file. */
  #hasAllSources = true;
  readonly #context: CheckContext;
  readonly #parts: Parts;
  readonly #checker: PartChecker;
  readonly #references: KeyReferences;
  readonly #locales: Set<string>;
  readonly #findings: CheckFinding[] = [];
  readonly #noted: WarnedFile[] = [];
  #checkedFiles = 0;

  constructor(files: readonly MatchedFile[], context: CheckContext, parts: Parts) {
    this.#files = files;
    this.#context = context;
    this.#parts = parts;
    const letInterrupt = () => parts.reader.letInterrupt();
    this.#checker = new PartChecker(files, context, { scope: parts.scope, letInterrupt });
    this.#references = new KeyReferences(files, context);
    this.#locales = new Set(files.flatMap(({ locale }) => locale ?? []));
  }

  async run(): Promise<Checked> {
    const { scope, reader, coverage } = this.#parts;
    const files = this.#files.filter((file) => reader.hasFile(file));
    const valid: MatchedFile[] = [];
    for (const file of files.filter((file) => this.#isSource(file))) {
      if (await this.#read(file, (part) => this.#checker.learn(part))) valid.push(file);
      else this.#hasAllSources = false;
    }
    this.#sources = valid;
    this.#checker.learnFamilies();
    const others = files.filter((file) => !this.#isSource(file));
    const needed = others.filter((file) => scope.hasFile(file) || !coverage.isEmpty);
    for (const file of [...valid, ...needed]) await this.#checkFile(file);
    await this.#checkReferences([...valid, ...others]);
    const order = new Map(this.#files.map(({ path }, index) => [path, index]));
    this.#findings.sort((a, b) => order.get(a.file!)! - order.get(b.file!)!);
    const below = coverage
      .findings(this.#context)
      .filter((finding) => scope.hasLocale(finding.locale!));
    return {
      findings: [...this.#findings, ...below],
      notes: describeWarnings(this.#noted),
      files: this.#checkedFiles,
      texts: this.#checker.checked,
      locales: this.#locales,
    };
  }

  #isSource(file: MatchedFile): boolean {
    return hasSourceTexts(file, this.#context.sourceLocale);
  }

  /** Reads a file in pieces and passes each piece to `visit`. Returns false for an invalid file. */
  async #read(
    file: MatchedFile,
    visit: (part: Document) => Promise<void> | void,
    warn?: (warning: FileWarning) => void,
  ): Promise<boolean> {
    const { scope, reader } = this.#parts;
    const fault = await reader.read(file, visit, warn);
    if (fault !== null && scope.hasFile(file)) {
      this.#findings.push({ ...fault, severity: 'error', locale: file.locale });
    }
    return fault === null;
  }

  async #checkFile(file: MatchedFile): Promise<void> {
    const { scope, coverage, onRepair } = this.#parts;
    const repair = onRepair && ((repair: Repair) => onRepair(file, repair));
    const found: KeyFinding[] = [];
    const warnings = new FileWarnings(file, this.#context);
    const visit = async (part: Document): Promise<void> => {
      if (!coverage.isEmpty) coverage.add(part, this.#context);
      if (scope.isPart) for (const { name } of part.rows) this.names.add(file.prefix + name);
      if (file.locale === null)
        for (const locale of textsOf(part).keys()) this.#locales.add(locale);
      if (!scope.hasFile(file)) return;
      warnings.addRows(part.rows);
      this.#references.add(part, scope);
      for (const one of await this.#checker.check(part, repair)) {
        const isUnknown = one.finding.code === 'no_source_text' && !this.#hasAllSources;
        if (!isUnknown) found.push(one);
      }
    };
    const isRead = await this.#read(file, visit, (warning) => {
      const finding = findingOf(warning, file);
      if (finding === null) warnings.add(warning);
      else if (scope.hasKey(finding.key)) found.push(finding);
    });
    if (isRead) coverage.addFile(file);
    if (!isRead || !scope.hasFile(file)) return;
    this.#checkedFiles++;
    this.#tell(file, warnings.list());
    found.push(...(await this.#wrongMembers(file)));
    if (found.length > 0) await this.#place(file, found);
  }

  /** Adds warnings about a whole file: as findings, or as notes if they are only information. */
  #tell(file: MatchedFile, warnings: readonly CountedWarning[]): void {
    const { path, prefix, locale } = file;
    const isNote = ({ code }: CountedWarning): boolean => warningKind(code).level === 'note';
    this.#noted.push({ file, warnings: warnings.filter(isNote) });
    for (const one of warnings.filter((warning) => !isNote(warning))) {
      const { code, message, path: key } = sayWarning(one);
      const place = { file: path, locale, ...(key !== '' && { path: prefix + key }) };
      this.#findings.push({ code, message, severity: 'warning', ...place });
    }
  }

  /** Finds placeholders of a translation that differ from the placeholders of the source file. */
  async #wrongMembers(file: MatchedFile): Promise<KeyFinding[]> {
    const { reader, scope } = this.#parts;
    if (!hasSourceMembers(file, this.#context)) return [];
    const source = sourceFileOf(file, this.#sources, this.#context);
    if (source === undefined) return [];
    const translated = { ...file, bytes: reader.bytesOf(file) };
    const notices = await findWrongMembers(translated, reader.bytesOf(source), this.#context);
    return notices.flatMap(({ code, path, message }): KeyFinding[] => {
      const key = file.prefix + path;
      if (code !== 'placeholder_content' || !scope.hasKey(key)) return [];
      return [{ key, locale: file.locale!, finding: { code, severity: 'error', message } }];
    });
  }

  /** Finds references to keys that do not exist. Reads files again only as long as one is unknown. */
  async #checkReferences(files: readonly MatchedFile[]): Promise<void> {
    const { reader, removeKnown } = this.#parts;
    const references = this.#references;
    if (removeKnown === undefined || !this.#hasAllSources) return;
    for (const file of files) {
      if (references.names.length === 0) return;
      await reader.read(file, (part) =>
        references.remove(part.rows.map(({ name }) => file.prefix + name)),
      );
    }
    await removeKnown(references);
    const found = references.findings();
    for (const file of files) {
      const ofFile = found.get(file.path);
      if (ofFile) await this.#place(file, ofFile);
    }
  }

  async #place(file: MatchedFile, found: readonly KeyFinding[]): Promise<void> {
    const document = await this.#parts.reader.readWhole(file);
    if (!('rows' in document)) return;
    const places = await locateInDocument(document, found, this.#context);
    for (const [at, { key, locale, finding }] of found.entries()) {
      this.#findings.push({ ...finding, path: key, file: file.path, locale, ...places[at] });
    }
  }
}
