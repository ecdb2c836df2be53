/** Ends the process when its parent has ended, even during a call that never returns. */
import { workerData } from 'node:worker_threads';

const INTERVAL_MS = 500;

setInterval(() => {
  // The operating system gives an orphan another parent.
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, INTERVAL_MS);
