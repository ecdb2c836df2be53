import { remindOfQuestions as remind } from '../domain/talk/index.ts';
import { task } from './queue/task.ts';

/** Enqueues the weekly mails about questions that nobody has resolved. */
export const remindOfQuestions = task({
  name: 'remind-of-questions',
  everySeconds: 60 * 60,
  concurrency: 1,
  retryLimit: 5,
  retryDelaySeconds: 60,
  expireSeconds: 30 * 60,
  async run(deps, _payload, { signal }) {
    const mails = await remind(deps, signal);
    if (mails > 0) deps.log.info({ mails }, 'reminded of open questions');
  },
});
