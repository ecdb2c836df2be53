import { usersSessionsList } from '@parlance/contracts';
import { pageQueryOf } from '../../domain/kernel/index.ts';
import { listSessions } from '../../domain/people/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentSession } from './session.present.ts';

export const usersSessionsListRoute = route(
  usersSessionsList,
  async ({ deps, principal, query }) => {
    const now = deps.clock.now();
    const page = await listSessions(deps.db, principal.id, now, pageQueryOf(query));
    return listAnswer(page, (row) => presentSession(row, principal));
  },
);
