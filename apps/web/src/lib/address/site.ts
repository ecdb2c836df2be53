/** Path of the service on its site, such as `/l10n`, which the service writes into the page. Empty at the root. */
const written = document.querySelector<HTMLMetaElement>('meta[name="parlance-base"]')?.content;
export const BASE_PATH = written?.startsWith('/') ? written : '';

/** Start of the addresses of the service. */
export const SITE_URL = location.origin + BASE_PATH;
