/**
 * Returns the text of a blob after checking it. The text must be valid JSON. On platforms with
 * `crypto.subtle`, its SHA-256 hash must equal the hash in the blob's name.
 * @throws if a check fails
 */
export async function requireTexts(text: string, sha256: string): Promise<string> {
  JSON.parse(text);
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', new TextEncoder().encode(text));
  if (!digest || hexOf(digest) === sha256) return text;
  throw new Error(`The blob ${sha256} has other bytes than its name says.`);
}

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
