import type { Command, Flag } from './command.ts';
import { LIBRARIES } from './types/libraries.ts';

/** Flags that every command takes. */
export const GLOBAL_FLAGS: Readonly<Record<string, Flag>> = {
  config: {
    type: 'text',
    value: 'file',
    description: 'Configuration. Defaults to parlance.json here or above.',
  },
  cwd: {
    type: 'text',
    value: 'folder',
    description: 'Folder to work in. Defaults to the current one.',
  },
  url: {
    type: 'text',
    value: 'address',
    description: 'Address of the server. Defaults to PARLANCE_URL.',
  },
  'key-file': {
    type: 'text',
    value: 'file',
    description: 'File with the API key. Defaults to PARLANCE_KEY or the key of parlance login.',
  },
  project: {
    type: 'text',
    value: 'id',
    description:
      'Id or slug of the project. Defaults to PARLANCE_PROJECT or that of parlance.json.',
  },
  'allow-insecure-http': {
    type: 'boolean',
    description: 'Sends the key without encryption to another machine.',
  },
  json: { type: 'boolean', description: 'Writes one JSON object to standard output.' },
  quiet: { type: 'boolean', description: 'Writes no progress.' },
  yes: {
    type: 'boolean',
    description: 'Asks no questions and takes the default answers, as in a pipeline.',
  },
  timeout: {
    type: 'text',
    value: 'seconds',
    description: 'Longest time for the command, which then ends with exit code 5.',
  },
  'no-color': { type: 'boolean', description: 'Writes no colors, as with NO_COLOR.' },
  verbose: { type: 'boolean', description: 'Writes each request with its status, time and id.' },
  help: { type: 'boolean', description: 'Shows the help of the command.' },
  version: { type: 'boolean', description: 'Shows the version.' },
};

const locale: Flag = {
  type: 'texts',
  value: 'tag',
  description: 'Only this locale. Can be repeated.',
};
/** Flags that limit the work of a command. */
const filters: Readonly<Record<string, Flag>> = {
  locale,
  file: {
    type: 'texts',
    value: 'pattern',
    description: 'Only files with this path, such as `web/**`. Can be repeated.',
  },
  key: {
    type: 'texts',
    value: 'pattern',
    description: 'Only keys with this name, such as `menu.*`. Can be repeated.',
  },
};
const dryRun: Flag = {
  type: 'boolean',
  description: 'Shows what would be done, and does nothing.',
};
const conflicts: Flag = {
  type: 'text',
  choices: ['ask', 'fail', 'ours', 'theirs'],
  description:
    'Side that wins where both changed a text; ours is the file. Defaults to ask in a terminal, and to fail elsewhere.',
};

/** Flags of commands that start a translation job. */
const jobFlags: Readonly<Record<string, Flag>> = {
  engine: {
    type: 'text',
    value: 'name',
    description: 'Engine of the translation job. Defaults to that of the project.',
  },
  formality: {
    type: 'text',
    choices: ['formal', 'informal'],
    description: 'Form of address of the translation job, in languages with a choice.',
  },
  'no-wait': { type: 'boolean', description: 'Does not wait for the translation job.' },
  'cancel-on-interrupt': {
    type: 'boolean',
    description: 'Cancels the translation job at Ctrl-C. Without it, the job goes on.',
  },
};

const environment: Flag = {
  type: 'text',
  value: 'slug',
  description: 'Environment. Defaults to production.',
};
const publishDryRun: Flag = {
  type: 'boolean',
  description: 'Shows the changes of the release, and publishes nothing.',
};
const format: Flag = {
  type: 'text',
  choices: ['json', 'csv', 'yaml', 'xliff', 'po', 'android', 'strings', 'stringsdict', 'xcstrings'],
  description: 'Format of the file. Defaults to that of its extension.',
};

