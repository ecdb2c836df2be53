import type { Fault, Warning } from '@parlance/contracts';
import { type RemedyName, remedyIn, type Way, warningKind } from '@parlance/formats';

/** Adds to each warning the option of a request that resolves it. */
export const presentWarnings = (warnings: readonly Warning[], way: Way): Warning[] =>
  warnings.map((warning) => withRemedy(warning, way, warningKind(warning.code).remedy));

/** Adds to a fault or warning the option of a request that resolves it. */
export function withRemedy<Note extends Fault | Warning>(
  note: Note,
  way: Way,
  name: RemedyName | undefined,
): Note {
  const remedy = remedyIn(way, name);
  return remedy === undefined ? note : { ...note, remedy };
}
