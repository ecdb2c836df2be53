import type { Organization } from '@parlance/contracts';

/** The part of the app that the palette searches. */
export interface PaletteScope {
  readonly organization: Organization;
  /** Id of the open project. */
  readonly project: string | undefined;
}
