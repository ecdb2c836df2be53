import { createHash } from 'node:crypto';
import type { Warning } from '@parlance/contracts';
import {
  type BaseOptions,
  type Carried,
  type FileFormat,
  type FileRow,
  formatById,
  type WriteOptions,
  type XliffVersion,
} from '@parlance/formats';
import type { ControlledTransaction } from 'kysely';
import type { Database } from '../../../db/schema.generated.ts';
import type { Deps } from '../../../deps.ts';
import {
  KEYS,
  numberChanges,
  readRevisions,
  readSyncState,
  type SyncState,
} from '../../content/index.ts';
import { FORMAT_LIMITS, type Owner, type ProjectRef } from '../../kernel/index.ts';
import {
  getProject,
  listAllLocales,
  type ProjectRow,
  requireLocales,
} from '../../project/index.ts';
import {
  type ExportedLocale,
  hasCodes2,
  hasDescriptions,
  hasLengths,
  readExportRows,
} from './export.store.ts';
import type { ExportInput } from './export-input.ts';
import {
  countLeftOutPlurals,
  type FoundGroups,
  findGroups,
  type GroupScope,
} from './find-groups.ts';
import { type PatchedFile, patchBase } from './patch-base.ts';
import { activeNames, exportSpecOf, type PlannedFile, planFiles } from './plan-files.ts';
import { PlatformWarnings, warningsOfPatched } from './platform-warnings.ts';
import { counting, withoutPartial, withoutPrefix } from './row-steps.ts';

type IntoBase = { localeTag: string } & Pick<BaseOptions, 'missing' | 'poKind' | 'baseLocaleTag'>;

export interface FilePart {
  /**
   * Prefix of the exported key names. The file contains the names without the prefix. Defaults to
   * no prefix.
   */
  prefix?: string;
  onTexts?: (count: number) => void;
}

/** A project at one moment, from which files are written. */
export interface OpenExport {
  readonly format: FileFormat;
  readonly localeTags: readonly string[];
  /**
   * State of the snapshot for the sync token of the response. Null if too many changes have no
   * number yet.
   */
  readonly syncState: SyncState | null;
  readonly projectId: ProjectRef;
  readonly isOnStandby: boolean;
  /** Returns an ETag, which is equal for exports with the same content. */
  fingerprint(): Promise<string>;
  /**
   * Returns the files of an export of a folder. Null for an export of a single file.
   * @throws `validation_failed`, `content_invalid`, `limit_exceeded`
   */
  planFiles(): Promise<PlannedFile[] | null>;
  /**
   * Returns warnings about content that the tool reading the files will reject or ignore. For a
   * folder, call this after {@link planFiles}.
   */
  warnings(): Promise<Warning[]>;
  /**
   * Returns the text of a file with these locales, in pieces. Only one file can be written at a
   * time.
   */
  write(localeTags: readonly string[], part?: FilePart): AsyncGenerator<string, void>;
  patch(base: Uint8Array, options: IntoBase): Promise<PatchedFile & { warnings: Warning[] }>;
  close(): Promise<void>;
}

/**
 * Opens a snapshot of a project, from which files are written.
 * @throws `not_found` for a project or a locale that does not exist
 */
export async function openExport(
  { db, contentReads, concurrency }: ExportDeps,
  owner: Owner,
  input: ExportInput,
  { mayUseStandby = true }: { mayUseStandby?: boolean } = {},
): Promise<OpenExport> {
  const leave = await concurrency.exports.enter({ name: owner.organizationId });
  try {
    const { id } = await getProject(db, owner, input.projectId);
    // Assigns numbers to all changes first, so that the snapshot contains the numbers.
    await numberChanges(db, id);
    let tx = await db
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute();
    try {
      const project = await getProject(tx, owner, input.projectId);
      const locales = await listAllLocales(tx, project.id);
      const syncState = await readSyncState(tx, project.id);
      const other = mayUseStandby ? await contentReads.openSnapshot(tx, owner, project.id) : null;
      if (other !== null) {
        await tx.rollback().execute();
        tx = other;
      }
      const content = { project, locales, syncState, isOnStandby: other !== null };
      return new Snapshot(tx, leave, content, input);
    } catch (error) {
      await tx.rollback().execute();
      throw error;
    }
  } catch (error) {
    leave();
    throw error;
  }
}

export type ExportDeps = Pick<Deps, 'db' | 'contentReads' | 'concurrency'>;
type Tx = ControlledTransaction<Database>;

interface SnapshotContent {
  project: ProjectRow;
  locales: readonly { id: number; code: string }[];
  syncState: SyncState | null;
  isOnStandby: boolean;
}

class Snapshot implements OpenExport {
  readonly format: FileFormat;
  readonly localeTags: readonly string[];
  readonly syncState: SyncState | null;
  readonly projectId: ProjectRef;
  readonly isOnStandby: boolean;
  readonly #tx: Tx;
  readonly #leave: () => void;
  readonly #project: ProjectRow;
  readonly #localeIds: ReadonlyMap<string, number>;
  readonly #input: ExportInput;
  readonly #platform: PlatformWarnings;
  readonly #groups = new Map<string, Promise<FoundGroups>>();
  #closing: Promise<void> | null = null;

