const WAITS_MS = 3_000;

/**
 * URL prefix of the published texts of the app. The service writes it into the page if the operator has configured it.
 */
const address = document.querySelector<HTMLMetaElement>('meta[name="parlance-texts"]')?.content;

/**
 * Reads the published texts of a language from the app's own project. Returns nothing if there is no such project or
 * release, or if the service does not answer in time. The compiled texts are then used.
 */
export async function readReleasedTexts(
  language: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  if (!address?.startsWith('/')) return null;
  try {
    const response = await fetch(`${address}/${language}?envelope=false`, {
      // The browser revalidates its cached copy with the ETag, so a new release appears at the next visit.
      cache: 'no-cache',
      signal: AbortSignal.timeout(WAITS_MS),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
