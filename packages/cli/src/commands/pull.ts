import type { Call, Outcome } from '../command.ts';
import { failUsage } from '../fault.ts';
import { pull } from '../pull-files.ts';

export async function run(call: Call): Promise<Outcome> {
  if (!call.flags.has('watch')) return pull(call);
  if (call.flags.has('dry-run')) failUsage('--watch and --dry-run exclude each other.');
  const { watch } = await import('./watch.ts');
  return watch(call, false);
}
