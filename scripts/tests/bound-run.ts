/** Exit codes of a program that a signal ends (POSIX). */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Lets `cleanUp` run however this program ends, also by a signal, and ends it when its time is over: what it waits
 * for may hang.
 */
export function boundRun(minutes: number, cleanUp: () => void): void {
  process.once('exit', cleanUp);
  for (const [signal, code] of Object.entries(SIGNALS))
    process.once(signal, () => process.exit(code));
  const timer = setTimeout(() => {
    console.error(`This did not end within ${minutes} minutes.`);
    process.exit(1);
  }, minutes * 60_000);
  timer.unref();
}
