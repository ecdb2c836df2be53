import { isContention } from '../../db/availability/retrying.ts';
import { troubleOf } from '../../db/availability/trouble.ts';
import { describeCause } from '../../describe-cause.ts';

/** Maximum number of attempts that fail with the same error. */
const MAX_TIMES = 3;

/** An error of a task, stored in the queue until the next attempt. */
export class RepeatedFault extends Error {
  override readonly name = 'RepeatedFault';
  /** Identifies the error: its kind, and the code location that threw it. */
  readonly fault: string;
  readonly times: number;

  constructor(fault: string, times: number, cause: unknown) {
    super(fault, { cause });
    this.fault = fault;
    this.times = times;
  }

  /** Explanation for users. Null while another attempt may still succeed. */
  get detail(): string | null {
    if (this.times < MAX_TIMES) return null;
    const [kind] = this.fault.split(' ', 1);
    return `The server failed ${this.times} times in the same way (${kind}). The server log has the reasons.`;
  }
}

/**
 * Returns the error of an attempt, with the number of consecutive attempts that failed with the
 * same error. Returns null if the error is a temporary error of the database.
 */
export function repeatedFaultOf(error: unknown, kept: unknown): RepeatedFault | null {
  if (troubleOf(error) || isContention(error)) return null;
  const { name, code, stack } = describeCause(error) as { [part: string]: string | undefined };
  const fault = [code ?? name, stack?.split('\n', 1)[0]?.trim()].filter(Boolean).join(' ');
  const { fault: before, times = 0 } = (kept ?? {}) as Partial<RepeatedFault>;
  return new RepeatedFault(fault, before === fault ? times + 1 : 1, error);
}
