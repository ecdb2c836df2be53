import type { Charset, XliffVersion } from '@parlance/formats';
import type { ValueState } from '../../../db/schema.generated.ts';
import type { FolderPattern } from './plan-files.ts';

/** Describes what an export writes, and how. */
export interface ExportInput {
  projectId: string;
  /** Canonical locale tags without duplicates. */
  localeTags: readonly string[];
  format: string;
  shape: 'flat' | 'nested';
  states: readonly ValueState[] | null;
  keyPrefix: string | null;
  /**
   * XLIFF version of the file. If null, the version is 2.1 for a project with inline codes that
   * only XLIFF 2 has, and otherwise 1.2.
   */
  xliffVersion: XliffVersion | null;
  /** True for a file that is translated elsewhere, with source texts and missing translations. */
  isHandOff?: boolean;
  csvSafe: boolean;
  poWrap: boolean;
  charset: Charset;
  /**
   * Pattern for the file names of an export of several files. Null to name each file after its
   * locale.
   */
  folder: FolderPattern | null;
}
