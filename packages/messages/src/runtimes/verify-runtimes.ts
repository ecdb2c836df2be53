import { type Finding, type FindingRange, finding } from '../verify/findings.ts';
import type { VerifyOptions } from '../verify/verify-options.ts';
import { RUNTIMES, type RuntimeName } from './registry.ts';
import type { Runtime, RuntimeFault, TextRange } from './runtime.ts';

type Verify = (source: string, target: string, options: VerifyOptions) => Finding[];

const runtimeOf = (name: RuntimeName): Runtime => RUNTIMES[name];

/** Verifies a translation by the rules of the project's libraries. `verify` compares two plain texts. */
export function verifyForRuntimes(
  source: string,
  target: string,
  options: VerifyOptions & { readonly runtimes: readonly RuntimeName[] },
  verify: Verify,
): Finding[] {
  const { runtimes, ...plain } = options;
  const compare = inSpelling(runtimes, verify);
  const splitter = runtimes.find((name) => runtimeOf(name).forms);
  const findings = splitter
    ? verifyForms(source, target, { ...plain, runtime: splitter }, compare)
    : compare(source, target, plain);
  const found = runtimes.flatMap((name) => findingsOf(source, target, name));
  // A finding of the library replaces the finding of the format at the same position, because it is more precise.
  const isSaid = ({ at }: Finding): boolean =>
    at !== undefined &&
    found.some((finding) => finding.at!.start === at.start && at.side === 'target');
  const ownFindings = findings.filter(
    (finding) => !isForeign(finding, runtimes) && !isSaid(finding),
  );
  return found.length === 0 ? ownFindings : [...ownFindings, ...found];
}

/**
 * Verifies a text without comparing it with a source text, by the rules of the project's libraries.
 * `verify` checks the message format.
 */
export function verifyAloneForRuntimes(
  text: string,
  { runtimes = [], ...options }: VerifyOptions,
  verify: Verify,
): Finding[] {
  const found = runtimes.flatMap((name) => {
    const count = runtimeOf(name).forms?.split(text).length ?? 1;
    const lacking = findLackingForms(text, count, options.targetLocale, name);
    return [...findingsOf(null, text, name), ...lacking];
  });
  return [...inSpelling(runtimes, verify)(text, text, options), ...found];
}

/**
 * Returns a version of `verify` that first converts the texts to the spelling of the first library with an `asFormat`.
 */
function inSpelling(runtimes: readonly RuntimeName[], verify: Verify): Verify {
  const speller = runtimes.map(runtimeOf).find(({ asFormat }) => asFormat !== undefined);
  if (!speller) return verify;
  return (source, target, options) => verifySpelled(source, target, options, speller, verify);
}

/** Verifies two texts in the spelling of a message format. Omits positions if the conversion has moved them. */
function verifySpelled(
  source: string,
  target: string,
  options: VerifyOptions,
  { asFormat, comparedAs }: Runtime,
  verify: Verify,
): Finding[] {
  const [before, after] = [asFormat!(source, source), asFormat!(target, source)];
  const findings = verify(before, after, comparedAs ? { ...options, format: comparedAs } : options);
  const isMoved = before.length !== source.length || after.length !== target.length;
  return isMoved ? findings.map(({ at: _, ...found }) => found) : findings;
}

/** True for a placeholder of another library, or a brace, that all libraries of the project display as text. */
const isForeign = ({ code, value }: Finding, runtimes: readonly RuntimeName[]): boolean =>
  value !== undefined &&
  (code === 'placeholder_unknown' || (code === 'unknown_syntax' && /^[{}]$/.test(value))) &&
  runtimes.every((name) => runtimeOf(name).foreign?.test(value));

/**
 * Returns the faults of a translation that do not occur in the source text. `source` is null if the
 * text is not a translation.
 */
export function faultsOf(
  source: string | null,
  target: string,
  name: RuntimeName,
): readonly RuntimeFault[] {
  const { findFaults } = runtimeOf(name);
  const faults = findFaults?.(target, source ?? target) ?? [];
  if (faults.length === 0 || source === null) return faults;
  const sourceFaults = findFaults!(source, source);
  if (sourceFaults.some(({ effect }) => effect === 'refused')) return [];
  const sourceFaultTexts = new Set(sourceFaults.map(({ start, end }) => source.slice(start, end)));
  return faults.filter(({ start, end }) => !sourceFaultTexts.has(target.slice(start, end)));
}

