const KIB = 1024;
const MIB = 1024 * KIB;

/** Limits of the service. Sizes are in bytes; lengths are in code points, as in JSON Schema. */
export const LIMITS = {
  bodyBytes: MIB,
  importBodyBytes: 64 * MIB,
  rawImportBodyBytes: 512 * MIB,
  jsonDepth: 64,
  keyNameLength: 2048,
  valueLength: 100_000,
  nameLength: 200,
  descriptionLength: 10_000,
  tagsPerKey: 50,
  localesPerProject: 200,
  pageSize: 500,
  defaultPageSize: 100,
  /** Maximum of strings × target locales in one synchronous translate call. */
  synchronousStrings: 2000,
  jobStrings: 100_000,
  /** Maximum of strings × target locales in one job. */
  jobStringTargets: 1_000_000,
  waitSeconds: 60,
  importConflictsListed: 100,
  revertConflictsListed: 100,
  /** Maximum number of keys and values that a list of changes returns with each. */
  changeItemsListed: 5,
  /** Maximum number of conflicts that the error of a merge lists. */
  mergeConflictsListed: 1000,
  /** Maximum number of keys that one merge archives. */
  mergeArchivedKeys: 1000,
  /** Maximum number of changes that a sync token names beside its number. */
  syncTokenChanges: 200,
  syncTokenLength: 8000,
  /** Maximum of open staged imports in one project. */
  stagedImports: 3,
  /** Maximum of the compressed size of an organization's open staged imports. */
  stagedImportBytes: 1024 * MIB,
  importOverrides: 5000,
  passwordMinLength: 8,
  passwordMaxLength: 256,
  /** RFC 5321 §4.5.3.1.3: a path of 256 octets with its angle brackets. */
  emailLength: 254,
  /** Age of a session up to which a person need not enter the password again to end the account. */
  freshSessionMinutes: 10,
  slugLength: 63,
  tagLength: 100,
  localeTagLength: 100,
  engineNameLength: 50,
  /** Maximum number of target locales that engines are asked about in one call. */
  engineTargets: 50,
  contextLength: 2000,
  searchLength: 500,
  cursorLength: 12_000,
  mailedTokenLength: 200,
  projectsPerApiKey: 100,
  personalKeyDays: 90,
  /** As compact JSON in UTF-8. */
  preferencesBytes: 16 * KIB,
  /** Maximum number of entries of each object or array of free-form JSON in a body. */
  freeFormMembers: 1000,
  memoryMatches: 50,
  checkFindingsListed: 100,
  rowPageSize: 200,
  rowLocales: 20,
  /** Maximum number of code points of a text in a row. */
  rowTextLength: 1000,
  queryLength: 2000,
  prefixesPerEnvironment: 50,
  memorySuggestions: 10,
  /** Maximum number of engines that suggest a text in one call. */
  suggestionEngines: 5,
  /** Maximum number of terms in an imported glossary file. */
  termsPerImport: 500,
  /** Maximum length of an imported glossary file in characters. */
  termsFileLength: 4 * MIB,
  /** Maximum number of units in an imported TMX file. */
  memoryUnitsPerImport: 100_000,
  /** Maximum number of keys that a bulk change names by their ids. */
  bulkKeyIds: 2000,
  /** Maximum number of values that a bulk change leaves out by name. */
  bulkExceptions: 1000,
  /** Maximum number of rows in a bulk change. */
  bulkRows: 200_000,
  /** Number of values (rows × locales) that a bulk change plans and writes together. */
  bulkPartValues: 1000,
  /** Maximum number of characters that a bulk change adds to the texts of one part. */
  bulkGrowth: 10_000_000,
  /** Maximum number of changes that the answer to a bulk change lists. */
  bulkPreview: 100,
  /** Maximum number of open event streams of one session or API key. */
  eventStreams: 4,
  eventStreamsPerOrganization: 100,
  /** Maximum number of bytes that wait for a slow reader of events before its stream is closed. */
  eventBufferBytes: 256 * KIB,
  /** Maximum number of keys that an event names. */
  eventKeyIds: 200,
  /** Maximum number of missed changes that a stream tells; after more it begins with `reset`. */
  eventBacklog: 500,
  /** Number of newest changes, and of texts in them, among which reviewed texts are counted. */
  reviewChanges: 20_000,
  /** Number of days that the progress of projects is kept for. */
  progressDays: 180,
  progressPageSize: 50,
} as const;
