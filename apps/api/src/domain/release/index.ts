export type { BundleAddress, BundlePointer } from './bundle.store.ts';
export { createRelease } from './create-release.ts';
export { addReads, countReads, type ReadCount } from './delivery/bundle-read.store.ts';
export { BundleSource } from './delivery/bundle-source.ts';
export { findLagSeconds } from './delivery/delivery.store.ts';
export { StoredBundles } from './delivery/stored-bundles.ts';
export { sweepBlobs, syncAll } from './delivery/sweep-store.ts';
export { syncStore } from './delivery/sync-store.ts';
export { diffReleases } from './diff-releases.ts';
export {
  type Bundle,
  type BundleForm,
  composeBundle,
  ENCODINGS,
  type Encoding,
  encodeBundle,
  etagOf,
} from './encode-bundle.ts';
export type { StandInCounts } from './messages.store.ts';
export { previewRelease } from './preview-release.ts';
export { giveUpRelease, publishRelease } from './publish-release.ts';
export { getRelease, listReleases, RELEASE, type ReleaseRow } from './release.store.ts';
export { JOB_RESULTS_KEPT_DAYS } from './retention/ages.ts';
export { countOrphans } from './retention/count-orphans.ts';
export { recountOutdated } from './retention/recount-outdated.ts';
export { sweepEnded } from './retention/sweep-ended.ts';
export { sweepOld } from './retention/sweep-old.ts';
export type { LookUpChange } from './upgrade/compare-look-ups.ts';
export { reportProject, type UpgradeReport } from './upgrade/report-project.ts';
export { listStoredProjects } from './upgrade/upgrade.store.ts';
