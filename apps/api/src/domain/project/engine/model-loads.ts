import type { Logger } from 'pino';
import type { EngineChoice } from './choose-engines.ts';

/** The downloads of translation models that this process has started. */
export class ModelLoads {
  readonly #log: Logger;
  readonly #underWay = new Set<string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /**
   * Starts to download models in the background. No queued task does this, because each process
   * needs the models in its own memory.
   */
  start({ loadable, sourceLocale, targetLocale }: EngineChoice): void {
    for (const { engine } of loadable) {
      const load = `${engine.id} ${sourceLocale} ${targetLocale}`;
      if (!engine.load || this.#underWay.has(load)) continue;
      this.#underWay.add(load);
      engine
        .load(sourceLocale, targetLocale, new AbortController().signal)
        .catch((error: Error) => {
          const fields = { engine: engine.id, reason: error.message };
          this.#log.warn(fields, 'failed to load a translation model');
        })
        .finally(() => this.#underWay.delete(load));
    }
  }
}
