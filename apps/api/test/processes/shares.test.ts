import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskName } from '../../src/deps.ts';
import type { Mail } from '../../src/providers/mail/mailer.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createProject, createTenant, type Tenant } from '../app/build.ts';
import { uniqueEmail } from '../app/seed.ts';
import { bring } from '../content/import.ts';
import { queryRows } from '../servers/postgres.ts';
import { until } from './process.ts';

const LIMIT_MS = 120_000;
/** Number of rows. A bulk change of this size runs in the background and not in the request. */
const ROWS = 2_001;
const texts = Object.fromEntries(
  Array.from({ length: ROWS }, (_, index) => [`k${index}`, `old ${index}`]),
);

/** A service that enqueues tasks but runs none. */
let app: TestApp;
/** An organization with a full backlog, another with a smaller one, and one without. */
let tenants: { full: Tenant; other: Tenant; late: Tenant };
beforeAll(async () => {
  app = await startTestApp({ works: false });
  const [full, other, late] = [
    await createTenant(app),
    await createTenant(app),
    await createTenant(app),
  ];
  tenants = { full, other, late };
});
afterAll(() => app?.close());

type Work = (tenant: Tenant) => Promise<unknown>;

const invite: Work = ({ client, organizationId }) =>
  client.organizations.invitations.create({
    organizationId,
    email: `${organizationId}.${uniqueEmail()}`,
    role: 'viewer',
  });
const translate: Work = ({ client }) =>
  client.translate.jobs.create({
    strings: ['Save {name}'],
    sourceLocale: 'en',
    targetLocales: ['de'],
    engine: 'pseudo',
  });
const changeMany: Work = async (tenant) => {
  const project = await createProject(tenant.client);
  await bring(tenant, project, texts);
  const { data } = await tenant.client.i18n.values.bulk({
    projectId: project.id,
    select: { query: '', locales: ['en'] },
    action: { replace: { find: 'old', replaceWith: 'new', matchesCase: true } },
  });
  expect(data.id).not.toBeNull();
};
const publish: Work = async (tenant) => {
  const project = await createProject(tenant.client);
  await bring(tenant, project, { title: 'Title' });
  const order = { projectId: project.id, environment: 'production' };
  await tenant.client.i18n.releases.create(order, { waitSeconds: 0 });
};

const enqueue = async (work: Work, [full, other, late]: [number, number, number]) => {
  for (let index = 0; index < full; index++) await work(tenants.full);
  for (let index = 0; index < other; index++) await work(tenants.other);
  for (let index = 0; index < late; index++) await work(tenants.late);
};

interface Started {
  readonly id: string;
  readonly started: Date | null;
}

const listStarted = async (name: TaskName): Promise<Started[]> =>
  (await queryRows(
    app.connectionString,
    `select data ->> 'organizationId' as id, started_on as started from pgboss.job
     where name = $1 and data ? 'organizationId' order by started_on, created_on`,
    [name],
  )) as unknown as Started[];

describe('organizations with a full backlog of tasks', () => {
  it('start at most one task each before the first mail, job, bulk change or release of another organization', async () => {
    await enqueue(invite, [12, 3, 2]);
    await enqueue(translate, [10, 3, 2]);
    await enqueue(publish, [6, 2, 1]);
    await enqueue(changeMany, [4, 1, 1]);
    const counts = { 'send-mail': 17, 'translate-job': 15, 'publish-release': 9, 'bulk-change': 6 };
    const names = Object.keys(counts) as (keyof typeof counts)[];
    const worker = await startTestApp({ connectionString: app.connectionString });
    try {
      for (const name of names) {
        await until(
          `the end of ${name}`,
          async () => {
            const started = await listStarted(name);
            return started.length >= counts[name] && started.every((task) => task.started);
          },
          LIMIT_MS,
        );
      }
    } finally {
      await worker.close();
    }
    const { full, other, late } = tenants;
    for (const name of names) {
      const order = (await listStarted(name)).map(({ id }) => id);
      const before = order.slice(0, order.indexOf(late.organizationId));
      const turns = [full, other].map(
        ({ organizationId }) => before.filter((id) => id === organizationId).length,
      );
      expect([name, turns.every((count) => count <= 1)]).toEqual([name, true]);
    }
  });

  it('leave a slot for the mails of another organization while none of their own tasks ends', async () => {
    const { full, late } = tenants;
    await enqueue(invite, [6, 0, 1]);
    const arrived: string[] = [];
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let most = 0;
    let open = 0;
    const mailer = {
      async send(mail: Mail) {
        const isOfFull = mail.to.address.startsWith(full.organizationId);
        if (isOfFull) most = Math.max(most, ++open);
        else arrived.push(mail.to.address);
        if (isOfFull) await released;
        return null;
      },
      close: async () => {},
    };
    const { connectionString } = app;
    const worker = await startTestApp({ connectionString, overrides: { mailer } });
    try {
      await until('the mails', async () => arrived.length > 0 && most > 1, LIMIT_MS);
      expect(arrived[0]).toContain(late.organizationId);
      expect(most).toBe(2);
    } finally {
      release();
      await worker.close();
    }
  });
});
