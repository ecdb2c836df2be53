import type { Client, InputOf, TranslationJob } from '@parlance/sdk';
import type { Call, Outcome } from './command.ts';
import { EXIT } from './fault.ts';
import { count } from './output/count.ts';

const WAIT_SECONDS = 60;
/** A bar moves while the job goes on. */
const BAR_SECONDS = 2;
const IS_OVER = /^(completed|failed|cancelled)$/;

/** Starts a translation job, and waits for its end unless `--no-wait` is set. */
export async function translateTexts(
  call: Call,
  client: Client,
  work: InputOf<'translate.jobs.create'>,
): Promise<Outcome & { data: { job: TranslationJob } }> {
  let { data: job } = await client.translate.jobs.create(work);
  const isWaiting = !call.flags.has('no-wait');
  call.note(`Job ${job.id}: it goes on if this command is interrupted.`);
  if (isWaiting && !IS_OVER.test(job.status)) {
    const bar = call.progress('Translating strings', job.progress.total);
    const waitSeconds = call.io.isTerminal ? BAR_SECONDS : WAIT_SECONDS;
    try {
      while (!IS_OVER.test(job.status)) {
        ({ data: job } = await client.translate.jobs.get({ jobId: job.id }, { waitSeconds }));
        bar.to(job.progress.done);
      }
    } finally {
      bar.end();
    }
  }
  const { done, failed, total } = job.progress;
  const line = IS_OVER.test(job.status)
    ? `${job.status}: ${done} of ${count(total, 'string')} translated, ${failed} failed.`
    : `Job ${job.id} is ${job.status}: ${count(total, 'string')}.`;
  return {
    data: { job },
    lines: [line, ...(done > 0 ? ['Next: parlance pull.'] : [])],
    exit: failed > 0 || job.status === 'failed' ? EXIT.no : EXIT.done,
  };
}
