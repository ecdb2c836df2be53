const WAITS_MS = 3_000;

/** Beginning of the addresses of released texts, which a configured service writes into the page. */
const address = document.querySelector<HTMLMetaElement>('meta[name="parlance-texts"]')?.content;

/**
 * Reads a language's texts from the releases of the app's own project. The compiled texts are used without a project or
 * a release, and if the service does not answer in time.
 */
export async function readReleasedTexts(
  language: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  if (!address?.startsWith('/')) return null;
  try {
    const response = await fetch(`${address}/${language}?envelope=false`, {
      // A release appears on the next visit, because the browser revalidates its copy with the ETag.
      cache: 'no-cache',
      signal: AbortSignal.timeout(WAITS_MS),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
