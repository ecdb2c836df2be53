import type { ErrorCode, Fault } from '@parlance/contracts';
import { isParlanceError, ParlanceConnectionError } from '@parlance/sdk';
import i18next from 'i18next';

export interface Problem {
  /** Names the fault and the next step, in the language of the app. */
  readonly text: string;
  /** Words of the server, in English. Null if there are none. */
  readonly folded: Folded | null;
  /** Messages by the name of the field in the request's body. */
  readonly fields: Readonly<Record<string, string>>;
}

interface Folded {
  readonly summary: string;
  /** Absent if the text is already the server's. */
  readonly detail?: string;
  /** Faults that the detail does not have. */
  readonly faults: readonly string[];
  readonly request: string | null;
  /** True if the text by the code refers to the details. */
  readonly isOpen: boolean;
}

/** A failure as an error, a job, a bulk change or a release reports it. */
interface Failure {
  readonly code: string;
  readonly detail: string;
  readonly requestId?: string;
  readonly errors?: readonly Fault[];
}

/** Codes whose text tells the reader to look at the details. */
const DETAILED =
  /^(conflict|content_invalid|insufficient_credits|limit_exceeded|validation_failed)$/;

/** Describes a failure for the person who caused it. An unknown code of a newer server is shown in its own words. */
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

/** A fault without a known code is shown in the words of the server, which are English. */
function fieldText({ code, limits, message }: Fault): string {
  if (code !== undefined && i18next.exists(`fault.${code}`)) {
    return i18next.t(`fault.${code}`, { range: rangeText(limits) });
  }
  return i18next.language === 'en' ? message : `${i18next.t('problem.field')} ${message}`;
}

/** Bounds as a reader of any language writes them, such as `1–200` or `≤ 200`. */
function rangeText({ min, max }: NonNullable<Fault['limits']> = {}): string {
  const [from, to] = [min, max].map((bound) => bound?.toLocaleString(i18next.language));
  if (from === undefined) return `≤ ${to}`;
  return to === undefined ? `≥ ${from}` : `${from}–${to}`;
}

/** Describes an error of a call for the person who made it. */
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
