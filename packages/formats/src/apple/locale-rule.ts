import type { LocaleRule } from '../locale/platform-locales.ts';

/**
 * Rules by which iOS and macOS choose among the `.lproj` folders of an app (Apple's Technical Q&A
 * 1828, "How iOS Determines the Language For Your App").
 */
export const APPLE_LOCALES: LocaleRule = {
  stops: false,
  neededBy: (localeTag, sourceLocaleTag) =>
    localeTag === sourceLocaleTag ? null : sourceLocaleTag,
  describeMissing: (needed, others) =>
    `iOS and macOS do not know that the app has ${needed} if it has neither ${needed}.lproj nor Base.lproj beside ${others.join(', ')}: people who prefer ${needed} see another of their languages`,
  standInsOf: (path) => {
    const [, parents, folder] = /^(.*\/)?([^/]+\.lproj)\/[^/]+$/.exec(path) ?? [];
    return folder === undefined ? [] : [folder, 'Base.lproj'].map((one) => (parents ?? '') + one);
  },
};
