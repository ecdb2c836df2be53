import type { Db } from '../../db/client.ts';
import type { ActivityType } from '../../db/schema.generated.ts';

/** An import, a release or a translation job that an organization's list of recent activity shows. */
export interface NewActivity {
  organizationId: string;
  /** Id of the import's change, of the release or of the translation job. */
  id: string;
  type: ActivityType;
  projectId: string | null;
  at: Date;
}

export async function insertActivity(tx: Db, activity: NewActivity): Promise<void> {
  await tx
    .insertInto('activity')
    .values({
      organization_id: activity.organizationId,
      id: activity.id,
      type: activity.type,
      project_id: activity.projectId,
      at: activity.at,
    })
    .execute();
}