const pushFlags: Readonly<Record<string, Flag>> = {
  all: { type: 'boolean', description: 'Sends all locales, not only the source locale.' },
  prune: {
    type: 'boolean',
    description: 'Archives keys that were removed from the source file since the last sync.',
  },
  'allow-empty': {
    type: 'boolean',
    description:
      'Lets empty texts of the files replace texts of the project, and sends empty translations.',
  },
  'allow-none': { type: 'boolean', description: 'Succeeds if no file matches the configuration.' },
  'replace-reviewed': {
    type: 'boolean',
    description: 'Replaces reviewed texts of the project as well.',
  },
  'keep-going': {
    type: 'boolean',
    description:
      'Sends the other locales if the project refuses one of them, and exits with 6. Not if it refuses the source locale.',
  },
  restore: { type: 'boolean', description: 'Restores what the project has archived or cleared.' },
};

const { restore: _, 'keep-going': __, ...syncFlags } = pushFlags;

const every: Flag = {
  type: 'text',
  value: 'seconds',
  description: 'Time from one pull to the next. Defaults to 10.',
};

const pullFlags: Readonly<Record<string, Flag>> = {
  prune: {
    type: 'boolean',
    description: 'Removes texts that the project has archived or cleared since the last sync.',
  },
  restore: { type: 'boolean', description: 'Brings texts back that were removed from the files.' },
};

