/** Returns an error message for an invalid base URL. Null for a valid URL. */
export function checkBaseUrl(value: string): string | null {
  const wanted = 'must be an http or https URL';
  if (!URL.canParse(value)) return wanted;
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return wanted;
  // Rejects credentials in a URL, because `fetch` does not support them and messages would reveal
  // them.
  if (url.username !== '' || url.password !== '')
    return 'must not contain a user name or a password';
  if (url.hash !== '') return 'must not have a fragment';
  return null;
}

/** Returns an error message for a key that cannot be sent in a header. Null for a valid key. */
export function checkHeaderKey(value: string): string | null {
  // Accepts only visible ASCII characters, because a line break would end the header (RFC 9110
  // §5.5). Rejects quotes and backslashes too. JSON escapes these characters, so a key that
  // contains them could not be redacted in JSON.
  return /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(value)
    ? null
    : 'must be visible ASCII characters without spaces, quotes and backslashes';
}

/** Returns an error message for a value that cannot be a segment of a URL's path. */
export const checkPathSegment = (value: string): string | null =>
  /^[\w.:-]+$/.test(value) && !/^\.+$/.test(value)
    ? null
    : 'must consist of letters, digits, dots, colons and hyphens';

export function checkWholeNumber(min: number, max: number): (value: string) => string | null {
  return (value) =>
    /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
      ? null
      : `must be a whole number from ${min} to ${max}`;
}

/** Checks a setting that is `0` or `1`. Returns the fault, or null if there is none. */
export const checkSwitch = (value: string): string | null =>
  value === '0' || value === '1' ? null : 'must be 0 or 1';

/**
 * True if the host of the URL is this machine (RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3).
 */
export function isLoopbackUrl(value: string): boolean {
  const { hostname } = new URL(value);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
