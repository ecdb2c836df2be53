import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '@parlance/config';
import type { Call, Outcome } from './command.ts';
import { COMMANDS } from './commands.ts';
import { narrowConfig } from './config/projects.ts';
import { type CliError, EXIT, type ExitCode, failUsage } from './fault.ts';
import { GLOBAL_FLAGS } from './flags.ts';
import { helpFor } from './help.ts';
import type { Io } from './io.ts';
import { memberWordsOf } from './member-words.ts';
import { describeFault, labelOf, withoutRepeats } from './output/describe-fault.ts';
import { type Paint, painterOf } from './output/paint.ts';
import { progressOf } from './output/progress.ts';
import { type ParsedArguments, parseArguments, wordsOf } from './parse-arguments.ts';

const MAX_TIMEOUT_SECONDS = 86_400;

/** Runs a command and returns its exit code. Errors are reported and not thrown. */
export async function runCli(argv: readonly string[], io: Io): Promise<ExitCode> {
  const words = wordsOf(argv);
  const isJson = argv.includes('--json');
  const isQuiet = argv.includes('--quiet');
  if (words.length === 0 && !isJson) {
    io.out(await helpFor(argv, io.version));
    return EXIT.usage;
  }
  let name = words[0] ?? '';
  let paint: Paint = (_, text) => text;
  let parsedIo = io;
  let call: Call | null = null;
  try {
    const parsed = parseArguments(argv);
    name = parsed.command.name;
    paint = painterOf(io, parsed.flags);
    parsedIo = ioOf(parsed, io);
    call = callOf(parsed, parsedIo);
    const { run } = await parsed.command.load();
    const outcome = await run(call);
    tell(io, name, { isJson, isQuiet, paint }, outcome);
    return outcome.exit ?? EXIT.done;
  } catch (error) {
    const { exit, faults, data } = await refusalOf(error, parsedIo, call);
    tell(io, name, { isJson, isQuiet, paint }, { data, lines: [], exit, errors: faults });
    return exit;
  }
}

/** Applies `--cwd` and `--timeout`. A timeout interrupts the command in the same way as Ctrl-C. */
function ioOf({ flags }: ParsedArguments, io: Io): Io {
  const cwd = flags.text('cwd');
  const here: Io = cwd === undefined ? io : { ...io, cwd: resolve(io.cwd, cwd) };
  if (cwd !== undefined && !existsSync(here.cwd)) failUsage(`There is no folder ${cwd}.`);
  const timeout = flags.text('timeout');
  if (timeout === undefined) return here;
  const seconds = Number(timeout);
  if (!(seconds > 0 && seconds <= MAX_TIMEOUT_SECONDS)) {
    failUsage(`--timeout is a number of seconds up to ${MAX_TIMEOUT_SECONDS}, not "${timeout}".`);
  }
  return { ...here, signal: AbortSignal.any([io.signal, AbortSignal.timeout(seconds * 1_000)]) };
}

async function refusalOf(error: unknown, io: Io, call: Call | null): Promise<CliError> {
  const { toCliError } = await import('./to-cli-error.ts');
  const refusal = toCliError(error, call ?? { io, words: new Map() });
  if (call === null || !refusal.faults.some(({ code }) => code === 'not_found')) return refusal;
  const { withProjectHint } = await import('./project-hint.ts');
  return withProjectHint(refusal, call);
}

function callOf(parsed: ParsedArguments, io: Io): Call {
  const { flags } = parsed;
  const isQuiet = flags.has('quiet') || flags.has('json');
  const config = async (): Promise<Config> => {
    const { readConfig } = await import('./config/read-config.ts');
    const config = readConfig(io.cwd, flags.text('config'));
    return narrowConfig(config, {
      flag: flags.text('project'),
      env: io.env.PARLANCE_PROJECT || undefined,
    });
  };
  const note = (line: string): void => {
    if (!isQuiet) io.err(`${line}\n`);
  };
  const table = { commands: COMMANDS, globalFlags: GLOBAL_FLAGS };
  return {
    io,
    arguments: parsed.arguments,
    flags,
    words: memberWordsOf(parsed.command, table),
    config,
    table,
    note,
    paint: painterOf(io, flags),
    progress: progressOf(io, isQuiet),
    prompts: async () => {
      if (io.terminal === null || flags.has('json') || flags.has('yes')) return null;
      const { createPrompts } = await import('./output/prompts.ts');
      const { interruptionOf } = await import('./to-cli-error.ts');
      const interrupted = () => interruptionOf(io, 'Nothing was written.');
      return createPrompts(io.terminal, { signal: io.signal, interrupted });
    },
    answers: new Map(),
  };
}

/** Writes results to standard output, and warnings and errors to standard error. */
function tell(
  io: Io,
  command: string,
  { isJson, isQuiet, paint }: { isJson: boolean; isQuiet: boolean; paint: Paint },
  outcome: Outcome,
): void {
  const { data, lines, exit = EXIT.done, warnings = [], errors = [], raw } = outcome;
  if (isJson) {
    const ok = exit === EXIT.done;
    const answer = { schema: 1, command, ok, exit, data: data ?? null, warnings, errors };
    io.out(`${JSON.stringify(answer)}\n`);
    return;
  }
  if (raw !== undefined) io.out(raw);
  else for (const line of lines) io.out(`${line}\n`);
  for (const warning of warnings) {
    if (isQuiet && warning.level === 'note') continue;
    io.err(`${paint('yellow', `${labelOf(warning)}:`)} ${describeFault(warning)}\n`);
  }
  for (const error of withoutRepeats(errors))
    io.err(`${paint('red', 'error:')} ${describeFault(error)}\n`);
}
