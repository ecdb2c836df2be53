import type { BenchServer } from './servers/server.ts';
import { createFilled } from './workspace.ts';

/** Identifies a value to edit. */
export interface Edited {
  projectId: string;
  valueId: string;
}

export const WRITERS = 10;
const KEYS = 200;
const ROUND_MS = 2_000;

/** Creates a project, and returns its values for a writer to edit in turn. */
export async function fillProject(server: BenchServer, keys = KEYS): Promise<Edited[]> {
  const project = await createFilled(server, keys, ['en', 'de']);
  const edited: Edited[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: { id: string | null }[]; meta: { nextCursor: string | null } } =
      await server.client.i18n.values.list({
        projectId: project.id,
        locale: 'de',
        limit: KEYS,
        ...(cursor !== null && { cursor }),
      });
    edited.push(...page.data.map(({ id }) => ({ projectId: project.id, valueId: id! })));
    cursor = page.meta.nextCursor;
  } while (cursor !== null);
  return edited;
}

let edition = 0;

/** Returns a text that no value has yet. */
export const nextText = (): string => `Edition ${edition++}`;

/** Returns the edits per second while each writer edits its own values in turn. */
export async function perSecond(
  writers: readonly (readonly Edited[])[],
  save: (edited: Edited, text: string) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  const startedAt = performance.now();
  const until = startedAt + ROUND_MS;
  await Promise.all(
    writers.map(async (values) => {
      for (let index = 0; performance.now() < until; index++) {
        await save(values[index % values.length]!, nextText());
        count++;
      }
    }),
  );
  return (count * 1_000) / (performance.now() - startedAt);
}
