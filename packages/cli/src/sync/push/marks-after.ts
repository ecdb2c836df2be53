import { findFiles, readDocuments } from '../../documents/documents.ts';
import { renameKeys } from '../compare-locale.ts';
import { type HeldMarks, hashOfText } from '../held-texts.ts';
import { mergeTexts, type Workspace } from '../workspace.ts';
import type { PushPlan } from './push-plan.ts';

/**
 * Returns the marks of texts after a push: the marks of texts that it did not send, and new marks
 * for translations whose keys it has archived. A later pull with `--prune` removes such
 * translations from the files. Without `--restore`, no push sends them.
 */
export async function marksAfter(
  workspace: Workspace,
  plans: readonly PushPlan[],
  archived: ReadonlySet<string>,
): Promise<HeldMarks> {
  const left = marksLeft(workspace, plans);
  if (archived.size === 0) return left;
  const marks = new Map([...left].map(([locale, localeMarks]) => [locale, new Map(localeMarks)]));
  const { config, context, project, renamed } = workspace;
  // The workspace lacks the texts of files that have not changed since the last sync.
  const documents = await readDocuments(config, findFiles(config), context, { skip: () => true });
  for (const [locale, texts] of mergeTexts(documents, project.sourceLocale)) {
    const localeMarks = marks.get(locale) ?? new Map<string, string>();
    marks.set(locale, localeMarks);
    for (const [key, text] of renameKeys(texts, renamed)) {
      if (archived.has(key)) localeMarks.set(key, hashOfText(text));
    }
  }
  return marks;
}

function marksLeft({ held }: Workspace, plans: readonly PushPlan[]): HeldMarks {
  const sent = new Map(
    plans.map(({ locale, texts }) => [locale, new Set(texts.map(({ key }) => key))]),
  );
  const isLeft = (locale: string, key: string): boolean => sent.get(locale)?.has(key) !== true;
  return new Map(
    [...held].map(([locale, marks]) => [
      locale,
      new Map([...marks].filter(([key]) => isLeft(locale, key))),
    ]),
  );
}
