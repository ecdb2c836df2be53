import { isParlanceError, ParlanceConnectionError } from '@parlance/sdk';
import i18next from 'i18next';

export interface Problem {
  readonly text: string;
  readonly requestId?: string;
  /** Messages by the name of the field in the request's body. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Describes an error of a call for the person who made it. */
export function problemOf(error: unknown): Problem {
  if (isParlanceError(error)) {
    const fields: Record<string, string> = {};
    for (const { path, message } of error.errors) fields[path.replace(/^\//, '')] ??= message;
    return { text: error.detail, requestId: error.requestId, fields };
  }
  if (error instanceof ParlanceConnectionError) {
    return { text: i18next.t('problem.offline'), fields: {} };
  }
  return { text: i18next.t('problem.unknown'), fields: {} };
}
