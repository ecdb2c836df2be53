import { spawnSync } from 'node:child_process';
import { isAbsolute } from 'node:path';
import { Semaphore } from '../../lib/semaphore.ts';
import { createModeCatalog, DEFAULT_DATA_DIR } from './apertium/modes.ts';
import { createPipe } from './apertium/pipe.ts';
import { createPipePool } from './apertium/pool.ts';
import { finishSegments, planSegment } from './apertium/segments.ts';
import {
  type Engine,
  type EngineCapabilities,
  type EngineContext,
  type EngineDefinition,
  EngineError,
  type PairReadiness,
  type SegmentResult,
  type TranslateCall,
} from './engine.ts';

export interface ApertiumOptions {
  readonly dataDir: string;
  readonly maxPipelines: number;
  /** True if the programs get another memory allocator and scheduling policy. Defaults to false. */
  readonly isTuned?: boolean;
  /** The longest silence of a pipeline before it counts as hung. */
  readonly requestTimeoutMs?: number;
  readonly startTimeoutMs?: number;
  readonly idleMs?: number;
  readonly log: EngineContext['log'];
}

/** The engine, and what tests need to see of it. */
export interface ApertiumEngine extends Engine {
  /** The process group of the pipeline for a pair, while one runs. */
  pipelinePid(sourceLocale: string, targetLocale: string): number | undefined;
}

const CAPABILITIES: EngineCapabilities = {
  renderings: ['superblank'],
  maxBatchSegments: 64,
  maxBatchLength: 100_000,
  maxConcurrentCalls: 8,
  glossary: 'inline',
  formality: false,
  context: false,
  local: true,
};

/**
 * Apertium as it is installed on this machine: rule-based, keyless, no text leaves the host. One
 * persistent pipeline a pair; several calls share it.
 */
export function createApertiumEngine(options: ApertiumOptions): ApertiumEngine {
  const { isTuned = false } = options;
  const catalog = createModeCatalog(options.dataDir);
  const calls = new Semaphore(CAPABILITIES.maxConcurrentCalls);
  const pool = createPipePool({
    maxPipes: options.maxPipelines,
    idleMs: options.idleMs ?? 5 * 60_000,
    open: (mode) =>
      createPipe({
        command: { modeFile: mode.file, searchPath: catalog.searchPath, isTuned },
        label: mode.name,
        requestTimeoutMs: options.requestTimeoutMs ?? 8_000,
        startTimeoutMs: options.startTimeoutMs ?? 20_000,
        log: (message, fields) => options.log('warn', message, fields),
      }),
  });

  let version = { fingerprint: '', text: '' };
  const readVersion = (): string => {
    const fingerprint = catalog.fingerprint();
    if (version.fingerprint !== fingerprint) {
      const text = `${readProgramVersion(catalog.searchPath)}-${fingerprint}`;
      version = { fingerprint, text };
    }
    return version.text;
  };

  async function readiness(sourceLocale: string, targetLocale: string): Promise<PairReadiness> {
    const found = catalog.find(sourceLocale, targetLocale);
    if ('reason' in found) return { status: 'unsupported', reason: found.reason };
    const fault = pool.peek(found.mode)?.fault();
    if (fault !== undefined) return { status: 'unsupported', reason: fault.message };
    return found.isExact ? { status: 'ready' } : { status: 'ready', via: found.mode.name };
  }

  async function translate(call: TranslateCall): Promise<SegmentResult[]> {
    call.signal.throwIfAborted();
    if (call.rendering !== 'superblank')
      throw new TypeError(`Apertium does not support the rendering ${call.rendering}`);
    if (call.segments.length === 0) return [];
    const found = catalog.find(call.sourceLocale, call.targetLocale);
    if ('reason' in found) throw new EngineError('unsupported_pair', found.reason);
    const plans = call.segments.map(planSegment);
    const streams = plans.flatMap((plan) => plan.stream ?? []);
    const outcomes =
      streams.length === 0
        ? []
        : await calls.run(
            () =>
              pool.withPipe(found.mode, call.signal, (pipe) => pipe.request(streams, call.signal)),
            call.signal,
          );
    return finishSegments(plans, outcomes, call.targetLocale);
  }

  return {
    id: 'apertium',
    get version() {
      return readVersion();
    },
    capabilities: CAPABILITIES,
    readiness,
    translate,
    close: () => pool.close(),
    pipelinePid(sourceLocale, targetLocale) {
      const found = catalog.find(sourceLocale, targetLocale);
      return 'mode' in found ? pool.peek(found.mode)?.pid() : undefined;
    },
  };
}

function readProgramVersion(searchPath: string): string {
  const env = { PATH: searchPath, LC_ALL: 'C.UTF-8' };
  const { stdout } = spawnSync('apertium', ['-V'], { env, encoding: 'utf8', timeout: 5_000 });
  return /\d+(?:\.\d+)+/.exec(stdout ?? '')?.[0] ?? 'none';
}

/** The Apertium engine, for the packages installed on this machine. Never null: `readiness` reports missing packages. */
export const apertium: EngineDefinition = {
  id: 'apertium',
  summary:
    'Rule-based translation with the Apertium packages installed on this machine. Works offline and needs no key.',
  settings: [
    {
      variable: 'APERTIUM_DATADIR',
      description:
        'Folder of the Apertium data. Its subfolder `modes` contains the language pairs.',
      default: DEFAULT_DATA_DIR,
      check: (value) => (isAbsolute(value) ? null : 'must be an absolute path'),
    },
    {
      variable: 'APERTIUM_MAX_PIPELINES',
      description: 'Maximum number of language pairs kept in memory. Each takes about 130 MB.',
      default: '3',
      check: (value) => (/^[1-9]\d?$/.test(value) ? null : 'must be a whole number from 1 to 99'),
    },
    {
      variable: 'APERTIUM_TUNING',
      description:
        "`1` runs the Apertium programs with Linux's batch scheduling policy and, if it is installed, with tcmalloc: a job is 10 to 25 % faster.",
      default: '0',
      check: (value) => (value === '0' || value === '1' ? null : 'must be 0 or 1'),
    },
  ],
  create: (settings, context) =>
    createApertiumEngine({
      dataDir: settings.APERTIUM_DATADIR ?? DEFAULT_DATA_DIR,
      maxPipelines: Number(settings.APERTIUM_MAX_PIPELINES ?? 3),
      isTuned: settings.APERTIUM_TUNING === '1',
      log: context.log,
    }),
};
