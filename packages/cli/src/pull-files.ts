import type { Config } from '@parlance/config';
import type { Call, Outcome } from './command.ts';
import { unreadFiles } from './documents/left-out-files.ts';
import { unknownLocales } from './documents/locale-sets.ts';
import { inEachProject } from './each-project.ts';
import { count } from './output/count.ts';
import { type PulledFile, planPull } from './sync/pull/plan-pull.ts';
import { readPseudoLocales, requirePseudo, writePseudo } from './sync/pull/pseudo-files.ts';
import { pullTexts } from './sync/pull/pull-texts.ts';
import { warningsOfBeside } from './sync/same-locales.ts';
import { openWorkspace } from './sync/workspace.ts';

export const pull = (call: Call): Promise<Outcome> => inEachProject(call, preparePull);

export async function preparePull(called: Call): Promise<() => Promise<Outcome>> {
  const pseudo = readPseudoLocales(called, await called.config());
  const call = { ...called, config: async () => withPseudo(await called.config(), pseudo) };
  const workspace = await openWorkspace(call);
  requirePseudo(workspace, pseudo);
  const plan = await planPull(call, workspace);
  const files = plan.files.map(({ counts }) => counts);
  const withTexts = plan.files.flatMap(({ reason, counts }) => (reason ? [] : [counts]));
  for (const { path, isNew, added, changed, removed, states, kept, held, partial } of withTexts) {
    const parts = [
      ...(isNew && added > 0 ? ['new file'] : []),
      `${added} added`,
      `${changed} changed`,
      ...(removed > 0 ? [`${removed} removed`] : []),
      ...(states > 0 ? [`${count(states, 'other state')}`] : []),
      ...(kept > 0 ? [`${kept} kept as they are here`] : []),
      ...(held > 0 ? [`${held} left out by their state`] : []),
      ...(partial > 0 ? [`${partial} left out until their array or plural is complete`] : []),
    ];
    call.note(`${path}  ${parts.join(', ')}`);
  }
  const newFiles = plan.files.filter(({ counts }) => counts.isNew && counts.added > 0);
  const warnings = [
    ...(newFiles.length > 0 ? unreadFiles(workspace.config) : []),
    ...warningsOfBeside(
      workspace,
      newFiles.map(({ document }) => document),
    ),
    ...unknownLocales(newFiles.map(({ document }) => document)).map(
      ({ locale: _, ...fault }) => fault,
    ),
    ...plan.files.flatMap(({ reason }) => reason ?? []),
  ];
  return async () => {
    const isDry = call.flags.has('dry-run');
    if (!isDry) warnings.push(...(await pullTexts(workspace, plan)));
    const outcome = { ...outcomeOf(files, isDry), warnings };
    if (isDry || pseudo.length === 0) return outcome;
    const made = await writePseudo(workspace, pseudo);
    const line =
      made.length === 0
        ? `${pseudo.join(', ')} is up to date.`
        : `Wrote ${count(made.length, 'file')} of ${pseudo.join(', ')}.`;
    return { ...outcome, data: { ...outcome.data, pseudo: made }, lines: [...outcome.lines, line] };
  };
}

const withPseudo = (config: Config, pseudo: string[]): Config =>
  pseudo.length === 0 ? config : { ...config, pull: { ...config.pull, pseudo } };

function outcomeOf(files: readonly PulledFile[], isDry: boolean) {
  const written = files.filter(
    ({ added, changed, removed, states }) => added + changed + removed + states > 0,
  );
  const texts = written.reduce(
    (sum, { added, changed, removed }) => sum + added + changed + removed,
    0,
  );
  const states = written.reduce((sum, one) => sum + one.states, 0);
  const what = [
    ...(texts > 0 || states === 0 ? [count(texts, 'text')] : []),
    ...(states > 0 ? [count(states, 'state')] : []),
  ].join(' and ');
  const line =
    written.length === 0
      ? 'Nothing to pull: the files have the texts of the project.'
      : `${isDry ? 'Would write' : 'Wrote'} ${what} in ${count(written.length, 'file')}.`;
  return { data: { dryRun: isDry, files }, lines: [line] };
}
