/** Path of the service on its site, such as `/l10n`, which the service writes into the page. Empty at the root. */
const written = document.querySelector<HTMLMetaElement>('meta[name="parlance-base"]')?.content;
export const BASE_PATH = written?.startsWith('/') ? written : '';

/** Beginning of the service's addresses. */
export const SITE_URL = location.origin + BASE_PATH;
