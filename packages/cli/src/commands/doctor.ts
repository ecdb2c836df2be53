import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, MatchedFile } from '@parlance/config';
import {
  type ApiKeySelf,
  type Client,
  countFindings,
  isParlanceError,
  type Locale,
  type Project,
} from '@parlance/sdk';
import { bundlesOf, connect, requireProjectId } from '../auth/connect.ts';
import { proxyOf } from '../auth/proxy.ts';
import { offlineContext } from '../check/offline-context.ts';
import { PartReader } from '../check/part-reader.ts';
import type { Call, Outcome } from '../command.ts';
import { findFiles } from '../documents/documents.ts';
import { describeWarnings, FileWarnings, type WarnedFile } from '../documents/file-warnings.ts';
import { findUnread } from '../documents/left-out-files.ts';
import { findingsOfLocales, isNeeded } from '../documents/locale-sets.ts';
import type { ReadContext } from '../documents/read-context.ts';
import { callsOf } from '../each-project.ts';
import { EXIT, type Fault } from '../fault.ts';
import { findRuntimes } from '../init/find-runtimes.ts';
import { collect } from '../lists.ts';
import { count } from '../output/count.ts';
import { describeFault } from '../output/describe-fault.ts';
import { listNames } from '../output/list-names.ts';
import { PROGRAM } from '../program.ts';
import { withProjectHint } from '../project-hint.ts';
import { LOCK_NAME, readLock } from '../sync/lock-file.ts';
import { toCliError } from '../to-cli-error.ts';

type State = 'ok' | 'warning' | 'broken';

interface Examination {
  name: string;
  state: State;
  detail: string;
}

/** API key scopes that the commands need, by group of commands. */
const NEEDS: readonly [commands: string, scopes: readonly ApiKeySelf['scopes'][number][]][] = [
  ['pull, diff, status, check', ['i18n:read']],
  ['push, sync, keys rename', ['i18n:read', 'i18n:write']],
  ['translate', ['i18n:read', 'i18n:write', 'translate:read', 'translate:write']],
  ['release list, show, diff', ['i18n:read', 'releases:read']],
  ['release create', ['i18n:read', 'releases:write']],
  ['release rollback, promote', ['i18n:read', 'releases:read', 'releases:write']],
];
/** Maximum number of files that a message names. */
const MAX_NAMED = 5;
const MAX_CLOCK_SKEW_MS = 5 * 60_000;

export async function run(call: Call): Promise<Outcome> {
  const found: Examination[] = [];
  const add = (name: string, state: State, detail: string): void => {
    found.push({ name, state, detail });
  };
  const attempt = async <Value>(
    name: string,
    work: () => Promise<Value>,
  ): Promise<Value | null> => {
    try {
      return await work();
    } catch (error) {
      const detail = await detailOf(error, call);
      const isOfKey = isParlanceError(error, 'unauthenticated');
      add(isOfKey ? 'key' : name, 'broken', detail);
      return null;
    }
  };
  const examined: Examined[] = [];
  add('Node', 'ok', process.version);
  const config = await attempt('configuration', call.config);
  if (config) add('configuration', 'ok', config.file);
  const connection = await attempt('server', async () => connect(call, config));
  if (connection) examineProxy(call, connection.url, add);
  const self =
    connection &&
    (await attempt('server', async () => (await connection.client.apiKeys.self()).data));
  if (connection && self) {
    add('server', 'ok', `${connection.url}, version ${self.server.version}`);
    examineVersion(call.io.version, self, add);
    examineKey(self, connection.keySource, add);
    await attempt('clock', () => examineClock(call, connection.client, add));
    const calls = config && (await attempt('project', () => callsOf(call)));
    for (const { value } of calls ?? []) {
      const projectConfig = await value.config();
      const settings = await attempt('project', () =>
        examineProject(value, projectConfig, connection, add),
      );
      const { context, locales } = settings ?? {
        context: offlineContext(projectConfig),
        locales: null,
      };
      examined.push({ config: projectConfig, context, locales });
    }
  }
  if (config && examined.length === 0) {
    examined.push({ config, context: offlineContext(config), locales: null });
  }
  for (const one of examined) await attempt('files', () => examineFiles(call, one, add));
  if (config && !existsSync(join(config.root, '.git'))) {
    add('git', 'warning', 'no repository in this folder');
  }
  const isBroken = found.some(({ state }) => state === 'broken');
  const width = Math.max(...found.map(({ name }) => name.length));
  return {
    data: { examinations: found },
    lines: found.map(
      ({ name, state, detail }) => `${state.padEnd(7)}  ${name.padEnd(width)}  ${detail}`,
    ),
    exit: isBroken ? EXIT.no : EXIT.done,
  };
}

interface Examined {
  readonly config: Config;
  readonly context: ReadContext;
  /** Locales of the project, including disabled locales. Null if they are unknown. */
  readonly locales: readonly Pick<Locale, 'code' | 'enabled'>[] | null;
}

