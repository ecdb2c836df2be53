const WAITS_MS = 3_000;

/** Start of the addresses of released texts, which the service writes into the page if it is configured. */
const address = document.querySelector<HTMLMetaElement>('meta[name="parlance-texts"]')?.content;

/**
 * Reads the texts of a language that are released in the project of the app itself. Without a project or a release of
 * the language, and if the service does not answer in time, the compiled texts are shown.
 */
export async function readReleasedTexts(
  language: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  if (!address?.startsWith('/')) return null;
  try {
    const response = await fetch(`${address}/${language}?envelope=false`, {
      // A release is shown on the next visit; the browser asks with the ETag of what it has.
      cache: 'no-cache',
      signal: AbortSignal.timeout(WAITS_MS),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
