import type { ReleaseOrder } from '../../deps.ts';
import type { Owner } from '../principal.ts';
import type { ProjectRef } from '../tenant.ts';
import type { ReleaseRow } from './release.store.ts';

/** A release that is being published, with the payload of its task. */
export interface Publication {
  projectId: ProjectRef;
  release: ReleaseRow;
  owner: Owner;
  order: ReleaseOrder;
  /**
   * True if an earlier attempt has already stored the messages. What remains is to write the manifest and to mark the
   * release as published.
   */
  isPending: boolean;
}
