import type { Organization } from '@parlance/contracts';

/** The organization and the project that the command palette searches. */
export interface PaletteScope {
  readonly organization: Organization;
  /** Id of the open project. Undefined if no project is open. */
  readonly project: string | undefined;
}
