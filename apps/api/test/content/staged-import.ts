import type { StagedImport } from '@parlance/contracts';
import type { Tenant } from '../app/build.ts';
import type { ContentInput } from './import.ts';

export type StageInput = Partial<
  Pick<ContentInput, 'locale' | 'format' | 'prune' | 'targetLocales'> & {
    mode: StagedImport['mode'];
  }
>;

/** Stages an import, by default into `en`. */
export async function stageImport(
  { client }: Tenant,
  projectId: string,
  content: ContentInput['content'],
  more: StageInput = {},
): Promise<StagedImport> {
  const input = { projectId, locale: 'en', content, ...more };
  return (await client.i18n.imports.create(input)).data;
}
