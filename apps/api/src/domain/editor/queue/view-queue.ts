import type { LocaleQueue, ProjectQueue } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { type NeededKeys, neededValues } from '../../content/index.ts';
import { ownerOf, type Page, type PageQuery, type Principal } from '../../kernel/index.ts';
import { getProject, listProjects, narrowToProject, type ProjectRow } from '../../project/index.ts';
import {
  countOpenWork,
  findPersonId,
  findPreferences,
  type OpenWorkRow,
} from '../../talk/index.ts';
import {
  findLocaleFigures,
  findNeededKeys,
  type LocaleFigures,
} from '../dashboard/project-progress.store.ts';
import { type AllowedWork, allowedWork, isInQueue, languagesIn } from './locales-of-queue.ts';

type Reads = Pick<Deps, 'db' | 'contentReads'>;

/**
 * Returns the work that waits for the caller in a project.
 * @throws `not_found`
 */
export async function viewQueue(
  deps: Reads,
  principal: Principal,
  projectId: string,
): Promise<ProjectQueue> {
  const project = await getProject(deps.db, ownerOf(principal), projectId);
  return (await readQueues(deps, principal, [project]))[0]!;
}

/** Lists active projects, the oldest first, with the work that waits for the caller. */
export async function listQueues(
  deps: Reads,
  principal: Principal,
  page: PageQuery,
): Promise<Page<ProjectQueue>> {
  const owner = ownerOf(principal);
  const projects = await listProjects(deps.db, owner, { ...page, withArchived: false });
  return { ...projects, rows: await readQueues(deps, principal, projects.rows) };
}

async function readQueues(
  { db, contentReads }: Reads,
  principal: Principal,
  projects: readonly ProjectRow[],
): Promise<ProjectQueue[]> {
  const ids = projects.map(({ id }) => id);
  const [languages, [needed, figures, open]] = await Promise.all([
    findLanguages(db, principal),
    contentReads.ofProjects(ownerOf(principal), ids, (reader) =>
      Promise.all([
        findNeededKeys(reader, ids),
        findLocaleFigures(reader, ids),
        countOpenWork(reader, ids),
      ]),
    ),
  ]);
  return projects.map((project) => {
    const caller = narrowToProject(principal, project.id);
    const { requireReview } = project.settings;
    const locales = (figures.get(project.id) ?? []).filter(
      ({ is_source, code }) => is_source || isInQueue(caller, languages, code),
    );
    const allowed = allowedWork(caller, project.settings);
    const work = { allowed, requireReview, open: open.get(project.id) ?? [] };
    return {
      projectId: project.id,
      projectName: project.name,
      requireReview,
      locales: [
        ...ofSource(null, work),
        ...locales.flatMap((locale) =>
          locale.is_source
            ? ofSource(locale.code, work)
            : [ofTarget(locale, needed.get(project.id)!, work)],
        ),
      ],
    };
  });
}

/** Returns the languages that the caller has chosen. An empty list stands for all languages. */
export async function findLanguages(db: Db, principal: Principal): Promise<string[]> {
  return languagesIn(await findPreferences(db, await findPersonId(db, principal)));
}

interface Work {
  readonly allowed: AllowedWork;
  readonly requireReview: boolean;
  readonly open: readonly OpenWorkRow[];
}

/**
 * Returns the open questions about keys (`code` is null) or about source texts. Empty if the caller
 * may not answer them.
 */
function ofSource(code: string | null, { allowed, open }: Work): LocaleQueue[] {
  const questions = open.find(({ locale }) => locale === code)?.questions ?? 0;
  if (!allowed.sources || questions === 0) return [];
  return [{ localeCode: code, proposals: 0, toReview: 0, questions, outdated: 0, missing: 0 }];
}

function ofTarget(
  { code, values_count, needs_review, reviewed, outdated }: LocaleFigures,
  keys: NeededKeys,
  { allowed, requireReview, open }: Work,
): LocaleQueue {
  const openProposals = open.find(({ locale }) => locale === code);
  const unreviewed = requireReview ? values_count - reviewed : needs_review;
  const missing = Math.max(0, neededValues(code, keys) - values_count);
  return {
    localeCode: code,
    proposals: allowed.proposals ? (openProposals?.proposed_values ?? 0) : 0,
    toReview: allowed.reviews ? unreviewed : 0,
    questions: allowed.proposals ? (openProposals?.questions ?? 0) : 0,
    outdated: allowed.texts ? outdated : 0,
    missing: allowed.texts ? missing : 0,
  };
}