/** Maximum number of parts of a text that are reported for a library. */
const MAX_FINDINGS = 5;

/** Reports each part only at its first occurrence. */
function findingsOf(source: string | null, target: string, runtime: RuntimeName): Finding[] {
  const found = new Map<string, Finding>();
  for (const { effect, detail, start, end } of faultsOf(source, target, runtime)) {
    const part = target.slice(start, end);
    if (found.has(part)) continue;
    const code = effect === 'refused' ? 'runtime_refused' : 'runtime_misread';
    const at = { start, end, side: 'target' } as const;
    const said = `${runtimeOf(runtime).title} ${detail}`;
    found.set(part, { ...finding(code, said, part, { runtime }), at });
    if (found.size === MAX_FINDINGS) break;
  }
  return [...found.values()];
}

/** Reports a text with several forms that has fewer than the library needs. */
function findLackingForms(
  text: string,
  count: number,
  locale: string,
  runtime: RuntimeName,
): Finding[] {
  if (count < 2) return [];
  const fewest = runtimeOf(runtime).forms!.needed(locale, text);
  if (count >= fewest) return [];
  const detail = `${runtimeOf(runtime).title} shows ${fewest} forms, and the text has ${count}`;
  return [finding('runtime_forms', detail, undefined, { runtime })];
}

/** Maximum number of forms that are compared one by one. No language has that many. */
const MAX_FORMS = 12;

/**
 * Verifies each form of a translation against a form of the source text, if at least one of the two has several forms.
 */
function verifyForms(
  source: string,
  target: string,
  { runtime, ...options }: VerifyOptions & { readonly runtime: RuntimeName },
  verify: Verify,
): Finding[] {
  const { split, most, isOfOne, separator } = runtimeOf(runtime).forms!;
  const { title } = runtimeOf(runtime);
  const before = split(source);
  const all = split(target);
  const mostForms = Math.max(before.length, all.length);
  if (mostForms === 1 || mostForms > MAX_FORMS || target.trim() === '') {
    return verify(source, target, options);
  }
  if (before.length === 1) {
    if (!separator) return verify(source, target, options);
    const { sign } = separator;
    const at = { start: all[0]!.end, end: all[1]!.start, side: 'target' } as const;
    const detail = `${title} shows only the part before or after ${sign}`;
    const found = { ...finding('runtime_misread', detail, sign, { runtime }), at };
    return [...verify(source, target, options), found];
  }
  const after = all.slice(0, most?.(options.targetLocale));
  const findings = findLackingForms(target, after.length, options.targetLocale, runtime);
  const textOf = (text: string, { start, end }: TextRange): string => text.slice(start, end);
  const otherSource = textOf(source, before.at(-1)!);
  for (const [index, range] of after.entries()) {
    const mayBeWords = index < after.length - 1 && (isOfOne?.(options.targetLocale, index) ?? true);
    const form = mayBeWords
      ? { ...options, pluralCategory: 'zero' as const, otherSource }
      : options;
    const candidates = mayBeWords
      ? [before[Math.min(index, before.length - 2)]!, before.at(-1)!]
      : [before.at(-1)!];
    let best: Finding[] | null = null;
    for (const candidate of candidates) {
      const found = verify(textOf(source, candidate), textOf(target, range), form);
      if (best === null || found.length < best.length) {
        best = found.map((finding) => shift(finding, candidate.start, range.start));
      }
    }
    findings.push(...best!);
  }
  return findings.filter(
    (finding, index) =>
      findings.findIndex(({ code, value }) => code === finding.code && value === finding.value) ===
      index,
  );
}

const shift = (found: Finding, source: number, target: number): Finding =>
  found.at
    ? { ...found, at: moved(found.at, found.at.side === 'source' ? source : target) }
    : found;

const moved = ({ start, end, side }: FindingRange, by: number): FindingRange => ({
  start: start + by,
  end: end + by,
  side,
});
