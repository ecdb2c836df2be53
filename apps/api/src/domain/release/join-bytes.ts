import { createYieldToLoop } from '../../lib/yield-to-loop.ts';

/** Concatenates buffers without blocking the event loop, even if they have many megabytes. */
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
