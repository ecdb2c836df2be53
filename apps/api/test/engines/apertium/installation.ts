import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SLOWNESS } from '../../../../../scripts/slowness.ts';
import { findTcmalloc } from '../../../src/providers/mt/apertium/tuning.ts';

/** True if Apertium is installed with the pair that most tests use. */
export const HAS_APERTIUM = existsSync('/usr/share/apertium/modes/eng-spa.mode');
export const HAS_SECOND_PAIR = existsSync('/usr/share/apertium/modes/eng-cat.mode');

/** True if Debian's `libtcmalloc-minimal4` is installed. */
export const HAS_TCMALLOC = findTcmalloc() !== undefined;

/** The fake installation needs GNU tools and /proc. */
export const IS_LINUX = process.platform === 'linux';

/** A folder that looks like an installation of Apertium: programs, and modes that use `sed`. */
export interface FakeInstallation {
  readonly dataDir: string;
  /** Value of PATH with the programs of this installation. */
  readonly searchPath: string;
  addMode(name: string, pipeline: string): Promise<string>;
  /** Adds a program to the installation. The program reads and writes blocks that end with NUL. */
  addProgram(name: string, script: string): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Makes an installation with scripted stages, so that a test can cause crashes, hangs and wrong answers. Its
 * `apertium-wblank-mode` adds `-z` as Apertium's own program does.
 */
export async function makeInstallation(): Promise<FakeInstallation> {
  const prefix = await mkdtemp(join(tmpdir(), 'parlance-apertium-'));
  const dataDir = join(prefix, 'share/apertium');
  const bin = join(prefix, 'bin');
  await mkdir(join(dataDir, 'modes'), { recursive: true });
  await mkdir(bin);
  const addProgram = async (name: string, script: string) => {
    await writeFile(join(bin, name), script);
    await chmod(join(bin, name), 0o755);
  };
  await addProgram(
    'apertium-wblank-mode',
    `#!/bin/sh\nsed -E 's/(^|[|] )([a-z.-]+)/\\1\\2 -z/g' "$2"\n`,
  );
  return {
    dataDir,
    searchPath: `${bin}:/usr/local/bin:/usr/bin:/bin`,
    addProgram,
    async addMode(name, pipeline) {
      const file = join(dataDir, 'modes', `${name}.mode`);
      await writeFile(file, `${pipeline}\n`);
      return file;
    },
    remove: () => rm(prefix, { recursive: true, force: true }),
  };
}

export interface GroupMember {
  readonly pid: number;
  readonly name: string;
  readonly policy: number;
}

/** Lists the running processes of a process group (proc(5): fields 2, 3, 5 and 41 of /proc/[pid]/stat). */
export function listGroup(groupId: number): GroupMember[] {
  const members: GroupMember[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const nameEnd = stat.lastIndexOf(')');
      const fields = stat.slice(nameEnd + 2).split(' ');
      const [state, , group] = fields;
      if (Number(group) !== groupId || state === 'Z') continue;
      members.push({
        pid: Number(entry),
        name: stat.slice(stat.indexOf('(') + 1, nameEnd),
        policy: Number(fields[38]),
      });
    } catch {
      // The process ended while the folder was read.
    }
  }
  return members;
}

/** Sends a signal to the stage of a pipeline with the given program name. */
export function signalStage(groupId: number, name: string, signal: NodeJS.Signals): void {
  const stage = listGroup(groupId).find((member) => member.name === name);
  if (stage === undefined) throw new Error(`no ${name} in process group ${groupId}`);
  process.kill(stage.pid, signal);
}

/** Waits until the condition holds. Returns false after the timeout. */
export async function waitUntil(isTrue: () => boolean, timeoutMs: number): Promise<boolean> {
  const endMs = performance.now() + timeoutMs * SLOWNESS;
  while (!isTrue()) {
    if (performance.now() > endMs) return false;
    await delay(10);
  }
  return true;
}
