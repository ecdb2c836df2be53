// node --import ./watch-supervisor.mjs <server>
// Emits `disconnect` in a server whose supervisor, or the shell in which npm runs it, has ended. The channel to a
// parent process would emit the same event. When killed, neither of them forwards a signal.
import { isMainThread } from 'node:worker_threads';

const POLL_MS = 500;
const [supervisor, shell] = (process.env.PARLANCE_SUPERVISOR ?? '')
  .split(' ')
  .filter(Boolean)
  .map(Number);

// The server's threads and child processes inherit its options.
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
