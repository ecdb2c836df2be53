import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, isParlanceError, type Release } from '@parlance/sdk';
import { mailsTo } from '../processes/process.ts';

/** The service that the writers use. */
export interface Target {
  readonly dataDir: string;
  client(at: number): Client;
  /** Time between two steps of a writer. Defaults to 20 ms. */
  readonly pauseMs?: number;
  /** Called with each error of a step. */
  onFailure?(writer: string, error: unknown): void;
}

const PAUSE_MS = 20;

/** One kind of work, with the number of its successful and failed calls. */
export interface Writer {
  readonly name: string;
  /** Number of successful calls. All of their writes must exist. */
  acknowledged: number;
  /** Number of failed calls. Their writes may exist or not. */
  failed: number;
  step(client: Client, at: number): Promise<void>;
  /** Compares the stored data with the acknowledged calls. Returns the differences. */
  verify(client: Client): Promise<string[]>;
}

/** Runs the steps of every writer in a loop, alternating between the processes, until the signal aborts. */
export async function runWriters(
  target: Target,
  writers: readonly Writer[],
  signal: AbortSignal,
): Promise<void> {
  const surprises: unknown[] = [];
  await Promise.all(
    writers.map(async (writer, offset) => {
      for (let at = offset; !signal.aborted; at++) {
        try {
          await writer.step(target.client(at), at);
          writer.acknowledged++;
        } catch (error) {
          writer.failed++;
          target.onFailure?.(writer.name, error);
          // A killed process or an unavailable database explains these errors. Any other error is a fault.
          if (!isExpected(error)) surprises.push(error);
        }
        await sleep(target.pauseMs ?? PAUSE_MS);
      }
    }),
  );
  if (surprises.length > 0) throw surprises[0];
}

function isExpected(error: unknown): boolean {
  if (isParlanceError(error)) return error.status === 503;
  return error instanceof Error && error.name === 'ParlanceConnectionError';
}

const KEYS_PER_FILE = 500;

/** Imports new files. Checks that an acknowledged file is complete, and any other file complete or absent. */
export function importWriter(projectId: string): Writer {
  const acknowledged = new Set<number>();
  const tried = new Set<number>();
  return {
    name: 'imports',
    acknowledged: 0,
    failed: 0,
    async step(client, at) {
      tried.add(at);
      const content = Object.fromEntries(
        Array.from({ length: KEYS_PER_FILE }, (_, key) => [`f${at}_k${key}`, `Text ${at} ${key}`]),
      );
      const { data } = await client.i18n.projects.import({ projectId, locale: 'en', content });
      if (data.keys.created !== KEYS_PER_FILE) throw new Error('an import found its own keys');
      acknowledged.add(at);
    },
    async verify(client) {
      await publish(client, projectId);
      const messages = await readBundle(client, projectId);
      const found = new Map<number, number>();
      const faults: string[] = [];
      for (const [name, text] of Object.entries(messages)) {
        const [, file, key] = /^f(\d+)_k(\d+)$/.exec(name)!;
        found.set(Number(file), (found.get(Number(file)) ?? 0) + 1);
        if (text !== `Text ${file} ${key}`) faults.push(`${name} holds ${text}`);
      }
      for (const file of tried) {
        const count = found.get(file) ?? 0;
        if (acknowledged.has(file) && count !== KEYS_PER_FILE)
          faults.push(`import ${file}: ${count} keys`);
        else if (count !== 0 && count !== KEYS_PER_FILE) faults.push(`half of import ${file}`);
      }
      return faults;
    },
  };
}

const EDITED_KEYS = 20;

/** Edits the same few values. Checks that each text is the last acknowledged one or a later one. */
export function editWriter(projectId: string, keyIds: readonly string[]): Writer {
  const acknowledged = new Map<string, number[]>();
  const lastTried = new Map<string, number>();
  return {
    name: 'edits',
    acknowledged: 0,
    failed: 0,
    async step(client, at) {
      const keyId = keyIds[at % keyIds.length]!;
      lastTried.set(keyId, at);
      const text = `Edit ${at}`;
      await client.i18n.values.put({ projectId, keyId, localeCode: 'en', text });
      acknowledged.set(keyId, [...(acknowledged.get(keyId) ?? []), at]);
    },
    async verify(client) {
      const faults: string[] = [];
      const { data: values } = await client.i18n.values.list({ projectId, locale: 'en' });
      for (const [keyId, edits] of acknowledged) {
        const value = values.find((row) => row.keyId === keyId);
        if (!value?.id) {
          faults.push(`value of ${keyId} is not there`);
          continue;
        }
        const edit = Number(value.text!.slice('Edit '.length));
        if (edit < edits.at(-1)! || edit > lastTried.get(keyId)!) {
          faults.push(`${keyId} holds edit ${edit}; acknowledged was ${edits.at(-1)}`);
        }
        const history = new Set<string | null>();
        for await (const { text } of client.i18n.history.listAll({
          projectId,
          valueId: value.id,
        })) {
          if (history.has(text)) faults.push(`${text} of ${keyId} is there twice`);
          history.add(text);
        }
        for (const each of edits) {
          if (!history.has(`Edit ${each}`)) faults.push(`edit ${each} of ${keyId} is lost`);
        }
      }
      return faults;
    },
  };
}

