import { answerSchema } from '../model/prompt.ts';

/** Formats in which the engine can request an answer, from the strictest to plain text. */
export const ANSWER_FORMATS = ['json_schema', 'json_object', 'text'] as const;

export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

export function buildResponseFormat(format: AnswerFormat, ids: readonly string[]): unknown {
  if (format === 'text') return undefined;
  if (format === 'json_object') return { type: 'json_object' };
  return {
    type: 'json_schema',
    json_schema: { name: 'translations', strict: true, schema: answerSchema(ids) },
  };
}
