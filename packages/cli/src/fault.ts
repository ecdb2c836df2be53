import { remedyAs } from '@parlance/formats';
import { type MemberWords, messageInWords, pathInWords } from './member-words.ts';

export const EXIT = {
  done: 0,
  no: 1,
  usage: 2,
  forbidden: 3,
  conflict: 4,
  unavailable: 5,
  partial: 6,
  interrupted: 130,
  terminated: 143,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error, finding or warning, with its location. */
export interface Fault {
  code: string;
  message: string;
  /** Level of the fault. Set for a warning that is only information, such as how a file was read. */
  level?: 'note';
  /** Name of the key with the error. If a request is invalid, the path of the wrong parameter. */
  path?: string;
  file?: string;
  line?: number;
  column?: number;
  requestId?: string;
}

/** An error response of the service. */
interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { path: string; message: string; remedy?: string }[];
  readonly requestId?: string | undefined;
}

/**
 * Converts an error response of the service to a list of errors. Replaces members of the request by
 * the names that the user typed.
 */
export const faultsOf = (
  { code, detail, errors, requestId }: Problem,
  words: MemberWords,
): Fault[] => {
  const remedy = errors.find((error) => error.remedy !== undefined)?.remedy;
  const [message] = remedy === undefined ? [detail] : detail.split(`; ${remedy}`, 1);
  return [
    {
      code,
      message: messageInWords(message!, words),
      ...(requestId !== undefined && { requestId }),
    },
    ...errors.map(({ remedy: way, ...fault }) => {
      // Other errors describe content, which may contain the same words as members.
      const isOfRequest = code === 'validation_failed';
      const { path, message } = fault;
      return {
        code,
        ...fault,
        path: isOfRequest ? pathInWords(path, words) : path,
        message: withFlag(isOfRequest ? messageInWords(message, words) : message, way),
      };
    }),
  ];
};

/** Adds the flag of the command that corresponds to an option of a request. */
function withFlag(message: string, remedy: string | undefined): string {
  const flag = remedy === undefined ? undefined : remedyAs('flags', remedy);
  return flag === undefined ? message : `${message}; ${flag}`;
}

/** Ends a command with an exit code, and with errors that are reported to the user. */
export class CliError extends Error {
  readonly exit: ExitCode;
  readonly faults: readonly Fault[];
  readonly data: unknown;

  constructor(exit: ExitCode, faults: readonly Fault[], data: unknown = null) {
    super(faults.map(({ message }) => message).join('\n'));
    this.exit = exit;
    this.faults = faults;
    this.data = data;
  }
}

/**
 * Thrown if the value of a flag such as `--key` matches nothing. The command would otherwise appear
 * to succeed.
 */
export class NoMatchError extends CliError {
  readonly filter: { readonly flag: string; readonly value: string };

  constructor(flag: string, value: string, message: string) {
    super(EXIT.usage, [{ code: 'usage', message }]);
    this.filter = { flag, value };
  }

  isOf({ flag, value }: NoMatchError['filter']): boolean {
    return this.filter.flag === flag && this.filter.value === value;
  }
}

export function failUsage(message: string, at: Omit<Fault, 'code' | 'message'> = {}): never {
  throw new CliError(EXIT.usage, [{ code: 'usage', message, ...at }]);
}

export function failForbidden(message: string): never {
  throw new CliError(EXIT.forbidden, [{ code: 'forbidden', message }]);
}
