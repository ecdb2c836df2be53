import { randomBytes } from 'node:crypto';
import { linkSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseInUseError } from './error.ts';
import { processTable, readIfThere } from './process-table.ts';

const PREFIX = 'owner.';
/**
 * Age of an owner file in milliseconds. If the owner file of another process is older than this, that process keeps
 * the directory.
 */
const SETTLE_MS = 400;
const GIVE_UP_MS = 5_000;

interface Claim {
  readonly name: string;
  readonly pid: number;
}

/**
 * Makes this process the only owner of a directory, until it calls the returned function or ends.
 * Each process writes its own owner file and then looks for other owner files. If two processes see
 * each other, both withdraw and retry after a random delay. Names of owner files are never reused,
 * so no process can remove the file of another running process.
 * @param dataDir - Name of the directory in messages to the operator
 * @throws DatabaseInUseError with the process id of the owner if another running process owns the
 * directory
 */
export async function claimOwnership(directory: string, dataDir: string): Promise<() => void> {
  const firstSeen = new Map<string, number>();
  const startedAt = performance.now();
  for (;;) {
    const claimName = layClaim(directory);
    const rival = findRival(directory, claimName);
    if (rival === null) return () => rmSync(join(directory, claimName), { force: true });
    rmSync(join(directory, claimName), { force: true });
    const now = performance.now();
    const seenAt = firstSeen.get(rival.name) ?? now;
    firstSeen.set(rival.name, seenAt);
    if (now - seenAt > SETTLE_MS || now - startedAt > GIVE_UP_MS) throw inUse(dataDir, rival.pid);
    await sleep(20 + Math.random() * 80);
  }
}

/**
 * Writes the owner file under a temporary name and links it to its final name. Other processes then
 * never read an empty owner file.
 */
function layClaim(directory: string): string {
  const name = `${PREFIX}${process.pid}.${randomBytes(8).toString('hex')}`;
  const temporary = join(directory, `.${name}`);
  writeFileSync(temporary, `${processTable.identify(process.pid)}\n`, { flag: 'wx', mode: 0o644 });
  try {
    linkSync(temporary, join(directory, name));
  } finally {
    rmSync(temporary, { force: true });
  }
  return name;
}

function findRival(directory: string, claimName: string): Claim | null {
  for (const name of readdirSync(directory)) {
    if (!name.startsWith(PREFIX) || name === claimName) continue;
    const pid = Number(name.split('.')[1]);
    const identity = readIfThere(join(directory, name));
    if (identity === null) continue;
    if (identity.trim() === processTable.identify(pid)) return { name, pid };
    rmSync(join(directory, name), { force: true });
  }
  return null;
}

const inUse = (dataDir: string, pid: number): DatabaseInUseError =>
  new DatabaseInUseError(
    `The database in ${dataDir} is in use by process ${pid}. ` +
      'Stop that server, or set DATA_DIR to another directory.',
    pid,
  );
