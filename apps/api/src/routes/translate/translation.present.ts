import type { TranslationItem, TranslationJob, TranslationUsage } from '@parlance/contracts';
import { type EngineAmounts, mainEngine } from '../../domain/billing/index.ts';
import {
  includeOf,
  type JobRow,
  type JobString,
  type LocaleErrors,
  type LocaleTranslation,
  type StringResult,
} from '../../domain/translation/index.ts';

export function presentItem(string: JobString, result: StringResult): TranslationItem {
  const named = {
    id: string.id,
    ...(string.key === undefined ? {} : { key: string.key }),
  };
  if (result.status === 'translated') {
    const { text, engine, warnings } = result;
    return { ...named, text, status: 'translated', engine, warnings: [...warnings] };
  }
  const { error } = result;
  return { ...named, text: null, status: 'failed', engine: null, warnings: [], error };
}

export const presentItems = ({ items }: LocaleTranslation): TranslationItem[] =>
  items.map(({ string, result }) => presentItem(string, result));

export const presentUsage = ({
  engineCalls,
  ...usage
}: Omit<EngineAmounts, 'strings'> & { engineCalls: number }): TranslationUsage => ({
  units: usage.units,
  billedUnits: usage.billedUnits,
  memoryHits: usage.memoryHits,
  engineCalls,
  engine: usage.engine,
});

export const presentJobUsage = (row: JobRow): TranslationUsage =>
  presentUsage({
    units: row.units,
    billedUnits: row.billed_units,
    memoryHits: row.memory_hits,
    engineCalls: row.engine_calls,
    engine: mainEngine(Object.entries(row.engines)),
  });

export const presentJob = (row: JobRow): TranslationJob => ({
  id: row.id,
  kind: row.kind,
  include: row.kind === 'missing' ? [...includeOf(row.options)] : [],
  projectId: row.project_id,
  sourceLocale: row.source_locale,
  targetLocales: [...(row.options.targetLocales ?? [])],
  createdBy: { type: row.created_by_type, id: row.created_by_id, name: row.created_by_name },
  status: row.status,
  progress: {
    total: row.strings_total,
    done: row.strings_done,
    failed: row.strings_failed,
  },
  usage: presentJobUsage(row),
  error:
    row.error_code === null
      ? null
      : {
          code: row.error_code,
          message: row.error_message ?? '',
          ...(row.error_params && { params: row.error_params }),
        },
  localeErrors: presentLocaleErrors(row.locale_errors),
  createdAt: row.created_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
});

const presentLocaleErrors = (errors: LocaleErrors): TranslationJob['localeErrors'] =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([locale, error]) => {
      if (!error) return [];
      const { message: detail, ...facts } = error;
      return [[locale, { ...facts, detail }]];
    }),
  );
