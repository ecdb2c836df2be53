import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { canonicalLocaleTag } from '@parlance/contracts';
import { FORMATS, FormatError } from '@parlance/formats';
import { chrF, isBroken } from '@parlance/messages/quality';
import { FORMAT_LIMITS } from '../apps/api/src/domain/kernel/index.ts';
import { chooseEngines, refusalFor } from '../apps/api/src/domain/project/index.ts';
import {
  CallQueue,
  EngineAnswerer,
  runPipeline,
} from '../apps/api/src/domain/translation/index.ts';
import type { Engine } from '../apps/api/src/providers/mt/engine.ts';
import { createEngines, ENGINE_DEFINITIONS } from '../apps/api/src/providers/mt/registry.ts';
import {
  type FileText,
  neighboursIn,
  pairTexts,
  type QualityText,
} from './quality/quality-texts.ts';

const USAGE = `usage: node scripts/run.mjs bench/quality.ts --source <file> --reference <file> --engine <engine> [--from en] [--to es] [--limit N]
  Translates the texts of one locale file and compares them with those of another, key by key.
  Files: ${FORMATS.map(({ extensions }) => `.${extensions[0]}`).join(', ')}. Locales default to the names of the files (en.json, es.json).
  Engines: ${ENGINE_DEFINITIONS.map(({ id }) => id).join(', ')}; configured as for the service.`;
const BATCH_STRINGS = 200;
const PATIENCE = { callTimeoutMs: 5 * 60_000, maxWaitMs: 60_000 };
/** Maximum number of failures to print. */
const MAX_SHOWN = 10;

/** Invalid arguments. The message is shown to the user. */
class UsageError extends Error {}

interface Options {
  source: string;
  reference: string;
  engineId: string;
  from: string;
  to: string;
  limit: number;
}

/** The strings to translate, and the file they come from. */
interface Work {
  readonly texts: readonly QualityText[];
  readonly sources: ReadonlyMap<string, FileText>;
}

process.exitCode = await main();

