import type { Db } from '../../../db/client.ts';
import type { ProjectRow } from '../../project/index.ts';
import { translatorsOf } from '../notification/candidates.store.ts';
import { notify } from '../notification/notify.store.ts';
import { idOfGroup } from '../notification/proposal-group.ts';

interface ProposalNotification {
  readonly id: string;
  readonly localeId: number;
  readonly localeTag: string;
  readonly personId: string;
  readonly now: Date;
}

/**
 * Notifies the people who can accept a proposal. People with an unread notification of the author's proposals in the
 * locale get no further notification. The caller serializes the proposals of a person.
 */
export async function notifyOfProposal(
  tx: Db,
  project: Pick<ProjectRow, 'id' | 'organization_id'>,
  { id, localeId, localeTag, personId, now }: ProposalNotification,
): Promise<void> {
  const commentId = idOfGroup({ projectId: project.id, localeId, personId });
  const event = { commentId, threadId: id, actorId: personId, now, unless: 'unread' } as const;
  await notify(tx, project, event, [translatorsOf(project, localeTag)]);
}
