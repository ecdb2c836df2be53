import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config, FileSpec } from '@parlance/config';
import { type ConfigFile, fileSpecOf } from '@parlance/config';
import { Places } from '@parlance/formats';
import { isRuntime, notRuntime } from '@parlance/messages';
import {
  findNodeAtLocation,
  getNodeValue,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { Call } from '../command.ts';
import { CliError, EXIT, type Fault, failUsage } from '../fault.ts';
import { PROGRAM } from '../program.ts';
import { describeMistakes } from './describe-mistakes.ts';

const CONFIG_NAME = 'parlance.json';

/**
 * Searches for the configuration file in a folder and its parents, up to the root of the
 * repository.
 */
function findConfig(cwd: string): string | null {
  for (let folder = resolve(cwd); ; ) {
    const file = join(folder, CONFIG_NAME);
    if (existsSync(file)) return file;
    const parent = dirname(folder);
    if (parent === folder || existsSync(join(folder, '.git'))) return null;
    folder = parent;
  }
}

/**
 * Returns the configuration, or null if there is no configuration file.
 * @throws CliError if the file named by `--config` does not exist
 */
export const findCallConfig = async ({
  io,
  flags,
  config,
}: Pick<Call, 'io' | 'flags' | 'config'>): Promise<Config | null> =>
  flags.text('config') !== undefined || findConfig(io.cwd) !== null ? config() : null;

/**
 * Reads and validates the configuration.
 * @throws CliError with the line of each mistake
 */
export function readConfig(cwd: string, given?: string): Config {
  const path = given === undefined ? findConfig(cwd) : resolve(cwd, given);
  if (path === null)
    failUsage(`There is no ${CONFIG_NAME} here. Run ${PROGRAM} init to write one.`);
  if (!existsSync(path)) failUsage(`There is no ${given}.`);
  return parseConfig(readFileSync(path, 'utf8'), path);
}

/** Messages for the errors of the JSON parser. */
const MISTAKES: Readonly<Record<ReturnType<typeof printParseErrorCode>, string>> = {
  InvalidSymbol: 'a word here needs quotation marks',
  InvalidNumberFormat: 'a number here is not written as JSON writes it',
  PropertyNameExpected: 'the name of a member in double quotation marks is expected here',
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is expected here',
  CommaExpected: 'a comma is expected before this',
  CloseBraceExpected: 'a } is missing here',
  CloseBracketExpected: 'a ] is missing here',
  EndOfFileExpected: 'the file goes on after its end',
  InvalidCommentToken: 'a comment begins with // or /*',
  UnexpectedEndOfComment: 'a comment is not closed with */',
  UnexpectedEndOfString: 'a text is not closed with a quotation mark',
  UnexpectedEndOfNumber: 'a number is cut off',
  InvalidUnicode: 'a \\u needs four hexadecimal digits',
  InvalidEscapeCharacter: 'a backslash stands before a character that needs none',
  InvalidCharacter: 'a text has a character that must be escaped, such as a line break',
  '<unknown ParseErrorCode>': 'it cannot be read here',
};

/** @throws CliError with the line of each mistake */
function parseConfig(text: string, path: string): Config {
  const places = new Places(text);
  const mistakes: ParseError[] = [];
  const tree = parseTree(text, mistakes, { allowTrailingComma: true });
  const failAll = (faults: Omit<Fault, 'code' | 'file'>[]): never => {
    throw new CliError(
      EXIT.usage,
      faults.map((fault) => ({ code: 'configuration', file: path, ...fault })),
    );
  };
  if (!tree || mistakes.length > 0) {
    // Reports only the first mistake, because it causes all later ones.
    return failAll(
      mistakes.slice(0, 1).map(({ error, offset }) => ({
        message: `is not JSON with comments: ${MISTAKES[printParseErrorCode(error)]}`,
        ...places.at(offset),
      })),
    );
  }
  const value = getNodeValue(tree) as ConfigFile;
  const placeOf = (pointer: readonly (string | number)[]) => {
    const node = findNodeAtLocation(tree, [...pointer]);
    return node ? places.at(node.offset) : {};
  };
  const faults = describeMistakes(value).map(({ at, ...mistake }) => ({
    ...mistake,
    ...placeOf(at),
  }));
  if (faults.length > 0) failAll(faults);
  for (const [at, name] of (value.runtimes ?? []).entries()) {
    if (isRuntime(name)) continue;
    const message = notRuntime(name);
    failAll([{ path: `/runtimes/${at}`, message, ...placeOf(['runtimes', at]) }]);
  }

  const source = { locale: value.sourceLocale ?? 'en' };
  const files = value.files.map((file, index): FileSpec => {
    const fault = (message: string, member: string): never =>
      failAll([
        { path: `/files/${index}/${member}`, message, ...placeOf(['files', index, member]) },
      ]);
    const map = value.locales?.map ?? {};
    return fileSpecOf(file, { map, sourceLocale: () => source.locale }, fault);
  });
  return { ...value, files, source, root: dirname(path), file: path };
}
