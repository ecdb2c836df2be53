import type { ReleaseOrder } from '../../deps.ts';
import type { Owner } from '../principal.ts';
import type { ProjectRef } from '../tenant.ts';
import type { ReleaseRow } from './release.store.ts';

/** A release that is publishing, with its order. */
export interface Publication {
  projectId: ProjectRef;
  release: ReleaseRow;
  owner: Owner;
  order: ReleaseOrder;
  /** True if an earlier attempt has stored the content, so that only the manifest and the final state are missing. */
  isPending: boolean;
}
