import { LIMITS } from '@parlance/contracts';
import type { FormatLimits } from '@parlance/formats';

/** The limits of the API on the content of imported files. */
export const FORMAT_LIMITS: FormatLimits = {
  depth: LIMITS.jsonDepth,
  keyNameLength: LIMITS.keyNameLength,
  valueLength: LIMITS.valueLength,
  descriptionLength: LIMITS.descriptionLength,
};
