import type { Call, Outcome } from './command.ts';
import { hasProjects, narrowTo, projectsOf } from './config/projects.ts';
import { readConfig } from './config/read-config.ts';
import { findFiles } from './documents/documents.ts';
import { CliError, EXIT, type ExitCode, type Fault, failUsage, NoMatchError } from './fault.ts';
import { didYouMean } from './output/did-you-mean.ts';
import { escapeText } from './output/escape-text.ts';
import { toCliError } from './to-cli-error.ts';

/** Replaces a missing project name in `check --offline`, which works without a server. */
const NO_NAME = '-';

/** Prepares a command for one project without changing anything. Returns the function that makes the changes. */
export type Prepare = (call: Call) => Promise<() => Promise<Outcome>>;

interface Part<Value> {
  /** Name of the project. Null if the configuration has only one project. */
  readonly project: string | null;
  readonly value: Value;
}

/**
 * Runs a command for each project in `files`. All projects are prepared first, so that a conflict
 * in one project prevents changes in all projects.
 */
export async function inEachProject(call: Call, prepare: Prepare): Promise<Outcome> {
  const parts = await prepareEach(call, prepare);
  const [first] = parts;
  if (first!.project === null) return first!.value();
  const done: Part<Outcome>[] = [];
  for (const { project, value: carryOut } of parts) {
    try {
      done.push({ project, value: await carryOut() });
    } catch (error) {
      const { exit, faults, data } = toCliError(error, call);
      const isPartial = done.length > 0 && !call.io.signal.aborted;
      const names = done.map((part) => part.project).join(', ');
      const message = `Of ${parts.length} projects, only ${names} is done. Run the command again to go on.`;
      const partly: Fault[] = done.length > 0 ? [{ code: 'partly_done', message }] : [];
      const failed = { project, value: { data, lines: [] } };
      throw new CliError(
        isPartial ? EXIT.partial : exit,
        [...named(project, faults), ...partly],
        dataOf([...done, failed]),
      );
    }
  }
  return joinOutcomes(done);
}

/**
 * Prepares a command for each project.
 * @throws CliError with the errors of all projects
 */
export async function prepareEach<Value>(
  call: Call,
  prepare: (call: Call) => Promise<Value>,
): Promise<Part<Value>[]> {
  const calls = await callsOf(call);
  if (calls.length === 1) return [{ project: null, value: await prepare(calls[0]!.value) }];
  const parts: Part<Value>[] = [];
  const failed: Part<CliError>[] = [];
  const unmatched: NoMatchError[][] = [];
  for (const { project, value: projectCall } of calls) {
    const lost: NoMatchError[] = [];
    try {
      const prepared = await prepareMatching(projectCall, prepare, lost);
      if (prepared) parts.push({ project, value: prepared.value });
      unmatched.push(lost);
    } catch (error) {
      const fault = toCliError(error, call);
      if (call.io.signal.aborted) throw fault;
      failed.push({ project, value: fault });
    }
  }
  if (failed.length > 0) {
    const faults = failed.flatMap((part) => named(part.project, part.value.faults));
    const data = failed.map((part) => ({ project: part.project, value: part.value }));
    throw new CliError(failed[0]!.value.exit, faults, dataOf(data));
  }
  const lost = unmatched[0]!.find(({ filter }) =>
    unmatched.every((errors) => errors.some((error) => error.isOf(filter))),
  );
  if (lost) throw lost;
  if (parts.length === 0) throw unmatched[0]![0]!;
  return parts;
}

async function prepareMatching<Value>(
  call: Call,
  prepare: (call: Call) => Promise<Value>,
  lost: NoMatchError[],
): Promise<{ value: Value } | null> {
  for (let { flags } = call; ; ) {
    try {
      return { value: await prepare({ ...call, flags }) };
    } catch (error) {
      if (!(error instanceof NoMatchError)) throw error;
      lost.push(error);
      const { flag, value } = error.filter;
      const left = flags.texts(flag).filter((text) => text !== value);
      if (left.length === 0) return null;
      flags = flags.with({ [flag]: left });
    }
  }
}

export async function callsOf(call: Call): Promise<Part<Call>[]> {
  const { flags } = call;
  const env = call.io.env.PARLANCE_PROJECT || undefined;
  const config = await call.config();
  const chosen = flags.text('project');
  if (config.files.length === 0) {
    const names = projectsOf(readConfig(call.io.cwd, flags.text('config')), env);
    const meant = didYouMean(
      chosen ?? '',
      names.flatMap((name) => name ?? []),
    );
    const what = `No entry of "files" belongs to the project ${escapeText(chosen ?? '')}.`;
    failUsage(what + meant, { file: config.file });
  }
  if (!hasProjects(config) || chosen !== undefined) return [{ project: null, value: call }];
  // Rejects a configuration in which entries of different projects claim the same file.
  findFiles(config);
  const names = projectsOf(config, env);
  return names.map((name) => ({
    project: name ?? NO_NAME,
    value: {
      ...call,
      flags: name === null ? flags : flags.with({ project: name }),
      config: async () => narrowTo(await call.config(), name, env),
      note: (line) => call.note(names.length === 1 ? line : `${name ?? NO_NAME}: ${line}`),
      answers: new Map(),
    },
  }));
}

const named = (project: string | null, faults: readonly Fault[]): Fault[] =>
  faults.map((fault) => ({ ...fault, message: `${project}: ${fault.message}` }));

const dataOf = (parts: readonly Part<{ data: unknown }>[]) => ({
  projects: parts.map(({ project, value }) => ({ project, data: value.data })),
});

function joinOutcomes(parts: readonly Part<Outcome>[]): Outcome {
  const hasTables = parts.some(({ value }) => value.lines.length > 1);
  const all = (faultsOf: (one: Outcome) => readonly Fault[] | undefined): Fault[] =>
    parts.flatMap(({ project, value }) => named(project, faultsOf(value) ?? []));
  return {
    data: dataOf(parts),
    lines: parts.flatMap(({ project, value: { lines } }, index) =>
      hasTables
        ? [...(index === 0 ? [] : ['']), `${project}:`, ...lines]
        : lines.map((line) => `${project}: ${line}`),
    ),
    warnings: all(({ warnings }) => warnings),
    errors: all(({ errors }) => errors),
    exit: joinExits(parts.map(({ value }) => value.exit ?? EXIT.done)),
  };
}

function joinExits(exits: readonly ExitCode[]): ExitCode {
  const isSame = exits.every((exit) => exit === exits[0]);
  if (!isSame && exits.includes(EXIT.conflict)) return EXIT.partial;
  return exits.find((exit) => exit === EXIT.partial) ?? exits.find((exit) => exit > 0) ?? EXIT.done;
}
