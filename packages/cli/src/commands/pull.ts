import type { Call, Outcome } from '../command.ts';
import { planPull, pullTexts } from '../sync/pull-texts.ts';
import { openWorkspace } from '../sync/workspace.ts';

export async function run(call: Call): Promise<Outcome> {
  const workspace = await openWorkspace(call);
  const plans = await planPull(call, workspace);
  const files = plans.map(({ counts }) => counts);
  for (const { path, isNew, added, changed, removed, kept } of files) {
    const parts = [
      ...(isNew ? ['new file'] : []),
      `${added} added`,
      `${changed} changed`,
      ...(removed > 0 ? [`${removed} removed`] : []),
      ...(kept > 0 ? [`${kept} kept as they are here`] : []),
    ];
    call.note(`${path}  ${parts.join(', ')}`);
  }
  const isDry = call.flags.has('dry-run');
  if (!isDry) await pullTexts(workspace, plans);
  const written = files.filter(({ added, changed, removed }) => added + changed + removed > 0);
  const texts = written.reduce(
    (sum, { added, changed, removed }) => sum + added + changed + removed,
    0,
  );
  const line =
    texts === 0
      ? 'Nothing to pull: the files have the texts of the project.'
      : `${isDry ? 'Would write' : 'Wrote'} ${texts} texts in ${written.length} files.`;
  return { data: { dryRun: isDry, files }, lines: [line] };
}
