/** A glossary in the account of a provider. */
export interface FakeGlossary {
  readonly source: string;
  readonly target: string;
  readonly terms: ReadonlyMap<string, string>;
  readonly createdAtMs: number;
}

/** A server whose account stores glossaries. Tests may add and delete glossaries. */
export interface WithGlossaries {
  readonly glossaries: Map<string, FakeGlossary>;
  readonly account: { glossaryLimit: number };
}

/** Reads comma-separated values in quotes (RFC 4180). */
export function readCsv(text: string): [string, string][] {
  return text.split('\n').map((line) => {
    const fields = [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, field]) =>
      field!.replaceAll('""', '"'),
    );
    if (fields.length !== 2) throw new Error(`not two fields: ${line}`);
    return [fields[0]!, fields[1]!];
  });
}
