import type { Io } from '../io.ts';

export interface Progress {
  to(done: number): void;
  end(): void;
}

export type StartProgress = (label: string, total: number) => Progress;

const DRAW_EVERY_MS = 100;
/**
 * Interval in milliseconds between progress lines outside of a terminal. CI systems end jobs that
 * print nothing for a long time.
 */
const LINE_EVERY_MS = 15_000;
const BAR_LENGTH = 20;
const CLEAR_LINE = '\r\u001b[K';

/**
 * Shows progress as a bar on a terminal, and as a line every 15 seconds elsewhere. Shows nothing
 * with `--quiet`.
 */
export function progressOf(
  io: Pick<Io, 'env' | 'err' | 'isTerminal' | 'now'>,
  isQuiet: boolean,
): StartProgress {
  if (isQuiet) return () => ({ to() {}, end() {} });
  return io.isTerminal && io.env.TERM !== 'dumb'
    ? (label, total) => startBar(io, label, total)
    : (label, total) => startLines(io, label, total);
}

function startBar(io: Pick<Io, 'err' | 'now'>, label: string, total: number): Progress {
  const startedAt = io.now().getTime();
  let drawnAt = Number.NEGATIVE_INFINITY;
  let done = 0;
  const draw = (): void => {
    const now = io.now().getTime();
    if (now - drawnAt < DRAW_EVERY_MS) return;
    drawnAt = now;
    const filled = total === 0 ? 0 : Math.round((BAR_LENGTH * done) / total);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_LENGTH - filled);
    const restMs = done === 0 ? null : ((now - startedAt) * (total - done)) / done;
    const rest = restMs === null || restMs < 1_000 ? '' : `, ${secondsOf(restMs)} left`;
    io.err(`${CLEAR_LINE}${label} ${bar} ${done}/${total}${rest}`);
  };
  draw();
  const timer = setInterval(draw, DRAW_EVERY_MS).unref();
  return {
    to(next) {
      done = next;
      draw();
    },
    end() {
      clearInterval(timer);
      io.err(CLEAR_LINE);
    },
  };
}

function startLines(io: Pick<Io, 'err' | 'now'>, label: string, total: number): Progress {
  let reportedAtMs = io.now().getTime();
  let done = 0;
  const tell = (): void => {
    const now = io.now().getTime();
    if (now - reportedAtMs < LINE_EVERY_MS) return;
    reportedAtMs = now;
    io.err(`${label}: ${done} of ${total}\n`);
  };
  const timer = setInterval(tell, LINE_EVERY_MS).unref();
  return {
    to(next) {
      done = next;
      tell();
    },
    end: () => clearInterval(timer),
  };
}

const secondsOf = (ms: number): string => {
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};
