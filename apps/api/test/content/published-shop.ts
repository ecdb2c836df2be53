import type { Release } from '@parlance/contracts';
import { beforeEach, expect } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { createProject } from '../app/build.ts';
import { type DescribedProject, describeProject } from '../app/describe-project.ts';

/**
 * Creates a project in three languages before each test. The project lacks two German texts. Returns functions that
 * publish and read the project.
 */
export function describePublishedShop(take: (given: DescribedProject) => void) {
  let given: DescribedProject;
  describeProject((described) => {
    given = { ...described };
    take(given);
  });
  beforeEach(async () => {
    const { tenant, projectId } = given;
    await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      targetLocales: ['de', 'fr'],
      content: { menu: { open: 'Open', close: 'Close' }, title: 'Title' },
    });
    await tenant.client.i18n.projects.import({
      projectId,
      locale: 'de',
      content: { menu: { open: 'Öffnen' } },
    });
  });
  return {
    /** Creates a project without keys. The other functions then publish and read this project. */
    async emptyProject(): Promise<string> {
      given.projectId = (await createProject(given.tenant.client)).id;
      return given.projectId;
    },
    /**
     * Publishes a release and waits until bundles contain it. That takes at most a second, because every process is
     * notified.
     */
    async publish(input: Record<string, unknown> = {}) {
      const { app, tenant, projectId } = given;
      const release = { projectId, environment: 'production', ...input };
      const answer = await tenant.client.i18n.releases.create(release);
      const { environmentId, version, locales } = answer.data;
      const url = `${app.url}/v1/i18n/bundles/${projectId}/${environmentId}/${locales[0]!.code}`;
      await eventually(async () => {
        const { data } = (await (await fetch(url)).json()) as { data: { release: Release } };
        expect(data.release.version).toBeGreaterThanOrEqual(version);
      });
      return answer;
    },
    async messages(locale: string, release?: number): Promise<unknown> {
      const { app, projectId } = given;
      const url = `${app.url}/v1/i18n/bundles/${projectId}/production/${locale}?shape=flat&envelope=false`;
      const response = await fetch(release === undefined ? url : `${url}&release=${release}`);
      expect(response.status).toBe(200);
      return response.json();
    },
  };
}
