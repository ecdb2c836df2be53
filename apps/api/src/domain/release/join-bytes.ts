import { inStretches } from '../check/check-values.ts';

/** As `Buffer.concat`, which holds the event loop where there are many megabytes. */
export async function joinBytes(parts: readonly Buffer[]): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  await inStretches(parts, (part) => {
    end += part.copy(whole, end);
  });
  return whole;
}
