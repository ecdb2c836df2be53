import type { ErrorCode, Fault } from '@parlance/contracts';
import { isParlanceError, ParlanceConnectionError } from '@parlance/sdk';
import i18next from 'i18next';

export interface Problem {
  /** Names the error and the next step, in the language of the app. */
  readonly text: string;
  /** The server's English text. Null if there is none. */
  readonly folded: Folded | null;
  /** Messages by the name of the field in the request body. */
  readonly fields: Readonly<Record<string, string>>;
}

interface Folded {
  readonly summary: string;
  /** Absent if `text` is already the server's. */
  readonly detail?: string;
  /** Faults that the detail does not mention. */
  readonly faults: readonly string[];
  readonly request: string | null;
  /** True if the text for the code refers to the details. */
  readonly isOpen: boolean;
}

/** An error as a call, a job, a bulk change or a release reports it. */
interface Failure {
  readonly code: string;
  readonly detail: string;
  readonly requestId?: string;
  readonly errors?: readonly Fault[];
}

/** Codes whose text refers the reader to the details. */
const DETAILED =
  /^(conflict|content_invalid|insufficient_credits|limit_exceeded|validation_failed)$/;

/** Describes an error for the user. An unknown code of a newer server is described with the server's text. */
export function problemFrom({ code, detail, requestId, errors = [] }: Failure): Problem {
  const isKnown = i18next.exists(`problems.${code}`);
  const faults: string[] = [];
  const fields: Record<string, string> = {};
  for (const fault of errors) {
    const { path, message } = fault;
    const name = path.replace(/^\//, '');
    fields[name] ??= fieldText(fault);
    if (!detail.includes(message)) faults.push(`${name} ${message}`);
  }
  return {
    text: isKnown ? i18next.t(`problems.${code as ErrorCode}`) : detail,
    folded: {
      summary: i18next.t('problem.detail'),
      ...(isKnown && { detail }),
      faults,
      request: requestId === undefined ? null : i18next.t('problem.requestId', { id: requestId }),
      isOpen: DETAILED.test(code),
    },
    fields,
  };
}

/** Returns the text of a fault. A fault with an unknown code has the server's text, which is English. */
function fieldText({ code, limits, message }: Fault): string {
  if (code !== undefined && i18next.exists(`fault.${code}`)) {
    return i18next.t(`fault.${code}`, { range: rangeText(limits) });
  }
  return i18next.language === 'en' ? message : `${i18next.t('problem.field')} ${message}`;
}

/** Returns bounds in a notation for every language, such as `1–200` or `≤ 200`. */
function rangeText({ min, max }: NonNullable<Fault['limits']> = {}): string {
  const [from, to] = [min, max].map((bound) => bound?.toLocaleString(i18next.language));
  if (from === undefined) return `≤ ${to}`;
  return to === undefined ? `≥ ${from}` : `${from}–${to}`;
}

/** Describes the error of a call for the user. */
export function problemOf(error: unknown): Problem {
  if (isParlanceError(error)) return problemFrom(error);
  const isOffline = error instanceof ParlanceConnectionError;
  const text = i18next.t(isOffline ? 'problem.offline' : 'problem.unknown');
  return { text, folded: null, fields: {} };
}

/** Describes an error in one line, for places without room for details. */
export const sayProblem = (error: unknown): string => lineOf(problemOf(error));

/** Describes a failure in one line. */
export const sayFailure = (failure: Failure): string => lineOf(problemFrom(failure));

const lineOf = ({ text, folded }: Problem): string =>
  folded?.isOpen ? [text, folded.detail, ...folded.faults].join(' ') : text;
