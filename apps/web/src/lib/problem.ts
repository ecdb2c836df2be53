import { isParlanceError, ParlanceConnectionError } from '@parlance/sdk';
import i18next from 'i18next';

export interface Problem {
  readonly text: string;
  /** The words of the server, which are English, if `text` is not. */
  readonly detail?: { readonly title: string; readonly text: string };
  readonly requestId?: string;
  /** Messages by the name of the field in the request's body. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Describes an error of a call for the person who made it. */
export function problemOf(error: unknown): Problem {
  if (isParlanceError(error)) {
    const fields: Record<string, string> = {};
    for (const { path, message } of error.errors) fields[path.replace(/^\//, '')] ??= message;
    const { code, detail, requestId } = error;
    return { ...explain(code, detail), requestId, fields };
  }
  if (error instanceof ParlanceConnectionError) {
    return { text: i18next.t('problem.offline'), fields: {} };
  }
  return { text: i18next.t('problem.unknown'), fields: {} };
}

/** The server's own words are exact, but English. In other languages the text of the code comes first. */
function explain(code: string, detail: string): Pick<Problem, 'text' | 'detail'> {
  const key = `problems.${code}`;
  if (i18next.language === 'en' || !i18next.exists(key)) return { text: detail };
  return {
    text: i18next.t(key as 'problems.conflict'),
    detail: { title: i18next.t('problem.detail'), text: detail },
  };
}
