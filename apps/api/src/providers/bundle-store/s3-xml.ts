import type { ListedObject } from './bundle-store.ts';

const textOf = (xml: string, element: string): string | null =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? null;

/**
 * Returns the code of an error response, such as `NoSuchBucket`. Null if the response has no code.
 */
export const readErrorCode = (answer: Buffer): string | null =>
  textOf(answer.toString('utf8'), 'Code');

/** Parses a page of ListObjectsV2 with `encoding-type=url`. `next` is null on the last page. */
export function readListing(answer: Buffer): { objects: ListedObject[]; next: string | null } {
  const xml = answer.toString('utf8');
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry]) => ({
    key: decodeURIComponent((textOf(entry!, 'Key') ?? '').replaceAll('+', ' ')),
    sizeBytes: Number(textOf(entry!, 'Size')),
  }));
  const isCut = textOf(xml, 'IsTruncated') === 'true';
  return { objects, next: isCut ? decodeEntities(textOf(xml, 'NextContinuationToken')) : null };
}

const decodeEntities = (text: string | null): string | null =>
  text
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&') ?? null;
