import type { CommandName } from './commands.ts';

type DataMembers = Readonly<Record<string, string>>;

const PREVIEWED_CHANGES =
  'with `--dry-run`: `{ locale, key, change, before, after }`, at most ten for a locale that `--locale` does not name';

const MEMBERS_OF: Readonly<Record<CommandName, DataMembers>> = {
  init: {
    config: 'the configuration',
    from: 'file of the other tool; null if locale files were found',
    messageFormat:
      'message format that the files need in the project; null if they can have several',
    runtimes: 'libraries that show the texts: `{ name, from }`, with the files that name them',
    projectHasRuntimes: 'true if the project has got these libraries',
    created: 'slug of the project that `--create` made, or null',
    dryRun: 'true if nothing was written',
  },
  login: {
    server: 'address of the server',
    name: 'name of the key',
    organization: '`{ id, name, slug }`',
    scopes: 'scopes of the key',
    expiresAt: 'expiry of the key, or null',
    personal: 'true if the command made the key',
    path: 'file with the key',
  },
  logout: {
    server: 'address of the server',
    removed: 'true if there was a key',
    revoked: 'true if the server revoked it',
  },
  whoami: {
    url: 'address of the server',
    keySource: 'origin of the key',
    '…': 'the members of `GET /v1/api-keys/self`',
  },
  push: {
    dryRun: 'true with `--dry-run`',
    pushed:
      'one for each import: `{ locale, isNewLocale, created, updated, states, kept, restored, archived, archivedKeys, overwritten }`; `isNewLocale` is true if the import has added the locale to the project',
    skipped:
      'paths of the files that were left out because they cannot be read; absent if there are none',
    findingCounts:
      'findings in the sent texts, as `check` counts them: `{ texts, errors, warnings }`; `texts` have at least one; absent if no text is sent',
    plans:
      'with `--dry-run`: `{ locale, isNewLocale, texts, described, archive, onlyThere, onlyHere, archivedThere, restored, newer, states }` by locale',
    outdated: 'with `--dry-run`: translations that become outdated by locale; null if not counted',
    job: 'with `--translate`: the job as in `GET /v1/translate/jobs/:jobId`',
    conflicts: 'with exit code 4: the differences that nothing decides',
  },
  pull: {
    dryRun: 'true with `--dry-run`',
    files:
      '`{ path, isNew, added, changed, removed, renamed, moved, states, kept, held, partial, keptConflicts, overwritten }` by file',
    pseudo: 'with `--pseudo`: paths of the files that changed',
    pulls: 'with `--watch`: pulls that changed something; the other members are left out',
    conflicts: 'with exit code 4: the differences that nothing decides',
  },
  sync: {
    push: 'as `push`',
    pull: 'as `pull`',
    conflicts: 'with exit code 4: the differences that nothing decides',
    pushed: 'as `push`, if a later import failed',
  },
  watch: {
    pushes: 'pushes that changed something',
    pulls: 'pulls that changed something',
  },
  status: {
    project: 'id of the project',
    locales:
      '`{ locale, translated, reviewed, needsReview, outdated, missing, percent, changedHere, changedThere, conflicts }` by locale',
    openWork:
      '`{ localeCode, questions, proposals }`: open questions and proposals of locales that have any; `localeCode` is null for questions about keys',
  },
  diff: {
    differences:
      '`{ kind, key, locale, base, file, project, path }`; `kind` is `here`, `there`, `new-here`, `new-there`, `removed-here`, `removed-there`, `empty-here` or `conflict`',
    outdated: 'translations that become outdated by locale, if there are any; null if not counted',
    findings: 'with `--findings`: as `check`',
    estimate: 'with `--estimate`: `{ texts, units, billableUnits, withoutEngine }`',
  },
  check: {
    files: 'number of files',
    texts: 'number of texts',
    fixed: 'number of translations that `--fix` has repaired',
    errors: 'number of errors',
    warnings: 'number of warnings',
    code: 'with `--missing-in-code`: `{ files, strings }` of the program that were compared with the keys',
    findings: '`{ code, severity, message, path, locale, file, line, column }`',
  },
  export: {
    path: 'file, or `-`',
    locale: 'locale',
    format: 'format',
    sizeBytes: 'size of the file',
  },
  import: { '…': 'the members of `POST /v1/i18n/projects/:projectId/import`' },
  translate: {
    job: 'the job as in `GET /v1/translate/jobs/:jobId`',
    pull: 'with `--pull`: as `pull`',
    '…': 'with `--estimate`: the members of `POST /v1/translate/estimate`',
  },
  'release create': {
    release: 'the release as in the API',
    published: 'false with `--skip-unchanged` if the live release has the same content',
    bundles:
      'address at which apps read the bundles, without the locale at its end; null if the key may not read the project',
    dryRun: 'true with `--dry-run`',
    pending: 'with `--dry-run`: `{ liveRelease, locales, checks }` as in the API',
    changes: PREVIEWED_CHANGES,
  },
  'release list': { releases: 'the newest releases as in the API' },
  'release show': { release: 'the release as in the API' },
  'release diff': {
    release: 'version of the release',
    against: 'version of the other one, or null',
    changes: '`{ locale, key, change, before, after }`',
  },
  'release prefixes': {
    environment: 'slug of the environment',
    prefixes: 'all prefixes that the environment declares then',
    added: 'prefixes of files that it did not declare before',
    dryRun: 'true with `--dry-run`',
  },
  'release rollback': {
    release: 'the new release as in the API; left out with `--dry-run`',
    from: 'the release that has its content',
    dryRun: 'true with `--dry-run`',
    locales:
      'with `--dry-run`: `{ code, added, changed, removed, kept, ends }` by locale; `kept` is true if the release does not contain the locale and apps keep its texts, `ends` if apps lose it',
    changes: PREVIEWED_CHANGES,
  },
  'release promote': {
    release: 'the new release as in the API; left out with `--dry-run`',
    from: 'the release that has its content',
    dryRun: 'true with `--dry-run`',
    locales:
      'with `--dry-run`: `{ code, added, changed, removed, kept, ends }` by locale; `kept` is true if the release does not contain the locale and apps keep its texts, `ends` if apps lose it',
    changes: PREVIEWED_CHANGES,
  },
  types: {
    file: 'main file',
    library: 'library',
    keys: 'number of keys',
    files: 'number of files',
    changed: 'true if a file changed, or is out of date with `--check`',
  },
  'locales add': { locale: 'the locale as in the API' },
  'locales list': { locales: 'the locales as in the API' },
  'locales remove': {
    dryRun: 'true with `--dry-run`',
    locale: 'the locale',
    values: 'number of its texts',
    files: 'paths of its files, which stay',
  },
  'keys list': { keys: '`{ id, name, description, tags }`' },
  'keys unused': {
    keys: 'number of keys',
    files: 'number of files that were read',
    unused: 'names of the keys',
  },
  'keys rename': {
    dryRun: 'true with `--dry-run`',
    keyId: 'id of the key, or of one form of the plural',
    from: 'old name',
    to: 'new name',
    files: 'with `--dry-run`: paths of the files that have the key',
    code: 'paths of the files of the program that name the key, which the command does not change',
    texts: '`{ file, key }` of the texts that refer to the key, which the command does not change',
    pull: 'as `pull`; left out with `--dry-run`',
  },
  'engines compare': {
    texts: 'number of approved texts in the sample',
    units: 'units that were used, or would be at most with `--dry-run`',
    results:
      '`{ locale, engine, local, texts, chrF, equal, broken, failed, units, error }` by locale and engine; left out with `--dry-run`',
  },
  doctor: { examinations: '`{ name, state, detail }`; `state` is `ok`, `warning` or `broken`' },
  completion: { shell: 'the shell', script: 'the script' },
};

