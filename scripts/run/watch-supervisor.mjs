// node --import ./watch-supervisor.mjs <server>
// Tells a server that its supervisor, or the shell in which npm runs it, has ended, as the channel to a parent process
// would tell it: by the event `disconnect`. Neither passes a signal on when it is killed.
import { isMainThread } from 'node:worker_threads';

const POLL_MS = 500;
const [supervisor, shell] = (process.env.PARLANCE_SUPERVISOR ?? '')
  .split(' ')
  .filter(Boolean)
  .map(Number);

// Threads and child processes of the server inherit its options.
if (isMainThread && process.ppid === supervisor) {
  const timer = setInterval(() => {
    if (process.ppid === supervisor && (shell === undefined || isAlive(shell))) return;
    clearInterval(timer);
    process.emit('disconnect');
  }, POLL_MS);
  timer.unref();
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
