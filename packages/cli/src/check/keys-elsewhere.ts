import { type Config, matcherOf } from '@parlance/config';
import { connect, requireProjectId } from '../auth/connect.ts';
import type { Call } from '../command.ts';
import { readConfig } from '../config/read-config.ts';
import { findFiles, readDocuments } from '../documents/documents.ts';
import type { CheckContext } from './check-text.ts';
import type { KeyReferences } from './key-references.ts';

/** Maximum number of names for which the server is asked. More are probably keys of other files. */
const MAX_ASKED = 50;
/** Maximum length of the text that the server searches for. */
const MAX_SEARCHED = 200;

/**
 * Removes references to keys that the files of the project do not have: names that the
 * configuration ignores, keys in files of other projects, and without `--offline` keys that only
 * the server has.
 */
export async function removeKnown(
  call: Call,
  config: Config,
  context: CheckContext,
  references: KeyReferences,
): Promise<void> {
  const ignored = (config.check?.unused?.ignore ?? []).map(matcherOf);
  const isIgnored = (name: string): boolean => ignored.some((matches) => matches(name));
  references.remove(references.names.filter(isIgnored));
  if (references.names.length === 0) return;
  const whole = readConfig(call.io.cwd, call.flags.text('config'));
  const own = new Set(findFiles(config).map(({ path }) => path));
  const others = findFiles(whole).filter(({ path }) => !own.has(path));
  for (const file of others) {
    const [document] = await readDocuments(whole, [file], context, { skip: () => true });
    references.remove(document!.rows.map(({ name }) => file.prefix + name));
  }
  if (call.flags.has('offline')) return;
  const { client } = connect(call, config);
  const projectId = requireProjectId(call, config);
  references.remove(references.names.slice(MAX_ASKED));
  for (const name of references.names) {
    const q = name
      .slice(name.indexOf(':') + 1)
      .slice(0, MAX_SEARCHED)
      .toWellFormed();
    const { data, meta } = await client.i18n.keys.list({ projectId, q, limit: 500 });
    // The key may be on a later page.
    references.remove(meta.nextCursor === null ? data.map((key) => key.name) : [name]);
  }
}
