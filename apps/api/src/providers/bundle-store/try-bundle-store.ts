import { randomUUID } from 'node:crypto';
import { type BundleStore, BundleStoreError } from './bundle-store.ts';

/**
 * Tries every operation that publishing a release needs from a bundle store, on a test object.
 * @throws BundleStoreError with a sentence that states which operation fails
 */
export async function tryBundleStore(store: BundleStore): Promise<void> {
  const key = `try-${randomUUID()}.json`;
  const fault = (what: string): BundleStoreError =>
    new BundleStoreError(`${store.address}: ${what}`, { reason: what, isRepeatable: false });
  const object = (text: string) => ({
    bytes: Buffer.from(JSON.stringify(text)),
    contentType: 'application/json; charset=utf-8',
    cacheControl: 'no-store',
  });
  const readEtag = async (text: string): Promise<string> => {
    const found = await store.read(key, 1_000);
    if (found?.bytes.equals(object(text).bytes)) return found.etag;
    throw fault('it does not return what was written');
  };
  const first = 'Parlance tries its bundle store.';
  try {
    await store.write(key, object(first), 'absent');
    const etag = await readEtag(first);
    if (!(await store.write(key, object('tried'), { etag })))
      throw fault('the store or a proxy before it changes ETags');
    await readEtag('tried');
    if ((await store.sizeOf(key)) === null) throw fault('it does not find what was written');
    for await (const _ of store.list('try-')) break;
  } finally {
    await store.remove(key).catch(() => {});
  }
}
