import { createYieldToLoop } from '../../lib/yield-to-loop.ts';

/** Joins buffers like `Buffer.concat`, but without blocking the event loop on many megabytes. */
export async function joinBytes(parts: readonly Buffer[]): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  const yieldToLoop = createYieldToLoop(null);
  for (const part of parts) {
    end += part.copy(whole, end);
    await yieldToLoop();
  }
  return whole;
}
