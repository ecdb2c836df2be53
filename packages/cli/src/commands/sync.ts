import type { Call, Outcome } from '../command.ts';
import { inEachProject } from '../each-project.ts';
import { EXIT } from '../fault.ts';
import { PROGRAM } from '../program.ts';
import { preparePull } from '../pull-files.ts';
import { decideConflicts } from '../sync/conflict-policy.ts';
import { pushedLocales } from '../sync/push/push-texts.ts';
import { isHeldBack } from '../sync/three-way.ts';
import { openWorkspace } from '../sync/workspace.ts';
import { failedAfter } from '../to-cli-error.ts';
import { preparePush } from './push.ts';

export const run = (call: Call): Promise<Outcome> => inEachProject(call, prepareSync);

async function prepareSync(call: Call): Promise<() => Promise<Outcome>> {
  // Shows the conflicts of the push and of the pull before anything is sent.
  const workspace = await openWorkspace(call, {
    stop: {
      nothing: 'Nothing was sent or written, because a sync reads all files first.',
      withoutSource: `run ${PROGRAM} push --keep-going to send the rest`,
    },
  });
  const pushed = pushedLocales(call, workspace);
  const open = workspace.differences.filter(
    (difference) => !isHeldBack(difference) || pushed.includes(difference.locale),
  );
  await decideConflicts(call, workspace, open);
  return async () => {
    const up = await (await preparePush(call))();
    const down = await preparePull(call)
      .then((carryOut) => carryOut())
      .catch((error: unknown) => failedAfter(call, { data: {}, lines: [] }, error));
    return {
      data: { push: up.data, pull: down.data },
      lines: [...up.lines, ...down.lines],
      warnings: [...(up.warnings ?? []), ...(down.warnings ?? [])],
      errors: [...(up.errors ?? []), ...(down.errors ?? [])],
      exit: up.exit || down.exit || EXIT.done,
    };
  };
}
