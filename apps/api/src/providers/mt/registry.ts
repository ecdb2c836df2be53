import { apertium } from './apertium.ts';
import { bergamot } from './bergamot.ts';
import { deepl } from './deepl.ts';
import type { Engine, EngineContext, EngineDefinition } from './engine.ts';
import { libretranslate } from './libretranslate.ts';
import { openaiCompatible } from './openai-compatible.ts';
import { pseudo } from './pseudo.ts';

/** Every engine that the service knows. A new engine is a file and one entry here. */
export const ENGINE_DEFINITIONS: readonly EngineDefinition[] = [
  bergamot,
  apertium,
  openaiCompatible,
  deepl,
  libretranslate,
  pseudo,
];

export const ENGINE_IDS: readonly string[] = ENGINE_DEFINITIONS.map(({ id }) => id);

/** Order in which engines are tried if nothing else is configured. The default engines work without a key. */
export const DEFAULT_ENGINE_CHAIN: readonly string[] = ['bergamot', 'apertium'];

/**
 * Creates the engines that the settings switch on, by id, in the order of {@link ENGINE_DEFINITIONS}. `settings` holds
 * the values of the engines' own variables. An absent or blank value takes its default.
 */
export function createEngines(
  settings: Readonly<Record<string, string | undefined>>,
  context: EngineContext,
  definitions: readonly EngineDefinition[] = ENGINE_DEFINITIONS,
): Map<string, Engine> {
  const engines = new Map<string, Engine>();
  for (const definition of definitions) {
    const own = Object.fromEntries(
      definition.settings.map((setting) => [
        setting.variable,
        settings[setting.variable]?.trim() || setting.default,
      ]),
    );
    const engine = definition.create(own, context);
    if (engine !== null) engines.set(definition.id, engine);
  }
  return engines;
}
