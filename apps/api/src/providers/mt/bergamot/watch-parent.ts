/** Ends this process when its parent has ended, even while a call blocks the main thread. */
import { workerData } from 'node:worker_threads';

const INTERVAL_MS = 500;

setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, INTERVAL_MS);
