import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { closestName } from '@parlance/config';
import { ConfigError, readConfig } from '../config/config.ts';
import { openDb } from '../db/client.ts';
import { Failure } from '../errors.ts';
import { readSecretKeys } from '../secret-key.ts';
import { explainStartError } from '../start-error.ts';
import { forgetTasks } from '../tasks/queue/forget-tasks.ts';
import type { AdminCommand, AdminInput } from './admin-command.ts';
import { copy } from './copy.ts';
import { createUser } from './create-user.ts';
import { disable } from './disable.ts';
import { enable } from './enable.ts';
import { listUsers } from './list-users.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { promote } from './promote.ts';
import { resetPassword } from './reset-password.ts';
import { restoreOrganizationCommand } from './restore-organization.ts';
import { rotateSecrets } from './rotate-secrets.ts';
import { syncStore } from './sync-store.ts';
import { upgradeReport } from './upgrade-report.ts';

const COMMANDS: readonly AdminCommand[] = [
  createUser,
  resetPassword,
  listUsers,
  promote,
  disable,
  enable,
  restoreOrganizationCommand,
  copy,
  migrate,
  rotateSecrets,
  syncStore,
  upgradeReport,
];

/** Minimum length of a mistyped name. Shorter names are similar by chance. */
const MIN_NAME_LENGTH = 3;
const START = 'npm run admin --';
const GENERATED_PASSWORD = 'Without --password-stdin a password is generated and printed once.';
const USAGE = [
  `usage: ${START} <command>`,
  ...COMMANDS.map((command) => `  ${describe(command).padEnd(58)} ${command.summary}`),
  GENERATED_PASSWORD,
].join('\n');

export interface AdminStreams {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/**
 * Runs an operator's command. Returns the exit code: 0 for success, 1 for a refusal, or 2 for wrong
 * usage.
 */
export async function runAdmin(args: string[], streams: AdminStreams): Promise<number> {
  for (const output of [streams.stdout, streams.stderr]) output.on('error', ignoreClosed);
  const say = (line: string): void => void streams.stderr.write(`parlance: ${line}\n`);
  const [name, ...given] = args;
  const asksHelp = name === 'help' || args.includes('--help');
  const named = name === 'help' ? given[0] : name;
  const command = COMMANDS.find((one) => one.name === named);
  if (asksHelp && (command || named === undefined || named === '--help')) {
    streams.stdout.write(`${command ? helpOf(command) : USAGE}\n`);
    return 0;
  }
  if (named === undefined) {
    streams.stderr.write(`${USAGE}\n`);
    return 2;
  }
  if (!command) {
    const names = COMMANDS.map((one) => one.name);
    say(`There is no command ${named}.${meantBy(named, names)} ${START} help shows all.`);
    return 2;
  }
  const input = readInput(command, given);
  if (typeof input === 'string') {
    say(input);
    streams.stderr.write(`usage: ${START} ${describe(command)}\n`);
    return 2;
  }
  try {
    await runCommand(command, input, streams, say);
    return 0;
  } catch (error) {
    const lines = error instanceof ConfigError || error instanceof Failure;
    say(lines ? error.message : explainStartError(error));
    return 1;
  }
}

/**
 * Ignores the error if the reader of the output, such as `head`, has closed the pipe. The command
 * still shuts down in order, including a database that it has started.
 */
function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

async function runCommand(
  command: AdminCommand,
  input: AdminInput,
  { env, stdin, stdout }: AdminStreams,
  say: (line: string) => void,
): Promise<void> {
  const config = readConfig(env);
  const mayMake = command.makesDatabase === true;
  const log = { info() {}, warn: say };
  const onlyExpands = command.onlyExpands === true || input.options.expand === true;
  const migrations = onlyExpands ? 'expand' : config.migrations;
  const { connectionString, servicePid, close } = await openDatabase(
    { ...config, migrations },
    { mayMake, log },
  );
  try {
    const { db, close: closeDb } = openDb(connectionString, {
      maxConnections: 2,
      onIdleError: ({ message }) => say(message),
    });
    try {
      const print = (line: string): void => void stdout.write(`${line}\n`);
      const clock = { now: () => new Date() };
      const tasks = { forget: forgetTasks };
      const readKeys = () => readSecretKeys(config, log);
      const context = { db, clock, tasks, connectionString, servicePid, readKeys, stdin, print };
      const hasBundleStore = config.bundleStore !== null;
      const hasSecretKey = config.secretKey !== null;
      await command.run({ ...context, hasBundleStore, hasSecretKey }, input);
    } finally {
      await closeDb();
    }
  } finally {
    await close();
  }
}

/**
 * Parsed arguments and options. Option values are never lists, because no option can be repeated.
 */
interface ParsedArgs {
  values: AdminInput['options'];
  positionals: string[];
}

/** Parses the arguments of a command. Returns a sentence that says what is wrong with them. */
function readInput(command: AdminCommand, args: string[]): AdminInput | string {
  try {
    const options = Object.entries(command.options).map(([name, { type }]) => [name, { type }]);
    const { values, positionals } = parseArgs({
      args,
      options: Object.fromEntries(options),
      allowPositionals: true,
    }) as ParsedArgs;
    const missing = Object.entries(command.options).find(
      ([name, { required }]) => required && values[name] === undefined,
    );
    if (missing) return `${command.name} requires the option --${missing[0]}.`;
    if (positionals.length !== command.operands.length) {
      const operands = command.operands.map((operand) => `<${operand}>`).join(' ');
      return `${command.name} takes ${operands || 'no operands'}, but ${positionals.length} ${positionals.length === 1 ? 'was' : 'were'} given.`;
    }
    return { operands: positionals, options: values };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    const [, unknown] = /^Unknown option '--([^']*)'/.exec(message) ?? [];
    const meant =
      unknown === undefined
        ? ''
        : meantBy(unknown, Object.keys(command.options), (option) => `--${option}`);
    return `${message.split(/[.\n]/, 1)[0]}.${meant}`;
  }
}

/** Returns the help of one command: how to write it, and what it does. */
function helpOf(command: AdminCommand): string {
  const lines = [`usage: ${START} ${describe(command)}`, `  ${command.summary}`];
  const isPassword = 'password-stdin' in command.options;
  return [...lines, ...(isPassword ? [GENERATED_PASSWORD] : [])].join('\n');
}

function meantBy(given: string, names: readonly string[], show = (name: string) => name): string {
  const meant = closestName(given, names, { minLength: MIN_NAME_LENGTH });
  return meant === null ? '' : ` Did you mean ${show(meant)}?`;
}

function describe({ name, operands, options }: AdminCommand): string {
  const parts = Object.entries(options).map(([option, { type, required, value = option }]) => {
    const text = `--${option}${type === 'string' ? ` <${value}>` : ''}`;
    return required ? text : `[${text}]`;
  });
  return [name, ...operands.map((operand) => `<${operand}>`), ...parts].join(' ');
}
