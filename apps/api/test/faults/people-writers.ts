import { SCOPES } from '@parlance/contracts';
import { type Client, createClient } from '@parlance/sdk';
import { until } from '../processes/process.ts';
import type { Deployment } from './deployment.ts';
import type { Writer } from './load.ts';

const ENDS_MS = 120_000;
const BULK_ROWS = 2_100;

/** Numbers of the steps that a writer sent, and numbers of the confirmed steps. */
class Notes {
  readonly tried = new Set<number>();
  readonly confirmed = new Set<number>();

  async take<Result>(at: number, call: () => Promise<Result>): Promise<Result> {
    this.tried.add(at);
    const result = await call();
    this.confirmed.add(at);
    return result;
  }

  /** Compares the steps whose writes exist with the confirmed steps. Returns the differences. */
  compare(what: string, found: readonly number[]): string[] {
    const faults: string[] = [];
    const seen = new Set<number>();
    for (const at of found) {
      if (seen.has(at)) faults.push(`${what} ${at} is there twice`);
      if (!this.tried.has(at)) faults.push(`${what} ${at} was never sent`);
      seen.add(at);
    }
    for (const at of this.confirmed) if (!seen.has(at)) faults.push(`${what} ${at} is lost`);
    return faults;
  }
}

const numberIn = (text: string | null): number => Number(/\d+/.exec(text ?? '')?.[0]);

/**
 * Returns a function that makes clients with the session of the person, because only a person may comment and propose.
 */
export const personOf =
  ({ account, url }: Deployment) =>
  (at: number): Client =>
    createClient({
      baseUrl: url(at),
      maxRetries: 0,
      timeoutMs: 20_000,
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set('cookie', account.cookie);
        headers.set('origin', url(at).replace('127.0.0.1', 'localhost'));
        return fetch(input, { ...init, headers });
      },
    });

export function glossaryWriter(projectId: string): Writer {
  const notes = new Notes();
  return {
    name: 'glossary',
    acknowledged: 0,
    failed: 0,
    step: (client, at) =>
      notes.take(at, async () => {
        await client.i18n.glossary.create({ projectId, term: `Term ${at}` });
      }),
    async verify(client) {
      const found: number[] = [];
      for await (const { term } of client.i18n.glossary.listAll({ projectId })) {
        found.push(numberIn(term));
      }
      return notes.compare('term', found);
    },
  };
}

export function commentWriter(
  { projectId, keyId }: { projectId: string; keyId: string },
  person: (at: number) => Client,
): Writer {
  const notes = new Notes();
  return {
    name: 'comments',
    acknowledged: 0,
    failed: 0,
    step: (_client, at) =>
      notes.take(at, async () => {
        await person(at).i18n.keys.comments.create({ projectId, keyId, text: `Comment ${at}` });
      }),
    async verify(client) {
      const found: number[] = [];
      for await (const { text } of client.i18n.comments.listAll({ projectId })) {
        found.push(numberIn(text));
      }
      return notes.compare('comment', found);
    },
  };
}

/** Proposes and accepts texts for one value. Checks that each accepted text is in the history of the value once. */
export function proposalWriter(
  { projectId, keyId }: { projectId: string; keyId: string },
  person: (at: number) => Client,
): Writer {
  const proposed = new Notes();
  const accepted = new Notes();
  const place = { projectId, keyId, localeCode: 'de' };
  return {
    name: 'proposals',
    acknowledged: 0,
    failed: 0,
    async step(client, at) {
      const text = `Vorschlag ${at}`;
      const { data } = await proposed.take(at, () =>
        person(at).i18n.proposals.create({ ...place, text }),
      );
      const { data: values } = await client.i18n.values.list({ projectId, locale: 'de' });
      const version = values.find((value) => value.keyId === keyId)?.version ?? 0;
      await accepted.take(at, () =>
        client.i18n.proposals.accept({ projectId, proposalId: data.id, version }),
      );
    },
    async verify(client) {
      const open: number[] = [];
      for await (const { text } of client.i18n.proposals.listAll({ projectId, state: 'open' })) {
        open.push(numberIn(text));
      }
      const { data: values } = await client.i18n.values.list({ projectId, locale: 'de' });
      const value = values.find((value) => value.keyId === keyId)!;
      const texts = [numberIn(value.text)];
      for await (const { text } of client.i18n.history.listAll({ projectId, valueId: value.id! })) {
        if (text !== null && numberIn(text) !== texts[0]) texts.push(numberIn(text));
      }
      const faults = accepted.compare('accepted proposal', texts);
      // A later proposal of a person replaces the open one.
      const last = Math.max(...proposed.confirmed);
      if (Math.max(...texts, ...open) < last) faults.push(`proposal ${last} is lost`);
      if (open.length > 1) faults.push(`open proposals: ${open.join()}`);
      return faults;
    },
  };
}

