import {
  type Finding,
  type MessageTerm,
  parseRendered,
  type Rendering,
  repairTokensInSteps,
  type Token,
  type VerifyOptions,
  verifyTokensInSteps,
} from '@parlance/messages';
import { type Pace, runPaced } from '../../../lib/pace.ts';
import { factsOfFinding } from '../../check/finding-facts.ts';
import { verify, verifyAndFix } from '../../message/long-messages.ts';
import type { Flaw, JobString, StringOptions, StringWarning } from '../strings.ts';
import type { AnswerBody } from './call-engine.ts';
import type { AnswerProblem, SegmentTranslation } from './segment.ts';

type Checked = Pick<SegmentTranslation, 'tokens' | 'warnings'> | AnswerProblem;

const UNKNOWN_WORDS = 'unknown_words';
const JOINT = ', ';
/** As many as a reader can use. */
const MAX_WORDS = 20;

type IsProblem = (finding: Finding) => boolean;

/** Reads an engine's answer for `tokens`, repairs its known faults, and checks that all tokens are there. */
export async function checkAnswer(
  { body, unknownWords }: AnswerBody,
  tokens: readonly Token[],
  rendering: Rendering,
  options: StringOptions,
  pace: Pace,
): Promise<Checked> {
  const output = parseRendered(body, tokens, rendering);
  await pace();
  const checked = await checkTokens(output, tokens, options, pace);
  if ('problem' in checked || unknownWords === null) return checked;
  const warnings = [...unknownWordsWarnings(unknownWords), ...checked.warnings];
  return { tokens: checked.tokens, warnings };
}

export async function checkTokens(
  output: readonly Token[],
  tokens: readonly Token[],
  options: StringOptions,
  pace: Pace,
): Promise<Checked> {
  const repaired = await runPaced(repairTokensInSteps(tokens, output, options), pace);
  await pace();
  const steps = verifyTokensInSteps(tokens, repaired, options.messageFormat, options.targetLocale);
  const findings = await runPaced(steps, pace);
  const problem = problemOf(findings, isError);
  if (problem !== null) return problem;
  return { tokens: repaired, warnings: warningsOf(findings, isError) };
}

/** Checks a whole translated message against its source, as it would be stored. */
export async function checkMessage(
  source: JobString,
  target: string,
  terms: readonly MessageTerm[],
  options: StringOptions,
): Promise<{
  readonly problem: AnswerProblem | null;
  readonly warnings: readonly StringWarning[];
}> {
  // PostgreSQL stores neither.
  if (target.includes('\u0000') || !target.isWellFormed()) {
    const problem = 'it contains characters that cannot be stored';
    return { problem: { problem, findings: [] }, warnings: [] };
  }
  const verifyOptions: VerifyOptions = {
    format: options.messageFormat,
    sourceLocale: options.sourceLocale,
    targetLocale: options.targetLocale,
    maxLength: source.maxLength,
    pluralCategory: source.category,
    terms,
  };
  const findings = await verify(source.text, target, verifyOptions);
  const problem = problemOf(findings, isProblem);
  if (problem !== null || findings.length === 0) return { problem, warnings: [] };
  const withFixes = await verifyAndFix(source.text, target, verifyOptions);
  return { problem, warnings: warningsOf(withFixes, isProblem) };
}

const isError: IsProblem = ({ severity }) => severity === 'error';

/** A text over its key's length is sound, and a person may shorten it: a warning in a whole message. */
const isProblem: IsProblem = ({ code, severity }) => severity === 'error' && code !== 'too_long';

const MAX_PROBLEMS = 5;

function problemOf(findings: readonly Finding[], isProblem: IsProblem): AnswerProblem | null {
  const byDetail = new Map(findings.filter(isProblem).map((one) => [one.detail, one]));
  if (byDetail.size === 0) return null;
  const first = [...byDetail].slice(0, MAX_PROBLEMS);
  return {
    problem: first.map(([detail]) => detail).join('; '),
    findings: first.map(([, finding]) => flawOf(finding)),
  };
}

/** Returns what clients need to know of a finding that makes a text unusable. */
export const flawOf = ({ code, value, params }: Flaw): Flaw => ({
  code,
  ...factsOfFinding({ value, params }),
});

const warningsOf = (findings: readonly Finding[], isProblem: IsProblem): StringWarning[] =>
  findings
    .filter((finding) => !isProblem(finding))
    .map(({ code, detail, ...finding }) => ({ code, message: detail, ...factsOfFinding(finding) }));

/** The words that engines left untranslated, of all warnings together, each once; null if there are none. */
export function unknownWordsOf(warnings: readonly StringWarning[]): string | null {
  const words = warnings.flatMap(({ code, message }) =>
    code === UNKNOWN_WORDS ? message.split(JOINT) : [],
  );
  return words.length === 0 ? null : [...new Set(words)].slice(0, MAX_WORDS).join(JOINT);
}

/** As an engine that left these words untranslated warned of them. */
const unknownWordsWarnings = (unknownWords: string | null): StringWarning[] =>
  unknownWords === null ? [] : [{ code: UNKNOWN_WORDS, message: unknownWords }];
