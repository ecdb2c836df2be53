import { groupBy } from '@parlance/config';
import { type InputOf, isParlanceError, type TranslationJob } from '@parlance/sdk';
import type { Connection } from './auth/connect.ts';
import type { Call, Outcome } from './command.ts';
import { CliError, EXIT } from './fault.ts';
import type { Io } from './io.ts';
import { collect } from './lists.ts';
import { count } from './output/count.ts';
import { escapeText } from './output/escape-text.ts';
import { PROGRAM } from './program.ts';
import { interruptionOf, toCliError } from './to-cli-error.ts';

const WAIT_SECONDS = 60;
/** Interval in seconds at which the progress bar polls the job. */
const BAR_SECONDS = 2;
const SHOWN_FAILURES = 10;
const TRIAL = `For a trial, ${PROGRAM} translate --engine pseudo writes the source texts with accents.`;
const IS_OVER = /^(completed|failed|cancelled)$/;

type Formality = NonNullable<InputOf<'translate.jobs.create'>['formality']>;

export function jobChoices({ flags }: Pick<Call, 'flags'>): {
  engine?: string;
  formality?: Formality;
} {
  const [engine, formality] = [flags.text('engine'), flags.text('formality') as Formality];
  return { ...(engine !== undefined && { engine }), ...(formality && { formality }) };
}

/** Starts a translation job. Waits until it has ended, unless `--no-wait` is set. */
export async function translateTexts(
  call: Call,
  connection: Connection,
  work: InputOf<'translate.jobs.create'>,
): Promise<Outcome & { data: { job: TranslationJob } }> {
  const { data: started } = await startJob(call, connection, work);
  const isWaiting = !call.flags.has('no-wait') && !IS_OVER.test(started.status);
  if (isWaiting) call.note(`Job ${started.id}: ${count(started.progress.total, 'string')}.`);
  const job = isWaiting ? await waitFor(call, connection, started) : started;
  const { done, failed, total } = job.progress;
  const line =
    total === 0
      ? await describeNothing(connection, work)
      : IS_OVER.test(job.status)
        ? `${job.status}: ${done} of ${count(total, 'string')} translated${byEngine(job)}, ${failed} failed.`
        : `Job ${job.id} is ${job.status}: ${count(total, 'string')}.`;
  return {
    data: { job },
    lines: [
      line,
      ...(await describeFailed(connection, job)),
      ...(await describeOutdated(connection, work, job)),
      ...(done > 0 && !call.flags.has('pull') ? [`Next: ${PROGRAM} pull.`] : []),
    ],
    exit: failed > 0 || job.status === 'failed' ? EXIT.no : EXIT.done,
  };
}

/**
 * Starts a job. If the server has no engine for the locales, adds to the error how to try a translation without one.
 */
async function startJob(
  call: Call,
  { client }: Connection,
  work: InputOf<'translate.jobs.create'>,
) {
  try {
    return await client.translate.jobs.create(work);
  } catch (error) {
    if (!isParlanceError(error, 'unsupported_pair')) throw error;
    const trial = await describeTrial(client);
    if (trial === null) throw error;
    const { exit, faults, data } = toCliError(error, call);
    const [first, ...others] = faults;
    throw new CliError(
      exit,
      [{ ...first!, message: `${first!.message} ${trial}` }, ...others],
      data,
    );
  }
}

/** Explains how to translate without a real engine. Null if the server does not offer that. */
export async function describeTrial(client: Connection['client']): Promise<string | null> {
  try {
    const { data } = await client.translate.engines({});
    return data.some(({ name }) => name === 'pseudo') ? TRIAL : null;
  } catch (error) {
    // An API key may start jobs without the right to list engines.
    if (isParlanceError(error, 'insufficient_scope')) return null;
    throw error;
  }
}

/** Returns a line with the reason why a job has no strings. */
async function describeNothing(
  { client }: Connection,
  work: InputOf<'translate.jobs.create'>,
): Promise<string> {
  const isDone = 'Nothing to translate: every locale of the project has its texts.';
  if ('strings' in work) return isDone;
  try {
    const locales = await collect(
      client.i18n.locales.listAll({ projectId: work.projectId, limit: 500 }),
    );
    const source = locales.find(({ isSource }) => isSource)!;
    const { needsReview, translated } = source.counts;
    if (needsReview + translated === 0) {
      return `The project has no source texts: ${PROGRAM} push sends those of the files of ${source.code}.`;
    }
    const hasTarget = locales.some(({ isSource, enabled }) => enabled && !isSource);
    return hasTarget
      ? isDone
      : `The project has no locale to translate into: ${PROGRAM} locales add <locale> adds one.`;
  } catch (error) {
    // An API key may start jobs without the right to read the project.
    if (isParlanceError(error, 'insufficient_scope')) return isDone;
    throw error;
  }
}

