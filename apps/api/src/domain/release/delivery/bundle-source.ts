import { isDatabaseAway } from '../../../db/availability/away.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../errors.ts';
import { BundleStoreError } from '../../../providers/bundle-store/bundle-store.ts';
import { type BundleAddress, type BundlePointer, findBundle } from '../bundle.store.ts';
import { readBlob } from '../release.store.ts';
import type { StoredBundles } from './stored-bundles.ts';

type SourceDeps = Pick<Deps, 'db' | 'contentReads'>;

/**
 * Reads published bundles from the database, or from the bundle store while the database is
 * unreachable.
 */
export class BundleSource {
  readonly #stored: StoredBundles | null;
  #deps: SourceDeps | null = null;
  #isUp = (): boolean => false;

  constructor(stored: StoredBundles | null) {
    this.#stored = stored;
  }

  /**
   * Sets the database as a source of bundles, when the service has connected to it.
   * @param isUp - Returns true if the database has recently responded
   */
  attach(deps: SourceDeps, isUp: () => boolean): void {
    this.#deps = deps;
    this.#isUp = isUp;
  }

  /** True if bundles are read from the bundle store, because the database is unreachable. */
  get isBridging(): boolean {
    return this.#stored !== null && !this.#isUp();
  }

  canBridge = (error: unknown): boolean => this.#stored !== null && isDatabaseAway(error);

  /**
   * @throws `not_found`, `gone`; the error of the database if the bundle store does not contain the
   * bundle
   */
  find(address: BundleAddress): Promise<BundlePointer> {
    return this.#ask(
      ({ db }) => findBundle(db, address),
      (stored) => stored.find(address),
    );
  }

  read({ projectId, sha256 }: BundlePointer): Promise<Buffer> {
    return this.#ask(
      ({ contentReads }) => contentReads.ofImmutable((db) => readBlob(db, projectId, sha256)),
      (stored) => stored.read(sha256),
    );
  }

  async #ask<Result>(
    askDatabase: (deps: SourceDeps) => Promise<Result>,
    askStore: (stored: StoredBundles) => Promise<Result | null>,
  ): Promise<Result> {
    const isBridging = this.isBridging;
    const found = isBridging ? await this.#askStore(askStore) : null;
    if (found !== null) return found;
    try {
      return await askDatabase(this.#requireDeps());
    } catch (error) {
      const other = !isBridging && isDatabaseAway(error) ? await this.#askStore(askStore) : null;
      if (other === null) throw error;
      return other;
    }
  }

  async #askStore<Result>(
    ask: (stored: StoredBundles) => Promise<Result | null>,
  ): Promise<Result | null> {
    if (this.#stored === null) return null;
    try {
      return await ask(this.#stored);
    } catch (error) {
      if (error instanceof BundleStoreError) return null;
      throw error;
    }
  }

  #requireDeps(): SourceDeps {
    if (this.#deps !== null) return this.#deps;
    throw new Failure('service_unavailable', 'The database cannot be reached yet.', {
      retryAfterSeconds: 1,
    });
  }
}
