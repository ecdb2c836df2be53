import type { Call, Outcome } from '../../command.ts';
import { escapeText } from '../../output/escape-text.ts';
import {
  describeChecks,
  describeRelease,
  findRelease,
  openReleases,
  requireEnvironment,
} from './release.ts';

export async function run(call: Call): Promise<Outcome> {
  const releases = await openReleases(call);
  const environment = requireEnvironment(releases, call.flags.text('env') ?? 'production', 'env');
  const release = await findRelease(releases, environment, call.arguments[0]);
  const { fromRelease, createdBy, locales, checks } = release;
  return {
    data: { release },
    lines: [
      `${environment.slug} ${describeRelease(release)}`,
      `by ${escapeText(createdBy.name ?? 'a former member')}`,
      ...(fromRelease ? [`the content of ${fromRelease.version}`] : []),
      ...locales.map(({ code, keys, bytes }) => `${code}  ${keys} messages, ${bytes} bytes`),
      ...(checks ? describeChecks(checks) : []),
    ],
  };
}
