import { spellLocale } from '../locale/locale-styles.ts';
import type { LocaleRule } from '../locale/platform-locales.ts';

/** Matches a tag with an extension or a private-use subtag (RFC 5646 §2.2.6 and §2.2.7). */
const EXTENDED = /-[a-z0-9]-/i;

/** Rules of AAPT2 about the qualifiers of locales, such as `b+sr+Latn`. */
export const ANDROID_LOCALES: LocaleRule = {
  stops: true,
  faultOf(localeTag) {
    if (!EXTENDED.test(localeTag)) return null;
    const folder = `values-${spellLocale(localeTag, 'android')}`;
    const message = `aapt2 rejects the folder ${folder}: a resource has no locale with extensions or private use subtags`;
    return { code: 'locale_rejected', message };
  },
  repeated:
    'aapt2 stops at folders with the same locale, such as values-b+pt+BR and values-pt-rBR ("conflicting value for configuration"), and Android reads one of values-iw and values-he',
};
