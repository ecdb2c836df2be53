export { isSameLocale, lookupTags, standInTags } from './lookup-tags.ts';
