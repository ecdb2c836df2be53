/**
 * Path under which the service runs on its site, such as `/l10n`. The service writes it into the page. Empty if the
 * service runs at the root.
 */
const written = document.querySelector<HTMLMetaElement>('meta[name="parlance-base"]')?.content;
export const BASE_PATH = written?.startsWith('/') ? written : '';

/** URL under which the service runs. */
export const SITE_URL = location.origin + BASE_PATH;
