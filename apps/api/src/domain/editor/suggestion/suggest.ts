import type {
  EngineSuggestion,
  MemorySuggestion,
  Suggestions,
  TermSuggestion,
} from '@parlance/contracts';
import { ERRORS, LIMITS } from '@parlance/contracts';
import { knownRuntimes } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../errors.ts';
import { createYieldToLoop } from '../../../lib/yield-to-loop.ts';
import {
  diff,
  getKey,
  type KeyRef,
  openCodeShapes,
  openGlossary,
  patternsFor,
  unmask,
  verify,
} from '../../content/index.ts';
import { ownerOf, type Principal } from '../../kernel/index.ts';
import { getLocale, getProject, type ProjectRow } from '../../project/index.ts';
import {
  categoryOf,
  failWith,
  findSourceTexts,
  resolveRequest,
  searchMemory,
  stringOfKey,
  translateNow,
} from '../../translation/index.ts';

type SuggestDeps = Pick<Deps, 'db' | 'clock' | 'engines' | 'modelLoads' | 'payments' | 'log'>;

interface SuggestCall {
  principal: Principal;
  projectId: string;
  keyId: string;
  locale: string;
  engines: readonly string[];
  signal: AbortSignal;
}

interface Wanted {
  project: ProjectRow;
  key: KeyRef;
  locale: string;
  text: string;
}

const MIN_SCORE = 0.5;

export interface Suggesting {
  found: Omit<Suggestions, 'engines'>;
  answers: readonly Promise<EngineSuggestion>[];
}

/**
 * Suggests translations of a value. `found` has the suggestions that need no engine. `answers` has
 * a promise for each engine, which resolves when the engine has answered or failed.
 * @throws `not_found`
 */
export async function suggest(deps: SuggestDeps, call: SuggestCall): Promise<Suggesting> {
  const { principal, projectId, keyId, locale } = call;
  const project = await getProject(deps.db, ownerOf(principal), projectId);
  await getLocale(deps.db, project.id, locale);
  const key = await getKey(deps.db, project.id, keyId);
  const text = (await findSourceTexts(deps.db, project, [key])).get(key.id) ?? null;
  const nothing = { locale, sourceText: text, memory: [], terms: [], codePatterns: [] };
  if (text === null || locale === project.source_locale) return { found: nothing, answers: [] };
  const wanted = { project, key, locale, text };
  const answers = call.engines.map((engine) => askEngine(deps, call, wanted, engine));
  for (const answer of answers) answer.catch(() => {});
  const { messageFormat } = project.settings;
  const readCodeShapes = openCodeShapes(deps.db, project.id, messageFormat);
  const reading = Promise.resolve(patternsFor(text, messageFormat, readCodeShapes));
  const [codePatterns, memory, terms] = await Promise.all([
    reading,
    reading.then((patterns) => findMemory(deps.db, principal, wanted, patterns)),
    findTerms(deps.db, wanted),
  ]);
  const found = {
    locale,
    sourceText: text,
    memory,
    terms,
    codePatterns: [...(codePatterns ?? [])],
  };
  return { found, answers };
}

async function findMemory(
  db: Db,
  principal: Principal,
  wanted: Wanted,
  codePatterns: readonly string[] | undefined,
): Promise<MemorySuggestion[]> {
  const { project, key, locale, text } = wanted;
  const { organizationId, projectIds } = ownerOf(principal);
  const scope = { organizationId, projectIds, homeProjectId: project.id };
  const { messageFormat } = project.settings;
  const entries = await searchMemory(db, scope, {
    text,
    sourceLocale: project.source_locale,
    targetLocale: locale,
    messageFormat,
    minScore: MIN_SCORE,
    limit: LIMITS.memorySuggestions + 1,
  });
  const yieldToLoop = createYieldToLoop(null);
  const suggestions: MemorySuggestion[] = [];
  for (const { score, source, target, project_id: projectId, key: name } of entries) {
    if (projectId === project.id && name === key.name) continue;
    const adapted = (await unmask(target, source, text, messageFormat)) ?? target;
    suggestions.push({
      score,
      text: adapted,
      source,
      sourceDiff: await diffOf(source, text, project.source_locale),
      fits: await fits(wanted, adapted, codePatterns),
      projectId,
      key: name,
    });
    await yieldToLoop();
  }
  return suggestions.slice(0, LIMITS.memorySuggestions);
}

async function diffOf(
  before: string,
  after: string,
  locale: string,
): Promise<MemorySuggestion['sourceDiff']> {
  const changes = await diff(before, after, locale);
  return changes.map(({ kind, words }) => ({ kind, text: words.join('') }));
}

async function fits(
  { project, key, locale, text }: Wanted,
  target: string,
  codePatterns: readonly string[] | undefined,
): Promise<boolean> {
  const findings = await verify(text, target, {
    codePatterns,
    format: project.settings.messageFormat,
    runtimes: knownRuntimes(project.settings.runtimes),
    sourceLocale: project.source_locale,
    targetLocale: locale,
    maxLength: key.max_length ?? undefined,
    pluralCategory: categoryOf(key),
  });
  return findings.every(({ severity }) => severity !== 'error');
}

async function findTerms(db: Db, { project, locale, text }: Wanted): Promise<TermSuggestion[]> {
  const find = await openGlossary(db, project.id, locale);
  const terms = await find(text, project.settings.messageFormat);
  return terms.map(({ id, start, end, source, target, doNotTranslate }) => ({
    termId: id,
    start,
    end,
    source,
    target: doNotTranslate ? null : (target ?? null),
  }));
}

async function askEngine(
  deps: SuggestDeps,
  { principal, signal }: SuggestCall,
  { project, key, locale, text }: Wanted,
  engine: string,
): Promise<EngineSuggestion> {
  const nothing = { engine, text: null, warnings: [], usage: null };
  try {
    const request = await resolveRequest(deps.db, principal, {
      strings: [],
      sourceLocale: project.source_locale,
      targetLocale: locale,
      projectId: project.id,
      engine,
    });
    const string = stringOfKey(key, text);
    const alone = { ...request, strings: [string], options: { ...request.options, memory: null } };
    const { locales, usage } = await translateNow(deps, alone, signal);
    const { result } = locales[0]!.items[0]!;
    if (result.status !== 'translated') return failWith(result);
    const { strings: _, ...used } = usage;
    const warnings = [...result.warnings];
    return { engine, text: result.text, warnings, usage: used, error: null };
  } catch (error) {
    if (!(error instanceof Failure) || ERRORS[error.code].status === 500) throw error;
    return { ...nothing, error: { code: error.code, detail: error.message } };
  }
}
