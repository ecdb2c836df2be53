import { connect, requireProjectId } from '../../auth/connect.ts';
import type { Call, Outcome } from '../../command.ts';
import { prepareEach } from '../../each-project.ts';
import { failUsage } from '../../fault.ts';
import { preparePull, pull } from '../../pull-files.ts';

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
    const pulled = await pull(call);
    return {
      data: { dryRun: false, keyId: id, from, to, pull: pulled.data },
      lines: [`Renamed ${from} to ${to}.`, ...pulled.lines],
    };
  }
  return failUsage(`The project has no active key "${from}".`);
}
