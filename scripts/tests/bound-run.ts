/** Exit codes of a program that a signal ends (POSIX). */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs `cleanUp` when this program exits for any reason, including a signal. Ends the program after a time limit in
 * case it hangs.
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
