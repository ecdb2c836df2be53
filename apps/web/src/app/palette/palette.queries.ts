import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { searchOf } from '../../lib/paged-query.ts';

/** Maximum number of results of each kind. All kinds together fit into the palette. */
const RESULTS = 6;

interface Sought {
  readonly organizationId: string;
  readonly project: string | undefined;
  readonly q: string;
}

/** Query of the projects and people whose name contains the text. In a project, it also finds keys. */
export const paletteQuery = ({ organizationId, project, q }: Sought) =>
  queryOptions({
    queryKey: ['palette', organizationId, project, q],
    queryFn: async () => {
      const { i18n, organizations } = api(organizationId);
      const page = { limit: RESULTS, ...searchOf(q) };
      const [projects, members, keys] = await Promise.all([
        i18n.projects.list(page),
        q === '' ? null : organizations.members.list({ organizationId, ...page }),
        q === '' || project === undefined ? null : i18n.keys.list({ projectId: project, ...page }),
      ]);
      return {
        projects: projects.data,
        members: members?.data ?? [],
        keys: keys?.data ?? [],
      };
    },
  });
