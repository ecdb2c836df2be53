import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import {
  type EnvironmentRow,
  findEnvironmentBySlug,
  insertEnvironment,
} from '../environment/environment.store.ts';
import { slugOf } from '../organization/slug.ts';
import { type EditCall, editProject } from './edit-project.ts';

/** What an environment is called whose name has no letter or digit of a slug. */
const FALLBACK_SLUG = 'environment';

/** Adds an environment; its slug is derived from the name where none is given. @throws `conflict` */
export async function createEnvironment(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: EditCall & { name: string; slug?: string; fallback?: 'source' | 'none' },
): Promise<EnvironmentRow> {
  const { name, slug = slugOf(name, FALLBACK_SLUG), fallback = 'source' } = input;
  return editProject(deps, input, { row: true }, async ({ tx, project, now }) => {
    const row = await insertEnvironment(tx, project.id, { name, slug, fallback, now });
    return row ?? refuseTakenSlug(tx, project.id, slug);
  });
}

/** @throws `conflict` naming the environment that has the slug. */
export async function refuseTakenSlug(tx: Db, projectId: string, slug: string): Promise<never> {
  const taken = await findEnvironmentBySlug(tx, projectId, slug);
  const what = taken?.archived_at ? 'The archived environment' : 'The environment';
  const help = taken?.archived_at ? '; restore it with PATCH { "archived": false }' : '';
  return fail('conflict', `${what} ${taken?.id} has the slug ${slug}${help}.`);
}
