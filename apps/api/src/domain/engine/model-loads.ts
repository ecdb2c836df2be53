import type { Logger } from 'pino';
import type { EngineChoice } from './choose-engines.ts';

/** The models that this process is loading. */
export class ModelLoads {
  readonly #log: Logger;
  readonly #underWay = new Set<string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /**
   * Starts to load, in the background, the models of the engines before the first ready one. This happens in this
   * process and not in a queued task, because the process that answers needs the model. An engine that closes ends its
   * loads itself.
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