async function main(): Promise<number> {
  let engine: Engine | undefined;
  try {
    const options = readOptions();
    const work = await readWork(options);
    engine = await openEngine(options);
    return await measure(engine, work, options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n${USAGE}\n`);
    return 2;
  } finally {
    await engine?.close();
  }
}

function readOptions(): Options {
  const { source, reference, engine, from, to, limit } = parse();
  if (!source || !reference || !engine) {
    throw new UsageError('--source, --reference and --engine are required');
  }
  const count = limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  if (!(count >= 1)) throw new UsageError('--limit must be a number of at least 1');
  return {
    source,
    reference,
    engineId: engine,
    from: localeOf('--from', from, source),
    to: localeOf('--to', to, reference),
    limit: count,
  };
}

function parse() {
  const text = { type: 'string' } as const;
  const options = {
    source: text,
    reference: text,
    engine: text,
    from: text,
    to: text,
    limit: text,
  };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

function localeOf(option: string, given: string | undefined, file: string): string {
  const name = given ?? file.slice(file.lastIndexOf('/') + 1, file.length - extname(file).length);
  const tag = canonicalLocaleTag(name);
  if (tag === null) throw new UsageError(`${option} is required: "${name}" is not a locale`);
  return tag;
}

/** Pairs the texts that are in both files. */
async function readWork({ source, reference, from, to, limit }: Options): Promise<Work> {
  const sources = await readFile(source, from, from);
  const references = await readFile(reference, to, from);
  const texts = pairTexts(sources, references, { from, to }).slice(0, limit);
  if (texts.length === 0) throw new UsageError(`${source} and ${reference} have no key in common`);
  return { texts, sources };
}

async function readFile(
  path: string,
  localeTag: string,
  sourceLocaleTag: string,
): Promise<Map<string, FileText>> {
  const extension = extname(path).slice(1).replace('yml', 'yaml').replace('xlf', 'xliff');
  const format = FORMATS.find(({ id }) => id === extension);
  if (!format) throw new UsageError(`${path} has an unknown format`);
  const isThere = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isThere) throw new UsageError(`${path} is not a file`);
  const texts = new Map<string, FileText>();
  const reading = { keySeparator: '.', localeTag, sourceLocaleTag, limits: FORMAT_LIMITS };
  const options = { ...reading, warn: () => {} };
  try {
    for await (const rows of format.read(createReadStream(path), options)) {
      for (const { name, values, description = '' } of rows) {
        const value = values.find((value) => value.localeTag === localeTag);
        if (value) texts.set(name, { text: value.text, description });
      }
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new UsageError(`${path}: ${error.message}`);
  }
  return texts;
}

async function openEngine({ engineId, from, to }: Options): Promise<Engine> {
  const definition = ENGINE_DEFINITIONS.find(({ id }) => id === engineId);
  if (!definition) throw new UsageError(`the engine ${engineId} does not exist`);
  for (const { variable, check } of definition.settings) {
    const value = process.env[variable]?.trim();
    const problem = value ? check?.(value) : null;
    if (problem) throw new UsageError(`${variable} ${problem}`);
  }
  const context = {
    dataDir: process.env.DATA_DIR || './data',
    fetch,
    log: (level: string, message: string, fields?: object) => {
      if (level === 'warn') process.stderr.write(`${message} ${JSON.stringify(fields ?? {})}\n`);
    },
  };
  const engine = createEngines(process.env, context, [definition]).get(engineId);
  if (!engine) {
    const variables = definition.settings.map(({ variable }) => variable).join(', ');
    throw new UsageError(`${engineId} is not configured: ${variables}`);
  }
  const readiness = await engine.readiness(from, to);
  if (readiness.status === 'loadable') {
    process.stderr.write(`${engineId} is loading its model from ${from} to ${to}\n`);
    await engine.load?.(from, to, AbortSignal.timeout(PATIENCE.callTimeoutMs));
  } else if (readiness.status === 'unsupported') {
    await engine.close();
    throw new UsageError(`${engineId}: ${readiness.reason}`);
  }
  return engine;
}

async function measure(
  engine: Engine,
  { texts, sources }: Work,
  { from, to }: Options,
): Promise<number> {
  const directory = { byId: new Map([[engine.id, engine]]), chain: [engine.id] };
  const choice = await chooseEngines(
    directory,
    { requestedEngine: engine.id, projectEngine: null },
    from,
    to,
  );
  const session = {
    sourceLocale: from,
    targetLocale: to,
    messageFormat: 'auto',
    runtimes: [],
    context: null,
    engines: choice.ready,
    refusal: refusalFor(choice),
    findTerms: () => [],
    memory: null,
    readCodeShapes: async () => [],
    findHints: neighboursIn(sources),
    patience: PATIENCE,
    canWait: false,
    signal: new AbortController().signal,
  } as const;
  const said: { said: string; wanted: string }[] = [];
  const broken: string[] = [];
  const failed: string[] = [];
  let engineMs = 0;
  for (let at = 0; at < texts.length; at += BATCH_STRINGS) {
    const batch = texts.slice(at, at + BATCH_STRINGS);
    const startedAt = performance.now();
    const results = await runPipeline(
      batch.map(({ string }) => string),
      session,
      new EngineAnswerer({ ...session, queue: new CallQueue(session) }, null),
    );
    engineMs += performance.now() - startedAt;
    for (const [index, { name, string, reference }] of batch.entries()) {
      const result = results[index]!;
      if (result.status !== 'translated') {
        failed.push(`${name}: ${result.error.code}: ${result.error.message}`);
        // An interface shows the source text if there is no translation.
        said.push({ said: string.text, wanted: reference });
        continue;
      }
      said.push({ said: result.text, wanted: reference });
      if (isBroken(string.text, result.text, to)) {
        broken.push(`${name}: ${string.text} → ${result.text}`);
      }
    }
  }
  const seconds = engineMs / 1000;
  const lines = [
    `engine             ${engine.id} ${engine.version}, ${from} to ${to}`,
    `texts              ${texts.length}, ${(texts.length / seconds).toFixed(0)} a second`,
    `chrF2              ${chrF(said).toFixed(2)}`,
    `broken structures  ${broken.length}`,
    `not translated     ${failed.length} (chrF2 uses their source strings)`,
  ];
  for (const fault of [...broken, ...failed].slice(0, MAX_SHOWN)) lines.push(`  ${fault}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  return broken.length > 0 ? 1 : 0;
}
