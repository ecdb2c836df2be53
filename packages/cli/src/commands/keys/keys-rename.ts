import { connect, requireProjectId } from '../../auth/connect.ts';
import type { Call, Outcome } from '../../command.ts';
import { prepareEach } from '../../each-project.ts';
import { failUsage } from '../../fault.ts';
import { didYouMean } from '../../output/did-you-mean.ts';
import { preparePull, pull } from '../../pull-files.ts';
import { failedAfter } from '../../to-cli-error.ts';

export async function run(call: Call): Promise<Outcome> {
  const [from, to] = call.arguments as [string, string];
  const config = await call.config();
  const { client } = connect(call, config);
  const projectId = requireProjectId(call, config);
  const keys = client.i18n.keys.listAll({ projectId, q: from });
  for await (const { id, name } of keys) {
    if (name !== from) continue;
    if (call.flags.has('dry-run')) {
      return {
        data: { dryRun: true, keyId: id, from, to },
        lines: [`Would rename ${from} to ${to}.`],
      };
    }
    // Finds invalid files and conflicts before the key has its new name.
    await prepareEach({ ...call, note: () => {} }, preparePull);
    await client.i18n.keys.update({ projectId, keyId: id, name: to });
    const done = { dryRun: false, keyId: id, from, to };
    const line = `Renamed ${from} to ${to}.`;
    try {
      const pulled = await pull(call);
      return { data: { ...done, pull: pulled.data }, lines: [line, ...pulled.lines] };
    } catch (error) {
      return failedAfter(call, { data: done, lines: [line] }, error);
    }
  }
  const keyPrefix = from.slice(0, from.lastIndexOf('.') + 1);
  const near = await client.i18n.keys.list({
    projectId,
    limit: 500,
    ...(keyPrefix !== '' && { keyPrefix }),
  });
  const names = near.data.map(({ name }) => name);
  return failUsage(`The project has no active key "${from}".${didYouMean(from, names)}`);
}
