/**
 * Tries the built-in translation engine on a machine with internet access: `npm run mt:smoke -- en de` downloads the
 * model, translates a few sentences with placeholders, both one by one and in one batch, and measures the speed.
 * Exits with 0 on success, with 1 on failure, and with 2 if the arguments are wrong. `--fetch` only downloads, to
 * fill a data folder beforehand.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bergamot } from '../src/providers/mt/bergamot/engine.ts';
import { bergamot, createBergamot } from '../src/providers/mt/bergamot.ts';
import type { Segment, SegmentResult } from '../src/providers/mt/engine.ts';

/**
 * A direct pair, a model with two vocabularies, a source language without spaces, a pair that pivots through English,
 * and a pair with another script.
 */
const USUAL_PAIRS: readonly Pair[] = [
  ['en', 'de'],
  ['en', 'ja'],
  ['zh', 'en'],
  ['de', 'fr'],
  ['en', 'zh-TW'],
];

const USAGE = `usage: npm run mt:smoke -- [<source> <target>] [--text <html>]… [--fetch] [--data-dir <folder>]
  mt:smoke                       tries ${USUAL_PAIRS.map((pair) => pair.join(' to ')).join(', ')}
  mt:smoke -- en de              downloads the model and translates sample sentences
  mt:smoke -- pl de --text "…"   translates this text; there are samples for de, en, es, fr and zh
  environment: ${bergamot.settings.map(({ variable }) => variable).join(', ')}, DATA_DIR`;

/** Texts in the form that the pipeline sends to the engine: a placeholder is a `<var>`. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Save the file.',
    'You have <var>0</var> new messages.',
    'Click <b>here</b> to sign in, <var>0</var>.',
    'Your password must have at least 8 characters.',
    'The file <var>0</var> was deleted by <var>1</var> yesterday.',
    'Terms &amp; conditions',
    'Your changes were saved. You can close the window.',
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
  zh: [
    '保存文件。',
    '您有<var>0</var>条新消息。',
    '点击<b>此处</b>登录。',
    '您的更改已保存。您可以关闭窗口。',
  ],
};

type Pair = readonly [source: string, target: string];

const DEADLINE_MS = 30 * 60_000;
const PROGRESS_MS = 2_000;

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === 'string') {
    console.error(`${options}\n${USAGE}`);
    return 2;
  }
  const { dataDir, pairs, settings } = options;
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('interrupted')));
  const signal = AbortSignal.any([interrupted.signal, AbortSignal.timeout(DEADLINE_MS)]);
  console.log(`source  ${settings.MT_MODEL_SOURCE}`);
  console.log(`models  ${resolve(dataDir, 'models')}`);
  let hasFailed = false;
  for (const pair of pairs) hasFailed = !(await tryPair(pair, options, signal)) || hasFailed;
  return hasFailed ? 1 : 0;
}

async function tryPair(pair: Pair, options: Options, signal: AbortSignal): Promise<boolean> {
  const { dataDir, onlyFetch, settings } = options;
  // Each pair has a separate engine, so that the reported memory is the memory of this pair.
  const engine = createBergamot(settings, {
    dataDir,
    fetch,
    log: (level, message, fields) => {
      if (level === 'warn') console.error(`${message} ${JSON.stringify(fields ?? {})}`);
    },
  });
  console.log(`pair    ${pair.join(' to ')}`);
  try {
    await fetchModels(engine, pair, signal);
    return onlyFetch || (await translate(engine, pair, listTexts(pair, options), signal));
  } catch (error) {
    console.error(`FAILED  ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    await engine.close();
  }
}

interface Options {
  readonly pairs: readonly Pair[];
  /** Null if the samples are used. */
  readonly texts: readonly string[] | null;
  readonly onlyFetch: boolean;
  readonly dataDir: string;
  readonly settings: Readonly<Record<string, string | undefined>>;
}

function listTexts([source]: Pair, { texts }: Options): readonly string[] {
  return texts ?? SAMPLES[source.split('-')[0] ?? ''] ?? [];
}

