import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../sdk/test/local-server.ts';
import {
  answerText,
  blobPath,
  createStorage,
  cutOff,
  ENVIRONMENT,
  MANIFEST,
  startStore,
  textsOf,
} from '../test/store.ts';
import { createReader } from './create-reader.ts';
import type { ReaderOptions } from './types.ts';

let store: Awaited<ReturnType<typeof startStore>>;
beforeEach(async () => {
  store = await startStore();
});
afterEach(() => store.close());

const readerOf = (options: Partial<ReaderOptions> = {}) =>
  createReader({ url: store.url, ...ENVIRONMENT, ...options });
const nested = (words: string) => ({ a: { b: words } });
const LONG_AGO = { publishedAt: '2001-01-01T00:00:00.000Z' };

const MANIFEST_FAULTS: readonly (readonly [string, Answer])[] = [
  ['an error', answerText('{"error":"out of order"}', 500)],
  ['JSON of another kind', answerText('{"error":"out of order"}')],
  ['null', answerText('null')],
  ['a page', answerText('<html>Sign in to this network</html>')],
  ['a manifest without blobs', answerText('{"version":9,"locales":{"de":{}}}')],
  ['a body that is cut off', cutOff],
  ['nothing', (_, response) => void response.destroy()],
];
const BLOB_FAULTS: readonly (readonly [string, Answer])[] = [
  ['an error', answerText('{}', 500)],
  ['a page', answerText('<html>Sign in to this network</html>')],
  ['JSON with other bytes', answerText('{"a":{"b":"wrong"}}')],
  ['a body that is cut off', cutOff],
  ['nothing', (_, response) => void response.destroy()],
];

describe('a reader', () => {
  it('returns the texts of a locale or of a more general locale, with its fallbacks', async () => {
    const parents = { 'zh-Hant': 'zh', zh: 'en', de: 'en' };
    store.publish(1, { en: 'one', zh: 'two', 'zh-Hant': 'three', de: 'four' }, { parents });
    const reader = readerOf({ url: `${store.url}/` });
    expect(await reader.load('zh_TW')).toEqual({
      locale: 'zh-Hant',
      messages: nested('three'),
      fallbacks: ['zh', 'en'],
    });
    expect(await reader.load('de-AT')).toMatchObject({ locale: 'de', fallbacks: ['en'] });
    expect(await reader.load('en')).toMatchObject({ locale: 'en', fallbacks: [] });
    const flat = await createReader({ url: store.url, ...ENVIRONMENT, shape: 'flat' }).load('de');
    const texts: Record<string, string> = flat.messages;
    expect(texts).toEqual({ 'a.b': 'four' });
  });

  it('finds an equivalent locale, or else a parent', async () => {
    store.publish(1, { en: 'one', 'zh-Hans': 'two', no: 'three', 'es-419': 'four' });
    const reader = readerOf();
    for (const [asked, locale] of [
      ['zh-CN', 'zh-Hans'],
      ['zh', 'zh-Hans'],
      ['nb-NO', 'no'],
      ['es-MX', 'es-419'],
      ['en-AU', 'en'],
    ] as const) {
      expect(await reader.load(asked)).toMatchObject({ locale });
    }
    await expect(reader.load('es-ES')).rejects.toThrow(/es-ES/);
  });

  it('stops at a cycle of fallbacks', async () => {
    store.publish(1, { en: 'one', de: 'two' }, { parents: { de: 'en', en: 'de' } });
    expect(await readerOf().load('de')).toMatchObject({ fallbacks: ['en'] });
  });

  it('requests a manifest only on the first load and on refresh, and requests each blob once', async () => {
    store.publish(1, { en: 'same', de: 'same', fr: 'other' });
    const reader = readerOf();
    const all = ['en', 'de', 'fr', 'en', 'fr-CA'];
    const [first] = await Promise.all(all.map((locale) => reader.load(locale)));
    for (const locale of all) await reader.load(locale);
    expect([store.countOf('/s/m/'), store.countOf('/s/b/')]).toEqual([1, 2]);
    first!.messages.a = 'changed by the caller';
    expect((await reader.load('en')).messages).toEqual(nested('same'));
    store.publish(2, { en: 'new', de: 'same', fr: 'other' });
    expect(await Promise.all([reader.refresh(), reader.refresh()])).toEqual([true, true]);
    expect(await reader.refresh()).toBe(false);
    for (const locale of all) await reader.load(locale);
    expect([store.countOf('/s/m/'), store.countOf('/s/b/')]).toEqual([3, 3]);
    expect((await reader.load('en')).messages).toEqual(nested('new'));
  });

  it('discards the blobs that a new manifest does not name', async () => {
    const reader = readerOf();
    for (const [index, words] of ['one', 'two', 'one'].entries()) {
      store.publish(index + 1, { de: words, en: 'same' });
      await reader.refresh();
      for (const locale of ['de', 'en']) await reader.load(locale);
    }
    const counts = ['one', 'two', 'same'].map((words) =>
      store.countOf(blobPath(textsOf(words).nested)),
    );
    expect(counts).toEqual([2, 1, 1]);
  });

  it('throws for a locale that the release does not contain and for an invalid tag', async () => {
    store.publish(1, { en: 'one' });
    await expect(readerOf().load('de')).rejects.toThrow('does not contain the locale de');
    await expect(readerOf().load('constructor')).rejects.toThrow(RangeError);
  });
});

