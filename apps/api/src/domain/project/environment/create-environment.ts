import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { type ProjectRef, slugOf, withSuffix } from '../../kernel/index.ts';
import { type EditCall, editProject } from '../edit-project.ts';
import {
  type EnvironmentRow,
  findEnvironmentBySlug,
  insertEnvironment,
  isEnvironmentId,
} from './environment.store.ts';

/** Slug for a name that contains no letter or digit that a slug may contain. */
const FALLBACK_SLUG = 'environment';

/**
 * Creates an environment. The slug defaults to one derived from the name.
 * @throws `validation_failed`, `conflict`
 */
export async function createEnvironment(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: EditCall & {
    name: string;
    slug?: string;
    fallback?: 'source' | 'none';
    prefixes?: string[];
  },
): Promise<EnvironmentRow> {
  const { name, slug = slugOf(name, FALLBACK_SLUG), fallback = 'source', prefixes = [] } = input;
  requireNoId(slug);
  // A name in a script such as Cyrillic has no letters for a slug. Such an environment gets the
  // default slug, with random characters if the default slug is taken.
  const isNameless = input.slug === undefined && slug === FALLBACK_SLUG;
  return editProject(deps, input, { row: true }, async ({ tx, project, now }) => {
    const insert = (slug: string) =>
      insertEnvironment(tx, project.id, { name, slug, fallback, prefixes, now });
    const row = (await insert(slug)) ?? (isNameless ? await insert(withSuffix(slug)) : null);
    return row ?? failTakenSlug(tx, project.id, slug);
  });
}

/** Rejects a slug in the format of an id, because URLs contain either the slug or the id. */
export function requireNoId(slug: string): void {
  if (!isEnvironmentId(slug)) return;
  const errors = [{ path: '/slug', message: 'must not look like an id (UUID)' }];
  fail('validation_failed', '/slug must not look like an id (UUID).', { errors });
}

/** @throws `conflict` if another environment has the slug. The error contains this environment */
export async function failTakenSlug(tx: Db, projectId: ProjectRef, slug: string): Promise<never> {
  const taken = await findEnvironmentBySlug(tx, projectId, slug);
  const what = taken?.archived_at ? 'The archived environment' : 'The environment';
  const help = taken?.archived_at ? '; restore it with PATCH { "archived": false }' : '';
  return fail('conflict', `${what} ${taken?.id} already has the slug ${slug}${help}.`);
}
