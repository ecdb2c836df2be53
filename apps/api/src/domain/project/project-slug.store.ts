import type { Db } from '../../db/client.ts';
import { isUuid } from '../../db/ids/uuid.ts';
import { fail } from '../../errors.ts';
import { type Owner, type OwnerRef, slugOf, withSuffix } from '../kernel/index.ts';

/** Slug for a name without letters or digits that a slug may contain. */
const FALLBACK_SLUG = 'project';

/** Finds the project that has the slug now or had it before. */
export async function findProjectId(
  db: Db,
  { organizationId }: Pick<Owner, 'organizationId'>,
  slug: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('project_slug')
    .where('organization_id', '=', organizationId)
    .where('slug', '=', slug)
    .select('project_id')
    .executeTakeFirst();
  return row?.project_id ?? null;
}

export interface SlugClaim {
  organizationId: OwnerRef;
  projectId: string;
}

/**
 * Assigns a slug to a project. No other project can get this slug later, but the project may return
 * to an earlier slug.
 * @throws `conflict`
 */
export async function takeSlug(tx: Db, claim: SlugClaim, slug: string): Promise<string> {
  if (await tryToTake(tx, claim, slug)) return slug;
  return fail(
    'conflict',
    `Another project of the organization has or had the slug ${slug}. Choose another one.`,
  );
}

/** Derives a free slug from the name of a project, and assigns it to the project. */
export async function takeSlugOf(tx: Db, claim: SlugClaim, name: string): Promise<string> {
  const derived = slugOf(name, FALLBACK_SLUG);
  const slug = isUuid(derived) ? FALLBACK_SLUG : derived;
  return (await tryToTake(tx, claim, slug)) ? slug : takeSlug(tx, claim, withSuffix(slug));
}

async function tryToTake(
  tx: Db,
  { organizationId, projectId }: SlugClaim,
  slug: string,
): Promise<boolean> {
  const row = await tx
    .insertInto('project_slug')
    .values({ organization_id: organizationId, slug, project_id: projectId })
    .onConflict((oc) =>
      oc
        .columns(['organization_id', 'slug'])
        .doUpdateSet((eb) => ({ project_id: eb.ref('excluded.project_id') }))
        .whereRef('project_slug.project_id', '=', 'excluded.project_id'),
    )
    .returning('slug')
    .executeTakeFirst();
  return row !== undefined;
}
