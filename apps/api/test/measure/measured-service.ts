// The service in a separate process, started by `startMeasuredApp`. The arguments are the URL of the database and the
// other options. It answers messages with measurements of its event loop and its heap.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { MeasuredTurn } from '../../../../scripts/tests/measured-turns.ts';
import { startTestApp } from '../app/app.ts';
import { calibrationUs, startTurnMeter, type TurnMeter } from './longest-turn.ts';
import { startTurnProfiler, type TurnProfiler } from './turn-profile.ts';

export type Question = 'start' | 'start with profile' | 'longest turn' | 'used bytes';

/** The longest turn of the event loop since the last `start`. */
export interface LongestTurn extends MeasuredTurn {
  /** Functions that ran in the turn, or null without a profile. */
  report: string | null;
}

/** CPU time of the calibrated loop on the reference machine of the limit of 50 ms, in µs. */
const REFERENCE_LOOP_US = 10_000;

const [connectionString = '', options = '{}'] = process.argv.slice(2);
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const app = await startTestApp({ connectionString, ...JSON.parse(options) });
let loopBeforeUs = 0;
let meter: TurnMeter | null = null;
let profiler: TurnProfiler | null = null;

async function answer(question: Question): Promise<number | LongestTurn> {
  if (question === 'used bytes') {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  }
  if (question !== 'longest turn') {
    collectGarbage();
    if (question === 'start with profile') profiler = await startTurnProfiler();
    loopBeforeUs = calibrationUs();
    meter = startTurnMeter();
    return 0;
  }
  const turn = await meter!.stop();
  const report = profiler === null ? null : await profiler.stop(turn);
  profiler = null;
  // The same work takes more CPU time while other processes are busy. A machine that is faster than the reference
  // does not get a shorter limit, because slices of work are bounded by elapsed time and not by the amount of work.
  const loopUs = Math.max(REFERENCE_LOOP_US, loopBeforeUs, calibrationUs());
  return { loops: turn.cpuUs / loopUs, calibrationUs: loopUs, report };
}

process.on('message', (question: Question) => {
  answer(question).then((value) => process.send!(value));
});
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => app.close().then(() => process.exit()));
process.send!(app.url);
