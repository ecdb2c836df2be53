import type { CheckCode } from '@parlance/messages';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import {
  type Actor,
  type Page,
  type PageQuery,
  type ProjectRef,
  pageById,
} from '../../kernel/index.ts';
import { readMask } from '../value/value.store.ts';
import type { ValuePlace } from './check.store.ts';

export interface HeldChecks {
  version: number;
  /** Bit mask of the dismissed findings, as a decimal number. */
  ignored_checks: string;
}

/**
 * Locks a value until the transaction ends, and returns its dismissed findings. Returns null if the
 * value is missing.
 */
export async function lockChecks(
  tx: Db,
  projectId: ProjectRef,
  { localeId, keyId }: ValuePlace,
): Promise<HeldChecks | null> {
  const row = await tx
    .selectFrom('translation_value')
    .where('project_id', '=', projectId)
    .where('locale_id', '=', localeId)
    .where('key_id', '=', keyId)
    .select(['version', readMask(sql`ignored_checks`).as('ignored_checks')])
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function writeIgnored(
  tx: Db,
  projectId: ProjectRef,
  { localeId, keyId }: ValuePlace,
  mask: bigint,
  event: { code: CheckCode; ignored: boolean; version: number; actor: Actor; now: Date },
): Promise<void> {
  await sql`
    update translation_value set ignored_checks = ${mask}::bigint
    where project_id = ${projectId}::uuid and locale_id = ${localeId}::smallint
      and key_id = ${keyId}::uuid`.execute(tx);
  const { code, ignored, version, actor, now } = event;
  await tx
    .insertInto('ignored_check_history')
    .values({
      project_id: projectId,
      locale_id: localeId,
      key_id: keyId,
      id: newId(),
      code,
      ignored,
      version,
      actor_type: actor.type,
      actor_id: actor.id,
      actor_name: actor.name,
      at: now,
    })
    .execute();
}

/** A user's decision to dismiss the findings of a check in a value, or to show them again. */
export interface IgnoredCheckRow {
  id: string;
  code: string;
  ignored: boolean;
  version: number;
  actor_type: Actor['type'];
  actor_id: string;
  actor_name: string | null;
  at: Date;
}

/** Lists the decisions of users to dismiss or show findings of a value, oldest first. */
export async function listIgnoredChecks(
  db: Db,
  projectId: ProjectRef,
  { localeId, keyId }: ValuePlace,
  page: PageQuery,
): Promise<Page<IgnoredCheckRow>> {
  const query = db
    .selectFrom('ignored_check_history')
    .where('project_id', '=', projectId)
    .where('locale_id', '=', localeId)
    .where('key_id', '=', keyId);
  return pageById(
    query.select([
      'id',
      'code',
      'ignored',
      'version',
      'actor_type',
      'actor_id',
      'actor_name',
      'at',
    ]),
    page,
    'asc',
  );
}
