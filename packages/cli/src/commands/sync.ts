import type { Call, Outcome } from '../command.ts';
import { decideConflicts } from '../sync/conflict-policy.ts';
import { pushedLocales } from '../sync/push-texts.ts';
import { isHeldBack } from '../sync/three-way.ts';
import { openWorkspace } from '../sync/workspace.ts';
import { run as pull } from './pull.ts';
import { run as push } from './push.ts';

export async function run(call: Call): Promise<Outcome> {
  // The conflicts of both directions, before anything is sent.
  const workspace = await openWorkspace(call);
  const pushed = pushedLocales(call, workspace);
  const open = workspace.differences.filter(
    (one) => !isHeldBack(one) || pushed.includes(one.locale),
  );
  await decideConflicts(call, workspace, open);
  const up = await push(call);
  const down = await pull(call);
  return {
    data: { push: up.data, pull: down.data },
    lines: [...up.lines, ...down.lines],
    warnings: [...(up.warnings ?? []), ...(down.warnings ?? [])],
  };
}
