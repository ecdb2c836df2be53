import type { Project } from '@parlance/contracts';
import type pg from 'pg';

type Message = { name: string; source: string; text: string };

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const csv = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Writers of some formats, each in one expression. They are correct only for plain texts. */
const WRITERS = {
  json: (rows: Message[]) => JSON.stringify(Object.fromEntries(rows.map((r) => [r.name, r.text]))),
  csv: (rows: Message[]) => rows.map((r) => `${csv(r.name)},${csv(r.text)}`).join('\r\n'),
  yaml: (rows: Message[]) => rows.map((r) => `${r.name}: ${JSON.stringify(r.text)}`).join('\n'),
  android: (rows: Message[]) =>
    rows.map((r) => `<string name="${r.name}">${xml(r.text)}</string>`).join('\n'),
  properties: (rows: Message[]) =>
    rows.map((r) => `${r.name}=${r.text.replaceAll('\\', '\\\\')}`).join('\n'),
  xcstrings: (rows: Message[]) => {
    const unit = (value: string) => ({ stringUnit: { state: 'translated', value } });
    const entryOf = (r: Message) => ({ localizations: { de: unit(r.text), en: unit(r.source) } });
    const strings = Object.fromEntries(rows.map((r) => [r.name, entryOf(r)]));
    return JSON.stringify({ strings }, null, 2);
  },
  xliff: (rows: Message[]) =>
    rows
      .map(
        (r) =>
          `<unit id="${r.name}"><segment><source>${xml(r.source)}</source><target>${xml(r.text)}</target></segment></unit>`,
      )
      .join('\n'),
  po: (rows: Message[]) =>
    rows
      .map((r) => `msgid ${JSON.stringify(r.name)}\nmsgstr ${JSON.stringify(r.text ?? '')}`)
      .join('\n\n'),
};

export type ScriptFormat = keyof typeof WRITERS;

/** Exports a locale as a file with the shortest possible script: one query and one expression. */
export async function exportByScript(
  client: pg.Client,
  project: Project,
  localeId: number,
  format: ScriptFormat,
): Promise<Buffer> {
  // These formats contain the keys that have a source string. A PO file also contains untranslated keys.
  const hasSource = format === 'xliff' || format === 'xcstrings' || format === 'po';
  const source = hasSource ? 's.text as source,' : '';
  const join = hasSource
    ? `join translation_value s on s.project_id = k.project_id and s.locale_id = 1 and s.key_id = k.id`
    : '';
  const { rows } = await client.query<Message>(
    `select k.name, ${source} v.text from translation_key k
     ${join}
     ${format === 'po' ? 'left' : ''} join translation_value v
       on v.project_id = k.project_id and v.locale_id = $2 and v.key_id = k.id
     where k.project_id = $1 order by k.id`,
    [project.id, localeId],
  );
  return Buffer.from(WRITERS[format](rows));
}
