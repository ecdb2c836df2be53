import { amazon } from './amazon.ts';
import { anthropic } from './anthropic.ts';
import { apertium } from './apertium.ts';
import { azure } from './azure.ts';
import { bergamot } from './bergamot.ts';
import { deepl } from './deepl.ts';
import type { Engine, EngineContext, EngineDefinition, EngineVariables } from './engine.ts';
import { gemini } from './gemini.ts';
import { google } from './google.ts';
import { libretranslate } from './libretranslate.ts';
import { openaiCompatible } from './openai-compatible.ts';
import { pseudo } from './pseudo.ts';

/** All engines of the service. A new engine needs a file and an entry in this list. */
export const ENGINE_DEFINITIONS: readonly EngineDefinition[] = [
  bergamot,
  apertium,
  openaiCompatible,
  anthropic,
  gemini,
  deepl,
  google,
  azure,
  amazon,
  libretranslate,
  pseudo,
];

export const ENGINE_IDS: readonly string[] = ENGINE_DEFINITIONS.map(({ id }) => id);

/** Engines that are tried by default, in order. They work without an API key. */
export const DEFAULT_ENGINE_CHAIN: readonly string[] = ['bergamot', 'apertium'];

/** Returns a sentence for each engine that the operator has named but that its settings disable. */
export const explainOff = (
  chain: readonly string[],
  engines: ReadonlyMap<string, Engine>,
): readonly string[] =>
  ENGINE_DEFINITIONS.filter(
    ({ id }) => chain.includes(id) && !engines.has(id) && !DEFAULT_ENGINE_CHAIN.includes(id),
  ).map(({ id, settings }) => {
    const open = settings.filter((setting) => setting.default === undefined);
    const names = open.map(({ variable }) => variable).join(', ');
    return `MT_ENGINES names ${id}, which is off${names && `: see ${names}`}`;
  });

/**
 * Creates the engines that the settings enable, by id and in the order of
 * {@link ENGINE_DEFINITIONS}. An empty setting counts as absent.
 */
export function createEngines(
  settings: EngineVariables,
  context: EngineContext,
  definitions: readonly EngineDefinition[] = ENGINE_DEFINITIONS,
): Map<string, Engine> {
  const engines = new Map<string, Engine>();
  for (const definition of definitions) {
    const engineSettings = Object.fromEntries(
      definition.settings.map((setting) => [
        setting.variable,
        settings[setting.variable]?.trim() || setting.default,
      ]),
    );
    const engine = definition.create(engineSettings, context);
    if (engine !== null) engines.set(definition.id, engine);
  }
  return engines;
}
