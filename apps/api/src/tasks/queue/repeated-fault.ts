import { isContention } from '../../db/availability/retrying.ts';
import { troubleOf } from '../../db/availability/trouble.ts';
import { describeCause } from '../../describe-cause.ts';

/** Maximum number of attempts with the same fault. */
const MAX_TIMES = 3;

/** A fault of a task, which the queue stores until the next attempt. */
export class RepeatedFault extends Error {
  override readonly name = 'RepeatedFault';
  /** Kind of the error, and the place that threw it. */
  readonly fault: string;
  /** Number of consecutive attempts with this fault. */
  readonly times: number;

  constructor(fault: string, times: number, cause: unknown) {
    super(fault, { cause });
    this.fault = fault;
    this.times = times;
  }

  /** Explanation for people. Null if another attempt may succeed. */
  get detail(): string | null {
    if (this.times < MAX_TIMES) return null;
    const [kind] = this.fault.split(' ', 1);
    return `The server failed ${this.times} times in the same way (${kind}). The server log has the reasons.`;
  }
}

/**
 * Compares the fault of an attempt with the stored fault of the previous attempt. Returns null for troubles of the
 * database and for conflicts with other transactions, which are temporary.
 */
export function repeatedFaultOf(error: unknown, kept: unknown): RepeatedFault | null {
  if (troubleOf(error) || isContention(error)) return null;
  const { name, code, stack } = describeCause(error) as { [part: string]: string | undefined };
  const fault = [code ?? name, stack?.split('\n', 1)[0]?.trim()].filter(Boolean).join(' ');
  const { fault: before, times = 0 } = (kept ?? {}) as Partial<RepeatedFault>;
  return new RepeatedFault(fault, before === fault ? times + 1 : 1, error);
}