async function detailOf(error: unknown, call: Call): Promise<string> {
  if (isParlanceError(error) && !isParlanceError(error, 'not_found')) return error.message;
  const refusal = await withProjectHint(toCliError(error, call), call);
  return refusal.faults.map(describeFault).join('; ');
}

type Add = (name: string, state: State, detail: string) => void;

function examineProxy({ io }: Pick<Call, 'io'>, url: string, add: Add): void {
  const proxy = proxyOf(io.env, new URL(url));
  // Shows only the host, because the URL of the proxy may contain a password.
  if (proxy) add('proxy', 'ok', `requests go through ${proxy.host}`);
}

function examineVersion(version: string, { server }: ApiKeySelf, add: Add): void {
  const [ownVersion, oldestVersion] = [version, server.oldestCli].map((text) =>
    text.split('.').map(Number),
  );
  const order =
    ownVersion!.map((part, index) => part - oldestVersion![index]!).find((part) => part !== 0) ?? 0;
  if (order >= 0) add('parlance', 'ok', version);
  else
    add(
      'parlance',
      'broken',
      `${version} is older than ${server.oldestCli}, which the server needs`,
    );
}

function examineKey({ name, scopes, expiresAt }: ApiKeySelf, source: string, add: Add): void {
  add('key', 'ok', `"${name}" (from ${source}), expires ${expiresAt ?? 'never'}`);
  for (const [commands, needed] of NEEDS) {
    const missing = needed.filter((scope) => !scopes.includes(scope));
    if (missing.length === 0) add(commands, 'ok', 'allowed');
    else add(commands, 'warning', `not allowed: the key lacks ${missing.join(' and ')}`);
  }
}

async function examineClock({ io }: Call, client: Client, add: Add): Promise<void> {
  const { data } = await client.health.get();
  const skewMs = Math.abs(io.now().getTime() - Date.parse(data.timestamp));
  const minutes = Math.round(skewMs / 60_000);
  if (skewMs < MAX_CLOCK_SKEW_MS) add('clock', 'ok', 'agrees with the server');
  else add('clock', 'warning', `differs from the server by ${count(minutes, 'minute')}`);
}

async function examineProject(
  call: Call,
  config: Config,
  { client, url }: { readonly client: Client; readonly url: string },
  add: Add,
): Promise<Pick<Examined, 'context' | 'locales'>> {
  const named = requireProjectId(call, config);
  const { data } = await client.i18n.projects.get({ projectId: named });
  config.source.locale = data.sourceLocale;
  const notes = [
    ...(data.archivedAt === null ? [] : ['archived']),
    // Absent in responses of older servers.
    ...(data.deliveryStoppedAt ? ['delivery stopped: apps get no texts'] : []),
  ];
  add(
    'project',
    notes.length > 0 ? 'warning' : 'ok',
    [`"${data.name}"`, `slug ${data.slug}`, `source ${data.sourceLocale}`, ...notes].join(', '),
  );
  // The address contains the id, because this public address belongs to no organization and accepts no slug.
  add('bundles', 'ok', `${bundlesOf({ url }, data.id)}/<environment>/<locale>`);
  await examineRuntimes(config, client, data, add);
  const tokens = readLock(config, data.id).tokens;
  if (tokens.length === 1) add(LOCK_NAME, 'ok', 'the last sync is known');
  else if (tokens.length === 0)
    add(LOCK_NAME, 'warning', 'no sync yet: differing texts are conflicts');
  else add(LOCK_NAME, 'warning', `has the marks of a merge conflict: run ${PROGRAM} pull`);
  const { keySeparator, messageFormat } = data.settings;
  const { locales } = client.i18n;
  const inProject = await collect(locales.listAll({ projectId: data.id, limit: 500 }));
  config.source.inProject = inProject.map(({ code }) => code);
  const context = { keySeparator, messageFormat, sourceLocale: data.sourceLocale };
  return { context, locales: inProject };
}

/** Compares the libraries in the settings of the project with those that the repository names. */
async function examineRuntimes(
  { root }: Config,
  client: Client,
  { id, settings: { runtimes } }: Project,
  add: Add,
): Promise<void> {
  if (runtimes?.length) return add('libraries', 'ok', runtimes.join(', '));
  const found = findRuntimes(root).map(({ name }) => name);
  // Older servers do not have this setting.
  if (runtimes === undefined || found.length === 0) return;
  const query = { projectId: id, runtimes: found };
  const { added, removed, values, isComplete } = await countFindings(client, query);
  const of = `${isComplete ? '' : 'the first '}${count(values, 'text')}`;
  const counted = `they would add ${count(added, 'finding')} and remove ${removed} in ${of}`;
  const hint = 'name them as "runtimes" in the settings of the project';
  add('libraries', 'warning', `${found.join(', ')} show the texts: ${hint}; ${counted}`);
}

