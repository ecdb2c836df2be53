import { api } from './api.ts';
import { type Choosable, pagedQuery, searchOf } from './paged-query.ts';

/** Query of the projects of an organization among which the user chooses. It finds names that contain the text. */
export const projectChoiceQuery = (organizationId: string, q: string) =>
  pagedQuery<Choosable>(['project-choice', organizationId, q], async (page) => {
    const { data, meta } = await api(organizationId).i18n.projects.list({
      ...page,
      ...searchOf(q),
    });
    return { data: data.map(({ id, name, slug: note }) => ({ id, name, note })), meta };
  });