  constructor(
    tx: Tx,
    leave: () => void,
    { project, locales, syncState, isOnStandby }: SnapshotContent,
    input: ExportInput,
  ) {
    this.syncState = syncState;
    this.projectId = project.id;
    this.isOnStandby = isOnStandby;
    this.format = formatById(input.format)!;
    this.#platform = new PlatformWarnings(this.format, project.source_locale);
    this.localeTags = input.localeTags;
    this.#tx = tx;
    this.#leave = leave;
    this.#project = project;
    this.#localeIds = new Map(locales.map(({ code, id }) => [code, id]));
    this.#input = input;
    requireLocales(locales, input.localeTags);
  }

  async fingerprint(): Promise<string> {
    const { id, settings, source_locale } = this.#project;
    const revisionOf = await readRevisions(this.#tx, id);
    const ids = new Set(this.localeTags.flatMap((tag) => this.#read([tag]).map(({ id }) => id)));
    const content = [KEYS, ...ids].map(revisionOf);
    const { projectId, ...options } = this.#input;
    const { keySeparator, messageFormat } = settings;
    const of = [projectId, options, keySeparator, messageFormat, source_locale, content];
    return createHash('sha256').update(JSON.stringify(of)).digest('base64url').slice(0, 27);
  }

  async planFiles(): Promise<PlannedFile[] | null> {
    const { folder } = this.#input;
    if (!folder) return null;
    const spec = exportSpecOf(folder, this.format.id, this.#project.source_locale);
    const { id } = this.#project;
    const files = await planFiles(this.#tx, id, spec, this.localeTags, (name, prefix) =>
      this.#platform.addName(name, prefix),
    );
    for (const { name } of files) this.#platform.addPath(name);
    return files;
  }

  async warnings(): Promise<Warning[]> {
    const { folder, keyPrefix } = this.#input;
    if (folder === null && this.#platform.needsNames) {
      for await (const name of activeNames(this.#tx, this.#project.id)) {
        if (name.startsWith(keyPrefix ?? '')) this.#platform.addName(name, '');
      }
    }
    for (const localeTag of this.localeTags) await this.#addTexts(localeTag);
    return this.#platform.list(this.localeTags, this.localeTags.length > 1);
  }

  async *write(
    localeTags: readonly string[],
    { prefix = '', onTexts }: FilePart = {},
  ): AsyncGenerator<string, void> {
    const isDescribed =
      this.format.id === 'csv' &&
      (this.#input.isHandOff === true || (await hasDescriptions(this.#tx, this.#project.id)));
    const all = this.#rows(localeTags, isDescribed, prefix);
    const [localeTag] = localeTags;
    const isTree = this.#isTree && this.#input.shape === 'nested';
    const partial =
      localeTags.length === 1 && (isTree || !this.#isTree)
        ? (await this.#findPartial(localeTag!))?.groups
        : undefined;
    const whole = partial ? withoutPartial(all, partial) : all;
    const rows = prefix === '' ? whole : withoutPrefix(whole, prefix);
    const version = await this.#chooseVersion();
    const isLimited =
      this.format.id === 'xliff' &&
      version !== '1.2' &&
      (await hasLengths(this.#tx, this.#project.id));
    yield* this.format.write(onTexts ? counting(rows, localeTags, onTexts) : rows, {
      ...this.#writing(this.#columns(localeTags), version),
      hasDescriptions: isDescribed,
      hasLengths: isLimited,
      copiesSource: this.#input.isHandOff === true,
      ...(partial?.taken && { taken: partial.taken }),
    });
  }

  async patch(
    base: Uint8Array,
    { localeTag, ...options }: IntoBase,
  ): Promise<PatchedFile & { warnings: Warning[] }> {
    const { source_locale: source, settings } = this.#project;
    const isWithSource = this.#carries('source') && localeTag !== source;
    const localeTags = isWithSource ? [source, localeTag] : [localeTag];
    const partial = (await this.#findPartial(localeTag))?.groups;
    const patched = await patchBase(this.format, base, this.#rows([localeTag], false), {
      ...this.#writing(localeTags, '1.2'),
      ...options,
      ...(partial && { partial }),
      ...(isWithSource && { referenceTag: source }),
      isRails: this.#isRails,
      skipsPlainStates: true,
      limits: FORMAT_LIMITS,
    });
    const reading = { keySeparator: settings.keySeparator, localeTag, sourceLocaleTag: source };
    const warnings = await warningsOfPatched(this.format, patched.pieces, reading);
    return { ...patched, warnings };
  }

  get #isTree(): boolean {
    return this.format.id === 'json' || this.format.id === 'yaml';
  }

  get #isRails(): boolean {
    return this.format.id === 'yaml' && this.#project.settings.messageFormat === 'ruby';
  }

  /**
   * Returns the arrays and plurals that lack texts in the locale. Undefined for the source locale, and if the
   * format allows missing texts.
   */
  #findPartial(localeTag: string): Promise<FoundGroups> | undefined {
    if (localeTag === this.#project.source_locale || !(this.format.needs.arrays || this.#isRails)) {
      return undefined;
    }
    // Caches the groups, because both the warnings and the file need them.
    const cached = this.#groups.get(localeTag);
    const found = cached ?? findGroups(this.#tx, this.format, this.#scopeOf(localeTag));
    this.#groups.set(localeTag, found);
    return found;
  }

  #scopeOf(localeTag: string): GroupScope {
    const { id: projectId, source_locale: source, settings } = this.#project;
    const { keyPrefix, states } = this.#input;
    const [sourceId, localeId] = [source, localeTag].map((tag) => this.#localeIds.get(tag)!);
    return {
      projectId,
      sourceId: sourceId!,
      localeId: localeId!,
      localeTag,
      keyPrefix,
      states,
      keySeparator: settings.keySeparator,
      isRails: this.#isRails,
    };
  }

  /** Adds to the warnings how many texts of a locale a file leaves out, and how many are refused. */
  async #addTexts(localeTag: string): Promise<void> {
    if (this.#isTree && this.#input.shape === 'flat') return;
    await this.#platform.addTexts(this.#tx, this.#scopeOf(localeTag));
    const { leftOut = [] } = (await this.#findPartial(localeTag)) ?? {};
    const plurals = await countLeftOutPlurals(this.#tx, this.format, this.#scopeOf(localeTag));
    const first = leftOut[0] ?? plurals?.first;
    if (first === undefined) return;
    this.#platform.addLeftOut(localeTag, first, leftOut.length + (plurals?.count ?? 0));
  }

  #rows(
    localeTags: readonly string[],
    isDescribed: boolean,
    prefix = '',
  ): AsyncIterable<FileRow[]> {
    return readExportRows(this.#tx, {
      projectId: this.#project.id,
      locales: this.#read(localeTags),
      keyPrefix: prefix === '' ? this.#input.keyPrefix : prefix,
      withDescriptions: isDescribed || this.#carries('comments'),
      withPlurals: this.#carries('plurals'),
      withUntranslatable: this.#carries('untranslatable'),
      withLengths: this.#carries('lengths'),
      withUnitIds: this.#carries('unitIds'),
      withEmpty: this.format.id !== 'po',
    });
  }

  /**
   * Returns the requested XLIFF version. Defaults to 1.2, which most tools read, or to 2.1 if a source text has an
   * inline code that 1.2 cannot contain.
   */
  async #chooseVersion(): Promise<XliffVersion> {
    const { xliffVersion } = this.#input;
    if (xliffVersion !== null || this.format.id !== 'xliff') return xliffVersion ?? '1.2';
    const sourceId = this.#localeIds.get(this.#project.source_locale)!;
    return (await hasCodes2(this.#tx, this.#project.id, sourceId)) ? '2.1' : '1.2';
  }

  #writing(localeTags: readonly string[], xliffVersion: XliffVersion): WriteOptions {
    const { settings, source_locale: sourceLocaleTag } = this.#project;
    const { shape, csvSafe, poWrap, charset } = this.#input;
    return {
      keySeparator: settings.keySeparator,
      sourceLocaleTag,
      localeTags,
      shape,
      xliffVersion,
      csvSafe,
      poWrap,
      charset,
      forRuby: settings.messageFormat === 'ruby',
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#tx.rollback().execute().finally(this.#leave);
    return this.#closing;
  }

  #carries(kind: Carried): boolean {
    return this.format.carries.includes(kind);
  }

  /**
   * Returns the locales of a file. A CSV for translators outside of the service begins with the
   * source locale.
   */
  #columns(localeTags: readonly string[]): readonly string[] {
    const { source_locale: source } = this.#project;
    if (this.format.id !== 'csv' || !this.#input.isHandOff) return localeTags;
    return [source, ...localeTags.filter((tag) => tag !== source)];
  }

  /**
   * Returns the locales to read for a file. These include the source locale if the format contains
   * source texts.
   */
  #read(localeTags: readonly string[]): ExportedLocale[] {
    const { states } = this.#input;
    const { source_locale: source } = this.#project;
    const hasSource = this.#carries('source') || this.#input.isHandOff === true;
    const hasSourceStates = this.#carries('sourceStates');
    const read = localeTags.map((code) => {
      const withStates = code === source ? hasSourceStates : hasSource;
      return { id: this.#localeIds.get(code)!, code, states, isWanted: true, withStates };
    });
    if (hasSource && !localeTags.includes(source)) {
      const id = this.#localeIds.get(source)!;
      const isWanted = states === null;
      read.push({ id, code: source, states: null, isWanted, withStates: hasSourceStates });
    }
    return read;
  }
}
