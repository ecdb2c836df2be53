import type { FaultyFile } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { firstIdAt, isUuid, LAST_ID } from '../../../db/ids/uuid.ts';
import type { ChangeKind } from '../../../db/schema.generated.ts';
import { containsText } from '../../../db/statements/contains-text.ts';
import { lookUpAll } from '../../../db/statements/plan-hints.ts';
import { fail } from '../../../errors.ts';
import {
  type Actor,
  inScan,
  type OwnerRef,
  type ProjectRef,
  type ScanOptions,
  type ScanResult,
  scanPage,
  type TimeRange,
} from '../../kernel/index.ts';
import { keptFrom } from '../sync/kept-from.store.ts';
import { proposerOf } from './proposer.store.ts';

/** A change of a project. Its counts of keys and values include its child changes. */
export interface ChangeRow {
  id: string;
  kind: ChangeKind;
  is_running: boolean;
  number: number | null;
  actor_type: Actor['type'];
  actor_id: string;
  actor_name: string | null;
  proposed_by: Actor | null;
  at: Date;
  values_count: number;
  keys_created: number;
  keys_archived: number;
  keys_restored: number;
  keys_edited: number;
  /** Files that the import of a folder left out. Null for other changes. */
  faulty: FaultyFile[] | null;
  /** True if its source texts kept their translations. */
  kept_translations: boolean;
}

export interface ChangeFilter extends TimeRange {
  kind?: ChangeKind;
  /** Id of the author, or part of the author's name. */
  by?: string;
  localeId?: number;
}

interface ChangedProject {
  id: ProjectRef;
  organization_id: OwnerRef;
}

const partIds = (projectId: ProjectRef): RawBuilder<unknown> => sql`(
  select c.id
  union all
  select p.id from change p where p.project_id = ${projectId}::uuid and p.parent_id = c.id)`;

const ofPart = (projectId: ProjectRef, table: 'change_values' | 'change_keys' | 'key_history') =>
  lookUpAll(table, { project_id: projectId, change_id: sql`part.id` });

const columns = ({ id, organization_id: organizationId }: ChangedProject) => sql`
  c.id, c.kind, c.number, c.actor_type, c.actor_id, c.actor_name, c.at,
  c.details -> 'faulty' as faulty, c.details ? 'keepTranslations' as kept_translations,
  ${proposerOf(id)} as proposed_by,
  exists (
    select from translation_job j
    where c.kind = 'job' and j.organization_id = ${organizationId}::uuid and j.id = c.id
      and j.status in ('queued', 'running'))
  or exists (
    select from bulk_run b
    where c.kind = 'bulk' and b.project_id = c.project_id and b.id = c.id and b.status = 'running')
    as is_running,
  v.values_count, k.keys_created, k.keys_archived, k.keys_restored, h.keys_edited`;

const sums = (projectId: ProjectRef): RawBuilder<unknown> => sql`
  cross join lateral (
    select coalesce(sum(t.values_count), 0)::bigint as values_count
    from ${partIds(projectId)} part cross join ${ofPart(projectId, 'change_values')} t) v
  cross join lateral (
    select coalesce(sum(t.keys_count) filter (where t.action = 'created'), 0)::bigint as keys_created,
           coalesce(sum(t.keys_count) filter (where t.action = 'archived'), 0)::bigint as keys_archived,
           coalesce(sum(t.keys_count) filter (where t.action = 'restored'), 0)::bigint as keys_restored
    from ${partIds(projectId)} part cross join ${ofPart(projectId, 'change_keys')} t) k
  cross join lateral (
    select count(*) as keys_edited
    from ${partIds(projectId)} part cross join ${ofPart(projectId, 'key_history')} t) h`;

/**
 * Lists the numbered changes of a project. The change that was committed last comes first. With
 * filters, a page may contain fewer changes than requested, because each search has a time limit.
 */
