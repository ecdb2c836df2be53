import { Bergamot } from './bergamot/engine.ts';
import type { BergamotTuning } from './bergamot/options.ts';
import { MOZILLA_MODELS } from './bergamot/registry/registry.ts';
import type { EngineContext, EngineDefinition, EngineVariables } from './engine.ts';
import { checkBaseUrl, checkSwitch, checkWholeNumber } from './setting-checks.ts';

const DEFAULT_CHILDREN = 2;
/** Default memory limit of the WebAssembly module, in MiB. */
const DEFAULT_MEMORY_MB = 2_048;
/**
 * Minimum memory limit, in MiB. The largest released model needs 870 MB, and two models of the most
 * common size need 1,010 MB together.
 */
const MIN_MEMORY_MB = 1_024;

/**
 * Engine that runs the models of Firefox Translations in WebAssembly on this host. It needs no API
 * key.
 */
export const bergamot: EngineDefinition = {
  id: 'bergamot',
  summary:
    "Neural translation on this machine with Mozilla's Firefox Translations models. Models are downloaded at first use; no key is needed.",
  settings: [
    {
      variable: 'MT_MODEL_SOURCE',
      description:
        "Base URL for model downloads (the parent of `db/models.json`): Mozilla's registry or a mirror. Installed models are never updated automatically. To update one, delete its folder.",
      default: MOZILLA_MODELS,
      check: checkSource,
    },
    {
      variable: 'MT_OFFLINE',
      description: '`1` forbids all downloads. Installed models keep working.',
      default: '0',
      check: checkSwitch,
    },
    {
      variable: 'BERGAMOT_CHILDREN',
      description:
        'Maximum number of translation directions that run at the same time. Each runs in its own process, which takes 0.4 to 0.9 GB, or 1 to 1.6 GB if the direction goes through English.',
      default: String(DEFAULT_CHILDREN),
      check: checkWholeNumber(1, 16),
    },
    {
      variable: 'BERGAMOT_MEMORY_MB',
      description:
        'Maximum memory of the models of one direction, in MB (1024–2048). Directions through English need 1.0 to 1.6 GB.',
      default: String(DEFAULT_MEMORY_MB),
      check: checkWholeNumber(MIN_MEMORY_MB, DEFAULT_MEMORY_MB),
    },
  ],
  create: (settings, context) => createBergamot(settings, context),
};

function checkSource(value: string): string | null {
  const problem = checkBaseUrl(value);
  if (problem !== null) return problem;
  const url = new URL(value);
  if (url.search !== '') return 'must not have a query';
  return url.pathname.endsWith('.json') ? 'must be the parent URL of db/models.json' : null;
}

export const createBergamot = (
  settings: EngineVariables,
  context: EngineContext,
  tuning: BergamotTuning = {},
): Bergamot =>
  new Bergamot(
    {
      source: new URL(`${(settings.MT_MODEL_SOURCE || MOZILLA_MODELS).replace(/\/+$/, '')}/`),
      offline: settings.MT_OFFLINE === '1',
      maxChildren: Number(settings.BERGAMOT_CHILDREN || DEFAULT_CHILDREN),
      memoryLimitMb: Number(settings.BERGAMOT_MEMORY_MB || DEFAULT_MEMORY_MB),
    },
    context,
    tuning,
  );
