import type {
  EnginePreview,
  Formality,
  TranslationPreview,
  TranslationSettings,
  TranslationSettingsChange,
} from '@parlance/contracts';
import { newId } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { failAt } from '../../../errors.ts';
import { sumAmounts, unitsToReserve, withReservation } from '../../billing/index.ts';
import { openCodeShapes } from '../../content/index.ts';
import { ownerOf, type Principal } from '../../kernel/index.ts';
import {
  changeSettings,
  chooseEngines,
  effectiveSettings,
  engineOrdersOf,
  failChoice,
  getLocale,
  getProject,
  type ProjectRow,
  readTranslationSettings,
  requireEngine,
} from '../../project/index.ts';
import type { JobOptions } from '../session.ts';
import { createRepeatMarker, mostUnitsOf } from '../strings.ts';
import { optionsOf } from '../translation-request.ts';
import { askEngines, estimatePreview, type PreviewWork } from './ask-engines.ts';
import { readPreviewedKeys } from './previewed-keys.ts';

export type PreviewDeps = Pick<
  Deps,
  'db' | 'clock' | 'engines' | 'modelLoads' | 'payments' | 'log'
>;

export interface PreviewInput {
  readonly projectId: string;
  readonly keyIds: readonly string[];
  readonly targetLocale: string;
  readonly engines?: readonly string[];
  readonly settings?: TranslationSettingsChange;
  readonly formality?: Formality;
  readonly dryRun?: boolean;
}

/**
 * Translates keys with several engines for comparison. Stores only the usage: no value, no cached
 * answer and no job. Reuses neither translations from the translation memory nor cached answers.
 * @throws `not_found`, `validation_failed`, `insufficient_credits`; without `engines` also
 * `unsupported_pair`, `engine_model_loading` and `engine_unavailable`
 */
export async function previewTranslation(
  deps: PreviewDeps,
  principal: Principal,
  input: PreviewInput,
  signal: AbortSignal,
): Promise<TranslationPreview> {
  const { targetLocale } = input;
  const project = await getProject(deps.db, ownerOf(principal), input.projectId);
  const { organization_id: organizationId, id: projectId, source_locale: sourceLocale } = project;
  if (targetLocale === sourceLocale) failAt('/localeCode', 'is the source locale');
  const locale = await getLocale(deps.db, projectId, targetLocale);
  const { keys, strings: found } = await readPreviewedKeys(deps.db, project, locale, input.keyIds);
  const settings = await settingsFor(deps, project, input.settings);
  const options = await previewOptions(deps, principal, project, input, settings);
  const engines = await enginesFor(deps, input, options, sourceLocale);
  const strings = found.map(createRepeatMarker());
  const most = mostUnitsOf(strings) * engines.length;
  const locales = { sourceLocale, targetLocale };
  const reference = { type: 'translation', id: newId() } as const;
  const work: PreviewWork = {
    organizationId,
    projectId,
    ...locales,
    options,
    settings,
    engines,
    strings,
    reference,
    readCodeShapes: openCodeShapes(deps.db, projectId, options.messageFormat),
    signal,
  };
  if (input.dryRun || strings.length === 0) {
    const nothing = engines.map((engine) => emptyPreview(deps, engine));
    const billedUnits = await estimatePreview(deps, work);
    return { ...locales, keys, engines: nothing, billedUnits, credits: billedUnits };
  }
  const units = await unitsToReserve(deps, deps.db, organizationId, {
    most,
    estimate: () => estimatePreview(deps, work),
  });
  const asked = await withReservation(deps, { organizationId, reference, units }, () =>
    askEngines(deps, work),
  );
  const { billedUnits } = sumAmounts(asked.map(({ amounts }) => amounts));
  const previews = asked.map(({ preview }) => preview);
  return { ...locales, keys, engines: previews, billedUnits, credits: billedUnits };
}

async function settingsFor(
  { db, engines }: PreviewDeps,
  project: ProjectRow,
  change: TranslationSettingsChange | undefined,
): Promise<TranslationSettings> {
  const texts = await readTranslationSettings(db, project.id);
  if (!change) return effectiveSettings(texts);
  return effectiveSettings({
    ...texts,
    own: changeSettings(engines, texts.own, change, '/settings'),
  });
}

async function previewOptions(
  { db }: PreviewDeps,
  principal: Principal,
  project: ProjectRow,
  { formality }: PreviewInput,
  settings: TranslationSettings,
): Promise<JobOptions> {
  const options = await optionsOf(db, principal, project, { ...(formality && { formality }) });
  return { ...options, engineOrders: engineOrdersOf(settings) };
}

async function enginesFor(
  { engines }: PreviewDeps,
  { engines: named, targetLocale }: PreviewInput,
  options: JobOptions,
  sourceLocale: string,
): Promise<readonly string[]> {
  if (named) {
    for (const [at, engine] of named.entries()) requireEngine(engines, engine, `/engines/${at}`);
    return named;
  }
  const choice = await chooseEngines(engines, options, sourceLocale, targetLocale);
  return [choice.ready[0]?.id ?? choice.loadable[0]?.engine.id ?? failChoice(choice)];
}

const emptyPreview = ({ engines }: PreviewDeps, engine: string): EnginePreview => ({
  engine,
  local: engines.byId.get(engine)!.capabilities.local,
  texts: [],
  requests: [],
  requestsOmitted: 0,
  usage: null,
  error: null,
});
