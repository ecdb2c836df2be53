import type { Project } from '@parlance/contracts';
import pg from 'pg';

const DAY_MS = 24 * 60 * 60_000;
const YEARS_MS = 10 * 365 * DAY_MS;
/** Spreads successive edits over all values. It is a prime, so that it is coprime to the number of values. */
const STRIDE = 7_919;
/**
 * Intervals of release versions: partial releases, and releases that publish the version before the previous one again.
 */
const PARTIAL_EVERY = 100;
const AGAIN_EVERY = 250;

export interface TenYears {
  readonly projects: readonly Project[];
  readonly keys: number;
  readonly locales: number;
  /** Number of edits in each project, each of one value. Must be a multiple of the number of values. */
  readonly changes: number;
  readonly releases: number;
  readonly auditEntries: number;
  readonly userId: string;
}

/**
 * Fills projects by SQL with the edits, releases and log entries of ten years, as the service would have left them.
 * Each value was edited equally often, and each release changed the texts of two locales.
 */
export async function fillTenYears(
  connectionString: string,
  { projects, ...sizes }: TenYears,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    // The inserted foreign keys are valid by construction. Checking them would take as long as inserting the rows.
    await client.query(`set session_replication_role = replica`);
    await client.query(`set synchronous_commit = off`);
    await client.query(`set work_mem = '256MB'`);
    for (const project of projects) {
      const run = async (statements: string): Promise<void> => {
        await client.query(`begin; ${statements}; commit`);
      };
      await run(functionsOf(project, sizes));
      await run(contentOf(project, sizes));
      await run(changesOf(project, sizes));
      await run(historyOf(project, sizes));
      await run(releasesOf(project, sizes));
      await run(logsOf(project, sizes));
    }
    await client.query('reset session_replication_role');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

type Sizes = Omit<TenYears, 'projects'>;

/** Returns SQL functions of a number: ids that grow with time, and the value of an edit. */
function functionsOf({ id }: Project, { keys, locales, changes }: Sizes): string {
  const values = keys * locales;
  const endMs = Date.now() - DAY_MS;
  const stepMs = Math.floor(YEARS_MS / changes);
  const startMs = endMs - changes * stepMs;
  const fn = (head: string, body: string) =>
    `create or replace function pg_temp.${head} language sql immutable as $$ select ${body} $$`;
  return [
    fn(
      'id_at(ms bigint, n bigint) returns uuid',
      `(lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8'
        || substring(md5('${id}' || n) for 15))::uuid`,
    ),
    // The keys come from one import and are older than all edits.
    fn(
      'key_id(k bigint) returns uuid',
      `(lpad(to_hex(${startMs - 10_000_000} + k), 12, '0') || '7000' || '8'
        || substring(md5('${id}' || k) for 11) || '0000')::uuid`,
    ),
    fn('time_of(n bigint) returns bigint', `${startMs} + n * ${stepMs}`),
    fn('edit_id(n bigint) returns uuid', `pg_temp.id_at(pg_temp.time_of(n), n)`),
    fn('import_id(l bigint) returns uuid', `pg_temp.id_at(${startMs - 1_000_000} + l * 1000, l)`),
    // `edit_of` returns the edit of a value in a round, and `slot_of` returns the value of an edit.
    fn(
      'edit_of(slot bigint, round bigint) returns bigint',
      `round * ${values} + (slot * ${inverseOf(STRIDE, values)}) % ${values}`,
    ),
    fn('slot_of(n bigint) returns bigint', `(n * ${STRIDE}) % ${values}`),
  ].join(';');
}

/** Returns the modular inverse of `factor`. */
function inverseOf(factor: number, modulus: number): number {
  for (let turns = 0n; ; turns++) {
    const product = turns * BigInt(modulus) + 1n;
    if (product % BigInt(factor) === 0n) return Number(product / BigInt(factor));
  }
}

const at = (ms: string) => `to_timestamp((${ms}) / 1000.0)`;

function contentOf(
  { id, organizationId }: Project,
  { keys, locales, changes, userId }: Sizes,
): string {
  const rounds = changes / (keys * locales);
  const last = `pg_temp.edit_of((k * ${locales} + l - 1)::bigint, ${rounds - 1})`;
  return `
    insert into locale (project_id, id, code, name, created_at, updated_at)
    select '${id}', l, 'x-' || l, 'Locale ' || l, now(), now() from generate_series(2, ${locales}) l;
    update project set last_locale_id = ${locales} where id = '${id}';
    insert into translation_key (project_id, id, organization_id, name, name_hash, source_hash,
                                 created_at, created_change_id, updated_at)
    select '${id}', pg_temp.key_id(k), '${organizationId}', 'key_' || k, name_hash('${id}', 'key_' || k),
           sha256(('key_' || k)::bytea), now(), pg_temp.import_id(1), now()
    from generate_series(0, ${keys - 1}) k;
    insert into translation_value (project_id, locale_id, key_id, text, state, origin, version,
                                   source_version, change_id, updated_at)
    select '${id}', l, pg_temp.key_id(k), 'Text ' || k || ' as of the last edit', 'translated', 'manual',
           ${rounds + 1}, 0, pg_temp.edit_id(${last}), ${at(`pg_temp.time_of(${last})`)}
    from generate_series(1, ${locales}) l, generate_series(0, ${keys - 1}) k;
    insert into value_count (project_id, locale_id, state, origin, values_count)
    select '${id}', l, 'translated', 'manual', ${keys} from generate_series(1, ${locales}) l;
    insert into key_count (project_id, plain_keys) values ('${id}', ${keys})
    on conflict (project_id) do update set plain_keys = ${keys};
    insert into change (project_id, id, kind, number, actor_type, actor_id, actor_name, at)
    select '${id}', pg_temp.import_id(l), 'import', l, 'user', '${userId}', 'Test Person',
           ${at('pg_temp.time_of(0)')}
    from generate_series(1, ${locales}) l;
    insert into change_values (project_id, change_id, locale_id, first_key_id, key_ids, versions, values_count)
    select '${id}', pg_temp.import_id(l), l, pg_temp.key_id(part * 1000),
           array_agg(pg_temp.key_id(k) order by k), array_agg(1), count(*)
    from generate_series(1, ${locales}) l, generate_series(0, ${keys - 1}) k,
         lateral (select k / 1000 as part) p
    group by l, part`;
}

function changesOf({ id }: Project, { keys, locales, changes, userId }: Sizes): string {
  const values = keys * locales;
  return `
    insert into change (project_id, id, kind, number, actor_type, actor_id, actor_name, at)
    select '${id}', pg_temp.edit_id(n), 'edit', ${locales} + n + 1, 'user', '${userId}', 'Test Person',
           ${at('pg_temp.time_of(n)')}
    from generate_series(0::bigint, ${changes - 1}) n;
    insert into change_values (project_id, change_id, locale_id, first_key_id, key_ids, versions, values_count)
    select '${id}', pg_temp.edit_id(n), pg_temp.slot_of(n) % ${locales} + 1,
           pg_temp.key_id(pg_temp.slot_of(n) / ${locales}),
           array[pg_temp.key_id(pg_temp.slot_of(n) / ${locales})], array[(n / ${values} + 2)::int], 1
    from generate_series(0::bigint, ${changes - 1}) n;
    insert into change_sequence (project_id, last_number, last_change_id)
    values ('${id}', ${locales + changes}, pg_temp.edit_id(${changes - 1}))
    on conflict (project_id) do update
    set last_number = excluded.last_number, last_change_id = excluded.last_change_id`;
}

function historyOf({ id }: Project, { keys, locales, changes }: Sizes): string {
  const rounds = changes / (keys * locales);
  const edit = `pg_temp.edit_of((k * ${locales} + l - 1)::bigint, (version - 2)::bigint)`;
  return `
    insert into value_history (project_id, locale_id, key_id, version, text, state, origin,
                               source_version, change_id, at)
    select '${id}', l, pg_temp.key_id(k), version, 'Text ' || k || ' as of version ' || version,
           'translated', 'manual', 0,
           case version when 1 then pg_temp.import_id(l) else pg_temp.edit_id(${edit}) end,
           ${at(`case version when 1 then pg_temp.time_of(0) else pg_temp.time_of(${edit}) end`)}
    from generate_series(1, ${locales}) l, generate_series(0, ${keys - 1}) k,
         generate_series(1, ${rounds}) version`;
}

function releasesOf({ id }: Project, { locales, changes, releases, userId }: Sizes): string {
  const n = `(v::bigint * ${Math.floor(changes / releases)} - 1)`;
  const releaseId = (version: string) =>
    `pg_temp.id_at(pg_temp.time_of((${version})::bigint * ${Math.floor(changes / releases)} - 1) + 7, 9)`;
  // Release v changed two of the locales. The others are unchanged since the release that last changed them.
  const edition = `greatest(v - (v - (l - 1) / 2 + ${locales}) % ${locales / 2}, 1)`;
  const content = `convert_to('{"text":"Locale ' || l || ' of edition ' || edition || repeat('.', 800) || '"}', 'UTF8')`;
  return `
    create temporary table made on commit drop as
    select v, l, edition, sha256(${content}) as sha256, ${content} as content
    from generate_series(1, ${releases}) v, generate_series(1, ${locales}) l,
         lateral (select ${edition} as edition) e;
    insert into bundle_blob (project_id, sha256, content, key_count, created_at)
    select distinct on (sha256) '${id}'::uuid, sha256, content, 1, now() from made order by sha256;
    insert into release (project_id, id, environment_id, version, status, from_release_id, partial,
                         actor_type, actor_id, actor_name, created_at, published_at)
    select '${id}', ${releaseId('v')}, e.id, v, 'published',
           case when v % ${AGAIN_EVERY} = 0 then ${releaseId('v - 2')} end, v % ${PARTIAL_EVERY} = 1 and v > 1,
           'user', '${userId}', 'Test Person', ${at(`pg_temp.time_of(${n})`)}, ${at(`pg_temp.time_of(${n})`)}
    from generate_series(1, ${releases}) v,
         (select id from environment where project_id = '${id}' and slug = 'production') e;
    insert into release_locale (project_id, release_id, locale, sha256, key_count, size_bytes, fingerprint)
    select '${id}', ${releaseId('v')}, case l when 1 then 'en' else 'x-' || l end, sha256, 1,
           length(content), 'ten years ' || edition || ' ' || l
    from made where l <= 2 or not (v % ${PARTIAL_EVERY} = 1 and v > 1)`;
}

function logsOf(
  { id, organizationId }: Project,
  { changes, releases, auditEntries, userId }: Sizes,
): string {
  const time = (count: number, shift: number) =>
    `pg_temp.time_of(n * ${Math.floor(changes / count)}) + ${shift}`;
  return `
    insert into activity (organization_id, id, type, project_id, at)
    select '${organizationId}', pg_temp.id_at(${time(releases, 11)}, n), 'release', '${id}',
           ${at(time(releases, 11))}
    from generate_series(0::bigint, ${releases - 1}) n;
    insert into audit_log (organization_id, id, at, actor_type, actor_id, actor_name, action,
                           target_type, target_id)
    select '${organizationId}', pg_temp.id_at(${time(auditEntries, 13)}, n), ${at(time(auditEntries, 13))},
           'user', '${userId}', 'Test Person', 'key.create', 'key', pg_temp.key_id(n)::text
    from generate_series(0::bigint, ${auditEntries - 1}) n`;
}
