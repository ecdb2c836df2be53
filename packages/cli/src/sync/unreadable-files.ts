import type { MatchedFile } from '@parlance/config';
import { CliError, type Fault } from '../fault.ts';

/** Parts of the error message of a command that cannot read a file that it needs. */
export interface Stop {
  /** Sentence that states what the command has not done, such as `Nothing was sent.` */
  readonly nothing: string;
  /** Advice on how to continue without a source file, such as `pass --keep-going to send the rest`. */
  readonly withoutSource?: string;
}

interface ReadFiles {
  readonly found: readonly MatchedFile[];
  /** Locales of the files and of the project that the command handles. */
  readonly locales: readonly string[];
  readonly isSource: (file: MatchedFile) => boolean;
}

/** Maximum number of locales that are written out in a hint. */
const MAX_LOCALES = 8;

/** Adds to an error about unreadable files what was not done and how to continue. Returns any other error unchanged. */
export function withWayOn(error: unknown, { found, locales, isSource }: ReadFiles, stop: Stop) {
  if (!(error instanceof CliError)) return error;
  const paths = new Set(error.faults.map(({ file }) => file));
  const unread = found.filter(({ path }) => paths.has(path));
  if (unread.length === 0) return error;
  const ways = [`Correct ${unread.length === 1 ? unread[0]!.path : 'these files'}`];
  const lost = new Set(unread.map(({ locale }) => locale));
  const others = locales.filter((code) => !lost.has(code));
  if (unread.some(isSource)) {
    if (stop.withoutSource !== undefined) ways.push(stop.withoutSource);
  } else if (others.length > 0) {
    const named = others.slice(0, MAX_LOCALES).map((code) => `--locale ${code}`);
    const more = others.length > MAX_LOCALES ? ' and so on' : '';
    ways.push(`work on the other locales with ${named.join(' ')}${more}`);
  }
  const message = `${stop.nothing} ${ways.join(', or ')}.`;
  const fault: Fault = { code: 'nothing_done', message };
  return new CliError(error.exit, [...error.faults, fault], error.data);
}
