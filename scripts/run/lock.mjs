import { randomBytes } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './setup-error.mjs';

/**
 * Runs `work` while no other process runs work under the same name in this directory; waits for it if
 * need be. Each process lays down a claim of its own and then looks for others: whoever is later sees
 * the earlier one and withdraws, so two can never both stay. A dead process's claim has a name that no
 * other will ever bear, so that removing it cannot take a living one's.
 *
 * `work` is given a function that names another process whose life holds the lock too: npm goes on
 * when this process is killed.
 */
export async function withLock(directory, name, work) {
  mkdirSync(directory, { recursive: true });
  let said = false;
  for (;;) {
    const claim = join(directory, `${name}.${process.pid}.${randomBytes(8).toString('hex')}`);
    const holders = [describe(process.pid)];
    writeAside(claim, holders, linkSync);
    const rival = findRival(directory, name, claim);
    if (rival === null) {
      try {
        return await work((pid) => {
          holders.push(describe(pid));
          writeAside(claim, holders, renameSync);
        });
      } finally {
        rmSync(claim, { force: true });
      }
    }
    rmSync(claim, { force: true });
    if (!said) say(`waiting for process ${rival}, which is setting up this checkout`);
    said = true;
    await sleep(50 + Math.random() * 150);
  }
}

/** Whether anyone may hold the lock; a dead holder counts until the next one cleans up. */
export function isLocked(directory, name) {
  return (
    existsSync(directory) && readdirSync(directory).some((file) => file.startsWith(`${name}.`))
  );
}

/** Never seen empty or half written. */
function writeAside(claim, holders, place) {
  const aside = `${claim}.new`;
  writeFileSync(aside, JSON.stringify(holders));
  place(aside, claim);
  rmSync(aside, { force: true });
}

function findRival(directory, name, own) {
  for (const file of readdirSync(directory)) {
    const path = join(directory, file);
    if (!file.startsWith(`${name}.`) || file.endsWith('.new') || path === own) continue;
    const holders = read(path);
    if (holders === null) continue;
    const living = holders.find(({ pid, start }) => start === describe(pid).start);
    if (living !== undefined) return living.pid;
    rmSync(path, { force: true });
  }
  return null;
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** A pid with what tells its process from a later one; `start` is null where none runs. */
function describe(pid) {
  if (existsSync('/proc/self/stat')) {
    try {
      // proc(5): after the name in parentheses comes the state; field 22 is the start.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { pid, start: fields[0] === 'Z' ? null : fields[19] };
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
      return { pid, start: null };
    }
  }
  try {
    process.kill(pid, 0);
    return { pid, start: 'runs' };
  } catch (error) {
    return { pid, start: error.code === 'EPERM' ? 'runs' : null };
  }
}
