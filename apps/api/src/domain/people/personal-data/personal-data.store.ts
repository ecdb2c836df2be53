import type { AuditDetails, NotificationKind, Role } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { NIL_ID } from '../../../db/ids/uuid.ts';
import type { MailTokenPurpose } from '../../../db/schema.generated.ts';
import type { AuditRow, Grant } from '../../kernel/index.ts';
import { listProjectIds } from '../../project/index.ts';
import type { ApiKeyRow } from '../api-key/api-key.store.ts';
import type { InvitationRow } from '../invitation/invitation.store.ts';
import type { SessionRow } from '../session/session.store.ts';
import { findTraces, listAddresses } from '../user/trace.store.ts';
import { PERSONAL_LISTS, type Person, type PersonalAction } from './personal-lists.store.ts';

interface OfOrganization {
  organization_id: string;
}

export interface PersonalRows {
  memberships: OfOrganization & {
    name: string;
    personal: boolean;
    role: Role;
    grants: Grant[] | null;
    joined_at: Date;
  };
  formerMemberships: OfOrganization & { left_at: Date };
  sessions: SessionRow;
  mailedLinks: { id: string; purpose: MailTokenPurpose; email: string | null; created_at: Date };
  apiKeys: OfOrganization & ApiKeyRow;
  invitations: OfOrganization & InvitationRow;
  auditEntries: OfOrganization & AuditRow & { details: AuditDetails };
  notifications: OfOrganization & {
    id: string;
    kind: NotificationKind;
    project_id: string;
    thread_id: string;
    comment_id: string;
    created_at: Date;
    read_at: Date | null;
  };
  actions: { type: PersonalAction; id: string; at: Date } & {
    organization_id: string | null;
    project_id: string | null;
  };
}

const BATCH_PROJECTS = 100;

/** Finds the ids and addresses that identify the data of a person. */
export async function findPerson(
  db: Db,
  { id, email }: { id: string; email: string },
): Promise<Person> {
  const traces = await findTraces(db, id);
  const projectBatches: string[][] = [];
  for (let after = NIL_ID; ; after = projectBatches.at(-1)!.at(-1)!) {
    const page = { after, limit: BATCH_PROJECTS };
    const ids = await listProjectIds(db, traces.organizationIds, page);
    if (ids.length === 0) break;
    projectBatches.push(ids);
  }
  return { ...traces, addresses: await listAddresses(db, traces, email), projectBatches };
}

const PAGE_ROWS = 500;

export async function* readPersonalRows<Name extends keyof PersonalRows>(
  db: Db,
  person: Person,
  name: Name,
): AsyncGenerator<PersonalRows[Name][], void> {
  for (const { from, columns, isOwn, key } of PERSONAL_LISTS[name](person)) {
    const places = sql.join(key.map((column) => sql.ref(column)));
    let after: readonly string[] | null = null;
    for (;;) {
      const place = sql`array[${sql.join(key.map((column) => sql`${sql.ref(column)}::text`))}]`;
      const isNext: typeof place =
        after === null ? sql`` : sql`and (${places}) > (${sql.join(after)})`;
      const { rows } = await sql<PersonalRows[Name] & { place: string[] }>`
        select ${columns}, ${place} as place from ${from}
        where ${isOwn} ${isNext}
        order by ${places} limit ${sql.lit(PAGE_ROWS)}`.execute(db);
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE_ROWS) break;
      after = rows.at(-1)!.place;
    }
  }
}
