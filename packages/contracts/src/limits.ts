const KIB = 1024;
const MIB = 1024 * KIB;

/** Limits of the service. Sizes are in bytes, and lengths in code points, as in JSON Schema. */
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
  /** Maximum number of keys and values that a list of changes contains for each change. */
  changeItemsListed: 5,
  /** Maximum number of conflicts that the error of a merge lists. */
  mergeConflictsListed: 1000,
  /** Maximum number of keys that one merge archives. */
  mergeArchivedKeys: 1000,
  /** Maximum number of changes that a sync token contains besides its number. */
  syncTokenChanges: 200,
  syncTokenLength: 8000,
  /** Maximum of open staged imports in one project. */
  stagedImports: 3,
  /** Maximum compressed size of all open staged imports of an organization. */
  stagedImportBytes: 1024 * MIB,
  importOverrides: 5000,
  passwordMinLength: 8,
  passwordMaxLength: 256,
  /** A path has at most 256 octets, including its angle brackets (RFC 5321 §4.5.3.1.3). */
  emailLength: 254,
  /** Age up to which a session may end its account without the password. */
  freshSessionMinutes: 10,
  slugLength: 63,
  tagLength: 100,
  localeTagLength: 100,
  engineNameLength: 50,
  /** Maximum number of target locales for which one call lists engines. */
  engineTargets: 50,
  contextLength: 2000,
  searchLength: 500,
  cursorLength: 12_000,
  mailedTokenLength: 200,
  projectsPerApiKey: 100,
  personalKeyDays: 90,
  /** Maximum size as compact JSON in UTF-8. */
  preferencesBytes: 16 * KIB,
  /** Maximum number of entries in each object or array of free-form JSON. */
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
  /** Maximum number of key ids in a bulk change. */
  bulkKeyIds: 2000,
  /** Maximum number of values that a bulk change excludes individually. */
  bulkExceptions: 1000,
  /** Maximum number of rows in a bulk change. */
  bulkRows: 200_000,
  /** Number of values (rows × locales) that a bulk change writes together. */
  bulkPartValues: 1000,
  /** Maximum number of characters that a bulk change adds to the texts of one part. */
  bulkGrowth: 10_000_000,
  /** Maximum number of changes in the answer to a bulk change. */
  bulkPreview: 100,
  /** Maximum number of open event streams of one session or API key. */
  eventStreams: 4,
  eventStreamsPerOrganization: 100,
  /** Maximum number of unsent bytes, above which the stream of a slow reader is closed. */
  eventBufferBytes: 256 * KIB,
  /** Maximum number of keys that an event names. */
  eventKeyIds: 200,
  /** Maximum number of missed changes that a stream repeats. After more of them, it begins with `reset`. */
  eventBacklog: 500,
  /** Number of newest changes, and of texts in them, among which reviewed texts are counted. */
  reviewChanges: 20_000,
  /** Number of days for which the progress of projects is kept. */
  progressDays: 180,
  progressPageSize: 50,
} as const;
