import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app/app.ts';
import { codeOf, createProject, type Tenant } from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';
import { readCounted, readTruth } from '../../../../test/content/content-counts.ts';
import {
  contentStep,
  LOCALES,
  NAMES,
  performStep,
  readKnown,
} from '../../../../test/content/content-steps.ts';
import { findDeadlocks } from '../../../../test/measure/find-deadlocks.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { env: { MT_ENGINES: 'pseudo' } },
);

const OPERATIONS = 10_000;
const WRITERS = 8;
/** Timeout of the test. It is five times the duration on an idle machine with two cores. */
const TIMEOUT_MS = 30 * 60_000;

it(
  '10,000 changes of one project by eight writers at once never deadlock, and all are counted',
  async () => {
    const { id } = await createProject(tenant.client);
    const content = Object.fromEntries(NAMES.map((key) => [key, 'start']));
    for (const locale of LOCALES) {
      await tenant.client.i18n.projects.import({ projectId: id, locale, content });
    }
    const steps = fc.sample(contentStep, OPERATIONS).values();
    const faults: string[] = [];
    const write = async (): Promise<void> => {
      for (const step of steps) {
        const known = await readKnown(tenant, id);
        const code = await codeOf(performStep(tenant, id, step, known));
        if (code === 'internal') faults.push(JSON.stringify(step));
      }
    };
    const deadlocks = await findDeadlocks(() =>
      Promise.all(Array.from({ length: WRITERS }, write)),
    );
    expect([faults, deadlocks]).toEqual([[], []]);
    expect(await readCounted(app, id)).toEqual(await readTruth(app, tenant, id));
  },
  TIMEOUT_MS,
);
