import type { Call, Outcome } from '../command.ts';
import { decideConflicts } from '../sync/conflict-policy.ts';
import { openWorkspace } from '../sync/workspace.ts';
import { run as pull } from './pull.ts';
import { run as push } from './push.ts';

export async function run(call: Call): Promise<Outcome> {
  // The conflicts of both directions, before anything is sent.
  const workspace = await openWorkspace(call);
  await decideConflicts(call, workspace, workspace.differences);
  const pushed = await push(call);
  const pulled = await pull(call);
  return {
    data: { push: pushed.data, pull: pulled.data },
    lines: [...pushed.lines, ...pulled.lines],
    warnings: [...(pushed.warnings ?? []), ...(pulled.warnings ?? [])],
  };
}
