const KIB = 1024;
const MIB = 1024 * KIB;

/** Limits of the service. Sizes are in bytes. Lengths are in code points, as in JSON Schema. */
export const LIMITS = {
  bodyBytes: MIB,
  importBodyBytes: 64 * MIB,
  rawImportBodyBytes: 512 * MIB,
  /** Maximum number of files and folders in an archive. Files that match no pattern count too. */
  archiveEntries: 10_000,
  /** Maximum number of locale files that one import of a folder reads. */
  folderFiles: 2000,
  /** Maximum number of left out files that a change names. */
  faultyFilesKept: 100,
  /** Maximum total size of the decompressed files of a folder. */
  folderBytes: 256 * MIB,
  /**
   * Maximum ratio of the decompressed size of a file to its compressed size. Only files larger than
   * `archiveFreeBytes` are limited.
   */
  archiveRatio: 250,
  archiveFreeBytes: 8 * MIB,
  filePathLength: 512,
  fileNameLength: 255,
  /** Maximum number of placeholders and wildcards in a folder or file name of a path pattern. */
  placeholdersInName: 2,
  jsonDepth: 64,
  keyNameLength: 2048,
  valueLength: 100_000,
  nameLength: 200,
  descriptionLength: 10_000,
  tagsPerKey: 50,
  runtimesPerProject: 50,
  localesPerProject: 200,
  /** Maximum number of projects for which a member has a grant. */
  grantsPerMember: 200,
  pageSize: 500,
  defaultPageSize: 100,
  /**
   * Maximum number of translations in one synchronous translate call. Each string counts once for
   * each target locale.
   */
  synchronousStrings: 2000,
  jobStrings: 100_000,
  /** Maximum number of translations in one job. Each string counts once for each target locale. */
  jobStringTargets: 1_000_000,
  waitSeconds: 60,
  importConflictsListed: 100,
  revertConflictsListed: 100,
  /** Maximum number of keys and values that a list of changes contains for each change. */
  changeItemsListed: 5,
  /**
   * Maximum number of conflicts that the error response to an import with `mode: "merge"` lists.
   */
  mergeConflictsListed: 1000,
  /** Maximum number of keys that one import with `mode: "merge"` archives. */
  mergeArchivedKeys: 1000,
  /** Maximum number of changes that a sync token lists individually. */
  syncTokenChanges: 200,
  syncTokenLength: 8000,
  /** Maximum number of open staged imports in a project. */
  stagedImports: 3,
  /** Maximum total compressed size of an organization's open staged imports. */
  stagedImportBytes: 1024 * MIB,
  importOverrides: 5000,
  passwordMinLength: 8,
  passwordMaxLength: 256,
  /**
   * Maximum length of an email address. RFC 5321 §4.5.3.1.3 allows 256 octets for an address with
   * its angle brackets.
   */
  emailLength: 254,
  /**
   * Maximum time since the sign-in, in minutes, during which a session may delete its account
   * without the password.
   */
  freshSessionMinutes: 10,
  slugLength: 63,
  tagLength: 100,
  localeTagLength: 100,
  engineNameLength: 50,
  /** Maximum number of target locales in a call that lists engines. */
  engineTargets: 50,
  contextLength: 2000,
  /** Maximum length of the description of a product for engines. */
  productLength: 2000,
  /** Maximum length of the instructions for translations into every locale. */
  instructionsLength: 4000,
  /** Maximum length of the instructions for translations into one locale. */
  localeInstructionsLength: 2000,
  /** Maximum number of engines in a preference list of engines. */
  orderedEngines: 10,
  /** Maximum number of keys whose translations one call previews. */
  previewKeys: 20,
  /** Maximum number of engines whose translations one call previews. */
  previewEngines: 3,
  /** Maximum total length of the requests to engines that a preview shows, in characters. */
  previewRequestsLength: 200_000,
  searchLength: 500,
  cursorLength: 12_000,
  mailedTokenLength: 200,
  projectsPerApiKey: 100,
  personalKeyDays: 90,
  /** Maximum size of a user's preferences, as compact JSON in UTF-8. */
  preferencesBytes: 16 * KIB,
  /**
   * Maximum number of members of each object, and of elements of each array, in JSON without a
   * fixed schema.
   */
  freeFormMembers: 1000,
  memoryMatches: 50,
  checkFindingsListed: 100,
  rowPageSize: 200,
  rowLocales: 20,
  /** Length to which texts in rows of the editor are shortened. */
  rowTextLength: 1000,
  queryLength: 2000,
  prefixesPerEnvironment: 50,
  memorySuggestions: 10,
  /** Maximum number of engines that suggest translations in one call. */
  suggestionEngines: 5,
  /** Maximum number of open proposals for a value. */
  openProposalsPerValue: 20,
  /** Maximum number of texts that a person can propose in an hour. */
  proposalsPerHour: 200,
  commentLength: 4000,
  /** Maximum number of people that a comment can mention. */
  commentMentions: 20,
  commentsPerKey: 500,
  /** Maximum number of comments that a person can write in an hour. */
  commentsPerHour: 60,
  /** Number of characters from the start of a comment that a notification shows. */
  commentExcerptLength: 200,
  notificationDays: 90,
  /** Maximum value of the count of unread notifications. */
  unreadCounted: 100,
  /** Maximum number of terms in an imported glossary file. */
  termsPerImport: 500,
  /** Maximum length of an imported glossary file, in characters. */
  termsFileLength: 4 * MIB,
  /** Maximum number of translation units in an imported TMX file. */
  memoryUnitsPerImport: 100_000,
  /** Maximum number of keys that a bulk change selects by id. */
  bulkKeyIds: 2000,
  /** Maximum number of values that a bulk change can exclude individually. */
  bulkExceptions: 1000,
  /** Maximum number of values for which a bulk change names the versions that the caller has read. */
  bulkReads: 2000,
  /** Maximum number of rows that a bulk change affects. */
  bulkRows: 200_000,
  /**
   * Number of values that a bulk change writes in one transaction. One row can have a value in each
   * locale.
   */
  bulkPartValues: 1000,
  /** Maximum number of characters that a bulk change may add to the texts of one transaction. */
  bulkGrowth: 10_000_000,
  /** Maximum number of changes in the preview of a bulk change. */
  bulkPreview: 100,
  /**
   * Maximum number of organizations, and of their projects and API keys, that an error about the
   * loss of an account lists.
   */
  lossesListed: 20,
  /** Maximum number of open event streams per session or API key. */
  eventStreams: 4,
  eventStreamsPerOrganization: 100,
  /**
   * Maximum number of unsent bytes of an event stream. A stream with more unsent bytes is closed.
   */
  eventBufferBytes: 256 * KIB,
  /** Maximum number of keys that an event lists. */
  eventKeyIds: 200,
  /**
   * Maximum number of missed changes that a resumed stream repeats. If there are more, the stream
   * begins with `reset`.
   */
  eventBacklog: 500,
  webhooks: 20,
  webhookUrlLength: 2000,
  /** Maximum number of keys that the body of a webhook lists. If there are more, the body lists none. */
  webhookKeyIds: 200,
  /** Maximum number of bytes that a delivery shows of the receiver's response. */
  webhookAnswerBytes: KIB,
  webhookDeliveryDays: 30,
  /** Maximum number of replaced secrets of a webhook that still sign requests. */
  webhookEarlierSecrets: 50,
  /** Maximum number of webhook tests and redeliveries of an organization in a minute. */
  webhookTestsPerMinute: 10,
  /** Maximum number of recent changes that are searched to count reviewed texts. */
  reviewChanges: 20_000,
  /** Number of days for which a project's progress history is kept. */
  progressDays: 180,
  progressPageSize: 50,
} as const;
