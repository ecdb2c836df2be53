import { LIMITS } from '@parlance/contracts';
import type { Engine, TranslateCall } from '../../../providers/mt/engine.ts';

/** Requests to an engine, as far as they fit into a response. */
export class ShownRequests {
  readonly bodies: string[] = [];
  omitted = 0;
  #left: number = LIMITS.previewRequestsLength;

  add(body: string): void {
    if (body.length > this.#left) {
      this.omitted++;
      return;
    }
    this.#left -= body.length;
    this.bodies.push(body);
  }
}

/** Returns an engine that also records what it is shown. */
export const watchRequests = (engine: Engine, shown: ShownRequests): Engine => ({
  id: engine.id,
  version: engine.version,
  capabilities: engine.capabilities,
  readiness: (source, target) => engine.readiness(source, target),
  async translate(call) {
    let isRemote = false;
    const onRequest = (body: string): void => {
      isRemote = true;
      shown.add(body);
    };
    try {
      return await engine.translate({ ...call, onRequest });
    } finally {
      if (!isRemote) shown.add(describeCall(call));
    }
  },
  async close() {},
});

/** Describes a call to an engine that sends no requests to other hosts. */
const describeCall = ({ sourceLocale, targetLocale, segments, terms }: TranslateCall): string =>
  JSON.stringify({
    source: sourceLocale,
    target: targetLocale,
    texts: segments.map(({ body }) => body),
    terms,
  });
