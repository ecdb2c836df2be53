import type { Document } from './documents.ts';

type Groups = Map<Document['spec'], Map<string, Document[]>>;

const groupsOf = new WeakMap<readonly Document[], Groups>();

/**
 * Returns the existing file from which a new file is derived. Both files belong to the same entry
 * of the configuration and differ only in the locale. A file of the source locale is preferred.
 */
export function findModel(
  document: Document,
  documents: readonly Document[],
  sourceLocale: string,
): Document | null {
  const { spec, values, locale } = document;
  if (locale === null) return null;
  const others = groupIn(documents, spec, values).filter((document) => document.locale !== locale);
  return others.find((one) => one.locale === sourceLocale) ?? others[0] ?? null;
}

function groupIn(
  documents: readonly Document[],
  spec: Document['spec'],
  values: Document['values'],
): readonly Document[] {
  let groups = groupsOf.get(documents);
  if (groups === undefined) {
    groups = new Map();
    for (const one of documents) {
      if (one.hash === null || one.bytes.length === 0) continue;
      const ofSpec = groups.get(one.spec) ?? new Map<string, Document[]>();
      groups.set(one.spec, ofSpec);
      const name = JSON.stringify(one.values);
      const group = ofSpec.get(name);
      if (group) group.push(one);
      else ofSpec.set(name, [one]);
    }
    groupsOf.set(documents, groups);
  }
  return groups.get(spec)?.get(JSON.stringify(values)) ?? [];
}