export function listProjectChanges(
  db: Db,
  project: ChangedProject,
  { kind, by, localeId, from, before }: ChangeFilter,
  page: ScanOptions,
): Promise<ScanResult<ChangeRow>> {
  const listed = [
    sql`c.project_id = ${project.id}::uuid and c.parent_id is null and c.number is not null`,
    sql`c.number >= ${keptFrom(project.id)}`,
    ...(kind === undefined ? [] : [kindIs(kind)]),
    ...(from === null ? [] : [sql`c.id >= ${firstIdAt(from.getTime())}::uuid`]),
    ...(before === null ? [] : [sql`c.id < ${firstIdAt(before.getTime())}::uuid`]),
  ];
  const wanted = [
    ...(by === undefined ? [] : [isBy(by)]),
    ...(localeId === undefined ? [] : [writesIn(project.id, localeId)]),
  ];
  const select = (columns: RawBuilder<unknown>, conditions: readonly RawBuilder<unknown>[]) =>
    sql`select ${columns} from change c where ${sql.join(conditions, sql` and `)} order by c.number desc`;
  const numberOf = (id: string) => sql`(
    select n.number from change n where n.project_id = ${project.id}::uuid and n.id = ${id}::uuid)`;
  const isAfter = (id: string): RawBuilder<unknown>[] =>
    id === LAST_ID ? [] : [sql`c.number < ${numberOf(id)}`];
  return inScan(db, (tx) =>
    scanPage<ChangeRow>(
      {
        async findEnd(after, rows) {
          const conditions = [...listed, ...isAfter(after)];
          const found = await sql<{ id: string }>`
            ${select(sql`c.id`, conditions)} offset ${rows - 1} limit 1`.execute(tx);
          return found.rows[0]?.id ?? null;
        },
        async read(after, end, limit) {
          const range = [
            ...isAfter(after),
            ...(end === null ? [] : [sql`c.number >= ${numberOf(end)}`]),
          ];
          const { rows } = await sql<ChangeRow>`
            select ${columns(project)}
            from (${select(sql`*`, [...listed, ...range, ...wanted])} limit ${limit}) c
            ${sums(project.id)}
            order by c.number desc`.execute(tx);
          return rows;
        },
        idOf: ({ id }) => id,
      },
      { ...page, after: page.after ?? LAST_ID },
    ),
  );
}

const writesIn = (projectId: ProjectRef, localeId: number): RawBuilder<unknown> => sql`exists (
  select from ${partIds(projectId)} part
  join ${ofPart(projectId, 'change_values')} t on t.locale_id = ${localeId}::smallint)`;

const kindIs = (kind: ChangeKind): RawBuilder<unknown> =>
  kind === 'edit' ? sql`c.kind = 'edit'` : sql`c.kind = ${kind}::change_kind and c.kind <> 'edit'`;

function isBy(by: string): RawBuilder<unknown> {
  const isNamed = containsText(sql`c.actor_name`, by);
  return isUuid(by) ? sql`(c.actor_id = ${by}::uuid or ${isNamed})` : isNamed;
}

export async function getProjectChange(
  db: Db,
  project: ChangedProject,
  changeId: string,
): Promise<ChangeRow> {
  const { rows } = await sql<ChangeRow>`
    select ${columns(project)} from ${changeById(project.id, changeId)} c ${sums(project.id)}`.execute(
    db,
  );
  return rows[0] ?? failChange();
}

export async function requireProjectChange(
  db: Db,
  projectId: ProjectRef,
  changeId: string,
): Promise<void> {
  const { rows } = await sql`select from ${changeById(projectId, changeId)} c`.execute(db);
  if (rows.length === 0) failChange();
}

const changeById = (projectId: ProjectRef, changeId: string): RawBuilder<unknown> => sql`(
  select * from change
  where project_id = ${projectId}::uuid and id = ${changeId}::uuid and parent_id is null
    and (number is null or number >= ${keptFrom(projectId)}))`;

const failChange = (): never => fail('not_found', 'The change does not exist.');
