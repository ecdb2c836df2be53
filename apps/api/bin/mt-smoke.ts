/**
 * Tries the built-in translation engine on a machine with internet: `npm run mt:smoke -- en de` downloads
 * the model and translates a few sentences with placeholders. Ends with 0 where all is well, with 1 where
 * not, with 2 where it was called wrongly. `--fetch` only downloads, to fill a data folder beforehand.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type BergamotEngine, bergamot, createBergamot } from '../src/providers/mt/bergamot.ts';
import type { Segment } from '../src/providers/mt/engine.ts';

const USAGE = `usage: npm run mt:smoke -- <source> <target> [--text <html>]… [--fetch] [--data-dir <folder>]
  mt:smoke -- en de              downloads the model and translates sample sentences
  mt:smoke -- pl de --text "…"   translates this; there are samples for de, en, es and fr
  environment: ${bergamot.settings.map(({ variable }) => variable).join(', ')}, DATA_DIR`;

/** In the rendering that the engine gets from the pipeline: a placeholder is a `<var>`. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Save the file.',
    'You have <var>0</var> new messages.',
    'Click <b>here</b> to sign in, <var>0</var>.',
    'Your password must have at least 8 characters.',
    'The file <var>0</var> was deleted by <var>1</var> yesterday.',
    'Terms &amp; conditions',
  ],
  de: [
    'Speichern Sie die Datei.',
    'Sie haben <var>0</var> neue Nachrichten.',
    'Klicken Sie <b>hier</b>, um sich anzumelden.',
  ],
  es: [
    'Guarde el archivo.',
    'Tiene <var>0</var> mensajes nuevos.',
    'Haga clic <b>aquí</b> para iniciar sesión.',
  ],
  fr: [
    'Enregistrez le fichier.',
    'Vous avez <var>0</var> nouveaux messages.',
    'Cliquez <b>ici</b> pour vous connecter.',
  ],
};

const DEADLINE_MS = 30 * 60_000;
const PROGRESS_MS = 2_000;

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === 'string') {
    console.error(`${options}\n${USAGE}`);
    return 2;
  }
  const { source, target, texts, onlyFetch, dataDir, settings } = options;
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('interrupted')));
  const signal = AbortSignal.any([interrupted.signal, AbortSignal.timeout(DEADLINE_MS)]);
  const engine = createBergamot(settings, {
    dataDir,
    fetch,
    log: (level, message, fields) => {
      if (level === 'warn') console.error(`${message} ${JSON.stringify(fields ?? {})}`);
    },
  });
  console.log(`source  ${settings.MT_MODEL_SOURCE}`);
  console.log(`models  ${resolve(dataDir, 'models')}`);
  try {
    await fetchModels(engine, source, target, signal);
    if (onlyFetch) return 0;
    return await translate(engine, source, target, texts, signal);
  } catch (error) {
    console.error(`FAILED  ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    await engine.close();
  }
}

interface Options {
  source: string;
  target: string;
  texts: readonly string[];
  onlyFetch: boolean;
  dataDir: string;
  settings: Record<string, string | undefined>;
}

function readOptions(): Options | string {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse();
  } catch (error) {
    // parseArgs throws for an option that it does not know.
    if (error instanceof TypeError) return error.message;
    throw error;
  }
  const [source, target, ...rest] = parsed.positionals;
  if (source === undefined || target === undefined) return 'two languages are needed';
  if (rest.length > 0) return `"${rest.join(' ')}" is too much`;
  const settings: Record<string, string | undefined> = {};
  for (const setting of bergamot.settings) {
    const value = process.env[setting.variable]?.trim() || setting.default;
    const problem = value === undefined ? null : setting.check?.(value);
    if (problem) return `${setting.variable} ${problem}`;
    settings[setting.variable] = value;
  }
  const onlyFetch = parsed.values.fetch === true;
  const texts = parsed.values.text ?? SAMPLES[source.split('-')[0] ?? ''] ?? [];
  if (texts.length === 0 && !onlyFetch) {
    return `there are no sample sentences for ${source}; give some with --text`;
  }
  const dataDir = parsed.values['data-dir'] ?? (process.env.DATA_DIR || './data');
  return { source, target, texts, onlyFetch, dataDir, settings };
}

function parse() {
  return parseArgs({
    allowPositionals: true,
    options: {
      text: { type: 'string', multiple: true },
      fetch: { type: 'boolean' },
      'data-dir': { type: 'string' },
    },
  });
}

async function fetchModels(
  engine: BergamotEngine,
  source: string,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  let saidAt = startedAt;
  await engine.load(source, target, signal, ({ direction, file, receivedBytes, totalBytes }) => {
    if (performance.now() - saidAt < PROGRESS_MS) return;
    saidAt = performance.now();
    const total = totalBytes === null ? '' : ` of ${megabytes(totalBytes)}`;
    console.log(`        ${direction} ${file}: ${megabytes(receivedBytes)}${total} MB`);
  });
  const readiness = await engine.readiness(source, target);
  if (readiness.status === 'unsupported') throw new Error(readiness.reason);
  if (readiness.status === 'loadable') throw new Error('the model did not become ready');
  const via = readiness.via === undefined ? '' : `, via ${readiness.via}`;
  console.log(`ready   after ${seconds(startedAt)} s${via} (bergamot ${engine.version})`);
}

async function translate(
  engine: BergamotEngine,
  source: string,
  target: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const startedAt = performance.now();
  const segments: Segment[] = texts.map((body, index) => ({ id: String(index), body }));
  const results = await engine.translate({
    sourceLocale: source,
    targetLocale: target,
    rendering: 'html',
    segments,
    signal,
  });
  const took = seconds(startedAt);
  let faults = 0;
  let changed = 0;
  for (const [index, body] of texts.entries()) {
    const result = results.find(({ id }) => id === String(index));
    const fault = findFault(body, result?.body, result?.error?.detail);
    if (fault !== null) faults++;
    if (result?.body !== undefined && result.body !== body) changed++;
    console.log(`${fault === null ? 'ok     ' : 'FAULT  '} ${body}`);
    console.log(`      → ${result?.body ?? ''}${fault === null ? '' : `   [${fault}]`}`);
  }
  // A model of the wrong kind may hand its input back.
  const isIdle = changed === 0;
  const verdict = faults === 0 && !isIdle ? 'PASSED ' : 'FAILED ';
  const idle = isIdle ? '; nothing was translated' : '';
  console.log(`${verdict} ${texts.length - faults} of ${texts.length} in ${took} s${idle}`);
  return faults === 0 && !isIdle ? 0 : 1;
}

function findFault(
  source: string,
  translated: string | undefined,
  error: string | undefined,
): string | null {
  if (translated === undefined) return error ?? 'no answer';
  const wanted = listPlaceholders(source).join(' ');
  const got = listPlaceholders(translated).join(' ');
  return got === wanted ? null : `placeholders: ${got || 'none'} instead of ${wanted || 'none'}`;
}

/** In no order: languages differ in theirs. Tags may be split in two, which the pipeline mends. */
function listPlaceholders(html: string): string[] {
  return (html.match(/<var>[^<]*<\/var>/g) ?? []).sort();
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1_000).toFixed(1);
}
