import { eventsStream } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { COME_BACK, type EventReader } from '../../domain/talk/index.ts';
import { failAt } from '../../errors.ts';
import { EventStream } from '../../http/answer/event-stream.ts';
import { route } from '../../http/route.ts';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Tells proxies to forward each event at once, without compression or buffering.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};
const NUMBER = /^\d{1,15}$/;

export const eventsStreamRoute = route(
  eventsStream,
  async ({ deps, principal, query, request, reply, signal }) => {
    if (query.projectId === undefined && principal.type !== 'user') {
      failAt('query/projectId', 'is required with an API key, which has no inbox', 'required');
    }
    const project =
      query.projectId === undefined
        ? null
        : await getProject(deps.db, ownerOf(principal), query.projectId);
    if (request.method === 'HEAD' || signal.aborted) return { raw: null, headers: HEADERS };
    const lastId = String(request.headers['last-event-id'] ?? '');
    const stream = new EventStream(
      () => reply.raw.writableLength,
      () => deps.events.close(reader),
    );
    const reader: EventReader = {
      project: project && {
        projectId: project.id,
        organizationId: project.organization_id,
      },
      principal,
      after: NUMBER.test(lastId) ? Number(lastId) : null,
      send: (bytes) => stream.send(bytes),
      end: () => stream.end(COME_BACK),
    };
    deps.events.open(reader);
    // Closes the connection together with its stream, so that the shutdown does not wait for the
    // client.
    reply.raw.shouldKeepAlive = false;
    return { raw: stream, headers: HEADERS };
  },
);
