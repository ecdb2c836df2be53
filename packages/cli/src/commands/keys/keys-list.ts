import { matcherOf, prefixOf } from '@parlance/config';
import { connect, requireProjectId } from '../../auth/connect.ts';
import type { Call, Outcome } from '../../command.ts';
import { escapeText } from '../../output/escape-text.ts';

export async function run(call: Call): Promise<Outcome> {
  const config = await call.config();
  const { client } = connect(call, config);
  const pattern = call.arguments[0] ?? '**';
  const matches = matcherOf(pattern);
  const keyPrefix = prefixOf(pattern);
  const listed = client.i18n.keys.listAll({
    projectId: requireProjectId(call, config),
    limit: 500,
    ...(keyPrefix !== '' && { keyPrefix }),
  });
  const keys: { id: string; name: string; description: string; tags: readonly string[] }[] = [];
  for await (const { id, name, description, tags } of listed) {
    if (matches(name)) keys.push({ id, name, description, tags });
  }
  if (keys.length === 0) {
    const isAll = call.arguments.length === 0;
    call.note(isAll ? 'The project has no keys.' : `No key matches "${escapeText(pattern)}".`);
  }
  return { data: { keys }, lines: keys.map(({ name }) => escapeText(name)) };
}
