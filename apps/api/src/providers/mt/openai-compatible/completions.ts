import type { HttpAnswer } from '../http/http.ts';
import { ChatClient } from '../model/chat-client.ts';
import type { ModelClientOptions } from '../model/model-engine.ts';
import { explainModelError, LABEL, readCompletion, readEventStream } from './answer.ts';
import { ANSWER_FORMATS, type AnswerFormat, buildResponseFormat } from './answer-format.ts';

interface Dialect {
  readonly format: AnswerFormat;
  readonly sendsTemperature: boolean;
}

/** Creates a client that requests chat completions. */
export const createCompletions = (options: ModelClientOptions, key: string | undefined) =>
  new ChatClient<Dialect>(options, {
    label: LABEL,
    headers: key ? { authorization: `Bearer ${key}` } : {},
    secrets: key ? [key] : [],
    explain: explainModelError,
    readText: readEventStream,
    path: '/chat/completions',
    first: { format: 'json_schema', sendsTemperature: true },
    refusingStatuses: [400, 415, 422, 501],
    simplify,
    bodyOf: ({ model, system, user, ids }, { format, sendsTemperature }) => ({
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      stream: false,
      ...(sendsTemperature ? { temperature: 0 } : {}),
      response_format: buildResponseFormat(format, ids),
    }),
    read: readCompletion,
  });

function simplify(dialect: Dialect, refusal: HttpAnswer): Dialect | null {
  const said = JSON.stringify(refusal.body ?? '');
  if (dialect.sendsTemperature && /temperature/i.test(said))
    return { ...dialect, sendsTemperature: false };
  const format = ANSWER_FORMATS[ANSWER_FORMATS.indexOf(dialect.format) + 1];
  if (format !== undefined) return { ...dialect, format };
  return dialect.sendsTemperature ? { ...dialect, sendsTemperature: false } : null;
}
