import type { ReleaseOrder } from '../../deps.ts';
import type { Owner, ProjectRef } from '../kernel/index.ts';
import type { ReleaseRow } from './release.store.ts';

/** A release that is being published, with the payload of its task. */
export interface Publication {
  projectId: ProjectRef;
  release: ReleaseRow;
  owner: Owner;
  order: ReleaseOrder;
  /** True if an earlier attempt has stored the messages. The manifest may still be missing. */
  isPending: boolean;
}
