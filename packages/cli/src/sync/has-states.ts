import type { Config, FileSpec } from '@parlance/config';
import { formatById } from '@parlance/formats';

export const hasStates = ({ format }: Pick<FileSpec, 'format'>): boolean =>
  formatById(format)!.states !== null;

/** True if any configured file has a format with review states. */
export const anyHasStates = ({ files }: Pick<Config, 'files'>): boolean => files.some(hasStates);
