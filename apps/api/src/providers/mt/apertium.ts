import { spawnSync } from 'node:child_process';
import { isAbsolute } from 'node:path';
import { ProcessPool } from '../../lib/process-pool.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { DEFAULT_DATA_DIR, type InstalledMode, ModeCatalog } from './apertium/modes.ts';
import { closedError, Pipe } from './apertium/pipe.ts';
import { finishBody, planBody } from './apertium/segments.ts';
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
import { checkSwitch, checkWholeNumber } from './setting-checks.ts';
import { translatePlanned } from './translate-planned.ts';

export interface ApertiumOptions {
  readonly dataDir: string;
  readonly maxPipelines: number;
  /**
   * True to run the programs with another memory allocator and scheduling policy. Defaults to
   * false.
   */
  readonly isTuned?: boolean;
  /** Time without output, in milliseconds, after which a pipeline counts as hung. */
  readonly requestTimeoutMs?: number;
  readonly startTimeoutMs?: number;
  readonly idleMs?: number;
  readonly log: EngineContext['log'];
}

/** The Apertium engine, with members that only tests use. */
export interface ApertiumEngine extends Engine {
  /** Returns the process group of the running pipeline for a language pair. */
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
 * Creates the engine for the Apertium installation of this machine. Apertium is rule-based and needs no API key, and no
 * text leaves the host. Each language pair has one persistent pipeline, which concurrent calls share.
 */
export function createApertiumEngine(options: ApertiumOptions): ApertiumEngine {
  const { isTuned = false } = options;
  const catalog = new ModeCatalog(options.dataDir);
  const calls = new Semaphore(CAPABILITIES.maxConcurrentCalls);
  const pool = new ProcessPool<InstalledMode, Pipe>({
    // One pipeline per language pair serves all callers, because it consists of about 13 processes
    // and needs 100 MB.
    maxProcesses: options.maxPipelines,
    usersPerProcess: Number.POSITIVE_INFINITY,
    idleMs: options.idleMs ?? 5 * 60_000,
    tenureMs: 0,
    keyOf: ({ name, stamp }) => `${name} ${stamp}`,
    open: (mode) =>
      new Pipe({
        command: { modeFile: mode.file, searchPath: catalog.searchPath, isTuned },
        label: mode.name,
        requestTimeoutMs: options.requestTimeoutMs ?? 8_000,
        startTimeoutMs: options.startTimeoutMs ?? 20_000,
        log: (message, fields) => options.log('warn', message, fields),
      }),
    closedError,
  });

  let version = { fingerprint: '', text: '' };
  const readVersion = (): string => {
    const fingerprint = catalog.fingerprint;
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
    const { signal } = call;
    const found = catalog.find(call.sourceLocale, call.targetLocale);
    if ('reason' in found) throw new EngineError('unsupported_pair', found.reason);
    const request = (streams: readonly string[]) =>
      pool.run(found.mode, signal, (pipe) => pipe.request(streams, signal));
    return translatePlanned(
      call.segments,
      planBody,
      (streams) => calls.run(() => request(streams), { signal, name: call.share }),
      (body, outcome) => finishBody(body, outcome, call.targetLocale),
    );
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

/**
 * Engine for the Apertium packages on this machine. It is never disabled: `readiness` reports
 * missing packages.
 */
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
      check: checkWholeNumber(1, 99),
    },
    {
      variable: 'APERTIUM_TUNING',
      description:
        "`1` runs the Apertium programs with Linux's batch scheduling policy and, if it is installed, with tcmalloc. The gain depends on the machine.",
      default: '0',
      check: checkSwitch,
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
