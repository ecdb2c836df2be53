import { lookupTags } from './lookup-tags.ts';
import { fallbacksOf, isStale, type Manifest, parseManifest } from './manifest.ts';
import { requireTexts } from './require-texts.ts';
import type { FlatMessages, LoadedTexts, Reader, ReaderOptions } from './types.ts';

const HASH_LENGTH = 64;

/**
 * Creates a reader for the texts that an environment publishes to a bundle store. No request is
 * sent until the first call of a method.
 */
export function createReader(
  options: ReaderOptions & { readonly shape: 'flat' },
): Reader<FlatMessages>;
export function createReader(options: ReaderOptions): Reader;
export function createReader(options: ReaderOptions): Reader<never> {
  return new StoreReader(options);
}

class StoreReader<Texts> implements Reader<Texts> {
  readonly #options: ReaderOptions;
  /** Name of the environment in URLs of the bundle store and in keys of the local storage. */
  readonly #name: string;
  #known: { readonly text: string; readonly manifest: Manifest } | undefined;
  #isReady = false;
  #refreshing: Promise<boolean> | undefined;
  /** Requests for the blobs of the current manifest, by the hash of the blob. */
  readonly #blobs = new Map<string, Promise<string>>();
  /**
   * The last valid texts of each locale. Each entry is the hash of the texts, followed by the
   * texts.
   */
  readonly #last = new Map<string, string>();

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#name = `${options.projectId}/${options.environmentId}`;
  }

  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#readManifest().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async load(locale: string): Promise<LoadedTexts<Texts>> {
    const tags = lookupTags(locale);
    if (!this.#isReady) await this.refresh();
    const { manifest } = this.#known!;
    let fault: unknown = new Error(`The release does not contain the locale ${locale}.`);
    for (const tag of tags.filter((tag) => Object.hasOwn(manifest.locales, tag))) {
      try {
        const messages = JSON.parse(await this.#textOf(tag, manifest));
        return { locale: tag, messages, fallbacks: fallbacksOf(manifest, tag) };
      } catch (error) {
        fault = error;
      }
    }
    throw fault;
  }

  async #readManifest(): Promise<boolean> {
    const kept = !this.#known && (await this.#recall(''));
    try {
      if (kept) this.#know(kept);
    } catch {}
    const current = this.#known;
    try {
      const text = await this.#fetch(`m/${this.#name}.json`, 'no-cache');
      if (text === current?.text || (current && isStale(parseManifest(text), current.manifest)))
        return false;
      this.#know(text);
      await this.#keep('', text);
      return true;
    } catch (error) {
      if (!current) throw error;
      return false;
    } finally {
      this.#isReady = !!this.#known;
    }
  }

  #know(text: string): void {
    this.#known = { text, manifest: parseManifest(text) };
    for (const sha256 of this.#blobs.keys()) if (!text.includes(sha256)) this.#blobs.delete(sha256);
  }

  async #textOf(tag: string, { locales }: Manifest): Promise<string> {
    const { shape = 'nested' } = this.#options;
    const { sha256: flat, shapes } = locales[tag]!;
    const sha256 = shape === 'flat' ? flat : shapes.nested;
    const slot = `/${shape}/${tag}`;
    let good = this.#last.get(tag) ?? (await this.#recallTexts(slot));
    if (!good?.startsWith(sha256)) {
      try {
        good = sha256 + (await this.#blobOf(sha256));
        await this.#keep(slot, good);
      } catch (error) {
        if (!good) throw error;
      }
    }
    this.#last.set(tag, good);
    return good.slice(HASH_LENGTH);
  }

  #blobOf(sha256: string): Promise<string> {
    const cached = this.#blobs.get(sha256);
    if (cached) return cached;
    const path = `b/${sha256}.json`;
    const blob = this.#fetch(path).then((text) =>
      // If the bytes are wrong, requests the blob again without the HTTP cache, which could
      // otherwise return the same bytes for a year.
      requireTexts(text, sha256).catch(async () =>
        requireTexts(await this.#fetch(path, 'reload'), sha256),
      ),
    );
    this.#blobs.set(sha256, blob);
    blob.catch(() => this.#blobs.delete(sha256));
    return blob;
  }

  async #fetch(path: string, cache?: 'no-cache' | 'reload'): Promise<string> {
    const { url, fetch = globalThis.fetch, timeoutMs = 15_000 } = this.#options;
    const address = `${url.replace(/\/$/, '')}/${path}`;
    const response = await fetch(address, { cache, signal: AbortSignal.timeout?.(timeoutMs) });
    if (!response.ok) throw new Error(`${address} responds with ${response.status}.`);
    return response.text();
  }

  /** Returns the texts in the local storage. Null if they are missing or damaged. */
  async #recallTexts(slot: string): Promise<string | null> {
    const kept = await this.#recall(slot);
    try {
      if (kept) await requireTexts(kept.slice(HASH_LENGTH), kept.slice(0, HASH_LENGTH));
      return kept;
    } catch {
      return null;
    }
  }

  #keyOf = (place: string): string => `parlance/${this.#name}${place}`;

  async #recall(slot: string): Promise<string | null> {
    try {
      return (await this.#options.storage?.getItem(this.#keyOf(slot))) ?? null;
    } catch {
      return null;
    }
  }

  async #keep(slot: string, value: string): Promise<void> {
    try {
      await this.#options.storage?.setItem(this.#keyOf(slot), value);
    } catch {}
  }
}
