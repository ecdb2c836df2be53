import { styleText } from 'node:util';
import { type Logger, pino } from 'pino';
import type { Config } from './config/config.ts';
import { spanFields } from './lib/spans.ts';

/**
 * Creates a logger that writes to standard output. Log lines must never contain a token, a password
 * or a translated text.
 */
export function createLogger({
  logLevel,
  logFormat,
  tracing = null,
}: Pick<Config, 'logLevel' | 'logFormat'> & Partial<Pick<Config, 'tracing'>>): Logger {
  const options = {
    level: logLevel,
    base: { pid: process.pid },
    ...(tracing && { mixin: spanFields }),
  };
  const output = pino.destination({ dest: 1, sync: true });
  if (logFormat === 'json') return pino(options, output);
  return pino(options, { write: (line: string) => void output.write(formatLine(line)) });
}

const COLORS = {
  trace: 'gray',
  debug: 'gray',
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
} as const;
const isLevel = (label: string | undefined): label is keyof typeof COLORS =>
  label !== undefined && label in COLORS;

/** Converts a JSON line of pino to a line that people can read: time, level, message and fields. */
export function formatLine(line: string): string {
  const { time, level, msg = '', pid: _, err, ...fields } = JSON.parse(line);
  const label = pino.levels.labels[level];
  const color = isLevel(label) ? COLORS[label] : 'gray';
  const clock = new Date(time).toTimeString().slice(0, 8);
  const head = [clock, styleText(color, (label ?? String(level)).padEnd(5)), visible(String(msg))];
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`);
  return `${[...head, ...pairs].join(' ')}${err === undefined ? '' : describeError(err)}\n`;
}

function describeError({ name, message, stack, ...fields }: Record<string, unknown>): string {
  const pairs = Object.entries(fields).map(([field, value]) => `${field}=${shown(value)}`);
  const first = `\n  ${[`${name}: ${visible(String(message ?? ''))}`, ...pairs].join(' ')}`;
  return stack === undefined ? first : `${first}\n${visible(String(stack))}`;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return visible(/^\S+$/.test(text) ? text : JSON.stringify(text));
}

/**
 * Escapes a text that may come from a client. The result can neither control the terminal nor look
 * like another log line.
 */
export const visible = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
      character === '\n' ? character : `\\u{${character.codePointAt(0)!.toString(16)}}`,
    )
    .replaceAll(/\n(?! {2})/g, '\n  ');
