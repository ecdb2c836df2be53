import type { Flag } from './command.ts';

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
  quiet: { type: 'boolean', description: 'Writes no progress and no notes.' },
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

export const locale: Flag = {
  type: 'texts',
  value: 'tag',
  description: 'Only this locale. Can be repeated.',
};
export const filters: Readonly<Record<string, Flag>> = {
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
export const dryRun: Flag = {
  type: 'boolean',
  description: 'Shows what would be done, and does nothing.',
};
/** Flags of `parlance init`. */
export const initFlags: Readonly<Record<string, Flag>> = {
  create: {
    type: 'text',
    value: 'name',
    description: 'Creates a project with this name. Offered in a terminal.',
  },
  'source-locale': {
    type: 'text',
    value: 'tag',
    description:
      'Source locale of a new project, or of one that cannot be asked. Defaults to the English of the files, or to their only locale; `--create` needs it for files of several other locales.',
  },
  'set-message-format': {
    type: 'boolean',
    description:
      'Sets the message format of the files in a project that has another one. Asked for in a terminal.',
  },
  'set-runtimes': {
    type: 'boolean',
    description:
      'Checks the texts as the libraries here show them: writes their names, and sets them in a project that names none. Asked for in a terminal.',
  },
};
export const conflicts: Flag = {
  type: 'text',
  choices: ['ask', 'fail', 'ours', 'theirs'],
  description:
    'Side that wins where both changed a text; ours is the file, theirs the project. Defaults to ask in a terminal, and to fail elsewhere.',
};

export const jobFlags: Readonly<Record<string, Flag>> = {
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

export const environment: Flag = {
  type: 'text',
  value: 'slug',
  description: 'Environment. Defaults to production.',
};
export const publishDryRun: Flag = {
  type: 'boolean',
  description: 'Shows the changes of the release, and publishes nothing.',
};
export const format: Flag = {
  type: 'text',
  choices: [
    'json',
    'csv',
    'yaml',
    'xliff',
    'po',
    'android',
    'strings',
    'stringsdict',
    'xcstrings',
    'properties',
    'arb',
    'formatjs',
    'chrome',
    'resx',
  ],
  description: 'Format of the file. Defaults to that of its extension.',
};

export const charset: Flag = {
  type: 'text',
  choices: ['utf-8', 'iso-8859-1'],
  description: 'Encoding of a .properties file. Defaults to utf-8.',
};

export const exportFlags: Readonly<Record<string, Flag>> = {
  nested: {
    type: 'boolean',
    description: 'Nests the names of keys at the separator of the project.',
  },
  'hand-off': {
    type: 'boolean',
    description:
      'CSV and XLIFF: writes a file to translate elsewhere, with source texts and missing translations.',
  },
  'xliff-version': {
    type: 'text',
    choices: ['1.2', '2.0', '2.1', '2.2'],
    description: 'Version of an XLIFF file. Defaults to 1.2.',
  },
};

export const pushFlags: Readonly<Record<string, Flag>> = {
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
  states: {
    type: 'boolean',
    description:
      'Sends states that only the files changed since the last sync as well, also those below reviewed.',
  },
  'keep-going': {
    type: 'boolean',
    description:
      'Sends the rest if the project refuses a locale other than the source locale, or if a source file cannot be read, and exits with 6. A translation that cannot be read is always left out.',
  },
  'keep-translations': {
    type: 'boolean',
    description:
      'Sends changed source texts as corrections, such as of typos: translations stay as current as they are.',
  },
  restore: { type: 'boolean', description: 'Restores what the project has archived or cleared.' },
};

const { restore: _, 'keep-going': __, ...ofSync } = pushFlags;
export const syncFlags: Readonly<Record<string, Flag>> = ofSync;

export const every: Flag = {
  type: 'text',
  value: 'seconds',
  description: 'Time from one pull to the next. Defaults to 10.',
};

export const pullFlags: Readonly<Record<string, Flag>> = {
  prune: {
    type: 'boolean',
    description: 'Removes texts that the project has archived or cleared since the last sync.',
  },
  restore: { type: 'boolean', description: 'Brings texts back that were removed from the files.' },
};

/** Flags of `parlance check`. */
export const checkFlags: Readonly<Record<string, Flag>> = {
  ...filters,
  offline: {
    type: 'boolean',
    description:
      'Asks no server: the settings of the project are those of the configuration, and the message format is that of the files.',
  },
  staged: {
    type: 'boolean',
    description: 'Checks the files that the next commit of git changes, as they are staged.',
  },
  fix: {
    type: 'boolean',
    description:
      'Repairs translations whose repair is certain, such as a lost line break or `%` in place of `%%`, in their files. Then checks them.',
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
};

/** Flags of the command that compares engines. */
export const compareFlags: Readonly<Record<string, Flag>> = {
  locale,
  engine: {
    type: 'texts',
    value: 'name',
    description:
      'Engine to compare. Can be repeated. Defaults to the engines of the project for the locale.',
  },
  sample: {
    type: 'text',
    value: 'number',
    description: 'Approved texts of each locale that are translated. Defaults to 100.',
  },
  out: {
    type: 'text',
    value: 'file',
    description: 'File to write as well: .json, .csv or .md.',
  },
  'dry-run': {
    type: 'boolean',
    description: 'Shows the units that it would use, and translates nothing.',
  },
};

/** Flags that choose what a translation job translates. */
export const translateFlags: Readonly<Record<string, Flag>> = {
  outdated: {
    type: 'boolean',
    description:
      'Translates outdated texts that machines wrote as well. Those that people wrote are left and counted.',
  },
  renewable: {
    type: 'boolean',
    description: 'Translates machine texts again that were made with other settings.',
  },
  estimate: { type: 'boolean', description: 'Shows the amount of work and does nothing.' },
};
