export {
  ensureChange,
  insertChange,
  insertJobChange,
  type JobChange,
} from './change/change.store.ts';
export {
  type ChangedTextRow,
  type ChangeItemRow,
  listChangeItems,
  listFirstItems,
} from './change/change-item.store.ts';
export {
  type ChangeFilter,
  type ChangeRow,
  getProjectChange,
  requireProjectChange,
} from './change/change-list.store.ts';
export {
  findLastNumber,
  findUnnumberedProject,
  isAnyUnnumbered,
  numberChanges,
  numberIdleProject,
} from './change/change-number.store.ts';
export { keptDetail } from './change/kept-detail.ts';
export { listChanges } from './change/list-changes.ts';
export type { AcceptedProposal } from './change/proposer.store.ts';
export {
  type CheckSettings,
  type CheckSources,
  checkRules,
  readCheckInputs,
  readCheckSources,
  selectWithForms,
  writeChecks,
} from './check/check.store.ts';
export { checkValue } from './check/check-value.ts';
export { checkWrites } from './check/check-writes.ts';
export { CheckerSource } from './check/checker.ts';
export { compareFindings, type FindingChanges, sumChanges } from './check/compare-findings.ts';
export { factsOfFinding } from './check/finding-facts.ts';
export { listIgnoredChecks, lockChecks, writeIgnored } from './check/ignored-check.store.ts';
export { countMasks } from './check/published.store.ts';
export { checkPlaces, runRechecks, VALUES_AT_ONCE } from './check/run-rechecks.ts';
export { type CheckCounts, sumCounts, summarizeChecks } from './check/summarize-checks.ts';
export {
  once,
  openCodeShapes,
  patternsFor,
  type ReadCodeShapes,
} from './code-shapes/code-shapes.ts';
export { exportTerms } from './glossary/export-terms.ts';
export {
  findSameTerm,
  GLOSSARY_TERM,
  type GlossaryTermRow,
  getTerm,
  insertTerm,
  listTerms,
  type TermColumns,
  updateTermRow,
} from './glossary/glossary-term.store.ts';
export {
  type FindTerms,
  noGlossary,
  openGlossary,
  readGlossary,
} from './glossary/open-glossary.ts';
export { recheckTerms } from './glossary/recheck-terms.ts';
export { requireTranslations } from './glossary/require-translations.ts';
export { formsOf, type NeededForm, seedOf } from './key/family-forms.ts';
export {
  type FamilyMember,
  findWithArchivedMembers,
  listFamilies,
} from './key/family-members.store.ts';
export {
  changedFields,
  columnsOf,
  FIELDS_AS_JSON,
  fieldsOf,
  type KeyFieldColumns,
  type SomeKeyFields,
  selectedFields,
} from './key/key.record.ts';
export {
  findKeyScanEnd,
  findKeysByFormerNames,
  findKeysByIds,
  findKeysByNames,
  getKey,
  getTranslationKey,
  hasAliases,
  hasKeys,
  KEY_COLUMNS,
  KEY_LOCKS,
  listKeys,
  listTranslationKeys,
  lockKeys,
  type TranslationKeyRow,
} from './key/key.store.ts';
export { type KeyRef, newKeyRef } from './key/key-ref.ts';
export { findNeighbours, type Neighbour } from './key/neighbours.store.ts';
export { requireKeys } from './key/require-keys.ts';
export { setSourceHashes } from './key/source-hash.store.ts';
export { hashSource, hashSources, NO_HASHES, type SourceHashes } from './key/source-hash.ts';
export { updatedSinceOf } from './key/updated-since.ts';
export {
  diff,
  mapPlurals,
  mask,
  repair,
  replace,
  unmask,
  verify,
} from './message/long-messages.ts';
export type { CheckOptions } from './message/message-functions.ts';
export { compileReplacement } from './message/replace-text.ts';
export { findRecheckedProject, hasRechecks, isAnyRecheck } from './recheck/recheck.store.ts';
export { listSince, type SinceRow } from './sync/since.store.ts';
export { readSlots, type Slot } from './sync/slot.store.ts';
export {
  extendSyncState,
  isSeen,
  readSyncState,
  requireSyncState,
} from './sync/sync-state.store.ts';
export {
  decodeSyncToken,
  encodeSyncToken,
  NOTHING_SEEN,
  type SyncState,
} from './sync/sync-token.ts';
export {
  forgetProgress,
  listProgressRows,
  noteProgress,
  type ProgressFigures,
  TARGET_LOCALES,
} from './value/daily-progress.store.ts';
export { hasForm, type NeededKeys, neededValues, needsKey } from './value/needed-values.ts';
export {
  correctOutdatedCounts,
  foldOutdatedDeltas,
  outdatedCounts,
  readOutdatedCounts,
} from './value/outdated-count.store.ts';
export { pageVersions, type ValueVersionView } from './value/page-versions.ts';
export { findReferences } from './value/references.store.ts';
export { countReviewed } from './value/review-count.store.ts';
export {
  COMMENTS,
  FINDINGS,
  foldMarks,
  KEYS,
  markFindings,
  markKeys,
  marks,
  PROPOSALS,
  type RevisionOf,
  readRevisions,
  revisionsById,
} from './value/revision.store.ts';
export { findOwnTexts, isSamePerson } from './value/text-author.store.ts';
export {
  countedFindingMask,
  foldKindsIn,
  hasValues,
  isOfOtherSource,
  type LockedValue,
  lockedColumns,
  lockValues,
  ofOtherSource,
  readMask,
  readValues,
  selectValues,
  VALUE,
  type ValueRow,
} from './value/value.store.ts';
export {
  countKeys,
  countStates,
  countsByLocale,
  type LocaleCounts,
  type StateCounts,
} from './value/value-count.store.ts';
export { foldValueDeltas, valueCounts } from './value/value-delta.store.ts';
export { findActors, getValueHead } from './value/value-version.store.ts';
export { findView, type ValueView, viewValues } from './value/view-values.ts';
export { accountKeys, unchanged } from './writer/families.ts';
export { forgetChanges } from './writer/forget/forget-changes.ts';
export {
  archiveKeys,
  createKeys,
  editKeys,
  historyOf,
  identifyKeys,
  type KeyEdit,
  restoreKeys,
  tagKeys,
} from './writer/keys.ts';
export { forgetTexts, purgeTexts } from './writer/purge.ts';
export { recheckProject } from './writer/rechecks.ts';
export { recountFamilies } from './writer/recount-families.ts';
export { findCorrected, findForms, restoreVersions } from './writer/sources/sources.ts';
export { inContent, lockWriters, type WriterLocks } from './writer/transaction.ts';
export {
  type CellWrite,
  fillTexts,
  type PlannedCell,
  type Replacement,
  type Restoration,
  replaceTexts,
  restoreTexts,
  type TextWrite,
  writeCells,
} from './writer/writer.ts';
export type {
  ChangeStamp,
  ContentProject,
  SourceEdit,
  Writing,
  WrittenLocale,
} from './writer/writing.ts';
