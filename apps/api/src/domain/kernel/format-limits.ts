import { LIMITS } from '@parlance/contracts';
import type { FormatLimits } from '@parlance/formats';

export const FORMAT_LIMITS: FormatLimits = {
  depth: LIMITS.jsonDepth,
  keyNameLength: LIMITS.keyNameLength,
  valueLength: LIMITS.valueLength,
  descriptionLength: LIMITS.descriptionLength,
};
