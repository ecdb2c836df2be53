import type { FileConfig } from '@parlance/config';
import type { Document } from '../../documents/documents.ts';

/** An entry for the configuration, with the files that it covers. */
export interface Entry {
  readonly file: FileConfig;
  readonly documents: readonly Document[];
}
