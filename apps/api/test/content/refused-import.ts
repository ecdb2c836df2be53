import { beforeEach, expect } from 'vitest';
import { type DescribedProject, describeProject } from '../app/describe-project.ts';
import { type Refusal, refusalIn, sendRaw } from '../app/refusal.ts';
import { countRows } from './import.ts';

export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Returns the body of an import of English texts. */
export const envelope = (content: string, more = ''): string =>
  `{"locale":"en","content":${content}${more}}`;

/** Creates a project before each test. Returns functions that send imports that must be refused. */
export function describeRefusedImports(take: (given: DescribedProject) => void) {
  let given: DescribedProject;
  let rowsBefore: Record<string, number>;
  describeProject((described) => {
    given = described;
    take(described);
  });
  beforeEach(async () => {
    rowsBefore = await countRows(given.app);
  });
  const nothingWritten = async (): Promise<void> =>
    expect(await countRows(given.app)).toEqual(rowsBefore);
  return {
    nothingWritten,
    post: (
      body: RequestInit['body'],
      headers: Record<string, string> = JSON_TYPE,
      query = '',
    ): Promise<Response> => {
      const { app, tenant, projectId } = given;
      return sendRaw(app, tenant, `/v1/i18n/projects/${projectId}/import${query}`, body, headers);
    },
    /** Requires that a request is rejected and that nothing was written. Returns the refusal. */
    async refused(sending: Promise<Response>): Promise<Refusal> {
      const refusal = await refusalIn(await sending);
      expect(refusal.status).toBeGreaterThanOrEqual(400);
      expect(refusal.status).toBeLessThan(500);
      await nothingWritten();
      return refusal;
    },
  };
}
