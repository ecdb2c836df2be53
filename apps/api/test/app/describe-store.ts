import { LIMITS } from '@parlance/contracts';
import type { Client } from '@parlance/sdk';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { SLOWNESS } from '../../../../scripts/slowness.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Manifest } from '../../src/domain/release/delivery/manifest.ts';
import type { BundleStore } from '../../src/providers/bundle-store/bundle-store.ts';
import { S3Store } from '../../src/providers/bundle-store/s3-store.ts';
import { withRetries } from '../../src/providers/bundle-store/with-retries.ts';
import { type S3Server, startS3Server } from '../servers/s3-server.ts';
import { startTestApp, type TestApp } from './app.ts';
import { createProject, createTenant, type Tenant } from './build.ts';

export interface DescribedStore {
  server: S3Server;
  store: BundleStore;
  app: TestApp;
  /** Called after each operation of the store. If it throws, the attempt ends as in a killed process. */
  afterOperation(operation: string): void;
  /** Awaited before each write. */
  beforeWrite(): Promise<void>;
  /** Creates a project with a text, and returns the functions that its tests use. */
  start(): ReturnType<typeof startProject>;
}

/** Starts a service with a bucket for the tests of a file. */
export function describeStore(): DescribedStore {
  let tenant: Tenant;
  const given = {
    start: () => startProject(given, tenant.client),
  } as DescribedStore;
  const withoutFaults = (): void => {
    given.afterOperation = () => {};
    given.beforeWrite = async () => {};
  };
  beforeAll(async () => {
    withoutFaults();
    given.server = await startS3Server();
    const config = readConfig(given.server.env).bundleStore!;
    if (config.kind !== 's3') throw new Error('a bucket is needed');
    const plain = new S3Store({ ...config, fetch, timeoutMs: 3_000 * SLOWNESS });
    given.store = withRetries(plain, { attempts: 5, withinMs: 60_000, firstWaitMs: 1 });
    given.app = await startTestApp({ overrides: { bundleStore: watched(given.store, given) } });
    tenant = await createTenant(given.app);
  });
  afterEach(() => {
    given.server.recover();
    withoutFaults();
  });
  afterAll(async () => {
    await given.app.close();
    await given.server.close();
  });
  return given;
}

/** Wraps a store so that `given.afterOperation` is called after each operation. */
function watched(inner: BundleStore, given: DescribedStore): BundleStore {
  const told = async <Result>(operation: string, done: Promise<Result>): Promise<Result> => {
    const result = await done;
    given.afterOperation(operation);
    return result;
  };
  return {
    ...inner,
    read: (key, maxBytes) => told(`read ${key}`, inner.read(key, maxBytes)),
    sizeOf: (key) => told(`size ${key}`, inner.sizeOf(key)),
    async write(key, object, condition) {
      await given.beforeWrite();
      return told(`write ${key}`, inner.write(key, object, condition));
    },
  };
}

let started = 0;

async function startProject({ app, server }: DescribedStore, client: Client) {
  // Equal texts in two projects would share one blob.
  const project = `project ${started++}`;
  const { id: projectId } = await createProject(client);
  const setText = (text: string) =>
    client.i18n.projects.import({
      projectId,
      locale: 'en',
      content: { greeting: { hello: text }, project },
    });
  await setText('one');
  const { data } = await client.i18n.environments.list({ projectId });
  const { id: environmentId } = data.find(({ slug }) => slug === 'production')!;
  const key = `m/${projectId}/${environmentId}.json`;
  const manifest = (): Manifest | null => JSON.parse(server.text(key) ?? 'null');
  // Waits longer than the default, because a store that answers late delays the release.
  const publish = () =>
    client.i18n.releases.create(
      { projectId, environment: 'production' },
      { waitSeconds: LIMITS.waitSeconds },
    );
  /** Publishes, and waits until no task of the release is left. */
  const publishAll = async () => {
    const answer = await publish();
    const { sha256, shapes } = manifest()!.locales.en!;
    const compressed = [sha256, shapes.nested].map((name) => `b/${name}.json.br`);
    await eventually(() =>
      expect(compressed.filter((name) => !server.objects.has(name))).toEqual([]),
    );
    return answer;
  };
  /** Returns the text that readers of the manifest get. */
  const shown = (): string | null => {
    const locale = manifest()?.locales.en;
    return locale ? JSON.parse(server.text(`b/${locale.sha256}.json`)!)['greeting.hello'] : null;
  };
  const served = async (): Promise<string> => {
    const path = `/v1/i18n/bundles/${projectId}/production/en?envelope=false&shape=flat`;
    const answer = await fetch(app.url + path);
    return ((await answer.json()) as Record<string, string>)['greeting.hello']!;
  };
  return {
    client,
    projectId,
    environmentId,
    key,
    manifest,
    setText,
    publish,
    publishAll,
    shown,
    served,
  };
}
