import type { TranslationSettingsChange } from '@parlance/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { searchOf } from '../../../lib/paged-query.ts';

/** Number of keys that a preview translates at once. */
const PREVIEWED_KEYS = 5;

/** Query of the instructions for engines of a project, and of the engines for each locale. */
export const translationQuery = (organizationId: string, projectId: string) =>
  queryOptions({
    queryKey: ['translation', organizationId, projectId],
    queryFn: async () => (await api(organizationId).i18n.translation.get({ projectId })).data,
  });

export const changeTranslation = async (
  organizationId: string,
  projectId: string,
  change: TranslationSettingsChange,
) => (await api(organizationId).i18n.translation.update({ projectId, ...change })).data;

/** Query of the first keys whose names contain a text. */
export const previewKeysQuery = (organizationId: string, projectId: string, q: string) =>
  queryOptions({
    queryKey: ['preview-keys', organizationId, projectId, q],
    queryFn: async ({ signal }) => {
      const page = { projectId, limit: PREVIEWED_KEYS, ...searchOf(q) };
      return (await api(organizationId).i18n.keys.list(page, { signal })).data;
    },
  });

/** Input of a preview. */
export interface PreviewOrder {
  readonly projectId: string;
  readonly keyIds: readonly string[];
  readonly localeCode: string;
  readonly engines: readonly string[];
  readonly settings: TranslationSettingsChange;
}

export const previewTranslation = async (
  organizationId: string,
  { keyIds, engines, ...order }: PreviewOrder,
  { dryRun = false, signal }: { dryRun?: boolean; signal?: AbortSignal } = {},
) => {
  const call = { ...order, keyIds: [...keyIds], engines: [...engines], dryRun };
  return (await api(organizationId).translate.preview(call, signal ? { signal } : {})).data;
};

/** Query of the price of a preview. It calls no engine. */
export const previewPriceQuery = (organizationId: string, order: PreviewOrder) =>
  queryOptions({
    queryKey: ['preview-price', organizationId, order.projectId, order.localeCode, order],
    queryFn: ({ signal }) => previewTranslation(organizationId, order, { dryRun: true, signal }),
    enabled: order.keyIds.length > 0 && order.engines.length > 0,
  });