/** Reads the files of an entry as `push` does. Returns the locales of the files that have texts or cannot be read. */
async function examineContents(
  path: string,
  files: readonly MatchedFile[],
  { reader, context }: Reading,
  add: Add,
): Promise<Set<string | null>> {
  const filled = new Set<string | null>();
  const invalid: Fault[] = [];
  const warned: WarnedFile[] = [];
  for (const file of files) {
    const warnings = new FileWarnings(file, context);
    const fault = await reader.read(
      file,
      ({ rows, locale }) => {
        warnings.addRows(rows);
        const hasText = rows.some(({ values }) => values.some((one) => one.localeTag === locale));
        if (hasText) filled.add(locale);
      },
      (warning) => warnings.add(warning),
    );
    if (fault !== null) {
      invalid.push(fault);
      filled.add(file.locale);
    } else warned.push({ file, warnings: warnings.list() });
  }
  for (const fault of invalid.slice(0, MAX_NAMED)) add(path, 'broken', describeFault(fault));
  const more = invalid.length - MAX_NAMED;
  if (more > 0) add(path, 'broken', `${count(more, 'more file')} cannot be read`);
  for (const { level, ...fault } of describeWarnings(warned)) {
    add(path, level === 'note' ? 'ok' : 'warning', describeFault(fault));
  }
  return filled;
}

interface Reading {
  readonly reader: PartReader;
  readonly context: ReadContext;
}

async function examineFiles(
  { io }: Call,
  { config, context, locales: inProject }: Examined,
  add: Add,
): Promise<void> {
  const reader = new PartReader(config, context, { staged: null, signal: io.signal });
  const found = findFiles(config);
  for (const spec of config.files) {
    const { path } = spec;
    const specFiles = found.filter((file) => file.spec.path === path);
    const locales = [...new Set(specFiles.map(({ locale }) => locale ?? 'all locales'))];
    if (specFiles.length > 0)
      add(path, 'ok', `${count(specFiles.length, 'file')}: ${locales.join(', ')}`);
    else add(path, 'warning', 'no file matches');
    const contents: Parameters<Add>[] = [];
    const filled = await examineContents(path, specFiles, { reader, context }, (...finding) =>
      contents.push(finding),
    );
    if (inProject !== null) {
      for (const warning of describeLeftOut(config, specFiles, { inProject, filled })) {
        add(path, 'warning', warning);
      }
    }
    const unread = findUnread(config, spec);
    if (unread.length > 0) {
      add(
        path,
        'warning',
        `${listNames(unread, MAX_NAMED)}: no locale in this spelling; see {locale:posix} and locales.map`,
      );
    }
    for (const { code, file, message } of findingsOfLocales(config, specFiles)) {
      const missing = code === 'fallback_missing' ? ' is missing' : '';
      add(path, 'warning', `${file}${missing}: ${message}`);
    }
    for (const finding of contents) add(...finding);
  }
  const withFiles = new Set(found.map(({ locale }) => locale));
  const without = (inProject ?? []).filter(({ code, enabled }) => enabled && !withFiles.has(code));
  if (without.length > 0 && !withFiles.has(null)) {
    const names = listNames(
      without.map(({ code }) => code),
      MAX_NAMED,
    );
    add(
      'locales',
      'ok',
      `no file here yet for ${names}: ${PROGRAM} pull writes it once it has texts`,
    );
  }
}

/** Describes the locales of files that commands leave out, because the project lacks or disables them. */
function describeLeftOut(
  { pull, source }: Pick<Config, 'pull' | 'source'>,
  files: readonly MatchedFile[],
  {
    inProject,
    filled,
  }: { inProject: NonNullable<Examined['locales']>; filled: ReadonlySet<string | null> },
): string[] {
  const tags = new Set(files.flatMap(({ locale }) => locale ?? []));
  for (const tag of pull?.pseudo ?? []) tags.delete(tag);
  const isDisabled = (tag: string): boolean =>
    inProject.some(({ code, enabled }) => code === tag && !enabled);
  const disabled = [...tags].filter(isDisabled);
  const absent = [...tags].filter((tag) => !inProject.some(({ code }) => code === tag));
  const lines: string[] = [];
  const addAbsent = (some: readonly string[], way: string): void => {
    if (some.length === 0) return;
    const verb = some.length === 1 ? 'is not a locale' : 'are not locales';
    lines.push(`${listNames(some, MAX_NAMED)} ${verb} of the project: ${way}, or delete them`);
  };
  addAbsent(
    absent.filter((tag) => filled.has(tag)),
    `${PROGRAM} push --all adds what its files have`,
  );
  const empty = absent.filter((tag) => !filled.has(tag) && !isNeeded(files, tag, source.locale));
  addAbsent(
    empty,
    empty.length === 1
      ? `its files have no texts yet; ${PROGRAM} locales add ${empty[0]} adds it`
      : `their files have no texts yet; ${PROGRAM} locales add <locale> adds each`,
  );
  if (disabled.length > 0) {
    const isOne = disabled.length === 1;
    const [verb, whose, locale] = isOne ? ['is', 'its', disabled[0]] : ['are', 'their', '<locale>'];
    lines.push(
      `${listNames(disabled, MAX_NAMED)} ${verb} disabled in the project: ${whose} files are left out; ${PROGRAM} locales add ${locale} enables ${isOne ? 'it' : 'each'}, or delete them`,
    );
  }
  return lines;
}
