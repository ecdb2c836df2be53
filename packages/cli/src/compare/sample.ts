import type { Client } from '@parlance/sdk';
import { failUsage } from '../fault.ts';
import { localesInstead } from '../output/did-you-mean.ts';

/** Maximum number of approved texts of a locale that are read to choose a sample. */
const MAX_READ = 20_000;
const PAGE_SIZE = 500;

type Answer = Awaited<ReturnType<Client['i18n']['values']['list']>>;

/** A text that people have approved. */
export interface ApprovedText {
  readonly keyId: string;
  readonly text: string;
}

export interface LocaleSample {
  readonly locale: string;
  readonly approved: readonly ApprovedText[];
}

/**
 * Reads a sample of the approved texts of each locale, by default of all target locales. The sample is evenly spread
 * over the keys. Repeated runs choose the same keys, so that their results are comparable.
 */
export async function readSample(
  client: Client,
  projectId: string,
  named: readonly string[],
  size: number,
): Promise<LocaleSample[]> {
  const { data } = await client.i18n.locales.list({ projectId, limit: PAGE_SIZE });
  const targets = data.filter(({ enabled, isSource }) => enabled && !isSource);
  const codes = targets.map(({ code }) => code);
  const unknown = named.find((code) => !codes.includes(code));
  if (unknown !== undefined) {
    failUsage(`${unknown} is not a target locale of the project.${localesInstead(unknown, codes)}`);
  }
  const samples: LocaleSample[] = [];
  for (const locale of named.length > 0 ? new Set(named) : codes) {
    const all = await readApproved(client, projectId, locale);
    samples.push({ locale, approved: spread(all, size) });
  }
  return samples;
}

async function readApproved(
  client: Client,
  projectId: string,
  locale: string,
): Promise<ApprovedText[]> {
  const found: ApprovedText[] = [];
  let cursor: string | null = null;
  do {
    const page: Answer = await client.i18n.values.list({
      projectId,
      locale,
      state: 'reviewed',
      limit: PAGE_SIZE,
      ...(cursor === null ? {} : { cursor }),
    });
    for (const { keyId, text, outdated } of page.data) {
      if (text !== null && text !== '' && !outdated) found.push({ keyId, text });
    }
    cursor = page.meta.nextCursor;
  } while (cursor !== null && found.length < MAX_READ);
  return found;
}

/** Returns at most `size` elements at even distances. */
function spread<Element>(all: readonly Element[], size: number): Element[] {
  if (all.length <= size) return [...all];
  return Array.from({ length: size }, (_, index) => all[Math.floor((index * all.length) / size)]!);
}
