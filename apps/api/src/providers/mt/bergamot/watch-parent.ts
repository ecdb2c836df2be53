/** Ends the process as soon as its parent has died: also in the midst of a call that never returns. */
import { workerData } from 'node:worker_threads';

const INTERVAL_MS = 500;

setInterval(() => {
  // An orphan gets another parent.
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, INTERVAL_MS);
