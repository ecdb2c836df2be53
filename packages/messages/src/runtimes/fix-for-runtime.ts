import type { Finding } from '../verify/findings.ts';
import { RUNTIMES } from './registry.ts';
import type { Runtime } from './runtime.ts';
import { faultsOf } from './verify-runtimes.ts';

/** Returns the translation with all misread parts in the spelling that the library displays as intended. */
export function fixForRuntime(
  { code, value, params }: Finding,
  { source, target }: { source: string | null; target: string },
): string | null {
  const name = params?.runtime;
  if (name === undefined) return null;
  const { separator } = (RUNTIMES[name] as Runtime).forms ?? {};
  if (code === 'runtime_misread' && separator !== undefined && separator.sign === value) {
    return separator.fix === undefined ? null : target.replaceAll(separator.sign, separator.fix);
  }
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, fix } of faultsOf(source, target, name)) {
    if (fix === undefined || start < from) continue;
    parts.push(target.slice(from, start), fix);
    from = end;
  }
  return parts.join('') + target.slice(from);
}
