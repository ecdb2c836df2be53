import type { Call, Outcome } from '../command.ts';
import { inEachProject } from '../each-project.ts';
import { count } from '../output/count.ts';
import { type PulledFile, planPull, pullTexts } from '../sync/pull-texts.ts';
import { openWorkspace } from '../sync/workspace.ts';

export const run = (call: Call): Promise<Outcome> => inEachProject(call, preparePull);

export async function preparePull(call: Call): Promise<() => Promise<Outcome>> {
  const workspace = await openWorkspace(call);
  const plan = await planPull(call, workspace);
  const files = plan.files.map(({ counts }) => counts);
  for (const { path, isNew, added, changed, removed, kept, held } of files) {
    const parts = [
      ...(isNew && added > 0 ? ['new file'] : []),
      `${added} added`,
      `${changed} changed`,
      ...(removed > 0 ? [`${removed} removed`] : []),
      ...(kept > 0 ? [`${kept} kept as they are here`] : []),
      ...(held > 0 ? [`${held} left out by their state`] : []),
    ];
    call.note(`${path}  ${parts.join(', ')}`);
  }
  return async () => {
    const isDry = call.flags.has('dry-run');
    if (!isDry) await pullTexts(workspace, plan);
    return outcomeOf(files, isDry);
  };
}

function outcomeOf(files: readonly PulledFile[], isDry: boolean): Outcome {
  const written = files.filter(({ added, changed, removed }) => added + changed + removed > 0);
  const texts = written.reduce(
    (sum, { added, changed, removed }) => sum + added + changed + removed,
    0,
  );
  const line =
    texts === 0
      ? 'Nothing to pull: the files have the texts of the project.'
      : `${isDry ? 'Would write' : 'Wrote'} ${count(texts, 'text')} in ${count(written.length, 'file')}.`;
  return { data: { dryRun: isDry, files }, lines: [line] };
}
