export {
  type Analysis,
  type AnalyzeOptions,
  analyzeInSteps,
  analyzeMessage,
  type Leaf,
  type LeafOption,
} from './analyze.ts';
export { type ArgumentType, argumentsOf, type MessageArguments } from './arguments.ts';
export * from './family.ts';
export {
  CHECK_CODES,
  type CheckCode,
  type CheckLevel,
  type CheckLevels,
  type Finding,
  type FindingParams,
  type FindingRange,
  finding,
  findingsToMask,
  ICU_FAULT_REASONS,
  ICU_STRUCTURE_REASONS,
  levelOf,
  maskToCodes,
  type Severity,
  severityMask,
  severityOf,
  TAG_CONTENT_REASONS,
  weighFindings,
} from './findings.ts';
export * from './glossary.ts';
export { maskText, unmaskInto } from './mask.ts';
export * from './plural.ts';
export { parseRendered, renderSegment } from './render.ts';
export { type RepairOptions, repairTokensInSteps } from './repair.ts';
export { showsCount } from './shows-count.ts';
export type { Steps } from './steps.ts';
export { type GlossaryTerm, termSpellings } from './term-spellings.ts';
export { joinTextRuns, splitTextRuns } from './text-runs.ts';
export type {
  MarkedToken,
  MessageFormat,
  MessageTerm,
  PairToken,
  PlaceholderKind,
  PlaceholderToken,
  Rendering,
  TermToken,
  TextToken,
  Token,
  VoidToken,
} from './token.ts';
export { textToken } from './token.ts';
export { tokenize } from './tokenize.ts';
export * from './units.ts';
export { type VerifyOptions, verifyMessage } from './verify-message.ts';
export { verifyTokensInSteps } from './verify-tokens.ts';
export { verifyWithFixes } from './verify-with-fixes.ts';
export { diffTexts, diffWords, type WordChange, wordsOf } from './word-diff.ts';
export { plainSpelling } from './words.ts';
