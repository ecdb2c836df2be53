import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';
import type { Turn } from './longest-turn.ts';

/** Time between two samples of the profiler, in µs. */
const SAMPLE_US = 250;
/** Number of functions in a report. */
const NAMED = 25;

/** Samples the functions that this thread runs. */
export interface TurnProfiler {
  /** Ends the profile, and returns the functions that ran in a turn. The function with the most samples comes first. */
  stop(turn: Turn): Promise<string>;
}

export async function startTurnProfiler(): Promise<TurnProfiler> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  await session.post('Profiler.start');
  // The clock of the profile has another origin than `performance.now()`.
  const zeroUs = Number(process.hrtime.bigint() / 1000n) - performance.now() * 1000;
  return {
    async stop({ startMs, endMs }) {
      const startUs = startMs * 1000 + zeroUs;
      const endUs = endMs * 1000 + zeroUs;
      const { profile } = await session.post('Profiler.stop');
      session.disconnect();
      const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
      const parents = new Map(
        profile.nodes.flatMap(({ id, children }) => (children ?? []).map((child) => [child, id])),
      );
      const self = new Map<string, number>();
      const total = new Map<string, number>();
      const nameOf = (id: number): string => {
        const { functionName, url, lineNumber } = nodes.get(id)!.callFrame;
        return `${functionName || '(anonymous)'} ${url.split('/').slice(-3).join('/')}:${lineNumber + 1}`;
      };
      let at = profile.startTime;
      profile.samples!.forEach((sample, index) => {
        const deltaUs = profile.timeDeltas![index]!;
        at += deltaUs;
        if (at < startUs || at > endUs) return;
        const own = nameOf(sample);
        self.set(own, (self.get(own) ?? 0) + deltaUs);
        const seen = new Set<string>();
        for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
          seen.add(nameOf(id));
        }
        for (const name of seen) total.set(name, (total.get(name) ?? 0) + deltaUs);
      });
      const list = (times: Map<string, number>): string =>
        [...times]
          .sort((a, b) => b[1] - a[1])
          .slice(0, NAMED)
          .map(([name, us]) => `${(us / 1000).toFixed(1).padStart(7)} ms ${name}`)
          .join('\n');
      return `in itself:\n${list(self)}\nwith what it calls:\n${list(total)}`;
    },
  };
}
