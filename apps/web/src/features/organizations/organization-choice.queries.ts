import { api } from '../../lib/api.ts';
import { type Choosable, pagedQuery, searchOf } from '../../lib/paged-query.ts';

/** Query of the user's organizations whose name or slug contains a text. The slug is the note of each result. */
export const organizationChoiceQuery = (q: string) =>
  pagedQuery<Choosable>(['organizations', 'choice', q], async (page) => {
    const { data, meta } = await api().organizations.list({ ...page, ...searchOf(q) });
    return { data: data.map(({ id, name, slug: note }) => ({ id, name, note })), meta };
  });