describe('a reader of a store with faults', () => {
  it.each(MANIFEST_FAULTS)(
    'keeps its texts if the response for the manifest is %s',
    async (_, fault) => {
      const storage = createStorage();
      store.publish(1, { de: 'one' });
      const reader = readerOf({ storage });
      await reader.load('de');
      store.faults.set('/s/m/', fault);
      expect(await reader.refresh()).toBe(false);
      expect((await reader.load('de')).messages).toEqual(nested('one'));
      const restarted = readerOf({ storage });
      expect((await restarted.load('de')).messages).toEqual(nested('one'));
      await expect(readerOf().load('de')).rejects.toThrow();
      await expect(readerOf().refresh()).rejects.toThrow();
      store.faults.clear();
      store.publish(2, { de: 'two' });
      expect(await restarted.refresh()).toBe(true);
      expect((await restarted.load('de')).messages).toEqual(nested('two'));
    },
  );

  it.each(BLOB_FAULTS)(
    'keeps its texts if the response for the blob is %s, and loads the blob later',
    async (_, fault) => {
      const storage = createStorage();
      store.publish(1, { de: 'one' });
      const reader = readerOf({ storage });
      await reader.load('de');
      store.publish(2, { de: 'two', fr: 'three' });
      store.faults.set('/s/b/', fault);
      const restarted = readerOf({ storage });
      expect(await reader.refresh()).toBe(true);
      for (const one of [reader, restarted]) {
        expect((await one.load('de')).messages).toEqual(nested('one'));
        await expect(one.load('fr')).rejects.toThrow();
      }
      store.faults.clear();
      for (const one of [reader, restarted]) {
        expect((await one.load('de')).messages).toEqual(nested('two'));
      }
    },
  );

  it('returns a more general locale if the blob of a new locale cannot be read', async () => {
    store.publish(1, { de: 'one' });
    const reader = readerOf();
    await reader.load('de-AT');
    store.publish(2, { de: 'one', 'de-AT': 'two' });
    store.faults.set('/s/b/', answerText('', 500));
    expect(await reader.refresh()).toBe(true);
    expect(await reader.load('de-AT')).toMatchObject({ locale: 'de', messages: nested('one') });
    store.faults.clear();
    expect(await reader.load('de-AT')).toMatchObject({ locale: 'de-AT', messages: nested('two') });
  });

  it('bypasses a cache whose bytes do not match the hash of a blob', async () => {
    store.publish(1, { de: 'one' });
    const blob = textsOf('one').nested;
    let count = 0;
    store.faults.set(blobPath(blob), (request, response) => {
      const isPast = request.headers['cache-control'] === 'no-cache';
      count++;
      answerText(isPast ? blob : '{}')(request, response);
    });
    expect((await readerOf().load('de')).messages).toEqual(nested('one'));
    expect(count).toBe(2);
  });

  it('waits no longer than its timeout for a store that does not respond', async () => {
    const storage = createStorage();
    store.publish(1, { de: 'one' });
    await readerOf({ storage }).load('de');
    store.faults.set('/s/', () => {});
    const reader = readerOf({ storage, timeoutMs: 20 });
    expect((await reader.load('de')).messages).toEqual(nested('one'));
    await expect(readerOf({ timeoutMs: 20 }).load('de')).rejects.toThrow();
  });

  it('can load a locale after a first attempt that got the status 404', async () => {
    const reader = readerOf();
    await expect(reader.load('de')).rejects.toThrow(`${store.url}/m/p1/e1.json responds with 404.`);
    store.publish(1, { de: 'one' });
    expect((await reader.load('de')).messages).toEqual(nested('one'));
  });
});

