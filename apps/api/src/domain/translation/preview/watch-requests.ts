import { LIMITS } from '@parlance/contracts';
import type { Engine, TranslateCall } from '../../../providers/mt/engine.ts';

/** The requests that were sent to an engine, up to the maximum length in a response. */
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

/** Returns an engine that works like `engine` and records its requests in `shown`. */
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

/** Describes a call to a local engine, which sends no requests to other hosts. */
const describeCall = ({ sourceLocale, targetLocale, segments, terms }: TranslateCall): string =>
  JSON.stringify({
    source: sourceLocale,
    target: targetLocale,
    texts: segments.map(({ body }) => body),
    terms,
  });
