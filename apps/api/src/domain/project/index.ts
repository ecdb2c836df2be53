export { auditEdit } from './audit-edit.ts';
export { lockAuthor } from './author/author.store.ts';
export { requireAuthor } from './author/require-author.ts';
export { ContentReads } from './content-reads/content-reads.ts';
export { type RowState, readRowState } from './content-reads/revision.ts';
export { createChildProject } from './create-child-project.ts';
export { createProject } from './create-project.ts';
export {
  type Edit,
  type EditCall,
  type EditOptions,
  editProject,
  KEEPS_LOCALES,
  LOCK_WAIT_MS,
  OtherLocks,
  withLocks,
} from './edit-project.ts';
export {
  ANSWER_KEPT_MS,
  type AnswerCache,
  type KeptAnswer,
  openAnswerCache,
} from './engine/answer-cache.store.ts';
export {
  askEngine,
  chooseEngines,
  chooseForJob,
  chooseForLocales,
  type EngineChoice,
  type EngineChoices,
  type EngineOrders,
  type EngineWish,
  engineIdsFor,
  failChoice,
  isServable,
  refusalFor,
} from './engine/choose-engines.ts';
export { EngineCalls, OF_CONTENT, type Patience, RETRY_MS } from './engine/engine-calls.ts';
export type { EngineDirectory } from './engine/engine-directory.ts';
export { ModelLoads } from './engine/model-loads.ts';
export { requireEngine } from './engine/require-engine.ts';
export { announceRelease } from './environment/announce-bundles.ts';
export { environmentTag, projectTag } from './environment/cache-tags.ts';
export { createEnvironment } from './environment/create-environment.ts';
export {
  ENVIRONMENT,
  type EnvironmentRow,
  findEnvironment,
  getEnvironment,
  isEnvironmentId,
  listEnvironments,
} from './environment/environment.store.ts';
export {
  findLatestReleases,
  type LatestRelease,
  PUBLISHED,
  RELEASE_CHANNEL,
} from './environment/environment-release.store.ts';
export { setEnvironmentDelivery } from './environment/set-environment-delivery.ts';
export { updateEnvironment } from './environment/update-environment.ts';
export {
  countGrants,
  deleteGrant,
  deleteGrants,
  findGrant,
  grantsOfMembership,
  listProjectMembers,
  type ProjectMemberRow,
  putGrants,
} from './grant/grant.store.ts';
export { type MembershipWithGrants, membershipInProject } from './grant/membership-with-grants.ts';
export { narrowToProject } from './grant/narrow-to-project.ts';
export { principalOfKey, principalOfUser } from './grant/principal-of.ts';
export { seesProject } from './grant/sees-project.store.ts';
export { createLocale } from './locale/create-locale.ts';
export { isEnabledLocale } from './locale/enabled-locale.store.ts';
export { ensureLocales } from './locale/ensure-locales.ts';
export { requireKnownLocales } from './locale/known-language.ts';
export {
  findLocale,
  getLocale,
  LOCALE,
  type LocaleRow,
  listAllLocales,
} from './locale/locale.store.ts';
export {
  directionOf,
  requireLanguageTag,
  requireLocaleTag,
  requireLocaleTags,
} from './locale/locale-tag.ts';
export { pageLocales } from './locale/page-locales.ts';
export { requireLocales } from './locale/require-locales.ts';
export { deleteLocale, updateLocale } from './locale/update-locale.ts';
export { type LocaleView, viewLocales } from './locale/view-locales.ts';
export { numberEarlierChanges } from './number-earlier-changes.ts';
export {
  countProjects,
  getProject,
  getWritableProject,
  isTheOwn,
  listActiveProjectIds,
  listProjectIds,
  listProjectNames,
  listProjects,
  PROJECT,
  type ProjectName,
  type ProjectRow,
  requireWritable,
} from './project.store.ts';
export { findProjectId } from './project-slug.store.ts';
export { setProjectDelivery } from './set-project-delivery.ts';
export { mergeSettings, requireRuntimes } from './settings.ts';
export { changeSettings } from './translation-settings/change-settings.ts';
export {
  effectiveSettings,
  engineOrdersOf,
  NO_SETTINGS,
  settingsOfLocale,
} from './translation-settings/effective-settings.ts';
export { type FoundTranslation, findTranslation } from './translation-settings/find-translation.ts';
export { readTranslationSettings } from './translation-settings/translation-settings.store.ts';
export { updateTranslationSettings } from './translation-settings/update-translation-settings.ts';
export { wishOfProject } from './translation-settings/wish-of-project.ts';
export { updateProject } from './update-project.ts';
