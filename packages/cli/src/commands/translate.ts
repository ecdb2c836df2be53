import { connect, requireProjectId } from '../auth/connect.ts';
import type { Call, Outcome } from '../command.ts';
import { findConfig } from '../config/read-config.ts';
import { EXIT } from '../fault.ts';
import { count } from '../output/count.ts';

const WAIT_SECONDS = 60;
/** A bar moves while the job goes on. */
const BAR_SECONDS = 2;
const IS_OVER = /^(completed|failed|cancelled)$/;

export async function run(call: Call): Promise<Outcome> {
  const { flags } = call;
  const config = findConfig(call.io.cwd) === null ? null : await call.config();
  const { client } = connect(call, config);
  const projectId = requireProjectId(call, config);
  const targetLocales = [...flags.texts('locale')];
  const work = {
    projectId,
    ...(targetLocales.length === 0 ? {} : { targetLocales }),
    ...(flags.has('outdated') ? { include: ['missing' as const, 'outdated' as const] } : {}),
  };
  if (flags.has('estimate')) {
    const { data } = await client.translate.estimate(work);
    return { data, lines: [`${data.units} units, of which ${data.billableUnits} are paid for.`] };
  }
  let { data: job } = await client.translate.jobs.create(work);
  call.note(`Job ${job.id}: it goes on if this command is interrupted.`);
  if (!flags.has('no-wait') && !IS_OVER.test(job.status)) {
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
  return {
    data: { job },
    lines: [
      `${job.status}: ${done} of ${count(total, 'string')} translated, ${failed} failed.`,
      ...(done > 0 ? ['Next: parlance pull.'] : []),
    ],
    exit: failed > 0 || job.status === 'failed' ? EXIT.no : EXIT.done,
  };
}
