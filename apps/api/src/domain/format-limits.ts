import { LIMITS } from '@parlance/contracts';
import type { FormatLimits } from '@parlance/formats';

/** The contract's limits of what a file may hold. */
export const FORMAT_LIMITS: FormatLimits = {
  depth: LIMITS.jsonDepth,
  keyNameLength: LIMITS.keyNameLength,
  valueLength: LIMITS.valueLength,
  descriptionLength: LIMITS.descriptionLength,
};
