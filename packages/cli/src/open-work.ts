import { type Client, isParlanceError, type OpenWork } from '@parlance/sdk';
import { count } from './output/count.ts';

/**
 * Reads the open questions and proposals of a project, for the given locales and for keys. Returns
 * none if the server is too old to have the endpoint.
 */
export async function readOpenWork(
  client: Client,
  projectId: string,
  locales: readonly string[],
): Promise<OpenWork[]> {
  try {
    const { data } = await client.i18n.openWork.get({ projectId });
    return data.filter(({ localeCode }) => localeCode === null || locales.includes(localeCode));
  } catch (error) {
    if (isParlanceError(error, 'not_found')) return [];
    throw error;
  }
}

/** Describes open work in one line for each locale. */
export const describeOpenWork = (work: readonly OpenWork[]): string[] =>
  work.map(({ localeCode, questions, proposals }) => {
    const parts = [
      ...(questions > 0 ? [count(questions, 'open question')] : []),
      ...(proposals > 0 ? [count(proposals, 'open proposal')] : []),
    ];
    return `${localeCode ?? 'keys'}: ${parts.join(', ')}`;
  });
