// The service in a process of its own, as `startMeasuredApp` starts it: its database's URL and its other options are
// the arguments. It answers messages with what its event loop and its heap did.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startTestApp } from '../app.ts';
import { calibrationUs, startTurnMeter, type TurnMeter } from './longest-turn.ts';

export type Question = 'start' | 'longest turn' | 'used bytes';

const [connectionString = '', options = '{}'] = process.argv.slice(2);
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const app = await startTestApp({ connectionString, ...JSON.parse(options) });
let meter: TurnMeter | null = null;

async function answer(question: Question): Promise<number> {
  if (question === 'used bytes') {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  }
  if (question === 'start') {
    collectGarbage();
    meter = startTurnMeter();
    return 0;
  }
  const turnUs = await meter!.stop();
  // Measured now: the same work takes more processor time beside busy neighbors.
  return turnUs / calibrationUs();
}

process.on('message', (question: Question) => {
  answer(question).then((value) => process.send!(value));
});
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => app.close().then(() => process.exit()));
process.send!(app.url);
