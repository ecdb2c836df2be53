import type { Db } from '../../../db/client.ts';
import type { ActivityType } from '../../../db/schema.generated.ts';

/** An import, a release or a translation job in the list of an organization's recent activity. */
export interface NewActivity {
  organizationId: string;
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