/** Returns a phrase with the origins of the translations. */
function byEngine({ usage: { engine, memoryHits } }: TranslationJob): string {
  if (memoryHits === 0) return engine === null ? '' : ` by ${engine}`;
  const rest = engine === null ? '' : `, the others by ${engine}`;
  return `: ${memoryHits} from the translation memory${rest}`;
}

/**
 * Returns a line for each error and locale of the first strings that a finished job did not
 * translate, with their keys.
 */
async function describeFailed(
  { client }: Connection,
  { id: jobId, status, progress }: TranslationJob,
): Promise<string[]> {
  if (progress.failed === 0 || !IS_OVER.test(status)) return [];
  try {
    const shown = { jobId, status: 'failed', limit: SHOWN_FAILURES } as const;
    const { data } = await client.translate.jobs.result(shown);
    const isOfPair = Object.values(data.locales).some(({ items }) =>
      items.some(({ error }) => error?.code === 'unsupported_pair'),
    );
    const trial = isOfPair ? await describeTrial(client) : null;
    const lines = Object.entries(data.locales).flatMap(([locale, { items }]) =>
      Array.from(
        groupBy(items, ({ error }) => `${error?.code}: ${error?.message}`),
        ([error, of]) =>
          `${locale} ${of.map(({ id, key = id }) => escapeText(key)).join(', ')}: ${error}`,
      ),
    );
    const more = progress.failed - SHOWN_FAILURES;
    return [
      ...lines,
      ...(more > 0 ? [`and ${more} more`] : []),
      ...(trial === null ? [] : [trial]),
    ];
  } catch (error) {
    // An API key may start jobs without the right to read them.
    if (isParlanceError(error, 'insufficient_scope')) return [];
    throw error;
  }
}

/** Returns a line with the number of outdated texts that a finished job has left, and the reason. */
async function describeOutdated(
  { client }: Connection,
  work: InputOf<'translate.jobs.create'>,
  { status, progress: { failed } }: TranslationJob,
): Promise<string[]> {
  if ('strings' in work || !IS_OVER.test(status)) return [];
  const { projectId, include, targetLocales } = work;
  if (!include?.includes('outdated')) return [];
  const locales = targetLocales && { locales: targetLocales };
  try {
    const { data } = await client.i18n.counts.get({ projectId, ...locales });
    const left = data.filter(({ outdated }) => outdated > 0);
    const all = left.reduce((sum, { outdated }) => sum + outdated, 0);
    if (all === 0) return [];
    const each = left.map(({ locale, outdated }) => `${locale} ${outdated}`).join(', ');
    const failures = failed > 0 ? 'those that failed, and ' : '';
    return [
      `Outdated as before: ${count(all, 'text')} (${each}), ${failures}those that people wrote. No job replaces them: \`is:outdated\` finds them in the editor.`,
    ];
  } catch (error) {
    if (isParlanceError(error, 'insufficient_scope')) return [];
    throw error;
  }
}

/**
 * Waits until a job has ended.
 * @throws CliError after Ctrl-C, with a message that says whether the job continues
 */
async function waitFor(
  { io, flags, progress }: Call,
  connection: Connection,
  started: TranslationJob,
): Promise<TranslationJob> {
  let job = started;
  const bar = progress('Translating strings', job.progress.total);
  const waitSeconds = io.isTerminal ? BAR_SECONDS : WAIT_SECONDS;
  try {
    while (!IS_OVER.test(job.status)) {
      ({ data: job } = await connection.client.translate.jobs.get(
        { jobId: job.id },
        { waitSeconds },
      ));
      bar.to(job.progress.done);
    }
    return job;
  } catch (error) {
    if (!io.signal.aborted) throw error;
    if (!flags.has('cancel-on-interrupt')) {
      throw interruptionOf(io, `Job ${job.id} goes on. Run ${PROGRAM} pull once it has ended.`, {
        job,
      });
    }
    throw await cancelJob(io, connection, job);
  } finally {
    bar.end();
  }
}

async function cancelJob(io: Io, connection: Connection, job: TranslationJob): Promise<CliError> {
  const { jobs } = connection.afterInterrupt().translate;
  try {
    const { data } = await jobs.cancel({ jobId: job.id });
    return interruptionOf(io, `Job ${job.id} was cancelled.`, { job: data });
  } catch (error) {
    if (!isParlanceError(error, 'job_not_cancellable')) throw error;
    return interruptionOf(io, `Job ${job.id} had ended already.`, { job });
  }
}
