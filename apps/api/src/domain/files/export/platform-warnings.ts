import { Readable } from 'node:stream';
import type { Warning } from '@parlance/contracts';
import {
  counted,
  type FileFormat,
  type NameRule,
  ONLY_LINE_BREAKS,
  PlatformNames,
  warningKind,
  warningsOfLocales,
  warningsOfMissing,
} from '@parlance/formats';
import type { Db } from '../../../db/client.ts';
import { FORMAT_LIMITS } from '../../kernel/index.ts';
import { WarningList } from '../import/warning-list.ts';
import type { GroupScope } from './find-groups.ts';
import { countEmptyTexts, countOnlyBreaks } from './group-names.store.ts';

const PATH_RULE: NameRule = {
  code: 'paths_differ_in_case',
  identity: (path) => path.toUpperCase().toLowerCase(),
  describe: (count) =>
    `${counted(count, 'file has', 'files have')} the path of another file in other case: macOS and Windows keep one of them`,
};

/** Collects what the tool that reads exported files will reject or ignore. */
export class PlatformWarnings {
  readonly #format: FileFormat;
  readonly #names: PlatformNames | null;
  readonly #sourceLocaleTag: string;
  readonly #paths = new PlatformNames(PATH_RULE);
  readonly #ofTexts: Warning[] = [];

  constructor(format: FileFormat, sourceLocaleTag: string) {
    this.#sourceLocaleTag = sourceLocaleTag;
    this.#format = format;
    this.#names = format.nameRule ? new PlatformNames(format.nameRule) : null;
  }

  /** True if the names of the exported keys must be passed to {@link addName}. */
  get needsNames(): boolean {
    return this.#names !== null;
  }

  /** Adds the name of a key, with the prefix that its file leaves out. */
  addName(name: string, prefix: string): void {
    this.#names?.add(name.slice(prefix.length), prefix);
  }

  /** Adds the path of a file in a folder. */
  addPath(path: string): void {
    this.#paths.add(path);
  }

  /** Adds the number of texts that a file leaves out, because others of their group are missing. */
  addLeftOut(localeTag: string, path: string, count: number): void {
    const message = `${counted(count, `text of ${localeTag} is`, `texts of ${localeTag} are`)} not in the file: others of their array or plural are missing`;
    this.#ofTexts.push({ path, code: 'group_incomplete', message });
  }

  /** Adds how many texts of a locale the format cannot contain, or its platform rejects. */
  async addTexts(db: Db, scope: GroupScope): Promise<void> {
    const { describeEmpty, asWritten } = this.#format;
    const empty = describeEmpty ? await countEmptyTexts(db, scope) : null;
    if (empty) {
      const message = describeEmpty!(empty.count);
      this.#ofTexts.push({ path: empty.first, code: 'empty_message', message });
    }
    const { localeTag } = scope;
    const lost = asWritten ? await countOnlyBreaks(db, scope) : null;
    if (lost) {
      const message = `${counted(lost.count, `text of ${localeTag} is`, `texts of ${localeTag} are`)} not in the file: ${ONLY_LINE_BREAKS}`;
      this.#ofTexts.push({ path: lost.first, code: 'only_line_breaks', message });
    }
  }

  /**
   * Lists all warnings.
   * @param isWhole - True if the export contains a file for each locale of an app
   */
  list(localeTags: readonly string[], isWhole: boolean): Warning[] {
    const named = [this.#names?.warning(), this.#paths.warning()].filter(
      (warning) => warning != null,
    );
    return [
      ...warningsOfLocales(this.#format, localeTags),
      ...(isWhole ? warningsOfMissing(this.#format, localeTags, this.#sourceLocaleTag) : []),
      ...named,
      ...this.#ofTexts,
    ];
  }
}

/**
 * Returns what the tool that reads a patched file will reject or ignore. The client's file may have
 * more than the texts of the project.
 */
export async function warningsOfPatched(
  format: FileFormat,
  pieces: readonly Uint8Array[],
  options: { keySeparator: string | null; localeTag: string; sourceLocaleTag: string },
): Promise<Warning[]> {
  const list = new WarningList();
  if (!format.localeRule && !format.nameRule) return [];
  const warn = (warning: Warning): void => {
    if (warningKind(warning.code).about === 'platform') list.add(warning);
  };
  const bytes = Readable.from(pieces);
  for await (const _ of format.read(bytes, { ...options, limits: FORMAT_LIMITS, warn }));
  return list.toList();
}