/** Creates a key and revokes the previous one in each step. Checks that one key is left. */
export function apiKeyWriter(): Writer {
  const created = new Notes();
  const revoked = new Notes();
  let last: { id: string; at: number } | null = null;
  return {
    name: 'API keys',
    acknowledged: 0,
    failed: 0,
    async step(client, at) {
      const { data } = await created.take(at, () =>
        client.apiKeys.create({ name: `Key ${at}`, scopes: [SCOPES[0]!] }),
      );
      const before = last;
      last = { id: data.id, at };
      if (before === null) return;
      await revoked.take(before.at, () => client.apiKeys.delete({ apiKeyId: before.id }));
    },
    async verify(client) {
      const found: number[] = [];
      for await (const { name } of client.apiKeys.listAll({})) {
        if (name.startsWith('Key ')) found.push(numberIn(name));
      }
      const alive = found.filter((at) => revoked.confirmed.has(at));
      const gone = [...revoked.tried].filter((at) => !found.includes(at));
      return [
        ...alive.map((at) => `revoked key ${at} is still there`),
        ...created.compare('key', [...found, ...gone]),
      ];
    },
  };
}

/** Changes the description of one webhook. Checks that it is the last confirmed one or a later one. */
export function webhookWriter(webhookId: string): Writer {
  const notes = new Notes();
  return {
    name: 'webhooks',
    acknowledged: 0,
    failed: 0,
    step: (client, at) =>
      notes.take(at, async () => {
        await client.webhooks.update({ webhookId, description: `Edition ${at}` });
      }),
    async verify(client) {
      const { data } = await client.webhooks.get({ webhookId });
      const at = numberIn(data.description);
      const last = Math.max(...notes.confirmed);
      return notes.tried.has(at) && at >= last
        ? []
        : [`the webhook has edition ${at}, confirmed was ${last}`];
    },
  };
}

/** Starts bulk changes one after the other. Checks that each run changed all rows or none. */
export async function bulkWriter(
  client: Client,
  projectId: string,
  isIdle: () => Promise<boolean>,
): Promise<Writer> {
  const content = Object.fromEntries(
    Array.from({ length: BULK_ROWS }, (_, index) => [`bulk_${index}`, 'Row']),
  );
  await client.i18n.projects.import({ projectId, locale: 'en', content });
  const notes = new Notes();
  const runIds: string[] = [];
  return {
    name: 'bulk changes',
    acknowledged: 0,
    failed: 0,
    async step(from, at) {
      // Waits first. Otherwise, rows that an earlier run writes after the call would be conflicts.
      await until('the end', isIdle, ENDS_MS, 100);
      const { data } = await notes.take(at, () =>
        from.i18n.values.bulk({
          projectId,
          select: { query: '', locales: ['en'] },
          action: { replace: { find: 'Row', replaceWith: 'Row.', matchesCase: true } },
        }),
      );
      runIds.push(data.id!);
      await until('the end', () => hasEnded(from, projectId, data.id!), ENDS_MS, 100);
    },
    async verify(from) {
      const faults: string[] = [];
      for (const runId of runIds) {
        await until('the end', () => hasEnded(from, projectId, runId), ENDS_MS, 100);
        const { data } = await from.i18n.bulkRuns.get({ projectId, runId });
        if (data.status !== 'completed' || data.changed !== BULK_ROWS) {
          faults.push(`bulk run ${runId} is ${data.status} with ${data.changed} changed`);
        }
      }
      const texts = new Set<string | null>();
      for await (const { text } of from.i18n.values.listAll({ projectId, locale: 'en' })) {
        texts.add(text);
      }
      const [text] = texts;
      const changes = (text ?? '').length - 'Row'.length;
      if (texts.size !== 1) faults.push(`rows have ${texts.size} different texts`);
      if (changes < notes.confirmed.size || changes > notes.tried.size) {
        faults.push(`${changes} bulk changes, confirmed were ${notes.confirmed.size}`);
      }
      return faults;
    },
  };
}

async function hasEnded(client: Client, projectId: string, runId: string): Promise<boolean> {
  return (await client.i18n.bulkRuns.get({ projectId, runId })).data.status !== 'running';
}
