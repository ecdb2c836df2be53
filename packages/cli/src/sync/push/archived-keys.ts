import { paginate } from '@parlance/sdk';
import { collect } from '../../lists.ts';
import type { Difference } from '../three-way.ts';
import type { Workspace } from '../workspace.ts';

/**
 * Returns the names of the keys that are archived in the project. Asks the project only if the
 * files have new texts, because such a text may belong to a key that was archived before.
 */
export async function findArchivedKeys(
  { connection, project }: Workspace,
  differences: readonly Difference[],
): Promise<ReadonlySet<string>> {
  if (!differences.some(({ kind }) => kind === 'new-here')) return new Set();
  const { keys } = connection.client.i18n;
  const query = { projectId: project.id, onlyArchived: true, limit: 500 };
  const archived = await collect(paginate(keys.list, query));
  return new Set(archived.map(({ name }) => name));
}
