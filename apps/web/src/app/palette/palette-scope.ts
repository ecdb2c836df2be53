import type { Organization } from '@parlance/contracts';

/** The place that the palette searches. */
export interface PaletteScope {
  readonly organization: Organization;
  /** Id of the project that is open. */
  readonly project: string | undefined;
}