export async function createEditedKeys(client: Client, projectId: string): Promise<string[]> {
  const names = Array.from({ length: EDITED_KEYS }, (_, index) => `edited_${index}`);
  const content = Object.fromEntries(names.map((name) => [name, 'Edit 0']));
  await client.i18n.projects.import({ projectId, locale: 'en', content });
  const { data } = await client.i18n.keys.list({ projectId });
  return data.map(({ id }) => id);
}

const RELEASED_KEYS = 300;

/** Publishes a release. Waits first for a release that a killed process left in the state `publishing`. */
async function publish(client: Client, projectId: string): Promise<Release> {
  const { data: earlier } = await client.i18n.releases.list({ projectId });
  const left = earlier.find(({ status }) => status === 'publishing');
  if (left) await published(client, projectId, left.id);
  const { data } = await client.i18n.releases.create({ projectId, environment: 'production' });
  return data.status === 'published' ? data : published(client, projectId, data.id);
}

async function published(client: Client, projectId: string, releaseId: string): Promise<Release> {
  const { data } = await client.i18n.releases.get({ projectId, releaseId }, { waitSeconds: 60 });
  if (data.status !== 'published') throw new Error(`a release is ${data.status}: ${releaseId}`);
  return data;
}

/** Imports all values with one number and publishes them. Checks that no release contains two numbers. */
export function releaseWriter(projectId: string): Writer {
  const acknowledged = new Map<number, { atLeast: number; atMost: number }>();
  let acknowledgedEdition = 0;
  return {
    name: 'releases',
    acknowledged: 0,
    failed: 0,
    async step(client, edition) {
      const content = Object.fromEntries(
        Array.from({ length: RELEASED_KEYS }, (_, key) => [`key_${key}`, `Edition ${edition}`]),
      );
      await client.i18n.projects.import({ projectId, locale: 'en', content });
      acknowledgedEdition = edition;
      const atLeast = acknowledgedEdition;
      const data = await publish(client, projectId);
      acknowledged.set(data.version, { atLeast, atMost: edition });
    },
    async verify(client) {
      const faults: string[] = [];
      const versions: number[] = [];
      for await (const { version, status } of client.i18n.releases.listAll({ projectId })) {
        // A failed release leaves its version to the next one.
        if (status !== 'published') continue;
        versions.push(version);
        const texts = new Set(Object.values(await readBundle(client, projectId, version)));
        const [text] = texts;
        if (texts.size !== 1) faults.push(`release ${version} is a mix: ${[...texts].join(', ')}`);
        const edition = Number(text?.slice('Edition '.length));
        const wanted = acknowledged.get(version);
        if (wanted && (edition < wanted.atLeast || edition > wanted.atMost)) {
          faults.push(`release ${version} holds edition ${edition}`);
        }
      }
      const expected = versions.map((_, index) => versions.length - index);
      if (versions.join() !== expected.join()) faults.push(`versions: ${versions.join()}`);
      for (const version of acknowledged.keys()) {
        if (!versions.includes(version)) faults.push(`release ${version} is lost`);
      }
      return faults;
    },
  };
}

/** Signs people up. Checks that everyone with an acknowledged sign-up gets a mail. */
export function signUpWriter({ dataDir }: Target): Writer {
  const acknowledged: string[] = [];
  return {
    name: 'sign-ups',
    acknowledged: 0,
    failed: 0,
    async step(client, at) {
      const email = `new-${at}@example.test`;
      await client.auth.signUp({ email, name: 'New', password: 'correct horse battery' });
      acknowledged.push(email);
    },
    async verify() {
      return acknowledged
        .filter((email) => mailsTo(dataDir, email).length === 0)
        .map((email) => `no mail to ${email}`);
    },
  };
}

async function readBundle(
  client: Client,
  projectId: string,
  release?: number,
): Promise<Record<string, string>> {
  const { data } = await client.i18n.bundles.get({
    projectId,
    environment: 'production',
    localeCode: 'en',
    shape: 'flat',
    ...(release === undefined ? {} : { release }),
  });
  return (data as { messages: Record<string, string> }).messages;
}