function readOptions(): Options | string {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse();
  } catch (error) {
    // parseArgs throws a TypeError for an unknown option.
    if (error instanceof TypeError) return error.message;
    throw error;
  }
  const [source, target, ...rest] = parsed.positionals;
  if (rest.length > 0) return `unexpected arguments: ${rest.join(' ')}`;
  if (source !== undefined && target === undefined) return 'a target language is required';
  if (source === undefined && parsed.values.text !== undefined) return '--text requires a pair';
  const settings: Record<string, string | undefined> = {};
  for (const setting of bergamot.settings) {
    const value = process.env[setting.variable]?.trim() || setting.default;
    const problem = value === undefined ? null : setting.check?.(value);
    if (problem) return `${setting.variable} ${problem}`;
    settings[setting.variable] = value;
  }
  const options: Options = {
    pairs: source === undefined || target === undefined ? USUAL_PAIRS : [[source, target]],
    texts: parsed.values.text ?? null,
    onlyFetch: parsed.values.fetch === true,
    dataDir: parsed.values['data-dir'] ?? (process.env.DATA_DIR || './data'),
    settings,
  };
  const isWithoutText = options.pairs.some((pair) => listTexts(pair, options).length === 0);
  if (isWithoutText && !options.onlyFetch) {
    return `there are no sample sentences for ${source}; give some with --text`;
  }
  return options;
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
  engine: Bergamot,
  [source, target]: Pair,
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

/**
 * Returns true if every text was translated and kept its placeholders, and has the same translation alone and in a
 * batch.
 */
async function translate(
  engine: Bergamot,
  [sourceLocale, targetLocale]: Pair,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const ask = (segments: readonly Segment[]): Promise<SegmentResult[]> =>
    engine.translate({ sourceLocale, targetLocale, rendering: 'html', segments, signal });
  const segments = texts.map((body, index) => ({ id: String(index), body }));
  const alone: SegmentResult[] = [];
  for (const segment of segments) alone.push(...(await ask([segment])));
  const startedAt = performance.now();
  const batched = await ask(segments);
  const tookSeconds = (performance.now() - startedAt) / 1_000;
  let faults = 0;
  let changed = 0;
  let same = 0;
  for (const { id, body } of segments) {
    const result = batched.find((one) => one.id === id);
    const bodyAlone = alone.find((one) => one.id === id)?.body;
    if (result?.body !== undefined && result.body !== body) changed++;
    const isSame = result?.body === bodyAlone;
    if (isSame) same++;
    const fault = findFault(body, result?.body, result?.error?.detail);
    if (fault !== null || !isSame) faults++;
    console.log(`${fault === null && isSame ? 'ok     ' : 'FAULT  '} ${body}`);
    console.log(`      → ${result?.body ?? ''}${fault === null ? '' : `   [${fault}]`}`);
    if (!isSame) console.log(`  alone → ${bodyAlone ?? ''}`);
  }
  const words = texts.reduce((sum, text) => sum + countWords(text, sourceLocale), 0);
  console.log(`memory  ${Math.round(engine.memoryBytes / (1024 * 1024))} MB`);
  console.log(`speed   ${Math.round(words / tookSeconds)} words/s`);
  console.log(`alone   ${same} of ${texts.length} texts have the same translation as together`);
  // A model of the wrong kind may return its input unchanged.
  const isIdle = changed === 0;
  const isWell = faults === 0 && !isIdle;
  const counted = `${texts.length - faults} of ${texts.length} in ${tookSeconds.toFixed(1)} s`;
  console.log(
    `${isWell ? 'PASSED ' : 'FAILED '} ${counted}${isIdle ? '; nothing was translated' : ''}`,
  );
  return isWell;
}

function countWords(html: string, locale: string): number {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  const text = html.replace(/<[^<>]*>|&\w+;/g, ' ');
  return Array.from(segmenter.segment(text)).filter(({ isWordLike }) => isWordLike).length;
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

/** Returns the placeholders in sorted order, because languages differ in word order. */
function listPlaceholders(html: string): string[] {
  return (html.match(/<var>[^<]*<\/var>/g) ?? []).sort();
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1_000).toFixed(1);
}
