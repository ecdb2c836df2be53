/** Names that a user typed for the members of a request, by member: `--fail-on` for `failOn`. */
export type MemberWords = ReadonlyMap<string, string>;

/**
 * Members to which a flag or an argument corresponds, unless the member is the flag's name in camel
 * case. Arguments are written as in the help: `<tag>`.
 */
export const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  create: ['name'],
  engine: ['engines'],
  env: ['environment', 'environmentId'],
  from: ['fromReleaseId', 'releaseId'],
  to: ['environment'],
  locale: ['locales', 'localeCode', 'targetLocales'],
  nested: ['shape'],
  outdated: ['include'],
  project: ['projectId', 'projectIds'],
  prune: ['archive'],
  'set-message-format': ['messageFormat'],
  'set-runtimes': ['runtimes'],
  '<against>': ['against'],
  '<new>': ['name'],
  '<old>': ['q'],
  '<pattern>': ['keyPrefix'],
  '<tag>': ['code', 'localeCode'],
  '<version>': ['fromReleaseId', 'releaseId'],
};

const memberOf = (flag: string): string =>
  flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the typed names for the members that a command may send. The flags of the command take precedence. */
export function memberWordsOf(
  command: { readonly arguments?: readonly string[]; readonly flags?: object },
  { globalFlags }: { readonly globalFlags: object },
): MemberWords {
  const words = new Map<string, string>();
  const add = (name: string, typed: string): void => {
    for (const member of [memberOf(name), ...(MEMBERS[name] ?? [])]) {
      if (!words.has(member)) words.set(member, typed);
    }
  };
  for (const one of command.arguments ?? []) {
    const typed = `<${one.replace(/\?$/, '')}>`;
    add(typed, typed);
  }
  for (const name of Object.keys(command.flags ?? {})) add(name, `--${name}`);
  for (const name of Object.keys(globalFlags)) add(name, `--${name}`);
  return words;
}

/** Matches the path of a member at the beginning of a message, such as `/locales/0`. */
const PATH = /^(?:query\/|params\/|\/)(\w+)((?:\/\w+)*)(?=$|[ :])/;

/** Returns the typed name for the last member of a path that has one. Undefined if there is none. */
function wordOf(path: string, words: MemberWords): string | undefined {
  const [, first = '', rest = ''] = PATH.exec(path) ?? [];
  const names = [first, ...rest.split('/').filter((name) => /\D/.test(name))];
  return names.reverse().flatMap((name) => words.get(name) ?? [])[0];
}

/** Returns the typed name for the path of a member. Returns the path if there is no such name. */
export const pathInWords = (path: string, words: MemberWords): string =>
  wordOf(path, words) ?? path;

/**
 * Replaces members in a message of the service by the names that the user typed: the path at the
 * beginning of the message, and members in backticks. A message begins with an argument as words: `The argument tag`.
 */
export function messageInWords(message: string, words: MemberWords): string {
  const [path = ''] = PATH.exec(message) ?? [];
  const began =
    wordOf(message, words)?.replace(/^<(.+)>$/, 'The argument $1') ?? path.replace(/^\//, '');
  const rest = message.slice(path.length);
  return began + rest.replace(/`(\w+)`/g, (quoted, name: string) => words.get(name) ?? quoted);
}
