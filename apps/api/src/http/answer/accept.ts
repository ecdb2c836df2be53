import Negotiator from 'negotiator';
import { LANGUAGES, type Language, languageOfTag } from '../../texts/texts.ts';

/** A representation that a route offers. */
export interface Offer {
  /** Media types of the representation, in lower case. */
  readonly types: readonly string[];
  /**
   * Value of the media type parameter `profile` (RFC 6906). Absent if the representation has no
   * profile.
   */
  readonly profile?: string;
}

/** Matches media type parameters that are ignored when representations are compared. */
const OTHER_PARAMETERS = /;\s*(?!q=|profile=)[\w-]+=[^;,]*/gi;

/**
 * Returns the representation that an `Accept` header prefers. Returns null if the header accepts
 * none of them (RFC 9110 §12.5.1).
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

/** Declares the types of the library's version 1, which publishes no types. */
interface EncodingNegotiator {
  encoding(
    available: readonly string[],
    options: { preferred: readonly string[] },
  ): string | undefined;
}

/**
 * Returns the content coding that `Accept-Encoding` prefers, or `identity` (RFC 9110 §12.5.3). Of
 * several codings with the same weight, returns the first in `encodings`.
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
 * Returns the supported language that `Accept-Language` prefers. Returns null if the header accepts
 * none (RFC 9110 §12.5.4).
 */
export function chooseLanguage(header: string | undefined): Language | null {
  if (header === undefined) return null;
  const chosen = new Negotiator({ headers: { 'accept-language': header } }).language(LANGUAGES);
  return LANGUAGES.find((language) => language === chosen) ?? null;
}

/**
 * Returns the language of a page: the language that its URL names, or else the preferred language
 * of the browser.
 */
export const pageLanguage = (lang: string | undefined, header: string | undefined): Language =>
  languageOfTag(lang) ?? chooseLanguage(header) ?? 'en';
