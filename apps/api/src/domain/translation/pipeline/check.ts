import type { TranslationWarning } from '@parlance/contracts';
import {
  type Finding,
  type MessageTerm,
  parseRendered,
  type Rendering,
  repairTokensInSteps,
  type Token,
  verifyTokensInSteps,
} from '@parlance/messages';
import { runYielding, type YieldToLoop } from '../../../lib/yield-to-loop.ts';
import { type CheckOptions, factsOfFinding, repair, verify } from '../../content/index.ts';
import type { Flaw, JobString, StringOptions } from '../strings.ts';
import type { AnswerProblem, SegmentOutcome, SegmentTranslation } from './segment.ts';

type Answered = Omit<SegmentTranslation, 'tokens'>;

const UNKNOWN_WORDS = 'unknown_words';
const JOINT = ', ';
const MAX_WORDS = 20;

type IsProblem = (finding: Finding) => boolean;

/**
 * Parses an engine's answer, corrects typical mistakes of engines, and checks that the translation
 * has all tokens of the source text.
 */
export async function checkAnswer(
  body: string,
  answered: Answered,
  tokens: readonly Token[],
  rendering: Rendering,
  options: StringOptions,
  yieldToLoop: YieldToLoop,
): Promise<SegmentOutcome> {
  const output = parseRendered(body, tokens, rendering);
  await yieldToLoop();
  return checkTokens(output, answered, tokens, options, yieldToLoop);
}

export async function checkTokens(
  output: readonly Token[],
  { engine, isFresh, warnings }: Answered,
  tokens: readonly Token[],
  options: StringOptions,
  yieldToLoop: YieldToLoop,
): Promise<SegmentOutcome> {
  const repaired = await runYielding(repairTokensInSteps(tokens, output, options), yieldToLoop);
  await yieldToLoop();
  const steps = verifyTokensInSteps(tokens, repaired, options.messageFormat, options.targetLocale);
  const findings = await runYielding(steps, yieldToLoop);
  const problem = problemOf(findings, isError);
  if (problem !== null) return { ...problem, engine };
  const all = [...warnings, ...warningsOf(findings, isError)];
  return { tokens: repaired, engine, isFresh, warnings: all };
}

/** A whole translation after its check. */
interface CheckedMessage {
  /** The translation. Damage that has only one possible repair is repaired. */
  readonly text: string;
  readonly problem: AnswerProblem | null;
  readonly warnings: readonly TranslationWarning[];
}

export async function checkMessage(
  source: JobString,
  target: string,
  terms: readonly MessageTerm[],
  options: StringOptions & Pick<CheckOptions, 'codePatterns'>,
): Promise<CheckedMessage> {
  if (target.includes('\u0000') || !target.isWellFormed()) {
    const problem = 'it contains characters that cannot be stored';
    return { text: target, problem: { problem, findings: [] }, warnings: [] };
  }
  const verifyOptions: CheckOptions = {
    format: options.messageFormat,
    runtimes: options.runtimes,
    sourceLocale: options.sourceLocale,
    targetLocale: options.targetLocale,
    maxLength: source.maxLength,
    pluralCategory: source.category,
    terms,
    ...(options.codePatterns && { codePatterns: options.codePatterns }),
  };
  const found = await verify(source.text, target, verifyOptions);
  if (found.length === 0) return { text: target, problem: null, warnings: [] };
  const { text, findings } = await repair(source.text, target, verifyOptions);
  const problem = problemOf(findings, isProblem);
  return { text, problem, warnings: problem === null ? warningsOf(findings, isProblem) : [] };
}

const isError: IsProblem = ({ severity }) => severity === 'error';

const isProblem: IsProblem = ({ code, severity }) => severity === 'error' && code !== 'too_long';

const MAX_PROBLEMS = 5;

function problemOf(findings: readonly Finding[], isProblem: IsProblem): AnswerProblem | null {
  const byDetail = new Map(findings.filter(isProblem).map((finding) => [finding.detail, finding]));
  if (byDetail.size === 0) return null;
  const first = [...byDetail].slice(0, MAX_PROBLEMS);
  return {
    problem: first.map(([detail]) => detail).join('; '),
    findings: first.map(([, finding]) => flawOf(finding)),
  };
}

export const flawOf = ({ code, value, params }: Flaw): Flaw => ({ code, value, params });

const warningsOf = (findings: readonly Finding[], isProblem: IsProblem): TranslationWarning[] =>
  findings
    .filter((finding) => !isProblem(finding))
    .map(({ code, detail, ...finding }) => ({ code, message: detail, ...factsOfFinding(finding) }));

/** Returns the words that engines left untranslated, without duplicates. Null if there are none. */
export function unknownWordsOf(warnings: readonly TranslationWarning[]): string | null {
  const words = warnings.flatMap(({ code, message }) =>
    code === UNKNOWN_WORDS ? message.split(JOINT) : [],
  );
  return words.length === 0 ? null : [...new Set(words)].slice(0, MAX_WORDS).join(JOINT);
}
