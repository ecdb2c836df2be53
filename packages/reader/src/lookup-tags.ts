/** The package of the reader has the sources of these functions instead of this file. */
export { lookupTags } from '@parlance/locales';
