import { LIBRARIES } from '@parlance/config';
import type { Command } from './command.ts';
import {
  charset,
  checkFlags,
  compareFlags,
  conflicts,
  dryRun,
  every,
  exportFlags,
  filters,
  format,
  initFlags,
  jobFlags,
  locale,
  pullFlags,
  pushFlags,
  syncFlags,
  translateFlags,
} from './flags.ts';
import { RELEASE_COMMANDS } from './release-commands.ts';

const TABLE = [
  {
    name: 'init',
    summary:
      'Writes parlance.json from the configuration of another tool, or from the locale files here.',
    flags: {
      force: { type: 'boolean', description: 'Replaces a configuration that is there.' },
      ...initFlags,
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
    partsOf: { translate: Object.keys(jobFlags) },
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
    partsOf: { watch: ['every'] },
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
    flags: checkFlags,
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
      charset,
      ...exportFlags,
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
      charset,
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
      ...translateFlags,
      pull: { type: 'boolean', description: 'Pulls afterwards, as parlance pull does.' },
      conflicts,
      ...jobFlags,
    },
    partsOf: { pull: ['conflicts'] },
    load: () => import('./commands/translate.ts'),
  },
  ...RELEASE_COMMANDS,
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
      'default-namespace': {
        type: 'text',
        value: 'name',
        description:
          'Namespace of i18next whose keys need no prefix. Defaults to "types" of parlance.json, or translation.',
      },
      check: {
        type: 'boolean',
        description: 'Writes nothing. Exits with 1 if the file is out of date.',
      },
    },
    load: () => import('./commands/types.ts'),
  },
  {
    name: 'locales add',
    summary: 'Adds a locale to the project, such as `pt-BR`. Enables a disabled one again.',
    arguments: ['tag'],
    load: () => import('./commands/locales/locales-add.ts'),
  },
  {
    name: 'locales list',
    summary: 'Lists the locales of the project, with the numbers of their texts.',
    load: () => import('./commands/locales/locales-list.ts'),
  },
  {
    name: 'locales remove',
    summary:
      'Removes a locale and its texts from the project, and keeps its files. Asks before, or needs --yes.',
    arguments: ['tag'],
    flags: { 'dry-run': dryRun },
    load: () => import('./commands/locales/locales-remove.ts'),
  },
  {
    name: 'keys list',
    summary: 'Lists the names of the keys of the project, such as those of `menu.*`.',
    arguments: ['pattern?'],
    load: () => import('./commands/keys/keys-list.ts'),
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
    load: () => import('./commands/keys/keys-unused.ts'),
  },
  {
    name: 'keys rename',
    summary:
      'Renames a key or a plural in the project, and then pulls. In the files, only the name changes. Files with the old name can still be pushed; apps lose the old name with the next release.',
    arguments: ['old', 'new'],
    flags: { conflicts, 'dry-run': dryRun },
    load: () => import('./commands/keys/keys-rename.ts'),
  },
  {
    name: 'engines compare',
    summary:
      'Compares engines on texts that people have approved: chrF, broken texts and cost. Stores no text.',
    flags: compareFlags,
    load: () => import('./commands/engines/engines-compare.ts'),
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
] as const satisfies readonly Command[];

export type CommandName = (typeof TABLE)[number]['name'];

/**
 * All commands. The help, the validation of arguments, the shell completion and the documentation
 * use this table.
 */
export const COMMANDS: readonly Command[] = TABLE;

/**
 * Returns the command with which the arguments begin. A command name of two words takes precedence
 * over a name of one word.
 */
export function findCommand(words: readonly string[]): Command | undefined {
  return (
    COMMANDS.find(({ name }) => name === words.slice(0, 2).join(' ')) ??
    COMMANDS.find(({ name }) => name === words[0])
  );
}