/** All commands. Help, validation, completion and the documentation follow from this table. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'init',
    summary:
      'Writes parlance.json from the configuration of another tool, or from the locale files here.',
    flags: {
      force: { type: 'boolean', description: 'Replaces a configuration that is there.' },
      'dry-run': dryRun,
    },
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'login',
    summary:
      'Asks for email and password, makes a personal key for 90 days and stores it for the server. With --project, the key reaches this project only.',
    flags: {
      organization: {
        type: 'text',
        value: 'slug',
        description: 'Organization that the key is for. Asked for if you have several.',
      },
      'with-key': {
        type: 'boolean',
        description: 'Stores the key from standard input instead.',
      },
    },
    load: () => import('./commands/login.ts'),
  },
  {
    name: 'logout',
    summary: 'Removes the stored key of a server, and revokes it if login made it.',
    load: () => import('./commands/logout.ts'),
  },
  {
    name: 'whoami',
    summary: 'Shows the key, its scopes, its projects and its expiry.',
    load: () => import('./commands/whoami.ts'),
  },
  {
    name: 'push',
    summary: 'Sends what changed in the files since the last sync to the project.',
    flags: {
      ...filters,
      conflicts,
      'dry-run': dryRun,
      ...pushFlags,
      translate: {
        type: 'boolean',
        description: 'Translates afterwards what is missing in the project, and waits for it.',
      },
      ...jobFlags,
    },
    load: () => import('./commands/push.ts'),
  },
  {
    name: 'pull',
    summary: 'Writes what changed in the project since the last sync into the files.',
    flags: {
      ...filters,
      conflicts,
      'dry-run': dryRun,
      ...pullFlags,
      pseudo: {
        type: 'texts',
        value: 'tag',
        description:
          'Writes files of a pseudo-locale from the source files as well: en-XA for accents and longer texts, en-XK for the names of the keys. Can be repeated.',
      },
      watch: {
        type: 'boolean',
        description: 'Pulls again and again until Ctrl-C. parlance watch pushes as well.',
      },
      every,
    },
    load: () => import('./commands/pull.ts'),
  },
  {
    name: 'sync',
    summary: 'Pushes and pulls.',
    flags: { ...filters, conflicts, 'dry-run': dryRun, ...syncFlags },
    load: () => import('./commands/sync.ts'),
  },
  {
    name: 'watch',
    summary: 'Pushes files when they are saved, and pulls in intervals, until Ctrl-C.',
    flags: {
      ...filters,
      conflicts,
      every,
    },
    load: () => import('./commands/watch.ts'),
  },
  {
    name: 'status',
    summary: 'Shows for each locale what is translated and what differs from the files.',
    flags: {
      ...filters,
      'fail-under': {
        type: 'text',
        value: 'percent',
        description: 'Exits with 1 if a locale is translated less.',
      },
    },
    load: () => import('./commands/status.ts'),
  },
  {
    name: 'diff',
    summary:
      'Lists what differs between the files and the project, a release or a commit. Exits with 1 if anything does.',
    flags: {
      ...filters,
      against: {
        type: 'text',
        value: 'project|release:environment|git:commit',
        description:
          'Side to compare the files with: the project, the live release of an environment, or a commit, which needs no server. Defaults to project.',
      },
      format: {
        type: 'text',
        choices: ['text', 'markdown'],
        description: 'Form of the list. Defaults to text.',
      },
      findings: {
        type: 'boolean',
        description:
          'Adds what parlance check finds in the texts that differ, and in translations of source texts that do.',
      },
      estimate: {
        type: 'boolean',
        description:
          'Adds the amount of work to translate source texts that are new or changed here, by the engine of the server.',
      },
    },
    load: () => import('./commands/diff.ts'),
  },
  {
    name: 'check',
    summary:
      'Checks syntax, placeholders, markup and plurals of the files. Exits with 1 for errors.',
    flags: {
      ...filters,
      offline: {
        type: 'boolean',
        description: 'Asks no server: the settings of the project are those of the configuration.',
      },
      staged: {
        type: 'boolean',
        description: 'Checks the files that the next commit of git changes, as they are staged.',
      },
      'missing-in-code': {
        type: 'boolean',
        description:
          'Warns of strings in the program that look like keys, in the files of `check.unused`, and that no source file has.',
      },
      report: {
        type: 'texts',
        value: 'kind=file',
        description: 'Writes a report: sarif, gitlab or junit. Can be repeated.',
      },
      'fail-on': {
        type: 'text',
        choices: ['error', 'warning', 'never'],
        description: 'Severity from which the command fails. Defaults to error.',
      },
      'allow-none': {
        type: 'boolean',
        description: 'Succeeds if no file matches the configuration.',
      },
    },
    load: () => import('./commands/check.ts'),
  },
  {
    name: 'export',
    summary:
      'Writes one locale of the project to a file, or to standard output. Needs no configuration.',
    arguments: ['file?'],
    flags: {
      locale: { type: 'texts', value: 'tag', description: 'Locale of the file.' },
      format,
      nested: {
        type: 'boolean',
        description: 'Nests the names of keys at the separator of the project.',
      },
    },
    load: () => import('./commands/export.ts'),
  },
  {
    name: 'import',
    summary: 'Imports one file, or standard input, into the project. Needs no configuration.',
    arguments: ['file?'],
    flags: {
      locale: { type: 'texts', value: 'tag', description: 'Locale of the file.' },
      format,
      mode: {
        type: 'text',
        choices: ['overwrite', 'keep', 'fail'],
        description: 'Rule for texts of the project that differ. Defaults to keep.',
      },
      'po-kind': {
        type: 'text',
        choices: ['text', 'ids'],
        description:
          'Meaning of msgid in a gettext file: the source text, or only the name of the key. Defaults to what the file shows.',
      },
      'dry-run': dryRun,
    },
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'translate',
    summary:
      'Translates what is missing in the project, and waits for it. Run parlance pull afterwards, or pass --pull.',
    flags: {
      locale,
      outdated: { type: 'boolean', description: 'Translates outdated values as well.' },
      estimate: { type: 'boolean', description: 'Shows the amount of work and does nothing.' },
      pull: { type: 'boolean', description: 'Pulls afterwards, as parlance pull does.' },
      conflicts,
      ...jobFlags,
    },
    load: () => import('./commands/translate.ts'),
  },
  {
    name: 'release create',
    summary: 'Publishes the texts of the project. A repeated step of a pipeline publishes once.',
    flags: {
      env: environment,
      locale,
      note: { type: 'text', description: 'Note for people.' },
      'fail-on': {
        type: 'text',
        choices: ['error', 'warning'],
        description: 'Severity of findings that blocks the release.',
      },
      'skip-unchanged': {
        type: 'boolean',
        description: 'Publishes nothing if the live release has the same content.',
      },
      'dry-run': {
        type: 'boolean',
        description: 'Shows the changes and findings of the release, and publishes nothing.',
      },
    },
    load: () => import('./commands/release-create.ts'),
  },
  {
    name: 'release list',
    summary: 'Lists the newest releases of an environment.',
    flags: { env: environment },
    load: () => import('./commands/release-list.ts'),
  },
  {
    name: 'release show',
    summary: 'Shows the live release of an environment, or a version: locales and findings.',
    arguments: ['version?'],
    flags: { env: environment },
    load: () => import('./commands/release-show.ts'),
  },
  {
    name: 'release diff',
    summary:
      'Lists what a release changed since the one before it, or since another version. Exits with 1 if anything did.',
    arguments: ['version?', 'against?'],
    flags: { env: environment, locale },
    load: () => import('./commands/release-diff.ts'),
  },
  {
    name: 'release rollback',
    summary: 'Publishes the content of the release before the live one, or of a version, again.',
    arguments: ['version?'],
    flags: { env: environment, 'dry-run': publishDryRun },
    load: () => import('./commands/release-rollback.ts'),
  },
  {
    name: 'release promote',
    summary: 'Publishes the live release of an environment in another one.',
    flags: {
      from: { type: 'text', value: 'slug', description: 'Environment to take the release from.' },
      to: {
        type: 'text',
        value: 'slug',
        description: 'Environment to publish in. Defaults to production.',
      },
      'dry-run': publishDryRun,
    },
    load: () => import('./commands/release-promote.ts'),
  },
  {
    name: 'types',
    summary: 'Writes TypeScript declarations of the keys in the source files and their arguments.',
    flags: {
      for: {
        type: 'text',
        choices: LIBRARIES,
        description: 'Library that calls the keys. Defaults to "types" of parlance.json, or plain.',
      },
      out: {
        type: 'text',
        value: 'file',
        description: 'File to write. Defaults to "types" of parlance.json, or parlance.d.ts.',
      },
      split: {
        type: 'boolean',
        description:
          'Writes a file for each first segment of many keys, in a folder beside that file.',
      },
      check: {
        type: 'boolean',
        description: 'Writes nothing. Exits with 1 if the file is out of date.',
      },
    },
    load: () => import('./commands/types.ts'),
  },
  {
    name: 'keys list',
    summary: 'Lists the names of the keys of the project, such as those of `menu.*`.',
    arguments: ['pattern?'],
    load: () => import('./commands/keys-list.ts'),
  },
  {
    name: 'keys unused',
    summary:
      'Lists keys of the source files that no string of the program names. Exits with 1 if there are any.',
    arguments: ['folder?'],
    flags: {
      ignore: {
        type: 'texts',
        value: 'pattern',
        description:
          'Keys that the program names in another way, such as `errors.*`. Can be repeated.',
      },
    },
    load: () => import('./commands/keys-unused.ts'),
  },
  {
    name: 'keys rename',
    summary:
      'Renames a key in the project, and then pulls. Files that use the old name keep working.',
    arguments: ['old', 'new'],
    flags: { conflicts, 'dry-run': dryRun },
    load: () => import('./commands/keys-rename.ts'),
  },
  {
    name: 'doctor',
    summary:
      'Examines configuration, server, key, project and files. Exits with 1 if something is broken.',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'completion',
    summary: 'Writes the completion script of a shell: bash, zsh, fish or powershell.',
    arguments: ['shell'],
    load: () => import('./commands/completion.ts'),
  },
];