describe('a reader that gets an older manifest', () => {
  it('ignores the stale manifest of a cache, even after a restart', async () => {
    const storage = createStorage();
    store.publish(1, { de: 'one' });
    const stale = store.objects.get(MANIFEST)!;
    store.publish(2, { de: 'two' });
    const reader = readerOf({ storage });
    await reader.load('de');
    store.objects.set(MANIFEST, stale);
    for (const one of [reader, readerOf({ storage })]) {
      expect(await one.refresh()).toBe(false);
      expect((await one.load('de')).messages).toEqual(nested('two'));
    }
  });

  it('accepts an older manifest if the known manifest is older than the lifetime of caches', async () => {
    store.publish(2, { de: 'two' }, LONG_AGO);
    const reader = readerOf();
    await reader.load('de');
    store.publish(1, { de: 'one' }, LONG_AGO);
    expect(await reader.refresh()).toBe(true);
    expect((await reader.load('de')).messages).toEqual(nested('one'));
  });
});

describe('the storage of a reader', () => {
  it('saves requests for texts that it contains', async () => {
    const storage = createStorage();
    store.publish(1, { de: 'one' });
    await readerOf({ storage }).load('de');
    await readerOf({ storage }).load('de');
    expect([store.countOf('/s/m/'), store.countOf('/s/b/')]).toEqual([2, 1]);
    store.publish(2, { de: 'two' });
    await readerOf({ storage }).load('de');
    expect([...storage.items.keys()]).toEqual(['parlance/p1/e1', 'parlance/p1/e1/nested/de']);
  });

  it('can be asynchronous, full, disabled or corrupt', async () => {
    store.publish(1, { de: 'one' });
    const kept = createStorage();
    const storage = {
      getItem: async (key: string) => kept.getItem(key),
      setItem: async (key: string, value: string) => kept.setItem(key, value),
    };
    await readerOf({ storage }).load('de');
    const off = () => {
      throw new Error('The storage is off.');
    };
    for (const broken of [
      { getItem: off, setItem: off },
      { getItem: async () => off(), setItem: async () => off() },
      { getItem: () => 'spoilt', setItem: () => {} },
      { getItem: (key: string) => `${kept.getItem(key)} `, setItem: () => {} },
    ]) {
      expect((await readerOf({ storage: broken }).load('de')).messages).toEqual(nested('one'));
    }
    await store.close();
    expect((await readerOf({ storage }).load('de')).messages).toEqual(nested('one'));
    store = await startStore();
  });
});

describe('a reader on a platform without crypto.subtle', () => {
  it('checks that texts are JSON', async () => {
    const { crypto } = globalThis;
    Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
    try {
      store.publish(1, { de: 'one' });
      const reader = readerOf();
      await reader.load('de');
      store.publish(2, { de: 'two' });
      store.faults.set('/s/b/', answerText('{"a":'));
      await reader.refresh();
      expect((await reader.load('de')).messages).toEqual(nested('one'));
      store.faults.clear();
      expect((await reader.load('de')).messages).toEqual(nested('two'));
    } finally {
      Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
    }
  });
});