/**
 * Descriptions of the JSON output of each command, for the documentation. They describe the members
 * of `data`.
 */
export const DATA: Readonly<Record<string, DataMembers>> = MEMBERS_OF;

/**
 * Codes of `errors` and `warnings` that only the command line uses, for the documentation. All
 * other codes come from the service, its checks and its warnings about files.
 */
export const CODES: Readonly<Record<string, string>> = {
  below_minimum: 'a locale of `check.minimum` is translated less',
  below_threshold: 'a locale is translated less than `--fail-under`',
  configuration: '`parlance.json` has a mistake',
  conflict: 'the file and the project both changed a text; without a key, the number of conflicts',
  duplicate_key: 'two files have the same key',
  entry_replaced:
    'a renamed key has a new entry in a file, without comments and marks of the old one',
  failed: 'an error that has no code of its own',
  file_changed: 'a file was saved while the command ran; nothing was written',
  forbidden: 'no key may go to this server',
  interrupted: 'Ctrl-C or SIGTERM ended the command',
  key_missing: 'a string of the program looks like a key, and no source file has it',
  locale_absent: 'files are of a locale that the project does not have',
  locale_disabled: 'a command leaves out a locale that is disabled in the project',
  locale_repeated: 'two files are of the same locale',
  locale_same: 'two locales, of the files and of the project, mean the same',
  network: 'the server did not answer',
  no_approved_texts: 'a locale has no approved texts to compare engines on',
  no_file: 'no file matches an entry of `files`',
  no_key: 'there is no stored key to remove',
  not_revoked: 'the stored key was removed, but the server did not revoke it',
  nothing_compared:
    'no string of the program was compared with the keys; the message says why, and what to set',
  nothing_done:
    'a file cannot be read, so the command did nothing; the message says how to go on without it',
  partly_done: 'the command ended early; the message says what is done',
  pull_needed: 'the project has newer texts; pull before the next push',
  reference_missing: 'a text refers to a key that does not exist, such as `$t(cart.pay)`',
  timeout: 'the time of `--timeout` is over',
  unexpected_answer: 'the server answered something that the command cannot use',
  unread_file: 'no entry of `files` takes a file, because its locale is in another spelling',
  usage: 'wrong arguments, flags or configuration',
};
