import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '@parlance/config';
import type { Call, Outcome } from '../command.ts';
import { findFiles } from '../documents/documents.ts';
import { EXIT, type Fault, failUsage } from '../fault.ts';
import { count } from '../output/count.ts';
import { describeFault, labelOf } from '../output/describe-fault.ts';
import { pull } from '../pull-files.ts';
import type { PulledFile } from '../sync/pull/plan-pull.ts';
import { toCliError } from '../to-cli-error.ts';
import { run as push } from './push.ts';

/** Time in milliseconds for which a saved file must stay unchanged before it is read. */
const QUIET_MS = 300;
const DEFAULT_SECONDS = 10;

export const run = (call: Call): Promise<Outcome> => watch(call, true);

/**
 * Pulls at intervals until the user interrupts the command. Pushes saved files if `pushes` is true.
 */
export async function watch(call: Call, pushes: boolean): Promise<Outcome> {
  const { io, flags } = call;
  const pullEveryMs = 1_000 * readSeconds(flags.text('every'));
  const done = { pushes: 0, pulls: 0 };
  const reported = new Set<string>();
  let seen: string | null = null;
  let pulledAt = 0;
  const watched = pushes ? 'the files and the project' : 'the project';
  call.note(`Watching ${watched}. Ctrl-C ends it.`);
  while (!io.signal.aborted) {
    const config = await call.config();
    const isDue = io.now().getTime() - pulledAt >= pullEveryMs;
    if (isDue || (pushes && stateOf(config) !== seen)) {
      const now = await untilQuiet(config, io.signal);
      const isSaved = pushes && now !== seen && now !== '';
      if (isSaved && (await attempt(call, push, reported))) done.pushes++;
      if (await attempt(call, pull, reported)) done.pulls++;
      pulledAt = io.now().getTime();
      seen = now;
    }
    await pause(io.signal);
  }
  const { pulls } = done;
  if (!pushes) return { data: { pulls }, lines: [`Pulled ${count(pulls, 'time')}.`] };
  return {
    data: done,
    lines: [`Pushed ${count(done.pushes, 'time')} and pulled ${count(pulls, 'time')}.`],
  };
}

function readSeconds(text: string | undefined): number {
  const seconds = text === undefined ? DEFAULT_SECONDS : Number(text);
  return seconds >= 1 ? seconds : failUsage(`--every is a number of seconds, not "${text}".`);
}

/**
 * Returns a string with the size and modification time of each file. The string changes when a file
 * is saved.
 */
const stateOf = (config: Config): string =>
  findFiles(config)
    .map(({ path }) => {
      const stats = statSync(join(config.root, path), { throwIfNoEntry: false });
      return `${path} ${stats?.size} ${stats?.mtimeMs}`;
    })
    .join('\n');

/**
 * Waits until the files have not changed for some time. Returns the string of {@link stateOf} for
 * the files.
 */
async function untilQuiet(config: Config, signal: AbortSignal): Promise<string> {
  for (let state = stateOf(config); ; ) {
    await pause(signal);
    const now = stateOf(config);
    if (now === state || signal.aborted) return now;
    state = now;
  }
}

const pause = (signal: AbortSignal): Promise<void> =>
  sleep(QUIET_MS, undefined, { signal }).catch(() => {});

interface Changes {
  pushed?: unknown[];
  files?: Pick<PulledFile, 'added' | 'changed' | 'removed' | 'states'>[];
  /** Results of each project. Present only if there are several projects. */
  projects?: { data: unknown }[];
}

/** True if a push or pull changed anything. */
function hasChanges(data: unknown): boolean {
  const { pushed = [], files = [], projects = [] } = data as Changes;
  const written = files.some(
    ({ added, changed, removed, states }) => added + changed + removed + states > 0,
  );
  return pushed.length > 0 || written || projects.some((project) => hasChanges(project.data));
}

/**
 * Runs a command and reports its result. After a conflict, an invalid file or a network error, the
 * next save or interval runs the command again.
 *
 * @returns true if the command changed anything
 */
async function attempt(call: Call, command: typeof push, reported: Set<string>): Promise<boolean> {
  const plan: string[] = [];
  try {
    const {
      data,
      lines,
      warnings = [],
      errors = [],
    } = await command({
      ...call,
      note: (line) => plan.push(line),
    });
    for (const warning of warnings) call.note(`${labelOf(warning)}: ${describeFault(warning)}`);
    if (errors.length === 0) reported.clear();
    else report(call, errors, reported);
    if (!hasChanges(data)) return false;
    for (const line of [...plan, ...lines]) call.note(line);
    return true;
  } catch (error) {
    if (call.io.signal.aborted) return false;
    const fault = toCliError(error, call);
    const isPassing = [EXIT.no, EXIT.conflict, EXIT.unavailable].some(
      (exit) => exit === fault.exit,
    );
    if (!isPassing) throw fault;
    report(call, fault.faults, reported);
    return false;
  }
}

/** Prints errors, unless the last run has printed them. */
function report(call: Call, faults: readonly Fault[], reported: Set<string>): void {
  for (const line of faults.map((fault) => `error: ${describeFault(fault)}`)) {
    if (!reported.has(line)) call.note(line);
    reported.add(line);
  }
}
