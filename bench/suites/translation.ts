import type { TranslationJob } from '@parlance/contracts';
import { isBroken } from '@parlance/messages/quality';
import { type BareApertium, hasApertium, startBareApertium } from '../servers/bare-apertium.ts';
import { type ModelServer, startModelServer } from '../servers/model-server.ts';
import { type BenchServer, onServer } from '../servers/server.ts';
import { inTurn, type Row, type Suite, timed } from '../suite.ts';
import { type UiString, uiStrings } from '../ui-strings.ts';
import { createProject, importFile } from '../workspace.ts';

const MODE = 'eng-spa';
const APERTIUM_STRINGS = 2_000;
const JOB = `English to Spanish by Apertium, a job of ${APERTIUM_STRINGS.toLocaleString('en')} strings`;
/** Number of rounds. Single rounds differ by a fifth on a shared machine. */
const APERTIUM_ROUNDS = 15;
/**
 * Number of warm-up jobs. A new service still compiles its code: the processor time per job falls until about the tenth
 * job.
 */
const WARM_JOBS = 12;
const CPU_STRINGS = 10_000;
const CPU_ROUNDS = 3;
const CALLS_AT_ONCE = 8;
const CALL_MS = 100;
/** Number of strings that the engine for language models sends in one call. */
const STRINGS_A_CALL = 40;
const SLOW_CALLS = 480;
const SLOW_ROUNDS = 3;
const EDITION_STRINGS = 2_000;

export const translation: Suite = {
  name: 'translation',
  title: 'Translation',
  about:
    'Jobs over HTTP with distinct strings of a user interface, with placeholders and tags; one in ' +
    'thirty is a plural message. Bare Apertium is one pipeline of its programs as Debian packages ' +
    'them, which gets the sentences of the same strings at once. One row is the service with ' +
    '`APERTIUM_TUNING=1`, against the same bare Apertium. Both begin after some such jobs, when nothing ' +
    'else runs, and share two cores, which bare Apertium can use completely. The other engine is a ' +
    'server of chat completions on loopback that returns each string unchanged.',
  async *rows() {
    const model = await startModelServer();
    const env = {
      MT_ENGINES: 'openai-compatible,apertium',
      OPENAI_BASE_URL: model.url,
      OPENAI_MODEL: 'bench',
      OPENAI_CONCURRENT_CALLS: String(CALLS_AT_ONCE),
    };
    try {
      if (hasApertium(MODE)) {
        const broken = { strings: 0, count: 0 };
        yield* onServer((server) => againstApertium(server, JOB, broken), env);
        yield* onServer(
          (server) => againstApertium(server, `${JOB}, with APERTIUM_TUNING=1`, broken),
          { ...env, APERTIUM_TUNING: '1' },
        );
        yield {
          name: `broken structures in all ${broken.strings.toLocaleString('en')} translations`,
          unit: '',
          ours: [broken.count],
          goal: { atMost: 0 },
        };
      } else process.stdout.write(`Apertium's ${MODE} is not installed: its rows are left out.\n`);
      yield* onServer(cpuOfAString, env);
      yield* onServer((server) => besideSlowCalls(server, model), env);
    } finally {
      model.stop();
    }
  },
};

async function* againstApertium(
  server: BenchServer,
  name: string,
  broken: { strings: number; count: number },
): AsyncGenerator<Row> {
  const bare = await startBareApertium(MODE);
  try {
    let edition = 0;
    let strings: UiString[] = [];
    const ours = async (): Promise<number> => {
      edition++;
      strings = uiStrings(APERTIUM_STRINGS, `in step ${edition}`);
      const { perSecond, translations } = await translateProject(server, strings, 'apertium');
      await server.settled();
      broken.strings += strings.length;
      broken.count += strings.filter((string, index) =>
        isBroken(string.text, translations[index]!, 'es'),
      ).length;
      return perSecond;
    };
    for (let job = 0; job < WARM_JOBS; job++) await ours();
    const { ours: figures, theirs } = await inTurn(APERTIUM_ROUNDS, ours, async () => {
      const perSecond = await pipe(bare, strings);
      await server.settled();
      return perSecond;
    });
    yield {
      name,
      unit: 'strings/s',
      ours: figures,
      against: { name: 'bare Apertium', figures: theirs },
      goal: { atLeast: 0.8 },
    };
  } finally {
    bare.stop();
  }
}

async function pipe(bare: BareApertium, strings: readonly UiString[]): Promise<number> {
  const streams = strings.flatMap((string) => string.streams);
  return (strings.length / (await timed(() => bare.translate(streams)))) * 1000;
}

