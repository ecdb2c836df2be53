export {
  type Analysis,
  type AnalyzeOptions,
  analyzeInSteps,
  analyzeMessage,
  type Leaf,
  type LeafOption,
  unknownSyntax,
} from './analysis/analyze.ts';
export { patternOfShape } from './code/code-positions.ts';
export { learnCodeShapes, mayHaveCodePositions } from './code/code-shapes.ts';
export * from './plural/family.ts';
export * from './plural/plural.ts';
export { parseRendered, renderSegment } from './rendering/render.ts';
export { type RepairOptions, repairTokensInSteps } from './repair/repair.ts';
export { isRuntime, knownRuntimes, notRuntime } from './runtimes/known-runtimes.ts';
export { referenceFinder } from './runtimes/references.ts';
export { RUNTIME_NAMES, RUNTIMES, type RuntimeName } from './runtimes/registry.ts';
export type { Runtime } from './runtimes/runtime.ts';
export { type ArgumentType, argumentsOf, type MessageArguments } from './token/arguments.ts';
export { ForeignPlaceholders } from './token/foreign-placeholders.ts';
export { maskText, unmaskInto } from './token/mask.ts';
export { showsCount } from './token/shows-count.ts';
export type { Steps } from './token/steps.ts';
export { placeholdersBySyntax, type Syntax } from './token/syntaxes.ts';
export { joinTextRuns, splitTextRuns } from './token/text-runs.ts';
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
} from './token/token.ts';
export { FLUTTER_FORMATS, ICU_FORMATS, PARSED_FORMATS, textToken } from './token/token.ts';
export { tokenize } from './token/tokenize.ts';
export * from './token/units.ts';
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
  PLACEHOLDER_REASONS,
  type Severity,
  severityMask,
  severityOf,
  TAG_CONTENT_REASONS,
  weighFindings,
} from './verify/findings.ts';
export { type RepairedMessage, repairMessage } from './verify/repair-message.ts';
export { verifyMessage } from './verify/verify-message.ts';
export type { VerifyOptions } from './verify/verify-options.ts';
export { verifyTokensInSteps } from './verify/verify-tokens.ts';
export { verifyWithFixes } from './verify/verify-with-fixes.ts';
export { findFolded } from './words/find-folded.ts';
export { foldKindsFor, foldKindsOf } from './words/fold-kinds.ts';
export { foldedPattern } from './words/fold-pattern.ts';
export { foldText } from './words/fold-text.ts';
export * from './words/glossary.ts';
export { type GlossaryTerm, termSpellings } from './words/term-spellings.ts';
export { diffTexts, diffWords, type WordChange, wordsOf } from './words/word-diff.ts';
export { plainSpelling } from './words/words.ts';
