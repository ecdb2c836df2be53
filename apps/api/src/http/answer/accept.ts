import Negotiator from 'negotiator';
import { LANGUAGES, type Language, languageOfTag } from '../../texts/texts.ts';

export interface Offer {
  /** Media types of the representation, in lower case. */
  readonly types: readonly string[];
  /**
   * Value of the media type parameter `profile` (RFC 6906). Absent if the representation has no
   * profile.
   */
  readonly profile?: string;
}

/**
 * Matches all media type parameters except `q` and `profile`. The matched parameters are ignored
 * when representations are compared.
 */
const OTHER_PARAMETERS = /;\s*(?!q=|profile=)[\w-]+=[^;,]*/gi;

/**
 * Returns the representation that an `Accept` header prefers (RFC 9110 §12.5.1), or null if the
 * header accepts none.
 */
export function chooseAccepted<Choice extends Offer>(
  header: string | undefined,
  offers: readonly Choice[],
): Choice | null {
  const byType = new Map(
    offers.flatMap((offer) =>
      offer.types.map((type) => [
        offer.profile === undefined ? type : `${type};profile=${offer.profile}`,
        offer,
      ]),
    ),
  );
  const accept = header?.trim().replace(OTHER_PARAMETERS, '') || '*/*';
  const chosen = new Negotiator({ headers: { accept } }).mediaType([...byType.keys()]);
  return chosen === undefined ? null : byType.get(chosen)!;
}

interface EncodingNegotiator {
  encoding(
    available: readonly string[],
    options: { preferred: readonly string[] },
  ): string | undefined;
}

/**
 * Returns the content coding that `Accept-Encoding` prefers, or `identity` (RFC 9110 §12.5.3). For
 * equal weights, the order of `encodings` decides.
 */
export function chooseEncoding<Encoding extends string>(
  header: string | undefined,
  encodings: readonly Encoding[],
): Encoding | 'identity' {
  const negotiator: EncodingNegotiator = new Negotiator({
    headers: { 'accept-encoding': header ?? 'identity' },
  });
  const available = [...encodings, 'identity'] as const;
  const chosen = negotiator.encoding(available, { preferred: available });
  return available.find((encoding) => encoding === chosen) ?? 'identity';
}

/**
 * Returns the supported language that `Accept-Language` prefers (RFC 9110 §12.5.4), or null if the
 * header accepts none.
 */
export function chooseLanguage(header: string | undefined): Language | null {
  if (header === undefined) return null;
  const chosen = new Negotiator({ headers: { 'accept-language': header } }).language(LANGUAGES);
  return LANGUAGES.find((language) => language === chosen) ?? null;
}

/**
 * Returns the language in the URL of a page. If the URL contains no language, returns the language
 * that the browser prefers.
 */
export const pageLanguage = (lang: string | undefined, header: string | undefined): Language =>
  languageOfTag(lang) ?? chooseLanguage(header) ?? 'en';