async function* cpuOfAString(server: BenchServer): AsyncGenerator<Row> {
  await translateProject(server, editions(EDITION_STRINGS, 'warm'), 'openai-compatible');
  await server.settled();
  const figures: number[] = [];
  for (let round = 0; round < CPU_ROUNDS; round++) {
    const strings = editions(CPU_STRINGS, `cpu ${round}`);
    const projectId = await importStrings(server, strings);
    await server.settled();
    const before = server.totalCpuMs();
    await runJob(server, { projectId, targetLocales: ['es'], engine: 'openai-compatible' });
    await server.settled();
    figures.push((server.totalCpuMs() - before) / CPU_STRINGS);
  }
  yield {
    name:
      `CPU time per string in a project job of ${CPU_STRINGS.toLocaleString('en')} strings, user and system ` +
      'time of the service and of its PostgreSQL, including storing and checking the values',
    unit: 'ms',
    ours: figures,
    goal: { atMost: 3 },
  };
}

async function* besideSlowCalls(server: BenchServer, model: ModelServer): AsyncGenerator<Row> {
  const count = SLOW_CALLS * STRINGS_A_CALL;
  const figures: number[] = [];
  model.delayMs = CALL_MS;
  for (let round = 0; round < SLOW_ROUNDS; round++) {
    // An engine receives a plural message as several texts.
    const strings = editions(Math.ceil(count * 1.1), `slow ${round}`)
      .flatMap(({ text, streams }) => (streams.length === 1 ? [text] : []))
      .slice(0, count);
    const { perSecond } = await runJob(server, {
      strings,
      sourceLocale: 'en',
      targetLocales: ['es'],
      engine: 'openai-compatible',
    });
    figures.push(perSecond);
  }
  const ideal = (CALLS_AT_ONCE * STRINGS_A_CALL * 1000) / CALL_MS;
  yield {
    name: `an engine that takes ${CALL_MS} ms per call of ${STRINGS_A_CALL} strings and allows ${CALLS_AT_ONCE} concurrent calls`,
    unit: 'strings/s',
    ours: figures,
    against: { name: 'its own limit', figures: [ideal] },
    goal: { atLeast: 0.9 },
  };
}

/** Returns `count` distinct texts, which can be more than one edition has. */
function editions(count: number, name: string): UiString[] {
  const strings: UiString[] = [];
  for (let edition = 0; strings.length < count; edition++) {
    const rest = Math.min(EDITION_STRINGS, count - strings.length);
    strings.push(...uiStrings(rest, `in ${name} of ${edition}`));
  }
  return strings;
}

const nameOf = (at: number): string => `text_${String(at).padStart(6, '0')}`;

async function importStrings(server: BenchServer, strings: readonly UiString[]): Promise<string> {
  const project = await createProject(server);
  await server.client.i18n.locales.create({ projectId: project.id, code: 'es' });
  const content = Object.fromEntries(strings.map(({ text }, index) => [nameOf(index), text]));
  await importFile(server, project, 'en', 'json', JSON.stringify(content));
  return project.id;
}

async function translateProject(
  server: BenchServer,
  strings: readonly UiString[],
  engine: string,
): Promise<{ perSecond: number; translations: string[] }> {
  const projectId = await importStrings(server, strings);
  await server.settled();
  const { perSecond } = await runJob(server, { projectId, targetLocales: ['es'], engine });
  const { data } = await server.client.i18n.projects.export({
    projectId,
    locale: 'es',
    format: 'json',
  });
  const content = (data as { content: Record<string, string> }).content;
  return { perSecond, translations: strings.map((_, index) => content[nameOf(index)]!) };
}

/** Runs a job. Returns the strings per second from the call until the end of the job as reported by the service. */
async function runJob(
  { client }: BenchServer,
  work: Parameters<BenchServer['client']['translate']['jobs']['create']>[0],
): Promise<{ perSecond: number }> {
  const startedAt = Date.now();
  let { data: job } = await client.translate.jobs.create(work);
  while (job.finishedAt === null) {
    ({ data: job } = await client.translate.jobs.get({ jobId: job.id }, { waitSeconds: 60 }));
  }
  requireWhole(job);
  return { perSecond: (job.progress.done * 1000) / (Date.parse(job.finishedAt) - startedAt) };
}

function requireWhole({ status, progress, error }: TranslationJob): void {
  if (status === 'completed' && progress.failed === 0) return;
  throw new Error(`the job is ${status}: ${JSON.stringify({ progress, error })}`);
}
