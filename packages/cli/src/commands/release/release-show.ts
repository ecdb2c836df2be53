import type { Call, Outcome } from '../../command.ts';
import { count } from '../../output/count.ts';
import { escapeText } from '../../output/escape-text.ts';
import {
  describeChecks,
  describeKept,
  describeRelease,
  findRelease,
  lentTexts,
  openReleases,
  requireEnvironment,
} from './release.ts';

export async function run(call: Call): Promise<Outcome> {
  const releases = await openReleases(call);
  const environment = requireEnvironment(releases, call.flags.text('env') ?? 'production', 'env');
  const release = await findRelease(releases, environment, call.arguments[0]);
  const { createdBy, locales, checks } = release;
  const isLive = release.id === environment.latestRelease?.id;
  return {
    data: { release },
    lines: [
      `${environment.slug} ${describeRelease(release, isLive)}`,
      `by ${escapeText(createdBy.name ?? 'a former member')}`,
      ...locales.map((locale) => {
        const lent = lentTexts(locale);
        const { code, keys, bytes } = locale;
        return `${code}  ${count(keys, 'message')}${lent ? ` (${lent})` : ''}, ${bytes} bytes`;
      }),
      ...describeKept(release),
      ...(checks ? describeChecks(checks) : []),
    ],
  };
}
