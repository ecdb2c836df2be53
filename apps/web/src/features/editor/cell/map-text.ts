// Loaded when a text is copied: the editor needs no parser of ICU messages before.
export { mapCategories } from '@parlance/messages';
